// The selective search, for games in which pieces are exchanged: deeper in forcing lines, shallower or not at all where nothing
// seems to happen. It may overlook what it prunes, so its values are estimates and never proofs; `exact` searches use
// alpha_beta.hpp instead.
//
// Values are for the player to move, in engine units. A won game is worth `unit` less the plies it takes, so that the quicker
// win is the better one; the table keeps such values by their distance from the position, not from the root.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "zermelo/search/move_picker.hpp"
#include "zermelo/search/root_search.hpp"

namespace zermelo {

// Late move reductions, by depth and by the number of the move.
inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> made{};
    for (int depth = 1; depth < 64; ++depth)
        for (int count = 1; count < 64; ++count)
            made[depth][count] = static_cast<std::int8_t>(0.8 + std::log(depth) * std::log(count) / 2.3);
    return made;
}();

// An endgame table's value is final unless the past can spoil it: play that comes closer to mate with every move meets each
// position once, which is the third time only for one that has stood there twice.
template <class G>
bool unspoilt_by_past(const G& game, const SearchRequest& request) {
    std::vector<Key> seen = request.past;
    seen.push_back(game.key());
    std::sort(seen.begin(), seen.end());
    return std::adjacent_find(seen.begin(), seen.end()) == seen.end();
}

template <class G, class Evaluation>
    requires Game<G> && HasExchanges<G>
class Selective : public RootSearch<Selective<G, Evaluation>, G> {
    using Root = RootSearch<Selective<G, Evaluation>, G>;
    friend Root;
    using Root::depth_, Root::ending_, Root::line_, Root::recorder_, Root::shared_, Root::stopped, Root::thread_;

public:
    using Move = typename G::Move;
    using Root::counts, Root::max_ply;

    Selective(SharedSearch& shared, Budget* budget, Evaluation evaluation, int thread)
        : Root(shared, budget, thread), evaluation_(std::move(evaluation)), history_(std::make_unique<HistoryTables<G>>()) {}

private:
    static Value aspiration_step(const G&) { return 20; }

public:
    // A win may be found at the last ply and be known from a table to take as long again.
    static constexpr Value won = unit_of<G>(), decided = won - 2 * max_ply;
    // A win in a table without distances is worth `table_win` less the plies to the table: less than a win whose distance is known,
    // more than any static value. Values from `decisive` on tell who wins, and count plies.
    static constexpr Value table_win = decided - 1;
    static constexpr Value decisive = [] {
        if constexpr (HasResultTable<G>) return G::static_limit + 1;
        else return decided;
    }();

    // The conversion of the root's endgame, if tables without distances say that the root is won or lost.
    const ConversionOf<G>* conversion = nullptr;

private:
    static constexpr Move none{};
    // Where one move may turn everything round, moves that look futile are searched all the same.
    static constexpr bool prunes_futile = [] {
        if constexpr (requires { G::tactical_swings; }) return !G::tactical_swings;
        else return true;
    }();

    // One ply of the line being searched.
    struct Frame {
        Key key = 0;
        Value static_eval = 0;
        bool in_check = false;                 // or forced to capture
        Move move = none;                      // being searched
        int piece_to = G::piece_to_count;      // of that move
        Move excluded_move = none;             // by a singular extension search
        std::array<Move, 2> killers{};
    };

    // ---- the root

    // In an endgame that is won but must be searched, every won position is better than a draw.
    Value static_value(const G& game) const {
        const Value value = evaluation_(game);
        if constexpr (HasResultTable<G>) {
            constexpr Value half = G::static_limit / 2;
            if (conversion) [[unlikely]]
                if (const auto found = probe_result(game)) return found->value(half) + std::clamp(value, 1 - half, half - 1);
        }
        return value;
    }

