// How many nodes each search visits on fixed positions. The counts show what a right value hides: a cutoff that is missing, a
// window that is too wide, a table entry that is not used. They change only when a search changes on purpose; the test prints
// the new ones.
#include <string>

#include "chess_checks.hpp"
#include "random_payoffs.hpp"
#include "synthetic.hpp"
#include "zermelo/games/chess/antichess.hpp"
#include "zermelo/games/connect_four.hpp"
#include "zermelo/search/expectiminimax.hpp"
#include "zermelo/search/max_n.hpp"
#include "zermelo/search/mcts.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/search.hpp"
#include "zermelo/search/solver.hpp"

namespace {

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
std::uint64_t nodes_of(const G& game, int depth, const Evaluation& evaluation, SearchRequest request = {}) {
    TranspositionTable table(4);
    request.depth = depth;
    return search(game, table, request, evaluation).counts.nodes;
}

void test_alpha_beta() {
    const auto evaluate = [](const Synthetic& game) { return game.evaluate(); };
    std::uint64_t exact = 0, plain = 0, several = 0;
    for (int seed = 0; seed < 100; ++seed) {
        SearchRequest request;
        request.exact = true;
        exact += nodes_of(Synthetic(seed, seed & 1), 6, evaluate, request);
        request.table = request.aspiration = request.enhanced_cutoffs = request.killers = request.history = false;
        plain += nodes_of(Synthetic(seed, seed & 1), 6, evaluate, request);
        request.lines = 3;
        several += nodes_of(Synthetic(seed, seed & 1), 5, evaluate, request);
    }
    check_nodes("alpha-beta", exact, 25798);
    check_nodes("alpha-beta without its parts", plain, 39470);
    check_nodes("alpha-beta, three lines", several, 46936);
    const auto centre = [](const ConnectFour<>& game) { return static_cast<Value>(game.key() % 17); };
    check_nodes("Connect Four", nodes_of(ConnectFour<>(), 9, centre), 41230);
}

void test_selective() {
    const auto chess = [](const Chess& game) { return material(game); };
    const auto antichess = [](const AntiChess& game) { return -material(game); };
    check_nodes("chess", nodes_of(position<Chess>("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"), 8, chess), 46668);
    check_nodes("chess endgame", nodes_of(position<Chess>("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"), 12, chess), 13829);
    check_nodes("anti-chess", nodes_of(AntiChess(), 5, antichess), 24386);
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
    std::uint64_t pruned = 0, simulated = 0;
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const RandomPayoffs game(seed, 3, seed % 2);
        Moves<RandomPayoffs> moves;
        game.moves(moves);
        SearchRequest request;
        request.depth = 5;
        request.payoff_limits = PayoffLimits{RandomPayoffs::total, 0};
        pruned += max_n(game, moves, request, payoffs).counts.nodes;
        SearchRequest simulations;
        simulations.simulations = 200;
        simulations.seed = seed;
        std::uint64_t at = 0;
        for (const auto& move : mcts(game, simulations, payoffs).moves) simulated += ++at * move.visits;
    }
    check_nodes("max^n", pruned, 5090);
    check_nodes("MCTS, visits weighted by place", simulated, 15101);
}

}  // namespace

int main() {
    test_alpha_beta();
    test_selective();
    test_solver();
    test_proof_number();
    test_many_players();
    return report("node counts");
}
