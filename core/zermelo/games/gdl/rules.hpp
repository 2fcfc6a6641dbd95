// A game given by its net. Whether roles move in turn, and whether goals add up to a constant, the rules do not state: random games
// suggest it, and a search that meets a state to the contrary stops with an error.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/games/gdl/evaluation.hpp"
#include "zermelo/games/gdl/machine.hpp"
#include "zermelo/games/gdl/net.hpp"
#include "zermelo/games/gdl/relevance.hpp"

namespace zermelo::gdl {

inline constexpr std::size_t most_roles = 16;

enum class Problem : std::uint8_t { none, no_move, several_choices, goals, sum, too_many_moves };

// What random games show of the rules.
struct Survey {
    bool turns = true;                   // at most one role has more than one legal move
    std::optional<std::int32_t> sum;     // of the goals of two roles at every end
    bool constant_sum = true;
    std::vector<std::uint32_t> idle;     // by role: its usual only move while another has a choice, or `none`
    Problem problem = Problem::none;     // of the rules themselves
    std::size_t role = 0;                // whose problem it is
    std::vector<Word> state;             // where it was met
    std::uint64_t games = 0, steps = 0, longest = 0;
};

inline Survey survey(const Net& net, std::uint64_t games, std::uint64_t steps, std::uint64_t seed) {
    Survey out;
    Machine machine(net);
    Random random(seed);
    const std::size_t roles = net.roles.size();
    std::vector<std::vector<std::uint32_t>> idle(roles);
    for (std::size_t role = 0; role < roles; ++role) idle[role].assign(net.roles[role].inputs, 0);
    std::vector<std::uint32_t> joint(roles);
    const auto problem = [&](Problem what, std::size_t role) {
        out.problem = what, out.role = role;
        out.state.assign(machine.facts(), machine.facts() + net.fact_words());
    };
    for (; out.games < games && out.steps < steps && out.problem == Problem::none; ++out.games) {
        machine.load(net.initial.data());
        const std::uint64_t begun = out.steps;
        for (; !machine.terminal() && out.steps < steps; ++out.steps, out.longest = std::max(out.longest, out.steps - begun)) {
            std::size_t choices = 0;
            for (std::size_t role = 0; role < roles; ++role) {
                joint[role] = machine.random_legal(role, random);
                if (joint[role] == none) {
                    problem(Problem::no_move, role);
                    break;
                }
                choices += machine.legal_count(role) > 1;
            }
            if (out.problem != Problem::none) break;
            if (choices > 1) out.turns = false;
            if (choices == 1)
                for (std::size_t role = 0; role < roles; ++role)
                    if (machine.legal_count(role) == 1) ++idle[role][joint[role]];
            machine.advance(joint.data());
        }
        if (out.problem != Problem::none || !machine.terminal()) break;
        std::int32_t sum = 0;
        for (std::size_t role = 0; role < roles; ++role) {
            const std::int32_t goal = machine.goal(role);
            if (goal < 0) {
                problem(Problem::goals, role);
                break;
            }
            sum += goal;
        }
        if (out.problem != Problem::none) break;
        if (out.sum && *out.sum != sum) out.constant_sum = false;
        out.sum = sum;
    }
    for (std::size_t role = 0; role < roles; ++role) {
        const auto most = std::max_element(idle[role].begin(), idle[role].end());
        out.idle.push_back(most == idle[role].end() || *most == 0 ? none : static_cast<std::uint32_t>(most - idle[role].begin()));
    }
    return out;
}

class Rules {
public:
    static constexpr std::uint64_t survey_games = 200, survey_steps = 20'000;

    explicit Rules(Net given) : net(std::move(given)), relevance(relevance_of(net)), seen(survey(net, survey_games, survey_steps, 1)), id_(next_id()++) {
        turns_.store(seen.turns);
        constant_sum_.store(seen.constant_sum && seen.sum.has_value());
        if (net.roles.empty()) return;
        const Net::Role& first = net.roles.front();
        for (std::uint32_t at = first.goals; at < first.goals + first.goal_count; ++at) {
            least_goal_ = std::min(least_goal_, net.goals[at].value);
            most_goal_ = std::max(most_goal_, net.goals[at].value);
        }
    }

    const Net net;
    const Relevance relevance;
    const Survey seen;

    std::size_t roles() const { return net.roles.size(); }
    // One number for MAX: a puzzle, or two roles whose goals add up to a constant.
    bool zero_sum() const { return roles() == 1 || (roles() == 2 && constant_sum_.load(std::memory_order_relaxed)); }
    // The range of the first role's goals.
    std::int32_t least_goal() const { return least_goal_; }
    std::int32_t most_goal() const { return most_goal_; }
    bool turns() const { return turns_.load(std::memory_order_relaxed); }
    // A search has met a state that is different.
    void give_up_turns() const { turns_.store(false); }
    void give_up_sum() const { constant_sum_.store(false); }

    // The machine of this thread.
    Machine& machine() const {
        struct Slot {
            std::uint64_t id = 0;
            std::unique_ptr<Machine> machine;
        };
        thread_local std::array<Slot, 4> slots;
        thread_local std::size_t latest = 0;
        if (slots[latest].id == id_) return *slots[latest].machine;
        for (std::size_t at = 0; at < slots.size(); ++at)
            if (slots[at].id == id_) return latest = at, *slots[at].machine;
        latest = (latest + 1) % slots.size();
        slots[latest] = {id_, std::make_unique<Machine>(net)};
        return *slots[latest].machine;
    }

private:
    static std::atomic<std::uint64_t>& next_id() {
        static std::atomic<std::uint64_t> id{1};
        return id;
    }

    std::uint64_t id_;
    std::int32_t least_goal_ = 100, most_goal_ = 0;
    mutable std::atomic<bool> turns_{true}, constant_sum_{true};
};

// The rules in one search, and the first problem it met.
class SearchContext {
public:
    explicit SearchContext(const Rules& rules) : rules(rules) {}

    const Rules& rules;
    const bool zero_sum = rules.zero_sum();  // for the whole search, whatever another one finds meanwhile
    // All who have a payoff: the roles, but MAX and MIN where one number is the value.
    std::size_t players() const { return zero_sum ? 2 : rules.roles(); }
    const LinearEvaluation* evaluation = nullptr;  // of states before the end
    bool joins_states = false;  // states that differ only in facts that cannot matter have one key: for searches without an evaluation

    void fail(Problem problem, std::size_t role, const Word* facts) {
        const std::lock_guard lock(mutex_);
        if (failed_.load()) return;
        problem_ = problem, role_ = role;
        state_.assign(facts, facts + rules.net.fact_words());
        if (problem == Problem::several_choices) rules.give_up_turns();
        if (problem == Problem::sum) rules.give_up_sum();
        failed_.store(true);
    }
    const std::atomic<bool>& failed() const { return failed_; }
    Problem problem() const { return problem_; }
    std::size_t role() const { return role_; }
    const std::vector<Word>& state() const { return state_; }

private:
    std::mutex mutex_;
    std::atomic<bool> failed_{false};
    Problem problem_ = Problem::none;
    std::size_t role_ = 0;
    std::vector<Word> state_;
};

}  // namespace zermelo::gdl