    Value search_root_move(const G& root, Move move, std::size_t number, int depth, Value alpha, Value beta) {
        const G next = root.play(move);
        if (!proven_by_table(next)) ++counts.horizon;  // pruned lines may hold anything
        Frame& frame = frames_[0];
        frame.key = root.key();
        frame.in_check = root.in_check_or_forced();
        frame.static_eval = frame.in_check ? 0 : static_value(root);
        begin(frame, root, move);
        if (number == 0) return -visit(next, depth, -beta, -alpha, 1, false);
        Value value = -visit(next, depth, -alpha - 1, -alpha, 1, true);
        if (value > alpha && value < beta) value = -visit(next, depth, -beta, -alpha, 1, false);
        return value;
    }

    // The move of an exact entry, or of any that says more than that no move is better; or the only move.
    std::optional<Move> table_move(const G& game, bool exact = true) const {
        if constexpr (HasForcedMove<G>)
            if (const Move move = game.forced_move(); move != none) return move;
        const auto entry = shared_.table.probe(table_key(game.key()));
        if (!entry || (exact ? entry->bound != Bound::exact : entry->bound == Bound::upper) || entry->move == TableEntry::no_move) return std::nullopt;
        const auto move = static_cast<Move>(entry->move);
        return game.legal(move) ? std::optional(move) : std::nullopt;
    }

    // ---- below it

    Value visit(const G& game, int depth, Value alpha, Value beta, int ply, bool cut_node) {
        if (ply >= recorder_.plies) [[likely]] return node(game, depth, alpha, beta, ply, cut_node);
        return recorded(game, depth, alpha, beta, ply, cut_node);
    }

    [[gnu::noinline, gnu::cold]] Value recorded(const G& game, int depth, Value alpha, Value beta, int ply, bool cut_node) {
        return this->record_node(game, frames_[ply - 1].move, depth, alpha, beta, ply,
                                 [&] { return node(game, depth, alpha, beta, ply, cut_node); });
    }

    // How the node searched last has ended.
    Ending ending_of(const G& game, int depth, Value, Value, std::uint64_t) const {
        return game.over() ? Ending::end : depth <= 0 ? Ending::quiescence : ending_;
    }

