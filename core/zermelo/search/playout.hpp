// Playouts for Monte-Carlo search: a game played on at random from a leaf of the tree. A game with a `Playout` of its own chooses
// its moves there; for all others every legal move is equally likely, and chance moves by its probabilities.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/game/turns.hpp"

namespace zermelo {

// Play a move in place.
template <class G>
void advance(G& game, typename G::Move move) {
    if constexpr (HasAdvance<G>) game.advance(move);
    else game = game.play(move);
}

// An outcome of chance by its probability: a place in the list. The last one stands for what rounding leaves.
template <class Probability>
std::size_t draw_outcome(std::size_t count, Random& random, const Probability& probability) {
    double left = static_cast<double>(random.next() >> 11) * 0x1p-53;
    std::size_t at = 0;
    while (at + 1 < count && left >= probability(at)) left -= probability(at++);
    return at;
}

// A random move of any game; false if it lists none, because it is broken.
template <class G>
bool draw_move(const G& game, Random& random, typename G::Move& move) {
    Moves<G> moves;
    if constexpr (HasChance<G>) {
        if (game.player() < 0) {
            Probabilities<G> probabilities;
            game.chances(moves, probabilities);
            if (moves.empty()) return false;
            move = moves[draw_outcome(moves.size(), random, [&](std::size_t at) { return probabilities[at]; })];
            return true;
        }
    }
    game.moves(moves);
    if (moves.empty()) return false;
    move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    return true;
}

// A move by the values of the positions after it, `value(next)` for the player who moves: its probability is proportional to
// exp(value / scale), the softmax of a linear evaluation. False if the game lists none.
template <class G, class ValueOf>
bool draw_by_value(const G& game, Random& random, double scale, const ValueOf& value, std::vector<double>& weights, typename G::Move& move) {
    if (game.player() < 0) return draw_move(game, random, move);
    Moves<G> moves;
    game.moves(moves);
    if (moves.empty()) return false;
    weights.clear();
    for (const auto each : moves) weights.push_back(value(game.play(each)) / scale);
    const double most = *std::max_element(weights.begin(), weights.end());
    double sum = 0;
    for (double& weight : weights) sum += weight = std::exp(weight - most);
    move = moves[draw_outcome(moves.size(), random, [&](std::size_t at) { return weights[at] / sum; })];
    return true;
}

}  // namespace zermelo
