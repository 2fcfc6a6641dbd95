// Games given by rules as Python holds them: the rules, which are a net and the texts of facts and moves, and states.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native_game.hpp"
#include "payoffs.hpp"
#include "zermelo/games/gdl/joint_game.hpp"

namespace zermelo::python {

// The rules with the texts of what they are about.
class GdlRules {
public:
    GdlRules(gdl::Net net, std::vector<std::string> roles, std::vector<std::string> facts, std::vector<std::vector<std::string>> moves)
        : rules(std::move(net)), role_names(std::move(roles)), fact_names(std::move(facts)), move_names(std::move(moves)) {
        for (const auto& names : move_names) {
            move_numbers_.emplace_back();
            for (std::uint32_t at = 0; at < names.size(); ++at) move_numbers_.back().emplace(names[at], at);
        }
        for (std::uint32_t at = 0; at < fact_names.size(); ++at) fact_numbers_.emplace(fact_names[at], at);
    }

    const gdl::Rules rules;
    const std::vector<std::string> role_names, fact_names;
    const std::vector<std::vector<std::string>> move_names;  // by role
    std::size_t ground_rules = 0;                            // from which the net was built
    gdl::FeatureSet features;                 // of the static values
    std::vector<std::string> feature_names;
    std::atomic<bool> has_weights{false};     // learnt; Python keeps them, and passes them to each search

    // The number of a move or a fact, `none` if there is none of the name.
    std::uint32_t move(std::size_t role, const std::string& name) const { return find(move_numbers_[role], name); }
    std::uint32_t fact(const std::string& name) const { return find(fact_numbers_, name); }

    std::string describe(gdl::Problem problem, std::size_t role, const std::vector<gdl::Word>& state) const;

private:
    using Numbers = std::unordered_map<std::string, std::uint32_t>;
    static std::uint32_t find(const Numbers& numbers, const std::string& name) {
        const auto found = numbers.find(name);
        return found == numbers.end() ? gdl::none : found->second;
    }
    std::vector<Numbers> move_numbers_;
    Numbers fact_numbers_;
};

struct GdlState {
    std::shared_ptr<const GdlRules> rules;
    std::vector<gdl::Word> facts;

    bool operator==(const GdlState& other) const { return rules == other.rules && facts == other.facts; }
    gdl::Machine& machine() const {
        gdl::Machine& machine = rules->rules.machine();
        machine.load(facts.data());
        return machine;
    }
};

// One search, which names moves.
struct GdlContext : gdl::SearchContext {
    explicit GdlContext(const GdlRules& owner) : gdl::SearchContext(owner.rules), owner(&owner) {}
    const GdlRules* owner;

    template <class G>
    static const GdlRules& of(const G& game) {
        return *static_cast<const GdlContext&>(game.context()).owner;
    }
};

template <std::size_t Words, int MostMoves>
struct Face<gdl::Game<Words, MostMoves>> {
    using G = gdl::Game<Words, MostMoves>;
    static const GdlRules& rules(const G& game) { return GdlContext::of(game); }
    static nb::object to_python(const G& game, typename G::Move move) {
        return nb::str(rules(game).move_names[static_cast<std::size_t>(game.player())][move].c_str());
    }
    static typename G::Move from_python(const G& game, nb::handle given) {
        std::string text;
        const std::uint32_t move = nb::try_cast(given, text) ? rules(game).move(static_cast<std::size_t>(game.player()), text) : gdl::none;
        if (move == gdl::none || !game.legal(static_cast<typename G::Move>(move)))
            throw nb::value_error((nb::cast<std::string>(nb::str(given)) + " is not a legal move here").c_str());
        return static_cast<typename G::Move>(move);
    }
};

template <std::size_t Words, int MostMoves>
struct Face<gdl::JointGame<Words, MostMoves>> {
    using G = gdl::JointGame<Words, MostMoves>;
    static nb::object to_python(const G& game, std::size_t role, typename G::Move move) {
        return nb::str(GdlContext::of(game).move_names[role][move].c_str());
    }
};

// Static values as Python asks for them: the weights of all features, a function of a state, or none.
struct GdlEvaluation {
    nb::object function = nb::none();
    std::optional<gdl::LinearEvaluation> linear;

    GdlEvaluation() = default;
    GdlEvaluation(const GdlState& state, const nb::object& given) {
        if (!nb::isinstance<nb::list>(given)) {
            function = given;
            return;
        }
        const auto weights = nb::cast<std::vector<double>>(given);
        if (weights.size() != state.rules->features.size()) throw nb::value_error("there must be a weight for each feature");
        linear.emplace(state.rules->features, weights);
    }
    bool calls_python() const { return !function.is_none(); }
};

// Do `work` with the state as a game of one size, and raise if it broke what the rules promise.
template <class G, class Work>
auto as_game(const GdlState& state, const Work& work, const GdlEvaluation& evaluation) {
    GdlContext context(*state.rules);
    if (evaluation.linear) context.evaluation = &*evaluation.linear;
    auto result = work(G(context, state.facts.data()));
    if (context.failed()) throw nb::value_error(state.rules->describe(context.problem(), context.role(), context.state()).c_str());
    return result;
}

// The same in the smallest size that the state fits.
template <template <std::size_t, int> class G = gdl::Game, class Work>
auto with_game(const GdlState& state, const Work& work, const GdlEvaluation& evaluation = {}) {
    const gdl::Net& net = state.rules->rules.net;
    std::uint32_t inputs = 0;
    for (const gdl::Net::Role& role : net.roles) inputs = std::max(inputs, role.inputs);
    if (net.facts <= 256 && inputs <= 192) return as_game<G<4, 192>>(state, work, evaluation);
    if (net.facts <= 1024) return as_game<G<16, 1024>>(state, work, evaluation);
    return as_game<G<128, 1024>>(state, work, evaluation);
}
inline constexpr std::uint32_t most_facts = 8192;

// Adds the searches for two players and puzzles: alpha-beta, the solver, proof-number search; and those of Monte-Carlo and max^n.
void bind_gdl_searches(nb::class_<GdlState>& state);
void bind_gdl_simulations(nb::class_<GdlState>& state);
void bind_gdl_learning(nb::class_<GdlRules>& rules, nb::class_<GdlState>& state);

}  // namespace zermelo::python
