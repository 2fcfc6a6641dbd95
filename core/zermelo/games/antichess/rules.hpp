// Anti-chess (losing chess, giveaway): a player without pieces or without moves wins. Captures are compulsory, the king is a piece
// like any other, pawns may promote to kings, and there is no castling.
#pragma once

#include "zermelo/games/antichess/evaluate.hpp"
#include "zermelo/games/chess/rules.hpp"

namespace zermelo {

namespace chess {

struct Losing {
    static constexpr bool royal = false;
    static constexpr Piece best_promotion = king;

    template <Wanted Kind, class Output>
    static void generate(const Position& at, Output& output, Board movers) {
        if (at.player() == white) generate_for<white, Kind>(at, output, movers);
        else generate_for<black, Kind>(at, output, movers);
    }

    static constexpr const losing::FeatureNames& feature_names = losing::feature_names;
    static Value evaluate(const Position& at) { return losing::evaluate(at); }
    static auto features_of(const Position& at) { return losing::features_of(at); }

    // Captures that will be recaptured come first, since the piece is gone then, and promotions.
    static Value capture_gain(const Position& at, Move move) {
        const int to = to_of(move);
        const bool taken_back = (at.attackers_to(to, at.occupied() ^ bit(from_of(move))) & at.of(at.player() ^ 1)) != 0;
        return (taken_back ? 500 : 0) + (is_promotion(move) ? 300 : 0);
    }

    static bool must_take(const Position& at) {
        const Board ours = at.of(at.player()), theirs = at.of(at.player() ^ 1);
        return at.player() == white ? can_take<white>(at, ours, theirs, ours | theirs) : can_take<black>(at, ours, theirs, ours | theirs);
    }

    // The opponent can be without pieces only in a position that was set up.
    static Value payoff_without_moves(const Position& at) { return at.of(at.player()) && !at.of(at.player() ^ 1) ? -1 : 1; }

    // Only bishops are left, those of one side on light squares and those of the other on dark ones: they never meet.
    static bool dead(const Position& at) {
        if (!at.of(white) || !at.of(black) || at.occupied() != at.of(bishop)) return false;
        const auto shade = [](Board bishops, Board squares) { return (bishops & ~squares) == 0; };
        return (shade(at.of(white), light_squares) && shade(at.of(black), ~light_squares)) ||
               (shade(at.of(white), ~light_squares) && shade(at.of(black), light_squares));
    }

private:
    template <int Us, Wanted Kind, class Output>
    static void generate_for(const Position& at, Output& output, Board movers) {
        const Board ours = at.of(Us), theirs = at.of(Us ^ 1), occupied = ours | theirs;
        if (!theirs) return;
        // If there is any capture, only captures are legal.
        const bool must_take = can_take<Us>(at, ours, theirs, occupied);
        const Board pawns = movers & ours & at.of(pawn);
        if (must_take && Kind != Wanted::quiet) {
            move_pieces(at, output, movers & ours, occupied, theirs);
            detail::pawn_captures<Us>(output, pawns, pawns, theirs);
            if (const int passed = at.en_passant_square(); passed != no_square)
                for (Board takers = pawns & pawn_attacks[Us ^ 1][passed]; takers; takers &= takers - 1)
                    output.one(make_move(first(takers), passed, en_passant));
        }
        if (must_take) return;
        if constexpr (Kind != Wanted::noisy) move_pieces(at, output, movers & ours, occupied, ~occupied);
        detail::pawn_steps<Us, Kind>(output, pawns, ~occupied, ~occupied);
    }

    template <class Output>
    static void move_pieces(const Position& at, Output& output, Board movers, Board occupied, Board targets) {
        detail::piece_moves(at, output, movers, occupied, targets);
        for (Board left = movers & at.of(king); left; left &= left - 1)
            output.piece(first(left), king_attacks[first(left)] & targets);
    }

    template <int Us>
    static bool can_take(const Position& at, Board ours, Board theirs, Board occupied) {
        using Go = detail::Forward<Us>;
        const Board pawns = ours & at.of(pawn);
        if (at.en_passant_square() != no_square) return true;
        if ((shift<Go::left>(pawns) | shift<Go::right>(pawns)) & theirs) return true;
        MoveCounter<king> counter;
        move_pieces(at, counter, ours, occupied, theirs);
        return counter.any();
    }
};

}  // namespace chess

using AntiChess = BasicChess<chess::Losing>;

}  // namespace zermelo
