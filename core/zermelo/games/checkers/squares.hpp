// The dark squares of a checkers board as bits of a 32-bit word: bit 0 is square 1, in Black's back rank. For 8x8, White's side
// below:
//
//         1     2     3     4     row 0, Black's back rank
//      5     6     7     8
//         9    10    11    12
//     13    14    15    16
//        17    18    19    20
//     21    22    23    24
//        25    26    27    28
//     29    30    31    32        row 7, White's back rank
//
// Black's men move south, White's north. A step of one square is a shift by one of two distances, which depends on the row.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace zermelo::checkers {

using Board = std::uint32_t;

enum Direction : int { south_west, south_east, north_west, north_east };
constexpr int opposite(int direction) { return 3 - direction; }

template <int Size>
struct BasicBoard {
    static_assert(Size == 4 || Size == 6 || Size == 8);

    static constexpr int half = Size / 2, squares = Size * half;
    static constexpr int men = half * (half - 1);  // of each side at the start
    static constexpr Board all = Board{0xffffffff} >> (32 - squares);

    static constexpr Board row(int number) { return ((Board{1} << half) - 1) << (number * half); }
    static constexpr Board back_rank(int player) { return row(player == 0 ? 0 : Size - 1); }
    static constexpr Board crown_row(int player) { return back_rank(player ^ 1); }
    static constexpr Board rows_of(int parity) {
        Board rows = 0;
        for (int number = parity; number < Size; number += 2) rows |= row(number);
        return rows;
    }
    static constexpr Board even_rows = rows_of(0), odd_rows = rows_of(1);
    // The squares at the left and right edge, each in every other row.
    static constexpr Board west_edge = [] {
        Board edge = 0;
        for (int at = half; at < squares; at += Size) edge |= Board{1} << at;
        return edge;
    }();
    static constexpr Board east_edge = [] {
        Board edge = 0;
        for (int at = half - 1; at < squares; at += Size) edge |= Board{1} << at;
        return edge;
    }();

    // Every square one step in a direction from these.
    template <int To>
    static constexpr Board step(Board from) {
        if constexpr (To == south_west) return ((from & even_rows) << half | (from & odd_rows & ~west_edge) << (half - 1)) & all;
        if constexpr (To == south_east) return ((from & odd_rows) << half | (from & even_rows & ~east_edge) << (half + 1)) & all;
        if constexpr (To == north_west) return (from & even_rows) >> half | (from & odd_rows & ~west_edge) >> (half + 1);
        if constexpr (To == north_east) return (from & odd_rows) >> half | (from & even_rows & ~east_edge) >> (half - 1);
    }
    static constexpr Board step(Board from, int to) {
        switch (to) {
            case south_west: return step<south_west>(from);
            case south_east: return step<south_east>(from);
            case north_west: return step<north_west>(from);
            default: return step<north_east>(from);
        }
    }

    // The square one step from another, by direction; only where there is one.
    static constexpr auto neighbours = [] {
        std::array<std::array<std::uint8_t, 32>, 4> squares_around{};
        for (int to = 0; to < 4; ++to)
            for (int square = 0; square < squares; ++square)
                squares_around[to][square] = static_cast<std::uint8_t>(std::countr_zero(step(Board{1} << square, to)) & 31);
        return squares_around;
    }();

    // The board turned by 180 degrees, so that Black's side is White's.
    static constexpr Board turned(Board board) {
        board = (board & 0x55555555) << 1 | (board >> 1 & 0x55555555);
        board = (board & 0x33333333) << 2 | (board >> 2 & 0x33333333);
        board = (board & 0x0f0f0f0f) << 4 | (board >> 4 & 0x0f0f0f0f);
        return __builtin_bswap32(board) >> (32 - squares);
    }
};

}  // namespace zermelo::checkers
