// The named features of a position of anti-chess, in families as in chess (see features.hpp). Here pieces are a burden and
// moves are a treasure: who has safe moves left when the other has none wins, since the other must give something that has
// to be taken, or take. So moves are counted by what stands behind them, and differently for the side that is to move
// (mover) and the one that waits.
#pragma once

#include <array>

#include "zermelo/games/chess/families.hpp"

namespace zermelo::chess::losing {

// The families, in the order of the table below.
enum class Family {
    material, pawn_square, knight_square, bishop_square, rook_square, queen_square, king_square,
    pieces, pawns_blocked, pawns_passed, bishops_other_shade,
    mover_safe, waiter_safe, mover_gifts, waiter_gifts, mover_trades, waiter_trades,
    mover_offered, mover_defended, waiter_offered, waiter_defended,
    tempo,
    end
};

namespace detail {

inline constexpr std::array<FamilyText, static_cast<int>(Family::end)> families{{
    {"material", By::piece, 6},
    {"pawn", By::file_and_rank, 32}, {"knight", By::file_and_rank, 32}, {"bishop", By::file_and_rank, 32},
    {"rook", By::file_and_rank, 32}, {"queen", By::file_and_rank, 32}, {"king", By::file_and_rank, 32},
    {"pieces", By::count, 17},             // how many are left
    {"pawns.blocked", By::nothing, 1},     // something stands before it
    {"pawns.passed", By::nothing, 1},      // no pawn can stop it any more
    {"bishops.other_shade", By::nothing, 1},  // where the other side has only bishops of the other shade
    {"mover.safe", By::count, 32},         // moves to squares where nothing can take the piece
    {"waiter.safe", By::count, 32},
    {"mover.gifts", By::count, 16},        // moves to squares where it can be taken, and not taken back
    {"waiter.gifts", By::count, 16},
    {"mover.trades", By::count, 16},       // moves to squares where it can be taken, and taken back
    {"waiter.trades", By::count, 16},
    {"mover.offered", By::piece, 6},       // stands where it can be taken, and not taken back
    {"mover.defended", By::piece, 6},      // stands where it can be taken, and taken back
    {"waiter.offered", By::piece, 6},
    {"waiter.defended", By::piece, 6},
    {"tempo", By::nothing, 1},
}};

inline constexpr auto family_starts = starts_of(families);

}  // namespace detail

inline constexpr int feature_count = detail::family_starts.back();

// Where the features of a family begin, and how many it has.
constexpr int first_of(Family family) { return detail::family_starts[static_cast<int>(family)]; }
constexpr int size_of(Family family) { return detail::families[static_cast<int>(family)].size; }

using FeatureNames = NamesOf<detail::families>;
inline constexpr FeatureNames feature_names;

// Where weights find what a piece and its square are worth; mirrored squares are worth the same.
struct Layout {
    static constexpr const FeatureNames& names = feature_names;
    static constexpr int none = -1;

    static constexpr int material(Piece piece) { return first_of(Family::material) + piece; }
    static constexpr int square(Piece piece, int square) {
        const int file = square & 7;
        return first_of(Family::pawn_square) + 32 * piece + 4 * (square >> 3) + (file < 4 ? file : 7 - file);
    }
};

}  // namespace zermelo::chess::losing
