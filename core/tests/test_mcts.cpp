// Monte-Carlo tree search: with many simulations of small games it finds the moves of minimax and of max^n, whoever moves.
#include "mcts_alone.hpp"
#include "random_payoffs.hpp"
#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/games/connect_four.hpp"

using namespace zermelo;

namespace {

const auto payoffs = [](const RandomPayoffs& game) { return game.payoffs(); };

template <class Move>
const RootMove<Move>& most_visited(const Outcome<Move>& outcome) {
    return *std::max_element(outcome.moves.begin(), outcome.moves.end(), [](const auto& a, const auto& b) { return a.visits < b.visits; });
}

template <class Move>
std::uint64_t visits_of(const Outcome<Move>& outcome) {
    std::uint64_t visits = 0;
    for (const auto& move : outcome.moves) visits += move.visits;
    return visits;
}

void test_several_players() {
    int searched = 0, near = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        const RandomPayoffs game(seed, 3, seed % 2, 2);
        SearchRequest request;
        request.simulations = 3000;
        request.exploration = 1;
        request.seed = seed;
        const auto outcome = mcts_alone(game, request, payoffs);
        CHECK(!outcome.endless && outcome.stopped == StopReason::complete && visits_of(outcome) == 3000);
        for (const auto& move : outcome.moves) {
            double sum = 0;
            for (const double mean : move.worth) sum += mean;
            CHECK(std::abs(sum - RandomPayoffs::total) < 1e-6);
        }
        if (game.player() < 0) continue;
        std::uint64_t nodes = 0;
        const auto player = static_cast<std::size_t>(game.player());
        ++searched, near += std::abs(most_visited(outcome).worth[player] - brute_force(game, -1, nodes)[player]) < 1;
    }
    // Where a player has two equal moves, the others' payoffs depend on which one is visited more.
    CHECK(near * 10 >= searched * 9);
}

// A tree of two plies: the payoffs of the leaves, MAX's, by first and second move. Who moves at each ply is given.
struct TwoPlies {
    using Move = int;
    static constexpr int max_moves = 2;
    int leaves[2][2];
    int players[3];  // at the root, below it, and at the end
    int ply = 0, first = 0, second = 0;

    int player() const { return players[ply]; }
    bool over() const { return ply == 2; }
    Value payoff() const { return player() == 0 ? leaves[first][second] : -leaves[first][second]; }
    Key key() const { return static_cast<Key>(ply * 4 + first * 2 + second); }
    void moves(List<Move, max_moves>& list) const {
        if (over()) return;
        list.push_back(0), list.push_back(1);
    }
    TwoPlies play(Move move) const {
        TwoPlies next = *this;
        (ply == 0 ? next.first : next.second) = move;
        ++next.ply;
        return next;
    }
};

// Each tree has one best first move for each way in which MAX and MIN may be distributed over the two plies; a player who
// optimised for the other would choose another one.
void test_two_players() {
    const auto evaluate = [](const TwoPlies& game) { return for_max(game, game.payoff()); };
    int min_at_root = 0;
    for (int tree = 0; tree < 24; ++tree) {
        // All orders of four different payoffs.
        int values[4] = {-10, -4, 4, 10}, order = tree;
        for (int at = 3; at > 0; --at) std::swap(values[at], values[order % (at + 1)]), order /= at + 1;
        for (int players = 0; players < 8; ++players) {
            const TwoPlies game{{{values[0], values[1]}, {values[2], values[3]}}, {players & 1, players >> 1 & 1, players >> 2}};
            const auto best_of = [](int player, double a, double b) { return player == 0 ? std::max(a, b) : std::min(a, b); };
            const double worth[2] = {best_of(game.players[1], values[0], values[1]), best_of(game.players[1], values[2], values[3])};
            const int best = (game.players[0] == 0) == (worth[0] > worth[1]) ? 0 : 1;
            SearchRequest request;
            request.simulations = 2000;
            request.exploration = 0.7;
            request.seed = static_cast<std::uint64_t>(tree);
            const auto outcome = mcts_alone(game, request, evaluate);
            CHECK(visits_of(outcome) == 2000 && outcome.moves.size() == 2);
            CHECK(most_visited(outcome).line.front() == best);
            // The means are MAX's, and near the value of minimax.
            CHECK(most_visited(outcome).worth.size() == 1 && std::abs(most_visited(outcome).worth[0] - worth[best]) < 2);
            min_at_root += game.players[0] == 1;
        }
    }
    CHECK(min_at_root == 96);
}

