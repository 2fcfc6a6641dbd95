// A game given by rules as searches with simultaneous moves see it: every role has its own moves, and all are made at once.
#pragma once

#include "zermelo/games/gdl/game.hpp"

namespace zermelo::gdl {

// `Words` and `MostMoves` are capacities; the game may need less.
template <std::size_t Words, int MostMoves>
class JointGame {
public:
    using Move = std::uint16_t;  // an input of its role
    static constexpr int max_moves = MostMoves;
    using Joint = List<Move, most_roles>;

    JointGame(SearchContext& context, const Word* facts) : context_(&context) {
        std::memset(facts_, 0, sizeof facts_);
        take(facts);
        look(go());
    }

    std::size_t players() const { return context_->rules.roles(); }
    bool over() const { return over_; }
    void moves(std::size_t role, List<Move, max_moves>& list) const {
        if (over_) return;
        const Machine& machine = go();
        for (std::uint32_t at = 0; at < machine.legal_words(role); ++at)
            for (Word word = machine.legal_word(role, at); word; word &= word - 1)
                list.push_back(static_cast<Move>(64 * at + static_cast<std::uint32_t>(std::countr_zero(word))));
    }
    JointGame play(const Joint& moves) const {
        JointGame next = *this;
        Machine& machine = go();
        std::uint32_t joint[most_roles];
        for (std::size_t role = 0; role < players(); ++role) joint[role] = moves[role];
        machine.advance(joint);
        next.take(machine.facts());
        next.look(machine);
        return next;
    }
    List<double, most_roles> payoffs() const {
        const Machine& machine = go();
        List<double, most_roles> out;
        std::int32_t sum = 0;
        for (std::size_t role = 0; role < players(); ++role) {
            const std::int32_t goal = failed_ ? 0 : machine.goal(role);
            if (goal < 0) context_->fail(Problem::goals, role, facts_);
            out.push_back(goal < 0 ? 0 : goal);
            sum += goal;
        }
        if (players() != 2 || !context_->zero_sum) return out;
        if (!failed_ && sum != context_->rules.seen.sum) context_->fail(Problem::sum, 0, facts_);
        const double value = out[0] - out[1];
        out[0] = value, out[1] = -value;
        return out;
    }
    const Word* facts() const { return facts_; }
    SearchContext& context() const { return *context_; }

private:
    Machine& go() const {
        Machine& machine = context_->rules.machine();
        machine.load(facts_);
        return machine;
    }
    void take(const Word* facts) { std::memcpy(facts_, facts, context_->rules.net.fact_words() * sizeof(Word)); }
    void look(const Machine& machine) {
        over_ = machine.terminal();
        for (std::size_t role = 0; role < players() && !over_; ++role) {
            const std::uint32_t count = machine.legal_count(role);
            if (count > 0 && count <= static_cast<std::uint32_t>(max_moves)) continue;
            over_ = failed_ = true;
            context_->fail(count ? Problem::too_many_moves : Problem::no_move, role, machine.facts());
        }
    }

    SearchContext* context_;
    Word facts_[Words];
    bool over_ = false, failed_ = false;
};

}  // namespace zermelo::gdl
