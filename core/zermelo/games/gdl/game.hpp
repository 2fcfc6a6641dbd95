// A game given by rules, as the searches see it: the facts that hold, packed into words. The net's machine of each thread does the
// work; it goes from state to state by their differences.
//
// Roles that have only one legal move make it; the player to move is the role that has a choice or, where none has, one that does
// something else than what it does while others choose. A state that breaks what the rules
// promise counts as the end of a drawn game, so that the search unwinds; the caller then checks `failed` of its context.
#pragma once

#include <bit>
#include <cstdint>
#include <cmath>
#include <cstring>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/gdl/rules.hpp"

namespace zermelo::gdl {

// `Words` and `MostMoves` are capacities; the game may need less.
template <std::size_t Words, int MostMoves>
class Game {
public:
    using Move = std::uint16_t;  // an input of the role that moves
    static constexpr int max_moves = MostMoves;
    static constexpr std::size_t words = Words;
    static constexpr Bounds value_range{-100, 100};
    static constexpr Value unit = 100;  // so that static values lie between the payoffs
    static constexpr float logits_in_range = 10;  // static values rise in a line from the least payoff, at a logit of -5, to the most
    using Points = List<double, most_roles>;

    Game(SearchContext& context, const Word* facts) : context_(&context) {
        std::memset(facts_, 0, sizeof facts_);
        take(facts);
        Machine& machine = go();
        look(machine);
    }

    int player() const { return player_; }
    bool over() const { return over_; }
    void moves(List<Move, max_moves>& list) const {
        if (over_) return;
        const Machine& machine = go();
        const auto role = static_cast<std::size_t>(player_);
        for (std::uint32_t at = 0; at < machine.legal_words(role); ++at)
            for (Word word = machine.legal_word(role, at); word; word &= word - 1)
                list.push_back(static_cast<Move>(64 * at + static_cast<std::uint32_t>(std::countr_zero(word))));
    }
    Game play(Move move) const {
        Game next = *this;
        next.advance(move);
        return next;
    }
    void advance(Move move) {
        Machine& machine = go();
        std::uint32_t joint[most_roles];
        for (std::size_t role = 0; role < rules().roles(); ++role) joint[role] = role == static_cast<std::size_t>(player_) ? move : only_move(machine, role);
        machine.advance(joint);
        take(machine.facts());
        look(machine);
    }
    bool legal(Move move) const {
        if (over_) return false;
        const Machine& machine = go();
        const auto role = static_cast<std::size_t>(player_);
        return move < rules().net.roles[role].inputs && (machine.legal_word(role, move / 64) >> move % 64 & 1);
    }

    // For the player to move.
    Value payoff() const {
        const Value value = max_payoff(go());
        return player_ == 0 ? value : -value;
    }
    // One for each role, but MAX's and MIN's where one number is the value.
    Points payoffs() const {
        const Machine& machine = go();
        Points out;
        if (context_->zero_sum) {
            const Value value = max_payoff(machine);
            out.push_back(value), out.push_back(-value);
            return out;
        }
        for (std::size_t role = 0; role < rules().roles(); ++role) {
            const std::int32_t goal = over_ && !failed_ ? machine.goal(role) : 0;
            if (goal < 0) context_->fail(Problem::goals, role, facts_);
            out.push_back(goal < 0 ? 0 : goal);
        }
        return out;
    }
    Key key() const {
        Key hash = static_cast<Key>(player_);
        const Word* const relevant = context_->joins_states ? rules().relevance.facts.data() : nullptr;
        for (std::size_t at = 0; at < rules().net.fact_words(); ++at) hash = mix(hash ^ (relevant ? facts_[at] & relevant[at] : facts_[at]));
        return hash;
    }
    bool operator==(const Game& other) const { return std::memcmp(facts_, other.facts_, sizeof facts_) == 0; }

    // ---- hooks

