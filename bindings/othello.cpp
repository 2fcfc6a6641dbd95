// Othello in Python: a move is a square such as "f5", or "--" for a pass.
#include <nanobind/stl/string_view.h>

#include <bit>

#include "native_game.hpp"
#include "polling.hpp"
#include "zermelo/games/othello_notation.hpp"

namespace zermelo::python {

template <int Size>
struct Face<BasicOthello<Size>> {
    using G = BasicOthello<Size>;

    static nb::object to_python(const G&, typename G::Move move) { return nb::str(othello::format_move(move).c_str()); }

    static typename G::Move from_python(const G& game, nb::handle move) {
        std::string text;
        if (!nb::try_cast(move, text)) throw nb::value_error("a move is a square such as \"f5\", or \"--\" for a pass");
        int square = 0;
        if (const std::string error = othello::parse_move(text, square, Size); !error.empty()) throw nb::value_error(error.c_str());
        if (!game.legal(static_cast<typename G::Move>(square))) throw nb::value_error((text + " is not a legal move here").c_str());
        return static_cast<typename G::Move>(square);
    }

    // A board with its side to move, or the moves of a game from the start.
    static G parse(const std::string& text) {
        G game;
        std::string error;
        const bool is_board = text.find_first_of("-.*xXoO") != std::string::npos && text.size() >= Size * Size;
        if (is_board) {
            error = othello::parse_position(std::string_view(text).substr(0, text.find(';')), game);
        } else {
            std::vector<int> moves;
            error = othello::parse_game(text, G(), moves, game);
        }
        if (!error.empty()) throw nb::value_error(error.c_str());
        return game;
    }

    static std::string board(const G& game) { return othello::format_position(game); }
};

namespace {

nb::dict solve_othello(const Othello& game, nb::dict limits, bool weak, std::size_t megabytes, int threads) {
    if (nb::cast<std::int64_t>(limits["nodes"]) != 0) throw nb::value_error("the Othello solver takes a limit of seconds, not of nodes");
    if (threads > 1) throw nb::value_error("the Othello solver works on one thread");
    const std::size_t bucket = 4 * sizeof(othello::Entry);
    othello::Solver solver(static_cast<int>(std::bit_width((std::max<std::size_t>(megabytes, 1) << 20) / bucket)) - 1);
    othello::Solution found;
    const Polled polled = run_polled(limits, [&](const std::atomic<bool>& stop) {
        found = weak ? solver.window(game.own(), game.other(), -1, 1, &stop) : solver.solve(game.own(), game.other(), &stop);
    });
    nb::dict out;
    const bool known = found.exact;
    const int score = weak ? (found.value > 0) - (found.value < 0) : found.value;
    out["score"] = known ? nb::object(nb::int_(score)) : nb::object(nb::none());
    nb::list line;
    if (known && !game.over()) line.append(othello::format_move(found.move).c_str());
    out["line"] = line;
    out["nodes"] = found.nodes;
    out["seconds"] = polled.seconds;
    out["stopped"] = known ? "complete" : polled.stopped.c_str();
    return out;
}

template <int Size>
void bind_small(nb::module_& module, const char* name) {
    using G = BasicOthello<Size>;
    bind_native<G>(module, name).def("solve", &solve_native<G>, nb::arg("limits"), nb::arg("weak"), nb::arg("megabytes"), nb::arg("threads"));
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_native<Othello>(module, "Othello").def("solve", &solve_othello, nb::arg("limits"), nb::arg("weak"), nb::arg("megabytes"), nb::arg("threads"));
    bind_small<6>(module, "Othello6");
    bind_small<4>(module, "Othello4");
    module.def("load_othello_weights", [](nb::bytes content) { return othello::weights().load({content.c_str(), content.size()}); }, nb::arg("content"));
}

}  // namespace zermelo::python
