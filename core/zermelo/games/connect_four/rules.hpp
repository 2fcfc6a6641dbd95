// Connect Four on a board of any size that fits 64 bits: the rules in a few shifts, and what is known without search: immediate
// wins, moves that lose at once, forced replies, squares that would complete a line, and what the second player gets by the
// follow-up strategy, playing on top of every stone.
//
// Payoffs are the usual scores: a win is worth one plus the stones that the winner has left (on 7x6: 22 minus the stones the
// winner has played), a loss the same below zero, a full board 0. So a quicker win is better. All values are for the player to
// move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

// A bit per square, column by column, each with a guard bit on top that is never a stone, so that no line wraps into the next
// column. For 7x6:
//
//       6 13 20 27 34 41 48     guards
//       5 12 19 26 33 40 47     row 6
//       4 11 18 25 32 39 46
//       3 10 17 24 31 38 45
//       2  9 16 23 30 37 44
//       1  8 15 22 29 36 43
//       0  7 14 21 28 35 42     row 1
//
// A position is two boards: the stones of the player to move, and all stones. The steps of the four directions are
// 1 (up), Rows (down to the right), Rows + 1 (right) and Rows + 2 (up to the right).
template <int Columns = 7, int Rows = 6>
class ConnectFour {
    static_assert(Columns >= 1 && Rows >= 1 && Columns <= 9 && Rows <= 20 && Columns * (Rows + 1) <= 64,
                  "the board and its guard row must fit 64 bits");

public:
    using Move = std::int8_t;  // a column, 0 is the left one
    using Board = std::uint64_t;

    static constexpr int columns = Columns;
    static constexpr int rows = Rows;
    static constexpr int cells = Columns * Rows;
    static constexpr int max_moves = Columns;
    // A point is a thousand engine units, and static values stay below one point: none outweighs a win.
    static constexpr Value unit = 1000;
    static constexpr double static_limit = 999;
    static constexpr bool alternates = true;                     // players always alternate
    static constexpr int key_bits = Columns * (Rows + 1);        // keys are below 2^key_bits
    static constexpr Bounds value_range{-(cells / 2), (cells + 1) / 2};  // of every position

    constexpr ConnectFour() = default;

    // ---- the rules

    constexpr int stones() const { return std::popcount(mask_); }
    constexpr int player() const { return stones() & 1; }
    constexpr Board own() const { return own_; }              // stones of the player to move
    constexpr Board other() const { return own_ ^ mask_; }    // stones of the player who has just moved
    constexpr Board mask() const { return mask_; }

    constexpr bool over() const { return has_line(other()) || mask_ == board; }
    constexpr Value payoff() const { return has_line(other()) ? -won_after(stones()) : 0; }

    constexpr bool legal(Move column) const {
        return column >= 0 && column < Columns && !(mask_ & top(column)) && !has_line(other());
    }
    constexpr void moves(List<Move, max_moves>& list) const {
        if (has_line(other())) return;
        for (int column = 0; column < Columns; ++column)
            if (!(mask_ & top(column))) list.push_back(static_cast<Move>(column));
    }
    // The column must not be full.
    constexpr ConnectFour play(Move column) const { return ConnectFour(other(), mask_ | (mask_ + bottom(column))); }

    // In each column the sum lies in 2^h - 1 .. 2^(h+1) - 2, where h is its height, so different positions have different keys.
    constexpr Key key() const { return own_ + mask_; }

    constexpr bool operator==(const ConnectFour&) const = default;

    // ---- hooks

    // A position and its left-right mirror image have the same value. Late in the game both hardly ever occur in one search, so
    // that comparing them would only cost time: then a position is its own canonical one (both have the same number of stones,
    // so they agree on that).
    constexpr CanonicalKey canonical_key() const {
        const Key own_key = key();
        if (stones() > last_symmetric_stones) return {own_key, false};
        const Key image = flip(own_key);
        return image < own_key ? CanonicalKey{image, true} : CanonicalKey{own_key, false};
    }
    static constexpr Move mirror(Move column) { return static_cast<Move>(Columns - 1 - column); }

    // A win with the next stone, or a loss with the one after.
    constexpr std::optional<Value> known_value() const {
        if (has_line(other())) return payoff();
        if (can_win()) return won_after(stones() + 1);
        if (mask_ == board) return 0;
        if (safe_moves() == 0) return stones() + 2 > cells ? 0 : -won_after(stones() + 2);
        return std::nullopt;
    }

    // The position must have no known value: nobody wins within two stones.
    constexpr Bounds bounds() const {
        Bounds bounds{-won_after_or_draw(stones() + 4), won_after_or_draw(stones() + 3)};
        if (Rows % 2 == 0 && player() == 0) bounds.high = std::min(bounds.high, follow_up_bound());
        else if (!has_line(own_ | (board & ~mask_))) bounds.high = std::min(bounds.high, 0);  // no line of ours is possible any more
        return bounds;
    }

