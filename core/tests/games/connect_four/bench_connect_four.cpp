// Measure Connect Four on one thread: nodes a second of the reference search, and the time to solve the test sets of Pascal Pons
// (blog.gamesolver.org).
//
//     connect_four reference
//     connect_four [--mb N] [--fresh] [--weak] [--data FOLDER] begin-easy ... | empty | MOVES ...
//
// A set is a file FOLDER/NAME.txt with lines "moves score". All positions of a run share one table, unless --fresh clears it before
// each of them (not timed). Times are CPU times.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

namespace {

double seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

void reference() {
    for (const int depth : {8, 10, 12, 14}) {
        std::uint64_t nodes = 0;
        double best = 1e9;
        for (int round = 0; round < 5; ++round) {
            nodes = 0;
            const auto start = std::chrono::steady_clock::now();
            reference_alpha_beta<BySign>(ConnectFour<>{}, depth, -infinity, infinity, nodes);
            best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        }
        std::printf("reference depth %-3d %12llu nodes %8.1f M nodes/s\n", depth, static_cast<unsigned long long>(nodes),
                    static_cast<double>(nodes) / best / 1e6);
    }
}

}  // namespace

int main(int count, char** words) {
    std::size_t megabytes = 64;
    bool fresh = false, weak = false;
    std::string folder = ".";  // of the test sets
    std::vector<std::string> jobs;
    for (int at = 1; at < count; ++at) {
        const std::string word = words[at];
        if (word == "--mb" && at + 1 < count) megabytes = std::strtoull(words[++at], nullptr, 10);
        else if (word == "--data" && at + 1 < count) folder = words[++at];
        else if (word == "--fresh") fresh = true;
        else if (word == "--weak") weak = true;
        else jobs.push_back(word);
    }
    if (jobs.empty()) jobs = {"reference", "end-easy", "middle-easy", "middle-medium", "begin-easy", "begin-medium", "begin-hard"};

    Solver<ConnectFour<>> solver(megabytes);
    std::printf("table %zu MB, %s\n", solver.table_bytes() >> 20, fresh ? "cleared before each position" : "kept");
    int wrong = 0;
    for (const std::string& job : jobs) {
        if (job == "reference") {
            reference();
            continue;
        }
        std::vector<std::pair<std::string, std::optional<Value>>> positions;
        if (job == "empty") positions.emplace_back("", 1);
        else if (job.find_first_not_of("123456789") == std::string::npos) positions.emplace_back(job, std::nullopt);
        else {
            std::ifstream file(folder + "/" + job + ".txt");
            std::string moves;
            Value score;
            while (file >> moves >> score) positions.emplace_back(moves, score);
        }
        double total = 0, longest = 0;
        std::uint64_t nodes = 0;
        Value last = 0;
        for (const auto& [moves, score] : positions) {
            std::string error;
            const auto game = ConnectFour<>::parse(moves, error);
            if (!game) {
                std::printf("%s: %s\n", moves.c_str(), error.c_str());
                return 2;
            }
            if (fresh) solver.forget();
            const double start = seconds();
            const auto answer = solver.solve(*game, weak);
            const double spent = seconds() - start;
            total += spent;
            longest = std::max(longest, spent);
            nodes += answer.nodes;
            last = answer.value;
            const auto sign = [](Value value) { return (value > 0) - (value < 0); };
            if (score && answer.value != (weak ? sign(*score) : *score)) {
                std::printf("%s: %d, should be %d\n", moves.c_str(), answer.value, *score);
                ++wrong;
            }
        }
        if (positions.empty()) std::printf("%s: no such set\n", job.c_str()), ++wrong;
        else if (positions.size() == 1)
            std::printf("%-14s score %d %12.3f ms %12llu nodes %6.1f M nodes/s\n", job.c_str(), last, total * 1e3,
                        static_cast<unsigned long long>(nodes), static_cast<double>(nodes) / total / 1e6);
        else {
            const double n = static_cast<double>(positions.size());
            std::printf("%-14s %4zu positions, mean %10.4f ms, longest %10.3f ms, %12.1f nodes, %6.1f M nodes/s\n",
                        job.c_str(), positions.size(), total / n * 1e3, longest * 1e3, static_cast<double>(nodes) / n,
                        static_cast<double>(nodes) / total / 1e6);
        }
    }
    return wrong ? 1 : 0;
}
