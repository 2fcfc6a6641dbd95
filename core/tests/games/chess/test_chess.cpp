// Chess: attacks, perft counts, ends of games, notation, static exchange evaluation.
#include "games/chess/chess_checks.hpp"
#include "zermelo/games/chess/see.hpp"

using namespace zermelo::chess;

namespace slow = zermelo::chess::detail;

static_assert(Game<Chess>);

static void test_attacks() {
    Random random(17);
    for (int square = 0; square < 64; ++square) {
        for (int round = 0; round < 500; ++round) {
            const Board occupied = random.next() & random.next();
            CHECK(rook_attacks(square, occupied) == slow::slide(slow::rook_steps, square, occupied));
            CHECK(bishop_attacks(square, occupied) == slow::slide(slow::bishop_steps, square, occupied));
        }
        for (int other = 0; other < 64; ++other) {
            const bool joined = queen_attacks(square, 0) >> other & 1;
            CHECK((line_through(square, other) != 0) == joined);
            for (const Board on : {between(square, other), line_through(square, other)}) CHECK(joined || !on);
            CHECK(!(between(square, other) & (bit(square) | bit(other))));
            CHECK(between(square, other) == between(other, square));
        }
    }
    CHECK(between(0, 63) == 0x0040201008040200ull && line_through(9, 18) == 0x8040201008040201ull && between(0, 10) == 0);
}

