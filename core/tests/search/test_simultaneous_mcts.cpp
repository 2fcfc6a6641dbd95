// Simultaneous moves: regret matching comes near known equilibria, decoupled UCT does not always, and where players take turns it grows
// the tree of UCT.
#include "check.hpp"
#include "goofspiel.hpp"
#include "mcts_alone.hpp"
#include "random_payoffs.hpp"
#include "zermelo/search/simultaneous_mcts.hpp"

using namespace zermelo;

namespace {

// Two players choose once, or in each of some rounds; the payoffs of the first player are a table, and add up.
struct Matrix {
    using Move = int;
    static constexpr int max_moves = 3;
    std::array<std::array<double, 3>, 3> table;
    int rows = 3, columns = 3, rounds = 1;
    double sum = 0;

    std::size_t players() const { return 2; }
    bool over() const { return rounds == 0; }
    void moves(std::size_t player, Moves<Matrix>& out) const {
        for (int move = 0; !over() && move < (player == 0 ? rows : columns); ++move) out.push_back(move);
    }
    Matrix play(const JointMove<Matrix>& joint) const {
        Matrix next = *this;
        next.sum += table[static_cast<std::size_t>(joint[0])][static_cast<std::size_t>(joint[1])];
        --next.rounds;
        return next;
    }
    Payoffs payoffs() const {
        Payoffs out;
        out.push_back(sum), out.push_back(-sum);
        return out;
    }
};

// Rock, paper, scissors: what paper wins from rock, rock from scissors, scissors from paper.
Matrix rock_paper_scissors(double paper, double rock, double scissors) {
    return {{{{0, -paper, rock}, {paper, 0, -scissors}, {-rock, scissors, 0}}}};
}

// A game in which players take turns, as one with simultaneous moves.
struct Turns {
    using Move = int;
    static constexpr int max_moves = RandomPayoffs::max_moves;
    RandomPayoffs game;
    std::size_t count;

