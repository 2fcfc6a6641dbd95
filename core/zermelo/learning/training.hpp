// Training of a scoring polynomial by self-play. Each generation plays games with the last weights and fits new ones to the games of
// the last three generations; a match measures the gain. The same seed gives the same weights with any number of threads, and also
// when a training is stopped between two generations and resumed.
#pragma once

#include <deque>
#include <stdexcept>
#include <string>

#include "zermelo/learning/regression.hpp"

namespace zermelo::learning {

template <Model M>
class Training {
public:
    using Play = typename M::Play;
    using Games = std::vector<GameRecord<Play>>;

    explicit Training(const TrainingOptions& options) : options_(options), weights_(M::initial_weights()), before_(weights_) {}

    int generation() const { return generation_; }
    std::string weights() const { return M::save(weights_); }
    std::string weights_before() const { return M::save(before_); }  // of the generation before
    const std::deque<Games>& window() const { return window_; }
    // Games of self-play, or pairs of games of a match, finished so far. To be read from other threads.
    int done() const { return done_.load(std::memory_order_relaxed); }

    // Plays games of the next generation.
    Games play(Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        return self_play<M>(options_, weights_, generation_ + 1, range, stop, done_);
    }

    // Runs one generation. If it is stopped, nothing has changed.
    Fit learn(const std::atomic<bool>& stop) {
        Games games = play({0, options_.games}, stop);
        return stop ? Fit{} : learn_from(std::move(games), stop);
    }

    // The same with all games of the generation played already, in order.
    Fit learn_from(Games games, const std::atomic<bool>& stop) {
        window_.push_back(std::move(games));
        const TrainingData<M> data(window_, weights_);
        if (data.size() < 20) {
            window_.pop_back();
            throw std::invalid_argument("these games have too few positions to learn from: play more");
        }
        Vector fresh = weights_;
        const Fit fit = fit_weights(data, fresh, random_for(options_.seed, generation_ + 1, -1), stop);
        if (stop) {
            window_.pop_back();
            return {};
        }
        // Rounded as in a file, so that a resumed training continues exactly.
        M::load(M::save(fresh), fresh);
        if (window_.size() > window_size - 1) window_.pop_front();
        before_ = weights_;
        weights_ = fresh;
        ++generation_;
        return fit;
    }

    // Plays a match of the current weights against those of the generation before, or against the initial ones.
    Score compare(bool with_start, const std::atomic<bool>& stop) { return score_of(play_pairs(with_start, {0, options_.match / 2}, stop)); }

    // Plays pairs of games of this match and returns the points of each.
    std::vector<double> play_pairs(bool with_start, Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        return match<M>(options_, weights_, with_start ? M::initial_weights() : before_, with_start ? 0 : generation_, range, stop, done_);
    }

    // Takes over the weights of another training, to play its games but not to learn. Returns an empty string, or what is wrong.
    std::string adopt(int generation, const std::string& weights, const std::string& before) {
        if (const std::string error = M::load(weights, weights_); !error.empty()) return error;
        generation_ = generation;
        return M::load(before, before_);
    }

    // Continues a training after `generation`. Returns an empty string, or what is wrong; then nothing has changed.
    std::string resume(int generation, const std::string& weights, std::deque<Games> window) {
        Vector read = weights_;
        if (const std::string error = M::load(weights, read); !error.empty()) return error;
        if (const std::string error = check_games(generation, window, false); !error.empty()) return error;
        generation_ = generation;
        weights_ = before_ = read;
        window_ = std::move(window);
        return "";
    }

private:
    TrainingOptions options_;
    Vector weights_, before_;
    std::deque<Games> window_;
    int generation_ = 0;
    std::atomic<int> done_{0};
};

}  // namespace zermelo::learning
