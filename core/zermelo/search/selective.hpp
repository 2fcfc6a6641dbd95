// The selective search, for games of exchanges such as chess: it looks deeper where something is going on and less deep, or not
// at all, where nothing seems to. What it leaves out it may overlook, so its values are good judgement and never proof;
// `exact` searches use the plain engine (alpha_beta.hpp) instead.
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

#include "zermelo/search/picking.hpp"
#include "zermelo/search/root.hpp"

namespace zermelo {

// How much less deep a late move may be searched: by the depth, and by how many were tried.
inline const auto reductions = [] {
    std::array<std::array<std::int8_t, 64>, 64> made{};
    for (int depth = 1; depth < 64; ++depth)
        for (int tried = 1; tried < 64; ++tried)
            made[depth][tried] = static_cast<std::int8_t>(0.8 + std::log(depth) * std::log(tried) / 2.3);
    return made;
}();

template <class G, class Evaluation>
    requires Game<G> && Exchanges<G>
class Selective : public RootSearch<Selective<G, Evaluation>, G> {
    using Root = RootSearch<Selective<G, Evaluation>, G>;
    friend Root;
    using Root::depth_, Root::line_, Root::shared_, Root::stopped, Root::thread_;

public:
    using Move = typename G::Move;
    using Root::counts, Root::max_ply;

    Selective(SharedSearch& shared, Evaluation evaluation, int thread)
        : Root(shared, thread), evaluation_(std::move(evaluation)), experience_(std::make_unique<Experience<G>>()) {}

private:
    static Value aspiration_step(const G&) { return 20; }
    // A win may be found at the last ply and be known from a table to take as long again.
    static constexpr Value won = unit_of<G>(), nearly_won = won - 2 * max_ply;
    static constexpr Move none{};
    // Where one move may turn everything round, what looks hopeless is tried all the same.
    static constexpr bool steady = [] {
        if constexpr (requires { G::sudden; }) return !G::sudden;
        else return true;
    }();

    // What is remembered of each ply of the line being searched.
    struct Frame {
        Key key = 0;
        Value stand = 0;                       // the static value
        bool pressed = false;
        Move move = none;                      // being tried here
        int slot = G::slots;                   // and what goes where by it
        Move without = none;                   // left out, to see whether it is the only good one
        std::array<Move, 2> killers{};
    };

    // ---- the root

    Value from_root(const G& root, Move move, std::size_t place, int depth, Value alpha, Value beta) {
        const G next = root.play(move);
        if (!proven_by_table(next)) ++counts.horizon;  // what is left out may hold anything
        Frame& frame = frames_[0];
        frame.key = root.key();
        frame.pressed = root.pressed();
        frame.stand = frame.pressed ? 0 : evaluation_(root);
        begin(frame, root, move);
        if (place == 0) return -node(next, depth, -beta, -alpha, 1, false);
        Value value = -node(next, depth, -alpha - 1, -alpha, 1, true);
        if (value > alpha && value < beta) value = -node(next, depth, -beta, -alpha, 1, false);
        return value;
    }

    std::optional<Move> best_known(const G& game) const {
        const auto known = shared_.table.probe(table_key(game.key()));
        if (!known || known->bound != Bound::exact || known->move == Known::no_move) return std::nullopt;
        const auto move = static_cast<Move>(known->move);
        return game.legal(move) ? std::optional(move) : std::nullopt;
    }

    // ---- below it

