// Everything a game may tell the searches beside its rules. Each hook is optional and found at compile time; a game without
// any is still searched correctly, only slower. Values are for the player to move.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/base/random.hpp"
#include "zermelo/game/distance.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/game/turns.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

// ---- evaluation

// A static value in engine units (see `unit_of`), for searches that stop before the end.
template <class G>
concept HasEvaluation = requires(const G& game) {
    { game.evaluate() } -> std::convertible_to<Value>;
};

// Named features; a linear scoring polynomial over them gives the static value.
template <class G>
concept HasFeatures = requires(const G& game, std::int32_t* out) {
    G::feature_names;
    game.features(out);
};

// Engine units in one point of payoff, so that static values fit between payoffs.
template <class G>
constexpr Value unit_of() {
    if constexpr (requires { G::unit; }) return G::unit;
    else return 1;
}

// Engine units in one unit of a reported value: a constant, known when the game is loaded, or a point of payoff.
template <class G>
double report_scale([[maybe_unused]] const G& game) {
    if constexpr (requires { { game.report_scale() } -> std::convertible_to<double>; }) return game.report_scale();
    else if constexpr (requires { { G::report_scale } -> std::convertible_to<double>; }) return G::report_scale;
    else return unit_of<G>();
}

// A value of the player to move as it is reported: MAX's.
template <class G>
double reported(const G& game, Value value) {
    if constexpr (requires { { game.reported(value) } -> std::convertible_to<double>; }) return game.reported(value);
    else return for_max(game, value / report_scale(game));
}

// The least and the largest payoff at any end, of the player to move, as far as the game tells.
template <class G>
Bounds payoff_range([[maybe_unused]] const G& game) {
    if constexpr (requires { { game.payoff_range() } -> std::convertible_to<Bounds>; }) return game.payoff_range();
    else if constexpr (requires { G::value_range; }) return G::value_range;
    else return {-infinity, infinity};
}

// ---- move ordering and moves that matter

// Which moves to try first: the larger, the sooner.
template <class G>
concept HasMoveOrdering = requires(const G& game, typename G::Move move) {
    { game.order_score(move) } -> std::convertible_to<int>;
};

// A subset of the moves that is certain to contain a best one; exact searches use it instead of all moves.
template <class G>
concept HasCandidateMoves = requires(const G& game, Moves<G>& moves) { game.candidates(moves); };

// The candidate moves with their order and bounds in one sweep, for games where these share their work. Asked only of
// positions that are neither over nor known.
template <class G>
using Replies = List<Reply<typename G::Move>, G::max_moves>;
template <class G>
concept HasReplies = requires(const G& game, Replies<G>& replies) { game.replies(replies); };

// ---- what is known without search

// The values between which the position must lie.
template <class G>
concept HasBounds = requires(const G& game) {
    { game.bounds() } -> std::convertible_to<Bounds>;
};

// The exact value, where it is known without search.
template <class G>
concept HasKnownValue = requires(const G& game) {
    { game.known_value() } -> std::convertible_to<std::optional<Value>>;
};

// A solver of its own for positions near the end: exact, fail-soft, counting its nodes.
template <class G>
concept HasEndgameSolver = requires(const G& game, Value alpha, Value beta, std::uint64_t& nodes) {
    { game.near_end() } -> std::convertible_to<bool>;
    { game.finish(alpha, beta, nodes) } -> std::convertible_to<Value>;
};

// Endgame tables: the distance to the end, where a table knows it. The function stands beside the game and is found by the
// game's namespace, since games know nothing of tables.
template <class G>
concept HasEndgameTable = requires(const G& game) {
    { probe_table(game) } -> std::convertible_to<std::optional<Distance>>;
};

// Endgame tables without distances: they say who wins. These functions stand beside the game, like `probe_table`. A search of a won
// position also needs to make progress: `conversion_of` gives an object whose `contains` says whether a position belongs to the
// same endgame, and whose `probe` gives its value with plies.
template <class G>
concept HasResultTable = requires(const G& game) {
    { probe_result(game) } -> std::convertible_to<std::optional<TableResult>>;
    { conversion_of(game)->contains(game) } -> std::convertible_to<bool>;
    { conversion_of(game)->probe(game) } -> std::convertible_to<std::optional<TableResult>>;
    { conversion_of(game)->salt() } -> std::convertible_to<Key>;  // tells endgames apart
    { G::static_limit } -> std::convertible_to<Value>;            // of all static values; a win in the tables is worth more
};

// What `conversion_of` gives.
template <class G>
struct ConversionTraits {
    struct Type {};
};
template <HasResultTable G>
struct ConversionTraits<G> {
    using Type = typename decltype(conversion_of(std::declval<const G&>()))::value_type;
};
template <class G>
using ConversionOf = typename ConversionTraits<G>::Type;

// What a table without distances knows of a position, as far as the search may ask it.
template <class G>
std::optional<TableResult> table_result([[maybe_unused]] const G& game, [[maybe_unused]] bool knowledge) {
    if constexpr (HasResultTable<G>)
        if (knowledge) return probe_result(game);
    return std::nullopt;
}

// ---- the transposition table