// Random two-player games, half of them with MIN to move at the root: the move is nearly always as good as minimax's.
void test_random_games() {
    const auto evaluate = [](const Synthetic& game) { return for_max(game, static_cast<double>(game.evaluate())); };
    int good[2] = {0, 0};
    for (int seed = 0; seed < 80; ++seed) {
        const Synthetic game(static_cast<std::uint64_t>(seed), seed & 1);
        SearchRequest request;
        request.simulations = 6000;
        request.exploration = 0.5;
        request.seed = static_cast<std::uint64_t>(seed);
        const auto outcome = mcts_alone(game, request, evaluate);
        good[seed & 1] += brute_force_move(game, most_visited(outcome).line.front(), -1) >= brute_force(game, -1) - 2;
    }
    CHECK(good[0] >= 34 && good[1] >= 34);
}

void test_limits() {
    const auto evaluate = [](const Synthetic& game) { return for_max(game, static_cast<double>(game.evaluate())); };
    const Synthetic game(1);
    SearchRequest request;
    request.simulations = 1'000'000'000;
    request.nodes = 5000;
    const auto outcome = mcts_alone(game, request, evaluate);
    CHECK(outcome.stopped == StopReason::nodes && visits_of(outcome) > 0 && visits_of(outcome) < 6000);
    // Evaluated after one move instead of played out: the same seed gives the same answer, and simulations are short.
    request = {};
    request.plies = 1;
    const auto one = mcts_alone(game, request, evaluate), again = mcts_alone(game, request, evaluate);
    CHECK(one.counts.evaluations == 1000 && one.counts.nodes == again.counts.nodes && one.counts.nodes <= 2001);
    for (std::size_t at = 0; at < one.moves.size(); ++at) CHECK(one.moves[at].visits == again.moves[at].visits);
}

// ---- additions to UCT

const auto nothing = [](const auto&) { return 0.0; };

// A search that is proven has the value of minimax; one that only wants the winner, a bound on the right side of 0.
void test_solver() {
    int proven = 0, won = 0;
    for (int seed = 0; seed < 60; ++seed) {
        const Synthetic game(static_cast<std::uint64_t>(seed), seed & 1);
        const Value minimax = brute_force(game, -1);
        SearchRequest request;
        request.simulations = 200'000;
        request.exploration = 0.5;
        request.seed = static_cast<std::uint64_t>(seed);
        request.solver = true;
        request.threads = 1 + seed % 3;
        const auto exact = mcts_alone(game, request, nothing);
        for (const auto& move : exact.moves)
            if (move.bound == Bound::exact) CHECK(value_of(game, move) == brute_force_move(game, move.line.front(), -1));
        if (exact.proven) {
            ++proven;
            CHECK(value_of(game, exact) == minimax && for_max(game, best_worth(game, exact)) == minimax && exact.stopped == StopReason::complete);
        }
        request.wins = true;
        for (const auto& move : mcts_alone(game, request, nothing).moves) {
            if (move.bound == Bound::none) continue;
            const double worth = for_max(game, move.worth[0]), value = brute_force_move(game, move.line.front(), -1);
            CHECK(move.bound == Bound::exact ? worth == value : (move.bound == Bound::lower) == (game.player() == 0) ? 0 < worth && worth <= value : 0 > worth && worth >= value);
            won += worth > 0;
        }
    }
    CHECK(proven >= 50 && won >= 20);
}

