// Max^n on random games of two to four players, with and without chance and pruning, against brute force.
#include "random_payoffs.hpp"
#include "values.hpp"
#include "zermelo/search/max_n.hpp"

using namespace zermelo;

namespace {

const auto evaluate = [](const RandomPayoffs& game) { return game.payoffs(); };

bool nearly_equal(const Payoffs& one, const Payoffs& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](double a, double b) { return std::abs(a - b) < 1e-9; });
}

void test_values() {
    std::uint64_t all_nodes = 0, pruned_nodes = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const RandomPayoffs game(seed, 2 + static_cast<int>(seed % 3), seed % 2);
        Moves<RandomPayoffs> moves;
        game.moves(moves);
        for (const int depth : {1, 3, 5}) {
            SearchRequest request;
            request.depth = depth;
            request.deepening = false;
            const auto full = max_n(game, moves, request, evaluate);
            request.deepening = true;
            request.payoff_limits = PayoffLimits{RandomPayoffs::total, 0};
            const auto pruned = max_n(game, moves, request, evaluate);
            std::uint64_t nodes = 1;
            CHECK(full.moves.size() == moves.size() && full.depth == depth);
            for (std::size_t at = 0; at < full.moves.size(); ++at) {
                CHECK(full.moves[at].line.front() == moves[at] && full.moves[at].bound == Bound::exact);
                CHECK(nearly_equal(full.moves[at].worth, brute_force(game.play(moves[at]), depth - 1, nodes)));
                // A line ends where chance moves; what comes after it has the value of its move.
                RandomPayoffs end = game;
                for (const int move : full.moves[at].line) end = end.play(move);
                const int left = depth - static_cast<int>(full.moves[at].line.size());
                std::uint64_t after = 0;
                CHECK(left == 0 || end.over() || end.player() < 0 || game.player() < 0);
                CHECK(nearly_equal(full.moves[at].worth, brute_force(end, left, after)));
            }
            CHECK(full.counts.nodes == nodes);
            all_nodes += nodes, pruned_nodes += pruned.history.back().counts.nodes;
            CHECK(!pruned.outside && pruned.moves.size() <= moves.size());
            for (std::size_t at = 0; at < pruned.moves.size(); ++at) {
                const auto &found = pruned.moves[at], &expected = full.moves[at];
                if (found.bound == Bound::exact) CHECK(nearly_equal(found.worth, expected.worth) && found.line == expected.line);
                else CHECK(std::equal(expected.worth.begin(), expected.worth.end(), found.worth.begin(), found.worth.end(), std::less_equal<>()));
            }
            if (game.player() < 0) continue;
            const auto player = static_cast<std::size_t>(game.player());
            const auto worse = [player](const auto& one, const auto& other) { return one.worth[player] < other.worth[player]; };
            const auto best = std::max_element(full.moves.begin(), full.moves.end(), worse);
            const auto same = std::max_element(pruned.moves.begin(), pruned.moves.end(), worse);
            CHECK(best->line.front() == same->line.front() && same->bound == Bound::exact);
        }
        // A leaf outside the promised limits ends the search.
        SearchRequest request;
        request.deepening = false;
        request.payoff_limits = PayoffLimits{RandomPayoffs::total - 1, 0};
        CHECK(max_n(game, moves, request, evaluate).outside);
    }
    CHECK(pruned_nodes < all_nodes);
}

}  // namespace

int main() {
    test_values();
    return report("max^n");
}
