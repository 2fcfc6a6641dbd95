// The record of a search: every node's value agrees with brute force, the root is the answer, the principal variation is a path in
// it, it is bounded, and keeping it changes nothing.
#include <algorithm>
#include <vector>

#include "check.hpp"
#include "synthetic.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

template <class G>
Outcome<typename G::Move> run(const G& root, const SearchRequest& request) {
    TranspositionTable table(1);
    return search(root, table, request, [](const G& game) { return game.evaluate(); });
}

template <class G>
std::vector<G> games_of(const G& root, const std::vector<RecordedNode<typename G::Move>>& record) {
    std::vector<G> games;
    for (const auto& node : record) games.push_back(node.parent < 0 ? root : games[static_cast<std::size_t>(node.parent)].play(node.move));
    return games;
}

// The value is the game's own where every line was searched to its end, so each node's bound has to agree with it.
template <class G>
void check_values(const G& root, const std::vector<RecordedNode<typename G::Move>>& record, double scale) {
    const std::vector<G> games = games_of(root, record);
    for (std::size_t at = 0; at < record.size(); ++at) {
        const auto& node = record[at];
        const G& game = games[at];
        const double value = for_max(game, brute_force(game, -1)) * scale;
        CHECK(node.player == game.player());
        CHECK(node.bound != Bound::none && node.ending != Ending::stopped);
        if (node.bound == Bound::exact) CHECK(node.value == value);
        if (node.bound == Bound::lower) CHECK(node.value <= value);
        if (node.bound == Bound::upper) CHECK(node.value >= value);
        if (node.ending == Ending::end) CHECK(game.over());
        CHECK(node.parent < static_cast<int>(at));
        if (node.parent >= 0) CHECK(record[static_cast<std::size_t>(node.parent)].ply + 1 == node.ply);
    }
}

// Follow a line through the record; how far it goes.
template <class Move>
std::size_t followed(const std::vector<RecordedNode<Move>>& record, const std::vector<Move>& line) {
    std::vector<int> here{0};
    for (std::size_t ply = 0; ply < line.size(); ++ply) {
        std::vector<int> next;
        for (std::size_t at = 0; at < record.size(); ++at)
            if (std::find(here.begin(), here.end(), record[at].parent) != here.end() && record[at].move == line[ply]) next.push_back(static_cast<int>(at));
        if (next.empty()) return ply;
        here = next;
    }
    return line.size();
}

void test_values() {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        for (const int turn : {0, 1}) {
            const Synthetic root(seed, turn);
            SearchRequest request;
            request.record = 2000;
            const auto outcome = run(root, request);
            CHECK(outcome.proven && !outcome.record.empty());
            check_values(root, outcome.record, 1);
            const auto& top = outcome.record.front();
            CHECK(top.parent == -1 && top.value == outcome.moves.front().worth[0] && top.bound == Bound::exact);
            CHECK(top.reply == outcome.moves.front().line.front() && top.depth == outcome.depth);
            CHECK(followed(outcome.record, outcome.moves.front().line) >= 1);
        }
    }
}

// Without a table nothing hides the end of the line.
void test_principal_variation() {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        const Synthetic root(seed, 0);
        SearchRequest request;
        request.record = 2000, request.table = false, request.depth = 5;
        const auto outcome = run(root, request);
        CHECK(followed(outcome.record, outcome.moves.front().line) == outcome.moves.front().line.size());
    }
}

void test_bounded_and_free() {
    for (std::uint64_t seed = 0; seed < 15; ++seed) {
        const Synthetic root(seed, static_cast<int>(seed % 2));
        SearchRequest request;
        const auto off = run(root, request);
        CHECK(off.record.empty());
        for (const std::size_t most : {1, 2, 3, 5, 10, 30, 100}) {
            request.record = most;
            const auto on = run(root, request);
            CHECK(!on.record.empty() && on.record.size() <= most);
            CHECK(on.counts.nodes == off.counts.nodes && on.moves.front().line == off.moves.front().line);
            CHECK(on.record.front().value == off.moves.front().worth[0]);
            check_values(root, on.record, 1);
        }
    }
}

// What is stopped has the record of the pass that gave the answer.
void test_stopped() {
    for (std::uint64_t nodes = 2; nodes < 400; ++nodes) {
        const Synthetic root(7, 0);
        SearchRequest request;
        request.record = 50, request.nodes = nodes;
        const auto outcome = run(root, request);
        CHECK(outcome.record.size() <= 50);
        if (outcome.record.empty()) continue;
        CHECK(outcome.record.front().value == outcome.moves.front().worth[0]);
        CHECK(outcome.record.front().reply == outcome.moves.front().line.front());
        if (outcome.history.empty()) continue;
        // Every root move has a value: of this pass, or of the last one.
        Moves<Synthetic> moves;
        root.moves(moves);
        for (const int move : moves)
            CHECK(std::any_of(outcome.record.begin(), outcome.record.end(),
                              [&](const auto& node) { return node.ply == 1 && node.move == move && node.bound != Bound::none; }));
        for (std::size_t at = 1; at < outcome.record.size(); ++at) {
            const auto& node = outcome.record[at];
            CHECK(node.parent >= 0 && node.parent < static_cast<int>(at));
            CHECK(outcome.record[static_cast<std::size_t>(node.parent)].ply + 1 == node.ply);
        }
    }
}

void test_several_lines() {
    const Synthetic root(3, 0);
    SearchRequest request;
    request.record = 2000, request.lines = 3;
    const auto outcome = run(root, request);
    CHECK(outcome.record.front().value == outcome.moves.front().worth[0]);
    check_values(root, outcome.record, 1);
}

// Without static values and without an end in sight there is nothing to explain.
void test_no_values() {
    SearchRequest request;
    request.record = 100, request.depth = 2, request.evaluates = false;
    CHECK(run(Synthetic(5, 0), request).record.empty());
}

}  // namespace

int main() {
    test_values();
    test_principal_variation();
    test_bounded_and_free();
    test_stopped();
    test_several_lines();
    test_no_values();
    return report("recorder");
}
