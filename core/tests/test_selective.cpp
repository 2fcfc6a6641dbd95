// The selective search on chess: it finds forced mates and calls them by their distance, knows draws by repetition, repeats
// exactly on one thread, and agrees with itself on several; the exact search of the same game is minimax.
#include <string>

#include "check.hpp"
#include "zermelo/games/chess/antichess.hpp"
#include "zermelo/games/chess/fen.hpp"
#include "zermelo/games/chess/notation.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;

namespace {

// Material only, so that nothing here depends on trained weights.
template <class G>
Value material(const G& game) {
    Value sum = 0;
    for (int piece = chess::pawn; piece < chess::king; ++piece) {
        const auto kind = static_cast<chess::Piece>(piece);
        sum += chess::exchange_values[kind] * (std::popcount(game.of(game.player(), kind)) - std::popcount(game.of(game.player() ^ 1, kind)));
    }
    return sum;
}

Chess at(const char* fen) {
    Chess game;
    CHECK(chess::parse_fen(fen, game).empty());
    return game;
}

SearchOutcome<Chess> look(const Chess& game, int depth, SearchOptions options = {}, std::vector<Key> past = {}) {
    TranspositionTable table(4);
    SearchLimits limits;
    limits.depth = depth;
    limits.past = std::move(past);
    return search(game, table, limits, options, [](const Chess& each) { return material(each); });
}

// Mates in 1, 2 and 3 moves (from the collections that come with sunfish, mate1.fen to mate3.fen).
void finds_mates() {
    const struct {
        const char* fen;
        int plies, depth;
    } known[] = {
        {"8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1", 1, 2},
        {"8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1", 3, 10},
        {"3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 3, 12},
        {"1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5, 16},
    };
    for (const auto& [fen, plies, depth] : known) {
        const Chess game = at(fen);
        const auto found = look(game, depth);
        CHECK(found.lines[0].value == Chess::unit - plies);
        // The line is a mate, as long as it says.
        Chess end = game;
        for (const auto move : found.lines[0].moves) {
            CHECK(end.legal(move));
            end = end.play(move);
        }
        CHECK(static_cast<int>(found.lines[0].moves.size()) == plies && end.over() && end.payoff() == -1);
    }
    // Seen by the side that gets mated: after the only move the rook mates.
    CHECK(look(at("k7/8/1K6/8/8/8/8/7R b - - 0 1"), 8).lines[0].value == -(Chess::unit - 2));
}

void knows_repetition() {
    // A rook down, White can only hope to repeat: the position before the root has been there already.
    const Chess start = at("6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 8 20");
    Chess game = start;
    std::vector<Key> past;
    for (const char* text : {"g1f1", "g8f8", "f1g1", "f8g8", "g1f1", "g8f8"}) {
        chess::Move move = chess::no_move;
        CHECK(chess::parse_uci(game, text, move).empty());
        past.push_back(game.key());
        game = game.play(move);
    }
    CHECK(look(game, 4, {}, past).lines[0].value == 0);
    CHECK(look(game, 4).lines[0].value < -300);
}

void draws_by_rule_are_draws() {
    CHECK(look(at("8/8/4k3/8/8/3QK3/8/8 w - - 99 80"), 3).lines[0].value == 0);
    CHECK(look(at("8/8/8/8/8/1k6/2p5/K7 w - - 0 1"), 3).lines[0].value <= 0);
}

template <class G>
Value minimax(const G& game, int depth) {
    if (game.over()) return game.payoff() * G::unit;
    if (depth == 0) return material(game);
    Moves<G> moves;
    game.moves(moves);
    Value best = -infinity;
    for (const auto move : moves) best = std::max(best, -minimax(game.play(move), depth - 1));
    return best;
}

void exact_searches_are_minimax() {
    SearchOptions exact;
    exact.exact = true;
    exact.quiescence = false;
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"})
        for (int depth = 1; depth <= 3; ++depth) CHECK(look(at(fen), depth, exact).lines[0].value == minimax(at(fen), depth));
}

void repeats_exactly_and_on_threads() {
    const Chess game = at("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
    const auto one = look(game, 8), other = look(game, 8);
    CHECK(one.counts.nodes == other.counts.nodes && one.lines[0].value == other.lines[0].value);
    SearchOptions threads;
    threads.threads = 3;
    CHECK(look(at("8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1"), 10, threads).lines[0].value == Chess::unit - 3);
}

void parts_can_be_switched_off() {
    for (int part = 0; part < 6; ++part) {
        SearchOptions options;
        bool* const switches[] = {&options.null_move, &options.reductions, &options.futility, &options.extensions, &options.table, &options.aspiration};
        *switches[part] = false;
        CHECK(look(at("3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1"), 12, options).lines[0].value == Chess::unit - 3);
    }
}

void anti_chess_is_played_by_its_own_rules() {
    // White must take, and gives everything away.
    AntiChess game;
    CHECK(chess::parse_fen("8/8/8/8/8/1p6/P7/8 w - - 0 1", game).empty());
    TranspositionTable table(1);
    SearchLimits limits;
    limits.depth = 4;
    const auto found = search(game, table, limits, SearchOptions{}, [](const AntiChess& each) { return -material(each); });
    CHECK(chess::format_uci(found.lines[0].moves[0]) == "a2b3");
    CHECK(found.lines[0].value < 0);  // Black has no piece left, and has won
}

}  // namespace

int main() {
    finds_mates();
    knows_repetition();
    draws_by_rule_are_draws();
    exact_searches_are_minimax();
    repeats_exactly_and_on_threads();
    parts_can_be_switched_off();
    anti_chess_is_played_by_its_own_rules();
    return report("selective");
}