// Symmetric positions share an entry.
template <class G>
concept HasSymmetry = requires(const G& game, typename G::Move move) {
    { game.canonical_key() } -> std::convertible_to<CanonicalKey>;
    { G::mirror(move) } -> std::convertible_to<typename G::Move>;
};

// Keys of few bits and values that fit a byte: an entry of the solver's table is then one word.
template <class G>
concept HasPackedKey = requires {
    requires G::key_bits >= 20 && G::key_bits <= 49;
    requires G::value_range.low >= -127 && G::value_range.high <= 127;
    requires G::max_moves <= 15;
};

// ---- depth

// False where a static value cannot be trusted yet. With `noisy_moves(moves)` quiescence tries only those.
template <class G>
concept HasQuiescence = requires(const G& game) {
    { game.is_quiet() } -> std::convertible_to<bool>;
};

// Extra depth below this position, because its reply is forced or it is in turmoil.
template <class G>
concept HasExtensions = requires(const G& game) {
    { game.extension() } -> std::convertible_to<int>;
};

// The half width of the first aspiration window; half a point if the game does not say.
template <class G>
concept HasAspirationWindow = requires(const G& game) {
    { game.aspiration_window() } -> std::convertible_to<Value>;
};

// The depth and margins of ProbCut at this depth; none where it is not worth a try.
template <class G>
concept HasProbCut = requires(const G& game, int depth) {
    { game.probcut(depth) } -> std::convertible_to<std::optional<ProbCutMargins>>;
};

// What the selective search asks: which moves change the balance (noisy) and by how much, the exchanges they begin, and when
// a static value means nothing because the player to move is in check or must capture.
template <class G>
concept HasExchanges = requires(const G& game, typename G::Move move, Moves<G>& moves) {
    { game.in_check_or_forced() } -> std::convertible_to<bool>;
    { game.drawn_by_rule() } -> std::convertible_to<bool>;          // although there are moves
    { game.payoff_without_moves() } -> std::convertible_to<Value>;
    { game.noisy(move) } -> std::convertible_to<bool>;
    { game.capture_gain(move) } -> std::convertible_to<Value>;      // in engine units
    { game.see_ge(move, Value{}) } -> std::convertible_to<bool>;    // static exchange evaluation
    { game.legal(move) } -> std::convertible_to<bool>;              // of any bits at all
    { game.piece_to(move) } -> std::convertible_to<int>;            // below G::piece_to_count
    { game.from_to(move) } -> std::convertible_to<int>;             // below G::from_to_count
    { game.clock() } -> std::convertible_to<int>;                   // plies since the last irreversible move
    { game.draws_by_repetition() } -> std::convertible_to<bool>;    // whether a position that comes back is a draw
    game.noisy_moves(moves);
    game.quiet_moves(moves);
};

// Captures are compulsory, and all moves of a position are captures or none is. `forced_move` is the only move where it is a capture,
// else none. The selective search then plays it at once, and ends quiescence where there is no capture.
template <class G>
concept HasForcedMove = HasExchanges<G> && requires(const G& game) {
    { game.forced_move() } -> std::convertible_to<typename G::Move>;
};

// ---- chance

template <class G>
using Probabilities = std::array<double, G::max_moves>;

// Chance may have the move: then `player` is -1, and each move has a probability.
template <class G>
concept HasChance = requires(const G& game, Moves<G>& moves, Probabilities<G>& out) {
    { game.has_chance() } -> std::convertible_to<bool>;  // whether there is any chance in this game
    game.chances(moves, out);                            // all outcomes, in natural order
};

// ---- Monte-Carlo tree search

// The position changes in place. For games whose positions are too large to be copied with every move.
template <class G>
concept HasAdvance = requires(G& game, typename G::Move move) { game.advance(move); };

// Playouts of the game's own: a position that changes in place and chooses its moves itself, by the game's policy or, if
// `uniform`, at random among all moves that make sense. It may forget what only matters to the rules of the tree, such as superko.
template <class G>
concept HasPlayout = requires(typename G::Playout& playout, Random& random) {
    requires std::constructible_from<typename G::Playout, const G&, bool>;
    { playout.over() } -> std::convertible_to<bool>;
    { playout.player() } -> std::convertible_to<int>;
    { playout.step(random) } -> std::convertible_to<typename G::Move>;  // choose a move, play it and return it
    { playout.payoff() } -> std::convertible_to<Value>;                 // MAX's, in points, once it is over
};

// How likely each move is to be the best, by the game's features. The probabilities add up to 1.
template <class G>
concept HasPriors = requires(const G& game, const Moves<G>& moves, float* out) { game.priors(moves, out); };

// A move that wins at once, where that is quick to see.
template <class G>
concept HasWinningMove = requires(const G& game) {
    { game.winning_move() } -> std::convertible_to<std::optional<typename G::Move>>;
};

// ---- the hooks with their defaults

template <class G>
bool near_end(const G& game) {
    if constexpr (HasEndgameSolver<G>) return game.near_end();
    else return false;
}

template <class G>
CanonicalKey canonical_key(const G& game) {
    if constexpr (HasSymmetry<G>) return game.canonical_key();
    else return {game.key(), false};
}

}  // namespace zermelo
