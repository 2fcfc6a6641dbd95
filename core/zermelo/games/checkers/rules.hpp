// Checkers (English draughts) on 8x8, 6x6 and 4x4 boards. Men move and capture forwards, kings both ways, always by one square;
// captures are compulsory and go on as long as they can; a man that reaches the last row becomes a king, which ends the move. A
// player without moves loses.
//
//     a position is three words, the side to move and a clock:
//         black_, white_   men and kings of each side     bit = square - 1, see squares.hpp
//         kings_           those of both that are kings
//         player_          0 Black (first, MAX), 1 White
//         clock_           plies since the last capture or man's move, at most 255
//
// Two rules end a game as a draw, where they apply (`Rules`): the third occurrence of a position, and 40 moves of each side
// without a capture or a man's move. A position does not know earlier ones, so repetition is only noted here.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/checkers/evaluate.hpp"

namespace zermelo {

namespace checkers {

// A move: its origin in 5 bits, 1 bit for a capture, and its route, a one followed by two bits for the direction of each step. A
// capture has a step for each piece it takes; nine at most, since a piece jumps between eight squares that nine others connect.
using Move = std::uint32_t;

inline constexpr Move no_move = 0;  // without a route, never a move

constexpr Move begin_capture(int from) { return static_cast<Move>(from | 1 << 5 | 1 << 6); }
// The move with a further step.
constexpr Move extended(Move move, int direction) {
    return (move & 63) | ((move >> 6 << 2) | static_cast<Move>(direction)) << 6;
}
constexpr Move make_step(int from, int direction) { return static_cast<Move>(from | (4 | direction) << 6); }
constexpr int from_of(Move move) { return move & 31; }
constexpr bool is_capture(Move move) { return (move >> 5 & 1) != 0; }
constexpr int steps_of(Move move) { return (std::bit_width(move >> 6) - 1) / 2; }
constexpr int direction_of(Move move, int step) { return move >> 6 >> 2 * (steps_of(move) - 1 - step) & 3; }

// Which draw rules apply. Tables and proofs are about the game without either, whatever a position says.
struct Rules {
    bool repetition = true;
    bool forty_moves = false;
    constexpr bool operator==(const Rules&) const = default;
};

// What a move does to the board: origin and target (equal after a round trip), and the pieces it takes.
struct Change {
    Board from, to, taken;
};

}  // namespace checkers

template <int Size = 8>
class BasicCheckers {
public:
    using Squares = checkers::BasicBoard<Size>;
    using Board = checkers::Board;
    using Move = checkers::Move;
    static constexpr int size = Size;
    static constexpr int max_moves = 128;
    static constexpr bool alternates = true;
    // A man is worth about 100 units and a won game 10,000, less the plies to it.
    static constexpr Value unit = 10'000;
    static constexpr Value static_limit = checkers::static_limit;
    static constexpr double report_scale = 1;  // values are reported in hundredths of a man
    static constexpr Bounds value_range{-1, 1};
    static constexpr int clock_limit = 80;

    constexpr BasicCheckers() = default;
    // The position with these pieces; `kings` are part of `black` and `white`.
    static constexpr BasicCheckers of(Board black, Board white, Board kings, int player, int clock = 0, checkers::Rules rules = {}) {
        BasicCheckers game;
        game.black_ = black, game.white_ = white, game.kings_ = kings;
        game.player_ = static_cast<std::uint8_t>(player), game.clock_ = static_cast<std::uint8_t>(std::min(clock, 255));
        game.rules_ = rules;
        return game;
    }

    constexpr Board black() const { return black_; }
    constexpr Board white() const { return white_; }
    constexpr Board kings() const { return kings_; }
    constexpr Board own() const { return player_ == 0 ? black_ : white_; }
    constexpr Board other() const { return player_ == 0 ? white_ : black_; }
    constexpr Board empty() const { return Squares::all & ~(black_ | white_); }
    constexpr int player() const { return player_; }
    constexpr int clock() const { return clock_; }
    constexpr checkers::Rules rules() const { return rules_; }
    constexpr BasicCheckers under(checkers::Rules rules) const { return of(black_, white_, kings_, player_, clock_, rules); }
    constexpr bool operator==(const BasicCheckers&) const = default;

