// Logistic regression of game results on features. The label of a position is a chance to win, mixed from the result of its game and
// the value of its search (results alone are so noisy that the weights get worse). The fit is Adam on the squared error, regularised
// towards the weights it began with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <vector>

#include "zermelo/learning/self_play.hpp"

namespace zermelo::learning {

// The positions of games as sparse feature counts, with their labels and the share of each phase.
template <Model M>
class TrainingData {
public:
    TrainingData(const std::deque<std::vector<GameRecord<typename M::Play>>>& window, const Vector& weights) {
        begins_.push_back(0);
        Counts counts(M::features);
        for (const auto& generation : window)
            for (const auto& record : generation) {
                auto game = position_after(record, record.opening);
                for (std::size_t at = record.opening; at < record.moves.size(); ++at) {
                    if (std::abs(record.values[at]) < M::self_play_settings.max_label_value && M::is_quiet(game, record.moves[at])) {
                        M::count_features(game, counts);
                        add(counts, M::phase_shares(game, counts, weights), record.result, record.values[at]);
                    }
                    game = game.play(record.moves[at]);
                }
            }
    }

    std::size_t size() const { return results_.size(); }

    double value(std::size_t at, const Vector& weights) const {
        double sum = 0;
        for (int phase = 0; phase < M::phases; ++phase) {
            const double* const of = &weights[static_cast<std::size_t>(phase) * M::features];
            double phase_sum = 0;
            for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) phase_sum += used_[each].count * of[used_[each].feature];
            sum += phase_sum * shares_[at * M::phases + phase];
        }
        return sum;
    }
    void add_gradient(std::size_t at, double times, Vector& gradient) const {
        for (int phase = 0; phase < M::phases; ++phase) {
            double* const of = &gradient[static_cast<std::size_t>(phase) * M::features];
            const double share = times * shares_[at * M::phases + phase];
            for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) of[used_[each].feature] += share * used_[each].count;
        }
    }
    double result(std::size_t at) const { return results_[at]; }
    double searched(std::size_t at) const { return values_[at]; }

private:
    template <class Shares>
    void add(const Counts& counts, const Shares& shares, float result, Value value) {
        for (int feature = 0; feature < M::features; ++feature)
            if (counts[feature])
                used_.push_back({static_cast<std::int16_t>(M::tied(feature)), static_cast<std::int16_t>(counts[feature])});
        begins_.push_back(used_.size());
        for (const double share : shares) shares_.push_back(static_cast<float>(share));
        results_.push_back(result);
        values_.push_back(static_cast<float>(value));
    }

    struct Used {
        std::int16_t feature, count;
    };
    std::vector<Used> used_;
    std::vector<std::size_t> begins_;
    std::vector<float> shares_, results_, values_;
};

inline double win_probability(double value, double slope) { return 1 / (1 + std::exp(-slope * value)); }

// The slope of the logistic curve from search values to results with the least error, by golden-section search.
template <Model M>
double fit_slope(const TrainingData<M>& data) {
    const auto error = [&](double slope) {
        double sum = 0;
        for (std::size_t at = 0; at < data.size(); ++at) {
            const double miss = win_probability(data.searched(at), slope) - data.result(at);
            sum += miss * miss;
        }
        return sum;
    };
    double low = 0.0005, high = 0.2;
    const double golden = (std::sqrt(5.0) - 1) / 2;
    for (int step = 0; step < 24; ++step) {
        const double left = high - golden * (high - low), right = low + golden * (high - low);
        if (error(left) < error(right)) high = right;
        else low = left;
    }
    return (low + high) / 2;
}

// Fits the weights; if it is stopped they are unchanged.
template <Model M>
Fit fit_weights(const TrainingData<M>& data, Vector& weights, Random random, const std::atomic<bool>& stop) {
    constexpr FitSettings settings = M::fit_settings;
    // The last twentieth, the latest games, is kept out of the fit to measure the error.
    const std::size_t held = std::max<std::size_t>(data.size() / 20, 1), used = data.size() - held;
    const std::size_t batch = std::clamp<std::size_t>(used / 8, 1, 1000);
    Fit fit;
    fit.positions = data.size();
    fit.slope = settings.slope > 0 ? settings.slope : fit_slope(data);
    const auto label = [&](std::size_t at) {
        return settings.result_share * data.result(at) + (1 - settings.result_share) * win_probability(data.searched(at), fit.slope);
    };
    Vector now = weights, mean(now.size()), square(now.size()), gradient(now.size());
    const auto loss = [&] {
        double sum = 0;
        for (std::size_t at = used; at < data.size(); ++at) {
            const double miss = win_probability(data.value(at, now), fit.slope) - label(at);
            sum += miss * miss / static_cast<double>(held);
        }
        return sum;
    };
    fit.before = loss();
    std::vector<std::uint32_t> order(used);
    for (std::size_t at = 0; at < used; ++at) order[at] = static_cast<std::uint32_t>(at);
    int steps = 0;
    for (int epoch = 0; epoch < settings.epochs; ++epoch) {
        for (std::size_t at = used; at > 1; --at) std::swap(order[at - 1], order[random.below(static_cast<std::uint32_t>(at))]);
        const double rate = settings.step * std::pow(0.05, static_cast<double>(epoch) / settings.epochs);
        for (std::size_t begin = 0; begin + batch <= used; begin += batch) {
            if (stop.load(std::memory_order_relaxed)) return fit;
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t at = begin; at < begin + batch; ++at) {
                // Adam is invariant to the scale of the gradient, so the slope is left out.
                const double miss = win_probability(data.value(order[at], now), fit.slope) - label(order[at]);
                data.add_gradient(order[at], miss / static_cast<double>(batch), gradient);
            }
            ++steps;
            const double correct_mean = 1 - std::pow(0.9, steps), correct_square = 1 - std::pow(0.999, steps);
            for (std::size_t at = 0; at < now.size(); ++at) {
                const double change = gradient[at] + settings.regularisation * (now[at] - weights[at]);
                mean[at] += 0.1 * (change - mean[at]);
                square[at] += 0.001 * (change * change - square[at]);
                now[at] -= rate * (mean[at] / correct_mean) / (std::sqrt(square[at] / correct_square) + 1e-6);
            }
        }
    }
    fit.after = loss();
    for (int phase = 0; phase < M::phases; ++phase)
        for (int feature = 0; feature < M::features; ++feature)
            now[phase * M::features + feature] = now[phase * M::features + M::tied(feature)];
    M::normalise(now, weights);
    weights = now;
    return fit;
}

}  // namespace zermelo::learning
