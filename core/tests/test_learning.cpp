// Training: it lessens the error on positions it has not seen, gives the same weights with any number of threads and after
// being taken up again, stops when it is told to, and refuses what is not a training.
#include <string>

#include "check.hpp"
#include "zermelo/learning/antichess.hpp"
#include "zermelo/learning/chess.hpp"
#include "zermelo/learning/connect_four.hpp"
#include "zermelo/learning/training.hpp"

using namespace zermelo;
using namespace zermelo::learning;

static_assert(Course<ChessCourse> && Course<AntiChessCourse> && Course<ConnectFourCourse>);

namespace {

const std::atomic<bool> on{false};

// Chess and Connect Four begin with weights so good that so few games hardly better them.
template <class C>
void learns(int games, int nodes, bool betters = true) {
    Training<C> training(Effort{games, nodes, 4, 1, 7}), threaded(Effort{games, nodes, 4, 3, 7});
    const std::string first = training.weights();
    const Fit told = training.learn(on);
    CHECK(training.generation() == 1 && training.done() == games && training.weights() != first);
    CHECK(told.positions > 100 && (told.after < told.before || !betters));
    threaded.learn(on);
    CHECK(threaded.weights() == training.weights());

    // What is written down can be read, and says the same.
    Vector weights = C::start();
    CHECK(C::load(training.weights(), weights).empty() && C::save(weights) == training.weights());

    Training<C> resumed(Effort{games, nodes, 4, 2, 7});
    CHECK(resumed.resume(1, training.weights(), training.window()).empty());
    training.learn(on);
    resumed.learn(on);
    CHECK(resumed.generation() == 2 && resumed.weights() == training.weights());

    const Score score = training.compare(true, on);
    CHECK(score.share >= 0 && score.share <= 1 && training.done() == 2);
    Training<C> other(Effort{games, nodes, 4, 1, 8});
    other.learn(on);
    CHECK(other.weights() != threaded.weights());
}

void stops() {
    std::atomic<bool> off{true};
    Training<ConnectFourCourse> training(Effort{1000, 100, 0, 2, 1});
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

}  // namespace

int main() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    learns<ConnectFourCourse>(60, 20, false);
#else
    learns<ConnectFourCourse>(60, 60, false);
    learns<AntiChessCourse>(150, 80);
    learns<ChessCourse>(30, 100, false);
#endif
    stops();
    refuses();
    return report("learning");
}