    // The same position with sides and colours exchanged.
    constexpr BasicCheckers turned() const {
        return of(Squares::turned(white_), Squares::turned(black_), Squares::turned(kings_), player_ ^ 1, clock_, rules_);
    }

    constexpr Key key() const {
        return mix((Key{white_} << 32 | black_) ^ mix(kings_)) ^ (player_ ? 0xD6E8FEB86659FD93ull : 0);
    }

    // ---- the end

    constexpr bool has_moves() const { return player_ == 0 ? can_move<0>() : can_move<1>(); }
    constexpr bool drawn_by_rule() const { return rules_.forty_moves && clock_ >= clock_limit; }
    constexpr bool over() const { return drawn_by_rule() || !has_moves(); }
    // A player without moves loses, also when the rule of 40 moves applies.
    constexpr Value payoff() const { return has_moves() ? 0 : -1; }

    // ---- moves

    // Whether the player to move must capture.
    constexpr bool captures() const { return player_ == 0 ? jumpers<0>() != 0 : jumpers<1>() != 0; }

    // In the order of their origins.
    template <class MoveList>
    constexpr void moves(MoveList& list) const {
        if (!drawn_by_rule()) legal_moves(list);
    }
    // These ignore the rule of 40 moves.
    template <class MoveList>
    constexpr void legal_moves(MoveList& list) const {
        each_move([&](Move move, const checkers::Change&) { list.push_back(move); });
    }
    constexpr int count_moves() const { return player_ == 0 ? count<0>() : count<1>(); }
    // Whether a move, which may be any number, is legal.
    constexpr bool legal(Move move) const {
        const Board from = Board{1} << checkers::from_of(move);
        if (!(own() & from)) return false;
        bool found = false;
        const auto compare = [&](Move other, const checkers::Change&) { found |= other == move; };
        player_ == 0 ? each_move_of<0>(compare, from) : each_move_of<1>(compare, from);
        return found;
    }

    // Inlined, since a struct of three words that a function returns passes through memory.
    [[gnu::always_inline]] static constexpr checkers::Change change_of(Move move) {
        const int from = checkers::from_of(move);
        if (!checkers::is_capture(move)) return {Board{1} << from, Board{1} << Squares::neighbours[move >> 6 & 3][from], 0};
        Board taken = 0;
        int at = from;
        for (int left = checkers::steps_of(move); left-- > 0;) {
            const auto& towards = Squares::neighbours[move >> 6 >> 2 * left & 3];
            taken |= Board{1} << towards[at];
            at = towards[towards[at]];
        }
        return {Board{1} << from, Board{1} << at, taken};
    }

    constexpr BasicCheckers play(Move move) const { return play(change_of(move)); }
    constexpr BasicCheckers play(const checkers::Change& change) const { return player_ == 0 ? after<0>(change) : after<1>(change); }

    // ---- evaluation

    static constexpr const auto& feature_names = checkers::feature_names;
    Value evaluate() const { return checkers::evaluate(*this, checkers::weights); }
    // The count of each feature, for the player to move minus the opponent.
    void features(std::int32_t* out) const {
        for (const std::int32_t count : counts().of) *out++ = player_ == 0 ? count : -count;
    }
    // The same for Black minus White.
    checkers::FeatureCounts counts() const { return checkers::features_of(*this); }

    // ---- hooks of the selective search (see HasExchanges in game/hooks.hpp)