    // Moves that do not lose at once; if the opponent threatens to win, the only reply.
    constexpr void candidates(List<Move, max_moves>& list) const {
        for (Board left = safe_moves(); left; left &= left - 1) list.push_back(column_at(left));
    }

    // The number of squares that would then complete a line, more if two of them are on top of each other, less if the move lets
    // the opponent take such a square, and less for each safe reply; for the second player, who follows up, also the high even
    // rows. Ties are broken by the distance from the centre.
    constexpr int order_score(Move column) const {
        const Board square = (mask_ + bottom(column)) & column_of(column);
        const ConnectFour child = play(column);
        const Board threats = completing(child.other()) & board & ~child.mask_;
        return order_score(column, square, threats, completing(own_), child.safe_moves(threats), follow_up_rows());
    }

    // The candidates with their order and bounds, as the hooks above give them, in one sweep. The position must have no known
    // value.
    constexpr void replies(List<Reply<Move>, max_moves>& replies) const {
        const Board theirs = other();
        const Board completing_before = completing(own_);
        const int after = stones() + 1;
        const Value soonest_loss = -won_after_or_draw(after + 3);
        const Value soonest_win = won_after_or_draw(after + 4);
        const Value double_threat = won_after_or_draw(after + 2);
        const Board follow_up = follow_up_rows();
        const bool follows_up = Rows % 2 == 0 && after % 2 == 0;  // we are the second player
        for (Board left = safe_moves(); left; left &= left - 1) {
            const Move column = column_at(left);
            const Board square = left & -left;
            const ConnectFour child(theirs, mask_ | square);
            const Board threats = completing(own_ | square) & board & ~child.mask_;
            const Board safe_replies = child.safe_moves(threats);
            Bounds bounds{double_threat, double_threat};
            if (safe_replies) {
                bounds = {soonest_loss, soonest_win};
                if (follows_up) bounds.low = std::max(soonest_loss, -child.follow_up_bound());
                else if (!has_line(theirs | (board & ~child.mask_))) bounds.low = std::max(soonest_loss, 0);  // no line of theirs is possible any more
            }
            replies.push_back({column, order_score(column, square, threats, completing_before, safe_replies, follow_up), bounds});
        }
    }

    // A forced reply costs no depth.
    constexpr int extension() const { return completing(other()) & playable() ? 1 : 0; }

    // The last stones are searched without a table: there a probe costs more than it saves.
    constexpr bool near_end() const { return stones() >= cells - 11; }

    // Fail-soft: exact inside the window, a lower bound from beta upwards, an upper bound from alpha downwards. The position
    // must have no known value.
    constexpr Value finish(Value alpha, Value beta, std::uint64_t& nodes) const {
        ++nodes;
        List<Reply<Move>, max_moves> replies;
        this->replies(replies);
        Value best = -infinity;
        std::array<int, max_moves> order{};  // order score above, index in `replies` below, best first
        int count = 0;
        for (int at = 0; at < static_cast<int>(replies.size()); ++at) {
            const Reply<Move>& reply = replies[at];
            if (reply.bounds.low >= beta) return reply.bounds.low;
            if (reply.bounds.high <= alpha || reply.bounds.low == reply.bounds.high) {
                best = std::max(best, reply.bounds.high);
                alpha = std::max(alpha, best);
                continue;
            }
            const int mine = reply.order_score * 16 + (15 - at);
            int place = count++;
            for (; place > 0 && order[place - 1] < mine; --place) order[place] = order[place - 1];
            order[place] = mine;
        }
        for (int place = 0; place < count; ++place) {
            const Reply<Move>& reply = replies[15 - (order[place] & 15)];
            const Value value = reply.bounds.high <= alpha ? reply.bounds.high
                                                           : -play(reply.move).finish(-beta, -alpha, nodes);
            best = std::max(best, value);
            if (best >= beta) break;
            alpha = std::max(alpha, best);
        }
        return best;
    }

    // ---- playouts

    // By the game's policy: win at once, else do not lose at once if that can be helped.
    class Playout {
    public:
        constexpr Playout(const ConnectFour& game, bool uniform) : game_(game), uniform_(uniform), over_(game.over()) {}

