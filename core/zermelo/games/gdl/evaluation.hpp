// Static values from the rules alone: a linear function of the facts that hold, of sums over facts that belong together (pieces of a
// kind, their ranks, counters), of the number of legal moves, and of the goals that hold before the end. Weights are in points.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "zermelo/games/gdl/machine.hpp"

namespace zermelo::gdl {

// What a state is measured by, in this order: 1 | sums over facts | facts | mobility by role | goal by role.
struct FeatureSet {
    struct Term {
        std::uint32_t fact;
        float amount;
    };
    std::uint32_t facts = 0, roles = 0;
    std::vector<std::vector<Term>> sums;

    std::size_t first_fact() const { return 1 + sums.size(); }
    std::size_t first_mobility() const { return first_fact() + facts; }
    std::size_t first_goal() const { return first_mobility() + roles; }
    std::size_t size() const { return first_goal() + roles; }

    // How many moves a role can choose from; who has only one waits.
    static float mobility(const Machine& machine, std::size_t role) {
        const std::uint32_t count = machine.legal_count(role);
        return count > 1 ? static_cast<float>(count) : 0;
    }
    static float goal(const Machine& machine, std::size_t role) { return static_cast<float>(std::max(machine.goal(role), 0)); }

    // The features of the machine's state.
    void measure(const Machine& machine, float* out) const {
        out[0] = 1;
        const Word* const holds = machine.facts();
        const auto value = [&](std::uint32_t fact) { return static_cast<float>(holds[fact / 64] >> fact % 64 & 1); };
        for (std::size_t at = 0; at < sums.size(); ++at) {
            float sum = 0;
            for (const Term& term : sums[at]) sum += term.amount * value(term.fact);
            out[1 + at] = sum;
        }
        for (std::uint32_t fact = 0; fact < facts; ++fact) out[first_fact() + fact] = value(fact);
        for (std::size_t role = 0; role < roles; ++role) {
            out[first_mobility() + role] = mobility(machine, role);
            out[first_goal() + role] = goal(machine, role);
        }
    }
};

// The same function with the sums spread over their facts, for searches.
class LinearEvaluation {
public:
    LinearEvaluation(const FeatureSet& features, std::span<const double> weights)
        : constant_(static_cast<float>(weights[0])), facts_(64 * words_for(features.facts), 0.0f) {
        for (std::uint32_t fact = 0; fact < features.facts; ++fact) facts_[fact] = static_cast<float>(weights[features.first_fact() + fact]);
        for (std::size_t at = 0; at < features.sums.size(); ++at)
            for (const FeatureSet::Term& term : features.sums[at]) facts_[term.fact] += term.amount * static_cast<float>(weights[1 + at]);
        for (std::size_t role = 0; role < features.roles; ++role) {
            mobility_.push_back(static_cast<float>(weights[features.first_mobility() + role]));
            goals_.push_back(static_cast<float>(weights[features.first_goal() + role]));
        }
    }

    // MAX's points in the machine's state.
    float operator()(const Machine& machine) const {
        float sum = constant_;
        const Word* const holds = machine.facts();
        for (std::uint32_t at = 0; at < facts_.size() / 64; ++at)
            for (Word word = holds[at]; word; word &= word - 1) sum += facts_[64 * at + static_cast<std::uint32_t>(std::countr_zero(word))];
        for (std::size_t role = 0; role < mobility_.size(); ++role) {
            if (mobility_[role] != 0) sum += mobility_[role] * FeatureSet::mobility(machine, role);
            if (goals_[role] != 0) sum += goals_[role] * FeatureSet::goal(machine, role);
        }
        return sum;
    }

private:
    float constant_;
    std::vector<float> facts_, mobility_, goals_;
};

}  // namespace zermelo::gdl