    // `cut` says that the node is expected to fail high.
    Value node(const G& game, int depth, Value alpha, Value beta, int ply, bool cut) {
        if (depth <= 0) return settle(game, alpha, beta, ply, 0);
        ++counts.nodes;
        line_[ply].clear();
        if (stopped()) return 0;
        const bool wide = beta - alpha > 1;
        Frame& frame = frames_[ply];
        frame.key = game.key();
        if (const auto ended = end(game, ply)) return *ended;
        if (ply >= max_ply - 2) return evaluation_(game);
        // A win that is already known to be quicker than any that could be found here.
        alpha = std::max(alpha, ply - won), beta = std::min(beta, won - ply - 1);
        if (alpha >= beta) return alpha;

        std::optional<Known> known;
        if (shared_.options.table && frame.without == none) {
            ++counts.table_probes;
            known = shared_.table.probe(table_key(frame.key));
            if (known) {
                ++counts.table_hits;
                known->value = from_table(known->value, ply);
                if (!wide && known->depth >= depth && decides(*known, alpha, beta)) return known->value;
            }
        }
        Move remembered = known && known->move != Known::no_move ? static_cast<Move>(known->move) : none;

        // ---- what can be said without trying moves
        frame.pressed = game.pressed();
        frame.stand = frame.pressed ? (ply >= 2 ? frames_[ply - 2].stand : 0) : frame.without != none ? frame.stand : evaluation_(game);
        Value judged = frame.stand;  // the table may know better
        if (known && !frame.pressed && decides(*known, judged, judged + 1)) judged = known->value;
        const bool improving = !frame.pressed && (ply < 2 || frame.stand > frames_[ply - 2].stand);
        const SearchOptions& options = shared_.options;
        const bool futile = options.futility && steady;

        if (!wide && !frame.pressed && frame.without == none && std::abs(beta) < nearly_won) {
            if (futile && depth <= 8 && judged - 60 * (depth - improving) >= beta) return judged;
            if (options.null_move && depth >= 3 && judged >= beta && frames_[ply - 1].move != none) {
                if (const auto passed = game.skip_turn()) {
                    const int reduction = 4 + depth / 4 + std::min<int>((judged - beta) / 200, 3);
                    frame.move = none, frame.slot = G::slots;
                    const Value value = -node(*passed, depth - reduction - 1, -beta, 1 - beta, ply + 1, !cut);
                    if (stopped()) return 0;
                    if (value >= beta) return value < nearly_won ? value : beta;
                }
            }
        }
        // Where the table knows no move, a less deep search will soon leave one there.
        if (options.reductions && depth >= 4 && remembered == none && (wide || cut)) --depth;

        // ---- the moves
        const auto& before = experience_->replies[frames_[ply - 1].slot];
        const auto& earlier = experience_->replies[ply >= 2 ? frames_[ply - 2].slot : G::slots];
        Picker<G> picker(game, *experience_, remembered, frame.killers, &before, &earlier);
        frames_[ply + 1].killers = {};
        const Value first_alpha = alpha;
        Value best = -infinity;
        Move best_move = none;
        int tried = 0;
        List<Move, 64> quiets, noisies;  // that did not do
        for (Move move = picker.next(); move != none; move = picker.next()) {
            if (move == frame.without) continue;
            ++tried;
            const bool noisy = game.noisy(move);
            const int record = noisy ? 0 : experience_->quiet[game.player()][G::path(move)] + before[game.slot(move)] + earlier[game.slot(move)];

            // Late and hopeless moves are not tried at all.
            if (best > -nearly_won && !frame.pressed && futile) {
                const int reduced = std::max(depth - reduction_of(depth, tried), 1);
                if (!noisy) {
                    if (depth <= 8 && tried >= (4 + depth * depth) / (improving ? 1 : 2)) picker.skip_quiet();
                    if (reduced <= 7 && frame.stand + 120 + 60 * reduced <= alpha) picker.skip_quiet();
                    if (reduced <= 4 && record < -4000 * reduced) continue;
                    if (reduced <= 8 && !game.exchange_wins(move, -25 * reduced * reduced)) continue;
                } else if (depth <= 7 && picker.loses() && !game.exchange_wins(move, -100 * depth)) {
                    continue;
                }
            }

            // Deeper: out of pressure, and where the table's move is the only good one.
            int extension = 0;
            if (options.extensions && ply < 2 * depth_) {
                if (depth >= 8 && move == remembered && frame.without == none && known->depth >= depth - 3 &&
                    known->bound != Bound::upper && std::abs(known->value) < nearly_won) {
                    const Value limit = known->value - 2 * depth;
                    frame.without = move;
                    const Value others = node(game, (depth - 1) / 2, limit - 1, limit, ply, cut);
                    frame.without = none;
                    if (stopped()) return 0;
                    line_[ply].clear();
                    if (others < limit) extension = 1;
                    else if (limit >= beta) return limit;  // several moves are good enough
                    else if (known->value >= beta) extension = -1;
                } else if (frame.pressed) {
                    extension = 1;
                }
            }

            begin(frame, game, move);
            const G next = game.play(move);
            shared_.table.prefetch(table_key(next.key()));
            const int deeper = depth - 1 + extension;
            Value value;
            if (options.reductions && depth >= 2 && tried > 1 + wide && (!noisy || picker.loses())) {
                int reduction = reduction_of(depth, tried) - wide + cut - frame.pressed + !improving - record / 8192;
                if constexpr (Picker<G>::knows_checks) reduction -= next.pressed();
                if (noisy) reduction /= 2;
                const int reduced = std::clamp(deeper - reduction, 1, deeper);
                value = -node(next, reduced, -alpha - 1, -alpha, ply + 1, true);
                if (value > alpha && reduced < deeper) value = -node(next, deeper, -alpha - 1, -alpha, ply + 1, !cut);
            } else if (!wide || tried > 1) {
                value = -node(next, deeper, -alpha - 1, -alpha, ply + 1, !cut);
            } else {
                value = -infinity;
            }
            if (wide && (tried == 1 || (value > alpha && value < beta))) value = -node(next, deeper, -beta, -alpha, ply + 1, false);
            if (stopped()) return 0;

            if (value > best) {
                best = value;
                if (value > alpha) {
                    alpha = value, best_move = move;
                    if (wide) extend_line(ply, move);
                    if (alpha >= beta) {
                        ++counts.cutoffs;
                        counts.first_move_cutoffs += tried == 1;
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
        if (tried == 0) {
            if (frame.without != none) return alpha;
            return best_of_no_moves(game, ply);
        }
        if (best >= beta) learn(game, frame, best_move, quiets, noisies, depth, ply);
        if (options.table && frame.without == none) {
            const Bound bound = best >= beta ? Bound::lower : best > first_alpha ? Bound::exact : Bound::upper;
            const int code = best_move != none ? static_cast<int>(best_move) : remembered != none ? static_cast<int>(remembered) : Known::no_move;
            shared_.table.store(table_key(frame.key), {to_table(best, ply), depth, code, bound});
        }
        return best;
    }

    // Quiescence: only what changes the balance, until nothing does, at first also what puts the other side under pressure
    // (+31 Elo with 8,000 nodes a move). A player under pressure tries everything, or as much as the game says
    // (`settling_width`) after `deep` such moves: compulsory captures would go on for ever.
    Value settle(const G& game, Value alpha, Value beta, int ply, int deep) {
        ++counts.nodes;
        line_[ply].clear();
        if (stopped()) return 0;
        Frame& frame = frames_[ply];
        frame.key = game.key();
        if (const auto ended = end(game, ply)) return *ended;
        if (ply >= max_ply - 2) return evaluation_(game);
        std::optional<Known> known;
        if (shared_.options.table) {
            known = shared_.table.probe(table_key(frame.key));
            if (known) {
                known->value = from_table(known->value, ply);
                if (beta - alpha == 1 && decides(*known, alpha, beta)) return known->value;
            }
        }
        frame.pressed = game.pressed();
        Value best = -infinity;
        int widest = G::max_moves;
        if constexpr (requires { G::settling_width(deep); }) {
            widest = G::settling_width(deep);
            if (!frame.pressed && !game.has_moves()) return best_of_no_moves(game, ply);
        }
        if (!frame.pressed) {
            ++counts.evaluations;
            ++counts.horizon;
            best = frame.stand = evaluation_(game);
            if (known && decides(*known, best, best + 1)) best = known->value;
            if (!shared_.options.quiescence || best >= beta) return best;
        }
        const Value first_alpha = alpha;
        alpha = std::max(alpha, best);
        const Value hope = best + 150;  // what a move may bring beside what it takes
        Move best_move = none;
        const Move remembered = known && known->move != Known::no_move ? static_cast<Move>(known->move) : none;
        using Wanted = typename Picker<G>::Wanted;
        Picker<G> picker(game, *experience_, remembered, {}, &experience_->replies[frames_[ply - 1].slot],
                         &experience_->replies[G::slots], frame.pressed ? Wanted::all : deep == 0 ? Wanted::noisy_and_checks : Wanted::noisy);
        int tried = 0;
        for (Move move = picker.next(); move != none; move = picker.next()) {
            ++tried;
            if (!frame.pressed && !game.noisy(move)) {
                if (!game.exchange_wins(move, 0)) continue;
            } else if (!frame.pressed && hope + game.gain(move) <= alpha) {
                best = std::max(best, std::min<Value>(hope + game.gain(move), alpha));
                continue;
            }
            if (frame.pressed && best > -nearly_won && (tried > widest || (tried > 3 && picker.loses()))) break;
            begin(frame, game, move);
            const Value value = -settle(game.play(move), -beta, -alpha, ply + 1, deep + 1);
            if (stopped()) return 0;
            if (value > best) {
                best = value;
                if (value > alpha) {
                    alpha = value, best_move = move;
                    extend_line(ply, move);
                    if (alpha >= beta) break;
                }
            }
        }
        if (frame.pressed && tried == 0) return best_of_no_moves(game, ply);
        if (shared_.options.table) {
            const Bound bound = best >= beta ? Bound::lower : best > first_alpha && frame.pressed ? Bound::exact : Bound::upper;
            shared_.table.store(table_key(frame.key), {to_table(best, ply), 0, best_move == none ? Known::no_move : static_cast<int>(best_move), bound});
        }
        return best;
    }

    // ---- ends

    // A draw by rule or by repetition, an ending that a table knows, or nothing. Once is enough for a position of this search to count as repeated: if it
    // could be avoided it would have been the first time.
    std::optional<Value> end(const G& game, int ply) const {
        if (game.drawn_by_rule()) {
            if (game.over() && game.payoff() != 0) return game.payoff() * (won - ply);
            return 0;
        }
        const int back = std::min(game.clock(), ply + static_cast<int>(shared_.past.size()));
        for (int ago = 4; ago <= back; ago += 2) {
            const Key before = ago <= ply ? frames_[ply - ago].key : shared_.past[shared_.past.size() - (ago - ply)];
            if (before == frames_[ply].key) return 0;
        }
        if (const auto known = ending(game)) return known->value(won - ply);
        return std::nullopt;
    }

    // What a table of endings knows.
    std::optional<Distance> ending(const G& game) const {
        if constexpr (Tabled<G>)
            if (shared_.options.knowledge) return known_ending(game);
        return std::nullopt;
    }

    // A table's word is the last one unless the past can spoil it: play that comes closer to mate with every move meets each
    // position once, which is a third time only for one that has been there twice.
    bool proven_by_table(const G& next) const {
        if (!ending(next)) return false;
        std::vector<Key> seen = shared_.past;
        seen.push_back(next.key());
        std::sort(seen.begin(), seen.end());
        return std::adjacent_find(seen.begin(), seen.end()) == seen.end();
    }

    // The best move where a table knows who wins.
    std::optional<Move> decided_move(const G& game) const {
        const auto known = ending(game);
        if (!known || known->drawn()) return std::nullopt;
        Moves<G> moves;
        game.moves(moves);
        for (const Move move : moves)
            if (const auto next = ending(game.play(move)); next && next->before() == *known) return move;
        return std::nullopt;
    }

    Value best_of_no_moves(const G& game, int ply) const { return game.payoff_without_moves() * (won - ply); }

    // ---- the table

    Key table_key(Key key) const { return key ^ shared_.options.table_salt(); }

    static Value to_table(Value value, int ply) { return value >= nearly_won ? value + ply : value <= -nearly_won ? value - ply : value; }
    static Value from_table(Value value, int ply) { return value >= nearly_won ? value - ply : value <= -nearly_won ? value + ply : value; }
    static bool decides(const Known& known, Value alpha, Value beta) {
        return known.bound == Bound::exact || (known.bound == Bound::lower && known.value >= beta) ||
               (known.bound == Bound::upper && known.value <= alpha);
    }

    // ---- experience

    void begin(Frame& frame, const G& game, Move move) {
        frame.move = move;
        frame.slot = game.slot(move);
    }

    template <class List64>
    void learn(const G& game, Frame& frame, Move best, const List64& quiets, const List64& noisies, int depth, int ply) {
        const int bonus = std::min(16 * depth * depth + 128 * depth, 2000);
        if (!game.noisy(best)) {
            if (frame.killers[0] != best) frame.killers = {best, frame.killers[0]};
            learn_quiet(game, best, bonus, ply);
            for (const Move move : quiets) learn_quiet(game, move, -bonus, ply);
        } else {
            experience_->noisy[game.slot(best)][Picker<G>::size_of(game.gain(best))].learn(bonus);
        }
        for (const Move move : noisies) experience_->noisy[game.slot(move)][Picker<G>::size_of(game.gain(move))].learn(-bonus);
    }

    void learn_quiet(const G& game, Move move, int bonus, int ply) {
        experience_->quiet[game.player()][G::path(move)].learn(bonus);
        const int slot = game.slot(move);
        experience_->replies[frames_[ply - 1].slot][slot].learn(bonus);
        if (ply >= 2) experience_->replies[frames_[ply - 2].slot][slot].learn(bonus);
    }

    void extend_line(int ply, Move move) {
        line_[ply].assign(1, move);
        line_[ply].insert(line_[ply].end(), line_[ply + 1].begin(), line_[ply + 1].end());
    }

    static int reduction_of(int depth, int tried) { return reductions[std::min(depth, 63)][std::min(tried, 63)]; }

    Evaluation evaluation_;
    std::unique_ptr<Experience<G>> experience_;
    std::array<Frame, max_ply> frames_{};
};

}  // namespace zermelo
