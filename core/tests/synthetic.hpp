// Random games for tests: a position is a number that determines everything below it. Positions transpose, a player sometimes
// moves twice in a row, and payoffs and static values are arbitrary. The game has no hooks but its evaluation.
#pragma once

#include <algorithm>

#include "zermelo/base/random.hpp"
#include "zermelo/game/game.hpp"

struct Synthetic {
    using Move = int;
    static constexpr int max_moves = 5;

    std::uint64_t seed = 0;
    int ply = 0;
    int turn = 0;

    explicit Synthetic(std::uint64_t seed_ = 0, int turn_ = 0) : seed(zermelo::mix(seed_)), turn(turn_) {}

    int player() const { return turn; }
    bool over() const { return ply >= 3 && (ply >= 9 || zermelo::mix(seed ^ 1) % 5 == 0); }
    zermelo::Value payoff() const { return static_cast<zermelo::Value>(zermelo::mix(seed ^ 2) % 41) - 20; }
    zermelo::Value evaluate() const { return static_cast<zermelo::Value>(zermelo::mix(seed ^ 3) % 41) - 20; }
    void moves(zermelo::List<Move, max_moves>& list) const {
        if (over()) return;
        const int count = 1 + static_cast<int>(zermelo::mix(seed ^ 4) % max_moves);
        for (int move = 0; move < count; ++move) list.push_back(move);
    }
    Synthetic play(Move move) const {
        Synthetic next = *this;
        // Few different seeds at each ply, so that positions transpose.
        next.seed = zermelo::mix((zermelo::mix(seed ^ (10 + move)) % 64) * 1000003 + static_cast<std::uint64_t>(ply));
        next.ply = ply + 1;
        next.turn = zermelo::mix(next.seed ^ 5) % 6 == 0 ? turn : 1 - turn;
        return next;
    }
    zermelo::Key key() const { return zermelo::mix(seed) ^ static_cast<std::uint64_t>(ply) << 1 ^ static_cast<std::uint64_t>(turn); }
};

// Minimax by its definition, for the player to move. `depth` counts down to a static value; -1 searches to the end.
template <class G>
zermelo::Value brute_force(const G& game, int depth) {
    if (game.over()) return game.payoff();
    if (depth == 0) return game.evaluate();
    zermelo::Moves<G> moves;
    game.moves(moves);
    zermelo::Value best = -zermelo::infinity;
    for (const auto move : moves) {
        const G next = game.play(move);
        const zermelo::Value value = brute_force(next, depth - 1);
        best = std::max(best, next.player() == game.player() ? value : -value);
    }
    return best;
}

// The value of one move, for the player who makes it.
template <class G>
zermelo::Value brute_force_move(const G& game, typename G::Move move, int depth) {
    const G next = game.play(move);
    const zermelo::Value value = brute_force(next, depth - 1);
    return next.player() == game.player() ? value : -value;
}
