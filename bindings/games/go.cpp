// Go in Python: a move is a vertex of GTP, such as "D4", or "pass"; for positions see games/go/notation.hpp.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>

#include "native_game.hpp"
#include "training.hpp"
#include "zermelo/games/go/model.hpp"
#include "zermelo/games/go/notation.hpp"
#include "zermelo/games/go/ownership.hpp"

namespace zermelo::python {

static_assert(HasAdvance<Go> && HasPlayout<Go> && HasPriors<Go> && HasEvaluation<Go>, "a hook under another name would be ignored");

template <int Room>
struct Face<BasicGo<Room>> {
    using G = BasicGo<Room>;

    static nb::object to_python(const G&, go::Point move) { return nb::str(go::format_move<Room>(move).c_str()); }

    static go::Point from_python(const G& game, nb::handle move) {
        std::string text, error;
        if (!nb::try_cast(move, text)) throw nb::value_error("a move is a point, such as \"D4\", or \"pass\"");
        const auto read = go::parse_move(game, text, error);
        if (!read) throw nb::value_error(error.c_str());
        return *read;
    }

    static G parse(const std::string& text) { return parse_with(text, std::min(9, Room), 7.5, "positional", false); }

    static go::Rules rules(double komi, const std::string& superko, bool suicide) {
        std::string error;
        const auto half = go::half_points(komi, error);
        const auto named = half ? go::parse_superko(superko, error) : std::nullopt;
        if (!named) throw nb::value_error(error.c_str());
        return {*half, *named, suicide};
    }

    static G parse_with(const std::string& text, int size, double komi, const std::string& superko, bool suicide) {
        if (size < 2 || size > Room) throw nb::value_error(("the size of the board is from 2 to " + std::to_string(Room) + ", not " + std::to_string(size)).c_str());
        std::string error;
        const auto game = go::parse_position<Room>(text, size, rules(komi, superko, suicide), error);
        if (!game) throw nb::value_error(error.c_str());
        return *game;
    }

    // The points from the top row down, as letters of the colours of `colour_at`.
    template <class ColourAt>
    static std::string cells(const G& game, ColourAt&& colour_at) {
        std::string out;
        for (int row = game.size() - 1; row >= 0; --row)
            for (int column = 0; column < game.size(); ++column) out += ".XO"[colour_at(G::P::at(row, column))];
        return out;
    }

    static std::string board(const G& game) {
        return cells(game, [&](go::Point point) { return game.board().at(point); });
    }
};

namespace {

nb::object vertex(go::Point point) {
    if (point == go::pass) return nb::none();
    return nb::str(go::format_move<Go::room>(point).c_str());
}

}  // namespace

void bind_go(nb::module_& module) {
    using F = Face<Go>;
    bind_game<Go>(module, "Go")
        .def_static("parse", &F::parse_with, nb::arg("text"), nb::arg("size"), nb::arg("komi"), nb::arg("superko"), nb::arg("suicide"))
        .def_prop_ro("size", &Go::size)
        .def_prop_ro("komi", [](const Go& game) { return game.rules().komi / 2.0; })
        .def_prop_ro("superko", [](const Go& game) { return go::superko_names[static_cast<std::size_t>(game.rules().superko)]; })
        .def_prop_ro("suicide", [](const Go& game) { return game.rules().suicide; })
        .def_prop_ro("rules", [](const Go& game) { return go::format_rules(game.rules()); })
        .def_prop_ro("passes", &Go::passes)
        .def_prop_ro("move_number", &Go::move_number)
        .def_prop_ro("ko", [](const Go& game) { return vertex(game.board().ko()); })
        .def_prop_ro("position", [](const Go& game) { return go::format_position(game); })
        .def_prop_ro("rows", [](const Go& game) { return go::format_rows(game.board()); })
        .def_prop_ro("line", [](const Go& game) {
                nb::list out;
                for (const go::Point move : game.line()) out.append(F::to_python(game, move));
                return out;
            })
        .def_prop_ro("past", [](const Go& game) {
                Go at = game.start() ? Go(game.start()->board, game.start()->player, game.rules()) : Go(game.size(), game.rules());
                nb::list out;
                out.append(F::board(at));
                for (const go::Point move : game.line()) at.advance(move), out.append(F::board(at));
                return out;
            })
        .def("evaluate", [](const Go& game) { return game.black_score() / Go::report_scale; })
        .def("owners", [](const Go& game) {
                const auto owners = go::owners(game.board());
                return F::cells(game, [&](go::Point point) { return owners[point]; });
            })
        .def("priors", [](const Go& game) {
                Moves<Go> moves;
                game.moves(moves);
                std::vector<float> priors(moves.size());
                game.priors(moves, priors.data());
                nb::dict out;
                for (std::size_t at = 0; at < moves.size(); ++at) out[F::to_python(game, moves[at])] = priors[at];
                return out;
            })
        // The mean owner of each point, from the top row down, and the mean score, both for Black.
        .def("ownership", [](const Go& game, int playouts, std::uint64_t seed, bool uniform) {
                if (playouts < 1) throw nb::value_error(("playouts must be at least 1, not " + std::to_string(playouts)).c_str());
                nb::gil_scoped_release free;
                const auto mean = go::ownership(game, playouts, seed, uniform);
                std::vector<float> cells;
                for (int row = game.size() - 1; row >= 0; --row)
                    for (int column = 0; column < game.size(); ++column) cells.push_back(mean.of[Go::P::at(row, column)]);
                return std::pair(cells, mean.score / Go::report_scale);
            }, nb::arg("playouts"), nb::arg("seed"), nb::arg("uniform"));
    // Nothing, or what is wrong.
    module.def("load_go_gammas", [](nb::bytes content) { return go::shipped_gammas().load({content.c_str(), content.size()}); }, nb::arg("content"));
    bind_training<learning::GoTraining>(module, "GoTraining");
}

}  // namespace zermelo::python
