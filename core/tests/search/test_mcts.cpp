// Monte-Carlo tree search: with many simulations of small games it finds the moves of minimax and of max^n, whoever moves.
#include "mcts_alone.hpp"
#include "random_payoffs.hpp"
#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/games/connect_four/rules.hpp"

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
            request.playouts = rule & 8 ? Playouts::uniform : Playouts::game;
            request.wins = true;
            const auto outcome = mcts_alone(game, request, nothing);
            const auto& best = outcome.moves.front();
            CHECK(game.play(best.line.front()).over());
            if (request.solver) CHECK(best.bound == Bound::exact && value_of(game, best) == *game.known_value() * ConnectFour7x6::unit && visits_of(outcome) < 100);
            else CHECK(visits_of(outcome) == 5000 && &best == &most_visited(outcome));
        }
    }
}

// GRAVE with a reference that every node reaches is RAVE; with one that none reaches, every node has its own means too.
void test_grave() {
    SearchRequest request;
    request.simulations = 3000;
    request.rave = 300;
    const ConnectFour7x6 game;
    const auto rave = mcts_alone(game, request, nothing);
    const auto visits_with = [&](double reference) {
        request.grave = reference;
        std::vector<std::uint64_t> visits;
        for (const auto& move : mcts_alone(game, request, nothing).moves) visits.push_back(move.visits);
        return visits;
    };
    std::vector<std::uint64_t> plain;
    for (const auto& move : rave.moves) plain.push_back(move.visits);
    CHECK(visits_with(1e-9) == plain && visits_with(1e9) == plain);
    CHECK(visits_with(50) != plain);
}

// A child reads the means of the same move and player at the reference, and its own where the reference has no such move.
void test_reference() {
    MctsTree<std::uint8_t> tree(0);
    const auto children = [&](std::uint32_t at, std::initializer_list<int> moves) {
        CHECK(tree.claim(at) && !tree.claim(at));
        const std::uint32_t first = tree.allocate(static_cast<std::uint32_t>(moves.size()));
        std::uint32_t place = first;
        for (const int move : moves) tree[place++].move = static_cast<std::uint8_t>(move);
        tree[at].child_count = static_cast<std::uint16_t>(moves.size());
        tree[at].first_child.store(first);
        return first;
    };
    const auto root = children(0, {3, 5, 7}), reply = children(root, {3, 5}), later = children(reply, {5, 9});
    Amaf<std::uint8_t> amaf;
    struct Step {
        std::uint32_t node;
    };
    // MAX plays 3, MIN 3, MAX 5, and after the tree MIN 9, MAX 7.
    const std::vector<PlayedMove<std::uint8_t>> played{{0, 3}, {1, 3}, {0, 5}, {1, 9}, {0, 7}};
    amaf.back_up(tree, std::vector<Step>{{0}, {root}, {reply}, {later}}, played, 1);
    for (std::uint32_t at = root; at < root + 3; ++at) CHECK(tree[at].rave_visits == 1 && tree[at].rave_total == 1);
    CHECK(tree[reply].rave_visits == 1 && tree[reply].rave_total == -1 && tree[reply + 1].rave_visits == 0);
    CHECK(tree[later].rave_visits == 1 && tree[later + 1].rave_visits == 0);  // 9 was MIN's
    amaf.start();
    CHECK(!amaf.look_up(tree, 0));
    amaf.set_reference(0, 0);
    CHECK(amaf.look_up(tree, 0) && !amaf.look_up(tree, 1));
    CHECK(&amaf.at_reference(tree, 0, tree[later]) == &tree[root + 1]);
    CHECK(&amaf.at_reference(tree, 0, tree[later + 1]) == &tree[later + 1]);
    amaf.set_reference(0, reply);
    CHECK(amaf.look_up(tree, 0) && &amaf.at_reference(tree, 0, tree[root + 1]) == &tree[later] && &amaf.at_reference(tree, 0, tree[root]) == &tree[root]);
}

