// Training of Go's priors by self-play on 9x9 points. It has the interface of Training, but a method of its own: the weights say how
// likely a move is, not who wins.
//
// One generation:
//
// 1. Play games: two to nine moves drawn from the priors, then the move with the most visits of a search by the priors. A game ends
//    when both sides agree on the winner.
// 2. Each point played after the opening has won a competition against all other legal points; a team is the features of a point.
// 3. Fit the gammas to the games of the last three generations (bradley_terry.hpp).
//
// A pass is no competitor, since games end before passes matter: its gammas are scaled so that it stays as likely as it was.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/games/go/rules.hpp"
#include "zermelo/learning/bradley_terry.hpp"
#include "zermelo/learning/self_play.hpp"
#include "zermelo/search/mcts.hpp"

namespace zermelo::learning {

// A game that is searched with gammas of its own.
class WeightedGo : public BasicGo<9> {
public:
    WeightedGo(const BasicGo<9>& game, const go::Gammas& gammas) : BasicGo<9>(game), gammas_(&gammas) {}

    WeightedGo play(Move move) const { return {BasicGo<9>::play(move), *gammas_}; }
    template <class MoveList>
    void priors(const MoveList& moves, float* out) const { BasicGo<9>::priors(moves, out, *gammas_); }

private:
    const go::Gammas* gammas_;
};

class GoPlayer {
public:
    GoPlayer(const go::Gammas& gammas, int simulations, const std::atomic<bool>& stop) : gammas_(gammas), tree_(megabytes) {
        request_.simulations = static_cast<std::uint64_t>(simulations);
        request_.selection = Selection::puct, request_.exploration = 1;
        request_.wins = request_.solver = true, request_.playouts = Playouts::game;
        request_.poll = [&stop] { return stop.load(std::memory_order_relaxed); };
    }

    void new_game() { tree_.clear(); }

    // The move with the most visits, and Black's chance to win in thousandths.
    std::pair<go::Point, Value> choose(const BasicGo<9>& game, Random& random) {
        request_.seed = random.next();
        const auto outcome = mcts<false>(WeightedGo(game, gammas_), request_, AnyEvaluation<WeightedGo>(), tree_);
        if (outcome.moves.empty()) return {go::pass, 500};  // stopped before the first simulation
        return {outcome.moves[0].line[0], static_cast<Value>(std::lround(1000 * outcome.moves[0].win_rate))};
    }

    // A move as likely as its prior.
    go::Point draw(const BasicGo<9>& game, Random& random) const {
        Moves<BasicGo<9>> moves;
        game.moves(moves);
        std::vector<float> priors(moves.size());
        game.priors(moves, priors.data(), gammas_);
        double left = static_cast<double>(random.next() >> 11) * 0x1p-53;
        for (std::size_t at = 0; at < moves.size(); ++at)
            if ((left -= static_cast<double>(priors[at])) < 0) return moves[at];
        return moves[0];
    }

private:
    static constexpr std::size_t megabytes = 16;

    const go::Gammas& gammas_;
    KeptTree tree_;
    SearchRequest request_;
};

class GoTraining {
public:
    using Play = BasicGo<9>;
    using Record = GameRecord<Play>;
    using Games = std::vector<Record>;

    explicit GoTraining(const TrainingOptions& options) : options_(options) {}

    int generation() const { return generation_; }
    std::string weights() const { return gammas_.save(); }
    std::string weights_before() const { return before_.save(); }
    const std::deque<Games>& window() const { return window_; }
    int done() const { return done_.load(std::memory_order_relaxed); }

    Games play(Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        Games games(static_cast<std::size_t>(range.count));
        in_parallel(range.count, options_.threads, stop, done_, [&] {
            return [&, player = std::make_shared<GoPlayer>(gammas_, options_.nodes, stop)](int number) {
                Random random = random_for(options_.seed * 1'000'003, generation_ + 1, range.first + number);
                Record& record = games[static_cast<std::size_t>(number)];
                record = begin(*player, random);
                play_out(record, {player.get(), player.get()}, random, stop);
            };
        });
        return games;
    }

    Fit learn(const std::atomic<bool>& stop) {
        Games games = play({0, options_.games}, stop);
        return stop ? Fit{} : learn_from(std::move(games), stop);
    }

    Fit learn_from(Games games, const std::atomic<bool>& stop) {
        std::deque<Games> window = window_;
        window.push_back(std::move(games));
        Competitions data;
        for (const Games& games : window)
            for (const Record& record : games) add_competitions(record, data);
        if (data.size() < 20) throw std::invalid_argument("these games have too few positions to learn from: play more");
        // The last tenth, the latest games, is kept out of the fit to measure the errors.
        const std::size_t seen = data.size() - data.size() / 10;
        const Vector begun = numbers(gammas_);
        Vector fitted = begun;
        maximise_likelihood(data, seen, fitted, go::feature::groups, go::feature::group_of, rounds, stop);
        if (stop) return {};
        scale_passes(data, begun, fitted);
        before_ = gammas_;
        for (int at = 0; at < gammas_.count(); ++at)
            gammas_[at] = static_cast<float>(std::clamp<double>(fitted[static_cast<std::size_t>(at)], go::Gammas::least, go::Gammas::most));
        gammas_.load(gammas_.save());  // rounded as in a file, so that a resumed training continues exactly
        if (window.size() == window_size) window.pop_front();
        window_ = std::move(window);
        ++generation_;
        Fit fit;
        fit.positions = data.size();
        fit.before = data.log_loss(begun, seen, data.size()), fit.after = data.log_loss(numbers(gammas_), seen, data.size());
        return fit;
    }

