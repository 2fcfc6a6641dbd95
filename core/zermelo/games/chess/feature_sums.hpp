// Outputs of the feature extractors. Evaluation, its explanation and training run the same code, which calls
// `add<colour>(feature)`: WeightSum sums the weights, CountsOf counts the features.
#pragma once

#include <array>

#include "zermelo/games/chess/board.hpp"
#include "zermelo/games/chess/weights.hpp"

namespace zermelo::chess {

// The square from the colour's side: ranks count from its own first rank.
constexpr int seen_by(int colour, int square) { return square ^ 56 * colour; }

template <class Weights>
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

template <class Layout>
class CountsOf {
public:
    template <int Us>
    void add(int feature, int count = 1) {
        of[feature] += Us == white ? count : -count;
    }
    template <int Us>
    void put(Piece piece, int square) {
        if (const int material = Layout::material(piece); material != Layout::none) add<Us>(material);
        add<Us>(Layout::square(piece, seen_by(Us, square)));
    }

    std::array<std::int32_t, Layout::names.size()> of{};
};
using FeatureCounts = CountsOf<Layout>;

}  // namespace zermelo::chess
