// A chess position: the pieces, the side to move, castling rights, the en passant square and the clock of the fifty-move rule. It
// can apply a move, but does not know which moves are legal: chess and anti-chess share it.
//
// A position is a small value (152 bytes): play() copies it and changes the copy.
//
// Invariants: bitboards and squares agree, and key_ is their key. castling_ holds the rooks that may still castle, each on its
// king's rank. en_passant_ is a square only where an en passant capture is legal, so that positions with the same moves have
// the same key.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/chess/attacks.hpp"
#include "zermelo/games/chess/move.hpp"

namespace zermelo::chess {

inline constexpr int white = 0, black = 1;
inline constexpr int no_square = 64;

namespace detail {

// Zobrist numbers: their xor is the key of a position.
struct Words {
    std::array<std::array<std::array<Key, 64>, 6>, 2> piece{};
    std::array<Key, 64> castling{};
    std::array<Key, 8> en_passant{};
    Key black_to_move = 0;

    constexpr Words() {
        Random random(0x5A45524D454C4Full);
        for (auto& colour : piece)
            for (auto& kind : colour)
                for (Key& word : kind) word = random.next();
        for (Key& word : castling) word = random.next();
        for (Key& word : en_passant) word = random.next();
        black_to_move = random.next();
    }
};
inline constexpr Words words;

}  // namespace detail

class Position {
public:
    Position() { squares_.fill(no_piece); }

    // ---- the board

    int player() const { return ply_ & 1; }
    Board of(int colour) const { return colours_[colour]; }
    Board of(Piece piece) const { return pieces_[piece]; }
    Board of(int colour, Piece piece) const { return colours_[colour] & pieces_[piece]; }
    Board occupied() const { return colours_[white] | colours_[black]; }
    Board rooks_and_queens() const { return pieces_[rook] | pieces_[queen]; }
    Board bishops_and_queens() const { return pieces_[bishop] | pieces_[queen]; }
    Piece piece_on(int square) const { return static_cast<Piece>(squares_[square]); }
    int king_of(int colour) const { return first(of(colour, king)); }  // only with royal kings: there is one

    Board castling_rooks() const { return castling_; }
    int en_passant_square() const { return en_passant_; }
    int clock() const { return clock_; }  // plies since the last capture or pawn move
    int ply() const { return ply_; }      // plies since the start of the game
    Key key() const { return key_; }

    // Positions are equal if the same can follow: the move number does not matter.
    bool operator==(const Position& other) const {
        return key_ == other.key_ && squares_ == other.squares_ && colours_ == other.colours_ &&
               castling_ == other.castling_ && en_passant_ == other.en_passant_ && clock_ == other.clock_ &&
               player() == other.player();
    }

    // ---- attacks

    Board attackers_to(int square, Board occupied) const {
        return (pawn_attacks[black][square] & of(white, pawn)) | (pawn_attacks[white][square] & of(black, pawn)) |
               (knight_attacks[square] & pieces_[knight]) | (king_attacks[square] & pieces_[king]) |
               (rook_attacks(square, occupied) & rooks_and_queens()) |
               (bishop_attacks(square, occupied) & bishops_and_queens());
    }

    // Whether `colour` attacks the square, with these occupied squares.
    bool attacks(int colour, int square, Board occupied) const {
        const Board theirs = colours_[colour];
        return ((pawn_attacks[colour ^ 1][square] & pieces_[pawn]) | (knight_attacks[square] & pieces_[knight]) |
                (king_attacks[square] & pieces_[king])) & theirs ||
               rook_attacks(square, occupied) & rooks_and_queens() & theirs ||
               bishop_attacks(square, occupied) & bishops_and_queens() & theirs;
    }

    // The pieces that give check to the player to move.
    Board checkers() const { return attackers_to(king_of(player()), occupied()) & colours_[player() ^ 1]; }
    bool in_check() const { return attacks(player() ^ 1, king_of(player()), occupied()); }

    // Whether an en passant capture leaves the own king safe. It changes three squares at once, so pins do not tell.
    bool safe_en_passant(int from, int to) const {
        const int taken = to ^ 8;
        const Board after = (occupied() ^ bit(from) ^ bit(taken)) | bit(to);
        const Board left = colours_[player() ^ 1] & ~bit(taken);
        return !(attackers_to(king_of(player()), after) & left);
    }

    // ---- properties of moves