    Score compare(bool with_start, const std::atomic<bool>& stop) { return score_of(play_pairs(with_start, {0, options_.match / 2}, stop)); }

    std::vector<double> play_pairs(bool with_start, Range range, const std::atomic<bool>& stop) {
        done_ = 0;
        const go::Gammas start, &old = with_start ? start : before_;
        std::vector<double> points(static_cast<std::size_t>(range.count));
        in_parallel(range.count, options_.threads, stop, done_, [&] {
            return [&, one = std::make_shared<GoPlayer>(gammas_, options_.nodes, stop),
                    other = std::make_shared<GoPlayer>(old, options_.nodes, stop)](int number) {
                Random drawn = random_for(options_.seed * 7'000'003, with_start ? 0 : generation_, range.first + number);
                const Record opening = begin(*other, drawn);
                for (const bool first : {true, false}) {
                    Record record = opening;
                    Random random = drawn;
                    if (first) play_out(record, {one.get(), other.get()}, random, stop);
                    else play_out(record, {other.get(), one.get()}, random, stop);
                    points[static_cast<std::size_t>(number)] += 0.5 * (first ? record.result : 1 - record.result);
                }
            };
        });
        return points;
    }

    std::string adopt(int generation, const std::string& weights, const std::string& before) {
        generation_ = generation;
        const std::string error = gammas_.load(weights);
        return error.empty() ? before_.load(before) : error;
    }

    std::string resume(int generation, const std::string& weights, std::deque<Games> window) {
        go::Gammas read;
        if (const std::string error = read.load(weights); !error.empty()) return error;
        if (const std::string error = check_games(generation, window, false); !error.empty()) return error;
        generation_ = generation;
        gammas_ = before_ = read;
        window_ = std::move(window);
        return "";
    }

private:
    static constexpr int rounds = 30, longest_game = 150;
    static constexpr Value agreed_chance = 950;  // in thousandths
    static constexpr int agreed_moves = 4;       // for so many moves in a row

    static Record begin(const GoPlayer& player, Random& random) {
        Record record;
        Play game;
        for (std::uint32_t left = 2 + random.below(8); left-- > 0 && !game.over();) {
            record.moves.push_back(player.draw(game, random));
            game.advance(record.moves.back());
        }
        record.opening = record.moves.size();
        record.values.assign(record.opening, 500);
        return record;
    }

    static void play_out(Record& record, std::array<GoPlayer*, 2> players, Random& random, const std::atomic<bool>& stop) {
        for (GoPlayer* player : players) player->new_game();
        Play game = position_after(record, record.opening);
        int agreed = 0;
        while (!game.over() && std::abs(agreed) < agreed_moves && record.moves.size() < longest_game && !stop.load(std::memory_order_relaxed)) {
            const auto [move, chance] = players[static_cast<std::size_t>(game.player())]->choose(game, random);
            agreed = chance >= agreed_chance ? std::max(agreed, 0) + 1 : chance <= 1000 - agreed_chance ? std::min(agreed, 0) - 1 : 0;
            record.moves.push_back(move);
            record.values.push_back(chance);
            game.advance(move);
        }
        const Value decided = std::abs(agreed) == agreed_moves ? agreed : game.black_score();
        record.result = decided > 0 ? 1.0f : decided < 0 ? 0.0f : 0.5f;
    }

    static void add_competitions(const Record& record, Competitions& data) {
        Play game = position_after(record, record.opening);
        for (std::size_t at = record.opening; at < record.moves.size(); ++at) {
            if (record.moves[at] != go::pass) {
                Moves<Play> moves;
                game.moves(moves);
                moves.resize(moves.size() - 1);  // without the pass
                const auto situation = game.situation_of_moves();
                go::MoveFeatures<9> features(situation);
                go::MoveFeatures<9>::Features team;
                for (const go::Point move : moves) features.of(move, team), data.add_team({team.begin(), team.size()});
                data.end(static_cast<std::size_t>(std::find(moves.begin(), moves.end(), record.moves[at]) - moves.begin()));
            }
            game.advance(record.moves[at]);
        }
    }

    // By as much as the strengths of points have changed on average.
    static void scale_passes(const Competitions& data, const Vector& begun, Vector& fitted) {
        double sum = 0;
        for (std::size_t at = 0; at < data.size(); ++at) sum += std::log(data.total_strength(at, fitted) / data.total_strength(at, begun));
        const double factor = std::exp(sum / static_cast<double>(data.size()));
        for (const int pass : {go::feature::pass_first, go::feature::pass_after_pass})
            fitted[static_cast<std::size_t>(pass)] = begun[static_cast<std::size_t>(pass)] * factor;
    }

    static Vector numbers(const go::Gammas& gammas) {
        Vector out;
        for (int at = 0; at < gammas.count(); ++at) out.push_back(static_cast<double>(gammas[at]));
        return out;
    }

    TrainingOptions options_;
    go::Gammas gammas_, before_;
    std::deque<Games> window_;
    int generation_ = 0;
    std::atomic<int> done_{0};
};

}  // namespace zermelo::learning
