// The order in which the selective search tries the moves of a position: the move of the transposition table, captures that win
// material, quiet moves by their history, captures that lose material. Moves are generated and scored in stages, since most
// positions are cut off after the first.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "zermelo/game/hooks.hpp"

namespace zermelo {

// How well a move did so far: a number that moves towards `most` with every success and towards -`most` with every failure,
// faster the further away it is (history gravity).
class HistoryEntry {
public:
    static constexpr int most = 16384;

    operator int() const { return value_; }
    void update(int bonus) { value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / most); }

private:
    std::int16_t value_ = 0;
};

template <HasExchanges G>
struct HistoryTables {
    using Continuation = std::array<HistoryEntry, G::piece_to_count>;

    std::array<std::array<HistoryEntry, G::from_to_count>, 2> quiet{};      // by player, from and to
    std::array<std::array<HistoryEntry, 8>, G::piece_to_count> noisy{};     // by piece and square, and the size of the capture
    std::array<Continuation, G::piece_to_count + 1> continuation{};         // by the move before and the move; the last: no move
};

template <HasExchanges G>
class MovePicker {
public:
    using Move = typename G::Move;
    using Continuation = typename HistoryTables<G>::Continuation;
    // Quiescence takes the captures that do not lose, at its first ply also the quiet moves that give check.
    enum class Wanted { all, noisy, noisy_and_checks };
    // Whether the game can tell which moves give check.
    static constexpr bool knows_checks = requires(const G& game) { game.checks(); };

    // `before` and `earlier` are the continuation histories of the last move and of the one before.
    MovePicker(const G& game, const HistoryTables<G>& history, Move table_move, std::array<Move, 2> killers,
           const Continuation* before, const Continuation* earlier, Wanted wanted = Wanted::all)
        : game_(game), history_(history), table_move_(table_move), killers_(killers), before_(before), earlier_(earlier),
          wanted_(wanted), skip_(wanted != Wanted::all) {
        if (table_move_ != Move{} && !(game_.legal(table_move_) && (wanted == Wanted::all || game_.noisy(table_move_))))
            table_move_ = Move{};
    }

    // The next move, or none. After `skip_quiet` only noisy moves follow, and quiet ones that give check.
    Move next() {
        switch (stage_) {
            case Stage::table_move:
                stage_ = Stage::score_noisy;
                if (table_move_ != Move{}) return table_move_;
                [[fallthrough]];
            case Stage::score_noisy:
                score_noisy();
                stage_ = Stage::winning;
                [[fallthrough]];
            case Stage::winning:
                while (at_ < count_) {
                    const Move move = pick_best();
                    if (move == table_move_) continue;
                    if (game_.see_ge(move, 0)) return move;
                    losing_[losing_count_++] = move;
                }
                if (wanted_ == Wanted::noisy) return Move{};
                stage_ = Stage::score_quiet;
                [[fallthrough]];
            case Stage::score_quiet:
                list_quiet();
                if (skip_) keep_checks<false>();
                score_quiet();
                stage_ = Stage::quiet;
                [[fallthrough]];
            case Stage::quiet:
                while (at_ < count_) {
                    const Move move = pick_best();
                    if (move != table_move_) return move;
                }
                if (wanted_ != Wanted::all) return Move{};
                stage_ = Stage::losing;
                at_ = 0;
                [[fallthrough]];
            case Stage::losing:
                return at_ < losing_count_ ? losing_[at_++] : Move{};
        }
        return Move{};
    }

    void skip_quiet() {
        if (stage_ == Stage::quiet && !skip_) keep_checks<true>();
        skip_ = true;
    }
    // Whether the last move loses material in the exchange it begins.
    bool in_losing_captures() const { return stage_ == Stage::losing; }

private:
    enum class Stage { table_move, score_noisy, winning, score_quiet, quiet, losing };

    // Keep only those of the remaining quiet moves that give check (+64 Elo at 8,000 nodes a move). The moves may be scored already.
    template <bool Scored>
    void keep_checks() {
        if constexpr (knows_checks) {
            if (at_ >= count_) return;
            const auto checks = game_.checks();
            int kept = at_;
            for (int at = at_; at < count_; ++at) {
                if (!checks.by(moves_[at])) continue;
                if constexpr (Scored) scores_[kept] = scores_[at];
                moves_[kept++] = moves_[at];
            }
            count_ = kept;
        } else {
            count_ = at_;
        }
    }

    void score_noisy() {
        game_.noisy_moves(moves_);
        count_ = static_cast<int>(moves_.size());
        for (int at = 0; at < count_; ++at) {
            const Value gain = game_.capture_gain(moves_[at]);
            scores_[at] = gain * 64 + history_.noisy[game_.piece_to(moves_[at])][gain_class(gain)];
        }
        at_ = 0;
    }

    void list_quiet() {
        moves_.clear();
        if (!skip_ || knows_checks) game_.quiet_moves(moves_);
        at_ = 0, count_ = static_cast<int>(moves_.size());
    }

    void score_quiet() {
        for (int at = 0; at < count_; ++at) {
            const Move move = moves_[at];
            const int piece_to = game_.piece_to(move);
            scores_[at] = history_.quiet[game_.player()][game_.from_to(move)] + (*before_)[piece_to] + (*earlier_)[piece_to] +
                          (move == killers_[0] ? 1 << 20 : move == killers_[1] ? 1 << 19 : 0);
        }
    }

    Move pick_best() {
        int top = at_;
        for (int other = at_ + 1; other < count_; ++other)
            if (scores_[other] > scores_[top]) top = other;
        std::swap(scores_[at_], scores_[top]);
        std::swap(moves_[at_], moves_[top]);
        return moves_[at_++];
    }

public:
    // The size of a capture, for the history of noisy moves.
    static int gain_class(Value gain) { return static_cast<int>(std::min<Value>(gain / 128, 7)); }

private:
    const G& game_;
    const HistoryTables<G>& history_;
    Move table_move_;
    std::array<Move, 2> killers_;
    const Continuation *before_, *earlier_;
    Wanted wanted_;
    bool skip_;
    Stage stage_ = Stage::table_move;
    Moves<G> moves_;
    std::array<int, G::max_moves> scores_;
    std::array<Move, G::max_moves> losing_;
    int at_ = 0, count_ = 0, losing_count_ = 0;
};

}  // namespace zermelo