    bool takes(Move move) const {
        return (squares_[to_of(move)] != no_piece && special_of(move) != castles) || special_of(move) == en_passant;
    }
    Piece taken_by(Move move) const {
        return special_of(move) == en_passant ? pawn : special_of(move) == castles ? no_piece : piece_on(to_of(move));
    }
    // After such a move no earlier position can recur: a capture, a pawn move, or the loss of a castling right.
    bool irreversible(Move move) const {
        const int from = from_of(move);
        return takes(move) || squares_[from] == pawn || castling_ & (bit(from) | bit(to_of(move))) ||
               (squares_[from] == king && castling_ & colours_[player()]);
    }

    // ---- setting up a position (see fen.hpp): pieces first, then the turn, then castling and en passant

    void put(int square, int colour, Piece piece) {
        squares_[square] = piece;
        pieces_[piece] |= bit(square);
        colours_[colour] |= bit(square);
        key_ ^= detail::words.piece[colour][piece][square];
    }
    void allow_castling(int rook_square) {
        castling_ |= bit(rook_square);
        key_ ^= detail::words.castling[rook_square];
    }
    void set_turn(int ply, int clock) {
        if ((ply ^ ply_) & 1) key_ ^= detail::words.black_to_move;
        ply_ = static_cast<std::uint16_t>(ply);
        clock_ = static_cast<std::uint8_t>(clock);
    }
    // The square that a pawn has just passed; kept only if an en passant capture is legal.
    template <bool Royal>
    void allow_en_passant(int square) {
        for (Board takers = pawn_attacks[player() ^ 1][square] & of(player(), pawn); takers; takers &= takers - 1)
            if (!Royal || safe_en_passant(first(takers), square)) {
                en_passant_ = static_cast<std::uint8_t>(square);
                key_ ^= detail::words.en_passant[square & 7];
                return;
            }
    }

    // The key computed from scratch, for tests.
    Key fresh_key() const {
        Key key = player() == black ? detail::words.black_to_move : 0;
        for (Board left = occupied(); left; left &= left - 1) {
            const int square = first(left);
            key ^= detail::words.piece[colours_[black] >> square & 1][squares_[square]][square];
        }
        for (Board left = castling_; left; left &= left - 1) key ^= detail::words.castling[first(left)];
        return en_passant_ == no_square ? key : key ^ detail::words.en_passant[en_passant_ & 7];
    }

    // ---- playing

    // Play a legal move. `Royal`: kings must be kept safe, which decides where en passant is legal.
    template <bool Royal>
    void apply(Move move) {
        const int from = from_of(move), to = to_of(move), special = special_of(move), us = player();
        const Piece piece = piece_on(from);
        turn_over();
        clock_ = static_cast<std::uint8_t>(std::min(clock_ + 1, 255));
        if (castling_) [[unlikely]] give_up_castling(bit(from) | bit(to) | (piece == king ? colours_[us] : 0));
        if (special == castles) [[unlikely]] {
            take_off(from, us, king);
            take_off(to, us, rook);
            put(castled_king(move), us, king);
            put(castled_rook(move), us, rook);
            return;
        }
        if (const Piece taken = piece_on(to); taken != no_piece) {
            take_off(to, us ^ 1, taken);
            clock_ = 0;
        }
        take_off(from, us, piece);
        put(to, us, is_promotion(move) ? promoted(move) : piece);
        if (piece != pawn) return;
        clock_ = 0;
        if (special == double_step) allow_en_passant<Royal>((from + to) / 2);
        else if (special == en_passant) take_off(to ^ 8, us ^ 1, pawn);
    }

    // The null move: only the side to move changes.
    void turn_over() {
        if (en_passant_ != no_square) {
            key_ ^= detail::words.en_passant[en_passant_ & 7];
            en_passant_ = no_square;
        }
        key_ ^= detail::words.black_to_move;
        ++ply_;
    }

private:
    std::array<Board, 6> pieces_{};
    std::array<Board, 2> colours_{};
    Board castling_ = 0;
    Key key_ = 0;
    std::array<std::uint8_t, 64> squares_;
    std::uint16_t ply_ = 0;
    std::uint8_t clock_ = 0;
    std::uint8_t en_passant_ = no_square;

    void take_off(int square, int colour, Piece piece) {
        squares_[square] = no_piece;
        pieces_[piece] ^= bit(square);
        colours_[colour] ^= bit(square);
        key_ ^= detail::words.piece[colour][piece][square];
    }
    void give_up_castling(Board squares) {
        for (Board lost = castling_ & squares; lost; lost &= lost - 1) {
            key_ ^= detail::words.castling[first(lost)];
            castling_ ^= lost & -lost;
        }
    }
};

static_assert(sizeof(Position) <= 160, "positions are copied with every move");

}  // namespace zermelo::chess
