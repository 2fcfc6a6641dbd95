// Several threads on one table: the answers stay right, and the thread sanitizer has nothing to say.
#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/search/deepening.hpp"

using namespace zermelo;

int main() {
    const auto judge = [](const Synthetic& game) { return game.evaluate(); };
    for (int seed = 0; seed < 12; ++seed) {
        const Synthetic game(seed);
        SearchOptions options;
        options.exact = true;
        options.threads = 3;
        TranspositionTable table(1);
        CHECK(search(game, table, SearchLimits{}, options, judge).lines[0].value == brute_force(game, -1));
    }
    return report("threads");
}
