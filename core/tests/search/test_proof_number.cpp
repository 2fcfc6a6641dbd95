// Proof-number search on anti-chess: proven wins hold against every defence, by replay and by brute force, also with cycles and
// the fifty-move rule.
#include <map>
#include <set>
#include <string>

#include "games/chess/chess_checks.hpp"
#include "zermelo/games/antichess/rules.hpp"
#include "zermelo/search/proof_number.hpp"

namespace {

using Prover = ProofNumberSearch<AntiChess>;

Proof<chess::Move> prove(Prover& prover, const AntiChess& game, Value goal = 1, std::uint64_t nodes = 200'000) {
    SearchRequest request;
    request.nodes = nodes;
    return prover.prove(game, goal, request);
}

std::string first_move(const Proof<chess::Move>& proof) {
    return proof.line.empty() ? "" : chess::format_uci(proof.line.front());
}

// Whether the player to move wins: prove it again after every defence.
bool wins_against_everything(Prover& prover, const AntiChess& game, std::set<Key>& known, int depth = 0) {
    if (game.over()) return game.payoff() > 0;
    if (known.contains(game.key())) return true;
    const auto proof = prove(prover, game);
    if (proof.verdict != Verdict::yes || depth > 60 || !game.legal(proof.line.front())) return false;
    const AntiChess next = game.play(proof.line.front());
    Moves<AntiChess> replies;
    next.moves(replies);
    if (next.over() && next.payoff() >= 0) return false;
    for (const auto reply : replies)
        if (!wins_against_everything(prover, next.play(reply), known, depth + 1)) return false;
    known.insert(game.key());
    return true;
}

// Brute force: whether the player to move can win, or must lose, within so many plies.
struct BruteForce {
    std::map<std::pair<Key, bool>, std::pair<int, int>> known;  // the fewest plies it is decided in, the most it is not

