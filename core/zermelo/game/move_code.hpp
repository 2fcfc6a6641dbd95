// Moves as small numbers, for tables of what is known about a move wherever it is made.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "zermelo/base/random.hpp"

namespace zermelo {

// Different moves have different codes.
template <class Move>
inline constexpr bool has_own_codes = std::integral<Move> && sizeof(Move) <= 2;

template <class Move>
inline constexpr std::size_t move_codes = std::size_t{1} << (8 * std::min<std::size_t>(sizeof(Move), 2));

template <std::integral Move>
std::size_t move_code(Move move) {
    const auto bits = static_cast<std::make_unsigned_t<Move>>(move);
    if constexpr (has_own_codes<Move>) return bits;
    else return mix(bits) >> 48;
}

// A move of a simulation and who made it: -1 is chance.
template <class Move>
struct PlayedMove {
    int player;
    Move move;
};

}  // namespace zermelo