    // No end is worth more than the largest goal, nor less than the smallest. If these are the same there may be no end all the same.
    Bounds bounds() const {
        const Value low = worth(rules().least_goal()), high = worth(rules().most_goal());
        if (low == high) return value_range;
        return player_ == 0 ? Bounds{low, high} : Bounds{-high, -low};
    }
    // The context's evaluation, 0 without one. Static values lie between the payoffs.
    Value evaluate() const {
        if (!context_->evaluation) return 0;
        const float least = static_cast<float>(worth(rules().least_goal()) + 1), most = static_cast<float>(worth(rules().most_goal()) - 1);
        const auto value = static_cast<Value>(unit * std::clamp(static_points(*context_->evaluation), least, std::max(least, most)));
        return player_ == 0 ? value : -value;
    }
    // MAX's, not limited.
    float static_points(const LinearEvaluation& evaluation) const { return evaluation(go()); }
    // The same as the mean payoff that a logistic model expects, for searches that average.
    double expected_points(const LinearEvaluation& evaluation) const {
        const double low = worth(rules().least_goal()), width = std::max(worth(rules().most_goal()) - low, 1.0);
        return low + width / (1 + std::exp(-((static_points(evaluation) - low) / width - 0.5) * logits_in_range));
    }
    // A goal of the first role as MAX's points.
    double points(double goal) const { return rules().roles() == 1 || !rules().seen.sum ? goal : 2 * goal - *rules().seen.sum; }
    Points static_payoffs() const {
        Points out;
        for (std::size_t role = 0; role < rules().roles(); ++role) out.push_back(0);
        return out;
    }
    Value aspiration_window() const { return 5 * unit; }
    int order_score(Move) const { return 0; }
    void fail(const char*, const char*) const {}

    // A random game in place, for Monte-Carlo search of two players. Callbacks of a search may use the machine between two steps.
    class Playout {
    public:
        Playout(const Game& game, bool) : game_(game) {}
        bool over() const { return game_.over_; }
        int player() const { return game_.player_; }
        Value payoff() const { return game_.max_payoff(game_.go()); }
        Move step(Random& random) {
            Machine& machine = game_.go();
            std::uint32_t joint[most_roles];
            for (std::size_t role = 0; role < game_.rules().roles(); ++role) joint[role] = machine.random_legal(role, random);
            const auto move = static_cast<Move>(joint[game_.player_]);
            machine.advance(joint);
            game_.take(machine.facts());
            game_.look(machine);
            return move;
        }

    private:
        Game game_;
    };

    const Word* facts() const { return facts_; }
    SearchContext& context() const { return *context_; }
    // From now on share the context of `other`, which must be a state of the same rules.
    void adopt_context(const Game& other) { context_ = other.context_; }

private:
    const Rules& rules() const { return context_->rules; }
    Machine& go() const {
        Machine& machine = rules().machine();
        machine.load(facts_);
        return machine;
    }
    void take(const Word* facts) { std::memcpy(facts_, facts, rules().net.fact_words() * sizeof(Word)); }

    // Who moves in the machine's state, and whether it is an end.
    void look(const Machine& machine) {
        over_ = machine.terminal();
        player_ = 0;
        if (over_) return;
        std::size_t mover = most_roles, busy = most_roles, unknown = most_roles;
        for (std::size_t role = 0; role < rules().roles(); ++role) {
            const std::uint32_t count = machine.legal_count(role);
            if (count == 0) return stop(machine, Problem::no_move, role);
            if (count > static_cast<std::uint32_t>(max_moves)) return stop(machine, Problem::too_many_moves, role);
            if (count > 1) {
                if (mover != most_roles) return stop(machine, Problem::several_choices, role);
                mover = role;
            } else if (const std::uint32_t idle = rules().seen.idle[role]; idle == none) unknown = std::min(unknown, role);
            else if (busy == most_roles && mover == most_roles && only_move(machine, role) != idle) busy = role;
        }
        player_ = static_cast<std::uint8_t>(mover != most_roles ? mover : busy != most_roles ? busy : unknown != most_roles ? unknown : 0);
    }
    void stop(const Machine& machine, Problem problem, std::size_t role) {
        over_ = failed_ = true;
        context_->fail(problem, role, machine.facts());
    }
    static std::uint32_t only_move(const Machine& machine, std::size_t role) {
        for (std::uint32_t at = 0;; ++at)
            if (const Word word = machine.legal_word(role, at)) return 64 * at + static_cast<std::uint32_t>(std::countr_zero(word));
    }

    // A goal of the first role as MAX's payoff.
    Value worth(std::int32_t goal) const { return rules().roles() == 1 || !rules().seen.sum ? goal : 2 * goal - *rules().seen.sum; }
    Value max_payoff(const Machine& machine) const {
        if (failed_ || !over_) return 0;
        std::int32_t sum = 0;
        for (std::size_t role = 0; role < rules().roles(); ++role) {
            const std::int32_t goal = machine.goal(role);
            if (goal < 0) return context_->fail(Problem::goals, role, machine.facts()), 0;
            sum += goal;
        }
        if (rules().roles() == 2 && sum != rules().seen.sum) return context_->fail(Problem::sum, 0, machine.facts()), 0;
        return worth(machine.goal(0));
    }

    SearchContext* context_;
    Word facts_[Words];
    std::uint8_t player_ = 0;
    bool over_ = false, failed_ = false;
};

}  // namespace zermelo::gdl
