// Games of self-play, and matches between two sets of weights. Each game has its own random numbers, so the same seed gives the same
// games with any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/learning/model.hpp"
#include "zermelo/learning/report.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/search.hpp"

namespace zermelo::learning {

// A game. After the random opening every move has the value, for MAX, of the search that chose it.
template <class G>
struct GameRecord {
    std::vector<typename G::Move> moves;
    std::vector<Value> values;
    std::size_t opening = 0;
    float result = 0.5f;  // for MAX: 1, 1/2 or 0
};

inline constexpr std::size_t window_size = 3;  // generations to learn from

// What is wrong with the games of a training that is to be resumed; empty if nothing is.
template <class G>
std::string check_games(int generation, const std::deque<std::vector<GameRecord<G>>>& window, bool to_the_end) {
    if (generation < 1 || window.empty() || window.size() >= window_size) return "its generations are not in order";
    for (const auto& games : window)
        for (const GameRecord<G>& record : games) {
            bool legal = record.values.size() == record.moves.size() && record.opening <= record.moves.size();
            G game;
            for (auto move = record.moves.begin(); legal && move != record.moves.end(); ++move) {
                Moves<G> moves;
                game.moves(moves);
                legal = std::find(moves.begin(), moves.end(), *move) != moves.end();
                if (legal) game = game.play(*move);
            }
            if (!legal || (to_the_end && !game.over())) return "it has a game with a move that is not legal";
        }
    return "";
}

// Games, or pairs of games, by their numbers. Each has its own random numbers, so parts of a generation can be played elsewhere.
struct Range {
    int first, count;
};

// Calls work(number) for every number below `count`, on several threads; each thread calls `make` for a `work` of its own.
template <class Make>
void in_parallel(int count, int threads, const std::atomic<bool>& stop, std::atomic<int>& done, Make make) {
    std::atomic<int> next = 0;
    std::vector<std::thread> running;
    for (int thread = 0; thread < threads; ++thread)
        running.emplace_back([&] {
            auto work = make();
            for (int number = next++; number < count && !stop.load(std::memory_order_relaxed); number = next++) {
                work(number);
                ++done;
            }
        });
    for (auto& thread : running) thread.join();
}

// One side of a game: its weights and its transposition table.
template <Model M>
class Player {
    using G = typename M::Play;

public:
    explicit Player(const Vector& weights, int nodes) : evaluation_(weights), table_(1), nodes_(nodes) {}

    void new_game() { table_.clear(); }

