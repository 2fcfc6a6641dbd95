// Othello (Reversi) on 8x8, 6x6 and 4x4 boards. A move places a disc that encloses opposing discs in a straight line and
// flips them. A player who cannot move passes, which is a move of its own here. When neither can move the game is over, and the
// payoff is the difference of discs, with the empty squares given to the winner.
//
//     a position is two words and the side to move:
//         own_      discs of the player to move     bit = 8 * rank + file, a1 = 0
//         other_    discs of the opponent           (6x6 uses a1 to f6, 4x4 a1 to d4)
//         player_   0 Black (first, MAX), 1 White
//
// Invariants: own_ & other_ == 0; both within the board. Payoffs, bounds and `finish` are in discs for the player to move
// (exact values are even); `evaluate` is in hundredths of a disc, and `unit` tells searches so.
#pragma once

#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/list.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/othello/endgame.hpp"
#include "zermelo/games/othello/probcut.hpp"

namespace zermelo {

template <int Size = 8>
class BasicOthello {
    static_assert(Size == 4 || Size == 6 || Size == 8);

public:
    using Board = othello::Board;
    using Move = std::uint8_t;  // a square, or pass
    static constexpr Move pass = 64;
    static constexpr int max_moves = 64;
    static constexpr int size = Size, squares = Size * Size;
    static constexpr Bounds value_range{-squares, squares};
    static constexpr Board board = othello::small_board<Size>;

    // The usual start: on 8x8, White has d4 and e5.
    constexpr BasicOthello() {
        constexpr int low = 9 * (Size / 2 - 1);
        other_ = othello::bit(low) | othello::bit(low + 9);
        own_ = othello::bit(low + 1) | othello::bit(low + 8);
    }
    constexpr BasicOthello(Board own, Board other, int player)
        : own_(own), other_(other), player_(static_cast<std::uint8_t>(player)) {}

    int player() const { return player_; }
    Board own() const { return own_; }
    Board other() const { return other_; }
    Board black() const { return player_ == 0 ? own_ : other_; }
    Board white() const { return player_ == 0 ? other_ : own_; }
    int empties() const { return squares - std::popcount(own_ | other_); }
    bool operator==(const BasicOthello&) const = default;

    // Squares where the player to move may place a disc.
    Board placements() const { return othello::moves(own_, other_) & board; }
    Board replies() const { return othello::moves(other_, own_) & board; }

    bool over() const { return !placements() && !replies(); }

    Value payoff() const {
        const int mine = std::popcount(own_), theirs = std::popcount(other_);
        return mine == theirs ? 0 : mine > theirs ? squares - 2 * theirs : 2 * mine - squares;
    }

    template <class MoveList>
    void moves(MoveList& list) const {
        Board rest = placements();
        if (!rest && replies()) list.push_back(pass);
        for (; rest; rest &= rest - 1) list.push_back(static_cast<Move>(std::countr_zero(rest)));
    }

    bool legal(Move move) const {
        return move == pass ? !placements() && replies() : move < 64 && (placements() >> move & 1);
    }

    BasicOthello play(Move move) const {
        if (move == pass) return {other_, own_, player_ ^ 1};
        const Board flips = othello::flips(own_, other_, move);
        return {other_ ^ flips, own_ ^ flips ^ othello::bit(move), player_ ^ 1};
    }

    // On small boards the key is a number with a base-three digit for each square, so that no two positions share one: solving
    // a whole game visits more positions than a 64-bit hash keeps apart.
    Key key() const {
        if constexpr (Size == 8) return mix(own_ ^ mix(other_)) ^ (player_ ? 0xD6E8FEB86659FD93ull : 0);
        Key number = player_;
        for (int row = 0; row < Size; ++row) {
            const auto mine = own_ >> 8 * row & ((1 << Size) - 1), theirs = other_ >> 8 * row & ((1 << Size) - 1);
            number = number * base_three[1 << Size] + base_three[mine] + 2 * base_three[theirs];
        }
        return number;
    }

    // Larger is tried sooner: few replies for the opponent, corners, good squares.
    int order_score(Move move) const {
        if (move == pass) return 0;
        const Board answers = othello::replies_after(own_, other_, move) & board, here = othello::bit(move);
        const int corner = here & corner_squares ? 16 : 0;
        if constexpr (Size == 8) return corner + othello::square_worth[move] / 4 - 4 * std::popcount(answers);
        // On small boards, which are searched to the end: also few later replies, and no corner for the opponent.
        const Board after = own_ | othello::flips(own_, other_, move) | here;
        return 2 * corner - (here & x_squares ? 16 : 0) - 16 * std::popcount(answers) -
               16 * std::popcount(answers & corner_squares) - 4 * std::popcount(othello::beside(after) & board & ~(after | other_));
    }

