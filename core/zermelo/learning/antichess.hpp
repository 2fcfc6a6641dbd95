// The course of anti-chess. It begins with what beginners are told: pieces are a burden, moves are worth having, and what can
// be taken for nothing is half gone. A value of 250 is a chance of 73 % to win: the scale of chess's centipawns means nothing
// here, so the slope is fixed instead.
#pragma once

#include <array>

#include "zermelo/games/chess/antichess.hpp"
#include "zermelo/learning/tapered_course.hpp"

namespace zermelo::learning {

struct AntiChessCourse : TaperedCourse<AntiChess, chess::losing::Weights> {
    using Family = chess::losing::Family;
    static constexpr Manners manners{.opening = 6, .balanced = 250, .decided = 1200};
    // With more of the result than in chess: 56 % +- 3 of 200 games against three tenths of it, and nine tenths are too many.
    static constexpr Method method{.slope = 0.004, .by_result = 0.6};

    class Evaluation {
    public:
        explicit Evaluation(const Vector& weights) : weights_(made(weights)) {}
        Value operator()(const AntiChess& at) const { return chess::losing::evaluate(at, weights_); }

    private:
        chess::losing::Weights weights_;
    };

    static std::array<double, 2> shares(const AntiChess& game, const Counts&, const Vector&) {
        const chess::losing::Taper taper(game);
        return {static_cast<double>(taper.middlegame) / taper.whole, static_cast<double>(taper.endgame) / taper.whole};
    }

    static int tied(int feature) { return feature; }
    static void settle(Vector& weights, const Vector&) { centre_squares(weights); }

    static Vector start() {
        Vector weights(2 * features);
        const auto give = [&](Family family, int each, int middlegame, int endgame) {
            set(weights, chess::losing::first_of(family) + each, middlegame, endgame);
        };
        for (int piece = chess::pawn; piece <= chess::king; ++piece) give(Family::material, piece, -40, -80);
        for (const Family family : {Family::mover_safe, Family::waiter_safe})
            for (int moves = 0; moves < 32; ++moves) give(family, moves, 6 * std::min(moves, 20) - 60, 4 * std::min(moves, 20) - 40);
        for (const Family family : {Family::mover_gifts, Family::waiter_gifts})
            for (int moves = 0; moves < 16; ++moves) give(family, moves, 10 * std::min(moves, 5), 10 * std::min(moves, 5));
        for (int piece = chess::pawn; piece <= chess::king; ++piece) give(Family::mover_offered, piece, 40, 60);
        return weights;
    }
};

}  // namespace zermelo::learning