    constexpr bool in_check_or_forced() const { return captures(); }
    constexpr bool draws_by_repetition() const { return rules_.repetition; }
    constexpr Value payoff_without_moves() const { return -1; }
    constexpr bool noisy(Move move) const { return checkers::is_capture(move); }
    constexpr bool irreversible(Move move) const { return noisy(move) || !(kings_ >> checkers::from_of(move) & 1); }
    Value capture_gain(Move move) const {
        const Board taken = change_of(move).taken;
        return 100 * std::popcount(taken) + 40 * std::popcount(taken & kings_);
    }
    // A player cannot stop an exchange where captures are compulsory, so none is evaluated.
    constexpr bool see_ge(Move, Value) const { return true; }
    // All moves are captures or none is.
    template <class MoveList>
    constexpr void noisy_moves(MoveList& list) const {
        const auto add = [&](Move move, const checkers::Change&) { list.push_back(move); };
        player_ == 0 ? each_capture_of<0>(add, jumpers<0>()) : each_capture_of<1>(add, jumpers<1>());
    }
    template <class MoveList>
    constexpr void quiet_moves(MoveList& list) const {
        const auto add = [&](Move move, const checkers::Change&) { list.push_back(move); };
        if (!captures()) player_ == 0 ? each_step_of<0>(add, black_) : each_step_of<1>(add, white_);
    }
    // The only move, if it is a capture.
    constexpr Move forced_move() const {
        const Board able = player_ == 0 ? jumpers<0>() : jumpers<1>();
        if (std::popcount(able) != 1) return checkers::no_move;
        Move found = checkers::no_move;
        int routes = 0;
        const auto take = [&](Move move, const checkers::Change&) { found = move, ++routes; };
        player_ == 0 ? each_capture_of<0>(take, able) : each_capture_of<1>(take, able);
        return routes == 1 ? found : checkers::no_move;
    }
    static constexpr int quiescence_width(int) { return max_moves; }
    // Zugzwang is what endgames of checkers are about.
    static constexpr std::optional<BasicCheckers> null_move() { return std::nullopt; }

    static constexpr int piece_to_count = 2 * 32, from_to_count = 4 * 32;
    constexpr int piece_to(Move move) const {
        const int from = checkers::from_of(move);
        const int to = checkers::is_capture(move) ? std::countr_zero(change_of(move).to) : Squares::neighbours[move >> 6 & 3][from];
        return static_cast<int>(kings_ >> from & 1) * 32 + to;
    }
    static constexpr int from_to(Move move) { return checkers::from_of(move) | static_cast<int>(move >> 6 & 3) << 5; }

    // Calls `visit(move, change)` for each legal move, in the order of their origins.
    template <class Visit>
    constexpr void each_move(Visit&& visit) const {
        if (player_ == 0) each_move_of<0>(visit);
        else each_move_of<1>(visit);
    }
    template <int Player, class Visit>
    constexpr void each_move_of(Visit&& visit, Board origins = Squares::all) const {
        if (const Board able = jumpers<Player>()) each_capture_of<Player>(visit, able & origins);
        else each_step_of<Player>(visit, pieces<Player>() & origins);
    }
    // The captures of these pieces, which must be able to.
    template <int Player, class Visit>
    constexpr void each_capture_of(Visit&& visit, Board able) const {
        for (const Board free = empty(); able; able &= able - 1) {
            const Board from = able & -able;
            jump<Player>(from, (from & kings_) != 0, from, 0, free | from, checkers::begin_capture(std::countr_zero(from)), visit);
        }
    }
    // The moves without a capture of these pieces.
    template <int Player, class Visit>
    constexpr void each_step_of(Visit&& visit, Board own) const {
        const Board free = empty();
        const Board kings = own & kings_;
        const Board left_ahead = own & back<ahead<Player>>(free), right_ahead = own & back<ahead<Player> + 1>(free);
        const Board left_behind = kings & back<behind<Player>>(free), right_behind = kings & back<behind<Player> + 1>(free);
        for (Board left = left_ahead | right_ahead | left_behind | right_behind; left; left &= left - 1) {
            const Board from = left & -left;
            const int square = std::countr_zero(from);
            const auto towards = [&]<int To>(Board able) {
                if (from & able) visit(checkers::make_step(square, To), checkers::Change{from, Squares::template step<To>(from), 0});
            };
            towards.template operator()<ahead<Player>>(left_ahead);
            towards.template operator()<ahead<Player> + 1>(right_ahead);
            towards.template operator()<behind<Player>>(left_behind);
            towards.template operator()<behind<Player> + 1>(right_behind);
        }
    }

    // The pieces of the player that can capture.
    template <int Player>
    constexpr Board jumpers() const {
        const Board own = pieces<Player>(), prey = pieces<Player ^ 1>(), free = empty();
        const auto over = [&]<int To>() { return back<To>(prey & back<To>(free)); };
        Board able = own & (over.template operator()<ahead<Player>>() | over.template operator()<ahead<Player> + 1>());
        if (const Board kings = own & kings_)
            able |= kings & (over.template operator()<behind<Player>>() | over.template operator()<behind<Player> + 1>());
        return able;
    }

