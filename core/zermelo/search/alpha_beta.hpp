// Principal-variation alpha-beta over any game, exact at a fixed depth but for what the game's hooks allow.
//
// Contract of a returned value v for the window (alpha, beta): inside it v is exact (for this depth); v <= alpha means the
// value is at most v; v >= beta means it is at least v (fail-soft). Values are for the player to move, in engine units:
// a game's payoffs are multiplied by its `unit`, so that static values can lie between them.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

#include "zermelo/base/random.hpp"
#include "zermelo/search/root_search.hpp"

namespace zermelo {

template <Game G, class Evaluation>
class AlphaBeta : public RootSearch<AlphaBeta<G, Evaluation>, G> {
    using Root = RootSearch<AlphaBeta<G, Evaluation>, G>;
    friend Root;
    using Root::depth_, Root::ending_, Root::line_, Root::recorder_, Root::shared_, Root::stopped, Root::thread_;

public:
    using Move = typename G::Move;
    using Root::counts, Root::max_ply;

    AlphaBeta(SharedSearch& shared, Budget* budget, Evaluation evaluation, int thread)
        : Root(shared, budget, thread), evaluation_(std::move(evaluation)) {}

private:
    static constexpr int to_the_end = 1024;  // depths from here on mean that the horizon was never met

    static Value aspiration_step([[maybe_unused]] const G& root) {
        if constexpr (HasAspirationWindow<G>) return root.aspiration_window();
        else return std::max<Value>(unit_of<G>() / 2, 1);
    }

    Value static_value(const G& game) const { return evaluation_(game); }

    Value search_root_move(const G& root, Move move, std::size_t number, int depth, Value alpha, Value beta) {
        played_[1] = code_of(move, number);
        root_move_ = move;
        return child(root, root.play(move), depth, alpha, beta, 1, number > 0);
    }

    // The move of an exact entry, or of any that says more than that no move is better.
    std::optional<Move> table_move(const G& game, bool exact = true) const {
        const CanonicalKey canonical = key_of(game);
        const auto entry = shared_.table.probe(canonical.key);
        if (!entry || (exact ? entry->bound != Bound::exact : entry->bound == Bound::upper)) return std::nullopt;
        return move_of(game, mirrored_code(entry->move, canonical.mirrored));
    }

    std::optional<Move> move_of(const G& game, int code) const {
        Moves<G> moves;
        list_moves(game, moves);
        for (std::size_t at = 0; at < moves.size(); ++at)
            if (code_of(moves[at], at) == code) return moves[at];
        return std::nullopt;
    }

    // The value of a child, for the player to move above it: by a null window first unless it is the first child.
    Value child(const G& parent, const G& next, int depth, Value alpha, Value beta, int ply, bool later) {
        const bool same = same_player(parent, next);
        if constexpr (HasExtensions<G>) {
            // Never so much that a line could go on for ever: as many moves again as the search is deep.
            if (!shared_.request.exact && shared_.request.extensions && depth > 0 && ply < 2 * depth_) depth += next.extension();
        }
        const auto search = [&](Value low, Value high) {
            return from_parent(same, low, high, [&](Value a, Value b) { return visit(parent, next, depth, a, b, ply); });
        };
        if (!later) return search(alpha, beta);
        Value value = search(alpha, alpha + 1);
        if (value > alpha && value < beta && beta > alpha + 1) value = search(alpha, beta);
        return value;
    }

    Value visit(const G& parent, const G& next, int depth, Value alpha, Value beta, int ply) {
        if (ply >= recorder_.plies) [[likely]] return node(next, depth, alpha, beta, ply);
        return recorded(parent, next, depth, alpha, beta, ply);
    }

    [[gnu::noinline, gnu::cold]] Value recorded(const G& parent, const G& next, int depth, Value alpha, Value beta, int ply) {
        return this->record_node(next, move_between(parent, next, ply), depth, alpha, beta, ply,
                                 [&] { return node(next, depth, alpha, beta, ply); });
    }

