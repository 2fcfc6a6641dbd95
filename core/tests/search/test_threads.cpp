// Several threads on one table: the answers stay right, and the thread sanitizer finds no data race.
#include <thread>

#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

namespace {

void test_search() {
    for (int seed = 0; seed < 12; ++seed) {
        const Synthetic game(seed, seed & 1);
        SearchRequest request;
        request.exact = true;
        request.threads = 2 + seed % 2;
        TranspositionTable table(1);
        CHECK(value_of(game, search(game, table, request, [](const Synthetic& at) { return at.evaluate(); })) == brute_force(game, -1));
    }
}

// Threads store and probe while the table grows from its first page to its full size and entries are replaced. An entry may be
// lost, but whatever a probe returns is what was stored for its key.
void test_table_growth() {
    const auto entry_of = [](Key key) {
        return TableEntry{static_cast<Value>(mix(key) % 2'000'000) - 1'000'000, static_cast<int>(mix(key ^ 1) % 40),
                          static_cast<int>(mix(key ^ 2) % 1024), Bound::exact};
    };
    for (int round = 0; round < 4; ++round) {
        TranspositionTable table(1);
        std::atomic<int> wrong{0}, found{0};
        std::vector<std::thread> threads;
        for (std::uint64_t thread = 0; thread < 3; ++thread)
            threads.emplace_back([&, thread] {
                Random random(10 * static_cast<std::uint64_t>(round) + thread);
                // More keys than places, from a range that grows, so that early keys are asked for again.
                for (std::uint32_t at = 1; at <= 40'000; ++at) {
                    const Key key = 1 + random.below(3 * at);
                    table.store(key, entry_of(key));
                    const Key asked = 1 + random.below(3 * at);
                    if (const auto entry = table.probe(asked)) {
                        ++found;
                        wrong += !(*entry == entry_of(asked));
                    }
                }
            });
        for (std::thread& thread : threads) thread.join();
        CHECK(wrong == 0 && found > 20'000);
        CHECK(table.hashfull() > 500);
        // Once the threads have ended, entries are still found, and what is stored is found at once.
        for (Key key = 1; key < 1000; ++key) {
            table.store(key, entry_of(key));
            CHECK(table.probe(key) == entry_of(key));
        }
    }
}

// The exact solver, with both kinds of entry, in tables so small that threads overwrite each other's entries.
void test_solver() {
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

    // All threads stop, and the table holds no wrong entry afterwards.
    Solver<ConnectFour6x5> solver(1), fresh(1);
    int polls = 0;
    CHECK(!solver.solve(ConnectFour6x5{}, false, [&] { return ++polls > 3; }, 3).solved);
    std::string error;
    const auto late = ConnectFour6x5::parse("333335222", error);
    CHECK(late && solver.solve(*late, false, {}, 2).value == fresh.solve(*late).value);
}

}  // namespace

int main() {
    test_search();
    test_table_growth();
    test_solver();
    return report("threads");
}
