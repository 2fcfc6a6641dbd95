// Othello in the general engine: ProbCut, both versions of the evaluation, and endgames on small boards.
#include <vector>

#include "values.hpp"
#include "zermelo/games/othello/rules.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

static_assert(HasProbCut<Othello> && !HasProbCut<BasicOthello<6>>);

template <class G>
static G random_position(Random& random, int empties) {
    for (;;) {
        G game;
        while (!game.over() && game.empties() > empties) {
            Moves<G> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (!game.over() && game.empties() == empties) return game;
    }
}

// Mobility, and small random weights for everything else, so that few positions have equal values.
static void load_some_weights() {
    Random random(2);
    std::vector<std::int16_t> made(static_cast<std::size_t>(othello::stages) * othello::stage_weights);
    for (int stage = 0; stage < othello::stages; ++stage) {
        auto* const of = &made[static_cast<std::size_t>(stage) * othello::stage_weights];
        for (int at = 0; at < othello::pattern_weights; ++at) of[at] = static_cast<std::int16_t>(random.below(21)) - 10;
        for (int moves = 0; moves < 32; ++moves)
            of[othello::own_moves_at + moves] = static_cast<std::int16_t>(300 * moves),
                                           of[othello::other_moves_at + moves] = static_cast<std::int16_t>(-300 * moves);
    }
    othello::weights().set(std::move(made));
}

static Outcome<Othello::Move> run(const Othello& game, int depth, bool exact, bool probcut) {
    TranspositionTable table(8);
    SearchRequest request;
    request.depth = depth, request.exact = exact, request.probcut = probcut;
    return search(game, table, request, [](const Othello& each) { return each.evaluate(); });
}

static void test_probcut_margins() {
    for (int depth = -1; depth < othello::least_probcut_depth; ++depth) CHECK(!othello::probcut(30, depth));
    for (int empties = 8; empties <= 60; ++empties)
        for (int depth = othello::least_probcut_depth; depth <= 60; ++depth) {
            const auto margins = othello::probcut(empties, depth);
            CHECK(margins && margins->depth > 0 && margins->depth < depth && (depth - margins->depth) % 2 == 0);
            // More than half a disc and less than fifteen, on both sides.
            CHECK(margins->above > 50 && margins->above < 1500 && margins->below > 50 && margins->below < 1500);
        }
    // No ProbCut without weights, nor where the search reaches the end of the game.
    Random random(4);
    const Othello game = random_position<Othello>(random, 20);
    CHECK(!game.probcut(8));
    load_some_weights();
    CHECK(game.probcut(8) && !game.probcut(20 - othello::finish_empties) && !game.probcut(30));
}

static void test_probcut() {
    Random random(6);
    std::uint64_t with = 0, without = 0;
    for (int round = 0; round < 6; ++round) {
        const Othello game = random_position<Othello>(random, 36 + round);
        // An exact search never uses ProbCut: the same nodes and the same value.
        const auto exact = run(game, 6, true, true), other = run(game, 6, true, false);
        CHECK(exact.counts.nodes == other.counts.nodes && value_of(game, exact) == value_of(game, other));
        const auto cut = run(game, 7, false, true), uncut = run(game, 7, false, false);
        with += cut.counts.nodes, without += uncut.counts.nodes;
        CHECK(cut.depth == 7 && !cut.proven && !cut.moves[0].line.empty() && game.legal(cut.moves[0].line[0]));
    }
    CHECK(with < without);
    // A search to the end of the game has the exact value all the same.
    othello::Solver solver(12);
    for (int round = 0; round < 10; ++round) {
        const Othello game = random_position<Othello>(random, 11 + round % 3);
        const auto outcome = run(game, 0, false, true);
        CHECK(outcome.proven && value_of(game, outcome) == 100 * solver.solve(game.own(), game.other()).value);
    }
}

static void test_evaluation() {
    Random random(8);
    for (int round = 0; round < 500; ++round) {
        const Othello game = random_position<Othello>(random, 1 + static_cast<int>(random.below(59)));
        const int value = othello::portable::evaluate(game.own(), game.other());
        CHECK(game.evaluate() == value);
        if (othello::has_avx2()) CHECK(othello::avx2::evaluate(game.own(), game.other()) == value);
        // The index of the first image of every pattern, square by square.
        othello::Indices index;
        othello::PatternMap::get().indices(game.own(), game.other(), index);
        int image = 0;
        for (const auto& kind : othello::kinds) {
            int expected = 0;
            for (int at = kind.squares - 1; at >= 0; --at)
                expected = 3 * expected + static_cast<int>(game.own() >> kind.at[at] & 1) +
                           2 * static_cast<int>(game.other() >> kind.at[at] & 1);
            CHECK(index.at[image] == expected);
            CHECK(othello::weights_of_image[image] == othello::PatternMap::get().offset(image));
            image += kind.images;
        }
    }
}

template <class G>
static int slow_value(const G& game) {
    if (game.over()) return game.payoff();
    Moves<G> moves;
    game.moves(moves);
    int best = -100;
    for (const auto move : moves) best = std::max(best, -slow_value(game.play(move)));
    return best;
}

template <int Size>
static void test_small() {
    Random random(10);
    for (int empties = 1; empties <= othello::finish_empties; ++empties)
        for (int round = 0; round < 60; ++round) {
            const auto game = random_position<BasicOthello<Size>>(random, empties);
            CHECK(game.near_end());
            std::uint64_t nodes = 0;
            const int value = slow_value(game), alpha = static_cast<int>(random.below(2 * Size * Size)) - Size * Size;
            CHECK(game.finish(-infinity, infinity, nodes) == value && nodes > 0);
            CHECK(othello::portable::finish_small<Size>(game.own(), game.other(), -100, 100, nodes) == value);
            const int bound = game.finish(alpha, alpha + 1, nodes);
            CHECK(bound <= alpha ? value <= bound : value >= bound);
        }
}

int main() {
    test_probcut_margins();
    test_probcut();
    test_evaluation();
    test_small<4>();
    test_small<6>();
    return report("othello midgame");
}