// Progressive widening: few moves of a node are tried, the first in the game's order; all of them in the end; and what is proven is
// right, since a node is proven only once all its children are.
void test_widening() {
    SearchRequest request;
    request.widening = 0.5;
    request.simulations = 10;
    const ConnectFour7x6 game;
    const auto narrow = mcts_alone(game, request, nothing);
    CHECK(narrow.moves.size() == 2);  // the square root of 10, halved
    Moves<ConnectFour7x6> moves;
    game.moves(moves);
    int better = 0;
    for (const auto move : moves) better += game.order_score(move) > std::min(game.order_score(narrow.moves[0].line[0]), game.order_score(narrow.moves[1].line[0]));
    CHECK(better <= 1);
    request.simulations = 400;
    CHECK(mcts_alone(game, request, nothing).moves.size() == 7);

    int proven = 0;
    for (int seed = 0; seed < 60; ++seed) {
        const Synthetic synthetic(static_cast<std::uint64_t>(seed), seed & 1);
        request.simulations = 200'000;
        request.exploration = 0.5;
        request.seed = static_cast<std::uint64_t>(seed);
        request.solver = true;
        const auto outcome = mcts_alone(synthetic, request, nothing);
        if (!outcome.proven) continue;
        ++proven;
        CHECK(value_of(synthetic, outcome) == brute_force(synthetic, -1));
    }
    CHECK(proven >= 50);
}

// Move averages: a player is likely to repeat a move that has won for that player.
void test_move_averages() {
    MoveAverages<int> averages;
    for (int times = 0; times < 20; ++times) averages.learn(0, 0, 1), averages.learn(0, 1, 0), averages.learn(1, 0, 0), averages.learn(1, 1, 1);
    Random random(1);
    for (const int player : {0, 1}) {
        const TwoPlies game{{{1, 2}, {3, 4}}, {player, 0, 0}};
        int drawn[2] = {0, 0}, move = 0;
        for (int times = 0; times < 1000 && averages.draw(game, random, move); ++times) ++drawn[move];
        CHECK(drawn[player] > 900);
    }
    for (const int threads : {1, 2}) {
        SearchRequest request;
        request.simulations = 3000;
        request.playouts = Playouts::mast;
        request.threads = threads;
        CHECK(visits_of(mcts_alone(ConnectFour7x6(), request, nothing)) == 3000);
        CHECK(visits_of(mcts_alone(RandomPayoffs(4, 3, true, 2), request, payoffs)) == 3000);
    }
}

// Leaves evaluated together: the answer of a perfect evaluator is right after few simulations, priors come first, and every
// simulation counts once.
// A game without an end: eight moves everywhere. It remembers the first one.
struct Lopsided {
    using Move = int;
    static constexpr int max_moves = 8;
    int turn;
    int first = -1;
    int ply = 0;

    int player() const { return turn; }
    bool over() const { return false; }
    Value payoff() const { return 0; }
    Key key() const { return static_cast<Key>(16 * ply + first); }
    void moves(List<Move, max_moves>& list) const {
        for (int move = 0; move < max_moves; ++move) list.push_back(move);
    }
    Lopsided play(Move move) const { return {1 - turn, ply ? first : move, ply + 1}; }
};

// Playouts by static values draw a move e times as often as one that is worse by the scale.
void test_softmax() {
    const Lopsided game{0};
    Random random(1);
    std::vector<double> weights;
    int drawn[8] = {};
    constexpr int draws = 100'000;
    for (int count = 0; count < draws; ++count) {
        int move = 0;
        CHECK(draw_by_value(game, random, 2.0, [](const Lopsided& next) { return 2.0 * next.first; }, weights, move));
        ++drawn[move];
    }
    double sum = 0;
    for (int move = 0; move < 8; ++move) sum += std::exp(move);
    for (int move = 0; move < 8; ++move) {
        const double expected = std::exp(move) / sum;
        CHECK(std::abs(static_cast<double>(drawn[move]) / draws - expected) < 5 * std::sqrt(expected / draws));
    }
}

