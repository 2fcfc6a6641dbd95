// Games that the interpreter plays in Python: rules and states with the interface of those that are nets. Facts and moves are texts.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "native_game.hpp"
#include "leaf_values.hpp"
#include "payoffs.hpp"
#include "zermelo/game/coalition.hpp"
#include "zermelo/games/gdl/interpreted_game.hpp"
#include "zermelo/search/max_n.hpp"

namespace zermelo::python {

using datalog::InterpretedContext;
using datalog::InterpretedGame;
using datalog::InterpretedRules;
using datalog::RulesError;
using datalog::TermId;

namespace {

struct InterpretedState {
    std::shared_ptr<const InterpretedRules> rules;
    datalog::StatePointer state;

    bool operator==(const InterpretedState& other) const { return rules == other.rules && *state == *other.state; }
};

}  // namespace

template <>
nb::object state_to_python(const InterpretedGame& game) {
    return nb::cast(InterpretedState{game.context().owner, game.state()});
}

template <>
struct Face<InterpretedGame> {
    static nb::object to_python(const InterpretedGame& game, TermId move) { return nb::str(game.context().rules.interpreter.terms().text(move).c_str()); }
    static TermId from_python(const InterpretedGame& game, nb::handle given) {
        std::string text;
        const auto move = nb::try_cast(given, text) ? game.context().rules.interpreter.parse(text) : std::nullopt;
        if (!move || !game.legal(*move)) throw nb::value_error((nb::cast<std::string>(nb::str(given)) + " is not a legal move here").c_str());
        return *move;
    }
};

using InterpretedView = CoalitionView<InterpretedGame>;

template <>
nb::object state_to_python(const InterpretedView& view) {
    return state_to_python(view.game());
}

template <>
struct Face<InterpretedView> {
    static nb::object to_python(const InterpretedView& view, TermId move) { return Face<InterpretedGame>::to_python(view.game(), move); }
    static TermId from_python(const InterpretedView& view, nb::handle move) { return Face<InterpretedGame>::from_python(view.game(), move); }
};

namespace {

// A term is a name followed by the places of its arguments; a rule is its head and its body of atoms, each with whether it is negated.
using FlatTerm = std::vector<std::int64_t>;
using FlatRule = std::pair<std::uint32_t, std::vector<std::pair<std::uint32_t, bool>>>;

std::shared_ptr<InterpretedRules> make_rules(std::vector<std::string> symbols, const std::vector<FlatTerm>& terms, const std::vector<FlatRule>& rules,
                                             double seconds) {
    datalog::Sheet sheet{std::move(symbols), {}, {}};
    for (const FlatTerm& term : terms) {
        if (term.empty() || std::any_of(term.begin(), term.end(), [](std::int64_t part) { return part < INT32_MIN || part > INT32_MAX; }))
            throw nb::value_error("a flattened term is a list of a name and places");
        sheet.terms.push_back({static_cast<std::int32_t>(term[0]), {term.begin() + 1, term.end()}});
    }
    for (const auto& [head, body] : rules) {
        sheet.rules.push_back({head, {}});
        for (const auto& [atom, negated] : body) sheet.rules.back().body.push_back({atom, negated});
    }
    datalog::Limits limits;
    limits.seconds = seconds;
    nb::gil_scoped_release free;
    return std::make_shared<InterpretedRules>(sheet, limits);
}

// Do `work` with the state as a game, and raise if it broke what the rules promise.
template <class Work>
auto with_game(const InterpretedState& state, const Work& work) {
    const auto context = std::make_shared<InterpretedContext>(state.rules);
    const InterpretedGame game(context, state.state);
    if (context->failed()) throw nb::value_error(context->problem().c_str());
    auto result = work(game);
    if (context->failed()) throw nb::value_error(context->problem().c_str());
    return result;
}

std::vector<std::string> texts(const InterpretedState& state, const std::vector<TermId>& terms) {
    std::vector<std::string> out;
    for (const TermId term : terms) out.push_back(state.rules->interpreter.terms().text(term));
    return out;
}

std::vector<TermId> legal_moves(const InterpretedState& state, std::size_t role) {
    if (role >= state.rules->roles()) throw nb::index_error("there is no such role");
    nb::gil_scoped_release free;
    return state.rules->interpreter.legal(state.state, role);
}

bool is_terminal(const InterpretedState& state) {
    nb::gil_scoped_release free;
    return state.rules->interpreter.terminal(state.state);
}

InterpretedState play_joint(const InterpretedState& state, const std::vector<std::string>& moves) {
    const InterpretedRules& rules = *state.rules;
    if (is_terminal(state)) throw nb::value_error("the game is over");
    if (moves.size() != rules.roles())
        throw nb::value_error(("there are " + std::to_string(rules.roles()) + " roles, and " + std::to_string(moves.size()) + " moves were given").c_str());
    std::vector<TermId> joint;
    for (std::size_t role = 0; role < moves.size(); ++role) {
        const auto move = rules.interpreter.parse(moves[role]);
        const std::vector<TermId> legal = legal_moves(state, role);
        if (!move || std::find(legal.begin(), legal.end(), *move) == legal.end())
            throw nb::value_error((moves[role] + " is not a legal move of " + rules.role(role) + " here").c_str());
        joint.push_back(*move);
    }
    nb::gil_scoped_release free;
    return {state.rules, rules.interpreter.next(state.state, joint)};
}

std::vector<int> goals_of(const InterpretedState& state) {
    std::vector<int> out;
    for (std::size_t role = 0; role < state.rules->roles(); ++role) {
        const std::vector<int> goals = state.rules->interpreter.goals(state.state, role);
        if (goals.size() != 1) throw RulesError(state.rules->no_goal(role, *state.state));
        out.push_back(goals.front());
    }
    return out;
}

// Steps of random play from the start in about this many seconds of this thread.
std::pair<std::uint64_t, double> random_play(const InterpretedRules& rules, double seconds, std::uint64_t seed) {
    using Clock = std::chrono::steady_clock;
    nb::gil_scoped_release free;
    const auto started = Clock::now();
    const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - started).count(); };
    Random random(seed);
    std::uint64_t steps = 0;
    datalog::StatePointer state = rules.interpreter.initial();
    std::vector<TermId> joint(rules.roles());
    for (; spent() < seconds; ++steps) {
        datalog::Interpreter::Session session(rules.interpreter, state);
        if (session.terminal(state)) state = rules.interpreter.initial();
        for (std::size_t role = 0; role < joint.size(); ++role) {
            const std::vector<TermId> moves = session.legal(state, role);
            if (moves.empty()) return {steps, spent()};
            joint[role] = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        }
        state = session.next(state, joint);
    }
    return {steps, spent()};
}

