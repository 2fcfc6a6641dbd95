// Stable discs, which can never be flipped. Not all of them are found, but all that are found are stable, so
// 64 - 2 * stable discs of the opponent  is an upper bound of the value for the player to move.
//
// A disc is stable if it is safe on each of its four lines: the line is full, or the disc is next to a stable disc of its colour
// or to the edge of the board. Stable discs on edges come from a table of all 3^8 edges, made by playing every continuation of
// the edge; from there stability grows inwards until nothing changes.
//
//     edge table: stable[own byte][other byte] -> byte of the own discs that no sequence of moves can flip
#pragma once

#include <cstdint>
#include <memory>

#include "zermelo/games/othello/flips.hpp"

namespace zermelo::othello {

class EdgeTable {
public:
    static const EdgeTable& get() {
        static const EdgeTable table;
        return table;
    }
    unsigned stable(unsigned own, unsigned other) const { return stable_[own << 8 | other]; }

private:
    EdgeTable() : stable_(std::make_unique<std::uint8_t[]>(65536)) {
        // Fuller edges first, so that all continuations are known.
        for (int discs = 8; discs >= 0; --discs)
            for (unsigned taken = 0; taken < 256; ++taken) {
                if (std::popcount(taken) != discs) continue;
                for (unsigned own = taken;; own = (own - 1) & taken) {
                    stable_[own << 8 | (taken ^ own)] = static_cast<std::uint8_t>(look(own, taken ^ own));
                    if (own == 0) break;
                }
            }
    }

    // A move on the edge is always assumed legal: it may flip discs inside the board.
    unsigned look(unsigned own, unsigned other) const {
        unsigned safe = own;
        for (int at = 0; at < 8 && safe; ++at) {
            if ((own | other) >> at & 1) continue;
            const unsigned mine = turned(own, other, at), theirs = turned(other, own, at);
            safe &= stable((own | mine | 1u << at), other & ~mine);
            safe &= stable(own & ~theirs, other | theirs | 1u << at);
        }
        return safe;
    }

    static unsigned turned(unsigned own, unsigned other, int at) {
        unsigned flips = 0;
        for (int step = -1; step <= 1; step += 2) {
            unsigned run = 0;
            int to = at + step;
            for (; to >= 0 && to < 8 && other >> to & 1; to += step) run |= 1u << to;
            if (to >= 0 && to < 8 && own >> to & 1) flips |= run;
        }
        return flips;
    }

    std::unique_ptr<std::uint8_t[]> stable_;
};

inline constexpr Board corners = 0x8100000000000081ull;

// The squares on full lines, by direction: row, column, falling and rising diagonal.
struct FullLines {
    Board row, column, falling, rising;
};

inline Board full_rows(Board taken) {
    Board row = taken & taken >> 1;
    row &= row >> 2;
    row &= row >> 4;
    return (row & 0x0101010101010101ull) * 255;
}

inline FullLines full_lines(Board taken) {
    FullLines full;
    full.row = full_rows(taken);

    Board column = taken & std::rotr(taken, 8);
    column &= std::rotr(column, 16);
    full.column = column & std::rotr(column, 32);

    // Diagonals by doubling: a square stays if those one, two and four steps further stay or are outside the board.
    Board up = taken & (0xff80808080808080ull | taken >> 9), down = taken & (0x01010101010101ffull | taken << 9);
    up &= 0xffffc0c0c0c0c0c0ull | up >> 18, down &= 0x030303030303ffffull | down << 18;
    up &= 0xfffffffff0f0f0f0ull | up >> 36, down &= 0x0f0f0f0fffffffffull | down << 36;
    full.rising = up & down;

    up = taken & (0xff01010101010101ull | taken >> 7), down = taken & (0x80808080808080ffull | taken << 7);
    up &= 0xffff030303030303ull | up >> 14, down &= 0xc0c0c0c0c0c0ffffull | down << 14;
    up &= 0xffffffff0f0f0f0full | up >> 28, down &= 0xf0f0f0f0ffffffffull | down << 28;
    full.falling = up & down;
    return full;
}

// The discs of `own` that are found to be stable.
inline Board stable_discs(Board own, Board other) {
    const EdgeTable& edges = EdgeTable::get();
    constexpr Board file_a = 0x0101010101010101ull, gather = 0x0102040810204080ull;
    const auto column = [](Board discs) { return static_cast<unsigned>(((discs & file_a) * gather) >> 56); };
    const auto upright = [](unsigned byte) {
        return (((byte & 127u) * 0x2040810204081ull) | (Board{byte} << 49 & Board{1} << 56)) & file_a;
    };

    Board stable = edges.stable(own & 255, other & 255) | Board{edges.stable(own >> 56, other >> 56)} << 56 |
                   upright(edges.stable(column(own), column(other))) |
                   upright(edges.stable(column(own >> 7), column(other >> 7))) << 7;
    // Without a stable disc on an edge or a full line no inner disc is stable: the usual case.
    const Board inner = own & 0x007e7e7e7e7e7e00ull;
    if (stable == 0 && !(full_rows(own | other) & inner)) return 0;
    const FullLines full = full_lines(own | other);
    stable |= inner & full.row & full.column & full.falling & full.rising;
    if (stable == 0) return 0;
    for (Board before = 0; before != stable;) {
        before = stable;
        const Board row = stable >> 1 | stable << 1 | full.row;
        const Board up = stable >> 8 | stable << 8 | full.column;
        const Board falling = stable >> 7 | stable << 7 | full.falling;
        const Board rising = stable >> 9 | stable << 9 | full.rising;
        stable |= row & up & falling & rising & inner;
    }
    return stable;
}

}  // namespace zermelo::othello
