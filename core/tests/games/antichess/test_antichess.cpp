// Anti-chess: its own rules, and those it shares with chess.
#include "games/chess/chess_checks.hpp"
#include "zermelo/games/antichess/rules.hpp"

using namespace zermelo::chess;

static_assert(Game<AntiChess>);

static std::string moves_of(const char* fen) {
    const AntiChess game = position<AntiChess>(fen);
    Moves<AntiChess> moves;
    game.moves(moves);
    std::sort(moves.begin(), moves.end());
    std::string text;
    for (const chess::Move move : moves) {
        if (!text.empty()) text += ' ';
        text += format_san(game, move);
    }
    return text;
}

static void test_rules() {
    CHECK(moves_of("8/8/8/3p4/4P3/8/8/R6K w - - 0 1") == "exd5#");                    // captures are compulsory
    CHECK(moves_of("8/8/8/8/8/1p6/2k5/K7 w - - 0 1") == "Kb1 Ka2 Kb2");                // kings may stand next to each other
    CHECK(moves_of("8/8/8/8/8/8/1k6/K7 w - - 0 1") == "Kxb2#");                        // and can be captured
    CHECK(moves_of("8/8/8/8/3Pp3/8/8/7R b - d3 0 1") == "exd3");                       // en passant is compulsory too
    CHECK(moves_of("8/P7/8/8/8/8/7p/8 w - - 0 1") == "a8=N a8=B a8=R a8=Q a8=K");
    CHECK(moves_of("r3k2r/8/8/8/8/8/8/4K3 b - - 0 1").find("O-O") == std::string::npos);
    const auto ended = [](const char* fen, Value payoff) {
        const AntiChess game = position<AntiChess>(fen);
        CHECK(game.over() && game.payoff() == payoff && moves_of(fen).empty());
    };
    ended("8/8/8/8/8/8/8/K7 b - - 0 1", 1);          // no pieces
    ended("8/8/8/8/8/8/8/K7 w - - 0 1", -1);         // the opponent has none: only in a position that was set up
    ended("8/8/8/p7/P7/8/8/8 w - - 0 1", 1);         // no moves
    ended("8/8/8/8/8/8/8/K6k w - - 100 90", 0);
    ended("8/8/8/3b4/3B4/8/8/8 w - - 0 1", 0);      // bishops that never meet
    for (const char* fen : {"8/8/8/3b4/4B3/8/8/8 w - - 0 1", "8/8/8/3b4/3B4/8/8/3N4 w - - 0 1", "8/8/8/3n4/8/3N4/8/8 w - - 0 1"})
        CHECK(!position<AntiChess>(fen).over());
    // Castling rights, as in files of puzzles, are ignored.
    CHECK(position<AntiChess>("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") == AntiChess());
    CHECK(format_fen(AntiChess()) == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
}

int main() {
    test_rules();
    check_random_games<AntiChess>(most_lines > 1'000'000 ? 60 : 5, 3);
    check_counts<AntiChess>("antichess.perft");
    return report("antichess");
}
