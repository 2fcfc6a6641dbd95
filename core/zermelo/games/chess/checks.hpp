// Which quiet moves give check, from the squares on which each kind of piece would: cheap enough to test every move before it is
// made. Castling counts as no check; that only means that a rare move is searched less.
#pragma once

#include <array>

#include "zermelo/games/chess/board.hpp"

namespace zermelo::chess {

class Checks {
public:
    explicit Checks(const Position& at) : at_(at), king_(at.king_of(at.player() ^ 1)) {
        const int us = at.player();
        const Board occupied = at.occupied(), ours = at.of(us);
        from_[pawn] = pawn_attacks[us ^ 1][king_];
        from_[knight] = knight_attacks[king_];
        from_[bishop] = bishop_attacks(king_, occupied);
        from_[rook] = rook_attacks(king_, occupied);
        from_[queen] = from_[bishop] | from_[rook];
        // Own pieces between an own slider and the king.
        Board snipers = ((rook_attacks(king_, 0) & at.rooks_and_queens()) | (bishop_attacks(king_, 0) & at.bishops_and_queens())) & ours;
        for (; snipers; snipers &= snipers - 1) {
            const Board shield = between(king_, first(snipers)) & occupied;
            if (shield && !several(shield)) hiding_ |= shield & ours;
        }
    }

    bool by(Move move) const {
        const int from = from_of(move), to = to_of(move);
        if (from_[at_.piece_on(from)] & bit(to)) return true;
        return hiding_ & bit(from) && !(line_through(king_, from) & bit(to));
    }

private:
    const Position& at_;
    int king_;
    std::array<Board, 6> from_{};
    Board hiding_ = 0;
};

}  // namespace zermelo::chess
