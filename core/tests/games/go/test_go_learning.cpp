// Learning of Go's priors: the gammas in text, minorization-maximization against known strengths and against the gradient, and a
// training, which repeats with any number of threads, resumes, and stops.
#include <cmath>
#include <string>

#include "check.hpp"
#include "zermelo/games/go/model.hpp"

using namespace zermelo;
using namespace zermelo::learning;

namespace {

const std::atomic<bool> no_stop{false};

// ---- the gammas

void test_text() {
    go::Gammas gammas, again;
    gammas[go::feature::line + 2] = 1.25f, gammas[go::feature::second_distance + 15] = 0.5f;
    CHECK(again.load(gammas.save()).empty() && again.save() == gammas.save());
    CHECK(again[go::feature::line + 2] == 1.25f && again[go::feature::capture_to_save] == 30);
    bool same = true;
    for (int at = 0; at < gammas.count(); ++at) same &= gammas[at] == again[at];
    CHECK(same);
    // A hane in any orientation; the border is not a colour.
    const std::string text = "# a comment\nline.1 0.5\nsecond_distance.17 2\npattern.../X+./... 3\n";
    CHECK(again.load(text) == "line 4: 'pattern.../X+./...' is not a feature");
    CHECK(again.load("pattern.XOX/.+./... 7\n").empty());
    const go::PatternTables& tables = go::pattern_tables();
    const auto word = [](int up, int up_left, int up_right) {
        return static_cast<go::Around>(go::around_bits(static_cast<go::Colour>(up), 2) | go::around_bits(static_cast<go::Colour>(up_left), 6) |
                                       go::around_bits(static_cast<go::Colour>(up_right), 4));
    };
    CHECK(again[go::feature::pattern + tables.classes[word(go::white, go::black, go::black)]] == 7 && again[go::feature::capture_to_save] == 1);
    CHECK(again[go::feature::pattern + tables.classes[word(go::black, go::white, go::white)]] == 1);
    go::Gammas turned;
    CHECK(turned.load("pattern.X../O+./X.. 7\n").empty() && turned.save() == again.save());
    for (const char* wrong : {"line.1", "line.0 1", "line.7 1", "line.1x 1", "lines 1", "line.1 0", "line.1 -1", "line.1 nan", "line.1 1e9", "line.1 2 3",
                              "distance.1 1", "pattern. 1", "pattern.XOX/.+./..X. 1", "pattern.XOX/.O./... 1", "pattern.XOX.+....... 1", " 1"}) {
        CHECK(!turned.load(wrong).empty() && turned.save() == again.save());
    }
}

// ---- minorization-maximization

// Competitions among teams of one member of each of two groups, 0..4 and 5..8, won with the probabilities of known strengths.
Competitions synthetic(const Vector& strengths, int count) {
    Random random(4);
    Competitions data;
    for (int number = 0; number < count; ++number) {
        std::vector<std::array<std::uint16_t, 2>> teams;
        double all = 0;
        for (int team = 0; team < 6; ++team) {
            teams.push_back({static_cast<std::uint16_t>(random.below(5)), static_cast<std::uint16_t>(5 + random.below(4))});
            data.add_team(teams.back());
            all += strengths[teams.back()[0]] * strengths[teams.back()[1]];
        }
        double left = all * static_cast<double>(random.next() >> 11) * 0x1p-53;
        std::size_t winner = 0;
        while ((left -= strengths[teams[winner][0]] * strengths[teams[winner][1]]) >= 0) ++winner;
        data.end(winner);
    }
    return data;
}

void test_maximisation() {
    const Vector strengths{0.2, 0.5, 1, 2, 4, 0.1, 1, 3, 6};
    const auto group = [](int member) { return member < 5 ? 0 : 1; };
    const Competitions data = synthetic(strengths, 4'000);
    Vector gammas(strengths.size(), 1.0);
    double loss = data.log_loss(gammas, 0, data.size());
    CHECK(std::abs(loss - std::log(6)) < 1e-9);
    bool falls = true;
    for (int round = 0; round < 60; ++round) {
        maximise_likelihood(data, data.size(), gammas, 2, group, 1, no_stop);
        const double next = data.log_loss(gammas, 0, data.size());
        falls &= next < loss + 1e-12;
        loss = next;
    }
    CHECK(falls && loss <= data.log_loss(strengths, 0, data.size()));
    // Strengths of a group are known up to a factor.
    for (std::size_t at = 0; at < strengths.size(); ++at) {
        const std::size_t fixed = at < 5 ? 2 : 6;
        CHECK(std::abs(std::log(gammas[at] / gammas[fixed] / strengths[at] * strengths[fixed])) < 0.2);
    }
    // At the maximum the likelihood, with the virtual games, changes in no direction.
    maximise_likelihood(data, data.size(), gammas, 2, group, 200, no_stop);
    const auto penalised = [&](const Vector& at) {
        double sum = data.log_loss(at, 0, data.size()) * static_cast<double>(data.size());
        for (const double gamma : at) sum += 2 * std::log(1 + gamma) - std::log(gamma);
        return sum;
    };
    for (std::size_t at = 0; at < gammas.size(); ++at) {
        Vector more = gammas, less = gammas;
        more[at] *= 1.03, less[at] /= 1.03;
        CHECK(penalised(more) > penalised(gammas) && penalised(less) > penalised(gammas));
    }
    // Only the first competitions count; a member that never takes part stays at 1.
    Vector few(10, 1.0);
    maximise_likelihood(data, 0, few, 2, group, 5, no_stop);
    CHECK(few == Vector(10, 1.0));
    maximise_likelihood(data, 100, few, 2, group, 20, no_stop);
    CHECK(few[9] == 1 && few[0] != 1);
    // Two alone: three wins and one loss, and a virtual one each.
    Competitions pair;
    for (int game = 0; game < 4; ++game) {
        for (const std::uint16_t member : {0, 1}) pair.add_team({&member, 1});
        pair.end(game == 3);
    }
    Vector both(2, 1.0);
    maximise_likelihood(pair, 4, both, 1, [](int) { return 0; }, 1, no_stop);
    CHECK(both[0] == (3 + 1) / (4 / 2.0 + 1) && both[1] == (1 + 1) / (4 / 2.0 + 1));
}

// ---- training

void test_training() {
    GoTraining training({5, 40, 4, 1, 7}), threaded({5, 40, 4, 3, 7});
    const std::string first = training.weights();
    CHECK(first == go::Gammas().save());
    const Fit fit = training.learn(no_stop);
    CHECK(training.generation() == 1 && training.done() == 5 && training.weights() != first && fit.positions > 100);
    threaded.learn(no_stop);
    CHECK(threaded.weights() == training.weights());
    // A pass stays about as likely as it was, whatever the scale of the others.
    go::Gammas learnt;
    learnt.load(training.weights());
    const BasicGo<9> game = BasicGo<9>().play(go::Points<9>::at(4, 4)).play(go::Points<9>::at(2, 2));
    Moves<BasicGo<9>> moves;
    game.moves(moves);
    std::vector<float> before(moves.size()), after(moves.size());
    game.priors(moves, before.data(), go::Gammas());
    game.priors(moves, after.data(), learnt);
    CHECK(learnt[go::feature::pass_first] != 0.02f && after.back() < 2 * before.back() && after.back() > before.back() / 2);
    GoTraining resumed({5, 40, 4, 2, 7});
    CHECK(resumed.resume(1, training.weights(), training.window()).empty() && resumed.weights() == training.weights());
    CHECK(resumed.compare(false, no_stop).share == 0.5);  // against itself
    training.learn(no_stop), resumed.learn(no_stop);
    CHECK(resumed.generation() == 2 && resumed.weights() == training.weights());
    const Score score = training.compare(true, no_stop);
    CHECK(score.share >= 0 && score.share <= 1 && training.done() == 2);
    CHECK(go::shipped_gammas().save() == first);

    const std::atomic<bool> stop{true};
    training.learn(stop);
    CHECK(training.generation() == 2);
    CHECK(!training.resume(1, "rubbish", training.window()).empty() && !training.resume(0, first, training.window()).empty());
    auto window = training.window();
    window[0][0].moves[1] = window[0][0].moves[0];
    CHECK(!training.resume(1, first, window).empty() && training.generation() == 2);
}

}  // namespace

int main() {
    test_text();
    test_maximisation();
    test_training();
    return report("test_go_learning");
}
