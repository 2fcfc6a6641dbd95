// Games given by rules in Python: ground programs, rules and states.
#include "games/gdl/states.hpp"

#include <ctime>

#include "zermelo/games/gdl/build.hpp"
#include "zermelo/games/gdl/sliced.hpp"

namespace zermelo::python {

namespace {

using Facts = std::vector<std::tuple<std::string, gdl::Atom, gdl::Atom, bool>>;           // text, now, next, initial
using Inputs = std::vector<std::vector<std::tuple<std::string, gdl::Atom, gdl::Atom>>>;  // by role: text, does, legal
using Goals = std::vector<std::vector<std::pair<gdl::Atom, std::int32_t>>>;

std::shared_ptr<GdlRules> make_rules(const gdl::Aspif& ground, std::vector<std::string> roles, const Facts& facts, const Inputs& inputs,
                                     const Goals& goals, gdl::Atom terminal) {
    gdl::GroundProgram program;
    program.atoms = ground.atoms;
    program.rules = ground.rules;
    program.terminal = terminal;
    if (facts.size() > most_facts)
        throw nb::value_error(("the rules have " + std::to_string(facts.size()) + " facts, and a state takes at most " + std::to_string(most_facts)).c_str());
    if (roles.size() > gdl::most_roles || roles.empty() || inputs.size() != roles.size() || goals.size() != roles.size())
        throw nb::value_error(("a game has from 1 to " + std::to_string(gdl::most_roles) + " roles, not " + std::to_string(roles.size())).c_str());
    const auto checked = [&](gdl::Atom atom) {
        if (atom < gdl::never || atom > ground.atoms) throw nb::value_error("there is no atom of this number");
        return atom;
    };
    checked(terminal);
    std::vector<std::string> fact_names;
    std::vector<std::vector<std::string>> move_names;
    for (const auto& [text, now, next, initial] : facts) program.facts.push_back({checked(now), checked(next), initial}), fact_names.push_back(text);
    for (std::size_t role = 0; role < roles.size(); ++role) {
        auto& made = program.roles.emplace_back();
        auto& names = move_names.emplace_back();
        if (inputs[role].size() >= 65536) throw nb::value_error((roles[role] + " has more than 65,535 moves").c_str());
        for (const auto& [text, does, legal] : inputs[role]) made.inputs.push_back({checked(does), checked(legal)}), names.push_back(text);
        for (const auto& [atom, value] : goals[role]) made.goals.push_back({checked(atom), value});
    }
    gdl::Net net;
    {
        nb::gil_scoped_release free;
        net = gdl::build_net(program);
    }
    auto made = std::make_shared<GdlRules>(std::move(net), std::move(roles), std::move(fact_names), std::move(move_names));
    made->ground_rules = ground.rules.size();
    return made;
}

// Moves of one role, as texts.
nb::list moves_of(const GdlState& state, const gdl::Machine& machine, std::size_t role) {
    nb::list out;
    for (std::uint32_t at = 0; at < machine.legal_words(role); ++at)
        for (gdl::Word word = machine.legal_word(role, at); word; word &= word - 1)
            out.append(state.rules->move_names[role][64 * at + static_cast<std::uint32_t>(std::countr_zero(word))]);
    return out;
}

GdlState play_joint(const GdlState& state, const std::vector<std::string>& moves) {
    gdl::Machine& machine = state.machine();
    const GdlRules& rules = *state.rules;
    if (machine.terminal()) throw nb::value_error("the game is over");
    if (moves.size() != rules.role_names.size())
        throw nb::value_error(("there are " + std::to_string(rules.role_names.size()) + " roles, and " + std::to_string(moves.size()) + " moves were given").c_str());
    std::vector<std::uint32_t> joint;
    for (std::size_t role = 0; role < moves.size(); ++role) {
        const std::uint32_t move = rules.move(role, moves[role]);
        if (move == gdl::none || !(machine.legal_word(role, move / 64) >> move % 64 & 1))
            throw nb::value_error((moves[role] + " is not a legal move of " + rules.role_names[role] + " here").c_str());
        joint.push_back(move);
    }
    machine.advance(joint.data());
    return {state.rules, {machine.facts(), machine.facts() + rules.rules.net.fact_words()}};
}

std::vector<int> goals_of(const GdlState& state) {
    const gdl::Machine& machine = state.machine();
    std::vector<int> out;
    for (std::size_t role = 0; role < state.rules->role_names.size(); ++role) {
        out.push_back(machine.goal(role));
        if (out.back() < 0) throw nb::value_error(state.rules->describe(gdl::Problem::goals, role, state.facts).c_str());
    }
    return out;
}

// The mean goals of random games from a state, by role, and the number of games. Those that did not end are left out.
std::pair<std::vector<double>, std::uint64_t> playouts(const GdlState& state, std::uint64_t games, std::uint64_t seed, std::uint32_t longest) {
    const gdl::Net& net = state.rules->rules.net;
    gdl::Sliced sliced(net, seed, gdl::FactsKept::relevant);
    {
        nb::gil_scoped_release free;
        for (std::uint64_t started = 0; started < games; started += gdl::lanes) {
            sliced.load(state.facts.data());
            sliced.finish(longest);
        }
    }
    std::vector<double> means;
    for (std::size_t role = 0; role < net.roles.size(); ++role)
        means.push_back(sliced.games() ? static_cast<double>(sliced.goal_sum(role)) / static_cast<double>(sliced.games()) : 0);
    return {means, sliced.games()};
}

// Steps of random play from the start in about this many seconds of processor time: by counters, or in slices.
std::pair<std::uint64_t, double> random_play(const GdlRules& rules, double seconds, std::uint64_t seed, bool in_slices) {
    nb::gil_scoped_release free;
    const std::clock_t started = std::clock();
    const auto spent = [&] { return static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC; };
    if (in_slices) {
        gdl::Sliced sliced(rules.rules.net, seed, gdl::FactsKept::relevant);
        while (spent() < seconds) sliced.run(64);
        return {sliced.steps(), spent()};
    }
    gdl::Machine& machine = rules.rules.machine();
    Random random(seed);
    std::uint32_t joint[gdl::most_roles];
    std::uint64_t steps = 0;
    machine.load(rules.rules.net.initial.data());
    while (spent() < seconds)
        for (int left = 4096; left > 0; --left, ++steps) {
            if (machine.terminal()) machine.load(rules.rules.net.initial.data());
            for (std::size_t role = 0; role < rules.rules.roles(); ++role)
                if ((joint[role] = machine.random_legal(role, random)) == gdl::none) return {steps, spent()};
            machine.advance(joint);
        }
    return {steps, spent()};
}

// One state of each step of random play in slices: the facts before and after in one lane, and the moves made.
nb::list sliced_play(const GdlRules& rules, std::uint32_t lane, std::uint32_t steps, std::uint64_t seed) {
    gdl::Sliced sliced(rules.rules.net, seed);
    const auto facts = [&] {
        nb::list out;
        for (std::uint32_t at = 0; at < rules.fact_names.size(); ++at)
            if (sliced.fact(lane, at)) out.append(rules.fact_names[at]);
        return out;
    };
    nb::list out;
    for (; steps > 0; --steps) {
        nb::list before = facts(), moves;
        sliced.run(1);
        for (std::size_t role = 0; role < rules.role_names.size(); ++role) {
            const std::uint32_t move = sliced.move(lane, role);
            moves.append(move == gdl::none ? nb::object(nb::none()) : nb::object(nb::str(rules.move_names[role][move].c_str())));
        }
        out.append(nb::make_tuple(before, moves, facts()));
    }
    return out;
}

}  // namespace

std::string GdlRules::describe(gdl::Problem problem, std::size_t role, const std::vector<gdl::Word>& state) const {
    constexpr std::size_t shown = 300;
    std::string facts;
    for (std::uint32_t at = 0; at < fact_names.size() && facts.size() <= shown; ++at)
        if (state[at / 64] >> at % 64 & 1) facts += (facts.empty() ? "" : " ") + fact_names[at];
    if (facts.size() > shown) facts = facts.substr(0, shown) + " ...";
    const std::string where = " in the state " + facts, &name = role_names[role];
    switch (problem) {
        case gdl::Problem::no_move: return name + " has no legal move" + where;
        case gdl::Problem::several_choices: return "more than one role has a choice" + where + ": the game has simultaneous moves";
        case gdl::Problem::goals: return name + " does not have exactly one goal" + where;
        case gdl::Problem::sum: return "the goals do not add up to the same sum as elsewhere" + where + ": the game is not zero-sum";
        case gdl::Problem::too_many_moves: return name + " has too many legal moves for a search" + where;
        default: return "the rules fail" + where;
    }
}

void bind_gdl(nb::module_& module) {
    nb::class_<gdl::Aspif>(module, "GroundProgram", "Rules without variables, as clingo writes them.")
        .def_static("read", [](nb::bytes text) {
            auto read = gdl::read_aspif({text.c_str(), text.size()});
            if (!read) throw nb::value_error("this is not a ground program");
            return std::move(*read);
        }, nb::arg("text"))
        .def_prop_ro("shown", [](const gdl::Aspif& ground) { return ground.shown; })
        .def_prop_ro("rules", [](const gdl::Aspif& ground) { return ground.rules.size(); })
        .def_prop_ro("atoms", [](const gdl::Aspif& ground) { return ground.atoms; });

    nb::class_<GdlRules> rules(module, "GdlRules", "The rules of a game as a propositional net.");
    rules.def_static("make", &make_rules, nb::arg("ground"), nb::arg("roles"), nb::arg("facts"), nb::arg("inputs"), nb::arg("goals"), nb::arg("terminal"))
        .def_prop_ro("roles", [](const GdlRules& rules) { return rules.role_names; })
        .def_prop_ro("facts", [](const GdlRules& rules) { return rules.fact_names; })
        .def_prop_ro("moves", [](const GdlRules& rules) { return rules.move_names; })
        .def_prop_ro("ground_rules", [](const GdlRules& rules) { return rules.ground_rules; })
        .def_prop_ro("relevant_facts", [](const GdlRules& rules) {
            std::vector<std::string> names;
            for (std::uint32_t at = 0; at < rules.fact_names.size(); ++at)
                if (rules.rules.relevance.fact(at)) names.push_back(rules.fact_names[at]);
            return names;
        })
        .def_prop_ro("gates", [](const GdlRules& rules) { return rules.rules.net.gates; })
        .def_prop_ro("literals", [](const GdlRules& rules) { return rules.rules.net.literals.size(); })
        .def_prop_ro("components", [](const GdlRules& rules) { return rules.rules.net.components.size(); })
        .def_prop_ro("turns", [](const GdlRules& rules) { return rules.rules.turns(); })
        .def_prop_ro("zero_sum", [](const GdlRules& rules) { return rules.rules.zero_sum(); })
        .def_prop_ro("sum", [](const GdlRules& rules) { return rules.rules.seen.constant_sum ? rules.rules.seen.sum : std::nullopt; })
        .def_prop_ro("problem", [](const GdlRules& rules) {
            const gdl::Survey& seen = rules.rules.seen;
            return seen.problem == gdl::Problem::none ? std::string() : rules.describe(seen.problem, seen.role, seen.state);
        })
        .def("start", [](std::shared_ptr<GdlRules> rules) { return GdlState{rules, rules->rules.net.initial}; })
        .def("state", [](std::shared_ptr<GdlRules> rules, const std::vector<std::string>& facts) {
            GdlState state{rules, std::vector<gdl::Word>(rules->rules.net.fact_words())};
            for (const std::string& name : facts) {
                const std::uint32_t fact = rules->fact(name);
                if (fact == gdl::none) throw nb::value_error((name + " is not a fact of this game").c_str());
                state.facts[fact / 64] |= gdl::Word{1} << fact % 64;
            }
            return state;
        }, nb::arg("facts"))
        .def("random_play", &random_play, nb::arg("seconds"), nb::arg("seed"), nb::arg("in_slices"))
        .def("sliced_play", &sliced_play, nb::arg("lane"), nb::arg("steps"), nb::arg("seed"));

    nb::class_<GdlState> state(module, "GdlState", "A state of a game that is given by rules.");
    state.def_prop_ro("player", [](const GdlState& state) { return with_game(state, [](const auto& game) { return game.player(); }); })
        .def_prop_ro("terminal", [](const GdlState& state) { return state.machine().terminal(); })
        .def("moves", [](const GdlState& state) {
            return with_game(state, [&](const auto& game) {
                return game.over() ? nb::list() : moves_of(state, state.machine(), static_cast<std::size_t>(game.player()));
            });
        })
        .def("play", [](const GdlState& state, nb::handle move) {
            return with_game(state, [&](const auto& game) {
                if (game.over() && !game.context().failed()) throw nb::value_error("the game is over");
                if (game.over()) return state;
                const auto next = game.play(Face<std::decay_t<decltype(game)>>::from_python(game, move));
                return GdlState{state.rules, {next.facts(), next.facts() + state.facts.size()}};
            });
        }, nb::arg("move"))
        .def("legal", [](const GdlState& state, std::size_t role) {
            if (role >= state.rules->role_names.size()) throw nb::index_error("there is no such role");
            return moves_of(state, state.machine(), role);
        }, nb::arg("role"))
        .def("play_joint", &play_joint, nb::arg("moves"))
        .def("goals", &goals_of)
        .def("utility", [](const GdlState& state) -> nb::object {
            if (!state.machine().terminal()) return nb::none();
            const std::vector<int> goals = goals_of(state);
            if (!state.rules->rules.zero_sum()) return nb::tuple(nb::cast(goals));
            return nb::int_(goals.size() == 1 ? goals[0] : goals[0] - goals[1]);
        })
        .def("facts", [](const GdlState& state) {
            nb::list out;
            for (std::uint32_t at = 0; at < state.rules->fact_names.size(); ++at)
                if (state.facts[at / 64] >> at % 64 & 1) out.append(state.rules->fact_names[at]);
            return out;
        })
        .def("key", [](const GdlState& state) {
            Key hash = 0;
            for (const gdl::Word word : state.facts) hash = mix(hash ^ word);
            return hash;
        })
        .def("__eq__", [](const GdlState& one, const GdlState& other) { return one == other; })
        .def("__hash__", [](const GdlState& state) {
            Key hash = 0;
            for (const gdl::Word word : state.facts) hash = mix(hash ^ word);
            return static_cast<std::int64_t>(hash >> 2);
        })
        .def("playouts", &playouts, nb::arg("games"), nb::arg("seed"), nb::arg("longest"))
        .def("perft", [](const GdlState& state, int depth) {
            return with_game(state, [&](const auto& game) {
                nb::gil_scoped_release free;
                return perft(game, depth);
            });
        }, nb::arg("depth"));
    bind_gdl_searches(state);
    bind_gdl_simulations(state);
    bind_gdl_learning(rules, state);
    state.attr("has_leaf_playouts") = true;
    state.attr("unit") = 100;
}

}  // namespace zermelo::python
