// The points of a Go board and what stands around them.
//
// A board of at most `Room` lines lies in rows of Room + 1 cells, the first of which is border, so that no neighbour wraps around:
//
//     point = row * (Room + 1) + column      row and column from 1, A1 is row 1 and column 1
//
// The eight neighbours of a point are kept as one word of 16 bits, two bits each: the four adjacent points in the low byte, the
// diagonal ones in the high byte. Eyes, free points and 3x3 patterns are then questions about one word.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo::go {

using Point = std::uint16_t;
inline constexpr Point pass = 0;  // a cell of the border

using Colour = std::uint8_t;
inline constexpr Colour empty = 0, black = 1, white = 2, border = 3;
constexpr Colour colour_of(int player) { return static_cast<Colour>(player + 1); }
constexpr Colour other(Colour colour) { return static_cast<Colour>(3 - colour); }

template <int Room>
struct Points {
    static_assert(Room >= 2 && Room <= 25);
    static constexpr int stride = Room + 1;
    static constexpr int count = (Room + 1) * (Room + 2) + 1;
    // Opposite directions differ in the last bit; the first four are adjacent, the others diagonal.
    static constexpr std::array<int, 8> steps{1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1};

    static constexpr Point at(int row, int column) { return static_cast<Point>((row + 1) * stride + column + 1); }  // from 0
    static constexpr int row(Point point) { return point / stride - 1; }
    static constexpr int column(Point point) { return point % stride - 1; }
};

// ---- the neighbours of a point as one word

using Around = std::uint16_t;

constexpr Around around_bits(Colour colour, int direction) { return static_cast<Around>(colour << 2 * direction); }
constexpr Colour around_at(Around around, int direction) { return static_cast<Colour>(around >> 2 * direction & 3); }

// How many adjacent points are empty.
constexpr int empty_adjacent(Around around) { return 4 - std::popcount(static_cast<unsigned>((around | around >> 1) & 0x55)); }
constexpr bool has_empty_adjacent(Around around) { return ((around | around >> 1) & 0x55) != 0x55; }

// Whether all adjacent points are of one colour or border.
constexpr bool is_enclosed(Around around, Colour colour) {
    const unsigned mask = colour == black ? 0x55 : 0xAA;
    return (around & mask) == mask;
}

// The adjacent points with stones of the colour: bit 2 * direction for each.
constexpr unsigned adjacent_stones(Around around, Colour colour) {
    const unsigned low = around & 0x55, high = around >> 1 & 0x55;
    return colour == black ? low & ~high : high & ~low;
}
constexpr bool touches(Around around, Colour colour) { return adjacent_stones(around, colour) != 0; }

// A point that its owner should not fill: enclosed, and the opponent has at most one of its diagonal points, none at the edge.
constexpr bool is_eye(Around around, Colour colour) {
    if (!is_enclosed(around, colour)) return false;
    const unsigned low = around >> 8 & 0x55, high = around >> 9 & 0x55;
    const unsigned theirs = colour == black ? high & ~low : low & ~high;
    return std::popcount(theirs) + ((low & high) != 0) < 2;
}

// ---- keys

inline constexpr std::array<std::array<Key, 702>, 3> stone_keys = [] {
    std::array<std::array<Key, 702>, 3> keys{};
    Random random(20240601);
    for (int colour = 1; colour < 3; ++colour)
        for (Key& key : keys[colour]) key = random.next();
    return keys;
}();
inline constexpr Key white_to_move = 0x8F1BBCDC62A1D5E3ull;
constexpr Key ko_key(Point point) { return point ? mix(0xA0761D6478BD642Full + point) : 0; }
constexpr Key passes_key(int passes) { return passes ? mix(0xE7037ED1A0B428DBull + static_cast<Key>(passes)) : 0; }

}  // namespace zermelo::go
