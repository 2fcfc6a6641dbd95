// Checkers: rules and notation.
#include <string>
#include <vector>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/checkers/notation.hpp"

using namespace zermelo;
using checkers::Board;

static_assert(Game<Checkers> && Game<BasicCheckers<6>> && Game<BasicCheckers<4>>);

template <int Size = 8>
static BasicCheckers<Size> position(std::string_view text) {
    BasicCheckers<Size> game;
    const std::string error = checkers::parse_position(text, game);
    if (!error.empty()) std::printf("%s: %s\n", std::string(text).c_str(), error.c_str());
    CHECK(error.empty());
    return game;
}

template <int Size>
static std::string moves_of(const BasicCheckers<Size>& game) {
    Moves<BasicCheckers<Size>> moves;
    game.moves(moves);
    std::string text;
    for (const auto move : moves) text += (text.empty() ? "" : " ") + checkers::format_move<Size>(move);
    return text;
}

static void test_perft() {
    // OEIS A133046.
    const std::uint64_t lines[] = {1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128};
    for (int depth = 0; depth <= 10; ++depth) CHECK(perft(Checkers(), depth) == lines[depth]);
    for (int depth = 0; depth <= 7; ++depth) CHECK(perft<Checkers>(Checkers(), depth) == lines[depth]);
    // Counted by the plain version in tests/games/checkers/plain_checkers.py.
    const std::uint64_t lines6[] = {1, 5, 25, 106, 369, 1271, 4104, 12495, 37474};
    for (int depth = 0; depth <= 8; ++depth) CHECK(perft(BasicCheckers<6>(), depth) == lines6[depth]);
    const std::uint64_t lines4[] = {1, 3, 9, 12, 16, 22, 26, 40, 59, 105, 194, 355, 591};
    for (int depth = 0; depth <= 12; ++depth) CHECK(perft(BasicCheckers<4>(), depth) == lines4[depth]);
}

// The squares around each square, by rows and columns.
template <int Size>
static void test_squares() {
    using Squares = checkers::BasicBoard<Size>;
    const auto board = [](int row, int column) {
        const bool outside = row < 0 || column < 0 || row >= Size || column >= Size;
        return outside ? Board{0} : Board{1} << (row * Size / 2 + column / 2);
    };
    for (int square = 0; square < Squares::squares; ++square) {
        const int row = square / Squares::half, column = 2 * (square % Squares::half) + (row % 2 == 0);
        const Board here = board(row, column);
        CHECK(here == Board{1} << square);
        CHECK(Squares::template step<checkers::south_west>(here) == board(row + 1, column - 1));
        CHECK(Squares::template step<checkers::south_east>(here) == board(row + 1, column + 1));
        CHECK(Squares::template step<checkers::north_west>(here) == board(row - 1, column - 1));
        CHECK(Squares::template step<checkers::north_east>(here) == board(row - 1, column + 1));
        for (int to = 0; to < 4; ++to) CHECK(Squares::turned(Squares::step(here, to)) == Squares::step(Squares::turned(here), checkers::opposite(to)));
    }
}

static void test_rules() {
    CHECK(moves_of(Checkers()) == "9-13 9-14 10-14 10-15 11-15 11-16 12-16");
    // A capture is compulsory and goes on as long as it can; either way round is a move of its own.
    CHECK(moves_of(position("W:W31,32:B26,27,18,19,10,11")) == "31x22x15x6 31x22x15x8 31x24x15x6 31x24x15x8 32x23x14x7 32x23x16x7");
    CHECK(moves_of(position("B:W6,7,14,15:BK1")) == "1x10x17 1x10x19 1x10x3");
    // A king may return to its origin and take each piece only once.
    CHECK(moves_of(position("B:W6,7,14,15:BK2")) == "2x9x18x11x2 2x11x18x9x2");
    const Checkers round_trip = position("B:W6,7,14,15:BK2 moves 2x9x18x11x2");
    CHECK(round_trip.black() == 2 && round_trip.kings() == 2 && round_trip.white() == 0 && round_trip.clock() == 0);
    CHECK(round_trip.over() && round_trip.payoff() == -1 && round_trip.player() == 1);
    // A man that becomes a king by a capture stops there, though a king could go on.
    CHECK(moves_of(position("B:W26,27:B22")) == "22x31");
    CHECK(moves_of(position("B:W26,27:BK22")) == "22x31x24");
    const Checkers crowned = position("B:W26,27:B22 moves 22x31");
    CHECK(crowned.kings() == Board{1} << 30 && crowned.white() == Board{1} << 26);
    // A player without moves loses, be it because none of the pieces can move or because none is left.
    const Checkers blocked = position("W:W29:B22,25");
    CHECK(blocked.over() && blocked.payoff() == -1 && moves_of(blocked).empty());
    // The rule of 40 moves, where it applies; a player without moves loses even then.
    const Checkers late = Checkers::of(1, Board{1} << 31, 1 | Board{1} << 31, 0, 79);
    CHECK(!late.over() && !late.under({false, true}).over());
    const Checkers drawn = late.under({false, true}).play(checkers::make_step(0, checkers::south_west));
    CHECK(drawn.clock() == 80 && drawn.over() && drawn.payoff() == 0 && drawn.drawn_by_rule() && moves_of(drawn).empty());
    CHECK(!drawn.under({true, false}).over());
    CHECK(blocked.under({false, true}).payoff() == -1);
    // The clock stops counting rather than start again, and captures and men's moves set it back.
    CHECK(Checkers::of(1, Board{1} << 31, 1, 0, 255).play(checkers::make_step(0, checkers::south_west)).clock() == 255);
    CHECK(Checkers::of(1, Board{1} << 31, 0, 0, 60).play(checkers::make_step(0, checkers::south_west)).clock() == 0);
}

