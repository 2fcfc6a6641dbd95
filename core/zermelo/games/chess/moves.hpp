// Legal move generation. Pins and checks are computed first, as bitboards, so that only legal moves are generated. The part that
// chess shares with anti-chess, how pieces move, comes first.
#pragma once

#include "zermelo/games/chess/board.hpp"
#include "zermelo/games/chess/move_output.hpp"

namespace zermelo::chess {

// All moves, or in two stages: captures and promotions, then the rest.
enum class Wanted { all, noisy, quiet };

namespace detail {

// The directions of a colour's pawns.
template <int Us>
struct Forward {
    static constexpr int up = Us == white ? 8 : -8, left = up - 1, right = up + 1;
    static constexpr Board last_rank = Us == white ? rank_8 : rank_1;
    static constexpr Board third_rank = Us == white ? rank_1 << 16 : rank_8 >> 16;
    static constexpr Board back_rank = Us == white ? rank_1 : rank_8;
};

// Pawn captures on `targets`. Pinned pawns may be able to capture to one side only.
template <int Us, class Output>
void pawn_captures(Output& output, Board takes_left, Board takes_right, Board targets) {
    using Go = Forward<Us>;
    const Board left = shift<Go::left>(takes_left) & targets, right = shift<Go::right>(takes_right) & targets;
    output.pawns(left & ~Go::last_rank, Go::left);
    output.pawns(right & ~Go::last_rank, Go::right);
    if ((left | right) & Go::last_rank) [[unlikely]] {
        output.promotions(left & Go::last_rank, Go::left);
        output.promotions(right & Go::last_rank, Go::right);
    }
}

// Pawn pushes to `targets`: promotions are noisy, the others quiet.
template <int Us, Wanted Kind, class Output>
void pawn_steps(Output& output, Board pawns, Board empty, Board targets) {
    using Go = Forward<Us>;
    const Board once = shift<Go::up>(pawns) & empty;
    if constexpr (Kind != Wanted::noisy) {
        output.pawns(once & targets & ~Go::last_rank, Go::up);
        output.pawns(shift<Go::up>(once & Go::third_rank) & empty & targets, 2 * Go::up, double_step);
    }
    if constexpr (Kind != Wanted::quiet)
        if (const Board promoting = once & targets & Go::last_rank) [[unlikely]]
            output.promotions(promoting, Go::up);
}

// Moves of knights, bishops, rooks and queens among `movers` to `targets`, as if nothing were pinned.
template <class Output>
void piece_moves(const Position& at, Output& output, Board movers, Board occupied, Board targets) {
    for (Board left = movers & at.of(knight); left; left &= left - 1)
        output.piece(first(left), knight_attacks[first(left)] & targets);
    for (Board left = movers & at.of(bishop); left; left &= left - 1)
        output.piece(first(left), bishop_attacks(first(left), occupied) & targets);
    for (Board left = movers & at.of(rook); left; left &= left - 1)
        output.piece(first(left), rook_attacks(first(left), occupied) & targets);
    for (Board left = movers & at.of(queen); left; left &= left - 1)
        output.piece(first(left), queen_attacks(first(left), occupied) & targets);
}

template <int Us, class Output>
void castling_moves(const Position& at, Output& output, int king_square, Board occupied) {
    for (Board rooks = at.castling_rooks() & Forward<Us>::back_rank; rooks; rooks &= rooks - 1) {
        const Move move = make_move(king_square, first(rooks), castles);
        const int king_to = castled_king(move), rook_to = castled_rook(move);
        const Board others = occupied ^ bit(king_square) ^ bit(to_of(move));
        const Board king_path = between(king_square, king_to) | bit(king_to);
        if ((king_path | between(to_of(move), rook_to) | bit(rook_to)) & others) continue;
        bool safe = true;
        for (Board left = king_path; left && safe; left &= left - 1)
            safe = !at.attacks(Us ^ 1, first(left), others | bit(rook_to));
        if (safe) output.one(move);
    }
}

// All legal moves of chess by `movers`; Us is the player to move.
template <int Us, Wanted Kind, class Output>
void legal_moves(const Position& at, Output& output, Board movers) {
    const Board ours = at.of(Us), theirs = at.of(Us ^ 1), occupied = ours | theirs;
    const Board wanted = Kind == Wanted::noisy ? theirs : Kind == Wanted::quiet ? ~occupied : ~ours;
    const int king_square = at.king_of(Us);

    // Checkers and pinned pieces, as seen from the king.
    Board checkers = ((pawn_attacks[Us][king_square] & at.of(pawn)) | (knight_attacks[king_square] & at.of(knight))) & theirs;
    Board pinned = 0;
    Board snipers = ((rook_attacks(king_square, theirs) & at.rooks_and_queens()) |
                     (bishop_attacks(king_square, theirs) & at.bishops_and_queens())) & theirs;
    for (; snipers; snipers &= snipers - 1) {
        const Board shield = between(king_square, first(snipers)) & ours;
        if (!shield) checkers |= snipers & -snipers;
        else if (!several(shield)) pinned |= shield;
    }

    if (movers & bit(king_square)) {
        const Board others = occupied ^ bit(king_square);
        Board safe = king_attacks[king_square] & wanted;
        for (Board left = safe; left; left &= left - 1)
            if (at.attacks(Us ^ 1, first(left), others)) safe ^= left & -left;
        output.piece(king_square, safe);
        if (Kind != Wanted::noisy && at.castling_rooks() && !checkers) [[unlikely]]
            castling_moves<Us>(at, output, king_square, occupied);
    }
    if (several(checkers)) return;

    // In check the checker must be captured or its line be blocked. A pinned piece can do neither: its line and the checker's
    // meet only in the king.
    const Board rescue = checkers ? between(king_square, first(checkers)) | checkers : ~Board{0};
    const Board targets = wanted & rescue;
    piece_moves(at, output, movers & ours & ~pinned, occupied, targets);
    for (Board left = movers & pinned & ~at.of(pawn) & ~at.of(knight); left; left &= left - 1) {
        const int from = first(left);
        const Board along = line_through(king_square, from) & targets;
        if (bit(from) & at.bishops_and_queens()) output.piece(from, bishop_attacks(from, occupied) & along);
        if (bit(from) & at.rooks_and_queens()) output.piece(from, rook_attacks(from, occupied) & along);
    }

    // A pinned pawn may move along the line through the king.
    const Board pawns = movers & ours & at.of(pawn);
    pawn_steps<Us, Kind>(output, pawns & (~pinned | file_of(king_square)), ~occupied, rescue);
    if constexpr (Kind == Wanted::quiet) return;
    constexpr bool rising_left = Us == black;  // captures to the left are along rising diagonals
    const Board leftwards = rising_left ? diagonals[king_square] : antidiagonals[king_square];
    const Board rightwards = rising_left ? antidiagonals[king_square] : diagonals[king_square];
    pawn_captures<Us>(output, pawns & (~pinned | leftwards), pawns & (~pinned | rightwards), theirs & rescue);
    if (const int passed = at.en_passant_square(); passed != no_square) [[unlikely]]
        for (Board takers = pawns & pawn_attacks[Us ^ 1][passed]; takers; takers &= takers - 1)
            if (at.safe_en_passant(first(takers), passed)) output.one(make_move(first(takers), passed, en_passant));
}

}  // namespace detail

// The rules of chess as a variant (see rules.hpp).
struct Orthodox {
    static constexpr bool royal = true;
    static constexpr Piece best_promotion = queen;

    template <Wanted Kind, class Output>
    static void generate(const Position& at, Output& output, Board movers) {
        if (at.player() == white) detail::legal_moves<white, Kind>(at, output, movers);
        else detail::legal_moves<black, Kind>(at, output, movers);
    }

    // Mate or stalemate.
    static Value payoff_without_moves(const Position& at) { return at.in_check() ? -1 : 0; }

    // Insufficient material: kings with one minor piece, or with bishops on squares of one colour only.
    static bool dead(const Position& at) {
        if (at.of(pawn) | at.rooks_and_queens()) return false;
        const Board bishops = at.of(bishop), minors = at.of(knight) | bishops;
        return !several(minors) || (minors == bishops && (!(bishops & light_squares) || !(bishops & ~light_squares)));
    }
};

}  // namespace zermelo::chess
