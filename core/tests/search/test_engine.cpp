// Alpha-beta against brute force on random games: every depth, every combination of switches, several lines and threads.
#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/search/proof_number.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

const auto evaluate = [](const Synthetic& game) { return game.evaluate(); };

SearchRequest exact_request(int depth) {
    SearchRequest request;
    request.depth = depth;
    request.exact = true;
    return request;
}

// The value at the end of a line, for the player to move at its start. It must be the value that the search reported.
Value value_of_line(Synthetic game, const std::vector<int>& line, int depth) {
    int sign = 1;
    for (const int move : line) {
        const Synthetic next = game.play(move);
        if (next.player() != game.player()) sign = -sign;
        game = next;
        --depth;
    }
    return sign * brute_force(game, std::max(depth, 0));
}

void test_values() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(seed, seed & 1);
        for (const int depth : {1, 2, 3, 5, 0}) {
            const Value expected = brute_force(game, depth ? depth : -1);
            for (int switches = 0; switches < 8; ++switches) {
                SearchRequest request = exact_request(depth);
                request.table = switches & 1;
                request.aspiration = switches & 2;
                request.enhanced_cutoffs = request.killers = request.history = switches & 4;
                TranspositionTable table(1);
                const auto outcome = search(game, table, request, evaluate);
                CHECK(outcome.moves.size() == 1);
                CHECK(value_of(game, outcome) == expected);
                CHECK(outcome.moves[0].bound == Bound::exact);
                if (!request.table) CHECK(value_of_line(game, outcome.moves[0].line, depth ? depth : 99) == expected);
                if (depth == 0) CHECK(outcome.proven);
            }
        }
    }
}

void test_reused_table() {
    TranspositionTable table(1);
    for (int round = 0; round < 2; ++round)
        for (int seed = 0; seed < 200; ++seed) {
            const Synthetic game(seed);
            CHECK(value_of(game, search(game, table, exact_request(0), evaluate)) == brute_force(game, -1));
        }
}

void test_several_lines() {
    for (int seed = 0; seed < 200; ++seed) {
        const Synthetic game(seed, seed & 1);
        SearchRequest request = exact_request(4);
        request.lines = 5;
        TranspositionTable table(1);
        const auto outcome = search(game, table, request, evaluate);
        Moves<Synthetic> moves;
        game.moves(moves);
        CHECK(outcome.moves.size() == moves.size());
        for (std::size_t at = 0; at < outcome.moves.size(); ++at) {
            CHECK(value_of(game, outcome.moves[at]) == brute_force_move(game, outcome.moves[at].line.front(), 4));
            if (at > 0) CHECK(value_of(game, outcome.moves[at - 1]) >= value_of(game, outcome.moves[at]));
        }
    }
}

// No position is ever quiet, and every capture promises more: quiescence ends where the search's longest line does.
struct Noise {
    using Move = int;
    static constexpr int max_moves = 1;
    int ply = 0;

    int player() const { return ply & 1; }
    bool over() const { return false; }
    Value payoff() const { return 0; }
    Value evaluate() const { return -1; }
    bool is_quiet() const { return false; }
    Key key() const { return static_cast<Key>(ply); }
    void moves(List<Move, max_moves>& list) const { list.push_back(0); }
    Noise play(Move) const { return {ply + 1}; }
};

void test_endless_quiescence() {
    SearchRequest request;
    request.depth = 1;
    TranspositionTable table(1);
    const auto outcome = search(Noise(), table, request, [](const Noise& game) { return game.evaluate(); });
    CHECK(outcome.counts.selective_depth > 100 && std::abs(value_of(Noise(), outcome)) == 1);
}

// Every position asks for an extension, so that the search goes as deep as it may: twice its depth.
struct AlwaysExtended : Synthetic {
    using Synthetic::Synthetic;
    int extension() const { return 1; }
    AlwaysExtended play(Move move) const {
        AlwaysExtended next;
        static_cast<Synthetic&>(next) = Synthetic::play(move);
        return next;
    }
};

void test_extensions() {
    for (int seed = 0; seed < 100; ++seed) {
        const AlwaysExtended game(seed);
        TranspositionTable exact(1), extended(1);
        SearchRequest request;
        request.depth = 2;
        CHECK(value_of(game, search(game, exact, exact_request(2), evaluate)) == brute_force(game, 2));
        CHECK(value_of(game, search(game, extended, request, evaluate)) == brute_force(game, 5));
    }
}

void test_one_thread_is_deterministic() {
    for (int seed = 0; seed < 20; ++seed) {
        TranspositionTable one(1), other(1);
        SearchRequest request;
        request.depth = 7;
        const Synthetic game(seed);
        const auto first = search(game, one, request, evaluate), second = search(game, other, request, evaluate);
        CHECK(first.counts.nodes == second.counts.nodes);
        CHECK(value_of(game, first) == value_of(game, second));
    }
}

void test_threads() {
    for (int seed = 0; seed < 60; ++seed) {
        const Synthetic game(seed, seed & 1);
        for (const int threads : {2, 3})
            for (const int depth : {4, 0}) {
                SearchRequest request = exact_request(depth);
                request.threads = threads;
                TranspositionTable table(1);
                const auto outcome = search(game, table, request, evaluate);
                CHECK(value_of(game, outcome) == brute_force(game, depth ? depth : -1));
                // The move is best too, not only the value.
                CHECK(brute_force_move(game, outcome.moves[0].line.front(), depth ? depth : -1) == value_of(game, outcome));
                if (depth == 0) CHECK(outcome.proven);
            }
    }
}

void test_limits() {
    TranspositionTable table(1);
    SearchRequest request;
    request.nodes = 100;
    const auto few_nodes = search(Synthetic(7), table, request, evaluate);
    CHECK(few_nodes.counts.nodes <= 101);
    CHECK(few_nodes.stopped == StopReason::nodes || few_nodes.proven);
    SearchRequest polled;
    int polls = 0;
    polled.poll = [&] { return ++polls > 0; };
    const auto cancelled = search(Synthetic(3), table, polled, evaluate);
    CHECK(cancelled.stopped == StopReason::cancelled || cancelled.proven);
}

void test_proofs() {
    for (int seed = 0; seed < 300; ++seed) {
        const Synthetic game(seed, seed & 1);
        const Value expected = brute_force(game, -1);
        ProofNumberSearch<Synthetic> prover(1);
        for (const Value goal : {-19, -5, 0, 1, 7, expected, expected + 1}) {
            const Proof proof = prover.prove(game, goal, {});
            CHECK(proof.verdict == (expected >= goal ? Verdict::yes : Verdict::no));
        }
    }
}

}  // namespace

int main() {
    test_values();
    test_reused_table();
    test_several_lines();
    test_endless_quiescence();
    test_extensions();
    test_one_thread_is_deterministic();
    test_threads();
    test_limits();
    test_proofs();
    return report("engine");
}