// The mean goals of random games from a state, by role, and the number of games. Those that did not end are left out.
std::pair<std::vector<double>, std::uint64_t> playouts(const InterpretedState& from, std::uint64_t games, std::uint64_t seed, std::uint32_t longest) {
    nb::gil_scoped_release free;
    const InterpretedRules& rules = *from.rules;
    Random random(seed);
    std::vector<double> means(rules.roles(), 0);
    std::vector<TermId> joint(rules.roles());
    std::uint64_t ended = 0;
    for (; games > 0; --games) {
        datalog::StatePointer state = from.state;
        datalog::Interpreter::Session session(rules.interpreter, state);
        std::uint32_t steps = 0;
        for (; steps < longest && !session.terminal(state); ++steps) {
            for (std::size_t role = 0; role < joint.size(); ++role) {
                const std::vector<TermId> moves = session.legal(state, role);
                if (moves.empty()) throw RulesError(rules.no_move(role, *state));
                joint[role] = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            }
            state = session.next(state, joint);
        }
        if (steps == longest) continue;
        ++ended;
        for (std::size_t role = 0; role < joint.size(); ++role) {
            const std::vector<int> goals = session.goals(state, role);
            if (goals.size() != 1) throw RulesError(rules.no_goal(role, *state));
            means[role] += (goals.front() - means[role]) / static_cast<double>(ended);
        }
    }
    return {means, ended};
}

