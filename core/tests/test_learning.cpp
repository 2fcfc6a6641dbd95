// Training: it lessens the error on positions it has not seen, gives the same weights with any number of threads and after
// being taken up again, stops when it is told to, and refuses what is not a training.
#include <string>

#include "check.hpp"
#include "zermelo/learning/antichess.hpp"
#include "zermelo/learning/chess.hpp"
#include "zermelo/learning/connect_four.hpp"
#include "zermelo/learning/othello.hpp"
#include "zermelo/learning/training.hpp"

using namespace zermelo;
using namespace zermelo::learning;

static_assert(Course<ChessCourse> && Course<AntiChessCourse> && Course<ConnectFourCourse>);

namespace {

const std::atomic<bool> on{false};

// Chess and Connect Four begin with weights so good that so few games hardly improve them.
template <class T>
void learns(int games, int nodes, bool improves = true) {
    T training(Effort{games, nodes, 4, 1, 7}), threaded(Effort{games, nodes, 4, 3, 7});
    const std::string first = training.weights();
    const Fit fit = training.learn(on);
    CHECK(training.generation() == 1 && training.done() == static_cast<int>(training.window()[0].size()) && training.weights() != first);
    CHECK(fit.positions > 100 && (fit.after < fit.before || !improves));
    threaded.learn(on);
    CHECK(threaded.weights() == training.weights());

    T resumed(Effort{games, nodes, 4, 2, 7});
    CHECK(resumed.resume(1, training.weights(), training.window()).empty() && resumed.weights() == training.weights());
    training.learn(on);
    resumed.learn(on);
    CHECK(resumed.generation() == 2 && resumed.weights() == training.weights());

    const Score score = training.compare(true, on);
    CHECK(score.share >= 0 && score.share <= 1 && training.done() == 2);
    T other(Effort{games, nodes, 4, 1, 8});
    other.learn(on);
    CHECK(other.weights() != threaded.weights());
}

template <class T>
void stops() {
    std::atomic<bool> off{true};
    T training(Effort{1000, 100, 0, 2, 1});
    const std::string before = training.weights();
    training.learn(off);
    CHECK(training.generation() == 0 && training.weights() == before && training.window().empty());
}

void refuses() {
    using T = Training<ConnectFourCourse>;
    T training(Effort{10, 20, 0, 1, 1});
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

void refuses_othello() {
    using Games = OthelloTraining::Games;
    OthelloTraining training(Effort{40, 1, 0, 1, 1});
    training.learn(on);
    const std::string weights = training.weights();
    Games unfinished = training.window()[0], illegal = unfinished;
    unfinished[0].moves.pop_back(), unfinished[0].values.pop_back();
    illegal[0].moves[0] = 0;
    OthelloTraining other(Effort{40, 1, 0, 1, 1});
    CHECK(!other.resume(1, weights, {unfinished}).empty() && !other.resume(1, weights, {illegal}).empty());
    CHECK(!other.resume(1, weights.substr(1), training.window()).empty() && !other.resume(1, weights, {}).empty());
    CHECK(other.generation() == 0 && other.weights().empty());
    // The whole program's evaluation is another one.
    CHECK(!othello::weights().loaded());
}

// Weights of a later generation win most games against those of the first.
void prefers_the_better_weights() {
    OthelloTraining training(Effort{1000, 1, 100, 2, 3});
    training.learn(on);
    training.learn(on);
    const Score score = training.compare(false, on);
    CHECK(score.share > 0.55);
}

}  // namespace

int main() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    learns<Training<ConnectFourCourse>>(60, 20, false);
#else
    learns<Training<ConnectFourCourse>>(60, 60, false);
    learns<Training<AntiChessCourse>>(150, 80);
    learns<Training<ChessCourse>>(30, 100, false);
    learns<OthelloTraining>(200, 1);
    prefers_the_better_weights();
#endif
    stops<Training<ConnectFourCourse>>();
    stops<OthelloTraining>();
    refuses_othello();
    refuses();
    return report("learning");
}
