// Pac-Man in Python: a move is North, South, East, West or Stop; cells are (column, line), counted from 1 from the top left.
#include "native_game.hpp"
#include <nanobind/stl/pair.h>

#include "zermelo/games/pacman/notation.hpp"

namespace zermelo::python {

using pacman::Pacman;

template <>
struct Face<Pacman> {
    static constexpr std::array<const char*, 5> names{"North", "South", "East", "West", "Stop"};

    static nb::object to_python(const Pacman&, Pacman::Move move) { return nb::str(names[move]); }

    static Pacman::Move from_python(const Pacman& game, nb::handle move) {
        std::string text;
        if (!nb::try_cast(move, text)) throw nb::value_error("a move is North, South, East, West or Stop");
        if (game.over()) throw nb::value_error("the game is over");
        Moves<Pacman> moves;
        game.moves(moves);
        for (const auto each : moves)
            if (text == names[each]) return each;
        throw nb::value_error((text.substr(0, 20) + " is not a legal move here").c_str());
    }

    static Pacman parse(const std::string& text) {
        std::string error;
        const auto game = pacman::NotationReader(error).read(text);
        if (!game) throw nb::value_error(error.c_str());
        return *game;
    }

    static std::string board(const Pacman& game) { return pacman::write_notation(game); }
};

namespace {

nb::object at(const Pacman& game, pacman::Cell cell) {
    const auto place = game.maze().place(cell);
    return nb::make_tuple(place.column + 1, place.line + 1);
}

// Only the first `ghosts` of the layout's ghosts play, all of them where it is negative.
Pacman read(const std::string& text, int ghosts) {
    std::string error;
    const auto layout = pacman::read_layout(text, error);
    if (!layout) throw nb::value_error(error.c_str());
    auto& homes = layout->maze->homes;
    if (ghosts > static_cast<int>(homes.size()))
        throw nb::value_error(("the layout has " + std::to_string(homes.size()) + " ghosts (G), and " + std::to_string(ghosts) + " are asked for").c_str());
    if (ghosts >= 0) homes.resize(static_cast<std::size_t>(ghosts));
    return Pacman(*layout, pacman::Role::min);
}

nb::list probabilities(const Pacman& game, pacman::Role role) {
    if (game.over() || game.agent() == 0) throw nb::value_error("it is not a ghost's turn");
    Moves<Pacman> moves;
    game.moves(moves);
    std::array<double, Pacman::max_moves> found;
    game.probabilities(role, moves, found);
    nb::list out;
    for (std::size_t each = 0; each < moves.size(); ++each) out.append(nb::make_tuple(Face<Pacman>::names[moves[each]], found[each]));
    return out;
}

nb::tuple ghost(const Pacman& game, std::size_t number) {
    const auto& ghost = game.ghost(number);
    const auto place = game.maze().place(ghost.cell);
    const auto ahead = ghost.half ? pacman::step(place, ghost.direction) : place;
    const bool moved = ghost.direction != pacman::Direction::stop;
    return nb::make_tuple((place.column + ahead.column) / 2.0 + 1, (place.line + ahead.line) / 2.0 + 1,
                          moved ? Face<Pacman>::names[static_cast<std::size_t>(ghost.direction)] : "", static_cast<int>(ghost.scared),
                          at(game, game.maze().homes[number]));
}

}  // namespace

void bind_pacman(nb::module_& module) {
    auto bound = bind_game<Pacman>(module, "Pacman");
    bound.def_static("read", &read, nb::arg("layout"), nb::arg("ghosts"))
        .def_prop_ro("has_chance", &Pacman::has_chance)
        .def_prop_ro("agent", &Pacman::agent)
        .def_prop_ro("agents", &Pacman::agents)
        .def_prop_ro("score", &Pacman::score)
        .def_prop_ro("won", [](const Pacman& game) { return game.outcome() == pacman::Outcome::won; })
        .def_prop_ro("lost", [](const Pacman& game) { return game.outcome() == pacman::Outcome::lost; })
        .def_prop_ro("width", [](const Pacman& game) { return game.maze().width(); })
        .def_prop_ro("height", [](const Pacman& game) { return game.maze().height(); })
        .def_prop_ro("rows", [](const Pacman& game) { return pacman::draw_ground(game, ' '); })
        .def_prop_ro("pacman", [](const Pacman& game) { return at(game, game.pacman()); })
        .def_prop_ro("ghosts", [](const Pacman& game) {
                nb::list out;
                for (std::size_t number = 0; number < game.ghosts(); ++number) out.append(ghost(game, number));
                return out;
            })
        .def_prop_ro("roles", [](const Pacman& game) {
                std::vector<std::string> out;
                for (std::size_t number = 0; number < game.ghosts(); ++number)
                    out.emplace_back(pacman::role_names[static_cast<std::size_t>(game.role(number))]);
                return out;
            })
        .def("with_roles", [](const Pacman& game, const std::vector<int>& roles) {
                Pacman out = game;
                for (std::size_t number = 0; number < game.ghosts() && number < roles.size(); ++number)
                    out.set_role(number, static_cast<pacman::Role>(roles[number]));
                return out;
            }, nb::arg("roles"))
        .def("chances", [](const Pacman& game) { return probabilities(game, game.agent() ? game.role(static_cast<std::size_t>(game.agent() - 1)) : pacman::Role::random); })
        .def("directional", [](const Pacman& game) { return probabilities(game, pacman::Role::directional); });
}

}  // namespace zermelo::python
