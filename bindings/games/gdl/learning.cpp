// The features of games given by rules, and the weights that a game learns for them.
#include "games/gdl/states.hpp"
#include "zermelo/games/gdl/model.hpp"

namespace zermelo::python {

namespace {

using Sums = std::vector<std::pair<std::string, std::vector<std::pair<std::uint32_t, float>>>>;

// Sums over facts are found in Python, which knows what the texts of the facts say.
void set_features(GdlRules& rules, const Sums& sums) {
    rules.features = {static_cast<std::uint32_t>(rules.fact_names.size()), static_cast<std::uint32_t>(rules.role_names.size()), {}};
    rules.feature_names = {"constant"};
    for (const auto& [name, terms] : sums) {
        rules.feature_names.push_back(name);
        auto& sum = rules.features.sums.emplace_back();
        for (const auto& [fact, amount] : terms) {
            if (fact >= rules.fact_names.size()) throw nb::index_error("there is no such fact");
            sum.push_back({fact, amount});
        }
    }
    rules.feature_names.insert(rules.feature_names.end(), rules.fact_names.begin(), rules.fact_names.end());
    for (const std::string& role : rules.role_names) rules.feature_names.push_back("mobility " + role);
    for (const std::string& role : rules.role_names) rules.feature_names.push_back("goal " + role);
}

std::vector<float> measure(const GdlState& state) {
    std::vector<float> out(state.rules->features.size());
    state.rules->features.measure(state.machine(), out.data());
    return out;
}

// The weights after so many seconds or rounds, and the rounds.
std::pair<std::vector<double>, std::uint64_t> learn(const GdlState& state, double seconds, std::uint64_t rounds, std::uint64_t seed, nb::object cancel) {
    return with_game(state, [&](const auto& game) {
        using G = std::decay_t<decltype(game)>;
        gdl::Learner<G> learner(game, state.rules->features, seed);
        Run run({nb::none(), cancel}, &game.context().failed());
        const StopReason stopped = run.in_thread(seconds, [&](const std::atomic<bool>& stop) {
            while (!stop.load(std::memory_order_relaxed) && !game.context().failed().load() && (rounds == 0 || learner.rounds() < rounds)) learner.play_round();
        });
        if (stopped == StopReason::interrupted) PyErr_SetNone(PyExc_KeyboardInterrupt), throw nb::python_error();
        return std::pair(learner.weights(), learner.rounds());
    });
}

}  // namespace

void bind_gdl_learning(nb::class_<GdlRules>& rules, nb::class_<GdlState>& state) {
    rules.def("set_features", &set_features, nb::arg("sums")).def_prop_ro("features", [](const GdlRules& rules) { return rules.feature_names; })
        .def_prop_rw("has_weights", [](const GdlRules& rules) { return rules.has_weights.load(); }, [](GdlRules& rules, bool has) { rules.has_weights.store(has); });
    state.def_prop_ro("has_evaluation", [](const GdlState& state) { return !state.rules->has_weights.load(); })  // 0 everywhere, without weights
        .def("measure", &measure)
        .def("learn", &learn, nb::arg("seconds"), nb::arg("rounds"), nb::arg("seed"), nb::arg("cancel").none());
}

}  // namespace zermelo::python