// A stone that wins at once is played, by whatever rule the search selects; with the solver the game is over after few simulations.
void test_selection() {
    std::string error;
    for (const char* moves : {"112233", "445566", "121212"}) {
        const auto game = *ConnectFour7x6::parse(moves, error);
        CHECK(game.can_win());
        for (int rule = 0; rule < 16; ++rule) {
            SearchRequest request;
            request.simulations = 5000;
            request.selection = rule & 1 ? Selection::puct : Selection::uct;
            request.rave = rule & 2 ? 300 : 0;
            request.solver = rule & 4;
            request.uniform = rule & 8;
            request.wins = true;
            const auto outcome = mcts_alone(game, request, nothing);
            const auto& best = outcome.moves.front();
            CHECK(game.play(best.line.front()).over());
            if (request.solver) CHECK(best.bound == Bound::exact && value_of(game, best) == *game.known_value() * ConnectFour7x6::unit && visits_of(outcome) < 100);
            else CHECK(visits_of(outcome) == 5000 && &best == &most_visited(outcome));
        }
    }
}

// In a tree far too small the nodes with the fewest visits make room, and no simulation is lost.
void test_small_tree() {
    for (const int threads : {1, 3}) {
        SearchRequest request;
        request.simulations = 60'000;
        request.threads = threads;
        request.rave = 100;
        KeptTree small(0), large(64);
        const ConnectFour7x6 game;
        const auto outcome = mcts<false>(game, request, nothing, small), roomy = mcts<false>(game, request, nothing, large);
        CHECK(visits_of(outcome) == 60'000 && visits_of(roomy) == 60'000);
        CHECK(most_visited(outcome).line.front() == most_visited(roomy).line.front());
        CHECK(small.for_search(game, 0).size() <= 4096 && small.for_search(game, 0).size() > 1000);
        CHECK(large.for_search(game, 0).size() > 50'000);
    }
}

// The next search goes on below the moves that were played, and begins anew elsewhere.
void test_kept_tree() {
    SearchRequest request;
    request.simulations = 20'000;
    KeptTree tree(16);
    const ConnectFour7x6 game;
    const auto first = mcts<false>(game, request, nothing, tree);
    const auto& line = most_visited(first).line;
    CHECK(line.size() >= 4);
    const ConnectFour7x6 later = game.play(line[0]).play(line[1]);
    CHECK(tree.for_search(later, 0)[0].visits > 100 && tree.for_search(later, 0)[0].visits < 20'000);
    const auto visits = tree.for_search(later, 0)[0].visits.load();
    const auto second = mcts<false>(later, request, nothing, tree);
    CHECK(tree.for_search(later, 0)[0].visits == visits + 20'000);
    CHECK(visits_of(second) >= visits + 20'000 - 1);
    CHECK(tree.for_search(later, 1)[0].visits == 0);  // simulations that count otherwise
    CHECK(tree.for_search(game, 1)[0].visits == 0);   // a position that is not below
    const Synthetic other(3);
    CHECK(mcts<false>(other, request, nothing, tree).moves.size() > 0);  // another game
}

// Threads share one tree, and every simulation counts once.
void test_threads() {
    for (int seed = 0; seed < 8; ++seed) {
        SearchRequest request;
        request.simulations = 3000;
        request.threads = 2 + seed % 2;
        request.rave = seed % 2 ? 200 : 0;
        request.seed = static_cast<std::uint64_t>(seed);
        const auto outcome = mcts_alone(ConnectFour7x6(), request, nothing);
        CHECK(visits_of(outcome) == 3000 && outcome.counts.evaluations == 3000);
        std::uint64_t nodes = 0;
        for (const auto count : outcome.shape) nodes += count;
        CHECK(nodes > 2000 && nodes <= 3000);
    }
    const RandomPayoffs game(4, 3, false, 2);
    SearchRequest request;
    request.simulations = 3000;
    request.threads = 3;
    CHECK(visits_of(mcts_alone(game, request, payoffs)) == 3000);
}

}  // namespace

int main() {
    test_several_players();
    test_two_players();
    test_random_games();
    test_limits();
    test_solver();
    test_selection();
    test_small_tree();
    test_kept_tree();
    test_threads();
    return report("mcts");
}
