// Static exchange evaluation: both sides capture on one square with their least valuable piece first, and either stops when
// going on would lose material. X-ray attackers join in; pins are ignored.
#pragma once

#include <array>

#include "zermelo/games/chess/board.hpp"

namespace zermelo::chess {

// In centipawns; a king is more than any gain.
inline constexpr std::array<int, 7> exchange_values{100, 320, 330, 500, 900, 20'000, 0};

// Whether `move` and the exchange it begins win at least `threshold` for the mover. Castling wins nothing.
inline bool see_ge(const Position& at, Move move, int threshold) {
    if (special_of(move) == castles) return threshold <= 0;
    const int from = from_of(move), to = to_of(move);
    const Piece arrives = is_promotion(move) ? promoted(move) : at.piece_on(from);
    int gain = exchange_values[at.taken_by(move)] - threshold;
    if (is_promotion(move)) gain += exchange_values[arrives] - exchange_values[pawn];
    // `gain` is the mover's surplus over the threshold if the exchange stops here.
    if (gain < 0) return false;
    gain -= exchange_values[arrives];  // if the piece that has just moved is lost
    if (gain >= 0) return true;

    Board occupied = (at.occupied() & ~bit(from)) | bit(to);
    if (special_of(move) == en_passant) occupied ^= bit(to ^ 8);
    const Board rooks = at.rooks_and_queens(), bishops = at.bishops_and_queens();
    Board attackers = at.attackers_to(to, occupied);
    int side = at.player();
    bool wins = true;  // for the mover, if the side to capture stops now
    for (;;) {
        side ^= 1;
        attackers &= occupied;
        const Board ours = attackers & at.of(side);
        if (!ours) return wins;
        int piece = pawn;
        while (!(ours & at.of(static_cast<Piece>(piece)))) ++piece;
        // A king cannot capture a defended piece.
        if (piece == king && attackers & at.of(side ^ 1)) return wins;
        // Negate the balance; it holds if it does so even when the capturing piece is lost.
        wins = !wins;
        gain = -gain - 1 - exchange_values[piece];
        if (gain >= 0) return wins;
        const Board taker = ours & at.of(static_cast<Piece>(piece));
        occupied ^= taker & -taker;
        if (piece == pawn || piece == bishop || piece == queen) attackers |= bishop_attacks(to, occupied) & bishops;
        if (piece == rook || piece == queen) attackers |= rook_attacks(to, occupied) & rooks;
    }
}

}  // namespace zermelo::chess