    bool decided(const AntiChess& game, int plies, bool wins) {
        if (game.over()) return wins ? game.payoff() > 0 : game.payoff() < 0;
        if (plies == 0) return false;
        auto& [yes, no] = known.try_emplace({game.key(), wins}, 1000, -1).first->second;
        if (plies >= yes || plies <= no) return plies >= yes;
        Moves<AntiChess> moves;
        game.moves(moves);
        bool answer = !wins;
        for (const auto move : moves)
            if (decided(game.play(move), plies - 1, !wins) == wins) {
                answer = wins;
                break;
            }
        if (answer) yes = std::min(yes, plies);
        else no = std::max(no, plies);
        return answer;
    }
};

// Three first moves of White lose by force (known since the 1990s).
void test_first_moves() {
    Prover prover(16);
    for (const auto& [played, answer] : {std::pair("d2d3", "g7g5"), std::pair("d2d4", "e7e5"), std::pair("e2e4", "b7b5")}) {
        chess::Move move = chess::no_move;
        CHECK(chess::parse_uci(AntiChess(), played, move).empty());
        const AntiChess game = AntiChess().play(move);
        const auto proof = prove(prover, game);
        CHECK(proof.verdict == Verdict::yes && first_move(proof) == answer);
        AntiChess end = game;
        for (const auto next : proof.line) {
            CHECK(end.legal(next));
            end = end.play(next);
        }
        CHECK(end.over());
#if !defined(__SANITIZE_ADDRESS__)
        std::set<Key> known;
        CHECK(wins_against_everything(prover, game, known));
#endif
    }
}

// Small endgames: wins agree with brute force to the ply, and so do positions without a win.
void test_endgames() {
    Prover prover(4);
    const struct {
        const char* fen;
        int plies;  // to the win, 0 if there is none
    } known[] = {
        {"8/P7/8/k7/P7/8/8/8 w - - 0 1", 6},       {"8/5P2/8/2r5/8/8/8/8 w - - 0 1", 4},  {"8/8/8/4b3/8/1R5R/4P3/8 w - - 0 1", 8},
        {"8/8/8/6b1/1NR5/8/8/8 w - - 0 1", 6},     {"8/5p2/7p/8/7P/8/5P2/8 w - - 0 1", 4}, {"8/8/8/8/1p6/7R/p7/8 b - - 0 1", 6},
        {"K7/8/4k3/k1k5/8/8/8/8 b - - 0 1", 8},    {"8/8/8/8/8/8/1k6/K7 w - - 0 1", 0},   {"8/8/8/8/8/8/8/R6r b - - 0 1", 0},
    };
    for (const auto& [fen, plies] : known) {
        const AntiChess game = position<AntiChess>(fen);
        const auto proof = prove(prover, game);
        BruteForce brute_force;
        if (plies == 0) {
            CHECK(proof.verdict == Verdict::no && !brute_force.decided(game, 9, true));
            continue;
        }
        CHECK(!brute_force.decided(game, plies - 1, true) && brute_force.decided(game, plies, true));
        CHECK(proof.verdict == Verdict::yes && brute_force.decided(game.play(proof.line.front()), 25, false));
    }
}

// Random small positions: whatever brute force decides, the prover answers the same.
void test_random_positions(int rounds) {
    Prover prover(2);
    Random random(17);
    int wins = 0;
    for (int round = 0; round < rounds; ++round) {
        chess::Position made;
        for (int piece = 0; piece < 4; ++piece) {
            const int square = 8 + static_cast<int>(random.below(48));
            if (made.occupied() & chess::bit(square)) continue;
            made.put(square, piece & 1, static_cast<chess::Piece>(random.below(6)));
        }
        made.set_turn(static_cast<int>(random.below(2)), 0);
        const AntiChess game(made);
        if (game.over()) continue;
        const auto proof = prove(prover, game, 1, 20'000);
        BruteForce brute_force;
        const bool won = brute_force.decided(game, 7, true), lost = brute_force.decided(game, 7, false);
        CHECK(!won || proof.verdict == Verdict::yes);
        CHECK(!lost || proof.verdict == Verdict::no);
        // A player who can win can also draw; one who must lose cannot.
        const Verdict draw = prove(prover, game, 0, 20'000).verdict;
        CHECK(!won || draw != Verdict::no);
        CHECK(!lost || draw == Verdict::no);
        wins += won;
    }
    CHECK(wins > rounds / 10);
}

// A win that needs quiet moves is none when the fifty moves are nearly over.
void test_fifty_move_rule() {
    Prover prover(4);
    const AntiChess fresh = position<AntiChess>("2q5/3k4/8/8/8/5K2/8/8 w - - 0 1");
    const auto proof = prove(prover, fresh);
    CHECK(proof.verdict == Verdict::yes && first_move(proof) == "f3e4");
    CHECK(prove(prover, position<AntiChess>("2q5/3k4/8/8/8/5K2/8/8 w - - 97 80")).verdict == Verdict::no);
    CHECK(prove(prover, position<AntiChess>("2q5/3k4/8/8/8/5K2/8/8 w - - 97 80"), 0).verdict == Verdict::yes);
}

// Two kings can avoid each other for ever: either player can force a draw by repetition.
void test_draw_by_repetition() {
    Prover prover(4);
    const AntiChess kings = position<AntiChess>("7k/8/8/8/8/8/8/K7 w - - 0 1");
    const auto win = prove(prover, kings, 1), draw = prove(prover, kings, 0);
    CHECK(win.verdict == Verdict::no);
    // A disproof that depends on no position before it is kept: without that it takes half as many nodes again.
    CHECK(win.nodes == 104243 && draw.nodes == 51772);
    CHECK(draw.verdict == Verdict::yes && draw.line.size() == 1 && kings.legal(draw.line.front()));
}

void test_unknown() {
    Prover prover(1);
    const auto proof = prove(prover, AntiChess(), 1, 2000);
    CHECK(proof.verdict == Verdict::unknown && proof.stopped == StopReason::nodes && proof.line.empty());
    CHECK(prove(prover, position<AntiChess>("8/8/8/8/8/8/8/K7 b - - 0 1")).verdict == Verdict::yes);
}

}  // namespace

int main() {
    test_first_moves();
    test_endgames();
#if defined(__SANITIZE_ADDRESS__)
    test_random_positions(30);
#else
    test_random_positions(400);
#endif
    test_fifty_move_rule();
    test_draw_by_repetition();
    test_unknown();
    return report("proof_number");
}
