// Othello in Python: a move is a square such as "f5", or "--" for a pass.
#include <nanobind/stl/string_view.h>

#include <bit>

#include "native_game.hpp"
#include "training.hpp"
#include "zermelo/games/othello/model.hpp"
#include "zermelo/games/othello/notation.hpp"

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

SearchOutcome solve_othello(const Othello& game, const SearchRequest& request, bool weak, std::size_t megabytes, nb::object cancel) {
    if (request.nodes) throw nb::value_error("the Othello solver takes a limit of seconds, not of nodes");
    if (request.threads > 1) throw nb::value_error("the Othello solver runs on one thread");
    const std::size_t bucket = 4 * sizeof(othello::Entry);
    othello::Solver solver(static_cast<int>(std::bit_width((std::max<std::size_t>(megabytes, 1) << 20) / bucket)) - 1);
    othello::Solution found;
    Run run({nb::none(), cancel});
    const auto started = std::chrono::steady_clock::now();
    const StopReason stopped = run.in_thread(request.seconds, [&](const std::atomic<bool>& stop) {
        found = weak ? solver.window(game.own(), game.other(), -1, 1, &stop) : solver.solve(game.own(), game.other(), &stop);
    });
    const int score = weak ? (found.value > 0) - (found.value < 0) : found.value;
    std::optional<Othello::Move> move;
    if (!game.over()) move = static_cast<Othello::Move>(found.move);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
    return solved(game, found.exact, score, move, found.nodes, seconds, stopped);
}

template <int Size>
void bind_small(nb::module_& module, const char* name) {
    auto bound = bind_game<BasicOthello<Size>>(module, name);
    bind_solver(bound);
}

}  // namespace

void bind_othello(nb::module_& module) {
    bind_game<Othello>(module, "Othello")
        .def("solve", &solve_othello, nb::arg("request"), nb::arg("weak"), nb::arg("megabytes"), nb::arg("cancel").none());
    bind_small<6>(module, "Othello6");
    bind_small<4>(module, "Othello4");
    module.def("load_othello_weights", [](nb::bytes content) { return othello::weights().load({content.c_str(), content.size()}); }, nb::arg("content"));
    bind_training<learning::OthelloTraining>(module, "OthelloTraining");
}

}  // namespace zermelo::python
