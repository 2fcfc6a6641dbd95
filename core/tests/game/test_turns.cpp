// Games in which a player moves several times in a row: every search turns a child's value for its parent as brute force does.
#include "mcts_alone.hpp"
#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

namespace {

// A random game whose turns follow a pattern: the player at each ply, repeated.
struct Patterned {
    using Move = int;
    static constexpr int max_moves = Synthetic::max_moves;
    Synthetic game;
    std::uint32_t pattern;  // a bit per ply
    static constexpr int period = 4;

    Patterned(std::uint64_t seed, std::uint32_t pattern_) : game(seed), pattern(pattern_) { game.turn = player(); }

    int player() const { return static_cast<int>(pattern >> game.ply % period & 1); }
    bool over() const { return game.over(); }
    Value payoff() const { return game.payoff(); }
    Value evaluate() const { return game.evaluate(); }
    void moves(List<Move, max_moves>& list) const { game.moves(list); }
    Patterned play(Move move) const {
        Patterned next = *this;
        next.game = game.play(move);
        next.game.turn = next.player();
        return next;
    }
    Key key() const { return game.key(); }
};

// In turn, two moves each, MIN opening with three, one player only.
constexpr std::uint32_t patterns[] = {0b1010, 0b1100, 0b0110, 0b0111, 0b0001, 0b0000, 0b1111};

struct Alternating : Synthetic {
    static constexpr bool alternates = true;
};

void test_helpers() {
    const Patterned game(1, 0b1100);
    CHECK(game.player() == 0 && same_player(game, game.play(0)) && !same_player(game.play(0), game.play(0).play(0)));
    static_assert(!always_alternates<Patterned>() && always_alternates<Alternating>() && always_alternates<ConnectFour<>>());
    const auto window = [](Value alpha, Value beta) { return 100 * alpha + beta; };
    CHECK(from_parent(true, 3, 5, window) == 305 && from_parent(false, 3, 5, window) == -(100 * -5 - 3));
    const Bounds kept = turned({-2, 7}, true), negated = turned({-2, 7}, false);
    CHECK(kept.low == -2 && kept.high == 7 && negated.low == -7 && negated.high == 2);
    CHECK(for_max(Patterned(1, 0b0000), 4) == 4 && for_max(Patterned(1, 0b1111), 4) == -4);
}

void test_searches() {
    const auto evaluate = [](const Patterned& game) { return game.evaluate(); };
    const auto evaluate_for_max = [](const Patterned& game) { return for_max(game, static_cast<double>(game.evaluate())); };
    for (const std::uint32_t pattern : patterns)
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const Patterned game(seed, pattern);
            for (const int depth : {1, 2, 4, 0}) {
                const Value expected = brute_force(game, depth ? depth : -1);
                SearchRequest request;
                request.depth = depth;
                request.exact = true;
                for (const bool with_table : {false, true}) {
                    request.table = with_table;
                    TranspositionTable table(1);
                    CHECK(value_of(game, search(game, table, request, evaluate)) == expected);
                }
                Moves<Patterned> moves;
                game.moves(moves);
                for (const Pruning pruning : {Pruning::none, Pruning::alpha_beta}) {
                    request.pruning = pruning;
                    CHECK(std::abs(best_worth(game, expectiminimax(game, moves, request, evaluate_for_max)) - for_max(game, expected)) < 1e-9);
                }
            }
            const Value expected = brute_force(game, -1);
            Solver<Patterned> solver(1);
            CHECK(solver.solve(game).value == expected);
            for (const auto& [move, value] : solver.analyse(game)) CHECK(value == brute_force_move(game, move, 0));
            ProofNumberSearch<Patterned> prover(1);
            CHECK(prover.prove(game, expected, {}).verdict == Verdict::yes && prover.prove(game, expected + 1, {}).verdict == Verdict::no);
            std::uint64_t nodes = 0;
            CHECK(reference_alpha_beta(game, 100, -infinity, infinity, nodes) == expected);
            CHECK(reference_alpha_beta<BySign>(game, 100, -infinity, infinity, nodes) == (expected > 0) - (expected < 0));
        }
}

// A player who moves twice plans both moves: MCTS finds the first of them too.
void test_mcts() {
    int good = 0;
    for (std::uint64_t seed = 0; seed < 20; ++seed)
        for (const std::uint32_t pattern : {0b1100u, 0b0011u}) {
            const Patterned game(seed, pattern);
            SearchRequest request;
            request.simulations = 6000;
            request.exploration = 0.5;
            request.seed = seed;
            const auto outcome = mcts_alone(game, request, [](const Patterned& at) { return for_max(at, static_cast<double>(at.evaluate())); });
            const auto best = std::max_element(outcome.moves.begin(), outcome.moves.end(), [](const auto& a, const auto& b) { return a.visits < b.visits; });
            good += brute_force_move(game, best->line.front(), 0) >= brute_force(game, -1) - 2;
        }
    CHECK(good >= 34);
}

}  // namespace

int main() {
    test_helpers();
    test_searches();
    test_mcts();
    return report("turns");
}
