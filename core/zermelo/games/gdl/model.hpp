// Learns the weights of a game given by rules from games that it plays with itself: first at random, 512 at a time, then by its own
// static values, one move ahead. A position teaches the result of its game, by logistic regression with Adagrad (Duchi, Hazan and
// Singer 2011) on features of mean 0 and deviation 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/games/gdl/evaluation.hpp"
#include "zermelo/games/gdl/game.hpp"
#include "zermelo/games/gdl/sliced.hpp"

namespace zermelo::gdl {

// `G` is a Game of one role, or of two whose goals add up to a constant.
template <class G>
class Learner {
public:
    static constexpr std::uint64_t random_rounds = 48;  // the others are self-play
    static constexpr int games_a_round = 8;

    Learner(const G& start, const FeatureSet& features, std::uint64_t seed)
        : start_(start), features_(features), rules_(start.context().rules), random_(seed), sliced_(rules_.net, random_.next()), size_(features.size()),
          rate_(0.3f / std::sqrt(static_cast<float>(size_))), mean_(size_, 0), scale_(size_, 0), weights_(size_, 0), squares_(size_, 0), row_(size_) {
        const Bounds range = start.player() == 0 ? start.bounds() : Bounds{-start.bounds().high, -start.bounds().low};
        low_ = static_cast<float>(range.low), width_ = static_cast<float>(std::max(range.high - range.low, Value{1}));
    }

    // One round of games, and what they teach. A round is not interrupted, and takes some milliseconds in most games.
    void play_round() {
        if (rounds_ == random_rounds) std::fill(squares_.begin(), squares_.end(), 0.1f);
        rounds_++ < random_rounds ? play_at_random() : play_itself();
    }
    std::uint64_t rounds() const { return rounds_; }

    // In points, by feature.
    std::vector<double> weights() const {
        const double unit = width_ / G::logits_in_range;
        std::vector<double> out(size_);
        double constant = weights_[0];
        for (std::size_t at = 1; at < size_; ++at) {
            out[at] = unit * weights_[at] * scale_[at];
            constant -= weights_[at] * scale_[at] * mean_[at];
        }
        out[0] = low_ + width_ / 2 + unit * constant;
        return out;
    }

private:
    static constexpr float least_deviation = 0.25f, temperature = 0.25f;
    static constexpr std::uint32_t longest_game = 1024, snapshots = 4;
    static constexpr int most_random_moves = 8;
    static constexpr std::uint64_t random_move_share = 16;  // one in so many

    struct Example {
        std::vector<Word> facts;
        float target;
    };

    // The result of a game from 0 to 1, by MAX's payoff.
    float target(double payoff) const { return static_cast<float>((payoff - low_) / width_); }

    // Games from the start in lock step; positions at a few random times.
    void play_at_random() {
        const std::uint64_t games = sliced_.games(), steps = sliced_.steps();
        sliced_.load(start_.facts());
        std::vector<std::uint32_t> times;
        for (std::uint32_t at = 0; at < snapshots; ++at) times.push_back(random_.below(length_));
        std::sort(times.begin(), times.end());
        examples_.clear();
        std::vector<std::uint32_t> lanes_of;
        std::uint32_t time = 0;
        for (const std::uint32_t wanted : times) {
            if (wanted > time) sliced_.finish(wanted - time, 1), time = wanted;
            for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                if (sliced_.finished(lane)) continue;
                Example example{std::vector<Word>(words_for(features_.facts)), 0};
                for (std::uint32_t fact = 0; fact < features_.facts; ++fact)
                    if (sliced_.fact(lane, fact)) example.facts[fact / 64] |= Word{1} << fact % 64;
                Machine& machine = rules_.machine();
                machine.load(example.facts.data());
                if (machine.terminal()) continue;  // a game is finished with the next step
                examples_.push_back(std::move(example));
                lanes_of.push_back(lane);
            }
        }
        sliced_.finish(longest_game);
        if (sliced_.games() > games) length_ = 1 + static_cast<std::uint32_t>((sliced_.steps() - steps) / (sliced_.games() - games));
        std::size_t kept = 0;
        for (std::size_t at = 0; at < examples_.size(); ++at) {
            if (!sliced_.finished(lanes_of[at])) continue;
            const double first = static_cast<double>(sliced_.goal_sum(0, lanes_of[at], 1));
            examples_[at].target = target(rules_.roles() == 1 ? first : 2 * first - rules_.seen.sum.value_or(0));
            if (kept != at) std::swap(examples_[kept], examples_[at]);
            ++kept;
        }
        examples_.resize(kept);
        if (scale_[0] == 0 && !examples_.empty()) standardise();
        learn();
    }

