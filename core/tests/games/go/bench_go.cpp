// Measure Go on one thread: perft, priors, and playouts from the empty board, uniform and by the game's own policy.
//     go [--seconds S]
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "zermelo/game/hooks.hpp"
#include "zermelo/games/go/rules.hpp"

using namespace zermelo;

// Processor time: others may use the machine too.
static double now() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

template <int Room>
static void playouts(int size, bool uniform, double seconds) {
    using G = BasicGo<Room>;
    const G game(size);
    Random random(1);
    long count = 0, moves = 0, black = 0;
    const double start = now();
    double spent = 0;
    while ((spent = now() - start) < seconds)
        for (int at = 0; at < 100; ++at, ++count) {
            typename G::Playout playout(game, uniform);
            while (!playout.over()) playout.step(random), ++moves;
            black += playout.payoff() > 0;
        }
    std::printf("%2dx%-2d  room for %-2d  %-9s %8.0f playouts/s  %5.1f moves each, Black wins %.1f %%\n", size, size, Room, uniform ? "uniform" : "patterned",
                static_cast<double>(count) / spent, static_cast<double>(moves) / static_cast<double>(count), 100.0 * static_cast<double>(black) / static_cast<double>(count));
}

// The priors of all positions of a few games.
static void priors(int size) {
    Random random(1);
    long count = 0;
    float sum = 0;
    double spent = 0;
    for (int game = 0; game < 20; ++game) {
        Go state(size);
        Go::Playout playout(state, false);
        while (!playout.over()) {
            const Go::Move move = playout.step(random);
            if (!state.legal(move)) break;
            state.advance(move);
            Moves<Go> moves;
            state.moves(moves);
            if (moves.empty()) break;
            float out[Go::max_moves];
            const double start = now();
            state.priors(moves, out);
            spent += now() - start, ++count, sum += out[0];
        }
    }
    std::printf("%2dx%-2d  priors in %.1f microseconds (%.3f)\n", size, size, 1e6 * spent / static_cast<double>(count), sum);
}

static void lines(int size, int depth) {
    const double start = now();
    const auto leaves = perft(Go(size), depth);
    const double spent = now() - start;
    std::printf("%2dx%-2d  perft %d = %llu, %.1f M leaves/s\n", size, size, depth, static_cast<unsigned long long>(leaves), static_cast<double>(leaves) / spent / 1e6);
}

int main(int argc, char** argv) {
    double seconds = 1;
    for (int at = 1; at + 1 < argc; ++at)
        if (!std::strcmp(argv[at], "--seconds")) seconds = std::atof(argv[++at]);
    std::printf("%zu bytes of a game with room for 19 lines, %zu for 9\n", sizeof(Go), sizeof(BasicGo<9>));
    lines(5, 5), lines(9, 4), lines(19, 3);
    for (const int size : {9, 13, 19}) priors(size);
    for (const bool uniform : {true, false}) {
        playouts<9>(9, uniform, seconds);
        for (const int size : {9, 13, 19}) playouts<19>(size, uniform, seconds);
    }
}
