// Measure how well shallow searches predict deep ones in Othello, and print the numbers of othello_probcut.hpp.
//
//     othello_probcut --weights FILE [--positions 1500] [--seed 1]
//
// The positions have 10 to 53 discs (after 4 to 13 random moves, searches of three plies with some noise). Each is searched to every
// depth up to 10 without ProbCut, and the value of each depth is compared with that of its shallow depth. The results are
// reproducible.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/games/othello/rules.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

struct Pair {
    int empties, difference;  // deep minus shallow
};

Othello some_position(othello::Solver& solver, Random& random) {
    for (;;) {
        const int discs = 10 + static_cast<int>(random.below(44)), opening = 4 + static_cast<int>(random.below(10));
        Othello game;
        for (int ply = 0; !game.over() && 64 - game.empties() < discs; ++ply) {
            Moves<Othello> moves;
            game.moves(moves);
            Othello::Move chosen = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            int best = -100000;
            for (const auto move : moves) {
                if (ply < opening) break;
                const Othello next = game.play(move);
                const int value = static_cast<int>(random.below(100)) - solver.look(next.own(), next.other(), 2);
                if (value > best) best = value, chosen = move;
            }
            game = game.play(chosen);
        }
        if (!game.over()) return game;
    }
}

// Print the mean and the standard deviation of one depth's differences. Return how fast the deviation changes with the number
// of empty squares, relative to itself.
double describe(int depth, const std::vector<Pair>& pairs) {
    const auto count = static_cast<double>(pairs.size());
    double shift = 0, square = 0, size = 0, lever = 0, lean = 0;
    for (const Pair& pair : pairs) shift += pair.difference / count;
    for (const Pair& pair : pairs) {
        const double miss = std::abs(pair.difference - shift), off = pair.empties - othello::usual_empties;
        square += miss * miss / count, size += miss / count;
        lever += off * off, lean += off * miss;
    }
    double centre = 0;
    for (const Pair& pair : pairs) centre += (pair.empties - othello::usual_empties) / count;
    const double slope = (lean - count * centre * size) / (lever - count * centre * centre) / size;
    std::printf("    {%.0f, %.0f},  // %d predicted by %d, %zu positions\n", shift,
                std::sqrt(square) * (1 - slope * centre), depth, othello::shallow_depth(depth), pairs.size());
    return slope;
}

}  // namespace

int main(int argc, char** argv) {
    std::string weights;
    int positions = 1500;
    std::uint64_t seed = 1;
    for (int at = 1; at + 1 < argc; at += 2) {
        const std::string name = argv[at];
        if (name == "--weights") weights = argv[at + 1];
        else if (name == "--positions") positions = std::atoi(argv[at + 1]);
        else if (name == "--seed") seed = std::strtoull(argv[at + 1], nullptr, 10);
        else {
            std::fprintf(stderr, "there is no option %s\n", name.c_str());
            return 2;
        }
    }
    std::ifstream in(weights, std::ios::binary);
    const std::string file((std::istreambuf_iterator<char>(in)), {});
    const std::optional<std::string_view> content = without_checksum(file);
    if (!content || !othello::weights().load(*content)) {
        std::fprintf(stderr, "--weights FILE is missing, damaged, or not a file of weights\n");
        return 2;
    }
    Random random(seed);
    othello::Solver solver(10);
    TranspositionTable table(64);
    std::vector<std::vector<Pair>> pairs(othello::most_measured_depth + 1);
    for (int position = 0; position < positions; ++position) {
        const Othello game = some_position(solver, random);
        SearchRequest request;
        request.exact = true;
        // The last moves are solved exactly, so they say nothing about the evaluation.
        request.depth = std::min(othello::most_measured_depth, game.empties() - othello::finish_empties - 1);
        if (request.depth < othello::least_probcut_depth) continue;
        table.clear();
        const auto outcome = search(game, table, request, [](const Othello& each) { return each.evaluate(); });
        const auto value_at = [&](int depth) {  // for the player to move, in hundredths of a disc
            const double worth = outcome.history[static_cast<std::size_t>(depth) - 1].moves[0].worth[0];
            return static_cast<Value>(std::lround(for_max(game, worth) * report_scale(game)));
        };
        for (const auto& pass : outcome.history) {
            if (pass.depth < othello::least_probcut_depth) continue;
            pairs[pass.depth].push_back({game.empties(), value_at(pass.depth) - value_at(othello::shallow_depth(pass.depth))});
        }
    }
    double slope = 0;
    for (int depth = othello::least_probcut_depth; depth <= othello::most_measured_depth; ++depth)
        slope += describe(depth, pairs[depth]) / (othello::most_measured_depth - othello::least_probcut_depth + 1);
    std::printf("per_empty = %.0f\n", -1000 * slope);
}
