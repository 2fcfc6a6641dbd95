// Proofs about checkers: against brute force on the 4x4 board, with and without tables; stopped and resumed; damaged files and wrong
// claims are refused.
#include <algorithm>

#include "check.hpp"
#include "zermelo/games/checkers/endgame_build.hpp"
#include "zermelo/games/checkers/proof.hpp"

using namespace zermelo;
using namespace zermelo::checkers;

namespace {

using Game = BasicCheckers<4>;
using File = ProofFile<4>;

const EndgameTables<4>& tables() {
    static EndgameTables<4>* const built = [] {
        auto* tables = new EndgameTables<4>(1 << 20);
        RetrogradeProgress progress;
        build_tables(*tables, 3, progress, 1);
        return tables;
    }();
    return *built;
}

std::vector<Game> successors(const Game& game) {
    std::vector<Game> reached;
    game.each_move([&](Move, const Change& change) { reached.push_back(without_rules(game.play(change))); });
    return reached;
}

// The value for Black of every position that can arise from the start. What has no value when no more can be given one is a draw.
std::vector<std::pair<Game, int>> brute_force() {
    std::vector<Game> found{Game()};
    MapOfGames<4, int> values{{Game(), 0}};
    for (std::size_t at = 0; at < found.size(); ++at)
        for (const Game& next : successors(found[at]))
            if (values.emplace(next, 0).second) found.push_back(next);
    for (bool more = true; more;) {
        more = false;
        for (const Game& game : found) {
            if (values[game]) continue;
            const int own = game.player() == 0 ? 1 : -1;
            const std::vector<Game> reached = successors(game);
            const auto won = [&](const Game& next) { return values[next] == own; };
            const auto lost = [&](const Game& next) { return values[next] == -own; };
            if (std::any_of(reached.begin(), reached.end(), won)) values[game] = own;
            else if (std::all_of(reached.begin(), reached.end(), lost)) values[game] = -own;
            more |= values[game] != 0;
        }
    }
    return {values.begin(), values.end()};
}

File start(const Game& root, int pieces) {
    File file;
    file.root = root;
    file.table_pieces = pieces;
    return file;
}

File prove(const Game& root, int pieces) {
    ProofManager<4> manager(start(root, pieces), tables(), 2);
    CHECK(manager.run({}) == StopReason::complete);
    return manager.proof();
}

std::string error_in(const File& file) { return ProofCheck<4>(file, tables()).run(); }

void test_against_brute_force() {
    const auto values = brute_force();
    MapOfGames<4, int> value_of(values.begin(), values.end());
    CHECK(values.size() > 500 && value_of[Game()] == 0);
    std::size_t at = 0;
    for (const auto& [root, value] : values) {
        if (++at % 7) continue;
        const File file = prove(root, static_cast<int>(at % 3) + (at % 3 > 0));  // no tables, of 2 pieces, of 3
        ProofCheck<4> check(file, tables());
        CHECK(check.run() == "");
        const auto right = [&](const Game& game) { return check.bounds(game).lower == value_of[game] && check.bounds(game).upper == value_of[game]; };
        CHECK(right(root));
        for (const Game& next : successors(root)) CHECK(right(next));
    }
}

void test_stopped_and_resumed() {
    File file = start(Game(), 0);
    int runs = 0;
    bool seen_hold[2] = {};
    for (StopReason stopped = StopReason::nodes; stopped != StopReason::complete && runs < 1000; ++runs) {
        ProofManager<4> manager(file, tables(), 2);
        SearchRequest request;
        request.nodes = 500;
        stopped = manager.run(request);
        ProofCheck<4> check(manager.proof(), tables());
        CHECK(check.run().empty());
        CHECK(check.bounds(Game()).lower == (seen_hold[0] |= check.bounds(Game()).lower == 0) - 1);  // once shown, always shown
        CHECK(check.bounds(Game()).upper == 1 - (seen_hold[1] |= check.bounds(Game()).upper == 0));
        CHECK(File::read(manager.bytes(), file).empty());
    }
    CHECK(runs > 2 && file.proven == Proven::moves && error_in(file).empty());
    CHECK(file.notes[0].empty() && file.notes[1].empty());
}

void test_damaged_files() {
    const std::vector<std::uint8_t> bytes = prove(Game(), 2).bytes();
    File file;
    CHECK(File::read(bytes, file).empty() && file.bytes() == bytes);
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        auto damaged = bytes;
        damaged[at] ^= static_cast<std::uint8_t>(1 << at % 8);
        CHECK(!File::read(damaged, file).empty());
        CHECK(!File::read(std::span(bytes).first(at), file).empty());
    }
    ProofFile<6> other;
    CHECK(ProofFile<6>::read(bytes, other) == "it is about a board of size 4, not 6");
    // Impossible content under a right checksum.
    file.holds[0].push_back({Game::of(3, 3, 0, 0), 0});
    CHECK(File::read(file.bytes(), file) == "its parts have wrong lengths or impossible positions");
}

