// The model of checkers. Its initial weights are set by hand: material first, kings worth half as much again as men, then the advice
// of the textbooks.
#pragma once

#include <array>

#include "zermelo/games/checkers/rules.hpp"
#include "zermelo/learning/tapered_model.hpp"

namespace zermelo::learning {

struct CheckersModel : TaperedModel<Checkers, checkers::Weights> {
    static constexpr SelfPlaySettings self_play_settings{.random_moves = 6, .max_opening_value = 80, .resign_value = 500};
    static constexpr FitSettings fit_settings{};

    class Evaluation {
    public:
        explicit Evaluation(const Vector& weights) : weights_(made(weights)) {}
        Value operator()(const Checkers& at) const { return checkers::evaluate(at, weights_); }

    private:
        checkers::Weights weights_;
    };

    static std::array<double, 2> phase_shares(const Checkers& game, const Counts&, const Vector&) {
        const checkers::Taper<Checkers> taper(game);
        return {static_cast<double>(taper.middlegame) / taper.whole, static_cast<double>(taper.endgame) / taper.whole};
    }

    static int tied(int feature) { return feature; }
    // Scales the weights so that a man is worth 100.
    static void normalise(Vector& weights, const Vector&) {
        const double man = (weights[checkers::men] + weights[features + checkers::men]) / 2;
        for (double& weight : weights) weight *= 100 / man;
    }

    static Vector initial_weights() {
        Vector weights(2 * features);
        set(weights, checkers::men, 100, 110);
        set(weights, checkers::kings, 140, 150);
        set(weights, checkers::back_rank, 4, 0);
        set(weights, checkers::bridge, 8, 4);
        set(weights, checkers::oreo, 4, 2);
        set(weights, checkers::dog_hole, -10, -5);
        set(weights, checkers::centre_men, 3, 0);
        set(weights, checkers::centre_kings, 4, 6);
        set(weights, checkers::edge_men, -2, -1);
        set(weights, checkers::advance, 1, 3);
        set(weights, checkers::mobility, 1, 1);
        set(weights, checkers::safe_mobility, 2, 2);
        set(weights, checkers::blocked_men, -2, -4);
        set(weights, checkers::supported_men, 1, 0);
        set(weights, checkers::threatened, -20, -20);
        set(weights, checkers::trapped_kings, -30, -30);
        set(weights, checkers::double_corner, 0, 8);
        set(weights, checkers::pursuit, 0, 4);
        set(weights, checkers::runaway, 8, 10);
        set(weights, checkers::the_move, 0, 6);
        set(weights, checkers::tempo, 3, 3);
        return weights;
    }
};

}  // namespace zermelo::learning