    // `cut_node`: the node is expected to fail high.
    Value node(const G& game, int depth, Value alpha, Value beta, int ply, bool cut_node) {
        // Step 1. Quiescence at the horizon; else count the node and obey the limits
        if (depth <= 0) return quiescence(game, alpha, beta, ply, 0);
        ++counts.nodes;
        counts.selective_depth = std::max(counts.selective_depth, ply);
        line_[ply].clear();
        if (stopped()) return 0;
        const bool pv_node = beta - alpha > 1;
        Frame& frame = frames_[ply];
        frame.key = game.key();

        // Step 2. Draws, endgame tables, and lines that grow too long
        if (const auto value = known_end(game, ply)) return ending_ = Ending::known, *value;
        if (ply >= max_ply - 2) return static_value(game);

        // Step 3. Mate distance pruning: a quicker win is already known
        alpha = std::max(alpha, ply - won), beta = std::min(beta, won - ply - 1);
        if (alpha >= beta) return ending_ = Ending::mate_distance, alpha;

        // Step 4. Transposition table. While the entry is fetched, see what is forced; and evaluate, where that takes no longer
        frame.in_check = game.in_check_or_forced();
        const auto set_static_eval = [&] {
            if (frame.in_check) frame.static_eval = ply >= 2 ? frames_[ply - 2].static_eval : 0;
            else if (frame.excluded_move == none) frame.static_eval = static_value(game);
        };
        if constexpr (HasForcedMove<G>) {
            set_static_eval();
            if (const Move move = frame.in_check ? game.forced_move() : none; move != none)
                return search_forced_move(game, move, depth, alpha, beta, ply, cut_node);
        }
        std::optional<TableEntry> entry;
        if (shared_.request.table && frame.excluded_move == none) {
            ++counts.table_probes;
            entry = shared_.table.probe(table_key(frame.key));
            if (entry) {
                ++counts.table_hits;
                entry->value = from_table(entry->value, ply, decisive);
                if (!pv_node && entry->depth >= depth && entry->decides(alpha, beta)) return ending_ = Ending::table, entry->value;
            }
        }
        Move table_move = entry && entry->move != TableEntry::no_move ? static_cast<Move>(entry->move) : none;

        // Step 5. Static evaluation
        if constexpr (!HasForcedMove<G>) set_static_eval();
        Value eval = frame.static_eval;  // the table may know better
        if (entry && !frame.in_check && entry->decides(eval, eval + 1)) eval = entry->value;
        const bool improving = !frame.in_check && (ply < 2 || frame.static_eval > frames_[ply - 2].static_eval);
        const SearchRequest& request = shared_.request;
        const bool prune_futile = request.futility && prunes_futile;

        if (!pv_node && !frame.in_check && frame.excluded_move == none && std::abs(beta) < decisive) {
            // Step 6. Reverse futility pruning
            if (prune_futile && depth <= 8 && eval - 60 * (depth - improving) >= beta) return ending_ = Ending::futility, eval;
            // Step 7. Null move pruning
            if (request.null_move && depth >= 3 && eval >= beta && frames_[ply - 1].move != none) {
                if (const auto passed = game.null_move()) {
                    const int reduction = 4 + depth / 4 + std::min<int>((eval - beta) / 200, 3);
                    frame.move = none, frame.piece_to = G::piece_to_count;
                    const typename Recorder<Move>::Pause pause(recorder_);
                    const Value value = -node(*passed, depth - reduction - 1, -beta, 1 - beta, ply + 1, !cut_node);
                    if (stopped()) return 0;
                    if (value >= beta) return ending_ = Ending::null_move, value < decisive ? value : beta;
                }
            }
        }

        // Step 8. Internal iterative reduction: without a table move a shallower search will soon leave one
        if (request.reductions && depth >= 4 && table_move == none && (pv_node || cut_node)) --depth;

        // Step 9. Search the moves in stages
        const auto& before = history_->continuation[frames_[ply - 1].piece_to];
        const auto& earlier = history_->continuation[ply >= 2 ? frames_[ply - 2].piece_to : G::piece_to_count];
        MovePicker<G> picker(game, *history_, table_move, frame.killers, &before, &earlier);
        frames_[ply + 1].killers = {};
        const Value first_alpha = alpha;
        Value best = -infinity;
        Move best_move = none;
        int move_count = 0;
        List<Move, 64> quiets, noisies;  // that failed low
        for (Move move = picker.next(); move != none; move = picker.next()) {
            if (move == frame.excluded_move) continue;
            ++move_count;
            const bool noisy = game.noisy(move);
            const int history = noisy ? 0 : history_->quiet[game.player()][G::from_to(move)] + before[game.piece_to(move)] + earlier[game.piece_to(move)];

            // Step 10. Prune late and futile moves
            if (best > -decisive && !frame.in_check && prune_futile) {
                const int reduced = std::max(depth - reduction_of(depth, move_count), 1);
                if (!noisy) {
                    if (depth <= 8 && move_count >= (4 + depth * depth) / (improving ? 1 : 2)) picker.skip_quiet();
                    if (reduced <= 7 && frame.static_eval + 120 + 60 * reduced <= alpha) picker.skip_quiet();
                    if (reduced <= 4 && history < -4000 * reduced) continue;
                    if (reduced <= 8 && !game.see_ge(move, -25 * reduced * reduced)) continue;
                } else if (depth <= 7 && picker.in_losing_captures() && !game.see_ge(move, -100 * depth)) {
                    continue;
                }
            }

            // Step 11. Extensions: out of check, and where the table move is singular
            int extension = 0;
            if (request.extensions && ply < 2 * depth_) {
                if (depth >= 8 && move == table_move && frame.excluded_move == none && entry->depth >= depth - 3 &&
                    entry->bound != Bound::upper && std::abs(entry->value) < decisive) {
                    const Value singular_beta = entry->value - 2 * depth;
                    frame.excluded_move = move;
                    const Value others = [&] {
                        const typename Recorder<Move>::Pause pause(recorder_);
                        return node(game, (depth - 1) / 2, singular_beta - 1, singular_beta, ply, cut_node);
                    }();
                    frame.excluded_move = none;
                    if (stopped()) return 0;
                    line_[ply].clear();
                    if (others < singular_beta) extension = 1;
                    else if (singular_beta >= beta) return ending_ = Ending::multi_cut, singular_beta;  // several moves refute
                    else if (entry->value >= beta) extension = -1;
                } else if (frame.in_check) {
                    extension = 1;
                }
            }

            // Step 12. Late move reductions, then the full depth, then the full window
            begin(frame, game, move);
            const G next = game.play(move);
            const int new_depth = depth - 1 + extension;
            if (!HasForcedMove<G> || new_depth > 0) shared_.table.prefetch(table_key(next.key()));
            Value value;
            if (request.reductions && depth >= 2 && move_count > 1 + pv_node && (!noisy || picker.in_losing_captures())) {
                int reduction = reduction_of(depth, move_count) - pv_node + cut_node - frame.in_check + !improving - history / 8192;
                if constexpr (MovePicker<G>::knows_checks) reduction -= next.in_check_or_forced();
                if (noisy) reduction /= 2;
                const int reduced = std::clamp(new_depth - reduction, 1, new_depth);
                value = -visit(next, reduced, -alpha - 1, -alpha, ply + 1, true);
                if (value > alpha && reduced < new_depth) value = -visit(next, new_depth, -alpha - 1, -alpha, ply + 1, !cut_node);
            } else if (!pv_node || move_count > 1) {
                value = -visit(next, new_depth, -alpha - 1, -alpha, ply + 1, !cut_node);
            } else {
                value = -infinity;
            }
            if (pv_node && (move_count == 1 || (value > alpha && value < beta))) value = -visit(next, new_depth, -beta, -alpha, ply + 1, false);
            if (stopped()) return 0;

            // Step 13. A better move
            if (value > best) {
                best = value;
                if (value > alpha) {
                    alpha = value, best_move = move;
                    if (pv_node) extend_line(line_[ply], move, line_[ply + 1]);
                    if (alpha >= beta) {
                        ++counts.cutoffs;
                        counts.first_move_cutoffs += move_count == 1;
                        break;
                    }
                }
            }
            if (noisy) {
                if (noisies.size() < 64) noisies.push_back(move);
            } else if (quiets.size() < 64) {
                quiets.push_back(move);
            }
        }

        // Step 14. Mate and stalemate
        if (move_count == 0) {
            if (frame.excluded_move != none) return alpha;
            return value_without_moves(game, ply);
        }

        // Step 15. Update the history and store
        if (best >= beta) update_history(game, frame, best_move, quiets, noisies, depth, ply);
        if (request.table && frame.excluded_move == none) {
            const int code = code_of(best_move != none ? best_move : table_move);
            shared_.table.store(table_key(frame.key), {to_table(best, ply, decisive), depth, code, bound_of(best, first_alpha, beta)});
        }
        ending_ = Ending::searched;
        return best;
    }

