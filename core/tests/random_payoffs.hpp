// Random games of any number of players, with or without chance: the seed determines who moves, the number of moves and the
// payoffs, which are whole, at least 0 and add up to `total`.
#pragma once

#include <algorithm>

#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"

class RandomPayoffs {
public:
    using Move = int;
    static constexpr int max_moves = 3;
    static constexpr int total = 12;

    RandomPayoffs(std::uint64_t seed, int players, bool chance, int height = 5)
        : seed_(zermelo::mix(seed)), players_(players), height_(height), chance_(chance) {}

    int player() const { return chance_ && seed_ % 5 == 0 ? -1 : static_cast<int>((seed_ >> 8) % static_cast<std::uint64_t>(players_)); }
    bool over() const { return height_ == 0; }
    zermelo::Payoffs payoffs() const {
        zermelo::Payoffs out;
        int left = total;
        for (int player = 1; player < players_; ++player) {
            const int part = static_cast<int>((seed_ >> (8 * player)) % static_cast<std::uint64_t>(left + 1));
            out.push_back(part), left -= part;
        }
        out.push_back(left);
        return out;
    }
    double worth() const { return payoffs()[0]; }  // for two players, of a game taken as zero-sum
    void moves(zermelo::Moves<RandomPayoffs>& out) const {
        if (!over())
            for (int move = 0; move <= static_cast<int>((seed_ >> 16) % max_moves); ++move) out.push_back(move);
    }
    RandomPayoffs play(Move move) const { return {seed_ + static_cast<std::uint64_t>(move), players_, chance_, height_ - 1}; }
    bool has_chance() const { return chance_; }
    void chances(zermelo::Moves<RandomPayoffs>& list, zermelo::Probabilities<RandomPayoffs>& out) const {
        moves(list);
        for (std::size_t at = 0; at < list.size(); ++at) out[at] = 1.0 / static_cast<double>(list.size());
    }

private:
    std::uint64_t seed_;
    int players_, height_;
    bool chance_;
};

// Max^n by its definition; counts every position visited.
inline zermelo::Payoffs brute_force(const RandomPayoffs& game, int depth, std::uint64_t& nodes) {
    ++nodes;
    if (game.over() || depth == 0) return game.payoffs();
    zermelo::Moves<RandomPayoffs> moves;
    game.moves(moves);
    zermelo::Payoffs best;
    for (const int move : moves) {
        const zermelo::Payoffs worth = brute_force(game.play(move), depth - 1, nodes);
        if (game.player() < 0) {
            if (best.empty()) best.resize(worth.size()), std::fill(best.begin(), best.end(), 0.0);
            for (std::size_t player = 0; player < worth.size(); ++player) best[player] += 1.0 / static_cast<double>(moves.size()) * worth[player];
        } else if (const auto player = static_cast<std::size_t>(game.player()); best.empty() || worth[player] > best[player]) {
            best = worth;
        }
    }
    return best;
}
