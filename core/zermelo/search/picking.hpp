// In which order a selective search tries the moves of a position: the table's move, captures that win something, quiet moves
// by what they did elsewhere, captures that lose something. Moves are generated and weighed only when it comes to them,
// since most positions are done with after the first.
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>

#include "zermelo/search/game.hpp"

namespace zermelo {

// What a selective search asks of a game beside the Game concept: which moves change the balance (noisy) and by how much, the
// exchange they begin, and when a static value means nothing because the player to move is pressed.
template <class G>
concept Exchanges = requires(const G& game, typename G::Move move, Moves<G>& moves) {
    { game.pressed() } -> std::convertible_to<bool>;
    { game.drawn_by_rule() } -> std::convertible_to<bool>;          // although there are moves
    { game.payoff_without_moves() } -> std::convertible_to<Value>;
    { game.noisy(move) } -> std::convertible_to<bool>;
    { game.gain(move) } -> std::convertible_to<Value>;              // what it takes, in engine units
    { game.exchange_wins(move, Value{}) } -> std::convertible_to<bool>;
    { game.legal(move) } -> std::convertible_to<bool>;              // any number at all
    { game.slot(move) } -> std::convertible_to<int>;                // what goes where, below G::slots
    { game.path(move) } -> std::convertible_to<int>;                // from where to where, below G::paths
    { game.clock() } -> std::convertible_to<int>;                   // plies since a position could not come back
    game.noisy_moves(moves);
    game.quiet_moves(moves);
};

// How well moves did in the positions searched so far: numbers that move towards `most` with every success and away from it
// with every failure, faster the further they are.
class Record {
public:
    static constexpr int most = 16384;

    operator int() const { return value_; }
    void learn(int bonus) { value_ = static_cast<std::int16_t>(value_ + bonus - value_ * std::abs(bonus) / most); }

private:
    std::int16_t value_ = 0;
};

template <Exchanges G>
struct Experience {
    using Replies = std::array<Record, G::slots>;

    std::array<std::array<Record, G::paths>, 2> quiet{};    // by player and path
    std::array<std::array<Record, 8>, G::slots> noisy{};    // by what goes where, and the size of what it takes
    std::array<Replies, G::slots + 1> replies{};            // by the move before, and what answers it; the last: no move
};

template <Exchanges G>
class Picker {
public:
    using Move = typename G::Move;
    using Replies = typename Experience<G>::Replies;
    // Quiescence wants the captures that do not lose, at its beginning also the quiet moves that give check.
    enum class Wanted { all, noisy, noisy_and_checks };
    // Whether the game can tell which moves put the other side under pressure.
    static constexpr bool knows_checks = requires(const G& game) { game.checks(); };

    // `before` and `earlier` are the answers known to the last move and to the one before.
    Picker(const G& game, const Experience<G>& experience, Move remembered, std::array<Move, 2> killers,
           const Replies* before, const Replies* earlier, Wanted wanted = Wanted::all)
        : game_(game), experience_(experience), remembered_(remembered), killers_(killers), before_(before), earlier_(earlier),
          wanted_(wanted), skip_(wanted != Wanted::all) {
        if (remembered_ != Move{} && !(game_.legal(remembered_) && (wanted == Wanted::all || game_.noisy(remembered_))))
            remembered_ = Move{};
    }

    // The next move, or none. Once `skip_quiet` was called only noisy ones follow, and quiet ones that give check.
    Move next() {
        switch (stage_) {
            case Stage::remembered:
                stage_ = Stage::weigh_noisy;
                if (remembered_ != Move{}) return remembered_;
                [[fallthrough]];
            case Stage::weigh_noisy:
                weigh_noisy();
                stage_ = Stage::winning;
                [[fallthrough]];
            case Stage::winning:
                while (at_ < count_) {
                    const Move move = best();
                    if (move == remembered_) continue;
                    if (game_.exchange_wins(move, 0)) return move;
                    losing_[losers_++] = move;
                }
                if (wanted_ == Wanted::noisy) return Move{};
                stage_ = Stage::weigh_quiet;
                [[fallthrough]];
            case Stage::weigh_quiet:
                if (!skip_ || knows_checks) weigh_quiet();
                if (skip_) drop_calm();
                stage_ = Stage::quiet;
                [[fallthrough]];
            case Stage::quiet:
                while (at_ < count_) {
                    const Move move = best();
                    if (move != remembered_) return move;
                }
                if (wanted_ != Wanted::all) return Move{};
                stage_ = Stage::losing;
                at_ = 0;
                [[fallthrough]];
            case Stage::losing:
                return at_ < losers_ ? losing_[at_++] : Move{};
        }
        return Move{};
    }

    void skip_quiet() {
        if (stage_ == Stage::quiet && !skip_) drop_calm();
        skip_ = true;
    }
    // Whether what was given last loses in the exchange it begins.
    bool loses() const { return stage_ == Stage::losing; }

private:
    enum class Stage { remembered, weigh_noisy, winning, weigh_quiet, quiet, losing };

    // Of the quiet moves left keeps only those that give check (measured: +64 Elo with 8,000 nodes a move).
    void drop_calm() {
        if constexpr (knows_checks) {
            if (at_ >= count_) return;
            const auto checks = game_.checks();
            int kept = at_;
            for (int at = at_; at < count_; ++at)
                if (checks.by(moves_[at])) moves_[kept] = moves_[at], scores_[kept++] = scores_[at];
            count_ = kept;
        } else {
            count_ = at_;
        }
    }

    void weigh_noisy() {
        game_.noisy_moves(moves_);
        count_ = static_cast<int>(moves_.size());
        for (int at = 0; at < count_; ++at) {
            const Value gain = game_.gain(moves_[at]);
            scores_[at] = gain * 64 + experience_.noisy[game_.slot(moves_[at])][size_of(gain)];
        }
        at_ = 0;
    }

    void weigh_quiet() {
        moves_.clear();
        game_.quiet_moves(moves_);
        count_ = static_cast<int>(moves_.size());
        for (int at = 0; at < count_; ++at) {
            const Move move = moves_[at];
            const int slot = game_.slot(move);
            scores_[at] = experience_.quiet[game_.player()][game_.path(move)] + (*before_)[slot] + (*earlier_)[slot] +
                          (move == killers_[0] ? 1 << 20 : move == killers_[1] ? 1 << 19 : 0);
        }
        at_ = 0;
    }

    Move best() {
        int top = at_;
        for (int other = at_ + 1; other < count_; ++other)
            if (scores_[other] > scores_[top]) top = other;
        std::swap(scores_[at_], scores_[top]);
        std::swap(moves_[at_], moves_[top]);
        return moves_[at_++];
    }

public:
    // Gains by their size, for the record of noisy moves.
    static int size_of(Value gain) { return static_cast<int>(std::min<Value>(gain / 128, 7)); }

private:
    const G& game_;
    const Experience<G>& experience_;
    Move remembered_;
    std::array<Move, 2> killers_;
    const Replies *before_, *earlier_;
    Wanted wanted_;
    bool skip_;
    Stage stage_ = Stage::remembered;
    Moves<G> moves_;
    std::array<int, G::max_moves> scores_;
    std::array<Move, G::max_moves> losing_;
    int at_ = 0, count_ = 0, losers_ = 0;
};

}  // namespace zermelo
