// Training of Othello's patterns by self-play. It has the interface of Training, but a method of its own: a pattern occurs too
// rarely for the regression of the polynomials, and an Othello game can be played perfectly from the middle of the game on.
//
// One generation:
//
// 1. Play games: 5 to 29 random moves (mostly under 15), then searches of two plies with a little noise, and perfect play for
//    the last 14 empty squares. The first generation searches one ply, with the built-in formula.
// 2. Label every position after the random moves with the result of its game, in discs.
// 3. Fit each stage's weights to the labels by stochastic least squares (normalised, shrinking steps), from zero, on the games
//    of the last three generations; those of the first generation are left out as soon as there are others.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "zermelo/games/othello/rules.hpp"
#include "zermelo/learning/regression.hpp"

namespace zermelo::learning {

class OthelloTraining {
public:
    using Play = Othello;
    using Games = std::vector<GameRecord<Othello>>;

    explicit OthelloTraining(const TrainingOptions& options) : options_(options) {}

    int generation() const { return generation_; }
    // Empty before the first generation: there are no weights for the formula it begins with.
    std::string weights() const { return weights_.loaded() ? weights_.save() : ""; }
    std::string weights_before() const { return before_.loaded() ? before_.save() : ""; }
    const std::deque<Games>& window() const { return window_; }
    int done() const { return done_.load(std::memory_order_relaxed); }

    Games play(Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        const int depth = generation_ == 0 ? 1 : 2;
        Games games(static_cast<std::size_t>(range.count));
        in_parallel(range.count, options_.threads, stop, done_, [&] {
            return [&, solver = std::make_shared<othello::Solver>(solver_buckets, othello::has_avx2(), weights_)](int number) {
                Random random = random_for(options_.seed * 1'000'003, generation_ + 1, range.first + number);
                int opening = 5 + static_cast<int>(random.below(10));
                if (random.below(4) == 0) opening += static_cast<int>(random.below(16));
                games[static_cast<std::size_t>(number)] = play({solver.get(), solver.get()}, random, opening, depth, 60);
            };
        });
        return games;
    }

    Fit learn(const std::atomic<bool>& stop) {
        Games games = play({0, options_.games}, stop);
        return stop ? Fit{} : learn_from(std::move(games), stop);
    }

    Fit learn_from(Games games, const std::atomic<bool>& stop) {
        std::deque<Games> window = generation_ == 1 ? std::deque<Games>() : window_;
        window.push_back(std::move(games));
        const std::vector<Sample> samples = label(window);
        if (samples.size() < 20) throw std::invalid_argument("these games have too few positions to learn from: play more");
        othello::Weights fitted;
        const Fit fit = fit_stages(samples, fitted, stop);
        if (stop) return {};
        if (window.size() == window_size) window.pop_front();
        window_ = std::move(window);
        before_ = weights_;
        weights_.load(fitted.save());  // rounded as in a file, so that a resumed training continues exactly
        ++generation_;
        return fit;
    }

    Score compare(bool with_start, const std::atomic<bool>& stop) { return score_of(play_pairs(with_start, {0, options_.match / 2}, stop)); }

    std::vector<double> play_pairs(bool with_start, Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        const othello::Weights start, &old = with_start ? start : before_;
        std::vector<double> points(static_cast<std::size_t>(range.count));
        in_parallel(range.count, options_.threads, stop, done_, [&] {
            return [&, one = std::make_shared<othello::Solver>(solver_buckets, othello::has_avx2(), weights_),
                    other = std::make_shared<othello::Solver>(solver_buckets, othello::has_avx2(), old)](int number) {
                for (const bool first : {true, false}) {
                    Random random = random_for(options_.seed * 7'000'003, with_start ? 0 : generation_, range.first + number);
                    const auto record = first ? play({one.get(), other.get()}, random, match_opening, 2, 1)
                                              : play({other.get(), one.get()}, random, match_opening, 2, 1);
                    points[static_cast<std::size_t>(number)] += 0.5 * (first ? record.result : 1 - record.result);
                }
            };
        });
        return points;
    }

