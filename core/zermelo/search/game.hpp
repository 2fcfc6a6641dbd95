// What the engine asks of a game. A game is a small value type: playing a move gives a new one. Five functions are
// enough for a correct search; everything else a game *knows* is told through hooks, found at compile time.
//
// All values are for the player to move.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>

#include "zermelo/base/list.hpp"
#include "zermelo/base/value.hpp"
#include "zermelo/tables/distance.hpp"

namespace zermelo {

template <class G>
using Moves = List<typename G::Move, G::max_moves>;

template <class G>
concept Game = std::copyable<G> && requires(const G& game, Moves<G>& moves, typename G::Move move) {
    { game.player() } -> std::convertible_to<int>;       // 0 is MAX, 1 is MIN
    { game.over() } -> std::convertible_to<bool>;
    { game.payoff() } -> std::convertible_to<Value>;     // once it is over
    { game.moves(moves) };                               // all legal moves, in natural order; none once it is over
    { game.play(move) } -> std::convertible_to<G>;
    { game.key() } -> std::convertible_to<Key>;          // equal positions have equal keys
};

// A static value, for searches that stop before the end.
template <class G>
concept Evaluates = requires(const G& game) {
    { game.evaluate() } -> std::convertible_to<Value>;
};

// Which moves to try first: the larger, the sooner.
template <class G>
concept Ranks = requires(const G& game, typename G::Move move) {
    { game.rank(move) } -> std::convertible_to<int>;
};

// Between which values the position must lie, known without search.
template <class G>
concept Bounded = requires(const G& game) {
    { game.bounds() } -> std::convertible_to<Bounds>;
};

// A value known without search, where there is one.
template <class G>
concept Settles = requires(const G& game) {
    { game.settled() } -> std::convertible_to<std::optional<Value>>;
};

// Moves among which a best one is certain to be: for exact searches instead of all moves.
template <class G>
concept Narrows = requires(const G& game, Moves<G>& moves) { game.candidates(moves); };

// A game near its end that plays itself out faster than any general search: exact, fail-soft, counting its nodes.
template <class G>
concept Finishes = requires(const G& game, Value alpha, Value beta, std::uint64_t& nodes) {
    { game.near_end() } -> std::convertible_to<bool>;
    { game.finish(alpha, beta, nodes) } -> std::convertible_to<Value>;
};

// Symmetric positions share an entry of the table.
template <class G>
concept Symmetric = requires(const G& game, typename G::Move move) {
    { game.folded_key() } -> std::convertible_to<FoldedKey>;
    { G::mirror(move) } -> std::convertible_to<typename G::Move>;
};

// False where a static value cannot be trusted yet.
template <class G>
concept Restless = requires(const G& game) {
    { game.quiet() } -> std::convertible_to<bool>;
};

// How well a shallow search foretells one of this depth (ProbCut); none where it is not worth a try.
template <class G>
concept Foresees = requires(const G& game, int depth) {
    { game.foresight(depth) } -> std::convertible_to<std::optional<Foresight>>;
};

// Tables of endings: how far the game is from its end, where one of them knows. The function stands beside the game, not in it
// (it is found by the game's namespace), since games know nothing of tables.
template <class G>
concept Tabled = requires(const G& game) {
    { known_ending(game) } -> std::convertible_to<std::optional<Distance>>;
};

template <class G>
using Probabilities = std::array<double, G::max_moves>;

// A game in which chance may have the move: then `player` is -1, and each move has its probability.
template <class G>
concept ByChance = requires(const G& game, Moves<G>& moves, Probabilities<G>& out) {
    { game.by_chance() } -> std::convertible_to<bool>;  // whether there is any chance in this game
    game.chances(moves, out);                           // all that may happen, in natural order
};

template <class G>
bool near_end(const G& game) {
    if constexpr (Finishes<G>) return game.near_end();
    else return false;
}

template <class G>
FoldedKey folded_key(const G& game) {
    if constexpr (Symmetric<G>) return game.folded_key();
    else return {game.key(), false};
}

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
