// The loop of passes with scripted searches: what is reported and what is the answer when a pass is unfinished, without static
// values, and with helper threads that vote or finish first. Then the same
// promises for real searches stopped after every number of nodes.
#include <vector>

#include "synthetic.hpp"
#include "values.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

using Found = std::vector<RootMove<int>>;

Found answer(int move, double worth, Bound bound = Bound::exact) {
    Found found{{{move, 0}, {}, bound, 0}};
    found.front().worth.push_back(worth);
    return found;
}

bool same(const Found& one, const Found& other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(), [](const auto& a, const auto& b) {
        return a.line == b.line && a.bound == b.bound && std::equal(a.worth.begin(), a.worth.end(), b.worth.begin(), b.worth.end());
    });
}

// One pass of a scripted search.
struct Pass {
    bool finished;
    Found found;
    bool met_horizon = true;
};

struct ScriptedSearch {
    explicit ScriptedSearch(std::vector<Pass> script_) : script(std::move(script_)) {}

    bool pass(const Synthetic&, const Moves<Synthetic>&, int depth, Found& found) {
        depths.push_back(depth);
        const Pass& next = script[std::min(depths.size(), script.size()) - 1];
        counts.nodes += 10, counts.evaluations += 4, counts.horizon += next.met_horizon;
        found = next.found;
        return next.finished;
    }
    int hashfull() const { return 7; }

    Counts counts;
    std::vector<Pass> script;  // the last pass repeats
    std::vector<int> depths;
};

struct Run {
    Outcome<int> outcome;
    std::vector<PassReport<int>> reports;
};

// Run scripted searches, the first thread's first; `stop_after` reports the caller stops.
Run run(const std::vector<std::vector<Pass>>& scripts, SearchRequest request = {}, std::size_t stop_after = 1000, int deepest = 20) {
    Run result;
    std::atomic<bool> stop{false};
    Budget budget(request, stop);
    const Synthetic root(1);
    Moves<Synthetic> moves;
    root.moves(moves);
    request.threads = static_cast<int>(scripts.size());
    const auto make = [&](int number) { return std::make_unique<ScriptedSearch>(scripts[static_cast<std::size_t>(number)]); };
    result.outcome = run_passes<ScriptedSearch>(root, moves, request, budget, stop, request.deepening, deepest, make,
                                                [&](const PassReport<int>& pass) {
                                                    result.reports.push_back(pass);
                                                    return result.reports.size() < stop_after;
                                                });
    return result;
}

void test_unfinished_pass() {
    const std::vector<Pass> two{{true, answer(0, 1)}, {true, answer(0, 2)}};
    const auto with = [&](Pass last) {
        std::vector<Pass> script = two;
        script.push_back(std::move(last));
        return run({script});
    };
    // It changes the move: reported once, as unfinished, and it is the answer.
    const Run changed = with({false, answer(1, 3, Bound::lower)});
    CHECK(changed.reports.size() == 3 && !changed.reports[2].finished && changed.reports[2].depth == 3);
    CHECK(changed.reports[0].finished && changed.reports[1].finished);
    CHECK(same(changed.outcome.moves, changed.reports[2].moves) && same(changed.outcome.moves, answer(1, 3, Bound::lower)));
    CHECK(changed.outcome.depth == 2 && changed.outcome.history.size() == 2 && !changed.outcome.proven);
    // It has no answer: the last finished pass is the answer.
    const Run kept = with({false, {}});
    CHECK(kept.reports.size() == 2 && same(kept.outcome.moves, answer(0, 2)) && kept.outcome.depth == 2);
    // It confirms the move with another value: the answer has that value, and nothing is reported.
    const Run confirmed = with({false, answer(0, 3, Bound::lower)});
    CHECK(confirmed.reports.size() == 2 && same(confirmed.outcome.moves, answer(0, 3, Bound::lower)) && confirmed.outcome.depth == 2);
    // The first pass is unfinished: what it has is the answer.
    const Run first = run({{{false, answer(1, 3, Bound::none)}}});
    CHECK(same(first.outcome.moves, answer(1, 3, Bound::none)) && first.outcome.history.empty() && first.outcome.depth == 0);
}

void test_accounts() {
    SearchRequest request;
    request.depth = 3;
    const Run three = run({{{true, answer(0, 1)}}}, request);
    CHECK(three.outcome.stopped == StopReason::depth && three.outcome.depth == 3 && three.outcome.history.size() == 3);
    CHECK(three.outcome.counts.nodes == 30 && three.outcome.counts.evaluations == 12 && three.outcome.hashfull == 7);
    for (int pass = 0; pass < 3; ++pass) {
        CHECK(three.reports[static_cast<std::size_t>(pass)].depth == pass + 1);
        CHECK(three.reports[static_cast<std::size_t>(pass)].counts.nodes == 10 && three.reports[static_cast<std::size_t>(pass)].counts.evaluations == 4);
    }
    // A pass that never meets the horizon is the last.
    const Run proven = run({{{true, answer(0, 1)}, {true, answer(0, 2), false}}}, request);
    CHECK(proven.outcome.proven && proven.outcome.depth == 2 && proven.outcome.stopped == StopReason::complete);
    // Without deepening there is one pass, to the depth asked for or to the end of the game.
    request.deepening = false;
    const Run once = run({{{true, answer(0, 1)}}}, request);
    CHECK(once.reports.size() == 1 && once.outcome.depth == 3 && once.reports[0].depth == 3);
    request.depth = 0;
    const Run whole = run({{{true, answer(0, 1), false}}}, request);
    CHECK(whole.reports.size() == 1 && whole.outcome.depth == 0 && whole.outcome.proven);
    // The caller stops it.
    const Run stopped = run({{{true, answer(0, 1)}}}, {}, 2);
    CHECK(stopped.outcome.stopped == StopReason::cancelled && stopped.reports.size() == 2 && stopped.outcome.depth == 2);
}