    // The only move of a node: neither an entry nor a reduction is worth the time.
    Value search_forced_move(const G& game, Move move, int depth, Value alpha, Value beta, int ply, bool cut_node) {
        const bool pv_node = beta - alpha > 1;
        const int new_depth = depth - !(shared_.request.extensions && ply < 2 * depth_);
        begin(frames_[ply], game, move);
        const G next = game.play(move);
        if (new_depth > 0) shared_.table.prefetch(table_key(next.key()));
        const Value value = -visit(next, new_depth, -beta, -alpha, ply + 1, !pv_node && !cut_node);
        if (pv_node && value > alpha) extend_line(line_[ply], move, line_[ply + 1]);
        return ending_ = Ending::searched, value;
    }

    // Quiescence: only captures and promotions until none is left, at the first ply also checks (+31 Elo at 8,000 nodes a move).
    // A player in check tries everything, or as many moves as the game says (`quiescence_width`) after `qply` plies: compulsory
    // captures would go on for ever. Where all moves are captures or none is, one table probe in 40 would find something.
    Value quiescence(const G& game, Value alpha, Value beta, int ply, int qply) {
        ++counts.nodes;
        counts.selective_depth = std::max(counts.selective_depth, ply);
        line_[ply].clear();
        if (stopped()) return 0;
        Frame& frame = frames_[ply];
        frame.key = game.key();
        if (const auto value = known_end(game, ply)) return *value;
        if (ply >= max_ply - 2) return static_value(game);
        frame.in_check = game.in_check_or_forced();  // while the table's entry is fetched
        const bool use_table = shared_.request.table && !HasForcedMove<G>;
        std::optional<TableEntry> entry;
        if (use_table) {
            entry = shared_.table.probe(table_key(frame.key));
            if (entry) {
                entry->value = from_table(entry->value, ply, decisive);
                if (beta - alpha == 1 && entry->decides(alpha, beta)) return entry->value;
            }
        }
        Value best = -infinity;
        int most_moves = G::max_moves;
        if constexpr (requires { G::quiescence_width(qply); }) {
            most_moves = G::quiescence_width(qply);
            if (!frame.in_check && !game.has_moves()) return value_without_moves(game, ply);
        }
        if (!frame.in_check) {
            ++counts.evaluations, ++counts.horizon;
            best = frame.static_eval = static_value(game);
            if (entry && entry->decides(best, best + 1)) best = entry->value;
            if (HasForcedMove<G> || !shared_.request.quiescence || best >= beta) return best;
        }
        const Value first_alpha = alpha;
        alpha = std::max(alpha, best);
        const Value futility_base = best + 150;
        Move best_move = none;
        const Move table_move = entry && entry->move != TableEntry::no_move ? static_cast<Move>(entry->move) : none;
        using Wanted = typename MovePicker<G>::Wanted;
        MovePicker<G> picker(game, *history_, table_move, {}, &history_->continuation[frames_[ply - 1].piece_to],
                         &history_->continuation[G::piece_to_count], frame.in_check ? Wanted::all : qply == 0 ? Wanted::noisy_and_checks : Wanted::noisy);
        int move_count = 0;
        for (Move move = picker.next(); move != none; move = picker.next()) {
            ++move_count;
            if (!frame.in_check && !game.noisy(move)) {
                if (!game.see_ge(move, 0)) continue;
            } else if (!frame.in_check && futility_base + game.capture_gain(move) <= alpha) {
                best = std::max(best, std::min<Value>(futility_base + game.capture_gain(move), alpha));
                continue;
            }
            if (frame.in_check && best > -decisive && (move_count > most_moves || (move_count > 3 && picker.in_losing_captures()))) break;
            begin(frame, game, move);
            const G next = game.play(move);
            if (!HasForcedMove<G>) shared_.table.prefetch(table_key(next.key()));
            const Value value = -quiescence(next, -beta, -alpha, ply + 1, qply + 1);
            if (stopped()) return 0;
            if (value > best) {
                best = value;
                if (value > alpha) {
                    alpha = value, best_move = move;
                    extend_line(line_[ply], move, line_[ply + 1]);
                    if (alpha >= beta) break;
                }
            }
        }
        if (frame.in_check && move_count == 0) return value_without_moves(game, ply);
        if (use_table) {
            const Bound bound = best >= beta ? Bound::lower : best > first_alpha && frame.in_check ? Bound::exact : Bound::upper;
            shared_.table.store(table_key(frame.key), {to_table(best, ply, decisive), 0, code_of(best_move), bound});
        }
        return best;
    }

