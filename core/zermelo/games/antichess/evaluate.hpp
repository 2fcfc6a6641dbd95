// The evaluation of anti-chess: a weighted sum of named features, tapered between the weights of a full and of an empty board by
// the pieces left. A position has about sixty features.
//
//     value = (middlegame * left + endgame * (30 - left)) / 30,    left: pieces of both sides beyond two
//
// It means little while the player to move must capture: searches go on there.
#pragma once

#include <algorithm>
#include <array>

#include "zermelo/games/antichess/features.hpp"
#include "zermelo/games/chess/feature_sums.hpp"
#include "zermelo/games/chess/pawns.hpp"

namespace zermelo::chess::losing {

// The caller loads them from text (`load`); the default only counts pieces, as a burden.
class Weights : public WeightsOf<Layout> {
public:
    constexpr Weights() : WeightsOf<Layout>({-100, -100, -100, -100, -100, -100, 0}) {}
};

// The program's weights: load them before searching, from one thread.
inline constinit Weights weights;

// The shares of the two halves of a sum in a position.
struct Taper {
    static constexpr int whole = 30;
    int middlegame, endgame;  // of the whole

    explicit Taper(const Position& at)
        : middlegame(std::clamp(std::popcount(at.occupied()) - 2, 0, whole)), endgame(whole - middlegame) {}

    // The value of a sum for White, rounded towards zero.
    Value of(Pair sum) const { return (middlegame_of(sum) * middlegame + endgame_of(sum) * endgame) / whole; }
};

// Send all features of a position to an output.
template <class Output>
class FeatureExtractor {
public:
    FeatureExtractor(const Position& at, Output& output) : at_(at), output_(output), occupied_(at.occupied()) {
        attack<white>();
        attack<black>();
        side<white>();
        side<black>();
        if (at.player() == white) add<white>(FeatureGroup::tempo);
        else add<black>(FeatureGroup::tempo);
    }

private:
    const Position& at_;
    Output& output_;
    const Board occupied_;
    std::array<Board, 2> attacks_{}, twice_{};        // squares attacked at least once, and at least twice
    std::array<std::array<Board, 16>, 2> reach_{};    // attacks of each piece except pawns
    std::array<int, 2> reaching_{};

    template <int Us>
    void add(FeatureGroup group, int index = 0, int times = 1) {
        output_.template add<Us>(first_of(group) + index, times);
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
        for (Board rest = pawns; rest; rest &= rest - 1) output_.template put<Us>(pawn, first(rest));
        for (Board rest = at_.of(Us) & ~pawns; rest; rest &= rest - 1) {
            const int square = first(rest);
            const Piece piece = at_.piece_on(square);
            const Board reach = attacks_from(piece, square, occupied_);
            twice_[Us] |= attacks_[Us] & reach;
            attacks_[Us] |= reach;
            reach_[Us][reaching_[Us]++] = reach;
            output_.template put<Us>(piece, square);
        }
    }

    template <int Us>
    void side() {
        constexpr int Them = Us ^ 1;
        using Go = chess::detail::Forward<Us>;
        const bool moves = at_.player() == Us;
        const Board empty = ~occupied_, danger = attacks_[Them];
        int safe = 0, gifts = 0, trades = 0;
        // A piece that moves is defended if another one attacks its target, a pawn if any piece does.
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
        count<Us>(moves ? FeatureGroup::mover_safe : FeatureGroup::waiter_safe, safe);
        count<Us>(moves ? FeatureGroup::mover_gifts : FeatureGroup::waiter_gifts, gifts);
        count<Us>(moves ? FeatureGroup::mover_trades : FeatureGroup::waiter_trades, trades);

        const Board taken = at_.of(Us) & danger;
        add_pieces<Us>(moves ? FeatureGroup::mover_offered : FeatureGroup::waiter_offered, taken & ~attacks_[Us]);
        add_pieces<Us>(moves ? FeatureGroup::mover_defended : FeatureGroup::waiter_defended, taken & attacks_[Us]);

        count<Us>(FeatureGroup::pieces, std::popcount(at_.of(Us)));
        const Board theirs = at_.of(Them, pawn), guarded = chess::detail::ahead<Them>(theirs);
        add<Us>(FeatureGroup::pawns_blocked, 0, std::popcount(pawns & shift<-Go::up>(occupied_)));
        add<Us>(FeatureGroup::pawns_passed, 0, std::popcount(pawns & ~(guarded | chess::detail::beside(guarded))));
        shades<Us>();
    }

    template <int Us>
    void count(FeatureGroup group, int many) {
        add<Us>(group, std::min(many, size_of(group) - 1));
    }
    template <int Us>
    void add_pieces(FeatureGroup group, Board of) {
        for (; of; of &= of - 1) add<Us>(group, at_.piece_on(first(of)));
    }

    // Bishops that the opponent's last bishops can never capture.
    template <int Us>
    void shades() {
        const Board theirs = at_.of(Us ^ 1);
        if (!theirs || theirs != at_.of(Us ^ 1, bishop)) return;
        for (const Board shade : {light_squares, ~light_squares})
            if (!(theirs & shade)) add<Us>(FeatureGroup::bishops_other_shade, 0, std::popcount(at_.of(Us, bishop) & shade));
    }
};

// Static values stay below won games.
inline constexpr Value static_limit = 9000;

// For the player to move; 250 is a winning chance of about three in four.
inline Value evaluate(const Position& at, const Weights& by = weights) {
    WeightSum sum(by);
    FeatureExtractor(at, sum);
    const Value value = std::clamp(Taper(at).of(sum.total), -static_limit, static_limit);
    return at.player() == white ? value : -value;
}

// The count of each feature, White's minus Black's.
inline CountsOf<Layout> features_of(const Position& at) {
    CountsOf<Layout> counts;
    FeatureExtractor(at, counts);
    return counts;
}

}  // namespace zermelo::chess::losing
