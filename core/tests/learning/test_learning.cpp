// Training lowers the error on positions it was not trained on, gives the same weights with any number of threads and when
// resumed, stops when asked to, and rejects invalid states.
#include <cmath>
#include <cstdlib>
#include <string>

#include "check.hpp"
#include "zermelo/base/checksum.hpp"
#include "zermelo/games/antichess/model.hpp"
#include "zermelo/games/chess/model.hpp"
#include "zermelo/games/connect_four/model.hpp"
#include "zermelo/games/othello/model.hpp"
#include "zermelo/learning/training.hpp"

using namespace zermelo;
using namespace zermelo::learning;

static_assert(Model<ChessModel> && Model<AntiChessModel> && Model<ConnectFourModel>);

namespace {

const std::atomic<bool> no_stop{false};

// Chess and Connect Four begin with weights that so few games hardly improve.
template <class T>
void test_training(int games, int nodes, bool improves = true) {
    T training(TrainingOptions{games, nodes, 4, 1, 7}), threaded(TrainingOptions{games, nodes, 4, 3, 7});
    const std::string first = training.weights();
    const Fit fit = training.learn(no_stop);
    CHECK(training.generation() == 1 && training.done() == games && training.weights() != first);
    CHECK(fit.positions > 100 && (fit.after < fit.before || !improves));
    threaded.learn(no_stop);
    CHECK(threaded.weights() == training.weights());

    T resumed(TrainingOptions{games, nodes, 4, 2, 7});
    CHECK(resumed.resume(1, training.weights(), training.window()).empty() && resumed.weights() == training.weights());
    CHECK(resumed.compare(false, no_stop).share == 0.5);  // against itself until it has learnt more
    training.learn(no_stop);
    resumed.learn(no_stop);
    CHECK(resumed.generation() == 2 && resumed.weights() == training.weights());

    CHECK(resumed.compare(false, no_stop).share == training.compare(false, no_stop).share);
    const Score score = training.compare(true, no_stop);
    CHECK(score.share >= 0 && score.share <= 1 && training.done() == 2);
    T other(TrainingOptions{games, nodes, 4, 1, 8});
    other.learn(no_stop);
    CHECK(other.weights() != threaded.weights());

    // The same games played in parts by another training, which has adopted the weights, teach the same.
    T driver(TrainingOptions{games, nodes, 4, 1, 7}), worker(TrainingOptions{games, nodes, 4, 2, 7});
    for (int generation = 0; generation < 2; ++generation) {
        CHECK(worker.adopt(generation, driver.weights(), driver.weights_before()).empty());
        auto played = worker.play({0, games / 3}, no_stop);
        const auto rest = worker.play({games / 3, games - games / 3}, no_stop);
        played.insert(played.end(), rest.begin(), rest.end());
        driver.learn_from(std::move(played), no_stop);
    }
    CHECK(driver.generation() == 2 && driver.weights() == training.weights());
    CHECK(worker.adopt(2, driver.weights(), driver.weights_before()).empty());
    for (const bool with_start : {false, true}) {
        const double one = worker.play_pairs(with_start, {0, 1}, no_stop)[0], two = worker.play_pairs(with_start, {1, 1}, no_stop)[0];
        CHECK(score_of({one, two}).share == training.compare(with_start, no_stop).share);
    }
    CHECK(!worker.adopt(2, "rubbish", "").empty());
}

// The weights that training begins with, as a checksum of their file.
template <class M>
void test_initial_weights(std::uint32_t expected) {
    const std::string file = M::save(M::initial_weights());
    const std::uint32_t checksum = crc32({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
    if (checksum != expected) std::printf("initial weights: checksum %u\n", checksum);
    CHECK(checksum == expected);
}

// The games of self-play with these weights, as a checksum, and how many of them White, or the first player, has won and lost.
template <class M>
void test_self_play(int nodes, std::uint32_t expected, int won, int lost) {
    std::atomic<int> done{0};
    const auto games = self_play<M>(TrainingOptions{20, nodes, 0, 1, 5}, M::initial_weights(), 1, {0, 20}, no_stop, done);
    std::string text;
    int wins = 0, losses = 0;
    for (const auto& game : games) {
        text += std::to_string(game.opening) + ' ' + std::to_string(game.result);
        for (const auto move : game.moves) text += ' ' + std::to_string(move);
        for (const Value value : game.values) text += ' ' + std::to_string(value);
        wins += game.result == 1.0f, losses += game.result == 0.0f;
    }
    const std::uint32_t checksum = crc32({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
    if (checksum != expected) std::printf("self-play: checksum %u, %d won, %d lost\n", checksum, wins, losses);
    CHECK(checksum == expected && wins == won && losses == lost && done == 20);
}

void test_score() {
    const Score score = score_of({1, 0.5, 0.5, 0});
    CHECK(score.share == 0.5 && std::abs(score.error - std::sqrt(0.125 / 4)) < 1e-12);
    CHECK(score_of({}).share == 0 && score_of({1, 1}).share == 1 && score_of({1, 1}).error == 0);
}

// A pawn is worth 100 on average, and the player to move has the same bonus as before.
void test_normalised_weights() {
    Training<ChessModel> training(TrainingOptions{30, 20, 0, 1, 7});
    training.learn(no_stop);
    const std::string weights = training.weights();
    CHECK(weights.find("tempo 20 10\n") != weights.npos);
    int middlegame = 0, endgame = 0;
    CHECK(std::sscanf(weights.c_str() + weights.find("material.pawn "), "material.pawn %d %d", &middlegame, &endgame) == 2);
    CHECK(std::abs(middlegame + endgame - 200) <= 1);
}

template <class T>
void test_stop() {
    std::atomic<bool> stop{true};
    T training(TrainingOptions{1000, 100, 0, 2, 1});
    const std::string before = training.weights();
    training.learn(stop);
    CHECK(training.generation() == 0 && training.weights() == before && training.window().empty());
}

// A fit that is stopped leaves the weights as they are.
void test_stopped_fit() {
    using M = ConnectFourModel;
    std::atomic<int> done{0};
    const Vector before = M::initial_weights();
    const auto games = self_play<M>(TrainingOptions{20, 40, 0, 1, 5}, before, 1, {0, 20}, no_stop, done);
    const TrainingData<M> data({games}, before);
    for (const bool stopped : {true, false}) {
        const std::atomic<bool> stop{stopped};
        Vector weights = before;
        fit_weights(data, weights, Random(1), stop);
        CHECK((weights == before) == stopped);
    }
}

void test_invalid_states() {
    using T = Training<ConnectFourModel>;
    T training(TrainingOptions{10, 20, 0, 1, 1});
    const T::Games bad{{{0, 0, 0, 0, 0, 0, 0}, std::vector<Value>(7), 0, 0.5f}}, longer{{{3}, {}, 0, 0.5f}}, fine{{{3}, {0}, 1, 0.5f}};
    CHECK(!training.resume(1, training.weights(), {bad}).empty());
    CHECK(!training.resume(1, training.weights(), {longer}).empty());
    CHECK(!training.resume(1, "nonsense 1", {fine}).empty());
    CHECK(!training.resume(1, "centre_stones x", {fine}).empty());
    CHECK(!training.resume(1, training.weights(), {}).empty());
    CHECK(!training.resume(0, training.weights(), {fine}).empty());
    CHECK(training.generation() == 0);
    CHECK(training.resume(3, training.weights(), {fine}).empty() && training.generation() == 3);
}

void test_invalid_othello_states() {
    using Games = OthelloTraining::Games;
    OthelloTraining training(TrainingOptions{40, 1, 0, 1, 1});
    training.learn(no_stop);
    const std::string weights = training.weights();
    Games unfinished = training.window()[0], illegal = unfinished;
    unfinished[0].moves.pop_back(), unfinished[0].values.pop_back();
    illegal[0].moves[0] = 0;
    OthelloTraining other(TrainingOptions{40, 1, 0, 1, 1});
    CHECK(!other.resume(1, weights, {unfinished}).empty() && !other.resume(1, weights, {illegal}).empty());
    CHECK(!other.resume(1, weights.substr(1), training.window()).empty() && !other.resume(1, weights, {}).empty());
    CHECK(other.generation() == 0 && other.weights().empty());
    // Training leaves the program's own weights alone.
    CHECK(!othello::weights().loaded());
}

// The weights of a later generation beat those of the first.
void test_later_weights_win() {
    OthelloTraining training(TrainingOptions{1000, 1, 100, 2, 3});
    training.learn(no_stop);
    training.learn(no_stop);
    const Score score = training.compare(false, no_stop);
    CHECK(score.share > 0.55);
}

}  // namespace

int main() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    test_training<Training<ConnectFourModel>>(60, 20, false);
#else
    test_training<Training<ConnectFourModel>>(60, 60, false);
    test_training<Training<AntiChessModel>>(300, 80);
    test_training<Training<ChessModel>>(30, 100, false);
    test_training<OthelloTraining>(200, 1);
    test_later_weights_win();
#endif
    test_initial_weights<ConnectFourModel>(3724506282u);
    test_initial_weights<AntiChessModel>(2816747762u);
    test_initial_weights<ChessModel>(3923904720u);
    test_self_play<ConnectFourModel>(40, 488163050u, 11, 8);
    test_self_play<AntiChessModel>(40, 44100402u, 8, 12);
    test_self_play<ChessModel>(40, 3469438457u, 8, 11);
    test_score();
    test_normalised_weights();
    test_stop<Training<ConnectFourModel>>();
    test_stop<OthelloTraining>();
    test_stopped_fit();
    test_invalid_othello_states();
    test_invalid_states();
    return report("learning");
}