// Random games: moves and positions survive notation, and the turned board has the same play.
template <int Size>
static void test_random_games() {
    using Game = BasicCheckers<Size>;
    std::array<Pair, checkers::feature_count> numbers;
    for (int feature = 0; feature < checkers::feature_count; ++feature) numbers[feature] = make_pair(3 * feature + 1, -2 * feature);
    checkers::Weights weights;
    weights.assign(numbers);
    Random random(3);
    for (int round = 0; round < 300; ++round) {
        Game game = Game().under({false, true});
        while (!game.over()) {
            Moves<Game> moves, turned;
            game.moves(moves), game.turned().moves(turned);
            CHECK(moves.size() == turned.size() && static_cast<int>(moves.size()) == game.count_moves());
            CHECK(game.turned().turned() == game && game.turned().key() != game.key());
            CHECK(game.turned().evaluate() == game.evaluate());
            Game again = game;
            CHECK(checkers::parse_position(checkers::format_fen(game), again).empty() && again == game && again.key() == game.key());
            bool captured = false;
            for (const auto move : moves) {
                checkers::Move read = checkers::no_move;
                CHECK(checkers::parse_move(game, checkers::format_move<Size>(move), read).empty() && read == move && game.legal(move));
                captured = checkers::is_capture(move);
                CHECK(captured == (Game::change_of(move).taken != 0));
            }
            CHECK(captured == game.captures());
            CHECK(game.forced_move() == (captured && moves.size() == 1 ? moves[0] : checkers::no_move));
            Pair sum = 0;
            for (int feature = 0; feature < checkers::feature_count; ++feature) sum += game.counts().of[feature] * weights[feature];
            const checkers::Taper<Game> taper(game);
            const Value value = (middlegame_of(sum) * taper.middlegame + endgame_of(sum) * taper.endgame) / taper.whole;
            CHECK(checkers::evaluate(game, weights) == (game.player() == 0 ? value : -value));
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

static std::int32_t count_of(checkers::Feature feature, std::string_view text) { return position(text).counts().of[feature]; }

// Each feature where it counts once, for Black minus White.
static void test_features() {
    CHECK(count_of(checkers::men, "B:W21,22:B1") == -1 && count_of(checkers::kings, "B:W21:BK1,K2") == 2);
    CHECK(count_of(checkers::back_rank, "B:W21:B1,K2") == 1 && count_of(checkers::back_rank, "B:W29,30:B9") == -2);
    CHECK(count_of(checkers::bridge, "B:W21:B1,3") == 1 && count_of(checkers::bridge, "B:W30,32:B9") == -1);
    CHECK(count_of(checkers::oreo, "B:W21:B2,3,7") == 1 && count_of(checkers::oreo, "B:W26,30,31:B9") == -1);
    CHECK(count_of(checkers::dog_hole, "B:W32:B28") == 1 && count_of(checkers::dog_hole, "B:W5:B1") == -1);
    CHECK(count_of(checkers::dog_hole, "B:WK32:B28") == 0);
    for (int square = 1; square <= 32; ++square) {
        const bool inside = square == 10 || square == 11 || square == 14 || square == 15 || square == 18 || square == 19 || square == 22 || square == 23;
        const std::string number = std::to_string(square);
        CHECK(count_of(checkers::centre_kings, std::string("B:W:BK").append(number)) == inside);
        if (square <= 28) CHECK(count_of(checkers::centre_men, std::string("B:W:B").append(number)) == inside);
    }
    CHECK(count_of(checkers::edge_men, "B:W21:B4,5") == 1 && count_of(checkers::advance, "B:W25:B9,20") == 2 + 4 - 1);
    CHECK(count_of(checkers::mobility, "B:W:B1,K32") == 2 + 2 && count_of(checkers::safe_mobility, "B:W22:B13") == 1 - 2);
    CHECK(count_of(checkers::blocked_men, "B:W25:B21") == 0 && count_of(checkers::blocked_men, "B:W17,21:B13") == 1 - 2);
    CHECK(count_of(checkers::supported_men, "B:W32:B1,6") == 1 && count_of(checkers::threatened, "B:W18:B14,9") == -1);
    CHECK(count_of(checkers::threatened, "B:W18:B15") == 1 - 1);
    CHECK(count_of(checkers::trapped_kings, "B:W8,11:BK4") == 1 && count_of(checkers::trapped_kings, "B:W:BK4") == 0);
    CHECK(count_of(checkers::double_corner, "B:WK32:BK1,K5,K4") == 1);
    CHECK(count_of(checkers::pursuit, "B:WK32:BK1,K23") == 3 && count_of(checkers::pursuit, "B:WK32:BK23") == 0);
    CHECK(count_of(checkers::runaway, "B:WK1:BK31,21") == 3 && count_of(checkers::runaway, "B:W5:B25") == 4 - 4);
    CHECK(count_of(checkers::runaway, "B:W32:B21") == 5 - 2 && count_of(checkers::runaway, "B:W29:B21") == 0);
    // At the start White has the move.
    CHECK(Checkers().counts().of[checkers::the_move] == -1 && count_of(checkers::the_move, "B:W21,22:B1") == 0);
    CHECK(count_of(checkers::tempo, "W:W21:B1") == -1);
}

static void test_notation() {
    CHECK(checkers::format_fen(Checkers()) == "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    CHECK(position("B:W21-32:B1-12") == Checkers() && position("b:b1-12:w21-32:H0:F1.") == Checkers());
    CHECK(checkers::format_fen(position("W:WK5,17:B:H12")) == "W:WK5,17:B:H12");
    CHECK(position("1. 11-15 23-19 2. 8-11") == position(checkers::format_fen(Checkers()) + " moves 11-15 23-19 8-11"));
    Checkers game;
    const auto error = [&](std::string_view text) { return checkers::parse_position(text, game); };
    CHECK(error("11-14") == "11-14 at character 1 is not a legal move here");
    CHECK(error("11-15 22-18 9-13") == "9-13 at character 13 is not a legal move here: a capture is compulsory");
    CHECK(error("11-15 x") == "a square from 1 to 32 is missing at character 7");
    CHECK(error("11-15 99-18") == "a square from 1 to 32 is missing at character 7");
    CHECK(error("11-15 22") == "the move 22 at character 7 has only one square");
    CHECK(error("11-15 22=18") == "'=' at character 9 does not belong in a move such as 11-15 or 22x15x8");
    CHECK(error("X:W1") == "the side to move, B or W, is missing at character 1");
    CHECK(error("B:W33:B1") == "a square from 1 to 32 is missing at character 4");
    CHECK(error("B:W31:B1,31") == "square 31 is given twice at character 11");
    CHECK(error("B:W31:B32") == "Black's man on square 32 must be a king, K32 at character 9");
    CHECK(error("B:W5-32:B1") == "White has 28 pieces, at most 12 are possible");
    CHECK(error("B:W31") == "Black's pieces are missing at character 6");
    CHECK(error("B:W31:W30:B1") == "White's pieces are given twice at character 7");
    CHECK(error("B:W31:B1 32") == "'3' at character 10 is too much for a position");
    CHECK(error("B:W31:B1:Q") == "B or W and the squares of that side are missing at character 10");
    CHECK(error("B:W31:B1:H") == "a number is missing at character 11");
    CHECK(error("B:W31:B1/") == "'/' at character 9 does not belong in a position such as B:W21,22,K5:B1,2");
    CHECK(error("W:W:B1 moves 1-5") == "the game is over before the move at character 14");
    CHECK(game == Checkers());
    // Squares between may be left out where only one move remains.
    checkers::Move move = checkers::no_move;
    CHECK(checkers::parse_move(position("B:W6,7,14,15:BK1"), "1x17", move).empty() && checkers::format_move(move) == "1x10x17");
    CHECK(checkers::parse_move(position("B:W6,7,14,15:BK2"), "2x2", move).empty() && checkers::format_move(move) == "2x9x18x11x2");
    CHECK(checkers::parse_move(position("B:W6,7,14,15,22,23:BK2"), "2x25", move) == "2x25 may be 2x9x18x25 or 2x11x18x25: write every square");
}

int main() {
    test_perft();
    test_squares<8>();
    test_squares<6>();
    test_squares<4>();
    test_rules();
    test_random_games<8>();
    test_random_games<6>();
    test_random_games<4>();
    test_features();
    test_notation();
    return report("test_checkers");
}