    // How the node searched last has ended; what `node` does not note, the position tells.
    Ending ending_of(const G& game, int depth, Value alpha, Value beta, std::uint64_t nodes) const {
        if (game.over()) return Ending::end;
        if (is_known(game, alpha, beta)) return Ending::known;
        if (HasProbCut<G> || nodes == 1) return ending_;
        return depth > 0 ? Ending::searched : Ending::quiescence;
    }

    // Whether the game knows enough without search, as in step 3 of `node`.
    bool is_known([[maybe_unused]] const G& game, [[maybe_unused]] Value alpha, [[maybe_unused]] Value beta) const {
        if (!shared_.request.knowledge) return false;
        if constexpr (HasKnownValue<G>)
            if (game.known_value()) return true;
        if constexpr (HasBounds<G>) {
            const Bounds bounds = game.bounds();
            if (bounds.low * unit_of<G>() >= beta || bounds.high * unit_of<G>() <= alpha || bounds.low == bounds.high) return true;
        }
        if (const auto found = table_result(game, true); found && found->certain) return true;
        if constexpr (HasEndgameSolver<G>) return game.near_end();
        return false;
    }

    // The move that led to a ply. Quiescence leaves no code; there the position tells.
    Move move_between(const G& parent, const G& next, int ply) const {
        if (ply == 1) return root_move_;
        if constexpr (HasQuiescence<G>) {
            Moves<G> moves;
            parent.moves(moves);
            for (const Move move : moves)
                if (parent.play(move).key() == next.key()) return move;
        }
        return move_of(parent, played_[ply]).value_or(Move{});
    }

    Value node(const G& game, int depth, Value alpha, Value beta, int ply) {
        // Step 1. Count the node and obey the limits
        ++counts.nodes;
        counts.selective_depth = std::max(counts.selective_depth, ply);
        line_[ply].clear();
        if (stopped()) return 0;
        const SearchRequest& request = shared_.request;
        const CanonicalKey canonical = depth > 0 ? key_of(game) : CanonicalKey{};
        if (depth > 0 && request.table) shared_.table.prefetch(canonical.key);

        // Step 2. The end of the game
        if (game.over()) {
            ++counts.evaluations;
            return game.payoff() * unit_of<G>();
        }

        // Step 3. What the game knows without search
        if constexpr (HasKnownValue<G>) if (request.knowledge) {
            if (const auto value = game.known_value()) return *value * unit_of<G>();
        }
        if constexpr (HasBounds<G>) if (request.knowledge) {
            const Bounds bounds = game.bounds();
            const Value low = bounds.low * unit_of<G>(), high = bounds.high * unit_of<G>();
            if (low >= beta || low == high) return low;
            if (high <= alpha) return high;
        }
        if (const auto found = table_result(game, request.knowledge); found && found->certain) return found->value(unit_of<G>());
        if constexpr (HasEndgameSolver<G>) if (request.knowledge && game.near_end()) {
            const Value unit = unit_of<G>();
            const Value low = alpha <= -infinity ? -infinity : floor_div(alpha, unit);
            const Value high = beta >= infinity ? infinity : -floor_div(-beta, unit);
            return game.finish(low, high, counts.nodes) * unit;
        }

        // Step 4. The horizon
        if (depth <= 0 || ply >= max_ply - 1) return horizon(game, alpha, beta, ply);

        // Step 5. Transposition table
        int table_code = TableEntry::no_move;
        if (request.table) {
            ++counts.table_probes;
            if (const auto entry = shared_.table.probe(canonical.key)) {
                ++counts.table_hits;
                table_code = entry->move;
                if (entry->depth >= depth && entry->decides(alpha, beta)) {
                    if (entry->depth < to_the_end) ++counts.horizon;
                    ending_ = Ending::table;
                    return entry->value;
                }
            }
        }

        // Step 6. ProbCut
        const std::uint64_t horizon_before = counts.horizon;
        if constexpr (HasProbCut<G>) {
            if (!request.exact && request.probcut && depth < to_the_end && beta == alpha + 1) {
                if (const auto cut = probcut(game, depth, alpha, beta, ply)) return ending_ = Ending::probcut, *cut;
                if (stopped()) return 0;
            }
        }

        // Step 7. Generate and order the moves
        std::conditional_t<large_buffers, int, MoveBuffer> local;
        auto& [moves, scored] = buffer_at(ply, local);
        moves.clear();
        list_moves(game, moves);
        score_moves(game, moves, canonical.mirrored, table_code, ply, scored);

        // Step 8. Enhanced transposition cutoffs: an entry of a child may already refute this node
        if (request.enhanced_cutoffs && request.table && depth >= 4 && always_alternates<G>()) {
            for (std::size_t at = 0; at < moves.size(); ++at) {
                const auto entry = shared_.table.probe(key_of(game.play(moves[at])).key);
                if (entry && entry->depth >= depth - 1 && entry->bound != Bound::lower && -entry->value >= beta) {
                    if (entry->depth < to_the_end) ++counts.horizon;
                    ending_ = Ending::table;
                    return -entry->value;
                }
            }
        }

        // Step 9. Search the moves, best first
        const Value first_alpha = alpha;
        Value best = -infinity;
        int best_code = TableEntry::no_move;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const ScoredMove& picked = pick(scored, at, moves.size());
            const Move move = picked.move;
            const int code = picked.code;
            played_[ply + 1] = code;
            const Value value = child(game, game.play(move), depth - 1, alpha, beta, ply + 1, at > 0);
            if (stopped()) return 0;
            if (value > best) {
                best = value;
                best_code = code;
                if (value > alpha) {
                    alpha = value;
                    if (ply + 1 < max_ply) extend_line(line_[ply], move, line_[ply + 1]);
                }
                if (alpha >= beta) {
                    ++counts.cutoffs;
                    counts.first_move_cutoffs += at == 0;
                    learn_cutoff(game, code, depth, ply);
                    break;
                }
            }
        }

