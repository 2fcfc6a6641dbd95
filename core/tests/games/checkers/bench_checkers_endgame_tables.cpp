// Build checkers endgame tables and print time, size, results, and how fast probes are; `check` compares every value with those of
// its successors.
//     bench_checkers_endgame_tables [check] [threads] [most pieces]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "zermelo/base/random.hpp"
#include "zermelo/games/checkers/endgame_build.hpp"

using namespace zermelo;
using namespace zermelo::checkers;

static double since(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

static EndgameTables<8> tables(64 << 20), uncached(1);
static std::vector<std::shared_ptr<const TableSlice<8>>> slices;

static void measure(int pieces, int threads, bool check) {
    const auto start = std::chrono::steady_clock::now();
    std::size_t positions = 0, bytes = 0;
    std::uint64_t totals[3] = {};
    RetrogradeProgress progress;
    for (const SliceForces& endgame : endgames(pieces)) {
        EndgameTable<8> table(endgame);
        bytes += table.header().size();
        while (!table.complete()) bytes += build_next_slice(table, tables, progress, threads).size();
        uncached.load(table);
        for (const auto& slice : table.slices()) {
            positions += slice->index().size();
            for (int total = 0; total < 6; ++total) totals[total % 3] += slice->totals()[total / 3][total % 3];
            slices.push_back(slice);
        }
    }
    const double bits = 8.0 * static_cast<double>(bytes) / static_cast<double>(positions);
    std::printf("%d pieces %7.2f s %12zu positions %9zu bytes, %.3f bits a position  +%lu -%lu =%lu\n", pieces, since(start), positions,
                bytes, bits, totals[0], totals[1], totals[2]);
    if (!check) return;
    int wrong = 0;
    for (const auto& slice : slices)
        if (slice->index().forces().pieces() == pieces) wrong += find_contradiction(*slice, tables, progress, threads).has_value();
    std::printf("%d slices contradict their successors\n", wrong);
}

// Lines of play from random positions, as a search visits them.
static void visit(const Checkers& game, int depth, std::uint64_t& probes) {
    ++probes;
    if (!tables.probe(game) || depth == 0) return;
    game.each_move([&](Move, const Change& change) { visit(game.play(change), depth - 1, probes); });
}

static void measure_probes() {
    std::size_t positions = 0;
    for (const auto& slice : slices) positions += slice->index().size();
    Random random(1);
    std::vector<Checkers> sample;
    while (sample.size() < 1000000) {
        std::size_t number = random.next() % positions, at = 0;
        while (number >= slices[at]->index().size()) number -= slices[at++]->index().size();
        sample.push_back(slices[at]->index().position(number));
    }
    const auto measured = [&](const char* name, const EndgameTables<8>& probed) {
        const auto start = std::chrono::steady_clock::now();
        std::uint64_t won = 0;
        for (const Checkers& game : sample) won += probed.probe(game) == Result::win;
        std::printf("%s: %.2f M/s (%lu won)\n", name, static_cast<double>(sample.size()) / since(start) / 1e6, won);
    };
    measured("uniformly random, without a cache", uncached);
    measured("uniformly random, 64 MB cache", tables);
    const auto start = std::chrono::steady_clock::now();
    std::uint64_t probes = 0;
    for (std::size_t at = 0; at < 200; ++at) visit(sample[at], 5, probes);
    std::printf("around random positions to depth 5: %.2f M/s (%lu probes)\n", static_cast<double>(probes) / since(start) / 1e6, probes);
}

int main(int argc, char** argv) {
    const bool check = argc > 1 && std::string_view(argv[1]) == "check";
    argc -= check, argv += check;
    const int threads = argc > 1 ? std::atoi(argv[1]) : 1, most = argc > 2 ? std::atoi(argv[2]) : 4;
    for (int pieces = 2; pieces <= most; ++pieces) measure(pieces, threads, check);
    measure_probes();
}
