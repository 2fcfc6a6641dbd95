// Alpha-beta as the textbook writes it, over any game: a fixed depth, moves in natural order, no table and no hooks. The
// reference for everything else: how many nodes other searches save, and how fast a game's rules run.
#pragma once

#include <algorithm>
#include <cstdint>

#include "zermelo/game/game.hpp"
#include "zermelo/game/turns.hpp"

namespace zermelo {

// Ends of games count as `judge` says (by default their payoff), positions at the horizon as 0. Fail-soft: the result is
// exact inside the window, a lower bound from beta upwards, an upper bound from alpha downwards. `nodes` counts every
// position visited, the first and the last ones too.
struct ByPayoff {
    template <Game G>
    Value operator()(const G& game) const { return game.payoff(); }
};
// A win is a win, soon or late.
struct BySign {
    template <Game G>
    Value operator()(const G& game) const {
        const Value payoff = game.payoff();
        return (payoff > 0) - (payoff < 0);
    }
};

template <class Judge = ByPayoff, Game G>
Value reference_alpha_beta(const G& game, int depth, Value alpha, Value beta, std::uint64_t& nodes) {
    ++nodes;
    if (game.over()) return Judge{}(game);
    if (depth == 0) return 0;
    Moves<G> moves;
    game.moves(moves);
    Value best = -infinity;
    for (const auto move : moves) {
        const G child = game.play(move);
        const Value value = from_parent(same_player(game, child), alpha, beta, [&](Value low, Value high) {
            return reference_alpha_beta<Judge>(child, depth - 1, low, high, nodes);
        });
        best = std::max(best, value);
        if (best >= beta) break;
        alpha = std::max(alpha, best);
    }
    return best;
}

}  // namespace zermelo