static void test_ends() {
    const auto ended = [](const char* fen, Value payoff) {
        const Chess game = position<Chess>(fen);
        CHECK(game.over() && game.payoff() == payoff);
        Moves<Chess> none;
        game.moves(none);
        CHECK(none.empty());
    };
    ended("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -1);
    ended("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0);                    // stalemate
    ended("7k/8/5K2/3Q4/8/8/8/8 b - - 100 90", 0);                 // fifty moves
    ended("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", -1);                // mate takes precedence
    ended("8/8/4k3/8/8/3K4/8/8 w - - 0 1", 0);
    ended("8/8/4k3/8/6N1/3K4/8/8 w - - 0 1", 0);
    ended("8/8/4k3/8/5b2/3K4/8/8 w - - 0 1", 0);
    ended("8/2b5/4k3/8/5B2/3K4/3B4/8 w - - 0 1", 0);               // all bishops on dark squares
    for (const char* fen : {"8/8/4k3/8/4N1N1/3K4/8/8 w - - 0 1", "8/8/4kn2/8/6N1/3K4/8/8 w - - 0 1",
                            "8/8/4kb2/8/6N1/3K4/8/8 w - - 0 1", "8/3b4/4k3/8/5B2/3K4/8/8 w - - 0 1",
                            "8/8/4k3/8/5p2/3K4/8/8 w - - 0 1", "7k/8/5K2/3Q4/8/8/8/8 b - - 99 90"})
        CHECK(!position<Chess>(fen).over());
}

static void test_en_passant() {
    // The square is kept, and part of the key, only where an en passant capture is legal.
    const auto after = [](const char* fen, const char* text) {
        const Chess game = position<Chess>(fen);
        chess::Move move = no_move;
        CHECK(parse_uci(game, text, move).empty());
        return game.play(move);
    };
    const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    CHECK(after(start, "e2e4").en_passant_square() == no_square);
    CHECK(after("4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4").en_passant_square() == 20);
    CHECK(after("4k3/8/8/8/7p/8/P7/4K3 w - - 0 1", "a2a4").en_passant_square() == no_square);
    CHECK(after("8/8/8/8/k4p1R/8/4P3/4K3 w - - 0 1", "e2e4").en_passant_square() == no_square);  // would expose the king to the rook
    CHECK(after("8/8/8/8/k4p2/8/4P3/4K3 w - - 0 1", "e2e4").en_passant_square() == 20);
    CHECK(position<Chess>("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").key() == position<Chess>("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1").key());
    CHECK(position<Chess>("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1").key() != position<Chess>("4k3/8/8/8/4Pp2/8/8/4K3 b - - 0 1").key());
}

static void test_history() {
    History history;
    Chess game;
    const char* const moves[] = {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"};
    for (int at = 0; at < 8; ++at) {
        CHECK(!history.repeated(game));
        chess::Move move = no_move;
        CHECK(parse_uci(game, moves[at], move).empty() && !game.irreversible(move));
        history.leave(game, move);
        game = game.play(move);
    }
    CHECK(history.repeated(game) && history.seen(game) == 2);
    chess::Move move = no_move;
    CHECK(parse_san(game, "e4", move).empty() && game.irreversible(move));
    history.leave(game, move);
    CHECK(history.keys().empty());
    // Two null moves change only the move number.
    CHECK(game.pass().pass().key() == game.key() && game.pass().key() != game.key() && game.pass().player() == 1);
}

static void test_fen() {
    const auto error = [](const char* fen) {
        Chess game;
        const std::string sentence = parse_fen(fen, game);
        CHECK(game == Chess());
        return sentence;
    };
    CHECK(error("") == "rank 8 of the board has only 0 squares at character 1");
    CHECK(error("8/8/8 w - - 0 1") == "the board has only 3 ranks at character 6");
    CHECK(error("8/8/8/7/8/8/8/8 w - - 0 1") == "rank 5 of the board has only 7 squares at character 8");
    CHECK(error("8/8/8/54/8/8/8/8 w - - 0 1") == "rank 5 of the board has more than 8 squares at character 8");
    CHECK(error("8/8/8/8/8/8/8/8/8 w - - 0 1") == "the board has more than 8 ranks at character 16");
    CHECK(error("8/8/8/3x4/8/8/8/8 w - -") ==
          "'x' at character 8 is neither a piece (PNBRQK or pnbrqk) nor a number of empty squares");
    CHECK(error("P3k3/8/8/8/8/8/8/4K3 w - -") == "the pawn at character 1 stands on rank 8");
    CHECK(error("4k3/8/8/8/8/8/8/8 w - -") == "White has no king on the board, and needs one");
    CHECK(error("4k2k/8/8/8/8/8/8/4K3 w - -") == "Black has 2 kings on the board, and needs one");
    CHECK(error("4k3/pppppppp/p7/8/8/8/8/4K3 w - -") == "Black has 9 pawns on the board, more than 8");
    CHECK(error("4k3/8/8/8/QQQQQQQQ/QQQ5/8/4K3 w - -") ==
          "White has more pieces on the board than promotions of its 8 pawns can make");
    CHECK(error("4k3/8/8/8/8/8/8/4K3") == "the side to move, w or b, is missing at character 20");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 x - -") == "'x' at character 21 is not a side to move, w or b");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 wb - -") == "'b' at character 22 follows the side to move");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w") == "the castling rights are missing at character 22, - where there are none");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w KX -") == "'K' at character 23 lets White castle, but there is no rook of its own for it");
    CHECK(error("4k3/8/8/8/8/8/8/4K2R w KX -") ==
          "'X' at character 25 is not a castling right: KQkq or the file of a rook, - for none");
    CHECK(error("4k3/8/8/8/8/8/8/4K2R w KK -") == "'K' at character 25 appears twice");
    CHECK(error("4k3/8/8/8/8/8/8/4K1RR w HG -") == "'G' at character 26 lets White castle with two rooks on one side");
    CHECK(error("4k3/8/8/8/8/8/4K3/7R w K -") == "'K' at character 24 lets White castle, but its king has left its rank");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w -K -") == "'K' at character 24 follows the -, no castling rights");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w -") == "the en passant square is missing at character 24, - where there is none");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - e9") == "the en passant square at character 25 is neither a square such as e3 nor -");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - e3") == "the en passant square e3 at character 25 is not on rank 6, with White to move");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 b - e3") ==
          "the en passant square e3 at character 25 is not one that a pawn of White has just passed");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - - x") == "'x' at character 27 does not belong to the half-move clock");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - - 999") == "the half-move clock at character 27 is more than 255");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - - 0 99999999999999") == "the number of the move at character 29 is more than 9999");
    CHECK(error("4k3/8/8/8/8/8/8/4K3 w - - 0 1 z") == "'z' at character 31 follows the end of the position");
    CHECK(error("4k3/4R3/8/8/8/8/8/4K3 w - -") == "Black is in check, but White is to move");
    for (const char* fen : {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 17",
                            "1r2k1r1/8/8/8/8/8/8/1R2K1R1 b KQkq - 5 40", "4k3/8/8/8/8/8/8/1RR1K1RR w GC - 0 1"})
        CHECK(format_fen(position<Chess>(fen)) == fen);
    CHECK(format_fen(Chess()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    CHECK(position<Chess>("  r3k2r/8/8/8/8/8/8/R3K2R   w HAha - ") == position<Chess>("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    CHECK(position<Chess>("4k3/8/8/8/8/8/8/4K3 b - - 0 0") == position<Chess>("4k3/8/8/8/8/8/8/4K3 b - - 0 7"));
}

static void test_notation() {
    const auto san = [](const char* fen, const char* uci) {
        const Chess game = position<Chess>(fen);
        chess::Move move = no_move;
        CHECK(parse_uci(game, uci, move).empty());
        return format_san(game, move);
    };
    CHECK(san("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1") == "O-O");
    CHECK(san("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8") == "O-O-O");
    CHECK(san("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "a1d1") == "Rd1");
    CHECK(san("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "g1e2") == "Nge2");
    CHECK(san("4k3/8/8/2N5/8/8/8/2N1K3 w - - 0 1", "c1d3") == "N1d3");
    CHECK(san("2k5/8/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4e1") == "Qh4e1");
    CHECK(san("3nk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8n") == "exd8=N");
    CHECK(san("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") == "Ra8#");
    CHECK(san("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "f4e3") == "fxe3");

    const Chess start;
    chess::Move move = no_move;
    for (const char* text : {"e2e5", "e7e5", "a1a1", "e2e4q"})
        CHECK(parse_uci(start, text, move) == std::string(text) + " is not a legal move here");
    for (const char* text : {"", "e2", "e2e4e5", "z2e4", "e2e4x"})
        CHECK(parse_uci(start, text, move) == std::string("'") + text + "' is not a move such as e2e4 or e7e8q");
    CHECK(parse_san(start, "Nf4", move) == "Nf4 is not a legal move here");
    CHECK(parse_san(start, "Zf3", move) == "'Zf3' is not a move such as Nf3, exd5, O-O or e8=Q");
    CHECK(parse_san(position<Chess>("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1"), "Ne2", move) == "Ne2 could be Nge2 or Nce2");
    CHECK(move == no_move);
    for (const char* text : {"Nf3", "Ng1f3", "Ngf3!", "N1f3", "Ng1-f3"}) {
        move = no_move;
        CHECK(parse_san(start, text, move).empty() && move == make_move(6, 21));
    }
    const Chess late = position<Chess>("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1");
    CHECK(parse_san(late, "a8Q+", move).empty() && is_promotion(move) && promoted(move) == queen);
    CHECK(parse_san(late, "0-0-0", move).empty() && special_of(move) == castles);

    Chess played, same;
    CHECK(play_moves("1. e4 e5 2.Nf3 2... Nc6 f1b5", played).empty());
    CHECK(parse_position("e2e4 e7e5 g1f3 b8c6 Bb5", same).empty() && played == same);
    CHECK(parse_position(format_fen(Chess()) + " moves e4", same).empty() && same.ply() == 1);
    CHECK(play_moves("d4 Qd5", same) == "move 1 at character 1: d4 is not a legal move here" && same.ply() == 1);
}

// The value of an exchange on a square, by making the moves, always with the least valuable piece.
static int slow_exchange(const Chess& game, int to, int worth_there) {
    chess::Move best = no_move;
    chess::MoveList moves;
    game.noisy_moves(moves);
    for (const chess::Move move : moves)
        if (to_of(move) == to && game.takes(move) && special_of(move) != en_passant && !is_promotion(move) &&
            (best == no_move || game.piece_on(from_of(move)) < game.piece_on(from_of(best))))
            best = move;
    if (best == no_move) return 0;
    const int next = exchange_values[game.piece_on(from_of(best))];
    return std::max(0, worth_there - slow_exchange(game.play(best), to, next));
}

static void test_exchanges() {
    const auto exact = [](const Chess& game, chess::Move move, int worth) {
        return see_ge(game, move, worth) && !see_ge(game, move, worth + 1);
    };
    const auto worth = [&](const char* fen, const char* uci, int value) {
        const Chess game = position<Chess>(fen);
        chess::Move move = no_move;
        CHECK(parse_uci(game, uci, move).empty());
        CHECK(exact(game, move, value));
    };
    worth("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100);                     // Chess Programming Wiki
    worth("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320);      // Chess Programming Wiki
    worth("4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1", "f4e3", 100);
    worth("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", 500 + 900 - 100 - 900);
    worth("4k3/8/8/3r4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 500);
    worth("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 500);
    worth("3rk3/3r4/8/3p4/8/3R4/3R4/3RK3 w - - 0 1", "d3d5", 100);                            // rooks behind rooks
    worth("4k3/8/4p3/3p4/2B5/1Q6/8/4K3 w - - 0 1", "c4d5", 100 - 330 + 100);                  // the queen behind the bishop
    worth("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0);
    worth("4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1", "e4c5", -320);                                 // a quiet move can lose too

    // Where nothing is pinned and no check is given, making the moves gives the same value.
    Random random(23);
    int compared = 0;
    for (int round = 0; round < 60; ++round) {
        Chess game;
        for (int ply = 0; ply < 80 && !game.over(); ++ply) {
            chess::MoveList moves;
            game.legal_moves(moves);
            const chess::Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
            if (game.takes(move) && special_of(move) == ordinary) {
                const Chess next = game.play(move);
                const int to = to_of(move);
                // No slider is aligned with a king and no king is attacked: no pins and no checks.
                bool exposed = false;
                for (const int colour : {white, black}) {
                    const int royal = next.king_of(colour);
                    const Board sliders = next.rooks_and_queens() | next.bishops_and_queens();
                    exposed |= ((queen_attacks(royal, 0) & sliders) | next.attackers_to(royal, next.occupied())) & next.of(colour ^ 1);
                }
                if (!exposed && !(bit(to) & (rank_1 | rank_8))) {
                    const int reply = slow_exchange(next, to, exchange_values[next.piece_on(to)]);
                    CHECK(exact(game, move, exchange_values[game.piece_on(to)] - reply));
                    ++compared;
                }
            }
            game = game.play(move);
        }
    }
    CHECK(compared > 20);
}

// Whether a quiet move gives check, before making it and after.
static void test_checks() {
    Random random(31);
    int checks = 0;
    for (int round = 0; round < 200; ++round) {
        Chess game;
        for (int ply = 0; ply < 120 && !game.over(); ++ply) {
            const Checks checking = game.checks();
            MoveList moves, quiet;
            game.legal_moves(moves);
            game.quiet_moves(quiet);
            for (const Move move : quiet) {
                if (special_of(move) == castles) continue;
                CHECK(checking.by(move) == game.play(move).in_check());
                checks += checking.by(move);
            }
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    CHECK(checks > 1000);
}

int main() {
    test_checks();
    test_attacks();
    test_ends();
    test_en_passant();
    test_history();
    test_fen();
    test_notation();
    test_exchanges();
    check_random_games<Chess>(most_lines > 1'000'000 ? 40 : 2, 5);
    check_counts<Chess>("chess.perft");
    return report("chess");
}
