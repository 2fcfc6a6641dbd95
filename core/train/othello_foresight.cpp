// Measures how well shallow searches foretell deep ones in Othello, for ProbCut: the numbers of othello_foresight.hpp.
//
//     othello_foresight --weights FILE [--positions 1500] [--seed 1]
//
// Positions with 10 to 53 discs (4 to 13 random moves, then searches of three moves with some noise) are searched to every
// depth up to 10 without selection, and each depth's value is compared with that of its shallow depth. Nothing that depends
// on time goes in: the same command prints the same numbers.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "zermelo/base/checksum.hpp"
#include "zermelo/games/othello.hpp"
#include "zermelo/search/deepening.hpp"

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

// Mean and spread of one depth's differences. Returns how fast the spread changes with the empties, relative to itself.
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
    std::printf("    {%.0f, %.0f},  // %d foretold by %d, %zu positions\n", shift,
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
    std::vector<std::vector<Pair>> pairs(othello::foretold_to + 1);
    for (int position = 0; position < positions; ++position) {
        const Othello game = some_position(solver, random);
        SearchOptions options;
        options.exact = true;
        SearchLimits limits;
        // The last moves are played out exactly, which says nothing about the evaluation.
        limits.depth = std::min(othello::foretold_to, game.empties() - othello::finish_empties - 1);
        if (limits.depth < othello::foretold_from) continue;
        table.clear();
        const auto found = search(game, table, limits, options, [](const Othello& each) { return each.evaluate(); });
        for (const auto& pass : found.history) {
            if (pass.depth < othello::foretold_from) continue;
            const Value deep = pass.lines[0].value;
            const Value shallow = found.history[othello::shallow_depth(pass.depth) - 1].lines[0].value;
            pairs[pass.depth].push_back({game.empties(), deep - shallow});
        }
    }
    double slope = 0;
    for (int depth = othello::foretold_from; depth <= othello::foretold_to; ++depth)
        slope += describe(depth, pairs[depth]) / (othello::foretold_to - othello::foretold_from + 1);
    std::printf("per_empty = %.0f\n", -1000 * slope);
}
