// The common part of the models of games with tapered weights: two integer weights for each feature, and repetitions.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "zermelo/game/history.hpp"
#include "zermelo/learning/model.hpp"
#include "zermelo/learning/tapered.hpp"

namespace zermelo::learning {

// `W` are the weights of the game as it uses them.
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
};

}  // namespace zermelo::learning
