// The selective search on chess: it finds forced mates and their distances, knows draws by repetition, is deterministic on one
// thread and right on several; the exact search of the same game is minimax.
#include <string>

#include "values.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/antichess/rules.hpp"
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

Outcome<chess::Move> run(const Chess& game, int depth, SearchRequest request, TranspositionTable& table) {
    request.depth = depth;
    return search(game, table, request, [](const Chess& each) { return material(each); });
}

Outcome<chess::Move> run(const Chess& game, int depth, const SearchRequest& request = {}) {
    TranspositionTable table(4);
    return run(game, depth, request, table);
}

Value value_at(const char* fen, int depth, const SearchRequest& request = {}) {
    const Chess game = at(fen);
    return value_of(game, run(game, depth, request));
}

// Mates in 1, 2 and 3 moves (from the collections that come with sunfish, mate1.fen to mate3.fen).
void test_mates() {
    const struct {
        const char* fen;
        int plies, depth;
    } mates[] = {
        {"8/6p1/5pk1/7R/B7/8/8/7K w - - 0 1", 1, 2},
        {"8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1", 3, 10},
        {"3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 3, 12},
        {"1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1", 5, 16},
    };
    for (const auto& [fen, plies, depth] : mates) {
        const Chess game = at(fen);
        const auto outcome = run(game, depth);
        CHECK(value_of(game, outcome) == Chess::unit - plies);
        // The line ends in mate after so many plies.
        Chess end = game;
        for (const auto move : outcome.moves[0].line) {
            CHECK(end.legal(move));
            end = end.play(move);
        }
        CHECK(static_cast<int>(outcome.moves[0].line.size()) == plies && end.over() && end.payoff() == -1);
    }
    // The side that is mated: after the only move the rook mates.
    CHECK(value_at("k7/8/1K6/8/8/8/8/7R b - - 0 1", 8) == -(Chess::unit - 2));
}

// The table keeps the distance of a mate from the position, not from the root of the search that found it: entries stay right
// for a search whose root is nearer to the mate, or further from it.
void test_mate_distance_in_table() {
    const Chess mate_in_three = at("1r4k1/8/5PP1/K7/6NR/7B/1r6/7R w - - 0 1");
    TranspositionTable table(4);
    const auto first = run(mate_in_three, 16, {}, table);
    CHECK(value_of(mate_in_three, first) == Chess::unit - 5 && first.moves[0].line.size() == 5);
    std::vector<Chess> line{mate_in_three};
    for (const auto move : first.moves[0].line) line.push_back(line.back().play(move));
    // Towards the mate with the same table, and back again.
    for (const int ply : {1, 2, 3, 4, 3, 2, 1, 0}) {
        const Value expected = ply % 2 == 0 ? Chess::unit - (5 - ply) : -(Chess::unit - (5 - ply));
        const auto outcome = run(line[static_cast<std::size_t>(ply)], 16, {}, table);
        CHECK(value_of(line[static_cast<std::size_t>(ply)], outcome) == expected);
        CHECK(static_cast<int>(outcome.moves[0].line.size()) == 5 - ply);
    }
    const auto entry = table.probe(line[1].key());
    CHECK(entry && entry->value == -(Chess::unit - 4));
}

// The value of a mate in at most `plies`, or 0: by brute force.
Value mate_value(const Chess& game, int plies) {
    if (game.over()) return game.payoff() * Chess::unit;
    if (plies == 0) return 0;
    Moves<Chess> moves;
    game.moves(moves);
    Value best = -infinity;
    for (const auto move : moves) {
        const Value value = -mate_value(game.play(move), plies - 1);
        best = std::max(best, value > 0 ? value - 1 : value < 0 ? value + 1 : 0);
        if (best == Chess::unit - 1) break;
    }
    return best;
}

// One table over many searches of king and rook against king: every entry is met at other plies than it was stored at. Without
// pruning the distances are exact.
void test_mate_distance_in_shared_table(int positions) {
    TranspositionTable table(4);
    SearchRequest request;
    request.null_move = request.reductions = request.futility = request.extensions = false;
    Random random(3);
    int mates = 0;
    for (int round = 0; round < positions;) {
        // The bare king on the first rank, the other one on the third, at most two files away.
        const int file = static_cast<int>(random.below(8)), rook = static_cast<int>(random.below(64));
        const int white_king = 16 + std::clamp(file - 2 + static_cast<int>(random.below(5)), 0, 7);
        if (white_king == file || rook == file || rook == white_king) continue;
        chess::Position made;
        made.put(file, chess::black, chess::king);
        made.put(white_king, chess::white, chess::king);
        made.put(rook, chess::white, chess::rook);
        made.set_turn(round % 2, 0);
        const Chess game(made);
        if (game.over() || game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) continue;
        ++round;
        const int depth = 5 - round % 2;
        const Value expected = mate_value(game, depth), value = value_of(game, run(game, depth + 1, request, table));
        mates += expected != 0;
        if (expected != 0) CHECK(value == expected);
        else CHECK(std::abs(value) < Chess::unit - depth);
    }
    CHECK(mates * 4 > positions);
}

void test_repetition() {
    // White is a rook down. The position before the root has occurred twice, so White can repeat it for a draw.
    const Chess start = at("6k1/5ppp/8/8/8/8/r4PPP/6K1 w - - 8 20");
    Chess game = start;
    SearchRequest request;
    for (const char* text : {"g1f1", "g8f8", "f1g1", "f8g8", "g1f1", "g8f8"}) {
        chess::Move move = chess::no_move;
        CHECK(chess::parse_uci(game, text, move).empty());
        request.past.push_back(game.key());
        game = game.play(move);
    }
    CHECK(value_of(game, run(game, 4, request)) == 0);
    CHECK(value_of(game, run(game, 4)) < -300);
}

void test_draws_by_rule() {
    CHECK(value_at("8/8/4k3/8/8/3QK3/8/8 w - - 99 80", 3) == 0);
    CHECK(value_at("8/8/8/8/8/1k6/2p5/K7 w - - 0 1", 3) <= 0);
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

void test_exact_search_is_minimax() {
    SearchRequest exact;
    exact.exact = true;
    exact.quiescence = false;
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"})
        for (int depth = 1; depth <= 3; ++depth) CHECK(value_at(fen, depth, exact) == minimax(at(fen), depth));
}

void test_determinism_and_threads() {
    const Chess game = at("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4");
    const auto one = run(game, 8), other = run(game, 8);
    CHECK(one.counts.nodes == other.counts.nodes && value_of(game, one) == value_of(game, other));
    SearchRequest request;
    request.threads = 3;
    CHECK(value_at("8/1p3Qb1/p5pk/P1p1p1p1/1P2P1P1/2P1N2n/5P1P/4qB1K w - - 1 1", 10, request) == Chess::unit - 3);
}

void test_switches() {
    for (int part = 0; part < 6; ++part) {
        SearchRequest request;
        bool* const switches[] = {&request.null_move,  &request.reductions, &request.futility,
                                  &request.extensions, &request.table,      &request.aspiration};
        *switches[part] = false;
        CHECK(value_at("3rrk2/2p2pR1/p4n2/1p1PpP2/2p2q1P/3P1BQ1/PPP5/6RK w - - 1 1", 12, request) == Chess::unit - 3);
    }
}

void test_anti_chess() {
    // White must capture, and gives everything away.
    AntiChess game;
    CHECK(chess::parse_fen("8/8/8/8/8/1p6/P7/8 w - - 0 1", game).empty());
    TranspositionTable table(1);
    SearchRequest request;
    request.depth = 4;
    const auto outcome = search(game, table, request, [](const AntiChess& each) { return -material(each); });
    CHECK(chess::format_uci(outcome.moves[0].line[0]) == "a2b3");
    CHECK(value_of(game, outcome) < 0);  // Black has no piece left and has won
}

}  // namespace

int main() {
    test_mates();
    test_mate_distance_in_table();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    test_mate_distance_in_shared_table(30);
#else
    test_mate_distance_in_shared_table(300);
#endif
    test_repetition();
    test_draws_by_rule();
    test_exact_search_is_minimax();
    test_determinism_and_threads();
    test_switches();
    test_anti_chess();
    return report("selective");
}
