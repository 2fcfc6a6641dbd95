// The static value of a position of anti-chess: the sum of its named features times their weights, between those of a full
// board and those of an empty one according to the pieces left. About sixty features count in a position.
//
//     value = (middlegame * left + endgame * (30 - left)) / 30,    left: pieces of both sides beyond two
//
// It means little while the player to move must take; a search goes on there.
#pragma once

#include <algorithm>
#include <array>

#include "zermelo/games/chess/antichess_features.hpp"
#include "zermelo/games/chess/pawns.hpp"
#include "zermelo/games/chess/sums.hpp"

namespace zermelo::chess::losing {

// They come as text from the caller (`load`); without it every piece is a burden and nothing else counts.
class Weights : public WeightsOf<Layout> {
public:
    constexpr Weights() : WeightsOf<Layout>({-100, -100, -100, -100, -100, -100, 0}) {}
};

// The weights of the whole program: load them before searching, from one thread.
inline constinit Weights weights;

// How much of either half of a sum counts in a position.
struct Taper {
    static constexpr int whole = 30;
    int middlegame, endgame;  // parts of the whole

    explicit Taper(const Position& at)
        : middlegame(std::clamp(std::popcount(at.occupied()) - 2, 0, whole)), endgame(whole - middlegame) {}

    // The value of a sum for White, rounded towards zero.
    Value of(Pair sum) const { return (middlegame_of(sum) * middlegame + endgame_of(sum) * endgame) / whole; }
};

// Tells a sink all features of a position.
template <class Sink>
class Judge {
public:
    Judge(const Position& at, Sink& sink) : at_(at), sink_(sink), occupied_(at.occupied()) {
        attack<white>();
        attack<black>();
        side<white>();
        side<black>();
        if (at.player() == white) add<white>(Family::tempo);
        else add<black>(Family::tempo);
    }

private:
    const Position& at_;
    Sink& sink_;
    const Board occupied_;
    std::array<Board, 2> attacks_{}, twice_{};        // what any piece attacks, and what two do
    std::array<std::array<Board, 16>, 2> reach_{};    // what each piece attacks, but pawns
    std::array<int, 2> reaching_{};

    template <int Us>
    void add(Family family, int each = 0, int times = 1) {
        sink_.template add<Us>(first_of(family) + each, times);
    }

    static Board attacks_from(Piece piece, int square, Board occupied) {
        switch (piece) {
            case knight: return knight_attacks[square];
            case bishop: return bishop_attacks(square, occupied);
            case rook: return rook_attacks(square, occupied);
            case queen: return queen_attacks(square, occupied);
            default: return king_attacks[square];
        }
    }

    template <int Us>
    void attack() {
        using Go = chess::detail::Forward<Us>;
        const Board pawns = at_.of(Us, pawn), left = shift<Go::left>(pawns), right = shift<Go::right>(pawns);
        attacks_[Us] = left | right;
        twice_[Us] = left & right;
        for (Board rest = pawns; rest; rest &= rest - 1) sink_.template put<Us>(pawn, first(rest));
        for (Board rest = at_.of(Us) & ~pawns; rest; rest &= rest - 1) {
            const int square = first(rest);
            const Piece piece = at_.piece_on(square);
            const Board reach = attacks_from(piece, square, occupied_);
            twice_[Us] |= attacks_[Us] & reach;
            attacks_[Us] |= reach;
            reach_[Us][reaching_[Us]++] = reach;
            sink_.template put<Us>(piece, square);
        }
    }

    template <int Us>
    void side() {
        constexpr int Them = Us ^ 1;
        using Go = chess::detail::Forward<Us>;
        const bool moves = at_.player() == Us;
        const Board empty = ~occupied_, danger = attacks_[Them];
        int safe = 0, gifts = 0, trades = 0;
        // A piece that moves is defended where another attacks the same square, a pawn where anything does.
        for (int at = 0; at < reaching_[Us]; ++at) {
            const Board to = reach_[Us][at] & empty;
            safe += std::popcount(to & ~danger);
            gifts += std::popcount(to & danger & ~twice_[Us]);
            trades += std::popcount(to & danger & twice_[Us]);
        }
        const Board pawns = at_.of(Us, pawn), once = shift<Go::up>(pawns) & empty;
        for (const Board to : {once, shift<Go::up>(once & Go::third_rank) & empty}) {
            safe += std::popcount(to & ~danger);
            gifts += std::popcount(to & danger & ~attacks_[Us]);
            trades += std::popcount(to & danger & attacks_[Us]);
        }
        count<Us>(moves ? Family::mover_safe : Family::waiter_safe, safe);
        count<Us>(moves ? Family::mover_gifts : Family::waiter_gifts, gifts);
        count<Us>(moves ? Family::mover_trades : Family::waiter_trades, trades);

        const Board taken = at_.of(Us) & danger;
        each<Us>(moves ? Family::mover_offered : Family::waiter_offered, taken & ~attacks_[Us]);
        each<Us>(moves ? Family::mover_defended : Family::waiter_defended, taken & attacks_[Us]);

        count<Us>(Family::pieces, std::popcount(at_.of(Us)));
        const Board theirs = at_.of(Them, pawn), guarded = chess::detail::ahead<Them>(theirs);
        add<Us>(Family::pawns_blocked, 0, std::popcount(pawns & shift<-Go::up>(occupied_)));
        add<Us>(Family::pawns_passed, 0, std::popcount(pawns & ~(guarded | chess::detail::beside(guarded))));
        shades<Us>();
    }

    template <int Us>
    void count(Family family, int many) {
        add<Us>(family, std::min(many, size_of(family) - 1));
    }
    template <int Us>
    void each(Family family, Board of) {
        for (; of; of &= of - 1) add<Us>(family, at_.piece_on(first(of)));
    }

    // Bishops that the other side's last bishops can never take.
    template <int Us>
    void shades() {
        const Board theirs = at_.of(Us ^ 1);
        if (!theirs || theirs != at_.of(Us ^ 1, bishop)) return;
        for (const Board shade : {light_squares, ~light_squares})
            if (!(theirs & shade)) add<Us>(Family::bishops_other_shade, 0, std::popcount(at_.of(Us, bishop) & shade));
    }
};

// Static values stay below those of won games.
inline constexpr Value static_limit = 9000;

// For the player to move; 250 is a chance of about three in four.
inline Value evaluate(const Position& at, const Weights& by = weights) {
    WeightSum sum(by);
    Judge(at, sum);
    const Value value = std::clamp(Taper(at).of(sum.total), -static_limit, static_limit);
    return at.player() == white ? value : -value;
}

// How often each feature counts, White's less Black's.
inline CountsOf<Layout> features_of(const Position& at) {
    CountsOf<Layout> counts;
    Judge(at, counts);
    return counts;
}

}  // namespace zermelo::chess::losing