void test_batches() {
    for (int seed = 0; seed < 12; ++seed) {
        const Synthetic game(static_cast<std::uint64_t>(seed), seed & 1);
        SearchRequest request;
        request.simulations = 500;
        request.batch = 1 + seed % 5 * 7;
        request.exploration = 0.5;
        std::size_t largest = 0, evaluated = 0;
        KeptTree tree(16);
        const auto outcome = mcts<false>(game, request, nothing, tree, {}, [&](const std::vector<Synthetic>& games, const Interrupted&) {
            largest = std::max(largest, games.size()), evaluated += games.size();
            std::vector<LeafValue<double>> values;
            for (const Synthetic& leaf : games) {
                CHECK(!leaf.over());
                values.push_back({static_cast<double>(for_max(leaf, brute_force(leaf, -1))), {}});
            }
            return values;
        });
        CHECK(largest <= static_cast<std::size_t>(request.batch) && (largest > 1 || request.batch == 1) && evaluated <= 500);
        CHECK(outcome.counts.evaluations == 500 && visits_of(outcome) == 499);  // the first one evaluates the root
        CHECK(brute_force_move(game, most_visited(outcome).line.front(), -1) >= brute_force(game, -1) - 2);
    }
    // Simulations under way count as lost, whatever the range of the rewards: the best move is found although all are bad for
    // the player who chooses.
    for (const int player : {0, 1}) {
        const Lopsided game{player};
        SearchRequest request;
        request.simulations = 400;
        request.batch = 32;
        request.solver = false;
        request.wins = false;
        KeptTree tree(16);
        const auto outcome = mcts<false>(game, request, nothing, tree, {}, [&](const std::vector<Lopsided>& games, const Interrupted&) {
            std::vector<LeafValue<double>> values;
            for (const Lopsided& leaf : games) {
                const double bad = leaf.first == 3 ? -90 : -100;
                values.push_back({player == 0 ? bad : -bad, {}});
            }
            return values;
        });
        CHECK(most_visited(outcome).line.front() == 3 && most_visited(outcome).visits > 250);
        for (const auto& move : outcome.moves) CHECK(move.line.front() == 3 || move.visits < 32);  // no whole batch goes to a bad move
    }
    // With nothing but priors, the likeliest move is the answer.
    const auto by_priors = [](const std::vector<ConnectFour7x6>& games, const Interrupted&) {
        std::vector<LeafValue<double>> values;
        for (std::size_t at = 0; at < games.size(); ++at) {
            values.push_back({0, {0.05f, 0.05f, 0.05f, 0.05f, 0.05f, 0.7f, 0.05f}});
            Moves<ConnectFour7x6> moves;
            games[at].moves(moves);
            values.back().priors.resize(moves.size());
        }
        return values;
    };
    SearchRequest request;
    request.simulations = 200;
    request.selection = Selection::puct;
    request.batch = 8;
    KeptTree tree(16);
    const auto outcome = mcts<false>(ConnectFour7x6(), request, nothing, tree, {}, by_priors);
    CHECK(outcome.moves.front().line.front() == 5 && outcome.moves.front().visits > 100);
    // An evaluator that gives up stops the search, and leaves a tree that can be used.
    int calls = 0;
    const auto stops = mcts<false>(ConnectFour7x6(), request, nothing, tree, {}, [&](const std::vector<ConnectFour7x6>& games, const Interrupted& interrupted) {
        return ++calls < 3 ? by_priors(games, interrupted) : std::vector<LeafValue<double>>();
    });
    CHECK(calls == 3 && visits_of(stops) > visits_of(outcome) && visits_of(stops) <= visits_of(outcome) + 16);
    CHECK(visits_of(mcts<false>(ConnectFour7x6(), request, nothing, tree, {}, by_priors)) == visits_of(stops) + 200);
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
    test_grave();
    test_reference();
    test_widening();
    test_move_averages();
    test_softmax();
    test_batches();
    test_small_tree();
    test_kept_tree();
    test_threads();
    return report("mcts");
}
