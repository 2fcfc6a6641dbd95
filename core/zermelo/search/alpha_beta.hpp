// The engine: principal-variation alpha-beta with progressive deepening, over any game.
//
// Contract of a returned value v for the window (alpha, beta): inside it v is exact (for this depth); v <= alpha means the
// value is at most v; v >= beta means it is at least v (fail-soft). Values are for the player to move, in engine units:
// a game's payoffs are multiplied by its `unit`, so that static values can lie between them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <optional>
#include <utility>

#include "zermelo/base/random.hpp"
#include "zermelo/search/root.hpp"

namespace zermelo {

// How many moves deeper to look below this position, because its reply is forced or it is in turmoil (extensions).
template <class G>
concept Extends = requires(const G& game) { { game.extension() } -> std::convertible_to<int>; };

// How wide the window around the value of the last pass is at first; half a point if the game does not say.
template <class G>
concept Aspires = requires(const G& game) { { game.aspiration() } -> std::convertible_to<Value>; };

template <Game G, class Evaluation>
class AlphaBeta : public RootSearch<AlphaBeta<G, Evaluation>, G> {
    using Root = RootSearch<AlphaBeta<G, Evaluation>, G>;
    friend Root;
    using Root::depth_, Root::line_, Root::shared_, Root::stopped, Root::thread_;

public:
    using Move = typename G::Move;
    using Root::counts, Root::max_ply;

    AlphaBeta(SharedSearch& shared, Evaluation evaluation, int thread) : Root(shared, thread), evaluation_(std::move(evaluation)) {}

private:
    static Value aspiration_step([[maybe_unused]] const G& root) {
        if constexpr (Aspires<G>) return root.aspiration();
        else return std::max<Value>(unit_of<G>() / 2, 1);
    }

    Value from_root(const G& root, Move move, std::size_t place, int depth, Value alpha, Value beta) {
        played_[1] = code_of(move, place);
        return child(root, root.play(move), depth, alpha, beta, 1, place > 0);
    }

    std::optional<Move> best_known(const G& game) const {
        const FoldedKey folded = key_of(game);
        const auto known = shared_.table.probe(folded.key);
        if (!known || known->bound != Bound::exact) return std::nullopt;
        const int code = mirrored_code(known->move, folded.mirrored);
        Moves<G> moves;
        list_moves(game, moves);
        for (std::size_t at = 0; at < moves.size(); ++at)
            if (code_of(moves[at], at) == code) return moves[at];
        return std::nullopt;
    }

    // The value of a child, for the player to move above it: by a null window first unless it is the first child.
    Value child(const G& above, const G& next, int depth, Value alpha, Value beta, int ply, bool later) {
        const bool same = [&] {
            if constexpr (requires { G::alternates; }) return !G::alternates;
            else return next.player() == above.player();
        }();
        if constexpr (Extends<G>) {
            // Never so much that a line could go on for ever: as many moves again as the search is deep.
            if (!shared_.options.exact && shared_.options.extensions && depth > 0 && ply < 2 * depth_) depth += next.extension();
        }
        const auto look = [&](int to, Value low, Value high) {
            return same ? node(next, to, low, high, ply) : -node(next, to, -high, -low, ply);
        };
        if (!later) return look(depth, alpha, beta);
        Value value = look(depth, alpha, alpha + 1);
        if (value > alpha && value < beta && beta > alpha + 1) value = look(depth, alpha, beta);
        return value;
    }

