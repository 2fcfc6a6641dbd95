// The exact solver: games without hooks, with some of them, players who move twice, stopping, and determinism.
#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

namespace {

// Nim: take any number from one heap; a player who cannot move has lost. No hooks.
struct Nim {
    struct Move {
        int heap;
        int take;
    };
    static constexpr int max_moves = 24;
    std::array<int, 3> heaps{};
    int turn = 0;

    int player() const { return turn; }
    bool over() const { return heaps == std::array<int, 3>{}; }
    Value payoff() const { return -1; }
    void moves(List<Move, max_moves>& list) const {
        for (int heap = 0; heap < 3; ++heap)
            for (int take = 1; take <= heaps[heap]; ++take) list.push_back({heap, take});
    }
    Nim play(Move move) const {
        Nim next = *this;
        next.heaps[move.heap] -= move.take;
        next.turn = 1 - turn;
        return next;
    }
    Key key() const { return static_cast<Key>(heaps[0] | heaps[1] << 8 | heaps[2] << 16 | turn << 24); }
};

// Tic-tac-toe, where an earlier win is worth more. Has a value range and a move order.
struct TicTacToe {
    using Move = int;
    static constexpr int max_moves = 9;
    static constexpr Bounds value_range{-6, 6};
    int own = 0;
    int other = 0;

    int stones() const { return std::popcount(static_cast<unsigned>(own | other)); }
    int player() const { return stones() & 1; }
    bool lost() const {
        for (const int line : {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124})
            if ((other & line) == line) return true;
        return false;
    }
    bool over() const { return lost() || stones() == 9; }
    Value payoff() const { return lost() ? stones() - 11 : 0; }
    void moves(List<Move, max_moves>& list) const {
        if (lost()) return;
        for (int square = 0; square < 9; ++square)
            if (!((own | other) >> square & 1)) list.push_back(square);
    }
    TicTacToe play(Move square) const { return {other, own | 1 << square}; }
    Key key() const { return static_cast<Key>(own | other << 9); }
    int order_score(Move square) const { return square == 4; }
};

template <class G>
Value reference_value(const G& game) {
    std::uint64_t nodes = 0;
    return reference_alpha_beta(game, 100, -infinity, infinity, nodes);
}

void test_nim() {
    Solver<Nim> solver(1);
    for (int a = 0; a < 6; ++a)
        for (int b = 0; b < 6; ++b)
            for (int c = 0; c < 6; ++c) {
                const Nim game{{a, b, c}};
                const auto answer = solver.solve(game);
                CHECK(answer.solved && answer.value == ((a ^ b ^ c) ? 1 : -1));
                CHECK(answer.move.has_value() == (a + b + c > 0));
                if (a ^ b ^ c) {
                    const Nim next = game.play(*answer.move);
                    CHECK((next.heaps[0] ^ next.heaps[1] ^ next.heaps[2]) == 0);
                }
                CHECK(solver.solve(game, true).value == answer.value);
            }
}

void test_tic_tac_toe() {
    Solver<TicTacToe> solver(1);
    Random random(5);
    for (int at = 0; at < 500; ++at) {
        TicTacToe game;
        for (int stone = static_cast<int>(random.below(9)); stone > 0 && !game.over(); --stone) {
            Moves<TicTacToe> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        const auto answer = solver.solve(game);
        CHECK(answer.value == reference_value(game));
        if (answer.move) CHECK(-reference_value(game.play(*answer.move)) == answer.value);
        for (const auto& [move, value] : solver.analyse(game)) CHECK(value == -reference_value(game.play(move)));
    }
    CHECK(solver.solve(TicTacToe{}).value == 0);
    CHECK(solver.analyse(TicTacToe{}).size() == 9);
}

// Players who move twice and values without known bounds.
void test_random_games() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(static_cast<std::uint64_t>(seed), seed & 1);
        Solver<Synthetic> solver(1);
        const Value expected = brute_force(game, -1);
        const auto answer = solver.solve(game);
        CHECK(answer.solved && answer.value == expected);
        const auto keeps = [&](int move, Value least) { return brute_force_move(game, move, 0) >= least; };
        CHECK(answer.move && keeps(*answer.move, expected));
        const auto weak = solver.solve(game, true);
        CHECK(weak.value == (expected > 0) - (expected < 0));
        CHECK(weak.move && (expected < 0 || keeps(*weak.move, expected > 0 ? 1 : 0)));
    }
}

