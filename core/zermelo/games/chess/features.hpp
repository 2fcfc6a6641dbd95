// The named features of chess; the static value is their weighted sum. They come in groups, with one feature for each piece,
// square, rank or count, such as knight.f3 or mobility.knight.3. Counts are White's minus Black's, and squares and ranks are
// seen from the owner's side: Black's pawn on e5 counts as pawn.e4.
#pragma once

#include <array>

#include "zermelo/games/chess/feature_groups.hpp"

namespace zermelo::chess {

// The groups, in the order of the table below.
enum class FeatureGroup {
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

inline constexpr std::array<GroupText, static_cast<int>(FeatureGroup::end)> feature_groups{{
    {"material", By::piece, 5},
    {"pawn", By::square, 64}, {"knight", By::square, 64}, {"bishop", By::square, 64},
    {"rook", By::square, 64}, {"queen", By::square, 64}, {"king", By::square, 64},
    {"bishop_pair", By::nothing, 1},
    {"pawns.doubled", By::nothing, 1},     // with another pawn of its side ahead on its file
    {"pawns.isolated", By::nothing, 1},    // without pawns of its side on the adjacent files
    {"pawns.backward", By::nothing, 1},    // cannot advance without being captured by a pawn, and no pawn can support it
    {"pawns.weak_open", By::nothing, 1},   // isolated or backward, with no opposing pawn on its file
    {"pawns.connected", By::rank, 8},      // defended by a pawn, or beside one
    {"pawns.candidate", By::rank, 8},      // no pawn ahead, and at least as many supporters as opposing guards
    {"passed", By::rank, 8},               // no opposing pawn can stop it
    {"passed.blocked", By::rank, 8},       // the square ahead is occupied
    {"passed.free", By::rank, 8},          // the square ahead is empty and not attacked
    {"passed.escorted", By::rank, 8},      // the square ahead is defended
    {"passed.own_king", By::count, 8},     // king moves from the square ahead to the kings, from the fourth rank on
    {"passed.other_king", By::count, 8},
    {"passed.rook_behind", By::nothing, 1},
    {"mobility.knight", By::count, 9}, {"mobility.bishop", By::count, 14},
    {"mobility.rook", By::count, 15}, {"mobility.queen", By::count, 28},
    {"rook.open_file", By::nothing, 1}, {"rook.half_open_file", By::nothing, 1},
    {"rook.seventh", By::nothing, 1},      // with the king on the eighth or pawns on the seventh
    {"outpost.knight", By::nothing, 1},    // defended by a pawn, on ranks 4 to 6, where no pawn can attack it
    {"outpost.bishop", By::nothing, 1},
    {"minor_behind_pawn", By::nothing, 1},
    {"bishop.own_pawns", By::nothing, 1},  // pawns of its side on squares of its colour
    {"king.attackers", By::officer, 4},    // pieces that attack squares around the other king
    {"king.danger", By::count, 32},        // of the whole attack, in units (see evaluate.hpp)
    {"king.check", By::officer, 4},        // pieces that can give a safe check
    {"king.shield", By::file_and_rank, 32},// nearest own pawn in front of the king on its file and the adjacent ones, 1 for none
    {"king.storm", By::file_and_rank, 32}, // nearest opposing pawn there
    {"king.open_file", By::nothing, 1},
    {"threat.pawn", By::piece, 5},         // pieces attacked by a pawn, a minor piece or a rook
    {"threat.minor", By::piece, 5}, {"threat.rook", By::piece, 5},
    {"threat.king", By::nothing, 1},
    {"threat.push", By::nothing, 1},       // pieces that a safe pawn push would attack
    {"hanging", By::nothing, 1},           // attacked and undefended pieces
    {"space", By::nothing, 1},             // squares behind the centre that no opposing pawn attacks
    {"tempo", By::nothing, 1},
}};

inline constexpr auto group_starts = starts_of(feature_groups);

}  // namespace detail

inline constexpr int feature_count = detail::group_starts.back();

// The first feature of a group.
constexpr int first_of(FeatureGroup group) { return detail::group_starts[static_cast<int>(group)]; }

using FeatureNames = NamesOf<detail::feature_groups>;
inline constexpr FeatureNames feature_names;

// The features of a piece's material (none for kings, which are always there) and of its square.
struct Layout {
    static constexpr const FeatureNames& names = feature_names;
    static constexpr int none = -1;

    static constexpr int material(Piece piece) { return piece == king ? none : first_of(FeatureGroup::material) + piece; }
    static constexpr int square(Piece piece, int square) { return first_of(FeatureGroup::pawn_square) + 64 * piece + square; }
};

}  // namespace zermelo::chess
