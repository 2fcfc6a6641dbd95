// Measure checkers on one thread: leaves a second of perft with bulk counting, and the depth that both searches reach from the start.
//
//     checkers [WEIGHTS [SECONDS]]
//
// WEIGHTS is a file of weights (src/zermelo/games/checkers/checkers.polynomial); without it the evaluation is material only. Rates are by CPU
// time.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>

#include "zermelo/games/checkers/rules.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

static double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

int main(int count, char** words) {
    if (count > 1) {
        std::ifstream file(words[1]);
        const std::string text(std::istreambuf_iterator<char>(file), {}), error = checkers::weights.load(text);
        if (!file || !error.empty()) return std::printf("%s: %s\n", words[1], error.c_str()), 2;
    }
    const double limit = count > 2 ? std::atof(words[2]) : 5;
    double start = cpu_seconds();
    const std::uint64_t leaves = perft(Checkers(), 12);
    std::printf("perft 12: %llu leaves, %.0f M leaves/s\n", static_cast<unsigned long long>(leaves),
                static_cast<double>(leaves) / (cpu_seconds() - start) / 1e6);
    for (const bool exact : {true, false}) {
        TranspositionTable table(128);
        SearchRequest request;
        request.exact = exact;
        request.seconds = limit;
        start = cpu_seconds();
        const auto outcome = search(Checkers(), table, request, AnyEvaluation<Checkers>());
        std::printf("%s search, %.0f s: depth %d, %.2f M nodes/s\n", exact ? "exact" : "selective", limit, outcome.depth,
                    static_cast<double>(outcome.counts.nodes) / (cpu_seconds() - start) / 1e6);
    }
    return 0;
}
