// The named features of anti-chess, in groups as in chess (see features.hpp). Pieces are a burden, and safe moves are what counts:
// the side that runs out of them must give a piece away or capture. So moves are counted by their safety, separately for the
// side to move (mover) and the other one (waiter).
#pragma once

#include <array>

#include "zermelo/games/chess/feature_groups.hpp"

namespace zermelo::chess::losing {

// The groups, in the order of the table below.
enum class FeatureGroup {
    material, pawn_square, knight_square, bishop_square, rook_square, queen_square, king_square,
    pieces, pawns_blocked, pawns_passed, bishops_other_shade,
    mover_safe, waiter_safe, mover_gifts, waiter_gifts, mover_trades, waiter_trades,
    mover_offered, mover_defended, waiter_offered, waiter_defended,
    tempo,
    end
};

namespace detail {

inline constexpr std::array<GroupText, static_cast<int>(FeatureGroup::end)> feature_groups{{
    {"material", By::piece, 6},
    {"pawn", By::file_and_rank, 32}, {"knight", By::file_and_rank, 32}, {"bishop", By::file_and_rank, 32},
    {"rook", By::file_and_rank, 32}, {"queen", By::file_and_rank, 32}, {"king", By::file_and_rank, 32},
    {"pieces", By::count, 17},             // the number of pieces
    {"pawns.blocked", By::nothing, 1},     // the square ahead is occupied
    {"pawns.passed", By::nothing, 1},      // no opposing pawn can stop it
    {"bishops.other_shade", By::nothing, 1},  // where the opponent has only bishops of the other shade
    {"mover.safe", By::count, 32},         // moves to squares where the piece cannot be captured
    {"waiter.safe", By::count, 32},
    {"mover.gifts", By::count, 16},        // moves to squares where it can be captured without recapture
    {"waiter.gifts", By::count, 16},
    {"mover.trades", By::count, 16},       // moves to squares where it can be captured and recaptured
    {"waiter.trades", By::count, 16},
    {"mover.offered", By::piece, 6},       // pieces that can be captured without recapture
    {"mover.defended", By::piece, 6},      // pieces that can be captured and recaptured
    {"waiter.offered", By::piece, 6},
    {"waiter.defended", By::piece, 6},
    {"tempo", By::nothing, 1},
}};

inline constexpr auto group_starts = starts_of(feature_groups);

}  // namespace detail

inline constexpr int feature_count = detail::group_starts.back();

// The first feature of a group, and how many it has.
constexpr int first_of(FeatureGroup group) { return detail::group_starts[static_cast<int>(group)]; }
constexpr int size_of(FeatureGroup group) { return detail::feature_groups[static_cast<int>(group)].size; }

using FeatureNames = NamesOf<detail::feature_groups>;
inline constexpr FeatureNames feature_names;

// The features of a piece's material and of its square; mirrored squares share one.
struct Layout {
    static constexpr const FeatureNames& names = feature_names;
    static constexpr int none = -1;

    static constexpr int material(Piece piece) { return first_of(FeatureGroup::material) + piece; }
    static constexpr int square(Piece piece, int square) {
        const int file = square & 7;
        return first_of(FeatureGroup::pawn_square) + 32 * piece + 4 * (square >> 3) + (file < 4 ? file : 7 - file);
    }
};

}  // namespace zermelo::chess::losing
