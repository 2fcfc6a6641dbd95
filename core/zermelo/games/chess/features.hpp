// The named features of a position that the static value is a sum over. They come in families: a family has one feature
// for each piece, square, rank or count, such as knight.f3 or mobility.knight.3. Counts are White's minus Black's, and
// squares and ranks are seen by the side they belong to: Black's pawn on e5 is its pawn.e4.
#pragma once

#include <array>

#include "zermelo/games/chess/families.hpp"

namespace zermelo::chess {

// The families, in the order of the table below.
enum class Family {
    material, pawn_square, knight_square, bishop_square, rook_square, queen_square, king_square,
    bishop_pair,
    pawns_doubled, pawns_isolated, pawns_backward, pawns_weak_open, pawns_connected, pawns_candidate,
    passed, passed_blocked, passed_free, passed_escorted, passed_own_king, passed_other_king, passed_rook_behind,
    mobility_knight, mobility_bishop, mobility_rook, mobility_queen,
    rook_open_file, rook_half_open_file, rook_seventh,
    outpost_knight, outpost_bishop, minor_behind_pawn, bishop_own_pawns,
    king_attackers, king_danger, king_check, king_shield, king_storm, king_open_file,
    threat_by_pawn, threat_by_minor, threat_by_rook, threat_by_king, threat_by_push, hanging,
    space, tempo,
    end
};

namespace detail {

inline constexpr std::array<FamilyText, static_cast<int>(Family::end)> families{{
    {"material", By::piece, 5},
    {"pawn", By::square, 64}, {"knight", By::square, 64}, {"bishop", By::square, 64},
    {"rook", By::square, 64}, {"queen", By::square, 64}, {"king", By::square, 64},
    {"bishop_pair", By::nothing, 1},
    {"pawns.doubled", By::nothing, 1},     // with another of its own somewhere before it
    {"pawns.isolated", By::nothing, 1},    // none of its own on the files beside it
    {"pawns.backward", By::nothing, 1},    // cannot go on without being taken by a pawn, and none can come to its help
    {"pawns.weak_open", By::nothing, 1},   // isolated or backward, with no pawn of the other side on its file
    {"pawns.connected", By::rank, 8},      // defended by a pawn, or beside one
    {"pawns.candidate", By::rank, 8},      // nothing before it, and as many helpers as pawns that guard its way
    {"passed", By::rank, 8},               // no pawn can stop it any more
    {"passed.blocked", By::rank, 8},       // something stands before it
    {"passed.free", By::rank, 8},          // the square before it is empty and not attacked
    {"passed.escorted", By::rank, 8},      // the square before it is defended
    {"passed.own_king", By::count, 8},     // steps from the square before it to the kings, from the fourth rank on
    {"passed.other_king", By::count, 8},
    {"passed.rook_behind", By::nothing, 1},
    {"mobility.knight", By::count, 9}, {"mobility.bishop", By::count, 14},
    {"mobility.rook", By::count, 15}, {"mobility.queen", By::count, 28},
    {"rook.open_file", By::nothing, 1}, {"rook.half_open_file", By::nothing, 1},
    {"rook.seventh", By::nothing, 1},      // with the king on the eighth or pawns on the seventh
    {"outpost.knight", By::nothing, 1},    // defended by a pawn, on ranks 4 to 6, where no pawn can drive it away
    {"outpost.bishop", By::nothing, 1},
    {"minor_behind_pawn", By::nothing, 1},
    {"bishop.own_pawns", By::nothing, 1},  // pawns of its side on squares of its colour
    {"king.attackers", By::officer, 4},    // pieces that attack squares around the other king
    {"king.danger", By::count, 32},        // of that attack as a whole, in units (see evaluate.hpp)
    {"king.check", By::officer, 4},        // can give a check that is safe
    {"king.shield", By::file_and_rank, 32},// nearest own pawn before the king on its file and those beside it, 1 for none
    {"king.storm", By::file_and_rank, 32}, // nearest pawn of the other side there
    {"king.open_file", By::nothing, 1},
    {"threat.pawn", By::piece, 5},         // what a pawn, a minor piece or a rook attacks
    {"threat.minor", By::piece, 5}, {"threat.rook", By::piece, 5},
    {"threat.king", By::nothing, 1},
    {"threat.push", By::nothing, 1},       // pieces that a safe step of a pawn would attack
    {"hanging", By::nothing, 1},           // pieces attacked and not defended
    {"space", By::nothing, 1},             // squares behind the centre that no pawn of the other side attacks
    {"tempo", By::nothing, 1},
}};

inline constexpr auto family_starts = starts_of(families);

}  // namespace detail

inline constexpr int feature_count = detail::family_starts.back();

// Where the features of a family begin.
constexpr int first_of(Family family) { return detail::family_starts[static_cast<int>(family)]; }

using FeatureNames = NamesOf<detail::families>;
inline constexpr FeatureNames feature_names;

// Where weights find what a piece is worth (kings are worth nothing, being always there) and what its square is.
struct Layout {
    static constexpr const FeatureNames& names = feature_names;
    static constexpr int none = -1;

    static constexpr int material(Piece piece) { return piece == king ? none : first_of(Family::material) + piece; }
    static constexpr int square(Piece piece, int square) { return first_of(Family::pawn_square) + 64 * piece + square; }
};

}  // namespace zermelo::chess
