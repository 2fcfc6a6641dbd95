// One chess endgame as a slice for retrograde analysis: the moves that stay within it, those that lead to other endgames, and the
// predecessors of a position.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "zermelo/games/chess/endgame_index.hpp"
#include "zermelo/games/chess/rules.hpp"
#include "zermelo/tables/retrograde.hpp"

namespace zermelo::chess {

inline Chess position_of(const EndgameIndex& index, const Placement& at) {
    Position position;
    for (int slot = 0; slot < index.count(); ++slot) position.put(at.squares[slot], index.colour(slot), index.piece(slot));
    position.set_turn(at.turn, 0);
    if (at.en_passant) position.allow_en_passant<true>(at.squares[3 - at.turn] + (at.turn == white ? 8 : -8));
    return Chess(position);
}

// `Probe` returns the distance of a position of another endgame.
template <class Probe>
class EndgameSlice {
public:
    EndgameSlice(const EndgameIndex& index, Probe probe) : index_(index), probe_(std::move(probe)) {}

    std::size_t size() const { return index_.size(); }

    Successors successors(std::size_t number) const {
        Placement at;
        if (!index_.placement(number, at)) return {};
        const Chess game = position_of(index_, at);
        if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) return {};
        if (at.en_passant && !en_passant_is_possible(game, at)) return {};
        Successors successors{true, 0, {}};
        MoveList moves;
        game.legal_moves(moves);
        if (moves.empty()) successors.outside = game.in_check() ? Distance::of_plies(0) : Distance();
        List<std::size_t, max_moves> inside;
        for (const Move move : moves) {
            if (game.takes(move) || is_promotion(move)) {
                successors.add_outside(probe_(game.play(move)).before());
            } else {
                inside.push_back(index_.number(after(game, at, move)));
            }
        }
        remove_duplicates(inside, at);
        successors.inside = static_cast<int>(inside.size());
        return successors;
    }

    template <class Visit>
    void visit_predecessors(std::size_t number, Visit&& visit) const {
        Placement at;
        index_.placement(number, at);
        List<std::size_t, max_moves> found;
        const int mover = at.turn ^ 1;
        if (at.en_passant) {
            const int slot = 2 + mover;
            add_predecessors(found, at, slot, at.squares[slot] + (mover == white ? -16 : 16));
        } else {
            Board occupied = 0;
            for (int slot = 0; slot < index_.count(); ++slot) occupied |= bit(at.squares[slot]);
            for (int slot = 0; slot < index_.count(); ++slot)
                if (index_.colour(slot) == mover)
                    for (Board left = origins(at, slot, occupied); left; left &= left - 1) add_predecessors(found, at, slot, first(left));
        }
        remove_duplicates(found, at);
        for (const std::size_t predecessor : found) visit(predecessor);
    }

private:
    const EndgameIndex& index_;
    Probe probe_;

    // The pawn has just made a double step, and capturing it en passant is legal.
    static bool en_passant_is_possible(const Chess& game, const Placement& at) {
        const int up = at.turn == white ? 8 : -8, passed = at.squares[3 - at.turn] + up;
        return game.en_passant_square() == passed && !(game.occupied() & (bit(passed) | bit(passed + up)));
    }

    // The placement after a move that is not a capture.
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

    // The squares from which a piece may have come without a capture. Positions that were illegal before the move have no entry,
    // and so drop out later.
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
        const int first_rank = colour == white ? 1 : 6;  // of the pawns
        if (square / 8 == first_rank || occupied & bit(square + down)) return 0;
        Board found = bit(square + down);
        if ((square + 2 * down) / 8 != first_rank || occupied & bit(square + 2 * down)) return found;
        // A double step that allows an en passant capture leads to another position.
        if (index_.material().has_en_passant()) {
            Placement passing = at;
            passing.en_passant = true;
            if (position_of(index_, passing).en_passant_square() != no_square) return found;
        }
        return found | bit(square + 2 * down);
    }

    // Adds the positions with the piece on `square`: without, and where possible with, the right to capture en passant.
    template <class Found>
    void add_predecessors(Found& found, const Placement& at, int slot, int square) const {
        Placement before = at;
        before.squares[slot] = static_cast<std::uint8_t>(square);
        before.turn ^= 1;
        before.en_passant = false;
        const std::size_t number = index_.number(before);
        if (number == EndgameIndex::none) return;
        found.push_back(number);
        if (!index_.material().has_en_passant()) return;
        const int own = before.squares[2 + before.turn], other = before.squares[3 - before.turn];
        if (own / 8 != (before.turn == white ? 4 : 3) || other / 8 != own / 8 || std::abs(own - other) != 1) return;
        before.en_passant = true;
        found.push_back(index_.number(before));
    }

    // Two moves lead to images of one position only if a king stands on a long diagonal and there are no pawns.
    template <class Numbers>
    void remove_duplicates(Numbers& numbers, const Placement& at) const {
        constexpr Board long_diagonals = 0x8040201008040201ull | 0x0102040810204080ull;
        if (!index_.material().has_pawns() && long_diagonals & (bit(at.squares[0]) | bit(at.squares[1]))) {
            std::sort(numbers.begin(), numbers.end());
            numbers.resize(static_cast<std::size_t>(std::unique(numbers.begin(), numbers.end()) - numbers.begin()));
        }
    }
};

}  // namespace zermelo::chess
