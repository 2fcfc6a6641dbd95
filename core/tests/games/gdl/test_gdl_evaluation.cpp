// Static values of games given by rules: features, linear values under alpha-beta, learning, and random games from several leaves.
#include <cmath>
#include <vector>

#include "check.hpp"
#include "games/gdl/gdl_nim.hpp"
#include "zermelo/games/gdl/build.hpp"
#include "zermelo/games/gdl/game.hpp"
#include "zermelo/games/gdl/leaf_playouts.hpp"
#include "zermelo/games/gdl/model.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

using SmallGame = gdl::Game<4, 64>;

namespace {

constexpr int heap = 6;

// One sum over the heap's facts, each by its size; the facts are heap 0..6 and the two turns.
gdl::FeatureSet nim_features() {
    gdl::FeatureSet features{heap + 3, 2, {{}}};
    for (std::uint32_t left = 0; left <= heap; ++left) features.sums[0].push_back({left, static_cast<float>(left)});
    return features;
}

void test_features() {
    const gdl::Rules rules(gdl::build_net(nim(heap)));
    gdl::SearchContext context(rules);
    const gdl::FeatureSet features = nim_features();
    CHECK(features.size() == 1 + 1 + heap + 3 + 2 + 2);
    Random random(3);
    std::vector<double> weights;
    for (std::size_t at = 0; at < features.size(); ++at) weights.push_back(static_cast<double>(random.below(2001)) / 100 - 10);
    const gdl::LinearEvaluation linear(features, weights);
    SmallGame game(context, rules.net.initial.data());
    int left = heap;
    for (int player = 0; !game.over(); player ^= 1) {
        gdl::Machine& machine = rules.machine();
        machine.load(game.facts());
        std::vector<float> measured(features.size());
        features.measure(machine, measured.data());
        CHECK(measured[0] == 1 && measured[1] == static_cast<float>(left));
        for (int at = 0; at <= heap; ++at) CHECK(measured[features.first_fact() + static_cast<std::size_t>(at)] == static_cast<float>(at == left));
        const float choices = left > 1 ? 2 : 0;
        CHECK(measured[features.first_mobility()] == (player == 0 ? choices : 0) && measured[features.first_mobility() + 1] == (player == 1 ? choices : 0));
        CHECK(measured[features.first_goal()] == (player == 1 ? 100 : 0) && measured[features.first_goal() + 1] == (player == 0 ? 100 : 0));
        double sum = 0;
        for (std::size_t at = 0; at < features.size(); ++at) sum += weights[at] * measured[at];
        CHECK(std::abs(linear(machine) - sum) < 1e-2);
        game.advance(0);
        --left;
    }
}

// What alpha-beta sees at its horizon is the linear value, for the player to move and between the payoffs.
void test_search() {
    const gdl::Rules rules(gdl::build_net(nim(heap)));
    gdl::SearchContext context(rules);
    const gdl::FeatureSet features = nim_features();
    std::vector<double> weights(features.size(), 0);
    weights[1] = 7;  // for each object that is left
    const gdl::LinearEvaluation linear(features, weights);
    context.evaluation = &linear;
    const SmallGame game(context, rules.net.initial.data());
    TranspositionTable table(1);
    SearchRequest request;
    request.depth = 1;
    CHECK(search(game, table, request, AnyEvaluation<SmallGame>()).moves.front().worth[0] == 7 * (heap - 1));
    weights[1] = 1000;
    const gdl::LinearEvaluation high(features, weights);
    context.evaluation = &high;
    CHECK(game.evaluate() == 99 * SmallGame::unit && game.play(0).evaluate() == -99 * SmallGame::unit);
    CHECK(game.expected_points(high) <= 100 && game.expected_points(linear) > 0);
    context.evaluation = nullptr;
    CHECK(game.evaluate() == 0);
}

// Learning is the same for the same seed. With two objects the first player wins half of the random games, and loses all in which one
// is left.
void test_learning() {
    const gdl::Rules rules(gdl::build_net(nim(heap)));
    gdl::SearchContext context(rules);
    const SmallGame game(context, rules.net.initial.data());
    const gdl::FeatureSet features = nim_features();
    using Learner = gdl::Learner<SmallGame>;
    Learner one(game, features, 5), same(game, features, 5), other(game, features, 6);
    for (std::uint64_t round = 0; round < Learner::random_rounds + 4; ++round) one.play_round(), same.play_round(), other.play_round();
    CHECK(one.weights() == same.weights() && one.weights() != other.weights());
    CHECK(one.rounds() == Learner::random_rounds + 4 && !context.failed());
    for (const double weight : one.weights()) CHECK(std::isfinite(weight));

    const gdl::Rules small(gdl::build_net(nim(2)));
    gdl::SearchContext other_context(small);
    const SmallGame two(other_context, small.net.initial.data());
    const gdl::FeatureSet few{5, 2, {}};
    Learner learner(two, few, 1);
    while (learner.rounds() < 20) learner.play_round();
    CHECK(learner.weights()[few.first_fact()] == 0);  // no objects are left only at the end, which teaches nothing
    const gdl::LinearEvaluation learnt(few, learner.weights());
    CHECK(two.expected_points(learnt) > -50 && two.play(0).expected_points(learnt) < -80);
}

// Random games from three states at once have the means of all games from each.
void test_leaf_playouts() {
    const gdl::Rules rules(gdl::build_net(nim(heap)));
    gdl::SearchContext context(rules);
    const SmallGame game(context, rules.net.initial.data());
    const std::vector<SmallGame> leaves{game.play(1).play(1), game.play(1).play(0), game};
    gdl::LeafPlayouts playouts(rules, 1);
    std::vector<double> sums(leaves.size());
    constexpr int rounds = 200;
    for (int round = 0; round < rounds; ++round) {
        const auto means = playouts.play(leaves);
        CHECK(means.size() == leaves.size());
        for (std::size_t at = 0; at < leaves.size(); ++at) {
            CHECK(means[at].size() == 2 && std::abs(means[at][0] + means[at][1] - 100) < 1e-9);
            sums[at] += means[at][0] / rounds;
        }
    }
    // With two left half of the games are won at once; with three, those in which two are taken first are lost, and of the others half.
    // chance[n] is the chance of the player to move with n left.
    double chance[heap + 1] = {0, 1};
    for (int left = 2; left <= heap; ++left) chance[left] = 1 - (chance[left - 1] + chance[left - 2]) / 2;
    CHECK(std::abs(sums[0] - 100 * chance[2]) < 2 && std::abs(sums[1] - 100 * chance[3]) < 2 && std::abs(sums[2] - 100 * chance[heap]) < 2);
    CHECK(std::abs(leaves[0].points(75) - 50) < 1e-9);
}

// Where less time is left than slices take, one game is played from each state; a stopped search gets nothing, and soon.
void test_short_leaf_playouts() {
    const gdl::Rules rules(gdl::build_net(nim(heap)));
    gdl::SearchContext context(rules);
    const SmallGame game(context, rules.net.initial.data());
    const std::vector<SmallGame> leaves{game, game.play(1)};
    const auto is_one_game = [](double goal) { return goal == 0 || goal == 100; };
    for (const double left : {-1.0, 0.0, 1e-12}) {
        gdl::LeafPlayouts playouts(rules, 1);
        int mixed = 0;
        for (int round = 0; round < 20; ++round)
            for (const auto& mean : playouts.play(leaves, left)) mixed += !is_one_game(mean[0]);
        CHECK(mixed == 0 && playouts.ended() == 20 * leaves.size());
    }
    gdl::LeafPlayouts playouts(rules, 1);
    CHECK(!is_one_game(playouts.play(leaves, 3600)[0][0]) && playouts.ended() == gdl::lanes);
    for (const int most : {1, 2}) {
        int asked = 0;
        const auto stop = [&] { return ++asked >= most; };
        CHECK(playouts.play(leaves, gdl::LeafPlayouts::unlimited, stop).empty() && asked == most);
    }
    CHECK(playouts.one_by_one(leaves, [] { return true; }).empty());
}

}  // namespace

int main() {
    test_features();
    test_search();
    test_learning();
    test_leaf_playouts();
    test_short_leaf_playouts();
    return report("gdl evaluation");
}