    // ---- known ends

    // A draw by rule or by repetition, or an endgame table's value. One repetition within the search counts as a draw: a player who
    // could avoid it would have done so the first time.
    std::optional<Value> known_end(const G& game, int ply) const {
        if (game.drawn_by_rule()) {
            if (game.over() && game.payoff() != 0) return game.payoff() * (won - ply);
            return 0;
        }
        const int back = game.draws_by_repetition() ? std::min(game.clock(), ply + static_cast<int>(shared_.request.past.size())) : 0;
        for (int ago = 4; ago <= back; ago += 2) {
            const Key before = ago <= ply ? frames_[ply - ago].key : shared_.request.past[shared_.request.past.size() - (ago - ply)];
            if (before == frames_[ply].key) return 0;
        }
        if (const auto distance = endgame(game)) return distance->value(won - ply);
        if (const auto found = result_of(game)) return game.over() ? value_without_moves(game, ply) : found->value(table_win - ply);
        return std::nullopt;
    }

    std::optional<TableResult> result_of(const G& game) const {
        if constexpr (HasResultTable<G>)
            if (conversion && conversion->contains(game)) return conversion->probe(game);
        return table_result(game, shared_.request.knowledge);
    }

    std::optional<Distance> endgame(const G& game) const {
        if constexpr (HasEndgameTable<G>)
            if (shared_.request.knowledge) return probe_table(game);
        return std::nullopt;
    }

