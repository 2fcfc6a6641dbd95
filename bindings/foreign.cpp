// Games from outside in Python: their rules and their states.
#include "foreign_searches.hpp"
#include "zermelo/game/foreign_trial.hpp"
#include "zermelo/search/reference.hpp"

namespace zermelo::python {

namespace {

PyType_Slot rules_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(&Rules::traverse)},
    {Py_tp_clear, reinterpret_cast<void*>(&Rules::clear)},
    {0, nullptr},
};

// The bytes as text, for games that write no states.
std::string in_digits(const std::vector<unsigned char>& bytes) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : bytes) text += digits[byte >> 4], text += digits[byte & 15];
    return text;
}

nb::list moves_of(const Foreign& state) {
    return with_game(state, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        nb::list out;
        Moves<G> moves;
        game.moves(moves);
        for (const auto move : moves) out.append(Face<G>::to_python(game, move));
        return out;
    });
}

Foreign play(const Foreign& state, nb::handle given) {
    return with_game(state, [&](const auto& game) {
        const std::int32_t move = Face<std::decay_t<decltype(game)>>::from_python(game, given);
        return as_foreign(state, game.table().failed() ? game : game.play(move));
    });
}

// The outcomes where chance moves, each with its weight.
nb::list chances_of(const Foreign& state) {
    return with_game(state, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        if (game.player() >= 0) throw nb::value_error("it is not chance's turn");
        nb::list out;
        Moves<G> moves;
        typename G::Weights weights;
        game.chances(moves, weights);
        for (std::size_t at = 0; at < moves.size(); ++at) out.append(nb::make_tuple(Face<G>::to_python(game, moves[at]), weights[at]));
        return out;
    });
}

// MAX's number, or one for each player.
template <class G>
nb::object worth_of(const G& game, const typename G::Units& units) {
    const zermelo_game& rules = game.table().game;
    if (!rules.payoffs) return as_number(units[0], rules.scale);
    nb::list out;
    for (const std::int32_t each : units) out.append(as_number(each, rules.scale));
    return nb::tuple(out);
}

}  // namespace

void bind_foreign(nb::module_& module) {
    nb::class_<Rules>(module, "ForeignRules", nb::type_slots(rules_slots), "A game from outside: the functions of its table.")
        .def("__init__", [](Rules* self, std::uintptr_t address, nb::object owner, nb::object explain) {
                new (self) Rules(address, std::move(owner), std::move(explain));
            }, nb::arg("address"), nb::arg("owner"), nb::arg("explain"))
        .def_prop_ro("name", [](const Rules& rules) { return as_text(rules.name()); })
        .def_prop_ro("has_evaluation", [](const Rules& rules) { return rules.game().evaluate != nullptr; })
        .def_prop_ro("writes_states", [](const Rules& rules) { return rules.game().write_state != nullptr; })
        .def_prop_ro("has_chance", [](const Rules& rules) { return rules.game().chances != nullptr; })
        .def_prop_ro("has_payoffs", [](const Rules& rules) { return rules.game().payoffs != nullptr; })
        .def_prop_ro("players", [](const Rules& rules) { return rules.game().players; })
        .def_prop_ro("state_size", [](const Rules& rules) { return rules.game().state_size; })
        .def("trial", [](const Rules& rules, int games, int plies, std::uint64_t seed) {
                return ForeignTrial(rules.game()).run(games, plies, seed);
            }, nb::arg("games"), nb::arg("plies"), nb::arg("seed"))
        .def("start", [](std::shared_ptr<Rules> rules) {
                Foreign state{rules, std::vector<unsigned char>(rules->game().state_size)};
                const std::int32_t status = rules->game().start(state.bytes.data());
                if (status != ZERMELO_OK) rules->raise({"start", status, nullptr, -1, state.bytes});
                return state;
            })
        .def("state", [](std::shared_ptr<Rules> rules, nb::bytes bytes) {
                if (bytes.size() != rules->game().state_size) throw nb::value_error("these bytes are no state of the game");
                const auto* begin = reinterpret_cast<const unsigned char*>(bytes.c_str());
                return Foreign{rules, {begin, begin + bytes.size()}};
            }, nb::arg("bytes"));

    nb::class_<Foreign> state(module, "Foreign", "A state of a game from outside.");
    state.def_prop_ro("player", [](const Foreign& state) { return with_game(state, [](const auto& game) { return game.player(); }); })
        .def("moves", &moves_of)
        .def("play", &play, nb::arg("move"))
        .def("utility", [](const Foreign& state) {
                return with_game(state, [&](const auto& game) {
                    return game.over() ? worth_of(game, game.units()) : nb::object(nb::none());
                });
            })
        .def("evaluate", [](const Foreign& state) {
                return with_game(state, [&](const auto& game) { return worth_of(game, game.static_units()); });
            })
        .def("chances", &chances_of)
        .def_prop_ro("has_chance", [](const Foreign& state) { return state.rules->game().chances != nullptr; })
        .def("key", [](const Foreign& state) { return with_game(state, [](const auto& game) { return game.key(); }); })
        .def("__eq__", [](const Foreign& one, const Foreign& other) { return one == other; })
        .def("__hash__", [](const Foreign& state) {
                return nb::hash(nb::bytes(reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size()));
            })
        .def_prop_ro("bytes", [](const Foreign& state) {
                return nb::bytes(reinterpret_cast<const char*>(state.bytes.data()), state.bytes.size());
            })
        .def_prop_ro("board", [](const Foreign& state) { return in_digits(state.bytes); })
        .def_prop_ro("text", [](const Foreign& state) {
                char text[state_room] = {};
                const std::int32_t status = state.rules->game().write_state(state.bytes.data(), text, state_room);
                if (status != ZERMELO_OK) state.rules->raise({"write_state", status, nullptr, -1, state.bytes});
                text[state_room - 1] = 0;
                return as_text(text);
            })
        .def("perft", [](const Foreign& state, int depth) {
                return with_game(state, [&](const auto& game) {
                    nb::gil_scoped_release free;
                    return perft(game, depth);
                });
            }, nb::arg("depth"))
        .def("reference", [](const Foreign& state, int depth) {
                return with_game(state, [&](const auto& game) {
                    nb::gil_scoped_release free;
                    std::uint64_t nodes = 0;
                    const Value value = reference_alpha_beta<BySign>(game, depth, -infinity, infinity, nodes);
                    return std::pair<int, std::uint64_t>(value, nodes);
                });
            }, nb::arg("depth"));
    bind_foreign_alpha_beta(state);
    bind_foreign_searches(state);
    state.attr("has_evaluation") = true;  // its own, or 0 everywhere
    state.attr("unit") = 1;
}

}  // namespace zermelo::python
