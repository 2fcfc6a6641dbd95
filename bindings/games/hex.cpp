// Hex in Python: a move is a cell such as "f6".
#include "native_game.hpp"
#include "zermelo/games/hex.hpp"

namespace zermelo::python {

template <>
struct Face<Hex> {
    static nb::object to_python(const Hex&, Hex::Move move) { return nb::str(Hex::format_move(move).c_str()); }

    static Hex::Move from_python(const Hex& game, nb::handle move) {
        std::string text;
        std::optional<Hex::Move> cell;
        if (nb::try_cast(move, text)) {
            std::string_view rest = text;
            cell = game.parse_move(rest);
            if (!rest.empty()) cell.reset();
        }
        if (!cell) throw nb::value_error(("a move is a cell from a1 to " + Hex::format_move(Hex::cell(game.size() - 1, game.size() - 1))).c_str());
        if (game.over()) throw nb::value_error("the game is over");
        if (!game.legal(*cell)) throw nb::value_error((text + " is taken").c_str());
        return *cell;
    }

    // Moves are read on the board of the usual size.
    static Hex parse(const std::string& text) { return parse_sized(text, Hex().size()); }
    static Hex parse_sized(const std::string& text, int size) {
        std::string error;
        const auto game = Hex::parse(text, checked(size), error);
        if (!game) throw nb::value_error(error.c_str());
        return *game;
    }
    static int checked(int size) {
        if (size < 1 || size > Hex::largest) throw nb::value_error(("a board has 1 to " + std::to_string(Hex::largest) + " rows, not " + std::to_string(size)).c_str());
        return size;
    }

    static std::string board(const Hex& game) { return game.format(); }
};

void bind_hex(nb::module_& module) {
    bind_game<Hex>(module, "Hex")
        .def_static("sized", &Face<Hex>::parse_sized, nb::arg("text"), nb::arg("size"))
        .def_prop_ro("size", &Hex::size);
}

}  // namespace zermelo::python
