// The model of Connect Four: one weight for each of its few features, in points of score. Initially only open threats count.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/learning/model.hpp"

namespace zermelo::learning {

struct ConnectFourModel {
    using Play = ConnectFour<7, 6>;
    using History = NoHistory;
    static constexpr int features = Play::feature_names.size(), phases = 1;
    // Won positions, whose values are above 999, are neither opened with nor learned from.
    static constexpr SelfPlaySettings self_play_settings{.random_moves = 8, .max_opening_value = 999, .resign_value = 999, .draw_value = -1, .max_label_value = 999};
    static constexpr FitSettings fit_settings{};

    class Evaluation {
    public:
        explicit Evaluation(const Vector& weights) : weights_(weights) {}
        Value operator()(const Play& at) const {
            std::array<std::int32_t, features> counts{};
            at.features(counts.data());
            double sum = 0;
            for (int feature = 0; feature < features; ++feature) sum += weights_[feature] * counts[feature];
            return static_cast<Value>(std::lround(std::clamp(sum, -Play::static_limit, Play::static_limit)));
        }

    private:
        Vector weights_;
    };

    static void count_features(const Play& game, Counts& counts) {
        game.features(counts.data());
        if (game.player() == 1)
            for (std::int32_t& each : counts) each = -each;
    }
    static std::array<double, 1> phase_shares(const Play&, const Counts&, const Vector&) { return {1.0}; }
    static int tied(int feature) { return feature; }
    static bool is_quiet(const Play&, Play::Move) { return true; }
    static void normalise(Vector&, const Vector&) {}

    static Vector initial_weights() {
        Vector weights(features);
        weights[2] = 20;  // open threats
        return weights;
    }

    // In whole thousandths of a point, which is what an engine unit is.
    static std::string save(const Vector& weights) {
        std::string text;
        for (int feature = 0; feature < features; ++feature) {
            const long whole = std::lround(weights[feature]);
            if (!whole) continue;
            const std::string digits = std::to_string(1000 + std::labs(whole) % 1000).substr(1);
            text.append(Play::feature_names[feature]).append(whole < 0 ? " -" : " ");
            text.append(std::to_string(std::labs(whole) / 1000)).append(".").append(digits).append("\n");
        }
        return text;
    }

    // Reads what `save` wrote. Files edited by hand are read in Python (zermelo.native.weights).
    static std::string load(const std::string& text, Vector& weights) {
        Vector read(features);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size()), space = text.find(' ', begin);
            if (space >= end) return "expected a feature and its weight";
            const auto named = std::find(Play::feature_names.begin(), Play::feature_names.end(), text.substr(begin, space - begin));
            if (named == Play::feature_names.end()) return "'" + text.substr(begin, space - begin) + "' is not a feature";
            double weight = 0;
            const auto [rest, error] = std::from_chars(text.data() + space + 1, text.data() + end, weight);
            if (error != std::errc() || rest != text.data() + end || !(std::abs(weight) <= 1000))
                return "'" + text.substr(space + 1, end - space - 1) + "' is not a weight";
            read[static_cast<std::size_t>(named - Play::feature_names.begin())] = std::lround(weight * Play::unit);
            begin = end + 1;
        }
        weights = read;
        return "";
    }
};

}  // namespace zermelo::learning
