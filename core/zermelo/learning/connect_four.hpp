// The course of Connect Four: one weight for each of its few features, in points of score. It begins knowing only that
// lines nearly made are good.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "zermelo/games/connect_four.hpp"
#include "zermelo/learning/course.hpp"

namespace zermelo::learning {

struct ConnectFourCourse {
    using Play = ConnectFour<7, 6>;
    using History = NoHistory;
    static constexpr int features = Play::feature_names.size(), parts = 1;
    // Balanced: not known to be won. Values of won games teach a static value nothing.
    static constexpr Manners manners{.opening = 8, .balanced = 999, .decided = 999, .level = -1, .told = 999};
    static constexpr Method method{};

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

    static void count(const Play& game, Counts& counts) {
        game.features(counts.data());
        if (game.player() == 1)
            for (std::int32_t& each : counts) each = -each;
    }
    static std::array<double, 1> shares(const Play&, const Counts&, const Vector&) { return {1.0}; }
    static int tied(int feature) { return feature; }
    static bool quiet(const Play&, Play::Move) { return true; }
    static void settle(Vector&, const Vector&) {}

    static Vector start() {
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

    // What `save` wrote: the reader of files for people is Python's (zermelo.games.weights).
    static std::string load(const std::string& text, Vector& weights) {
        Vector read(features);
        for (std::size_t begin = 0; begin < text.size();) {
            const std::size_t end = std::min(text.find('\n', begin), text.size()), space = text.find(' ', begin);
            if (space >= end) return "a feature's name and its weight are expected";
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
