// A chess move in 16 bits: six for its origin, six for its target, four for its kind. Castling is the king capturing its own rook,
// which is unambiguous in Chess960 too.
#pragma once

#include <cstdint>

namespace zermelo::chess {

enum Piece : std::uint8_t { pawn, knight, bishop, rook, queen, king, no_piece };

using Move = std::uint16_t;

// The kind of a move. Promotions are `promotes + piece`.
enum Special : std::uint8_t { ordinary, double_step, en_passant, castles, promotes = 8 };

inline constexpr Move no_move = 0;  // a1a1, never a move

constexpr Move make_move(int from, int to, int special = ordinary) {
    return static_cast<Move>(to | from << 6 | special << 12);
}
constexpr int to_of(Move move) { return move & 63; }
constexpr int from_of(Move move) { return move >> 6 & 63; }
constexpr int special_of(Move move) { return move >> 12; }
constexpr bool is_promotion(Move move) { return (move & 0x8000) != 0; }
// The piece of a promotion.
constexpr Piece promoted(Move move) { return static_cast<Piece>(special_of(move) - promotes); }

// Where a castling king and its rook end up.
constexpr int castled_king(Move move) { return (from_of(move) & 56) + (to_of(move) > from_of(move) ? 6 : 2); }
constexpr int castled_rook(Move move) { return (from_of(move) & 56) + (to_of(move) > from_of(move) ? 5 : 3); }

}  // namespace zermelo::chess
