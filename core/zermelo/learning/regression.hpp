// Logistic regression: weights such that the static value of a position foretells what came of it. Every position is
// labelled with a chance to win, partly the result of its game and partly the value of the search that looked at it (results
// alone are so noisy that the weights get worse). The fit is Adam on the squared error, drawn towards the weights it began with.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <vector>

#include "zermelo/learning/self_play.hpp"

namespace zermelo::learning {

// The positions of games as the fit sees them: which features, how often, and how much of each part of the weights counts.
template <Course C>
class Data {
public:
    Data(const std::deque<std::vector<PlayedGame<typename C::Play>>>& window, const Vector& weights) {
        begins_.push_back(0);
        Counts counts(C::features);
        for (const auto& generation : window)
            for (const auto& record : generation) {
                auto game = after(record, record.opening);
                for (std::size_t at = record.opening; at < record.moves.size(); ++at) {
                    if (std::abs(record.values[at]) < C::manners.told && C::quiet(game, record.moves[at])) {
                        C::count(game, counts);
                        add(counts, C::shares(game, counts, weights), record.result, record.values[at]);
                    }
                    game = game.play(record.moves[at]);
                }
            }
    }

    std::size_t size() const { return results_.size(); }

    double value(std::size_t at, const Vector& weights) const {
        double sum = 0;
        for (int part = 0; part < C::parts; ++part) {
            const double* const of = &weights[static_cast<std::size_t>(part) * C::features];
            double half = 0;
            for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) half += used_[each].count * of[used_[each].feature];
            sum += half * shares_[at * C::parts + part];
        }
        return sum;
    }
    void add_gradient(std::size_t at, double times, Vector& gradient) const {
        for (int part = 0; part < C::parts; ++part) {
            double* const of = &gradient[static_cast<std::size_t>(part) * C::features];
            const double share = times * shares_[at * C::parts + part];
            for (std::size_t each = begins_[at]; each < begins_[at + 1]; ++each) of[used_[each].feature] += share * used_[each].count;
        }
    }
    double result(std::size_t at) const { return results_[at]; }
    double searched(std::size_t at) const { return values_[at]; }

private:
    template <class Shares>
    void add(const Counts& counts, const Shares& shares, float result, Value value) {
        for (int feature = 0; feature < C::features; ++feature)
            if (counts[feature])
                used_.push_back({static_cast<std::int16_t>(C::tied(feature)), static_cast<std::int16_t>(counts[feature])});
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

inline double chance(double value, double slope) { return 1 / (1 + std::exp(-slope * value)); }

// How steeply values of searches turn into results: the slope with the least error, by golden section.
template <Course C>
double fit_slope(const Data<C>& data) {
    const auto error = [&](double slope) {
        double sum = 0;
        for (std::size_t at = 0; at < data.size(); ++at) {
            const double miss = chance(data.searched(at), slope) - data.result(at);
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

struct Fit {
    double slope = 0;              // 0: there is none
    double before = 0, after = 0;  // the mean squared error on positions the fit has not seen
    std::size_t positions = 0;
};

// Fits the weights; where it is stopped they are as they were.
template <Course C>
Fit fit(const Data<C>& data, Vector& weights, Random random, const std::atomic<bool>& stop) {
    constexpr Method method = C::method;
    // The last twentieth, the latest games, is kept out, to measure.
    const std::size_t held = std::max<std::size_t>(data.size() / 20, 1), used = data.size() - held;
    const std::size_t batch = std::clamp<std::size_t>(used / 8, 1, 1000);
    Fit told;
    told.positions = data.size();
    told.slope = method.slope > 0 ? method.slope : fit_slope(data);
    const auto label = [&](std::size_t at) {
        return method.by_result * data.result(at) + (1 - method.by_result) * chance(data.searched(at), told.slope);
    };
    Vector now = weights, mean(now.size()), square(now.size()), gradient(now.size());
    const auto loss = [&] {
        double sum = 0;
        for (std::size_t at = used; at < data.size(); ++at) {
            const double miss = chance(data.value(at, now), told.slope) - label(at);
            sum += miss * miss / static_cast<double>(held);
        }
        return sum;
    };
    told.before = loss();
    std::vector<std::uint32_t> order(used);
    for (std::size_t at = 0; at < used; ++at) order[at] = static_cast<std::uint32_t>(at);
    int steps = 0;
    for (int epoch = 0; epoch < method.epochs; ++epoch) {
        for (std::size_t at = used; at > 1; --at) std::swap(order[at - 1], order[random.below(static_cast<std::uint32_t>(at))]);
        const double rate = method.step * std::pow(0.05, static_cast<double>(epoch) / method.epochs);
        for (std::size_t begin = 0; begin + batch <= used; begin += batch) {
            if (stop.load(std::memory_order_relaxed)) return told;
            std::fill(gradient.begin(), gradient.end(), 0.0);
            for (std::size_t at = begin; at < begin + batch; ++at) {
                // The slope is left out of the gradient: Adam does not mind its size.
                const double miss = chance(data.value(order[at], now), told.slope) - label(order[at]);
                data.add_gradient(order[at], miss / static_cast<double>(batch), gradient);
            }
            ++steps;
            const double correct_mean = 1 - std::pow(0.9, steps), correct_square = 1 - std::pow(0.999, steps);
            for (std::size_t at = 0; at < now.size(); ++at) {
                const double slant = gradient[at] + method.pull * (now[at] - weights[at]);
                mean[at] += 0.1 * (slant - mean[at]);
                square[at] += 0.001 * (slant * slant - square[at]);
                now[at] -= rate * (mean[at] / correct_mean) / (std::sqrt(square[at] / correct_square) + 1e-6);
            }
        }
    }
    told.after = loss();
    for (int part = 0; part < C::parts; ++part)
        for (int feature = 0; feature < C::features; ++feature)
            now[part * C::features + feature] = now[part * C::features + C::tied(feature)];
    C::settle(now, weights);
    weights = now;
    return told;
}

}  // namespace zermelo::learning