    template <int Player>
    constexpr BasicCheckers after(const checkers::Change& change) const {
        BasicCheckers next = *this;
        const Board moved = change.from ^ change.to;
        (Player == 0 ? next.black_ : next.white_) ^= moved;
        (Player == 0 ? next.white_ : next.black_) &= ~change.taken;
        next.player_ = Player ^ 1;
        if (kings_ & change.from) {
            next.kings_ = (kings_ & ~change.taken) ^ moved;
            next.clock_ = change.taken ? 0 : static_cast<std::uint8_t>(clock_ + (clock_ < 255));
        } else {
            next.kings_ = (kings_ & ~change.taken) | (change.to & Squares::crown_row(Player));
            next.clock_ = 0;
        }
        return next;
    }

    template <int Player>
    constexpr int count() const {
        const Board own = pieces<Player>(), free = empty();
        if (jumpers<Player>()) {
            int routes = 0;
            each_move_of<Player>([&](Move, const checkers::Change&) { ++routes; });
            return routes;
        }
        int steps = std::popcount(own & back<ahead<Player>>(free)) + std::popcount(own & back<ahead<Player> + 1>(free));
        if (const Board kings = own & kings_)
            steps += std::popcount(kings & back<behind<Player>>(free)) + std::popcount(kings & back<behind<Player> + 1>(free));
        return steps;
    }

private:
    // The first of the two directions in which men move, and in which only kings do.
    template <int Player>
    static constexpr int ahead = Player == 0 ? checkers::south_west : checkers::north_west;
    template <int Player>
    static constexpr int behind = ahead<Player ^ 1>;

    template <int To>
    static constexpr Board back(Board squares) {
        return Squares::template step<checkers::opposite(To)>(squares);
    }
    template <int Player>
    constexpr Board pieces() const {
        return Player == 0 ? black_ : white_;
    }

    template <int Player>
    constexpr bool can_move() const {
        const Board own = pieces<Player>(), free = empty();
        if (own & (back<ahead<Player>>(free) | back<ahead<Player> + 1>(free))) return true;
        if (own & kings_ & (back<behind<Player>>(free) | back<behind<Player> + 1>(free))) return true;
        return jumpers<Player>() != 0;
    }

    // Goes on with a capture from `at`; `free` are the empty squares and the origin.
    template <int Player, class Visit>
    constexpr void jump(Board from, bool king, Board at, Board taken, Board free, Move move, Visit& visit) const {
        const Board prey = pieces<Player ^ 1>() & ~taken;
        bool ended = true;
        const auto towards = [&]<int To>() {
            const Board over = Squares::template step<To>(at) & prey, to = Squares::template step<To>(over) & free;
            if (!to) return;
            ended = false;
            jump<Player>(from, king, to, taken | over, free, checkers::extended(move, To), visit);
        };
        towards.template operator()<ahead<Player>>();
        towards.template operator()<ahead<Player> + 1>();
        if (king) {
            towards.template operator()<behind<Player>>();
            towards.template operator()<behind<Player> + 1>();
        }
        if (ended) visit(move, checkers::Change{from, at, taken});
    }

    Board black_ = (Board{1} << Squares::men) - 1;
    Board white_ = black_ << (Squares::squares - Squares::men);
    Board kings_ = 0;
    std::uint8_t player_ = 0;
    std::uint8_t clock_ = 0;
    checkers::Rules rules_;
};

using Checkers = BasicCheckers<8>;

// Counts lines of play; the last moves are counted without being made. Like published counts, it ignores draws by rule, and a
// line that ends earlier does not count.
template <int Player, int Size>
std::uint64_t count_lines(const BasicCheckers<Size>& game, int depth) {
    if (depth == 1) return static_cast<std::uint64_t>(game.template count<Player>());
    std::uint64_t lines = 0;
    game.template each_move_of<Player>([&](checkers::Move, const checkers::Change& change) {
        lines += count_lines<(Player ^ 1)>(game.template after<Player>(change), depth - 1);
    });
    return lines;
}

template <int Size>
std::uint64_t perft(const BasicCheckers<Size>& game, int depth) {
    if (depth == 0) return 1;
    return game.player() == 0 ? count_lines<0>(game, depth) : count_lines<1>(game, depth);
}

}  // namespace zermelo
