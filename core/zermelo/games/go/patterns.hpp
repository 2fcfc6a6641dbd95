// Patterns of the eight points around an empty one, as words of 16 bits (see points.hpp).
//
// The patterns of playouts are those of MoGo (Gelly, Wang, Munos and Teytaud 2006): contacts where a move is urgent, hane, cuts
// and moves at the edge. They hold for either colour and in all eight orientations.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>

#include "zermelo/games/go/points.hpp"

namespace zermelo::go {

namespace detail {

// The place of each direction of Points::steps in a pattern that is written as nine letters, row by row.
//     6 2 4        directions: 0 right, 1 left, 2 up, 3 down, 4 up right, 5 down left, 6 up left, 7 down right
//     1 . 0
//     5 3 7
inline constexpr std::array<std::uint8_t, 8> letter_of_direction{5, 3, 1, 7, 2, 6, 0, 8};

// X and O are stones of two colours, . is empty, # the border; x is anything but X, o anything but O, ? any point of the board
// or the border.
inline constexpr std::array<std::string_view, 13> urgent_contacts{
    "XOX"
    "..."
    "???",  // hane that encloses
    "XO."
    "..."
    "?.?",  // hane that does not cut
    "XO?"
    "X.."
    "x.?",  // bend
    ".O."
    "X.."
    "...",  // diagonal attachment
    "XO?"
    "O.o"
    "?o?",  // cut
    "XO?"
    "O.X"
    "???",  // cut that was peeped at
    "?X?"
    "O.O"
    "ooo",  // cut between two
    "OX?"
    "o.O"
    "???",  // cut of a keima
    "X.?"
    "O.?"
    "###",  // chase at the edge
    "OX?"
    "X.O"
    "###",  // block a cut at the edge
    "?X?"
    "x.O"
    "###",  // block a connection at the edge
    "?XO"
    "x.x"
    "###",  // descent
    "?OX"
    "X.O"
    "###",  // cut at the edge
};

constexpr bool matches(char letter, Colour colour) {
    switch (letter) {
        case 'X': return colour == black;
        case 'O': return colour == white;
        case '.': return colour == empty;
        case '#': return colour == border;
        case 'x': return colour != black && colour != border;
        case 'o': return colour != white && colour != border;
        default: return true;
    }
}

// The word after a quarter turn or a reflection, given by where each direction goes.
constexpr Around moved(Around around, const std::array<std::uint8_t, 8>& to) {
    Around out = 0;
    for (int direction = 0; direction < 8; ++direction) out |= around_bits(around_at(around, direction), to[direction]);
    return out;
}
inline constexpr std::array<std::uint8_t, 8> quarter_turn{2, 3, 1, 0, 6, 7, 5, 4};
inline constexpr std::array<std::uint8_t, 8> reflection{1, 0, 2, 3, 6, 7, 4, 5};

constexpr Around colours_exchanged(Around around) {
    const auto low = static_cast<Around>(around & 0x5555), high = static_cast<Around>(around >> 1 & 0x5555);
    const auto stones = static_cast<Around>(low ^ high);  // one bit for each stone, of either colour
    return static_cast<Around>(around ^ (stones | stones << 1));
}

}  // namespace detail

// What is known of each word: whether it is an urgent contact, and the class of the words that differ only by turns and reflections,
// with Black to move (exchange the colours of the word for White).
struct PatternTables {
    std::array<std::uint16_t, 65536> classes{};
    int class_count = 0;

    PatternTables() {
        for (unsigned word = 0; word < 65536; ++word) {
            Around least = static_cast<Around>(word), image = least;
            bool any = false;
            for (int turn = 0; turn < 8; ++turn) {
                if (turn == 4) image = detail::moved(static_cast<Around>(word), detail::reflection);
                any = any || is_urgent(image) || is_urgent(detail::colours_exchanged(image));
                least = std::min(least, image);
                image = detail::moved(image, detail::quarter_turn);
            }
            if (any) urgent_[word / 64] |= std::uint64_t{1} << word % 64;
            classes[word] = least == word ? static_cast<std::uint16_t>(class_count++) : classes[least];
        }
    }

    bool urgent(Around around) const { return urgent_[around / 64] >> around % 64 & 1; }

private:
    static bool is_urgent(Around around) {
        for (const std::string_view pattern : detail::urgent_contacts) {
            bool fits = true;
            for (int direction = 0; fits && direction < 8; ++direction)
                fits = detail::matches(pattern[detail::letter_of_direction[direction]], around_at(around, direction));
            if (fits) return true;
        }
        return false;
    }

    std::array<std::uint64_t, 1024> urgent_{};
};

inline const PatternTables& pattern_tables() {
    static const auto tables = std::make_unique<const PatternTables>();
    return *tables;
}

}  // namespace zermelo::go