void test_table() {
    SolverTable<ConnectFour<>> packed(1);
    SolverTable<TicTacToe> wide(1);
    static_assert(decltype(packed)::packed && !decltype(wide)::packed);
    for (Key key = 1; key < 2000; ++key) {
        const Value low = static_cast<Value>(key % 43) - 21;
        packed.store<false>(key * 0x1234567 % (Key{1} << 49), {low, 21, static_cast<int>(key % 7)}, key);
        wide.store<false>(key * 0x1234567, {low, 6, static_cast<int>(key % 9)}, key);
        Proven known{-21, 20};
        CHECK(packed.probe<false>(key * 0x1234567 % (Key{1} << 49), known));
        CHECK(known.low == low && known.high == 20 && known.move == static_cast<int>(key % 7));
        known = {-infinity, infinity};
        CHECK(wide.probe<false>(key * 0x1234567, known));
        CHECK(known.low == low && known.high == 6 && known.move == static_cast<int>(key % 9));
    }
    Proven known{-21, 21};
    CHECK(!packed.probe<false>(0, known) && !wide.probe<false>(0, known) && known.low == -21 && known.high == 21);
    packed.forget();
    CHECK(!packed.probe<false>(0x1234567, known));
}

// Positions as nodes of a graph with cycles. `MostMoves` decides whether the solver keeps children on the stack.
struct Graph {
    struct Node {
        int player;
        std::optional<Value> payoff;  // MAX's
        std::vector<int> children;
    };
    std::vector<Node> nodes;

    // What MAX, or MIN, can force in a finite number of moves: the textbook's attractor, one payoff at a time.
    Value forced(int root, int player, const std::vector<Value>& worst_first) const {
        Value best = worst_first.front();
        for (const Value goal : worst_first) {
            const auto enough = [&](Value payoff) { return player == 0 ? payoff >= goal : payoff <= goal; };
            std::vector<char> reached(nodes.size(), 0);
            for (bool changed = true; changed;) {
                changed = false;
                for (std::size_t at = 0; at < nodes.size(); ++at) {
                    const Node& node = nodes[at];
                    const auto is_reached = [&](int child) { return reached[static_cast<std::size_t>(child)] != 0; };
                    const bool now = node.payoff ? enough(*node.payoff)
                                     : node.player == player ? std::any_of(node.children.begin(), node.children.end(), is_reached)
                                                             : std::all_of(node.children.begin(), node.children.end(), is_reached);
                    if (now && !reached[at]) reached[at] = 1, changed = true;
                }
            }
            if (reached[static_cast<std::size_t>(root)]) best = goal;
        }
        return best;
    }
};
template <int MostMoves>
struct GraphGame {
    using Move = int;
    static constexpr int max_moves = MostMoves;
    static constexpr Bounds value_range{-2, 2};
    const Graph* graph;
    int at;

    const Graph::Node& node() const { return graph->nodes[static_cast<std::size_t>(at)]; }
    int player() const { return node().player; }
    bool over() const { return node().payoff.has_value(); }
    Value payoff() const { return player() == 0 ? *node().payoff : -*node().payoff; }
    void moves(List<Move, max_moves>& list) const {
        for (std::size_t move = 0; move < node().children.size(); ++move) list.push_back(static_cast<int>(move));
    }
    GraphGame play(Move move) const { return {graph, node().children[static_cast<std::size_t>(move)]}; }
    Key key() const { return static_cast<Key>(at) + 1; }
};

Graph random_graph(Random& random) {
    Graph graph;
    const std::uint32_t size = 2 + random.below(14);
    for (std::uint32_t at = 0; at < size; ++at) {
        Graph::Node node{static_cast<int>(random.below(2)), {}, {}};
        if (at > 0 && random.below(4) == 0) node.payoff = static_cast<Value>(random.below(5)) - 2;
        else
            for (std::uint32_t move = 1 + random.below(3); move > 0; --move) node.children.push_back(static_cast<int>(random.below(size)));
        graph.nodes.push_back(node);
    }
    return graph;
}