    std::size_t players() const { return count; }
    bool over() const { return game.over(); }
    bool chance() const { return game.player() < 0; }
    void moves(std::size_t player, Moves<Turns>& out) const {
        if (game.player() == static_cast<int>(player)) list(out);
    }
    void chances(Moves<Turns>& out, Probabilities<Turns>& probabilities) const {
        list(out);
        for (std::size_t at = 0; at < out.size(); ++at) probabilities[at] = 1.0 / static_cast<double>(out.size());
    }
    Turns play(const JointMove<Turns>& joint) const {
        return {game.play(joint[chance() ? 0 : static_cast<std::size_t>(game.player())]), count};
    }
    Payoffs payoffs() const { return game.payoffs(); }

private:
    void list(Moves<Turns>& out) const {
        Moves<RandomPayoffs> moves;
        game.moves(moves);
        for (const int move : moves) out.push_back(move);
    }
};

const auto no_evaluation = [](const auto& game) { return game.payoffs(); };

template <class G>
Outcome<typename G::Move> run(const G& game, Selection selection, std::uint64_t simulations, double exploration, std::uint64_t seed = 1,
                              std::size_t megabytes = 16) {
    SearchRequest request;
    request.selection = selection;
    request.simulations = simulations;
    request.exploration = exploration;
    request.seed = seed;
    return simultaneous_mcts(game, request, no_evaluation, megabytes);
}

// The most that one of two players can win against the other's strategy at the root of a game of one round.
double best_reply(const Matrix& game, const Outcome<int>& outcome, std::size_t player) {
    double best = -1e9;
    const auto& other = outcome.strategies[1 - player];
    for (std::size_t own = 0; own < outcome.strategies[player].size(); ++own) {
        double worth = 0;
        for (std::size_t reply = 0; reply < other.size(); ++reply)
            worth += other[reply].probability * (player == 0 ? game.table[own][reply] : -game.table[reply][own]);
        best = std::max(best, worth);
    }
    return best;
}

void test_equilibria() {
    const Matrix pennies{{{{1, -1}, {-1, 1}}}, 2, 2};
    const Matrix biased_pennies{{{{3, -1}, {-1, 1}}}, 2, 2};  // both play heads with 1/3; worth 1/3
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        const auto fair = run(rock_paper_scissors(1, 1, 1), Selection::regret_matching, 20'000, 0.1, seed);
        const auto biased = run(rock_paper_scissors(1, 2, 3), Selection::regret_matching, 20'000, 0.1, seed);
        for (std::size_t player = 0; player < 2; ++player)
            for (int move = 0; move < 3; ++move) {
                CHECK(std::abs(fair.strategies[player][static_cast<std::size_t>(move)].probability - 1.0 / 3) < 0.05);
                // Each move as often as the other two moves win from each other.
                CHECK(std::abs(biased.strategies[player][static_cast<std::size_t>(move)].probability - (3.0 - move) / 6) < 0.05);
            }
        const auto coins = run(biased_pennies, Selection::regret_matching, 20'000, 0.1, seed);
        CHECK(std::abs(coins.strategies[0][0].probability - 1.0 / 3) < 0.05 && std::abs(coins.strategies[1][0].probability - 1.0 / 3) < 0.05);
        CHECK(best_reply(biased_pennies, coins, 0) - 1.0 / 3 < 0.2 && best_reply(biased_pennies, coins, 1) + 1.0 / 3 < 0.2);
        // Dominant moves; in the games above a player who tries to lose would play the same mix.
        const Matrix dominance{{{{2, 1}, {0, -1}}}, 2, 2};
        for (const Selection selection : {Selection::uct, Selection::regret_matching}) {
            const auto dominant = run(dominance, selection, 5'000, 0.1, seed);
            CHECK(dominant.strategies[0][0].probability > 0.9 && dominant.strategies[1][1].probability > 0.9);
            CHECK(std::abs(dominant.moves[0].worth[0] - 1) < 0.2);
        }
        CHECK(best_reply(pennies, run(pennies, Selection::regret_matching, 20'000, 0.1, seed), 0) < 0.1);
    }
}

void test_outcome() {
    for (const Selection selection : {Selection::uct, Selection::regret_matching}) {
        const auto outcome = run(Goofspiel(3, 4), selection, 2000, 0.7);
        CHECK(outcome.strategies.empty() && outcome.moves.size() == 1 && outcome.moves[0].visits == 2000);  // chance moves first
        JointMove<Goofspiel> prize;
        prize.push_back(3);
        const Goofspiel start = Goofspiel(3, 4).play(prize);
        const auto first = run(start, selection, 2000, 0.7), again = run(start, selection, 2000, 0.7), other = run(start, selection, 2000, 0.7, 2);
        CHECK(first.strategies.size() == 3 && first.stopped == StopReason::complete && !first.endless);
        bool differs = false;
        for (std::size_t player = 0; player < 3; ++player) {
            double sum = 0, total = 0;
            std::uint64_t visits = 0;
            CHECK(first.strategies[player].size() == 4);
            for (std::size_t at = 0; at < 4; ++at) {
                const auto& move = first.strategies[player][at];
                CHECK(move.move == at + 1);
                sum += move.probability, visits += move.visits, total += move.mean * static_cast<double>(move.visits);
                CHECK(move.visits == again.strategies[player][at].visits && move.probability == again.strategies[player][at].probability);
                differs = differs || move.visits != other.strategies[player][at].visits;
            }
            CHECK(std::abs(sum - 1) < 1e-9 && visits == 2000 && std::abs(total / 2000 - first.moves[0].worth[player]) < 1e-9);
        }
        CHECK(differs);
    }
}

// Where players take turns, the tree is that of `mcts`.
void test_turns() {
    int compared = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        const std::size_t players = 2 + seed % 3;
        const RandomPayoffs game(seed, static_cast<int>(players), seed % 2);
        SearchRequest request;
        request.simulations = 500;
        request.seed = seed;
        const auto in_turns = mcts_alone(game, request, [](const RandomPayoffs& of) { return of.payoffs(); });
        const auto joint = simultaneous_mcts(Turns{game, players}, request, no_evaluation, 16);
        CHECK(joint.shape == in_turns.shape && joint.counts.nodes == in_turns.counts.nodes);
        if (game.player() < 0) continue;
        for (std::size_t player = 0; player < players; ++player) {
            const auto& strategy = joint.strategies[player];
            CHECK(strategy.empty() == (static_cast<int>(player) != game.player()));
            for (const auto& move : strategy)
                for (const auto& root : in_turns.moves) {
                    if (root.line.front() != move.move) continue;
                    CHECK(root.visits == move.visits && root.worth[player] == move.mean);
                    ++compared;
                }
        }
    }
    CHECK(compared > 60);
}

void test_limits() {
    const Matrix game = [] {
        Matrix out = rock_paper_scissors(1, 1, 1);
        out.rounds = 30;
        return out;
    }();
    SearchRequest request;
    request.simulations = std::uint64_t{1} << 40;
    request.nodes = 5000;
    CHECK(simultaneous_mcts(game, request, no_evaluation, 16).stopped == StopReason::nodes);
    request.nodes = 0;
    int asked = 0;
    request.poll = [&] { return ++asked > 3; };
    CHECK(simultaneous_mcts(game, request, no_evaluation, 16).stopped == StopReason::cancelled);
    request.poll = {};
    int passes = 0;
    const auto cancelled = simultaneous_mcts(game, request, no_evaluation, 16, [&](const PassReport<int>& pass) {
        CHECK(pass.strategies.size() == 2 && pass.moves.size() == 1);
        return ++passes < 2;
    });
    CHECK(passes == 2 && cancelled.stopped == StopReason::cancelled);
    // A full tree: it goes on with the nodes it has.
    for (const Selection selection : {Selection::uct, Selection::regret_matching}) {
        const auto small = run(game, selection, 60'000, 0.5, 1, 1), large = run(game, selection, 60'000, 0.5, 1, 64);
        const auto nodes = [](const Outcome<int>& outcome) {
            std::uint64_t sum = 0;
            for (const std::uint64_t count : outcome.shape) sum += count;
            return sum;
        };
        CHECK(nodes(small) < nodes(large) && nodes(small) > 1000 && nodes(large) == 60'000);
        CHECK(small.moves[0].visits == 60'000 && small.strategies[0].size() == 3);
    }
    request.simulations = 100, request.plies = 1;
    const auto evaluated = simultaneous_mcts(game, request, [](const Matrix& of) { CHECK(of.rounds >= 26); return of.payoffs(); }, 16);
    CHECK(evaluated.moves[0].visits == 100);
}

}  // namespace

int main() {
    test_equilibria();
    test_outcome();
    test_turns();
    test_limits();
    return report("simultaneous mcts");
}