        // Step 10. Store. A value that never met the horizon is the game's own, and good for a search of any depth
        if (request.table) {
            const int searched = counts.horizon == horizon_before ? TranspositionTable::deepest : std::min(depth, TranspositionTable::deepest - 1);
            shared_.table.store(canonical.key,
                                {best, searched, mirrored_code(best_code, canonical.mirrored), bound_of(best, first_alpha, beta)});
        }
        if constexpr (HasProbCut<G>) ending_ = Ending::searched;
        return best;
    }

    // A bound that a shallow search says the deep one would pass, on the side the static value leans to.
    std::optional<Value> probcut(const G& game, int depth, Value alpha, Value beta, int ply)
        requires HasProbCut<G>
    {
        const auto margins = game.probcut(depth);
        if (!margins) return std::nullopt;
        const typename Recorder<Move>::Pause pause(recorder_);
        std::optional<Value> passed;
        if (evaluation_(game) >= beta) {
            const Value high = beta + margins->above;
            if (node(game, margins->depth, high - 1, high, ply) >= high) passed = beta;
        } else {
            const Value low = alpha - margins->below;
            if (node(game, margins->depth, low, low + 1, ply) <= low) passed = alpha;
        }
        line_[ply].clear();
        return stopped() ? std::nullopt : passed;
    }

