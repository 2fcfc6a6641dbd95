// How many nodes each search visits on fixed positions, and its other counts. They show what a right value hides: a cutoff that
// is missing, a window that is too wide, a table entry that is not used. They change only when a search changes on purpose; the
// test prints the new ones.
#include <string>

#include "games/chess/chess_checks.hpp"
#include "mcts_alone.hpp"
#include "random_payoffs.hpp"
#include "synthetic.hpp"
#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/games/checkers/rules.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

namespace {

bool operator==(const Counts& one, const Counts& other) {
    return one.nodes == other.nodes && one.evaluations == other.evaluations && one.table_probes == other.table_probes &&
           one.table_hits == other.table_hits && one.cutoffs == other.cutoffs && one.first_move_cutoffs == other.first_move_cutoffs &&
           one.horizon == other.horizon && one.selective_depth == other.selective_depth;
}

// Nodes, evaluations, table probes and hits, cutoffs, those by the first move, leaves at the horizon, and the deepest ply.
void check_counts(const char* name, const Counts& counts, const Counts& expected) {
    const auto number = [](std::uint64_t count) { return static_cast<unsigned long long>(count); };
    if (!(counts == expected))
        std::printf("%s: {%llu, %llu, %llu, %llu, %llu, %llu, %llu, %d}\n", name, number(counts.nodes), number(counts.evaluations),
                    number(counts.table_probes), number(counts.table_hits), number(counts.cutoffs), number(counts.first_move_cutoffs),
                    number(counts.horizon), counts.selective_depth);
    CHECK(counts == expected);
}

void check_nodes(const char* name, std::uint64_t nodes, std::uint64_t expected) {
    if (nodes != expected) std::printf("%s: %llu nodes\n", name, static_cast<unsigned long long>(nodes));
    CHECK(nodes == expected);
}

// Material only, so that nothing here depends on trained weights.
template <class G>
Value material(const G& game) {
    Value sum = 0;
    for (int piece = chess::pawn; piece < chess::king; ++piece) {
        const auto kind = static_cast<chess::Piece>(piece);
        sum += chess::exchange_values[kind] * (std::popcount(game.of(game.player(), kind)) - std::popcount(game.of(game.player() ^ 1, kind)));
    }
    return sum;
}

template <class G, class Evaluation>
Counts counts_of(const G& game, int depth, const Evaluation& evaluation, SearchRequest request = {}) {
    TranspositionTable table(4);
    request.depth = depth;
    return search(game, table, request, evaluation).counts;
}

void test_alpha_beta() {
    const auto evaluate = [](const Synthetic& game) { return game.evaluate(); };
    Counts exact, plain, several;
    for (int seed = 0; seed < 100; ++seed) {
        SearchRequest request;
        request.exact = true;
        exact.add(counts_of(Synthetic(seed, seed & 1), 6, evaluate, request));
        request.table = request.aspiration = request.enhanced_cutoffs = request.killers = request.history = false;
        plain.add(counts_of(Synthetic(seed, seed & 1), 6, evaluate, request));
        request.lines = 3;
        several.add(counts_of(Synthetic(seed, seed & 1), 5, evaluate, request));
    }
    check_counts("alpha-beta", exact, {25798, 11270, 13621, 9210, 6112, 4600, 10297, 6});
    check_counts("alpha-beta without its parts", plain, {39470, 21095, 0, 0, 10035, 7293, 15460, 6});
    check_counts("alpha-beta, three lines", several, {46936, 25873, 0, 0, 10900, 8188, 20176, 5});
    const auto centre = [](const ConnectFour<>& game) { return static_cast<Value>(game.key() % 17); };
    check_counts("Connect Four", counts_of(ConnectFour<>(), 9, centre), {41230, 28602, 12440, 4429, 7211, 3248, 30185, 12});
}

void test_selective() {
    const auto chess = [](const Chess& game) { return material(game); };
    const auto antichess = [](const AntiChess& game) { return -material(game); };
    const auto middlegame = position<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    const auto endgame = position<Chess>("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1");
    check_counts("chess", counts_of(middlegame, 8, chess), {46668, 27926, 13906, 4057, 3068, 2917, 28407, 27});
    check_counts("chess endgame", counts_of(endgame, 12, chess), {13829, 3646, 7733, 3831, 1938, 1838, 3829, 17});
    const auto checkers = [](const Checkers& game) {
        const auto count = [&](checkers::Board side) { return 100 * std::popcount(side) + 40 * std::popcount(side & game.kings()); };
        return count(game.own()) - count(game.other());
    };
    check_counts("checkers", counts_of(Checkers(), 11, checkers), {32252, 7369, 12907, 4456, 5476, 4882, 7446, 24});
    const Checkers kings = Checkers::of(0x00000113, 0x88000400, 0x80000003, 0);
    check_counts("checkers endgame", counts_of(kings, 13, checkers), {7549, 1501, 5185, 3480, 1611, 1545, 1571, 17});
    SearchRequest exact;
    exact.exact = true;
    check_counts("checkers, exact", counts_of(Checkers(), 9, checkers, exact), {15881, 8447, 7425, 3893, 4159, 3819, 9702, 9});
    check_counts("anti-chess", counts_of(AntiChess(), 5, antichess), {24386, 5270, 2757, 1191, 1795, 1405, 5370, 35});
}

void test_expectiminimax() {
    const auto first = [](const RandomPayoffs& game) { return game.payoffs()[0]; };
    for (const Pruning pruning : {Pruning::none, Pruning::alpha_beta, Pruning::star1, Pruning::star2}) {
        Counts counts;
        for (std::uint64_t seed = 0; seed < 200; ++seed) {
            const RandomPayoffs game(seed, 2, pruning != Pruning::alpha_beta, 7);
            Moves<RandomPayoffs> moves;
            game.moves(moves);
            SearchRequest request;
            request.depth = 5;
            request.pruning = pruning;
            request.bounds = ValueRange{0, RandomPayoffs::total};
            counts.add(expectiminimax(game, moves, request, first).counts);
        }
        constexpr Counts expected[] = {
            {23220, 12045, 0, 0, 0, 0, 12045, 0},
            {17244, 7965, 0, 0, 2499, 0, 7965, 0},
            {18250, 8614, 0, 0, 1920, 0, 8614, 0},
            {20991, 9951, 0, 0, 2050, 0, 9951, 0},
        };
        check_counts("expectiminimax", counts, expected[static_cast<int>(pruning)]);
    }
}

void test_solver() {
    std::uint64_t nodes = 0;
    for (const char* moves : {"5554224333234511764415115", "274552224131661"}) {
        ConnectFour<> game;
        for (const char* column = moves; *column; ++column) game = game.play(*column - '1');
        Solver<ConnectFour<>> solver(1);
        nodes += solver.solve(game).nodes;
    }
    check_nodes("solver", nodes, 40321);
}

void test_proof_number() {
    ProofNumberSearch<AntiChess> prover(1);
    SearchRequest request;
    request.nodes = 5000;
    const auto proof = prover.prove(position<AntiChess>("8/1p6/8/8/8/8/P7/R7 w - - 0 1"), 1, request);
    check_nodes("proof-number search", proof.nodes, 328);
}

void test_many_players() {
    const auto payoffs = [](const RandomPayoffs& game) { return game.payoffs(); };
    Counts pruned, playouts;
    std::uint64_t simulated = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomPayoffs game(seed, 3, seed % 2);
        Moves<RandomPayoffs> moves;
        game.moves(moves);
        SearchRequest request;
        request.depth = 5;
        request.payoff_limits = PayoffLimits{RandomPayoffs::total, 0};
        pruned.add(max_n(game, moves, request, payoffs).counts);
        SearchRequest simulations;
        simulations.simulations = 200;
        simulations.seed = seed;
        std::uint64_t at = 0;
        const auto outcome = mcts_alone(game, simulations, payoffs);
        playouts.add(outcome.counts);
        for (const auto& move : outcome.moves) simulated += ++at * move.visits;
    }
    check_counts("max^n", pruned, {5090, 2539, 0, 0, 162, 0, 1269, 0});
    check_counts("MCTS", playouts, {4452, 10000});
    check_nodes("MCTS, visits weighted by place", simulated, 12537);
}

}  // namespace

int main() {
    test_alpha_beta();
    test_selective();
    test_expectiminimax();
    test_solver();
    test_proof_number();
    test_many_players();
    return report("node counts");
}
