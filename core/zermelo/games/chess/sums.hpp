// Where the features of a position go. The static value, its explanation and its training run the same code, which says
// `add<colour>(feature)`: one sink sums the weights, the other counts the features.
#pragma once

#include <array>

#include "zermelo/games/chess/board.hpp"
#include "zermelo/games/chess/weights.hpp"

namespace zermelo::chess {

// A square as the colour sees it: from its own first rank.
constexpr int seen_by(int colour, int square) { return square ^ 56 * colour; }

class WeightSum {
public:
    explicit WeightSum(const Weights& weights) : weights_(weights) {}

    template <int Us>
    void add(int feature) {
        total += sign<Us> * weights_[feature];
    }
    template <int Us>
    void add(int feature, int count) {
        total += sign<Us> * count * weights_[feature];
    }
    template <int Us>
    void put(Piece piece, int square) {
        total += sign<Us> * weights_.placed(piece, seen_by(Us, square));
    }

    Pair total = 0;

private:
    template <int Us>
    static constexpr Pair sign = Us == white ? 1 : -1;

    const Weights& weights_;
};

class FeatureCounts {
public:
    template <int Us>
    void add(int feature, int count = 1) {
        of[feature] += Us == white ? count : -count;
    }
    template <int Us>
    void put(Piece piece, int square) {
        if (piece != king) add<Us>(first_of(Family::material) + piece);
        add<Us>(first_of(Family::pawn_square) + 64 * piece + seen_by(Us, square));
    }

    std::array<std::int32_t, feature_count> of{};
};

}  // namespace zermelo::chess