    bool proven_by_table(const G& next) const {
        const auto result = result_of(next);
        if (!endgame(next) && !(result && result->certain)) return false;
        return unspoilt_by_past(next, shared_.request);
    }

    bool in_tables(const G& game) const { return endgame(game) || result_of(game); }

    // The best move where an endgame table knows how a game is won.
    std::optional<Move> endgame_move(const G& game) const {
        const auto distance = endgame(game);
        if (!distance || distance->drawn()) return std::nullopt;
        Moves<G> moves;
        game.moves(moves);
        for (const Move move : moves)
            if (const auto next = endgame(game.play(move)); next && next->before() == *distance) return move;
        return std::nullopt;
    }

    Value value_without_moves(const G& game, int ply) const { return game.payoff_without_moves() * (won - ply); }

    // ---- the table

    Key table_key(Key key) const { return key ^ shared_.salt(); }
    // A move's number in the table; moves of more than 16 bits are left out, which costs time, never correctness.
    static int code_of(Move move) { return move == none || move >= TableEntry::no_move ? TableEntry::no_move : static_cast<int>(move); }

    // ---- history

    void begin(Frame& frame, const G& game, Move move) {
        frame.move = move;
        frame.piece_to = game.piece_to(move);
    }

    template <class List64>
    void update_history(const G& game, Frame& frame, Move best, const List64& quiets, const List64& noisies, int depth, int ply) {
        const int bonus = std::min(16 * depth * depth + 128 * depth, 2000);
        if (!game.noisy(best)) {
            if (frame.killers[0] != best) frame.killers = {best, frame.killers[0]};
            update_quiet(game, best, bonus, ply);
            for (const Move move : quiets) update_quiet(game, move, -bonus, ply);
        } else {
            history_->noisy[game.piece_to(best)][MovePicker<G>::gain_class(game.capture_gain(best))].update(bonus);
        }
        for (const Move move : noisies) history_->noisy[game.piece_to(move)][MovePicker<G>::gain_class(game.capture_gain(move))].update(-bonus);
    }

    void update_quiet(const G& game, Move move, int bonus, int ply) {
        history_->quiet[game.player()][G::from_to(move)].update(bonus);
        const int piece_to = game.piece_to(move);
        history_->continuation[frames_[ply - 1].piece_to][piece_to].update(bonus);
        if (ply >= 2) history_->continuation[frames_[ply - 2].piece_to][piece_to].update(bonus);
    }

    static int reduction_of(int depth, int move_count) { return reductions[std::min(depth, 63)][std::min(move_count, 63)]; }

    Evaluation evaluation_;
    std::unique_ptr<HistoryTables<G>> history_;
    std::array<Frame, max_ply> frames_{};
};

}  // namespace zermelo
