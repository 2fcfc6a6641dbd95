// Several threads on one table: the answers stay right, and the thread sanitizer has nothing to say.
#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/games/connect_four.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

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

    // The exact solver, over both kinds of entry, in tables so small that threads write over each other.
    for (int seed = 0; seed < 12; ++seed) {
        const Synthetic game(seed);
        Solver<Synthetic> solver(1);
        CHECK(solver.solve(game, false, {}, 3).value == brute_force(game, -1));
    }
    for (const char* moves : {"", "3", "12", "3331", "24514"}) {
        std::string error;
        const auto game = ConnectFour<5, 4>::parse(moves, error);
        Solver<ConnectFour<5, 4>> alone(1), together(1);
        CHECK(game && alone.solve(*game).value == together.solve(*game, false, {}, 3).value);
        CHECK(alone.solve(*game, true).value == together.solve(*game, true, {}, 2).value);
    }

    // Stopped threads all stop, and nothing wrong is left in the table.
    Solver<ConnectFour6x5> solver(1), fresh(1);
    int asked = 0;
    CHECK(!solver.solve(ConnectFour6x5{}, false, [&] { return ++asked > 3; }, 3).solved);
    std::string error;
    const auto late = ConnectFour6x5::parse("333335222", error);
    CHECK(late && solver.solve(*late, false, {}, 2).value == fresh.solve(*late).value);
    return report("threads");
}
