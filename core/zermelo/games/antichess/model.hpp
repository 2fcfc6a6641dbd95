// The model of anti-chess. Its initial weights are a beginner's advice: pieces are a burden, mobility is good, and a piece that must
// be captured is half gone. There are no centipawns here, so the slope is fixed: a value of 250 is a 73 % chance to win.
#pragma once

#include <array>

#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/chess/piece_squares.hpp"

namespace zermelo::learning {

struct AntiChessModel : PieceSquaresModel<AntiChess, chess::losing::Weights> {
    using FeatureGroup = chess::losing::FeatureGroup;
    static constexpr SelfPlaySettings self_play_settings{.random_moves = 6, .max_opening_value = 250, .resign_value = 1200};
    // A result share of 0.6 won 56 % +- 3 of 200 games against 0.3; 0.9 is too much.
    static constexpr FitSettings fit_settings{.slope = 0.004, .result_share = 0.6};

    class Evaluation {
    public:
        explicit Evaluation(const Vector& weights) : weights_(made(weights)) {}
        Value operator()(const AntiChess& at) const { return chess::losing::evaluate(at, weights_); }

    private:
        chess::losing::Weights weights_;
    };

    static std::array<double, 2> phase_shares(const AntiChess& game, const Counts&, const Vector&) {
        const chess::losing::Taper taper(game);
        return {static_cast<double>(taper.middlegame) / taper.whole, static_cast<double>(taper.endgame) / taper.whole};
    }

    static int tied(int feature) { return feature; }
    static void normalise(Vector& weights, const Vector&) { centre_squares(weights); }

    static Vector initial_weights() {
        Vector weights(2 * features);
        const auto give = [&](FeatureGroup group, int index, int middlegame, int endgame) {
            set(weights, chess::losing::first_of(group) + index, middlegame, endgame);
        };
        for (int piece = chess::pawn; piece <= chess::king; ++piece) give(FeatureGroup::material, piece, -40, -80);
        for (const FeatureGroup group : {FeatureGroup::mover_safe, FeatureGroup::waiter_safe})
            for (int moves = 0; moves < 32; ++moves) give(group, moves, 6 * std::min(moves, 20) - 60, 4 * std::min(moves, 20) - 40);
        for (const FeatureGroup group : {FeatureGroup::mover_gifts, FeatureGroup::waiter_gifts})
            for (int moves = 0; moves < 16; ++moves) give(group, moves, 10 * std::min(moves, 5), 10 * std::min(moves, 5));
        for (int piece = chess::pawn; piece <= chess::king; ++piece) give(FeatureGroup::mover_offered, piece, 40, 60);
        return weights;
    }
};

}  // namespace zermelo::learning
