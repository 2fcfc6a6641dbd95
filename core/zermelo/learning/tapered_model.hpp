// The common part of the models of chess, anti-chess and checkers: two integer weights for each feature, and repetitions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "zermelo/games/chess/move.hpp"
#include "zermelo/games/history.hpp"
#include "zermelo/games/tapered.hpp"
#include "zermelo/learning/model.hpp"

namespace zermelo::learning {

// `W` are the weights of the game as it uses them (see games/chess/weights.hpp).
template <class G, class W>
struct TaperedModel {
    using Play = G;
    using Layout = typename W::Features;
    using History = zermelo::History;
    static constexpr int features = W::count, phases = 2;

    static W made(const Vector& weights) {
        std::array<Pair, features> rounded{};
        const auto whole = [](double weight) {
            return std::clamp(static_cast<int>(std::lround(weight)), -largest_weight, largest_weight);
        };
        for (int feature = 0; feature < features; ++feature)
            rounded[feature] = make_pair(whole(weights[feature]), whole(weights[features + feature]));
        W made;
        made.assign(rounded);
        return made;
    }
    static Vector vector(const W& weights) {
        Vector out(2 * features);
        for (int feature = 0; feature < features; ++feature) {
            out[feature] = middlegame_of(weights[feature]);
            out[features + feature] = endgame_of(weights[feature]);
        }
        return out;
    }

    static std::string save(const Vector& weights) { return made(weights).save(); }
    static std::string load(const std::string& text, Vector& weights) {
        W read;
        const std::string error = read.load(text);
        if (error.empty()) weights = vector(read);
        return error;
    }
    static void count_features(const G& game, Counts& counts) {
        const auto counted = game.counts();
        std::copy(counted.of.begin(), counted.of.end(), counts.begin());
    }
    static bool is_quiet(const G& game, typename G::Move move) { return !game.in_check_or_forced() && !game.noisy(move); }

    // Sets the middlegame and endgame weight of one feature.
    static void set(Vector& weights, int feature, double middlegame, double endgame) {
        weights[feature] = middlegame;
        weights[features + feature] = endgame;
    }

    // Moves the mean weight of a piece's squares into its material.
    static void centre_squares(Vector& weights) {
        for (const int half : {0, features})
            for (int kind = chess::pawn; kind <= chess::king; ++kind) {
                const auto piece = static_cast<chess::Piece>(kind);
                const int begin = piece == chess::pawn ? 8 : 0, end = 64 - begin;
                double mean = 0;
                for (int square = begin; square < end; ++square) mean += weights[half + Layout::square(piece, square)] / (end - begin);
                // Mirrored squares may share a feature, which must change only once.
                const auto first_of_pair = [&](int square) { return square % 8 < 4 || Layout::square(piece, square) != Layout::square(piece, square ^ 7); };
                for (int square = begin; square < end; ++square)
                    if (first_of_pair(square)) weights[half + Layout::square(piece, square)] -= mean;
                if (const int material = Layout::material(piece); material != Layout::none) weights[half + material] += mean;
            }
    }
};

}  // namespace zermelo::learning