        constexpr bool over() const { return over_; }
        constexpr int player() const { return game_.player(); }
        constexpr Move step(Random& random) {
            Board squares = game_.playable();
            if (!uniform_) {
                const Board winning = completing(game_.own_) & squares, safe = game_.safe_moves();
                squares = winning ? winning : safe ? safe : squares;
            }
            for (std::uint32_t skipped = random.below(static_cast<std::uint32_t>(std::popcount(squares))); skipped > 0; --skipped) squares &= squares - 1;
            const Board square = squares & -squares, stones = game_.own_ | square;
            game_ = ConnectFour(game_.other(), game_.mask_ | square);
            over_ = game_.mask_ == board || has_line(stones);
            return column_at(square);
        }
        constexpr Value payoff() const { return game_.player() == 0 ? game_.payoff() : -game_.payoff(); }

    private:
        ConnectFour game_;
        bool uniform_, over_;
    };

    // ---- features of a linear evaluation, each for the player to move minus the opponent

    static constexpr std::array<std::string_view, 6> feature_names{
        "centre_stones",     // in the middle column, or in both middle ones
        "inner_stones",      // in the columns next to those
        "open_threats",      // empty squares that would complete a line
        "playable_threats",  // those that can be played now
        "parity_threats",    // those in the rows that a player gets at the end: odd for the first, even for the second
        "stacked_threats",   // pairs of them on top of each other
    };
    constexpr void features(std::int32_t* out) const {
        const auto count = [&](Board stones, bool second, std::int32_t sign) {
            const Board threats = completing(stones) & board & ~mask_;
            out[0] += sign * std::popcount(stones & centre);
            out[1] += sign * std::popcount(stones & inner);
            out[2] += sign * std::popcount(threats);
            out[3] += sign * std::popcount(threats & playable());
            out[4] += sign * std::popcount(threats & (second ? ~odd_rows : odd_rows));
            out[5] += sign * std::popcount(threats & (threats >> 1));
        };
        std::fill_n(out, feature_names.size(), 0);
        count(own(), player() == 1, 1);
        count(other(), player() == 0, -1);
    }
    // ---- notation: the columns in the order they were played, '1' is the left one

    static std::string format_move(Move column) { return std::string(1, static_cast<char>('1' + column)); }

    static std::optional<Move> parse_move(std::string_view text) {
        if (text.size() != 1 || text[0] < '1' || text[0] >= '1' + Columns) return std::nullopt;
        return static_cast<Move>(text[0] - '1');
    }

    // The position after these moves from the empty board; none, with a sentence in `error`, if one is illegal.
    static std::optional<ConnectFour> parse(std::string_view moves, std::string& error) {
        ConnectFour game;
        for (std::size_t at = 0; at < moves.size(); ++at) {
            const std::string place = "move " + std::to_string(at + 1) + " (column " + shown(moves[at]) + "): ";
            const std::optional<Move> column = parse_move(moves.substr(at, 1));
            if (game.over()) error = place + "the game is over after move " + std::to_string(at);
            else if (!column && moves[at] >= '0' && moves[at] <= '9')
                error = place + "there are only " + std::to_string(Columns) + " columns, from 1 to " +
                        std::to_string(Columns);
            else if (!column) error = place + "a column is a digit from 1 to " + std::to_string(Columns);
            else if (!game.legal(*column)) error = place + "column " + shown(moves[at]) + " is full";
            else {
                game = game.play(*column);
                continue;
            }
            return std::nullopt;
        }
        return game;
    }

    // A position from its two boards, in the layout above; none if a stone hangs in the air or the numbers of stones are
    // impossible.
    static constexpr std::optional<ConnectFour> from_boards(Board own, Board mask) {
        const bool stacked = (mask & ~board) == 0 && ((mask + bottoms) & mask) == 0;
        const int turn = std::popcount(mask) & 1;
        if (!stacked || (own & ~mask) || 2 * std::popcount(own) != std::popcount(mask) - turn) return std::nullopt;
        return ConnectFour(own, mask);
    }

    // ---- lines

    // The squares, empty or not, that would complete a line of these stones; some may be outside the board.
    static constexpr Board completing(Board own) {
        Board squares = (own << 1) & (own << 2) & (own << 3);
        for (const int step : {Rows, Rows + 1, Rows + 2}) {
            const Board right = (own << step) & (own << 2 * step);
            squares |= right & (own << 3 * step);
            squares |= right & (own >> step);
            const Board left = (own >> step) & (own >> 2 * step);
            squares |= left & (own >> 3 * step);
            squares |= left & (own << step);
        }
        return squares;
    }
    static constexpr bool has_line(Board own) {
        Board lines = 0;
        for (const int step : {Rows, Rows + 1, Rows + 2, 1}) {
            const Board pairs = own & (own >> step);
            lines |= pairs & (pairs >> 2 * step);
        }
        return lines != 0;
    }
    constexpr Board playable() const { return (mask_ + bottoms) & board; }
    constexpr bool can_win() const { return completing(own_) & playable(); }

private:
    constexpr ConnectFour(Board own, Board mask) : own_(own), mask_(mask) {}