// A value holds however endless play is judged: both players can force it. Otherwise there is none.
template <int MostMoves>
void test_cycles(int threads) {
    Random random(11);
    int solved = 0;
    for (int round = 0; round < 400; ++round) {
        const Graph graph = random_graph(random);
        const GraphGame<MostMoves> game{&graph, 0};
        const Value low = graph.forced(0, 0, {-2, -1, 0, 1, 2}), high = graph.forced(0, 1, {2, 1, 0, -1, -2});
        Solver<GraphGame<MostMoves>> solver(1);
        const auto answer = solver.solve(game, false, {}, threads);
        CHECK(answer.solved == (low == high) && answer.end == (low == high ? SolverEnd::solved : SolverEnd::endless));
        const auto weak = solver.solve(game, true, {}, threads);
        const auto sign = [](Value value) { return (value > 0) - (value < 0); };
        CHECK(weak.solved == (sign(low) == sign(high)));
        if (weak.solved) CHECK(weak.value == (game.player() == 0 ? sign(low) : -sign(low)));
        if (!answer.solved) continue;
        ++solved;
        CHECK(answer.value == (game.player() == 0 ? low : -low));
        const auto child = game.play(*answer.move).at;
        CHECK(game.player() == 0 ? graph.forced(child, 0, {-2, -1, 0, 1, 2}) == low : graph.forced(child, 1, {2, 1, 0, -1, -2}) == high);
    }
    CHECK(solved > 100 && solved < 350);
}

// A puzzle with moves back and forth: the line reaches its end all the same.
void test_line_of_a_cyclic_puzzle() {
    Graph graph;
    constexpr int length = 30;
    for (int at = 0; at < length; ++at) graph.nodes.push_back({0, {}, {at, at > 0 ? at - 1 : 0, at + 1}});
    graph.nodes.push_back({0, 2, {}});
    const GraphGame<4> game{&graph, 0};
    Solver<GraphGame<4>> solver(1);
    const auto answer = solver.solve(game);
    CHECK(answer.solved && answer.value == 2 && answer.line.size() == length);
    GraphGame<4> at = game;
    for (const int move : answer.line) at = at.play(move);
    CHECK(at.over());
}

// Lines of 100,000 forced moves.
void test_long_lines() {
    Graph graph;
    constexpr int length = 100'000;
    for (int at = 0; at < length; ++at) graph.nodes.push_back({at & 1, {}, {at + 1}});
    graph.nodes.push_back({0, 1, {}});
    const GraphGame<4> game{&graph, 0};
    Solver<GraphGame<4>> solver(16);
    const auto answer = solver.solve(game);
    CHECK(answer.solved && answer.value == 1 && answer.line.size() == length);
    Solver<GraphGame<4>> small(1);
    CHECK(small.solve(game).end == SolverEnd::memory);
    CHECK(small.solve(game, false, [&] { return small.nodes() > 5000; }).end == SolverEnd::stopped);
    Solver<GraphGame<1024>> large(16);
    CHECK(large.solve({&graph, 0}, false, {}, 2).value == 1);
    CHECK(large.solve({&graph, length - 1500}).value == 1);
    Solver<GraphGame<96>> middle(16);  // children on the stack, but only few lines of them
    CHECK(middle.solve({&graph, 0}).value == 1);
    ProofNumberSearch<GraphGame<1024>> prover(1);
    const auto proof = prover.prove({&graph, 0}, 1, SearchRequest{});
    CHECK(proof.verdict == Verdict::unknown && proof.stopped == StopReason::long_line);
    CHECK(prover.prove({&graph, length - 1500}, 1, SearchRequest{}).verdict == Verdict::yes);
}

void test_stopping() {
    Solver<ConnectFour<>> solver(4);
    int polls = 0;
    const auto answer = solver.solve(ConnectFour<>{}, false, [&] { return ++polls == 20; });
    CHECK(!answer.solved && !answer.move && polls == 20);
    CHECK(answer.nodes > 10'000 && answer.nodes < 200'000);
    CHECK(solver.analyse(ConnectFour<>{}, [] { return true; }).empty());
    // Entries proven before the stop are still right.
    std::string error;
    const auto game = *ConnectFour<>::parse("2252576253462244111563365343671351441", error);
    CHECK(solver.solve(game, false, [] { return false; }).value == -1);
}

void test_determinism() {
    std::string error;
    const auto game = *ConnectFour<>::parse("274552224131661", error);
    Solver<ConnectFour<>> one(4), two(4);
    const auto first = one.solve(game);
    CHECK(first.value == 0 && first.nodes == two.solve(game).nodes);
    one.forget();
    CHECK(one.solve(game).nodes == first.nodes);
    CHECK(one.solve(game).nodes < first.nodes);  // thanks to the table
}

}  // namespace

int main() {
    test_nim();
    test_tic_tac_toe();
    test_random_games();
    test_table();
    test_cycles<4>(1);
    test_cycles<1024>(1);
    test_cycles<4>(2);
    test_line_of_a_cyclic_puzzle();
    test_long_lines();
    test_stopping();
    test_determinism();
    return report("solve");
}