    Value node(const G& game, int depth, Value alpha, Value beta, int ply) {
        ++counts.nodes;
        line_[ply].clear();
        if (stopped()) return 0;
        const FoldedKey folded = depth > 0 ? key_of(game) : FoldedKey{};
        if (depth > 0 && shared_.options.table) shared_.table.prefetch(folded.key);
        if (game.over()) {
            ++counts.evaluations;
            return game.payoff() * unit_of<G>();
        }
        const bool knows = shared_.options.knowledge;
        if constexpr (Settles<G>) if (knows) {
            if (const auto value = game.settled()) return *value * unit_of<G>();
        }
        if constexpr (Bounded<G>) if (knows) {
            const Bounds bounds = game.bounds();
            const Value low = bounds.low * unit_of<G>(), high = bounds.high * unit_of<G>();
            if (low >= beta) return low;
            if (high <= alpha) return high;
            if (low == high) return low;
        }
        if constexpr (Finishes<G>) if (knows && game.near_end()) {
            const Value unit = unit_of<G>();
            const Value low = alpha <= -infinity ? -infinity : floor_div(alpha, unit);
            const Value high = beta >= infinity ? infinity : -floor_div(-beta, unit);
            return game.finish(low, high, counts.nodes) * unit;
        }
        if (depth <= 0 || ply >= max_ply - 1) return horizon(game, alpha, beta, ply);

        int remembered = Known::no_move;
        if (shared_.options.table) {
            ++counts.table_probes;
            if (const auto known = shared_.table.probe(folded.key)) {
                ++counts.table_hits;
                remembered = known->move;
                if (known->depth >= depth) {
                    if (known->bound == Bound::exact || (known->bound == Bound::lower && known->value >= beta) ||
                        (known->bound == Bound::upper && known->value <= alpha)) {
                        if (known->depth < to_the_end) ++counts.horizon;
                        return known->value;
                    }
                }
            }
        }

        const std::uint64_t horizon_before = counts.horizon;
        const bool selective = !shared_.options.exact && depth < to_the_end && beta == alpha + 1;
        if constexpr (Foresees<G>) {
            if (selective && shared_.options.probcut) {
                if (const auto cut = foreseen(game, depth, alpha, beta, ply)) return *cut;
                if (stopped()) return 0;
            }
        }

        Moves<G> moves;
        list_moves(game, moves);
        std::array<Ranked, G::max_moves> ranked;
        order(game, moves, folded.mirrored, remembered, ply, ranked);

        if (shared_.options.enhanced_cutoffs && shared_.options.table && depth >= 4 && alternates(game)) {
            for (std::size_t at = 0; at < moves.size(); ++at) {
                const auto known = shared_.table.probe(key_of(game.play(moves[at])).key);
                if (known && known->depth >= depth - 1 && known->bound != Bound::lower && -known->value >= beta) {
                    if (known->depth < to_the_end) ++counts.horizon;
                    return -known->value;
                }
            }
        }

        const Value first_alpha = alpha;
        Value best = -infinity;
        int best_code = Known::no_move;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const auto [score, move, code] = pick(ranked, at, moves.size());
            (void)score;
            const G next = game.play(move);
            played_[ply + 1] = code;
            const Value value = child(game, next, depth - 1, alpha, beta, ply + 1, at > 0);
            if (stopped()) return 0;
            if (value > best) {
                best = value;
                best_code = code;
                if (value > alpha) {
                    alpha = value;
                    if (ply + 1 < max_ply) {
                        line_[ply].assign(1, move);
                        line_[ply].insert(line_[ply].end(), line_[ply + 1].begin(), line_[ply + 1].end());
                    }
                }
                if (alpha >= beta) {
                    ++counts.cutoffs;
                    counts.first_move_cutoffs += at == 0;
                    remember_cutoff(game, code, depth, ply);
                    break;
                }
            }
        }
        if (shared_.options.table) {
            // A value that never met the horizon is the game's own, and good for a search of any depth.
            const int searched = counts.horizon == horizon_before ? TranspositionTable::deepest : std::min(depth, TranspositionTable::deepest - 1);
            const Bound bound = best <= first_alpha ? Bound::upper : best >= beta ? Bound::lower : Bound::exact;
            shared_.table.store(folded.key, {best, searched, mirrored_code(best_code, folded.mirrored), bound});
        }
        return best;
    }

    // A bound that a shallow search says the deep one would pass, on the side the static value leans to.
    std::optional<Value> foreseen(const G& game, int depth, Value alpha, Value beta, int ply)
        requires Foresees<G>
    {
        const auto foresight = game.foresight(depth);
        if (!foresight) return std::nullopt;
        std::optional<Value> passed;
        if (evaluation_(game) >= beta) {
            const Value high = beta + foresight->above;
            if (node(game, foresight->depth, high - 1, high, ply) >= high) passed = beta;
        } else {
            const Value low = alpha - foresight->below;
            if (node(game, foresight->depth, low, low + 1, ply) <= low) passed = alpha;
        }
        line_[ply].clear();
        return stopped() ? std::nullopt : passed;
    }

