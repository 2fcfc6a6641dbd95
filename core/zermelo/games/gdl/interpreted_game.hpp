// A game that the interpreter plays, as the searches see it.
//
// Roles that have only one legal move make it; the player to move is the role that has a choice. A state that breaks what the rules
// promise counts as the end of a drawn game, so that the search unwinds; the caller then checks `failed` of its context.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/gdl/interpreter.hpp"

namespace zermelo::datalog {

// Rules, and what random games show of them.
class InterpretedRules {
public:
    static constexpr std::size_t most_roles = 16;

    explicit InterpretedRules(const Sheet& sheet, Limits limits = {}) : interpreter(sheet, limits) {
        if (roles() > most_roles) throw RulesError("a game has at most " + std::to_string(most_roles) + " roles, not " + std::to_string(roles()));
        survey(50, 5'000, 0.3);
    }

    mutable Interpreter interpreter;

    std::size_t roles() const { return interpreter.roles().size(); }
    std::string role(std::size_t number) const { return interpreter.terms().text(interpreter.roles()[number]); }
    // At most one role has a choice in every state that was seen.
    bool turns() const { return turns_.load(std::memory_order_relaxed); }
    // One number for MAX: a puzzle, or two roles whose goals add up to a constant.
    bool zero_sum() const { return roles() == 1 || (roles() == 2 && sum_ && constant_sum_.load(std::memory_order_relaxed)); }
    std::optional<int> sum() const { return constant_sum_.load(std::memory_order_relaxed) ? sum_ : std::nullopt; }
    // What is wrong with the rules themselves, if the random games met it.
    const std::string& problem() const { return problem_; }
    // The move that a role usually makes while another has the choice.
    TermId idle_move(std::size_t role) const { return idle_[role]; }

    void give_up_turns() const { turns_.store(false); }
    void give_up_sum() const { constant_sum_.store(false); }

    std::string no_move(std::size_t number, const State& state) const { return role(number) + " has no legal move" + where(state); }
    std::string no_goal(std::size_t number, const State& state) const { return role(number) + " does not have exactly one goal" + where(state); }
    std::string where(const State& state) const {
        constexpr std::size_t shown = 300;
        std::string facts;
        for (std::size_t at = 0; at < state.facts.size() && facts.size() <= shown; ++at)
            facts += (facts.empty() ? "" : " ") + interpreter.terms().text(state.facts[at]).substr(0, shown);
        return " in the state " + (facts.size() > shown ? facts.substr(0, shown) + " ..." : facts);
    }

private:
    void survey(int games, int steps, double seconds) {
        const auto started = std::chrono::steady_clock::now();
        const auto in_time = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count() < seconds; };
        Random random(1);
        std::vector<std::map<TermId, int>> only(roles());
        std::vector<TermId> joint(roles());
        try {
            for (; games > 0 && steps > 0 && in_time(); --games) {
                StatePointer state = interpreter.initial();
                for (; steps > 0 && in_time() && !interpreter.terminal(state); --steps) {
                    std::size_t choices = 0;
                    std::vector<std::vector<TermId>> legal;
                    for (std::size_t role = 0; role < roles(); ++role) {
                        legal.push_back(interpreter.legal(state, role));
                        if (legal.back().empty()) throw RulesError(no_move(role, *state));
                        choices += legal.back().size() > 1;
                        joint[role] = legal.back()[random.below(static_cast<std::uint32_t>(legal.back().size()))];
                    }
                    if (choices > 1) give_up_turns();
                    for (std::size_t role = 0; role < roles() && choices == 1; ++role)
                        if (legal[role].size() == 1) ++only[role][joint[role]];
                    state = interpreter.next(state, joint);
                }
                if (!interpreter.terminal(state)) break;
                int sum = 0;
                for (std::size_t role = 0; role < roles(); ++role) {
                    const std::vector<int> goals = interpreter.goals(state, role);
                    if (goals.size() != 1) throw RulesError(no_goal(role, *state));
                    sum += goals.front();
                }
                if (sum_ && *sum_ != sum) give_up_sum();
                sum_ = sum;
            }
        } catch (const RulesError& error) {
            problem_ = error.what();
        }
        for (const std::map<TermId, int>& moves : only) {
            const auto most = std::max_element(moves.begin(), moves.end(), [](const auto& one, const auto& other) { return one.second < other.second; });
            idle_.push_back(most == moves.end() ? none : most->first);
        }
    }

    std::optional<int> sum_;  // of the goals at an end
    std::string problem_;
    std::vector<TermId> idle_;
    mutable std::atomic<bool> turns_{true}, constant_sum_{true};
};

// The rules in one search, and the first problem it met.
class InterpretedContext {
public:
    explicit InterpretedContext(std::shared_ptr<const InterpretedRules> given) : owner(std::move(given)), rules(*owner) {}

    const std::shared_ptr<const InterpretedRules> owner;
    const InterpretedRules& rules;
    // For the whole search, whatever another one finds meanwhile.
    const std::optional<int> sum = rules.sum();
    const bool zero_sum = rules.roles() == 1 || (rules.roles() == 2 && sum);
    // All who have a payoff: the roles, but MAX and MIN where one number is the value.
    std::size_t players() const { return zero_sum ? 2 : rules.roles(); }