    // Games by the static values of the moves, with some random ones at the beginning and now and then.
    void play_itself() {
        const LinearEvaluation evaluation(features_, weights());
        examples_.clear();
        for (int number = 0; number < games_a_round; ++number) {
            const std::size_t first = examples_.size();
            G game = start_;
            auto opening = random_.below(most_random_moves);
            for (std::uint32_t ply = 0; !game.over() && ply < longest_game; ++ply) {
                if (ply > 0) examples_.push_back({{game.facts(), game.facts() + words_for(features_.facts)}, 0});
                game.advance(choose(game, evaluation, opening > 0 ? opening--, true : random_.below(random_move_share) == 0));
            }
            const float result = game.over() ? target(game.player() == 0 ? game.payoff() : -game.payoff()) : 0.5f;
            for (std::size_t at = first; at < examples_.size(); ++at) examples_[at].target = result;
        }
        learn();
    }
    typename G::Move choose(const G& game, const LinearEvaluation& evaluation, bool at_random) {
        List<typename G::Move, G::max_moves> moves;
        game.moves(moves);
        if (at_random || moves.size() == 1) return moves[random_.below(static_cast<std::uint32_t>(moves.size()))];
        const float sign = game.player() == 0 ? 1.0f : -1.0f, unit = width_ / G::logits_in_range * temperature;
        logits_.clear();
        for (const typename G::Move move : moves) {
            const G next = game.play(move);
            const float points = next.over() ? static_cast<float>(next.player() == 0 ? next.payoff() : -next.payoff()) : next.static_points(evaluation);
            logits_.push_back(sign * points / unit);
        }
        const float most = *std::max_element(logits_.begin(), logits_.end());
        float sum = 0;
        for (float& logit : logits_) sum += logit = std::exp(logit - most);
        float wanted = static_cast<float>(random_.next() >> 40) * 0x1p-24f * sum;
        std::size_t at = 0;
        while (at + 1 < moves.size() && wanted >= logits_[at]) wanted -= logits_[at++];
        return moves[at];
    }

    // Means and deviations of the features, from the first examples.
    void standardise() {
        std::vector<double> sum(size_, 0), squares(size_, 0);
        for (const Example& example : examples_) {
            measure(example);
            for (std::size_t at = 0; at < size_; ++at) sum[at] += row_[at], squares[at] += static_cast<double>(row_[at]) * row_[at];
        }
        const auto count = static_cast<double>(std::max<std::size_t>(examples_.size(), 1));
        for (std::size_t at = 0; at < size_; ++at) {
            mean_[at] = at == 0 ? 0 : static_cast<float>(sum[at] / count);
            const double variance = squares[at] / count - (sum[at] / count) * (sum[at] / count);
            scale_[at] = at == 0 ? 1 : 1 / std::max(static_cast<float>(std::sqrt(std::max(variance, 0.0))), least_deviation);
        }
    }
    void measure(const Example& example) {
        Machine& machine = rules_.machine();
        machine.load(example.facts.data());
        features_.measure(machine, row_.data());
    }
    void learn() {
        for (std::size_t at = examples_.size(); at-- > 1;) std::swap(examples_[at], examples_[random_.below(static_cast<std::uint32_t>(at + 1))]);
        for (const Example& example : examples_) {
            measure(example);
            float logit = 0;
            for (std::size_t at = 0; at < size_; ++at) row_[at] = (row_[at] - mean_[at]) * scale_[at], logit += weights_[at] * row_[at];
            const float error = example.target - 1 / (1 + std::exp(-logit));
            for (std::size_t at = 0; at < size_; ++at) {
                const float slope = error * row_[at] - decay * weights_[at];
                squares_[at] += slope * slope;
                weights_[at] += rate_ * slope / std::sqrt(squares_[at] + 1e-6f);
            }
        }
    }
    static constexpr float decay = 1e-4f;

    const G start_;
    const FeatureSet& features_;
    const Rules& rules_;
    Random random_;
    Sliced sliced_;
    std::size_t size_;
    float rate_;  // of learning: with more features each learns less from an example
    std::vector<float> mean_, scale_, weights_, squares_, row_, logits_;
    std::vector<Example> examples_;
    float low_ = 0, width_ = 1;
    std::uint64_t rounds_ = 0;
    std::uint32_t length_ = 16;  // of random games
};

}  // namespace zermelo::gdl