void test_wrong_claims() {
    const File right = prove(Game(), 2);
    CHECK(error_in(right).empty() && !right.wins[1].empty() && !right.holds[0].empty());
    File wrong = right;
    wrong.holds[0].clear();
    CHECK(error_in(wrong).starts_with("it does not show the value of B:"));
    // Black does not win the start, whatever the move.
    for (std::uint8_t choice = 0; choice < 4; ++choice) {
        wrong = right;
        wrong.wins[0].push_back({Game(), choice});
        CHECK(error_in(wrong).starts_with("Black is not shown to win B:"));
    }
    // Every position is needed: without any one of them nothing is proven.
    for (std::size_t at = 0; at < right.wins[1].size(); ++at) {
        wrong = right;
        wrong.wins[1].erase(wrong.wins[1].begin() + static_cast<std::ptrdiff_t>(at));
        CHECK(!error_in(wrong).empty());
    }
    for (std::size_t at = 0; at < right.holds[0].size(); ++at) {
        wrong = right;
        wrong.holds[0].erase(wrong.holds[0].begin() + static_cast<std::ptrdiff_t>(at));
        CHECK(!error_in(wrong).empty());
    }
    wrong = right;
    std::reverse(wrong.wins[1].begin(), wrong.wins[1].end());
    CHECK(error_in(wrong).starts_with("White is not shown to win"));
    wrong = right;
    wrong.holds[1].front().choice ^= 1;
    CHECK(error_in(wrong).starts_with("White is not shown to hold"));
    // Black says that 1-3 holds, which loses.
    wrong = right;
    const Game lost = without_rules(Game().play(make_step(0, south_west)));
    CHECK(ProofCheck<4>(right, tables()).bounds(lost).upper == 1);  // nothing is shown before the check
    wrong.holds[0].push_back({lost, ProofStep<4>::all_moves});
    CHECK(error_in(wrong).starts_with("Black is not shown to hold"));
}

// The value alone takes less than the value of each move, and can be completed.
void test_value_alone() {
    ProofManager<4> manager(start(Game(), 2), tables(), 2);
    CHECK(manager.run({}, false) == StopReason::complete && manager.proof().proven == Proven::value);
    CHECK(error_in(manager.proof()).empty());
    const auto size = [](const File& file) { return file.wins[0].size() + file.wins[1].size() + file.holds[0].size() + file.holds[1].size(); };
    const std::size_t alone = size(manager.proof());
    CHECK(manager.proof().wins[1].empty());  // the start is a draw
    SearchRequest request;
    request.nodes = 1;
    CHECK(manager.run(request) == StopReason::nodes && manager.proof().proven == Proven::nothing && error_in(manager.proof()).empty());
    CHECK(manager.run({}) == StopReason::complete && manager.proof().proven == Proven::moves);
    CHECK(manager.run({}, false) == StopReason::complete && manager.proof().proven == Proven::moves);
    CHECK(error_in(manager.proof()).empty() && size(manager.proof()) > alone && !manager.proof().wins[1].empty());
}

// Two kings that go to and fro never lose, and never win either: a set of wins must not rest on its own circle.
void test_circles() {
    const Game root = Game::of(1, 1 << 7, 1 | 1 << 7, 0);
    File file = prove(root, 0);
    CHECK(error_in(file).empty() && !file.holds[0].empty());
    for (const ProofStep<4>& step : file.holds[0]) file.wins[0].push_back(step);
    CHECK(error_in(file).starts_with("Black is not shown to win"));
}

}  // namespace

int main() {
    test_against_brute_force();
    test_stopped_and_resumed();
    test_damaged_files();
    test_wrong_claims();
    test_value_alone();
    test_circles();
    return report("checkers proofs");
}