    void fail(const std::string& problem) {
        const std::lock_guard lock(mutex_);
        if (failed_.load()) return;
        problem_ = problem;
        failed_.store(true);
    }
    const std::atomic<bool>& failed() const { return failed_; }
    const std::string& problem() const { return problem_; }

private:
    std::mutex mutex_;
    std::atomic<bool> failed_{false};
    std::string problem_;
};

class InterpretedGame {
public:
    using Move = TermId;
    static constexpr int max_moves = 1024;
    static constexpr Bounds value_range{-100, 100};
    using Points = List<double, InterpretedRules::most_roles>;

    // Games keep their context alive, because trees that are kept hold games of earlier searches.
    InterpretedGame(std::shared_ptr<InterpretedContext> context, const StatePointer& state) : context_(std::move(context)) {
        guard([&] {
            Interpreter::Session session(context_->rules.interpreter, state);
            position_ = look(session, state);
        }, state);
    }

    int player() const { return position_->player; }
    bool over() const { return position_->over; }
    void moves(List<Move, max_moves>& list) const {
        for (const Move move : position_->moves) list.push_back(move);
    }
    bool legal(Move move) const { return std::find(position_->moves.begin(), position_->moves.end(), move) != position_->moves.end(); }
    InterpretedGame play(Move move) const {
        InterpretedGame next = *this;
        next.advance(move);
        return next;
    }
    void advance(Move move) {
        std::vector<TermId> joint = position_->joint;
        joint[static_cast<std::size_t>(position_->player)] = move;
        const StatePointer before = position_->state;
        guard([&] {
            Interpreter::Session session(context_->rules.interpreter, before);
            position_ = look(session, session.next(before, joint));
        }, before);
    }

    // For the player to move: the goals' difference of two roles, the goal of one.
    Value payoff() const { return position_->player == 0 ? position_->payoff : -position_->payoff; }
    // One for each role, but MAX's and MIN's where one number is the value.
    Points payoffs() const {
        if (!context_->zero_sum) return position_->goals;
        Points out;
        out.push_back(position_->payoff), out.push_back(-position_->payoff);
        return out;
    }
    Key key() const { return mix(position_->state->hash); }
    bool operator==(const InterpretedGame& other) const {
        return &context_->rules == &other.context_->rules && *position_->state == *other.position_->state;
    }

    // ---- hooks

    Value evaluate() const { return 0; }
    Points static_payoffs() const {
        Points out;
        out.resize(context_->rules.roles());
        std::fill(out.begin(), out.end(), 0.0);
        return out;
    }
    void fail(const char*, const char*) const {}

    const StatePointer& state() const { return position_->state; }
    InterpretedContext& context() const { return *context_; }

private:
    struct Position {
        StatePointer state;
        int player = 0;
        bool over = false;
        Value payoff = 0;  // MAX's
        Points goals;
        std::vector<TermId> moves;
        std::vector<TermId> joint;  // the only moves of all other roles
    };

    template <class Work>
    void guard(const Work& work, const StatePointer& state) {
        try {
            work();
        } catch (const RulesError& error) {
            context_->fail(error.what());
            auto position = std::make_shared<Position>();
            position->state = state;
            position->over = true;
            position->goals = static_payoffs();
            position_ = std::move(position);
        }
    }

    std::shared_ptr<const Position> look(Interpreter::Session& session, const StatePointer& state) const {
        const InterpretedRules& rules = context_->rules;
        auto position = std::make_shared<Position>();
        position->state = state;
        position->over = session.terminal(state);
        if (position->over) {
            for (std::size_t role = 0; role < rules.roles(); ++role) {
                const std::vector<int> goals = session.goals(state, role);
                if (goals.size() != 1) throw RulesError(rules.no_goal(role, *state));
                position->goals.push_back(goals.front());
            }
            position->payoff = static_cast<Value>(rules.roles() == 2 ? position->goals[0] - position->goals[1] : position->goals[0]);
            if (rules.roles() == 2 && context_->zero_sum && position->goals[0] + position->goals[1] != *context_->sum) {
                rules.give_up_sum();
                throw RulesError("the goals do not add up to the same sum as elsewhere" + rules.where(*state) + ": the game is not zero-sum");
            }
            return position;
        }
        int mover = -1, busy = -1;
        for (std::size_t role = 0; role < rules.roles(); ++role) {
            std::vector<TermId> moves = session.legal(state, role);
            if (moves.empty()) throw RulesError(rules.no_move(role, *state));
            if (moves.size() > static_cast<std::size_t>(max_moves)) throw RulesError(rules.role(role) + " has more than " + std::to_string(max_moves) + " legal moves" + rules.where(*state));
            position->joint.push_back(moves.front());
            if (moves.size() > 1 && mover >= 0) {
                rules.give_up_turns();
                throw RulesError("more than one role has a choice" + rules.where(*state) + ": the game has simultaneous moves");
            }
            if (moves.size() > 1) {
                mover = static_cast<int>(role);
                position->moves = std::move(moves);
            } else if (busy < 0 && moves.front() != rules.idle_move(role)) {
                busy = static_cast<int>(role);
            }
        }
        position->player = mover >= 0 ? mover : std::max(busy, 0);
        if (mover < 0) position->moves = {position->joint[static_cast<std::size_t>(position->player)]};
        return position;
    }

    std::shared_ptr<InterpretedContext> context_;
    std::shared_ptr<const Position> position_;
};

}  // namespace zermelo::datalog
