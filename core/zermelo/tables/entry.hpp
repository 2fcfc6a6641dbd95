// An entry of the transposition table, and what it decides.
#pragma once

#include <cstdint>

#include "zermelo/game/value.hpp"

namespace zermelo {

enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

// A position's value (or a bound of it) from a search of `depth` moves, and the best move.
struct TableEntry {
    std::int32_t value = 0;
    int depth = 0;
    int move = no_move;
    Bound bound = Bound::none;

    static constexpr int no_move = 0xffff;

    bool operator==(const TableEntry&) const = default;

    // Whether the value answers a search with this window.
    constexpr bool decides(Value alpha, Value beta) const {
        return bound == Bound::exact || (bound == Bound::lower && value >= beta) || (bound == Bound::upper && value <= alpha);
    }
};

// A fail-soft value as a bound.
constexpr Bound bound_of(Value value, Value alpha, Value beta) {
    return value <= alpha ? Bound::upper : value >= beta ? Bound::lower : Bound::exact;
}

// Where a win counts for less the more plies it takes, values of decided games are kept by their distance from the position, not
// from the root. `decided` is the least value of a won game.
constexpr Value to_table(Value value, int ply, Value decided) {
    return value >= decided ? value + ply : value <= -decided ? value - ply : value;
}
constexpr Value from_table(Value value, int ply, Value decided) {
    return value >= decided ? value - ply : value <= -decided ? value + ply : value;
}

}  // namespace zermelo