    // The static value, or quiescence where it cannot be trusted yet.
    Value horizon(const G& game, [[maybe_unused]] Value alpha, [[maybe_unused]] Value beta, [[maybe_unused]] int ply) {
        ++counts.horizon;
        ++counts.evaluations;
        const Value static_eval = evaluation_(game);
        if constexpr (HasQuiescence<G>) {
            if (shared_.request.quiescence && ply < max_ply - 1 && !game.is_quiet()) {
                Value best = static_eval;
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
        return static_eval;
    }

    void list_moves(const G& game, Moves<G>& moves) const {
        if constexpr (HasCandidateMoves<G>) shared_.request.knowledge ? game.candidates(moves) : game.moves(moves);
        else game.moves(moves);
    }

    CanonicalKey key_of(const G& game) const {
        CanonicalKey canonical = shared_.request.symmetry ? canonical_key(game) : CanonicalKey{game.key(), false};
        canonical.key ^= shared_.salt();
        return canonical;
    }

    // A move's number in the table and in the history: itself if it is a small number, else its place in the list.
    static int code_of(Move move, std::size_t place) {
        if constexpr (std::integral<Move>) return static_cast<int>(move) < TableEntry::no_move ? static_cast<int>(move) : static_cast<int>(place);
        else return static_cast<int>(place);
    }
    static int mirrored_code(int code, [[maybe_unused]] bool mirrored) {
        if constexpr (HasSymmetry<G>) {
            if (mirrored && code != TableEntry::no_move) return static_cast<int>(G::mirror(static_cast<Move>(code)));
        }
        return code;
    }

    // The largest score is tried first. Scores are all different, as they end in the move's place in the natural order, so
    // equals stay in that order whatever is swapped.
    struct ScoredMove {
        std::int64_t score;
        Move move;
        int code;
    };

    // The moves of the node at a ply. Large ones lie on the heap: hundreds of them would fill the stack.
    struct MoveBuffer {
        Moves<G> moves;
        std::array<ScoredMove, G::max_moves> scored;
    };
    static constexpr bool large_buffers = sizeof(MoveBuffer) > 8192;

    MoveBuffer& buffer_at([[maybe_unused]] int ply, auto& local) {
        if constexpr (!large_buffers) return local;
        else {
            std::unique_ptr<MoveBuffer>& buffer = buffers_[static_cast<std::size_t>(ply)];
            if (!buffer) buffer = std::make_unique_for_overwrite<MoveBuffer>();
            return *buffer;
        }
    }

    void score_moves(const G& game, const Moves<G>& moves, bool mirrored, int table_code, int ply, std::array<ScoredMove, G::max_moves>& scored) {
        table_code = mirrored_code(table_code, mirrored);
        [[maybe_unused]] const int player = game.player();
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const int code = code_of(moves[at], at);
            std::int64_t score = 0;
            if constexpr (HasMoveOrdering<G>) score = static_cast<std::int64_t>(game.order_score(moves[at])) * 65536;
            if constexpr (std::integral<Move>) {
                if (shared_.request.history) score += history_[player][code & 1023];
                if (shared_.request.killers && killers_[ply] == code) score += 1 << 15;
                if (shared_.request.counters && counters_[player][played_[ply] & 1023] == code) score += 1 << 14;
            }
            if (code == table_code) score = std::int64_t{1} << 48;
            // Helper threads try equals in another order, so that they find what the first thread does not.
            if (thread_ > 0) score += static_cast<int>(mix(code + 977u * thread_) & 7);
            scored[at] = {score * 1024 + static_cast<std::int64_t>(1023 - at), moves[at], code};
        }
    }

    static const ScoredMove& pick(std::array<ScoredMove, G::max_moves>& scored, std::size_t at, std::size_t count) {
        std::size_t best = at;
        for (std::size_t other = at + 1; other < count; ++other)
            if (scored[other].score > scored[best].score) best = other;
        if (best != at) std::swap(scored[at], scored[best]);
        return scored[at];
    }

    void learn_cutoff([[maybe_unused]] const G& game, [[maybe_unused]] int code, [[maybe_unused]] int depth, [[maybe_unused]] int ply) {
        if constexpr (std::integral<Move>) {
            killers_[ply] = code;
            counters_[game.player()][played_[ply] & 1023] = code;
            int& score = history_[game.player()][code & 1023];
            score = std::min(score + std::min(depth, 64) * std::min(depth, 64), (1 << 15) - 1);
            if (score == (1 << 15) - 1)
                for (auto& player : history_)
                    for (int& entry : player) entry /= 2;
        }
    }

    static Value floor_div(Value a, Value b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

    Evaluation evaluation_;
    Move root_move_{};
    std::array<int, max_ply> played_{};                // the code of the move that led to each ply
    std::array<int, max_ply> killers_{};
    std::array<std::array<int, 1024>, 2> counters_{};  // the move that last refuted each move
    std::array<std::array<int, 1024>, 2> history_{};
    std::array<std::unique_ptr<MoveBuffer>, large_buffers ? max_ply : 0> buffers_;
};

}  // namespace zermelo