    Value horizon(const G& game, Value alpha, Value beta, int ply) {
        ++counts.horizon;
        ++counts.evaluations;
        const Value stand = evaluation_(game);
        if constexpr (Restless<G>) {
            if (shared_.options.quiescence && ply < max_ply - 1 && !game.quiet()) {
                Value best = stand;
                if (best >= beta) return best;
                alpha = std::max(alpha, best);
                Moves<G> moves;
                if constexpr (requires { game.noisy_moves(moves); }) game.noisy_moves(moves);
                else game.moves(moves);
                for (const Move move : moves) {
                    const Value value = child(game, game.play(move), 0, alpha, beta, ply + 1, false);
                    if (stopped()) return 0;
                    if (value > best) best = value;
                    alpha = std::max(alpha, best);
                    if (alpha >= beta) break;
                }
                return best;
            }
        }
        (void)alpha, (void)beta, (void)ply;
        return stand;
    }

    void list_moves(const G& game, Moves<G>& moves) const {
        if constexpr (Narrows<G>) shared_.options.knowledge ? game.candidates(moves) : game.moves(moves);
        else game.moves(moves);
    }

    FoldedKey key_of(const G& game) const {
        FoldedKey folded = shared_.options.symmetry ? folded_key(game) : FoldedKey{game.key(), false};
        folded.key ^= shared_.options.table_salt();
        return folded;
    }

    static bool alternates(const G&) {
        if constexpr (requires { G::alternates; }) return G::alternates;
        else return false;
    }

    // What a move is called in the table and in the history: itself if it is a small number, else its place in the list.
    static int code_of(Move move, std::size_t place) {
        if constexpr (std::integral<Move>) return static_cast<int>(move) < Known::no_move ? static_cast<int>(move) : static_cast<int>(place);
        else return static_cast<int>(place);
    }
    static int mirrored_code(int code, bool mirrored) {
        if constexpr (Symmetric<G>) {
            if (mirrored && code != Known::no_move) return static_cast<int>(G::mirror(static_cast<Move>(code)));
        }
        (void)mirrored;
        return code;
    }

    // A move in the order in which it will be tried: the largest score first. Scores are all different, as they end in the
    // move's place in the natural order, so equals stay in that order whatever is swapped.
    struct Ranked {
        std::int64_t score;
        Move move;
        int code;
    };

    void order(const G& game, const Moves<G>& moves, bool mirrored, int remembered, int ply, std::array<Ranked, G::max_moves>& ranked) {
        remembered = mirrored_code(remembered, mirrored);
        [[maybe_unused]] const int player = game.player();
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const int code = code_of(moves[at], at);
            std::int64_t score = 0;
            if constexpr (Ranks<G>) score = static_cast<std::int64_t>(game.rank(moves[at])) * 65536;
            if constexpr (std::integral<Move>) {
                if (shared_.options.history) score += history_[player][code & 1023];
                if (shared_.options.killers && killers_[ply] == code) score += 1 << 15;
                if (shared_.options.counters && counters_[player][played_[ply] & 1023] == code) score += 1 << 14;
            }
            if (code == remembered) score = std::int64_t{1} << 48;
            // Helper threads look at equals in another order, so that they find what the first thread does not.
            if (thread_ > 0) score += static_cast<int>(mix(code + 977u * thread_) & 7);
            ranked[at] = {score * 1024 + static_cast<std::int64_t>(1023 - at), moves[at], code};
        }
    }

    static const Ranked& pick(std::array<Ranked, G::max_moves>& ranked, std::size_t at, std::size_t count) {
        std::size_t best = at;
        for (std::size_t other = at + 1; other < count; ++other)
            if (ranked[other].score > ranked[best].score) best = other;
        if (best != at) std::swap(ranked[at], ranked[best]);
        return ranked[at];
    }

    void remember_cutoff(const G& game, int code, int depth, int ply) {
        if constexpr (std::integral<Move>) {
            killers_[ply] = code;
            counters_[game.player()][played_[ply] & 1023] = code;
            int& score = history_[game.player()][code & 1023];
            score = std::min(score + std::min(depth, 64) * std::min(depth, 64), (1 << 15) - 1);
            if (score == (1 << 15) - 1)
                for (auto& player : history_)
                    for (int& each : player) each /= 2;
        }
        (void)game, (void)code, (void)depth, (void)ply;
    }

    static Value floor_div(Value a, Value b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

    static constexpr int to_the_end = 1024;

    Evaluation evaluation_;
    std::array<int, max_ply> played_{};  // the move that led to each ply, by its code
    std::array<int, max_ply> killers_{};
    std::array<std::array<int, 1024>, 2> counters_{};  // what last refuted each move
    std::array<std::array<int, 1024>, 2> history_{};
};

}  // namespace zermelo
