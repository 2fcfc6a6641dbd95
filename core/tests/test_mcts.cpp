// Monte-Carlo tree search: with many simulations of small games it finds the moves of minimax and of max^n, whoever moves.
#include "random_payoffs.hpp"
#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/search/mcts.hpp"

using namespace zermelo;

namespace {

const auto payoffs = [](const RandomPayoffs& game) { return game.payoffs(); };

// A search with a tree of its own.
template <class G, class Evaluation>
Outcome<typename G::Move> search(const G& root, const SearchRequest& request, const Evaluation& evaluation) {
    KeptTree tree(16);
    return mcts<MultiPlayerGame<G>>(root, request, evaluation, tree);
}

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
        const auto outcome = search(game, request, payoffs);
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
            const auto outcome = search(game, request, evaluate);
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
        const auto outcome = search(game, request, evaluate);
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
    const auto outcome = search(game, request, evaluate);
    CHECK(outcome.stopped == StopReason::nodes && visits_of(outcome) > 0 && visits_of(outcome) < 6000);
    // Evaluated after one move instead of played out: the same seed gives the same answer, and simulations are short.
    request = {};
    request.plies = 1;
    const auto one = search(game, request, evaluate), again = search(game, request, evaluate);
    CHECK(one.counts.evaluations == 1000 && one.counts.nodes == again.counts.nodes && one.counts.nodes <= 2001);
    for (std::size_t at = 0; at < one.moves.size(); ++at) CHECK(one.moves[at].visits == again.moves[at].visits);
}

}  // namespace

int main() {
    test_several_players();
    test_two_players();
    test_random_games();
    test_limits();
    return report("mcts");
}