    static constexpr int height = Rows + 1;
    static constexpr int last_symmetric_stones = 16;

    static constexpr Board bottom(int column) { return Board{1} << (column * height); }
    static constexpr Board top(int column) { return bottom(column) << (Rows - 1); }
    static constexpr Board column_of(int column) { return ((Board{1} << Rows) - 1) << (column * height); }
    static constexpr Board every_column(Board pattern) {
        Board all = 0;
        for (int column = 0; column < Columns; ++column) all |= pattern << (column * height);
        return all;
    }
    static constexpr Board bottoms = every_column(1);
    static constexpr Board board = every_column((Board{1} << Rows) - 1);
    static constexpr Board odd_rows = every_column(0x5555555555555555ull & ((Board{1} << height) - 1));

    static constexpr Board high_even_rows = board & ~odd_rows & ~every_column(2);
    static constexpr Board centre = column_of(Columns / 2) | column_of((Columns - 1) / 2);
    static constexpr Board inner =
        Columns < 3 ? 0 : column_of(std::min(Columns / 2 + 1, Columns - 1)) | column_of((Columns - 1) / 2 - 1);

    // Larger nearer to the centre, all different.
    static constexpr std::array<std::int8_t, Columns> centrality = [] {
        std::array<std::int8_t, Columns> order{};
        for (int at = 0; at < Columns; ++at)
            order[Columns / 2 + (at % 2 ? -(at + 1) / 2 : at / 2)] = static_cast<std::int8_t>(Columns - 1 - at);
        return order;
    }();

    // The column of the lowest bit.
    static constexpr Move column_at(Board squares) { return static_cast<Move>(std::countr_zero(squares) / height); }

    // The payoff of the winner for a line completed by the stone of this number.
    static constexpr Value won_after(int stones) { return (cells + 2 - stones) / 2; }
    static constexpr Value won_after_or_draw(int stones) { return stones > cells ? 0 : won_after(stones); }

    // The moves after which the opponent cannot win at once, as bits. `threats` are the empty squares that would complete a
    // line of the opponent.
    constexpr Board safe_moves(Board threats) const {
        Board moves = playable();
        if (const Board forced = moves & threats) {
            if (forced & (forced - 1)) return 0;
            moves = forced;
        }
        return moves & ~(threats >> 1);
    }
    constexpr Board safe_moves() const { return safe_moves(completing(other()) & board & ~mask_); }

    // An upper bound by the opponent's follow-up strategy, playing on top of each of our stones; only for an even number of rows
    // with the first player to move. Then an even number of columns has an odd number of empty squares, and the opponent takes
    // the lowest square of one when we take that of another. So of the empty squares we get at most the odd rows and those
    // lowest squares, and the opponent at least the rest. If ours hold no line we cannot win; if the opponent's then hold one,
    // we lose.
    constexpr Value follow_up_bound() const {
        const Board lowest = (mask_ + bottoms) & ~odd_rows;
        const Board empty = board & ~mask_;
        if (has_line(own_ | (empty & odd_rows) | lowest)) return infinity;
        return has_line(other() | (empty & ~odd_rows & ~lowest)) ? -1 : 0;
    }

    constexpr Board follow_up_rows() const { return player() == 1 ? high_even_rows : 0; }

    static constexpr int order_score(Move column, Board square, Board threats, Board completing_before, Board safe_replies,
                              Board follow_up) {
        const int score = 8 * std::popcount(threats) + 4 * ((threats & (threats >> 1)) != 0) -
                          14 * ((completing_before & (square << 1)) != 0) - std::popcount(safe_replies) +
                          ((square & follow_up) != 0);
        return score * 16 + centrality[column];
    }

    static std::string shown(char c) {
        if (c > ' ' && c <= '~') return std::string(1, c);
        constexpr char hex[] = "0123456789abcdef";
        return std::string("\\x") + hex[static_cast<unsigned char>(c) >> 4] + hex[c & 15];
    }

    static constexpr Board flip(Board columns) {
        Board image = 0;
        constexpr Board whole = (Board{1} << height) - 1;
        for (int column = 0; column < Columns; ++column)
            image |= (columns >> (column * height) & whole) << ((Columns - 1 - column) * height);
        return image;
    }

    Board own_ = 0;
    Board mask_ = 0;
};

using ConnectFour7x6 = ConnectFour<7, 6>;
using ConnectFour6x5 = ConnectFour<6, 5>;
using ConnectFour5x4 = ConnectFour<5, 4>;
using ConnectFour4x4 = ConnectFour<4, 4>;
using ConnectFour8x7 = ConnectFour<8, 7>;

}  // namespace zermelo