    // Stable discs are never flipped.
    Bounds bounds() const
        requires(Size == 8)
    {
        return {2 * std::popcount(othello::stable_discs(own_, other_)) - 64,
                64 - 2 * std::popcount(othello::stable_discs(other_, own_))};
    }

    bool near_end() const { return empties() <= othello::finish_empties; }
    Value finish(Value alpha, Value beta, std::uint64_t& nodes) const {
        alpha = std::max(alpha, -squares - 1), beta = std::min(beta, squares + 1);
        if constexpr (Size == 8) return othello::finish(own_, other_, alpha, beta, nodes);
        else return othello::finish_small<Size>(own_, other_, alpha, beta, nodes);
    }

    // A static value in hundredths of a disc.
    static constexpr Value unit = 100;
    Value evaluate() const {
        if constexpr (Size == 8) return othello::evaluate(own_, other_);
        const int mine = std::popcount(placements()), theirs = std::popcount(replies());
        const int corner = std::popcount(own_ & corner_squares) - std::popcount(other_ & corner_squares);
        return std::clamp(unit * (mine - theirs) + 3 * unit * corner, unit * (1 - squares), unit * (squares - 1));
    }

    // None where the search reaches the end of the game, nor without the weights that the margins were measured with.
    std::optional<ProbCutMargins> probcut(int depth) const
        requires(Size == 8)
    {
        if (depth >= empties() - othello::finish_empties || !othello::weights().loaded()) return std::nullopt;
        return othello::probcut(empties(), depth);
    }

    // Named features for linear evaluations, each for the player to move minus the opponent. Parity is 1 if the number of empty
    // squares is odd, so that the player to move would also move last; patterns is in hundredths of a disc.
    static constexpr std::array<std::string_view, 9> feature_names = {
        "mobility", "corners", "x_squares", "c_squares", "stability", "parity", "frontier", "discs", "patterns"};
    void features(std::int32_t* out) const {
        const auto difference = [&](Board on) { return std::popcount(own_ & on) - std::popcount(other_ & on); };
        const Board empty = board & ~(own_ | other_);
        const auto frontier = [&](Board discs) {
            int count = 0;
            for (; discs; discs &= discs - 1) count += (othello::neighbours[std::countr_zero(discs)] & empty) != 0;
            return count;
        };
        out[0] = std::popcount(placements()) - std::popcount(replies());
        out[1] = difference(corner_squares);
        out[2] = difference(x_squares);
        out[3] = difference(c_squares);
        out[4] = Size == 8 ? std::popcount(othello::stable_discs(own_, other_)) -
                                 std::popcount(othello::stable_discs(other_, own_))
                           : 0;
        out[5] = empties() & 1;
        out[6] = frontier(own_) - frontier(other_);
        out[7] = difference(board);
        out[8] = evaluate();
    }

    // The binary digits of a number read in base three.
    static constexpr auto base_three = [] {
        std::array<std::uint32_t, (1 << Size) + 1> read{};
        for (std::uint32_t number = 1; number < read.size(); ++number) read[number] = 3 * read[number / 2] + number % 2;
        return read;
    }();

    static constexpr Board corner_squares =
        othello::bit(0) | othello::bit(Size - 1) | othello::bit(8 * Size - 8) | othello::bit(9 * Size - 9);
    static constexpr Board x_squares =
        othello::bit(9) | othello::bit(8 + Size - 2) | othello::bit(8 * Size - 15) | othello::bit(9 * Size - 18);
    static constexpr Board c_squares = othello::bit(1) | othello::bit(8) | othello::bit(Size - 2) |
                                       othello::bit(8 + Size - 1) | othello::bit(8 * Size - 16) |
                                       othello::bit(8 * Size - 7) | othello::bit(9 * Size - 10) |
                                       othello::bit(9 * Size - 17);

private:
    Board own_ = 0, other_ = 0;
    std::uint8_t player_ = 0;
};

using Othello = BasicOthello<8>;

// Count lines of play; the last moves are counted without being made.
inline std::uint64_t perft(const Othello& game, int depth) {
    return othello::has_avx2() ? othello::avx2::count_lines(game.own(), game.other(), depth)
                               : othello::portable::count_lines(game.own(), game.other(), depth);
}

}  // namespace zermelo