    // The best move and its value for the player to move.
    std::pair<typename G::Move, Value> choose(const G& game, const typename M::History& history) {
        SearchRequest request;
        request.nodes = static_cast<std::uint64_t>(nodes_);
        request.past = history.keys();
        // Tables that this process happens to have loaded must not change the games.
        if constexpr (HasEndgameTable<G> || HasResultTable<G>) request.knowledge = false;
        const auto found = search(game, table_, request, AnyEvaluation<G>(evaluation_));
        if (found.moves.empty()) {  // captures used up the nodes before one move was searched: any move will do
            Moves<G> moves;
            game.moves(moves);
            return {moves[0], evaluation_(game)};
        }
        const auto& best = found.moves.front();
        return {best.line.front(), static_cast<Value>(std::lround(for_max(game, best.worth[0]) * report_scale(game)))};
    }

private:
    typename M::Evaluation evaluation_;
    TranspositionTable table_;
    int nodes_;
};

template <class G>
G position_after(const GameRecord<G>& record, std::size_t moves) {
    G game;
    for (std::size_t at = 0; at < moves; ++at) game = game.play(record.moves[at]);
    return game;
}

// Plays random moves until a search finds neither side much better, beginning again if need be.
template <Model M>
GameRecord<typename M::Play> opening(Random& random, Player<M>& judge) {
    using G = typename M::Play;
    for (;;) {
        GameRecord<G> record;
        G game;
        for (int ply = 0; ply < M::self_play_settings.random_moves && !game.over(); ++ply) {
            Moves<G> moves;
            game.moves(moves);
            record.moves.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            game = game.play(record.moves.back());
        }
        record.opening = record.moves.size();
        record.values.assign(record.opening, 0);
        if (!game.over() && std::abs(judge.choose(game, {}).second) <= M::self_play_settings.max_opening_value) return record;
    }
}

// Plays a game on from its opening, until it is over or both sides agree on its result.
template <Model M>
void play_out(GameRecord<typename M::Play>& record, std::array<Player<M>*, 2> players) {
    constexpr SelfPlaySettings settings = M::self_play_settings;
    typename M::History history;
    auto game = position_after(record, record.opening);
    int decided = 0, level = 0;
    for (;;) {
        const int ply = static_cast<int>(record.moves.size());
        if (game.over()) {
            const Value payoff = game.player() == 0 ? game.payoff() : -game.payoff();
            record.result = payoff > 0 ? 1.0f : payoff < 0 ? 0.0f : 0.5f;
            return;
        }
        if (history.repeated(game) || ply >= settings.max_moves) return;
        const auto [move, value] = players[game.player()]->choose(game, history);
        const Value for_max = game.player() == 0 ? value : -value;
        decided = for_max > settings.resign_value ? std::max(decided, 0) + 1 : for_max < -settings.resign_value ? std::min(decided, 0) - 1 : 0;
        level = std::abs(for_max) <= settings.draw_value && ply > 80 ? level + 1 : 0;
        if (std::abs(decided) >= 6) record.result = decided > 0 ? 1.0f : 0.0f;
        if (std::abs(decided) >= 6 || level >= 24) return;
        record.moves.push_back(move);
        record.values.push_back(for_max);
        history.leave(game, move);
        game = game.play(move);
    }
}

inline Random random_for(std::uint64_t seed, int generation, int number) {
    return Random(mix(seed + static_cast<std::uint64_t>(generation)) + mix(static_cast<std::uint64_t>(number)));
}

struct TrainingOptions {
    int games = 5000;  // of self-play in each generation
    int nodes = 1200;  // searched for a move
    int match = 200;   // games to compare two sets of weights
    int threads = 1;
    std::uint64_t seed = 1;
};

template <Model M>
std::vector<GameRecord<typename M::Play>> self_play(const TrainingOptions& options, const Vector& weights, int generation, Range range,
                                                const std::atomic<bool>& stop, std::atomic<int>& done) {
    std::vector<GameRecord<typename M::Play>> games(static_cast<std::size_t>(range.count));
    in_parallel(range.count, options.threads, stop, done, [&] {
        return [&, player = std::make_shared<Player<M>>(weights, options.nodes)](int number) {
            Random random = random_for(options.seed * 1'000'003, generation, range.first + number);
            player->new_game();
            games[number] = opening(random, *player);
            play_out<M>(games[number], {player.get(), player.get()});
        };
    });
    return games;
}

// From the points of pairs of games, 0 to 1 each.
inline Score score_of(const std::vector<double>& points) {
    double sum = 0, squares = 0;
    for (const double pair : points) sum += pair, squares += pair * pair;
    const double pairs = static_cast<double>(std::max<std::size_t>(points.size(), 1)), mean = sum / pairs;
    return {mean, std::sqrt(std::max(0.0, squares / pairs - mean * mean) / pairs)};
}

// Plays pairs of games from the same opening with colours exchanged. Returns the points of `fresh` in each.
template <Model M>
std::vector<double> match(const TrainingOptions& options, const Vector& fresh, const Vector& old, int generation, Range range,
                          const std::atomic<bool>& stop, std::atomic<int>& done) {
    std::vector<double> points(static_cast<std::size_t>(range.count));
    in_parallel(range.count, options.threads, stop, done, [&] {
        return [&, one = std::make_shared<Player<M>>(fresh, options.nodes),
                other = std::make_shared<Player<M>>(old, options.nodes)](int number) {
            Random random = random_for(options.seed * 7'000'003, generation, range.first + number);
            other->new_game();
            const auto start = opening(random, *other);
            for (const bool first : {true, false}) {
                one->new_game();
                other->new_game();
                auto record = start;
                if (first) play_out<M>(record, {one.get(), other.get()});
                else play_out<M>(record, {other.get(), one.get()});
                points[number] += 0.5 * (first ? record.result : 1 - record.result);
            }
        };
    });
    return points;
}

}  // namespace zermelo::learning
