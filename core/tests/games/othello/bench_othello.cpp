// Measure Othello: perft, and endgames from OBF files solved exactly on one thread.
//     othello [--weights FILE] [--portable] [--buckets LOG2] [--perft DEPTH] [FILE.obf ...]
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/games/othello/notation.hpp"
#include "zermelo/games/othello/rules.hpp"

using namespace zermelo;

static double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static int log2_buckets = 20;

static void solve_file(const char* name, bool fast) {
    std::ifstream in(name);
    std::string line;
    double total = 0;
    std::uint64_t nodes = 0;
    int count = 0, wrong = 0;
    othello::Solver solver(log2_buckets, fast);
    while (std::getline(in, line)) {
        if (line.empty() || line[0] == '%' || line[0] == '#') continue;
        othello::Problem problem;
        const std::string error = othello::parse_obf(line, problem);
        if (!error.empty()) {
            std::printf("%s: %s\n", name, error.c_str());
            return;
        }
        solver.clear();
        const double start = now();
        const auto found = solver.solve(problem.position.own(), problem.position.other());
        const double seconds = now() - start;
        int best = -100, score_of_move = -100;
        for (const auto& [move, score] : problem.scores) {
            best = std::max(best, score);
            if (move == found.move) score_of_move = score;
        }
        const bool right = problem.scores.empty() || (found.value == best && score_of_move == best);
        wrong += !right, ++count, total += seconds, nodes += found.nodes;
        std::printf("%2d  %2d empties  %+3d %s  %12llu nodes %7.3f s %6.1f M/s %s\n", count, problem.position.empties(),
                    found.value, othello::format_move(found.move).c_str(), static_cast<unsigned long long>(found.nodes),
                    seconds, static_cast<double>(found.nodes) / seconds / 1e6, right ? "" : "WRONG");
    }
    std::printf("%s: %d positions, %d wrong, %llu nodes, %.3f s, %.1f M nodes/s\n", name, count, wrong,
                static_cast<unsigned long long>(nodes), total, static_cast<double>(nodes) / total / 1e6);
}

int main(int argc, char** argv) {
    bool fast = othello::has_avx2();
    for (int at = 1; at < argc; ++at) {
        if (!std::strcmp(argv[at], "--weights") && at + 1 < argc) {
            std::ifstream in(argv[++at], std::ios::binary);
            const std::string file((std::istreambuf_iterator<char>(in)), {});
            const std::optional<std::string_view> content = without_checksum(file);
            if (!content || !othello::weights().load(*content)) std::printf("%s: damaged, or not a file of weights\n", argv[at]);
        } else if (!std::strcmp(argv[at], "--buckets") && at + 1 < argc) {
            log2_buckets = std::atoi(argv[++at]);
        } else if (!std::strcmp(argv[at], "--portable")) {
            fast = false;
        } else if (!std::strcmp(argv[at], "--perft") && at + 1 < argc) {
            const int depth = std::atoi(argv[++at]);
            const double start = now();
            const Othello game;
            const auto lines = fast ? othello::avx2::count_lines(game.own(), game.other(), depth)
                                    : othello::portable::count_lines(game.own(), game.other(), depth);
            const double seconds = now() - start;
            std::printf("perft %d = %llu in %.3f s, %.1f M leaves/s\n", depth, static_cast<unsigned long long>(lines),
                        seconds, static_cast<double>(lines) / seconds / 1e6);
        } else {
            solve_file(argv[at], fast);
        }
    }
}
