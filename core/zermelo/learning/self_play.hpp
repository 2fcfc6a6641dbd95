// Games of a program against itself, and matches between two sets of weights. Each game has its own random numbers, whichever
// thread plays it, so that the same seed gives the same games with any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/learning/course.hpp"
#include "zermelo/search/deepening.hpp"

namespace zermelo::learning {

// A game as it was played: after the random opening every move has the value, for MAX, of the search that chose it.
template <class G>
struct PlayedGame {
    std::vector<typename G::Move> moves;
    std::vector<Value> values;
    std::size_t opening = 0;
    float result = 0.5f;  // for MAX: 1, 1/2 or 0
};

// Calls work(number) for all numbers, on several threads; each makes its own `work` by `make`.
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

// One side of a game: its weights, and what it remembers of the game.
template <Course C>
class Player {
    using G = typename C::Play;

public:
    explicit Player(const Vector& weights, int nodes) : evaluation_(weights), table_(1), nodes_(nodes) {}

    void forget() { table_.clear(); }

    // The best move found and its value for the player to move.
    std::pair<typename G::Move, Value> choose(const G& game, const typename C::History& history) {
        SearchLimits limits;
        limits.nodes = static_cast<std::uint64_t>(nodes_);
        limits.past = history.keys();
        const auto evaluation = [this](const G& at) { return evaluation_(at); };
        const auto found = search(game, table_, limits, SearchOptions{}, evaluation);
        if (found.lines.empty()) {  // so many captures that the nodes did not do for one move: any will do
            Moves<G> moves;
            game.moves(moves);
            return {moves[0], evaluation_(game)};
        }
        return {found.lines.front().moves.front(), found.lines.front().value};
    }

private:
    typename C::Evaluation evaluation_;
    TranspositionTable table_;
    int nodes_;
};

template <class G>
G after(const PlayedGame<G>& record, std::size_t moves) {
    G game;
    for (std::size_t at = 0; at < moves; ++at) game = game.play(record.moves[at]);
    return game;
}

// Random moves, again and again until a search finds neither side much better.
template <Course C>
PlayedGame<typename C::Play> opening(Random& random, Player<C>& judge) {
    using G = typename C::Play;
    for (;;) {
        PlayedGame<G> record;
        G game;
        for (int ply = 0; ply < C::manners.opening && !game.over(); ++ply) {
            Moves<G> moves;
            game.moves(moves);
            record.moves.push_back(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            game = game.play(record.moves.back());
        }
        record.opening = record.moves.size();
        record.values.assign(record.opening, 0);
        if (!game.over() && std::abs(judge.choose(game, {}).second) <= C::manners.balanced) return record;
    }
}

// Plays on from an opening. Where both sides have long agreed who wins, or that nothing happens, the game ends.
template <Course C>
void play_out(PlayedGame<typename C::Play>& record, std::array<Player<C>*, 2> players) {
    constexpr Manners manners = C::manners;
    typename C::History history;
    auto game = after(record, record.opening);
    int decided = 0, level = 0;
    for (;;) {
        const int ply = static_cast<int>(record.moves.size());
        if (game.over()) {
            const Value payoff = game.player() == 0 ? game.payoff() : -game.payoff();
            record.result = payoff > 0 ? 1.0f : payoff < 0 ? 0.0f : 0.5f;
            return;
        }
        if (history.repeated(game) || ply >= manners.longest) return;
        const auto [move, value] = players[game.player()]->choose(game, history);
        const Value for_max = game.player() == 0 ? value : -value;
        decided = for_max > manners.decided ? std::max(decided, 0) + 1 : for_max < -manners.decided ? std::min(decided, 0) - 1 : 0;
        level = std::abs(for_max) <= manners.level && ply > 80 ? level + 1 : 0;
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

// How much to play, and how well.
struct Effort {
    int games = 5000, nodes = 1200, match = 200, threads = 1;
    std::uint64_t seed = 1;
};

template <Course C>
std::vector<PlayedGame<typename C::Play>> self_play(const Effort& effort, const Vector& weights, int generation,
                                                const std::atomic<bool>& stop, std::atomic<int>& done) {
    std::vector<PlayedGame<typename C::Play>> games(static_cast<std::size_t>(effort.games));
    in_parallel(effort.games, effort.threads, stop, done, [&] {
        return [&, player = std::make_shared<Player<C>>(weights, effort.nodes)](int number) {
            Random random = random_for(effort.seed * 1'000'003, generation, number);
            player->forget();
            games[number] = opening(random, *player);
            play_out<C>(games[number], {player.get(), player.get()});
        };
    });
    return games;
}

// A share of the points, and its standard error.
struct Score {
    double share = 0, error = 0;
};

// From the points of pairs of games, 0 to 1 each.
inline Score score_of(const std::vector<double>& points) {
    double sum = 0, squares = 0;
    for (const double pair : points) sum += pair, squares += pair * pair;
    const double pairs = static_cast<double>(std::max<std::size_t>(points.size(), 1)), mean = sum / pairs;
    return {mean, std::sqrt(std::max(0.0, squares / pairs - mean * mean) / pairs)};
}

// Pairs of games from the same opening with colours exchanged: the fresh weights' share.
template <Course C>
Score match(const Effort& effort, const Vector& fresh, const Vector& old, int generation, const std::atomic<bool>& stop,
            std::atomic<int>& done) {
    std::vector<double> points(static_cast<std::size_t>(effort.match / 2));
    in_parallel(effort.match / 2, effort.threads, stop, done, [&] {
        return [&, one = std::make_shared<Player<C>>(fresh, effort.nodes),
                other = std::make_shared<Player<C>>(old, effort.nodes)](int number) {
            Random random = random_for(effort.seed * 7'000'003, generation, number);
            other->forget();
            const auto start = opening(random, *other);
            for (const bool first : {true, false}) {
                one->forget();
                other->forget();
                auto record = start;
                if (first) play_out<C>(record, {one.get(), other.get()});
                else play_out<C>(record, {other.get(), one.get()});
                points[number] += 0.5 * (first ? record.result : 1 - record.result);
            }
        };
    });
    return score_of(points);
}

}  // namespace zermelo::learning
