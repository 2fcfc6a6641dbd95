// Breakthrough: rules, hooks against brute force, playouts and notation. The rules themselves are checked against a plain version and
// OpenSpiel in Python.
#include <set>
#include <string>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/breakthrough.hpp"
#include "zermelo/search/proof_number.hpp"

using namespace zermelo;

static_assert(Game<Breakthrough<>> && HasMoveOrdering<Breakthrough<>> && HasFeatures<Breakthrough<>> && HasKnownValue<Breakthrough<>>);
static_assert(HasCandidateMoves<Breakthrough<>> && HasExtensions<Breakthrough<>> && HasWinningMove<Breakthrough<>> && HasPlayout<Breakthrough<>>);

namespace {

template <class G>
G parsed(const std::string& text) {
    std::string error;
    const auto game = G::parse(text, error);
    CHECK(game.has_value() && error.empty());
    return game.value_or(G{});
}

template <class G>
G after_random_moves(Random& random, int plies) {
    G game;
    for (; plies > 0 && !game.over(); --plies) {
        Moves<G> moves;
        game.moves(moves);
        const G next = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        if (next.over()) break;
        game = next;
    }
    return game;
}

// 1 if the player to move can win within so many plies, -1 if the opponent can, else 0.
template <class G>
Value value_within(const G& game, int plies) {
    if (game.over()) return game.payoff();
    if (plies == 0) return 0;
    Moves<G> moves;
    game.moves(moves);
    Value best = -1;
    for (const auto move : moves) best = std::max(best, -value_within(game.play(move), plies - 1));
    return best;
}

template <class G>
void test_hooks(std::uint64_t seed) {
    Random random(seed);
    int wins = 0, losses = 0, forced = 0;
    for (int number = 0; number < 3000; ++number) {
        const G game = after_random_moves<G>(random, static_cast<int>(random.below(7 * G::size)));
        Moves<G> moves, candidates;
        game.moves(moves);
        CHECK(!moves.empty());
        const Value truth = value_within(game, 2);
        const auto known = game.known_value();
        CHECK(known.value_or(0) == truth);
        CHECK(game.winning_move().has_value() == (truth > 0));
        if (const auto win = game.winning_move()) CHECK(game.legal(*win) && game.play(*win).over() && game.play(*win).payoff() < 0);
        game.candidates(candidates);
        for (const auto move : candidates) CHECK(game.legal(move));
        if (!known) {
            // No other move avoids a loss at once.
            std::set<int> kept(candidates.begin(), candidates.end());
            for (const auto move : moves) CHECK(kept.contains(move) || value_within(game.play(move), 1) > 0);
            forced += candidates.size() < moves.size();
        }
        wins += truth > 0, losses += truth < 0;
        for (const auto move : moves) CHECK(G::parse_move(game.format_move(move)) == move);
        std::string error;
        CHECK(G::parse(game.format(), error) == game);
    }
    CHECK(wins > 50 && losses > 5 && forced > 50);
}

// Every legal move is drawn about equally often, and the policy wins or defends where it can.
template <class G>
void test_playouts(std::uint64_t seed) {
    Random random(seed);
    for (int number = 0; number < 100; ++number) {
        const G game = after_random_moves<G>(random, static_cast<int>(random.below(6 * G::size)));
        Moves<G> moves;
        game.moves(moves);
        List<int, 4096> seen;
        seen.resize(4096);
        for (int& count : seen) count = 0;
        constexpr int draws = 3000;
        for (int draw = 0; draw < draws; ++draw) {
            typename G::Playout playout(game, true);
            const auto move = playout.step(random);
            CHECK(game.legal(move) && playout.over() == game.play(move).over());
            ++seen[move];
        }
        const double mean = static_cast<double>(draws) / static_cast<double>(moves.size());
        for (const auto move : moves) CHECK(seen[move] > mean / 2 && seen[move] < 2 * mean);
        typename G::Playout playout(game, false);
        CHECK(!playout.over() && playout.player() == game.player());
        const auto move = playout.step(random);
        const Value truth = value_within(game, 2);
        if (truth > 0) CHECK(game.play(move).over() || std::popcount(game.men(game.player() ^ 1)) == 1);
        if (truth == 0) CHECK(value_within(game.play(move), 1) <= 0);
    }
    // Whole games end with the payoff of their last position.
    for (int number = 0; number < 400; ++number) {
        G game;
        typename G::Playout playout(game, number % 2 == 0);
        while (!playout.over()) {
            CHECK(playout.player() == game.player() && !game.over());
            game = game.play(playout.step(random));
        }
        CHECK(game.over() && playout.payoff() == (game.player() == 0 ? game.payoff() : -game.payoff()));
    }
}

void test_ends() {
    using G = Breakthrough<5>;
    const G reached = parsed<G>("2w2/5/5/4b/5 b");
    CHECK(reached.over() && reached.payoff() == -1);
    const G taken = parsed<G>("5/5/1b3/2w2/5 w").play(*G::parse_move("c2xb3"));
    CHECK(taken.over() && taken.payoff() == -1 && taken.men(1) == 0);
    Moves<G> moves;
    taken.moves(moves);
    CHECK(moves.empty() && !taken.winning_move());
    // Straight ahead nothing is captured.
    CHECK(!parsed<G>("5/5/2b2/2w2/5 w").legal(*G::parse_move("c2c3")));
    CHECK(perft(G(), 1) == 13 && perft(Breakthrough<8>(), 1) == 22 && perft(Breakthrough<8>(), 2) == 484);
}

void test_small_board() {
    // The second player wins on four rows.
    ProofNumberSearch<Breakthrough<4>> prover(4);
    SearchRequest request;
    request.nodes = 5'000'000;
    const auto proof = prover.prove(Breakthrough<4>(), 1, request);
    CHECK(proof.verdict == Verdict::no);
    CHECK(value_within(Breakthrough<4>(), 6) <= 0);
}

void test_errors() {
    const std::pair<const char*, const char*> wrong[] = {
        {"a2a3 a2a3", "move 2: a2a3 is not legal there"},
        {"a2a9", "move 1: a move is two squares, as in a2a3"},
        {"8/8/8/8/8/8/8/8 w", "both players have won"},
        {"w7/8/8/8/8/8/8/b7 w", "both players have won"},
        {"8/8/8/8/8/8/8/w7b w", "row 1 of the board has more than 8 squares"},
        {"8/8/8/8/8/8/8 w", "a board has 8 rows of 8 squares, separated by /"},
        {"8/8/8/8/8/8/8/8/8 w", "a board has 8 rows of 8 squares, separated by /"},
        {"8/8/8/8/8/8/8/w6b", "after the board comes the side to move, w or b"},
        {"8/8/8/8/8/8/8/w6k w", "character 17 of the board is none of w b . / and numbers of empty squares"},
        {"8/8/8/8/8/wwwwwwww/wwwwwwww/w6b w", "White has more than 16 men"},
    };
    for (const auto& [text, sentence] : wrong) {
        std::string error;
        CHECK(!Breakthrough<8>::parse(text, error) && error == sentence);
        if (error != sentence) std::printf("%s: %s\n", text, error.c_str());
    }
}

}  // namespace

int main() {
    test_ends();
    test_hooks<Breakthrough<8>>(1);
    test_hooks<Breakthrough<6>>(2);
    test_hooks<Breakthrough<5>>(3);
    test_playouts<Breakthrough<8>>(4);
    test_playouts<Breakthrough<5>>(5);
    test_small_board();
    test_errors();
    return report("breakthrough");
}
