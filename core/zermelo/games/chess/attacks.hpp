// Attacks of bishops, rooks and queens by magic bitboards: the occupied squares of a slider's lines are multiplied into an index of
// a table. The tables (under one megabyte) are made at program start in about a millisecond. PEXT instead makes perft faster by
// a tenth, too little for a second build of all code that uses attacks; hyperbola quintessence makes it slower by a sixth.
#pragma once

#include <array>

#include "zermelo/games/chess/bitboard.hpp"
#include "zermelo/games/chess/magics.hpp"

namespace zermelo::chess {

namespace detail {

struct Magic {
    Board mask = 0;  // the squares whose occupancy matters: the lines without their last squares
    Board factor = 0;
    const Board* answers = nullptr;
    int shift = 0;

    Board attacks(Board occupied) const { return answers[((occupied & mask) * factor) >> shift]; }
};

class Sliders {
public:
    std::array<Magic, 64> rooks, bishops;
    // The squares strictly between two squares, and the whole line through both; empty if they are not on a line.
    std::array<std::array<Board, 64>, 64> between{}, line{};

    Sliders() {
        Board* free = answers_.data();
        for (int square = 0; square < 64; ++square) {
            rooks[square] = make(rook_steps, rook_factors[square], square, free);
            bishops[square] = make(bishop_steps, bishop_factors[square], square, free);
        }
        for (int from = 0; from < 64; ++from)
            for (int to = 0; to < 64; ++to)
                for (const auto* magics : {&rooks, &bishops}) {
                    const Magic &here = (*magics)[from], &there = (*magics)[to];
                    if (from == to || !(here.attacks(0) & bit(to))) continue;
                    between[from][to] = here.attacks(bit(to)) & there.attacks(bit(from));
                    line[from][to] = (here.attacks(0) & there.attacks(0)) | bit(from) | bit(to);
                }
    }
    Sliders(const Sliders&) = delete;
    Sliders& operator=(const Sliders&) = delete;

private:
    // All squares with all occupancies of their lines: 102,400 for rooks, 5,248 for bishops.
    std::array<Board, 102400 + 5248> answers_;

    static Magic make(const std::array<Step, 4>& steps, Board factor, int square, Board*& free) {
        const Board edges = ((rank_1 | rank_8) & ~rank_of(square)) | ((file_a | file_h) & ~file_of(square));
        Magic magic{slide(steps, square, 0) & ~edges, factor, free, 0};
        magic.shift = 64 - std::popcount(magic.mask);
        Board occupied = 0;
        do {  // all subsets of the mask
            free[(occupied * factor) >> magic.shift] = slide(steps, square, occupied);
            occupied = (occupied - magic.mask) & magic.mask;
        } while (occupied);
        free += std::size_t{1} << std::popcount(magic.mask);
        return magic;
    }
};

inline const Sliders sliders;

}  // namespace detail

inline Board rook_attacks(int square, Board occupied) { return detail::sliders.rooks[square].attacks(occupied); }
inline Board bishop_attacks(int square, Board occupied) { return detail::sliders.bishops[square].attacks(occupied); }
inline Board queen_attacks(int square, Board occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}
inline Board between(int from, int to) { return detail::sliders.between[from][to]; }
inline Board line_through(int from, int to) { return detail::sliders.line[from][to]; }

}  // namespace zermelo::chess
