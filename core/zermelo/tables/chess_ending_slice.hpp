// One ending of chess as a slice for retrograde analysis: which moves stay within it, which lead to other endings, and which
// positions a move may have come from.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "zermelo/games/chess/rules.hpp"
#include "zermelo/tables/chess_ending_index.hpp"
#include "zermelo/tables/retrograde.hpp"

namespace zermelo::chess {

inline Chess position_of(const EndingIndex& index, const Placement& at) {
    Position position;
    for (int slot = 0; slot < index.count(); ++slot) position.put(at.squares[slot], index.colour(slot), index.piece(slot));
    position.set_turn(at.turn, 0);
    if (at.en_passant) position.allow_en_passant<true>(at.squares[3 - at.turn] + (at.turn == white ? 8 : -8));
    return Chess(position);
}

// `TableEntry` gives the distance of a position of another ending.
template <class TableEntry>
class EndingSlice {
public:
    EndingSlice(const EndingIndex& index, TableEntry known) : index_(index), known_(std::move(known)) {}

    std::size_t size() const { return index_.size(); }

    Outlook outlook(std::size_t number) const {
        Placement at;
        if (!index_.placement(number, at)) return {};
        const Chess game = position_of(index_, at);
        if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) return {};
        if (at.en_passant && !can_pass(game, at)) return {};
        Outlook outlook{true, 0, {}};
        MoveList moves;
        game.legal_moves(moves);
        if (moves.empty()) outlook.outside = game.in_check() ? Distance::of_plies(0) : Distance();
        List<std::size_t, max_moves> inside;
        for (const Move move : moves) {
            if (game.takes(move) || is_promotion(move)) {
                const Distance reached = known_(game.play(move)).before();
                if (!outlook.outside || reached > *outlook.outside) outlook.outside = reached;
            } else {
                inside.push_back(index_.number(after(game, at, move)));
            }
        }
        outlook.inside = static_cast<int>(different(inside, at));
        return outlook;
    }

    template <class Visit>
    void undo(std::size_t number, Visit&& visit) const {
        Placement at;
        index_.placement(number, at);
        List<std::size_t, max_moves> found;
        const int mover = at.turn ^ 1;
        if (at.en_passant) {
            const int slot = 2 + mover;
            from(found, at, slot, at.squares[slot] + (mover == white ? -16 : 16));
        } else {
            Board occupied = 0;
            for (int slot = 0; slot < index_.count(); ++slot) occupied |= bit(at.squares[slot]);
            for (int slot = 0; slot < index_.count(); ++slot)
                if (index_.colour(slot) == mover)
                    for (Board left = origins(at, slot, occupied); left; left &= left - 1) from(found, at, slot, first(left));
        }
        different(found, at);
        for (const std::size_t each : found) visit(each);
    }

private:
    const EndingIndex& index_;
    TableEntry known_;

    // A pawn that may be taken in passing has just come from behind that square, and the taking is legal.
    static bool can_pass(const Chess& game, const Placement& at) {
        const int up = at.turn == white ? 8 : -8, passed = at.squares[3 - at.turn] + up;
        return game.en_passant_square() == passed && !(game.occupied() & (bit(passed) | bit(passed + up)));
    }

    // Where the pieces stand after a move that takes nothing.
    Placement after(const Chess& game, const Placement& at, Move move) const {
        Placement next = at;
        int slot = 0;
        while (at.squares[slot] != from_of(move)) ++slot;
        next.squares[slot] = static_cast<std::uint8_t>(to_of(move));
        next.turn ^= 1;
        next.en_passant = special_of(move) == double_step && index_.material().has_en_passant() &&
                          game.play(move).en_passant_square() != no_square;
        return next;
    }

    // From where a piece may have come to its square without taking anything. Whether its own king stood in check there is
    // asked later: then there was no such position.
    Board origins(const Placement& at, int slot, Board occupied) const {
        const int square = at.squares[slot];
        switch (index_.piece(slot)) {
            case king: return king_attacks[square] & ~occupied;
            case queen: return queen_attacks(square, occupied) & ~occupied;
            case rook: return rook_attacks(square, occupied) & ~occupied;
            case bishop: return bishop_attacks(square, occupied) & ~occupied;
            case knight: return knight_attacks[square] & ~occupied;
            default: return pawn_origins(at, slot, occupied);
        }
    }

    Board pawn_origins(const Placement& at, int slot, Board occupied) const {
        const int colour = index_.colour(slot), down = colour == white ? -8 : 8, square = at.squares[slot];
        const int first_rank = colour == white ? 1 : 6;  // where pawns begin
        if (square / 8 == first_rank || occupied & bit(square + down)) return 0;
        Board found = bit(square + down);
        if ((square + 2 * down) / 8 != first_rank || occupied & bit(square + 2 * down)) return found;
        // Two steps lead here unless they allow a pawn to be taken in passing: that is another position.
        if (index_.material().has_en_passant()) {
            Placement passing = at;
            passing.en_passant = true;
            if (position_of(index_, passing).en_passant_square() != no_square) return found;
        }
        return found | bit(square + 2 * down);
    }

    // The piece stood on `square` before: with and without the right to take in passing, where there may have been one.
    template <class Found>
    void from(Found& found, const Placement& at, int slot, int square) const {
        Placement before = at;
        before.squares[slot] = static_cast<std::uint8_t>(square);
        before.turn ^= 1;
        before.en_passant = false;
        const std::size_t number = index_.number(before);
        if (number == EndingIndex::none) return;
        found.push_back(number);
        if (!index_.material().has_en_passant()) return;
        const int own = before.squares[2 + before.turn], other = before.squares[3 - before.turn];
        if (own / 8 != (before.turn == white ? 4 : 3) || other / 8 != own / 8 || std::abs(own - other) != 1) return;
        before.en_passant = true;
        found.push_back(index_.number(before));
    }

    // Two moves lead to images of one position only if a king stands on a long diagonal and there are no pawns.
    template <class Numbers>
    std::size_t different(Numbers& numbers, const Placement& at) const {
        constexpr Board long_diagonals = 0x8040201008040201ull | 0x0102040810204080ull;
        if (!index_.material().has_pawns() && long_diagonals & (bit(at.squares[0]) | bit(at.squares[1]))) {
            std::sort(numbers.begin(), numbers.end());
            numbers.resize(static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin()));
        }
        return numbers.size();
    }
};

}  // namespace zermelo::chess
