// Bitboards, and the attacks of the pieces that do not slide.
//
//     bit of a square = 8 * rank + file
//      8 | 56 57 58 59 60 61 62 63
//      7 | 48 49 50 51 52 53 54 55
//      .
//      2 |  8  9 10 11 12 13 14 15
//      1 |  0  1  2  3  4  5  6  7
//          a  b  c  d  e  f  g  h
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::chess {

using Board = std::uint64_t;

constexpr Board bit(int square) { return Board{1} << square; }
constexpr int first(Board squares) { return std::countr_zero(squares); }
constexpr bool several(Board squares) { return (squares & (squares - 1)) != 0; }

inline constexpr Board file_a = 0x0101010101010101ull, file_h = file_a << 7;
inline constexpr Board rank_1 = 0xff, rank_8 = rank_1 << 56;
inline constexpr Board light_squares = 0x55aa55aa55aa55aaull;

constexpr Board file_of(int square) { return file_a << (square & 7); }
constexpr Board rank_of(int square) { return rank_1 << (square & 56); }

// All squares moved by one step; those that would leave the board are dropped. 8 is up, 1 is right.
template <int Step>
constexpr Board shift(Board squares) {
    if constexpr (Step == 8) return squares << 8;
    if constexpr (Step == -8) return squares >> 8;
    if constexpr (Step == 9) return (squares & ~file_h) << 9;
    if constexpr (Step == 7) return (squares & ~file_a) << 7;
    if constexpr (Step == -7) return (squares & ~file_h) >> 7;
    if constexpr (Step == -9) return (squares & ~file_a) >> 9;
}

namespace detail {

struct Step {
    int right, up;
};
inline constexpr std::array<Step, 4> rook_steps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
inline constexpr std::array<Step, 4> bishop_steps{{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}};
inline constexpr std::array<Step, 8> knight_steps{
    {{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}};
inline constexpr std::array<Step, 8> king_steps{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

constexpr bool inside(int file, int rank) { return file >= 0 && file < 8 && rank >= 0 && rank < 8; }

template <std::size_t N>
constexpr std::array<Board, 64> step_attacks(const std::array<Step, N>& steps) {
    std::array<Board, 64> attacks{};
    for (int square = 0; square < 64; ++square)
        for (const Step step : steps) {
            const int file = square % 8 + step.right, rank = square / 8 + step.up;
            if (inside(file, rank)) attacks[square] |= bit(8 * rank + file);
        }
    return attacks;
}

// The squares from a square along the steps, up to and including the first occupied one: the slow version, from which the tables
// are made and against which they are tested.
constexpr Board slide(const std::array<Step, 4>& steps, int square, Board occupied) {
    Board attacks = 0;
    for (const Step step : steps)
        for (int file = square % 8 + step.right, rank = square / 8 + step.up; inside(file, rank);
             file += step.right, rank += step.up) {
            attacks |= bit(8 * rank + file);
            if (occupied & bit(8 * rank + file)) break;
        }
    return attacks;
}

// For each square the whole line through it in a direction and its opposite.
constexpr std::array<Board, 64> lines_along(Step step) {
    std::array<Board, 64> lines{};
    for (int square = 0; square < 64; ++square)
        lines[square] = bit(square) | slide({{step, {-step.right, -step.up}, step, step}}, square, 0);
    return lines;
}

}  // namespace detail

inline constexpr auto knight_attacks = detail::step_attacks(detail::knight_steps);
inline constexpr auto king_attacks = detail::step_attacks(detail::king_steps);
// By the colour of the pawn, 0 is White. Pawns of a colour attack a square from the other colour's attacks of it.
inline constexpr std::array<std::array<Board, 64>, 2> pawn_attacks{
    detail::step_attacks(std::array<detail::Step, 2>{{{-1, 1}, {1, 1}}}),
    detail::step_attacks(std::array<detail::Step, 2>{{{-1, -1}, {1, -1}}})};

inline constexpr auto diagonals = detail::lines_along({1, 1});        // as a1 to h8
inline constexpr auto antidiagonals = detail::lines_along({-1, 1});   // as h1 to a8

}  // namespace zermelo::chess
