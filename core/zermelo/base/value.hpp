// The small types that games, tables and searches all speak in: values, bounds of values, and keys.
//
// All values are for the player to move.
#pragma once

#include <cstdint>

namespace zermelo {

using Value = std::int32_t;
using Key = std::uint64_t;

inline constexpr Value infinity = 1'000'000'000;

// The value lies in low..high, both included.
struct Bounds {
    Value low;
    Value high;
};

// HasSymmetry positions share an entry of the table: the key of the class, and whether this position is the mirror
// image of the one the entry speaks of.
struct CanonicalKey {
    Key key;
    bool mirrored;
};

// A move as a survey of the position sees it: its place in the order (the larger, the sooner), and between which values
// making it must lie, for the player who makes it.
template <class Move>
struct Reply {
    Move move;
    int order_score;
    Bounds bounds;
};

// Where a search of `depth` moves passes a bound by a margin, in engine units, a deeper one may be trusted to pass it too.
struct ProbCutMargins {
    int depth;
    Value above;  // the margin over beta
    Value below;  // the margin under alpha
};

}  // namespace zermelo