Payoffs checked_payoffs(const InterpretedGame& game, const nb::object& given) {
    return read_role_payoffs(given, game.context());
}

// The static values of all players.
Payoffs static_payoffs(const InterpretedGame& game, const nb::object& function, FirstError& error) {
    Payoffs payoffs;
    error.guard([&] {
        if (function.is_none()) throw nb::value_error("the search stops before the end of the game, whose rules give no static values: pass evaluate=");
        payoffs = checked_payoffs(game, function(state_to_python(game)));
        return false;
    });
    while (payoffs.size() < game.context().players()) payoffs.push_back(0);  // it has raised
    return payoffs;
}

void bind_searches(nb::class_<InterpretedState>& state) {
    state
        .def("alpha_beta", [](const InterpretedState& root, TranspositionTable& table, const SearchRequest& request, nb::object evaluation, nb::list moves,
                              nb::object on_pass, nb::object cancel) {
                return with_game(root, [&](const InterpretedGame& game) {
                    const auto run = [&](const auto& seen) {
                        return run_alpha_beta(seen, table, request, evaluation, moves, {on_pass, cancel}, &game.context().failed());
                    };
                    SearchOutcome outcome = request.partners ? run(InterpretedView(game, request.partners)) : run(game);
                    if (game.context().failed()) table.clear();  // it may hold values of states that broke a promise
                    return outcome;
                });
            }, nb::arg("table"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("prove", [](const InterpretedState& root, const SearchRequest& request, double goal, std::size_t megabytes, nb::object cancel) {
                return with_game(root, [&](const InterpretedGame& game) {
                    return run_proof(game, request, goal, megabytes, {nb::none(), cancel}, &game.context().failed());
                });
            }, nb::arg("request"), nb::arg("goal"), nb::arg("megabytes"), nb::arg("cancel").none())
        .def("mcts", [](const InterpretedState& root, KeptTree& tree, const SearchRequest& request, nb::object evaluation, nb::object on_pass, nb::object cancel) {
                return with_game(root, [&](const InterpretedGame& game) {
                    if (game.context().zero_sum) return run_mcts(game, tree, request, evaluation, {on_pass, cancel}, &game.context().failed());
                    Run run({on_pass, cancel}, &game.context().failed());
                    const auto evaluate_batch = [&](const std::vector<InterpretedGame>& games, const Interrupted&) {
                        std::vector<LeafValue<Payoffs>> values;
                        run.error.guard([&] {
                            values = evaluate_leaves<Payoffs>(evaluation, games, state_to_python<InterpretedGame>,
                                                              [&](const nb::object& given) { return checked_payoffs(game, given); });
                            return false;
                        });
                        return values;
                    };
                    tree.forget_other<InterpretedGame>();
                    return run.search(game, request, !evaluation.is_none(), [&](const SearchRequest& asked, const auto& tell) {
                        return mcts<true>(game, asked, [&](const InterpretedGame& at) { return static_payoffs(at, evaluation, run.error); }, tree, tell,
                                          evaluate_batch);
                    });
                });
            }, nb::arg("tree"), nb::arg("request"), nb::arg("evaluation").none(), nb::arg("on_pass").none(), nb::arg("cancel").none())
        .def("max_n", [](const InterpretedState& root, const SearchRequest& request, nb::object evaluation, nb::list only, nb::object on_pass, nb::object cancel) {
                return with_game(root, [&](const InterpretedGame& game) {
                    Run run({on_pass, cancel}, &game.context().failed());
                    const Moves<InterpretedGame> moves = root_moves(game, only);
                    return run.search(game, request, !evaluation.is_none(), [&](const SearchRequest& asked, const auto& tell) {
                        return max_n(game, moves, asked, [&](const InterpretedGame& at) { return static_payoffs(at, evaluation, run.error); }, tell);
                    });
                });
            }, nb::arg("request"), nb::arg("evaluation").none(), nb::arg("moves"), nb::arg("on_pass").none(), nb::arg("cancel").none());
}

}  // namespace

void bind_gdl_interpreter(nb::module_& module) {
    nb::class_<InterpretedRules>(module, "InterpretedRules", "The rules of a game, played as they are written.")
        .def_static("make", &make_rules, nb::arg("symbols"), nb::arg("terms"), nb::arg("rules"), nb::arg("seconds"))
        .def_prop_ro("roles", [](const InterpretedRules& rules) {
            std::vector<std::string> out;
            for (std::size_t role = 0; role < rules.roles(); ++role) out.push_back(rules.role(role));
            return out;
        })
        .def_prop_ro("turns", &InterpretedRules::turns)
        .def_prop_ro("zero_sum", &InterpretedRules::zero_sum)
        .def_prop_ro("sum", &InterpretedRules::sum)
        .def_prop_ro("problem", &InterpretedRules::problem)
        .def("start", [](std::shared_ptr<InterpretedRules> rules) { return InterpretedState{rules, rules->interpreter.initial()}; })
        .def("state", [](std::shared_ptr<InterpretedRules> rules, const std::vector<std::string>& facts) {
            std::vector<TermId> terms;
            for (const std::string& text : facts) {
                const auto fact = rules->interpreter.parse(text);
                if (!fact) throw nb::value_error((text + " is not a fact of this game").c_str());
                terms.push_back(*fact);
            }
            return InterpretedState{rules, std::make_shared<const datalog::State>(rules->interpreter.terms(), std::move(terms))};
        }, nb::arg("facts"))
        .def("random_play", &random_play, nb::arg("seconds"), nb::arg("seed"));

    nb::class_<InterpretedState> state(module, "InterpretedState", "A state of a game whose rules are interpreted.");
    state.def_prop_ro("player", [](const InterpretedState& state) { return with_game(state, [](const InterpretedGame& game) { return game.player(); }); })
        .def_prop_ro("terminal", &is_terminal)
        .def("moves", [](const InterpretedState& state) {
            return with_game(state, [&](const InterpretedGame& game) {
                Moves<InterpretedGame> moves;
                game.moves(moves);
                return texts(state, {moves.begin(), moves.end()});
            });
        })
        .def("play", [](const InterpretedState& state, nb::handle move) {
            return with_game(state, [&](const InterpretedGame& game) {
                if (game.over()) throw nb::value_error("the game is over");
                return InterpretedState{state.rules, game.play(Face<InterpretedGame>::from_python(game, move)).state()};
            });
        }, nb::arg("move"))
        .def("legal", [](const InterpretedState& state, std::size_t role) { return texts(state, legal_moves(state, role)); }, nb::arg("role"))
        .def("play_joint", &play_joint, nb::arg("moves"))
        .def("goals", &goals_of)
        .def("utility", [](const InterpretedState& state) -> nb::object {
            if (!is_terminal(state)) return nb::none();
            const std::vector<int> goals = goals_of(state);
            if (!state.rules->zero_sum()) return nb::tuple(nb::cast(goals));
            return nb::int_(goals.size() == 1 ? goals[0] : goals[0] - goals[1]);
        })
        .def("facts", [](const InterpretedState& state) {
            const datalog::Terms& terms = state.rules->interpreter.terms();
            std::vector<TermId> facts = state.state->facts;
            std::sort(facts.begin(), facts.end(), [&](TermId one, TermId other) { return terms.less(one, other); });
            return texts(state, facts);
        })
        .def("key", [](const InterpretedState& state) { return mix(state.state->hash); })
        .def("__eq__", [](const InterpretedState& one, const InterpretedState& other) { return one == other; })
        .def("__hash__", [](const InterpretedState& state) { return static_cast<std::int64_t>(state.state->hash >> 2); })
        .def("playouts", &playouts, nb::arg("games"), nb::arg("seed"), nb::arg("longest"))
        .def("perft", [](const InterpretedState& state, int depth) {
            return with_game(state, [&](const InterpretedGame& game) {
                nb::gil_scoped_release free;
                return perft(game, depth);
            });
        }, nb::arg("depth"));
    bind_searches(state);
    state.attr("has_evaluation") = true;  // 0 everywhere
    state.attr("unit") = 1;
}

}  // namespace zermelo::python