    std::string adopt(int generation, const std::string& weights, const std::string& before) {
        const auto loads = [](othello::Weights& into, const std::string& text) { return text.empty() || into.load(text); };
        generation_ = generation;
        return loads(weights_, weights) && loads(before_, before) ? "" : "its weights cannot be read";
    }

    std::string resume(int generation, const std::string& weights, std::deque<Games> window) {
        othello::Weights read;
        if (!read.load(weights)) return "its weights cannot be read";
        if (const std::string error = check_games(generation, window, true); !error.empty()) return error;
        generation_ = generation;
        weights_ = before_ = read;
        window_ = std::move(window);
        return "";
    }

private:
    static constexpr int exact_empties = 14, solver_buckets = 14, match_opening = 8, epochs = 24;
    static constexpr int used_weights = othello::pattern_images + 3;  // by one position

    struct Sample {
        othello::Board own, other;
        std::int8_t discs;  // the result for the player to move
    };

    // A whole game; `noise` in hundredths of a disc makes moves of nearly the same value vary.
    static GameRecord<Othello> play(std::array<othello::Solver*, 2> players, Random& random, int opening, int depth, int noise) {
        GameRecord<Othello> record;
        for (othello::Solver* player : players) player->clear();
        Othello game;
        while (!game.over()) {
            Moves<Othello> moves;
            game.moves(moves);
            othello::Solver& solver = *players[game.player()];
            Othello::Move chosen = moves[0];
            if (static_cast<int>(record.moves.size()) < opening) {
                chosen = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            } else if (game.empties() <= exact_empties) {
                const int move = solver.solve(game.own(), game.other()).move;
                chosen = move == othello::no_square ? Othello::pass : static_cast<Othello::Move>(move);
            } else if (moves.size() > 1) {
                int best = -100'000;
                for (const Othello::Move move : moves) {
                    const Othello next = game.play(move);
                    const int lucky = static_cast<int>(random.below(static_cast<std::uint32_t>(noise)));
                    const int value = lucky - solver.look(next.own(), next.other(), depth - 1, -6400, std::min(6400, 100 - best));
                    if (value > best) best = value, chosen = move;
                }
            }
            record.moves.push_back(chosen);
            game = game.play(chosen);
        }
        record.opening = std::min<std::size_t>(static_cast<std::size_t>(opening), record.moves.size());
        record.values.assign(record.moves.size(), 0);
        const int black = black_discs(game);
        record.result = black > 0 ? 1.0f : black < 0 ? 0.0f : 0.5f;
        return record;
    }

    static int black_discs(const Othello& over) { return over.player() == 0 ? over.payoff() : -over.payoff(); }

    static std::vector<Sample> label(const std::deque<Games>& window) {
        std::vector<Sample> samples;
        for (const Games& games : window)
            for (const GameRecord<Othello>& record : games) {
                const int black = black_discs(position_after(record, record.moves.size()));
                Othello game = position_after(record, record.opening);
                for (std::size_t at = record.opening; at < record.moves.size(); ++at) {
                    if (record.moves[at] != Othello::pass)
                        samples.push_back({game.own(), game.other(), static_cast<std::int8_t>(game.player() == 0 ? black : -black)});
                    game = game.play(record.moves[at]);
                }
            }
        return samples;
    }

    static int mobility(othello::Board own, othello::Board other) { return std::popcount(othello::PortableFlips::moves(own, other)); }

    // The weights that a position uses, folded.
    static void gather(const Sample& sample, std::int32_t* used) {
        const auto& map = othello::PatternMap::get();
        othello::Indices index;
        map.indices(sample.own, sample.other, index);
        for (int image = 0; image < othello::pattern_images; ++image) *used++ = map.folded(map.offset(image) + index.at[image]);
        *used++ = othello::own_moves_at + std::min(31, mobility(sample.own, sample.other));
        *used++ = othello::other_moves_at + std::min(31, mobility(sample.other, sample.own));
        *used++ = othello::empties_at + 64 - std::popcount(sample.own | sample.other);
    }

    // Squared errors on positions that the fit has not seen, with the last generation's weights and with the new ones.
    struct Errors {
        double before = 0, after = 0;
        std::size_t count = 0;
    };

