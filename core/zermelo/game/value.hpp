// Types shared by games, tables and searches: values, bounds and keys. All values are for the player to move.
#pragma once

#include <cstdint>

namespace zermelo {

using Value = std::int32_t;
using Key = std::uint64_t;

inline constexpr Value infinity = 1'000'000'000;

// The value is in low..high, both included.
struct Bounds {
    Value low;
    Value high;
};

// Symmetric positions share an entry of the table: their common key, and whether this position is the mirror image of the canonical
// one.
struct CanonicalKey {
    Key key;
    bool mirrored;
};

// A move with its order score (larger is tried sooner) and the bounds of its value, for the player who makes it.
template <class Move>
struct Reply {
    Move move;
    int order_score;
    Bounds bounds;
};

// If a search of `depth` moves passes a bound by a margin, in engine units, ProbCut assumes that a deeper one passes it too.
struct ProbCutMargins {
    int depth;
    Value above;  // the margin over beta
    Value below;  // the margin under alpha
};

}  // namespace zermelo
