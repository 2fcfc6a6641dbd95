// Connect Four in Python: a move is the number of a column, counted from 1.
#include <bit>

#include <nanobind/stl/pair.h>

#include "native_game.hpp"
#include "training.hpp"
#include "zermelo/games/connect_four/model.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/reference.hpp"

namespace zermelo::python {

template <int Columns, int Rows>
struct Face<ConnectFour<Columns, Rows>> {
    using G = ConnectFour<Columns, Rows>;

    static nb::object to_python(const G&, typename G::Move column) { return nb::int_(static_cast<int>(column) + 1); }

    static typename G::Move from_python(const G& game, nb::handle move) {
        int column = 0;
        if (!nb::try_cast(move, column) || column < 1 || column > Columns)
            throw nb::value_error(("a move is a column from 1 to " + std::to_string(Columns)).c_str());
        if (game.over()) throw nb::value_error("the game is over");
        const auto chosen = static_cast<typename G::Move>(column - 1);
        if (!game.legal(chosen)) throw nb::value_error(("column " + std::to_string(column) + " is full").c_str());
        return chosen;
    }

    static G parse(const std::string& text) {
        std::string error;
        const auto game = G::parse(text, error);
        if (!game) throw nb::value_error(error.c_str());
        return *game;
    }

    // The board from the top row down, X for the first player.
    static std::string board(const G& game) {
        std::string out;
        for (int row = Rows - 1; row >= 0; --row)
            for (int column = 0; column < Columns; ++column) {
                const auto cell = std::uint64_t{1} << (column * (Rows + 1) + row);
                const bool own = game.own() & cell, other = game.other() & cell;
                out += !own && !other ? '.' : own == (game.player() == 0) ? 'X' : 'O';
            }
        return out;
    }
};

namespace {

template <int Columns, int Rows>
void bind_size(nb::module_& module, const char* name) {
    using G = ConnectFour<Columns, Rows>;
    auto bound = bind_game<G>(module, name);
    bind_solver(bound);
    bound.def("reference", [](const G& game, int depth) {
            nb::gil_scoped_release free;
            std::uint64_t nodes = 0;
            const Value value = reference_alpha_beta<BySign>(game, depth, -infinity, infinity, nodes);
            return std::pair<int, std::uint64_t>(value, nodes);
        }, nb::arg("depth"));
    // In each column a key is the sum of the stones of the player to move and of all stones, which are 2^height - 1.
    bound.def_static("from_key", [](std::uint64_t key) {
            std::uint64_t own = 0, mask = 0;
            for (int column = 0; column < Columns; ++column) {
                const int shift = column * (Rows + 1);
                const std::uint64_t sum = key >> shift & ((std::uint64_t{1} << (Rows + 1)) - 1);
                const std::uint64_t stones = std::bit_floor(sum + 1) - 1;
                own |= (sum - stones) << shift;
                mask |= stones << shift;
            }
            const auto game = G::from_boards(own, mask);
            if (!game || game->key() != key) throw nb::value_error("this key is that of no position");
            return *game;
        }, nb::arg("key"));
    bound.attr("columns") = Columns;
    bound.attr("rows") = Rows;
}

}  // namespace

void bind_connect_four(nb::module_& module) {
    bind_size<7, 6>(module, "ConnectFour");
    bind_size<5, 4>(module, "ConnectFour5x4");
    bind_size<6, 5>(module, "ConnectFour6x5");
    bind_size<8, 7>(module, "ConnectFour8x7");
    bind_training<learning::Training<learning::ConnectFourModel>>(module, "ConnectFourTraining");
}

}  // namespace zermelo::python