    Errors fit_stage(int stage, const std::vector<Sample>& samples, float* weights, const std::atomic<bool>& stop) const {
        // The last twentieth, the latest games, is kept out of the fit to measure the errors.
        const std::size_t seen = samples.size() - samples.size() / 20;
        std::vector<std::uint32_t> order, held;
        for (std::size_t at = 0; at < samples.size(); ++at) {
            // Neighbouring stages share the positions at their border.
            const int discs = std::popcount(samples[at].own | samples[at].other);
            for (const int near : {discs - 2, discs, discs + 2})
                if (othello::stage_of(near) == stage) {
                    (at < seen ? order : held).push_back(static_cast<std::uint32_t>(at));
                    break;
                }
        }
        Random random = random_for(options_.seed, generation_ + 1, -1 - stage);
        for (std::size_t at = order.size(); at > 1; --at) std::swap(order[at - 1], order[random.below(static_cast<std::uint32_t>(at))]);
        std::vector<std::int32_t> used(order.size() * used_weights);
        for (std::size_t at = 0; at < order.size(); ++at) gather(samples[order[at]], &used[at * used_weights]);
        const auto miss = [&](const Sample& sample, const std::int32_t* of) {
            return 100.0f * sample.discs - std::accumulate(of, of + used_weights, 0.0f, [&](float sum, int weight) { return sum + weights[weight]; });
        };

        for (int epoch = 0; epoch < epochs && !stop.load(std::memory_order_relaxed); ++epoch) {
            const float step = 0.25f * std::pow(0.06f, static_cast<float>(epoch) / epochs) / used_weights;
            for (std::size_t at = 0; at < order.size(); ++at) {
                const std::int32_t* const of = &used[at * used_weights];
                const float change = step * miss(samples[order[at]], of);
                for (int each = 0; each < used_weights; ++each) weights[of[each]] += change;
            }
        }
        Errors errors{0, 0, held.size()};
        for (const std::uint32_t at : held) {
            const Sample& sample = samples[at];
            std::int32_t of[used_weights];
            gather(sample, of);
            const double before = 100.0 * sample.discs - weights_.evaluate(sample.own, sample.other, mobility(sample.own, sample.other),
                                                                         mobility(sample.other, sample.own));
            const double after = miss(sample, of);
            errors.before += before * before, errors.after += after * after;
        }
        return errors;
    }

    Fit fit_stages(const std::vector<Sample>& samples, othello::Weights& out, const std::atomic<bool>& stop) const {
        std::vector<float> fitted(static_cast<std::size_t>(othello::stages) * othello::stage_weights);
        std::vector<Errors> errors(othello::stages);
        std::atomic<int> stages_done{0};
        in_parallel(othello::stages, options_.threads, stop, stages_done, [&] {
            return [&](int stage) {
                float* const weights = &fitted[static_cast<std::size_t>(stage) * othello::stage_weights];
                errors[static_cast<std::size_t>(stage)] = fit_stage(stage, samples, weights, stop);
            };
        });
        const auto& map = othello::PatternMap::get();
        std::vector<std::int16_t> rounded(fitted.size());
        for (std::size_t at = 0; at < fitted.size(); ++at) {
            const std::size_t weight = at % othello::stage_weights, first = at - weight;
            const float value = fitted[first + static_cast<std::size_t>(map.folded(static_cast<int>(weight)))];
            rounded[at] = static_cast<std::int16_t>(std::lround(std::clamp(value, -9999.0f, 9999.0f)));
        }
        out.set(std::move(rounded));
        Errors all;
        for (const Errors& stage : errors) all.before += stage.before, all.after += stage.after, all.count += stage.count;
        const auto in_discs = [&](double squares) { return all.count ? std::sqrt(squares / static_cast<double>(all.count)) / 100 : 0; };
        Fit fit;
        fit.positions = samples.size(), fit.before = in_discs(all.before), fit.after = in_discs(all.after);
        return fit;
    }

    TrainingOptions options_;
    othello::Weights weights_, before_;
    std::deque<Games> window_;
    int generation_ = 0;
    std::atomic<int> done_{0};
};

}  // namespace zermelo::learning