void test_without_static_values() {
    SearchRequest request;
    request.evaluates = false;
    request.depth = 2;
    const Run horizon = run({{{true, answer(1, 5)}}}, request);
    CHECK(horizon.outcome.moves.size() == 1 && horizon.outcome.moves[0].line.front() == 1);
    CHECK(horizon.outcome.moves[0].worth.empty() && horizon.outcome.moves[0].bound == Bound::none);
    for (const auto& report : horizon.reports) CHECK(report.moves[0].worth.empty());
    const Run proven = run({{{true, answer(1, 5)}, {true, answer(1, 5), false}}}, request);
    CHECK(proven.outcome.proven && same(proven.outcome.moves, answer(1, 5)) && proven.reports[0].moves[0].worth.empty());
    const Run unfinished = run({{{true, answer(1, 5)}, {false, answer(0, 6), false}}}, request);
    CHECK(unfinished.outcome.moves[0].line.front() == 0 && unfinished.outcome.moves[0].worth.empty());

    // The same with a real search and several lines.
    for (int seed = 0; seed < 40; ++seed) {
        const Synthetic game(seed, seed & 1);
        for (const int depth : {2, 0}) {
            SearchRequest real;
            real.evaluates = false;
            real.exact = true;
            real.lines = 3;
            real.depth = depth;
            TranspositionTable table(1);
            const auto outcome = search(game, table, real, [](const Synthetic&) { return 0; });
            CHECK(!outcome.moves.empty() && !outcome.moves[0].line.empty() && outcome.proven == (depth == 0));
            for (const auto& move : outcome.moves) {
                if (outcome.proven) CHECK(value_of(game, move) == brute_force_move(game, move.line.front(), 0));
                else CHECK(move.worth.empty() && move.bound == Bound::none);
            }
        }
    }
}

// ---- helper threads

// A thread's last finished pass: its move, the value for the player to move at the root, and its depth.
struct Vote {
    int move, value, depth;
};

// The first thread's answer after all have voted: true if it was replaced.
bool vote(int player, Vote first, const std::vector<Vote>& others, Found& moves, int& depth) {
    const auto worth = [&](int value) { return player == 0 ? value : -value; };
    std::atomic<bool> stop{false};
    moves = answer(first.move, worth(first.value)), depth = first.depth;

    // Each helper finishes all passes up to its depth, unless that is 0.
    class Helper final : public PassSearch<int> {
    public:
        Helper(const Vote& vote, double worth) : vote_(vote), worth_(worth) {}
        bool pass(int depth, Found& found) override {
            if (depth > vote_.depth) return false;
            found = answer(vote_.move, worth_);
            return true;
        }
        const Counts& counts() const override { return counts_; }

    private:
        Vote vote_;
        double worth_;
        Counts counts_;
    };
    Helpers<int> helpers(20, 1 + static_cast<int>(others.size()), stop, true, [&](int number) {
        const Vote& other = others[static_cast<std::size_t>(number - 1)];
        return std::make_unique<Helper>(other, worth(other.value));
    });
    helpers.join();
    return helpers.vote(player == 0, moves, depth);
}

// A thread's vote weighs its depth times one more than its value's lead over the worst; votes for the same move add up. Helper 1
// searches the odd depths, helper 2 the even ones.
void test_vote() {
    for (const int player : {0, 1}) {
        Found moves;
        int depth = 0;
        const auto won_by = [&](Vote first, const std::vector<Vote>& others, int move, int at_depth) {
            const bool replaced = vote(player, first, others, moves, depth);
            return replaced == (move != first.move) && moves.front().line.front() == move && depth == at_depth;
        };
        CHECK(won_by({0, 10, 5}, {{0, 12, 9}}, 0, 5));             // they agree
        CHECK(won_by({0, 10, 5}, {{1, 10, 9}}, 1, 9));             // deeper
        CHECK(won_by({0, 10, 6}, {{1, 10, 5}}, 0, 6));             // less deep
        CHECK(won_by({0, 3, 5}, {{1, 4, 5}}, 1, 5));               // better: 2 * 5 against 1 * 5
        CHECK(won_by({0, 4, 5}, {{1, 3, 5}}, 0, 5));               // worse
        CHECK(won_by({0, 5, 6}, {{1, 5, 3}, {1, 5, 4}}, 1, 4));    // 3 + 4 against 6; the deeper of the two
        CHECK(won_by({0, 5, 8}, {{1, 5, 3}, {1, 5, 4}}, 0, 8));    // 3 + 4 against 8
        CHECK(won_by({0, 5, 4}, {{1, 9, 0}, {1, 9, 0}}, 0, 4));    // helpers that finished nothing
        const bool replaced = vote(player, {0, 3, 5}, {{1, 4, 5}}, moves, depth);
        CHECK(replaced && moves.front().worth.size() == 1 && moves.front().worth[0] == (player == 0 ? 4 : -4));
    }
}

