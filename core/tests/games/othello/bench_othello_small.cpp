// Solve Othello from the start on small boards: 4x4 at once, 6x6 in minutes with many threads.
//     othello_small SIZE [--threads N] [--mb N] [MOVE ...]
// The moves, such as c2, are played first; the value is for the player to move. From the start of 6x6 with 16 threads and
// --mb 32768: value -4 (the second player wins by 4), 45,759,371,315 nodes, 151 s on a 16-core Xeon.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "zermelo/games/othello/rules.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

template <class G>
static int solve(std::size_t megabytes, int threads, const std::vector<int>& moves) {
    G game;
    for (const int move : moves) game = game.play(static_cast<typename G::Move>(move));
    Solver<G> solver(megabytes);
    const auto start = std::chrono::steady_clock::now();
    const auto answer = solver.solve(game, false, {}, threads);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    std::printf("value %+d, %llu nodes, %.1f s, %.1f M nodes/s\n", answer.value, static_cast<unsigned long long>(answer.nodes),
                seconds, static_cast<double>(answer.nodes) / seconds / 1e6);
    return 0;
}

int main(int count, char** words) {
    std::size_t megabytes = 64;
    int threads = 1;
    std::vector<int> moves;
    const int size = count > 1 ? std::atoi(words[1]) : 0;
    for (int at = 2; at < count; ++at) {
        const std::string word = words[at];
        if (word == "--threads" && at + 1 < count) threads = std::atoi(words[++at]);
        else if (word == "--mb" && at + 1 < count) megabytes = std::strtoull(words[++at], nullptr, 10);
        else moves.push_back(word[0] - 'a' + 8 * (word[1] - '1'));
    }
    if (size == 4) return solve<BasicOthello<4>>(megabytes, threads, moves);
    if (size == 6) return solve<BasicOthello<6>>(megabytes, threads, moves);
    std::fputs("othello_small SIZE [--threads N] [--mb N] [MOVE ...]: the size is 4 or 6\n", stderr);
    return 2;
}
