// What a game is to the searches: a small value type; playing a move gives a new one. The functions of `Game` are enough for
// a correct search of two players; everything else a game knows is told through the optional hooks of hooks.hpp.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "zermelo/base/list.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

template <class G>
using Moves = List<typename G::Move, G::max_moves>;

// Players move in turn.
template <class G>
concept TurnGame = std::copyable<G> && requires(const G& game, Moves<G>& moves, typename G::Move move) {
    { game.player() } -> std::convertible_to<int>;       // from 0: 0 is MAX, 1 is MIN; -1 where chance moves
    { game.over() } -> std::convertible_to<bool>;
    { game.moves(moves) };                               // all legal moves, in natural order; none once it is over
    { game.play(move) } -> std::convertible_to<G>;
};

// Two players, zero-sum. Values are for the player to move.
template <class G>
concept Game = TurnGame<G> && requires(const G& game) {
    { game.payoff() } -> std::convertible_to<Value>;     // once it is over
    { game.key() } -> std::convertible_to<Key>;          // equal positions have equal keys
};

inline constexpr std::size_t max_players = 16;

// One payoff per player. All payoffs of a game have the same length, and every player who moves has one.
using Payoffs = List<double, max_players>;

// Any number of players, any payoffs.
template <class G>
concept MultiPlayerGame = TurnGame<G> && requires(const G& game) {
    { game.payoffs() } -> std::convertible_to<Payoffs>;  // once it is over
};

// Counts the lines of play of exactly `depth` moves; a game that is over earlier counts once.
template <Game G>
std::uint64_t perft(const G& game, int depth) {
    if (depth == 0 || game.over()) return 1;
    Moves<G> moves;
    game.moves(moves);
    if (depth == 1) return moves.size();
    std::uint64_t leaves = 0;
    for (const auto move : moves) leaves += perft(game.play(move), depth - 1);
    return leaves;
}

}  // namespace zermelo