void test_vote_in_loop() {
    // The helper finishes depth 5 with another move; the first thread is stopped in its second pass.
    std::vector<Pass> helper(3, {true, answer(1, 50)});  // depths 1, 3 and 5
    helper.push_back({false, {}});
    const Run stopped = run({{{true, answer(0, 1)}, {false, {}}}, helper});
    CHECK(stopped.reports.size() == 2 && !stopped.reports[1].finished && stopped.reports[1].depth == 5);
    CHECK(same(stopped.outcome.moves, answer(1, 50)) && same(stopped.reports[1].moves, stopped.outcome.moves) && stopped.outcome.depth == 5);
    CHECK(stopped.outcome.counts.nodes == 20 + 40);
    // Once the first thread has searched as deep as asked, or the caller has stopped the search, nobody votes.
    SearchRequest request;
    request.depth = 2;
    const Run deep = run({{{true, answer(0, 1)}}, helper}, request);
    CHECK(deep.reports.size() == 2 && same(deep.outcome.moves, answer(0, 1)) && deep.outcome.depth == 2);
    const Run cancelled = run({{{true, answer(0, 1)}}, helper}, {}, 1);
    CHECK(cancelled.reports.size() == 1 && same(cancelled.outcome.moves, answer(0, 1)));
    // Nor where the value is proven, or there are several lines.
    CHECK(same(run({{{true, answer(0, 1), false}}, helper}).outcome.moves, answer(0, 1)));
    request = {};
    request.lines = 2;
    CHECK(same(run({{{true, answer(0, 1)}, {false, {}}}, helper}, request).outcome.moves, answer(0, 1)));
}

// A helper that finishes the deepest pass first has the answer, whatever the first thread has found; it is not put to the vote.
void test_helper_finishes() {
    SearchRequest request;
    request.depth = 4;
    for (const bool met_horizon : {true, false}) {
        const std::vector<Pass> helper{{true, answer(1, 50)}, {true, answer(1, 60)}, {true, answer(2, 70), met_horizon}};  // depths 1, 3 and 4
        const Run ended = run({{{true, answer(0, 99)}, {false, answer(3, 80)}}, helper}, request);
        CHECK(same(ended.outcome.moves, answer(2, 70)) && ended.outcome.depth == 4 && ended.outcome.proven == !met_horizon);
        CHECK(ended.outcome.stopped == (met_horizon ? StopReason::depth : StopReason::complete));
        CHECK(ended.reports.size() == 2 && ended.reports[1].finished && ended.reports[1].depth == 4);
        CHECK(same(ended.reports[1].moves, answer(2, 70)) && ended.outcome.history.size() == 2);
    }
}

// ---- real searches

void test_stopped_searches() {
    int unfinished = 0;
    for (int seed = 0; seed < 40; ++seed)
        for (std::uint64_t nodes = 1; nodes < 600; nodes += 1 + nodes / 20) {
            const Synthetic game(seed, seed & 1);
            SearchRequest request;
            request.nodes = nodes;
            request.exact = true;
            TranspositionTable table(1);
            std::vector<PassReport<int>> reports;
            const auto outcome = search(game, table, request, [](const Synthetic& at) { return at.evaluate(); }, [&](const auto& pass) {
                reports.push_back(pass);
                return true;
            });
            CHECK(outcome.moves.size() == 1 && !outcome.moves[0].line.empty());
            CHECK(outcome.history.size() == static_cast<std::size_t>(outcome.depth));
            for (std::size_t at = 0; at < reports.size(); ++at) {
                CHECK(reports[at].finished == (at < outcome.history.size()));
                CHECK(reports[at].depth == static_cast<int>(at) + 1);
            }
            CHECK(reports.size() - outcome.history.size() <= 1);
            if (reports.empty()) continue;
            // The answer is that of the last report.
            CHECK(outcome.moves[0].line.front() == reports.back().moves[0].line.front());
            if (reports.back().finished) continue;
            ++unfinished;
            CHECK(same(outcome.moves, reports.back().moves) && outcome.stopped == StopReason::nodes);
            // A better move than the last pass's: its value is a bound, from below for the player to move.
            CHECK(outcome.moves[0].bound == (game.player() == 0 ? Bound::lower : Bound::upper));
        }
    CHECK(unfinished > 20);
}

}  // namespace

int main() {
    test_unfinished_pass();
    test_accounts();
    test_without_static_values();
    test_vote();
    test_vote_in_loop();
    test_helper_finishes();
    test_stopped_searches();
    return report("pass loop");
}
