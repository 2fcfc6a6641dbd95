// Othello: rules, flips, endgames, evaluation and notation.
#include <cstdio>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/othello/notation.hpp"
#include "zermelo/games/othello/rules.hpp"

using namespace zermelo;
using othello::bit;
using othello::Board;

static_assert(Game<Othello> && HasEvaluation<Othello> && HasMoveOrdering<Othello> && HasBounds<Othello> && HasEndgameSolver<Othello>);
static_assert(Game<BasicOthello<4>> && Game<BasicOthello<6>> && HasEndgameSolver<BasicOthello<6>>);

// The flips of a move, square by square.
static Board slow_flips(Board own, Board other, int square) {
    Board all = 0;
    for (int up = -1; up <= 1; ++up)
        for (int right = -1; right <= 1; ++right) {
            if (!up && !right) continue;
            Board run = 0;
            int file = square % 8 + right, rank = square / 8 + up;
            for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += right, rank += up) {
                const Board here = bit(8 * rank + file);
                if (other & here) run |= here;
                else {
                    if (own & here) all |= run;
                    break;
                }
            }
        }
    return all;
}

// Alpha-beta without any knowledge.
template <class G>
static int slow_value(const G& game, int alpha, int beta) {
    if (game.over()) return game.payoff();
    Moves<G> moves;
    game.moves(moves);
    int best = -100;
    for (const auto move : moves) {
        best = std::max(best, -slow_value(game.play(move), -beta, -std::max(alpha, best)));
        if (best >= beta) break;
    }
    return best;
}

static Othello random_position(Random& random, int empties) {
    for (;;) {
        Othello game;
        while (!game.over() && game.empties() > empties) {
            Moves<Othello> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (game.empties() == empties) return game;
    }
}

static void test_perft() {
    // From Aart Bik, 2009. A pass is a move; a game that ends earlier counts once.
    const std::uint64_t lines[] = {1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284};
    const Othello start;
    for (int depth = 0; depth <= 8; ++depth) {
        CHECK(othello::portable::count_lines(start.own(), start.other(), depth) == lines[depth]);
        CHECK(zermelo::perft<Othello>(start, depth) == lines[depth]);
    }
    for (int depth = 0; depth <= 10; ++depth) CHECK(perft(start, depth) == lines[depth]);
}

static void test_flips() {
    Random random(7);
    const bool fast = othello::has_avx2();
    for (int round = 0; round < 20000; ++round) {
        const Board taken = random.next() | random.next(), sides = random.next();
        const Board own = taken & sides, other = taken & ~sides;
        Board moves = 0;
        for (int square = 0; square < 64; ++square) {
            if (taken & bit(square)) continue;
            const Board expected = slow_flips(own, other, square);
            if (expected) moves |= bit(square);
            CHECK(othello::PortableFlips::flips(own, other, square) == expected);
            if (fast) CHECK(othello::Avx2Flips::flips(own, other, square) == expected);
        }
        CHECK(othello::PortableFlips::moves(own, other) == moves);
        if (fast) CHECK(othello::Avx2Flips::moves(own, other) == moves);
        const int last = static_cast<int>(random.below(64));
        const Board mine = sides & ~bit(last);
        CHECK(othello::PortableFlips::last_turned(mine, last) ==
              2 * std::popcount(slow_flips(mine, ~sides & ~bit(last), last)));
    }
}

static void test_stability() {
    // No stable disc is flipped in the rest of a random game.
    Random random(11);
    for (int round = 0; round < 2000; ++round) {
        Othello game = random_position(random, 4 + static_cast<int>(random.below(30)));
        Board black = 0, white = 0;
        while (!game.over()) {
            const Bounds now = game.bounds();
            CHECK(now.low <= now.high);
            const Board own = othello::stable_discs(game.own(), game.other()),
                        other = othello::stable_discs(game.other(), game.own());
            black |= game.player() == 0 ? own : other, white |= game.player() == 0 ? other : own;
            CHECK((black & ~game.black()) == 0 && (white & ~game.white()) == 0);
            Moves<Othello> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        CHECK((black & ~game.black()) == 0 && (white & ~game.white()) == 0);
    }
    CHECK(othello::stable_discs(~Board{0}, 0) == ~Board{0});
    CHECK(othello::stable_discs(0xff, 0) == 0xff);
    CHECK(othello::stable_discs(0x7e, 0) == 0);
}

static void test_finish() {
    Random random(3);
    othello::Solver portable(10, false), fast(10);
    for (int empties = 0; empties <= 9; ++empties)
        for (int round = 0; round < (empties < 8 ? 200 : 40); ++round) {
            const Othello game = random_position(random, empties);
            const int value = slow_value(game, -64, 64);
            for (const bool quick : {false, othello::has_avx2()}) {
                std::uint64_t nodes = 0;
                if (game.near_end()) CHECK(othello::finish(game.own(), game.other(), -64, 64, nodes, quick) == value);
                if (game.near_end()) {
                    const int alpha = static_cast<int>(random.below(128)) - 64,
                              beta = alpha + 1 + static_cast<int>(random.below(6));
                    const int bound = othello::finish(game.own(), game.other(), alpha, beta, nodes, quick);
                    CHECK(bound <= alpha ? value <= bound : bound >= beta ? value >= bound : value == bound);
                }
            }
            CHECK(portable.solve(game.own(), game.other()).value == value);
            const auto found = fast.solve(game.own(), game.other());
            CHECK(found.value == value && found.exact);
            if (!game.over()) {
                const auto move = static_cast<Othello::Move>(found.move);
                CHECK(game.legal(move));
                const Othello next = game.play(move);
                CHECK(-fast.solve(next.own(), next.other()).value == value);
            }
            CHECK(game.bounds().low <= value && value <= game.bounds().high);
        }
}

static void test_problems() {
    // Endgame problems 1 to 19 (some) of the Fédération Française d'Othello: best move and value.
    const char* const problems[] = {
        "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18",  // 1
        "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10",  // 2
        "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X; D1:+2",   // 3
        "-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX-- X; G8:+32",  // 5
        "--OXXO--XOXXXX--XOOOXXXXXOOXXXXXXOOOOXXX-XXXXXXX--XXOOO----XXOO- X; A6:+8",   // 7
        "---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O; E1:+8",   // 8
        "-XXXX-----OXXX--XOXOXOXXOXOXXOXXOXXOXOOOXXXOXOOX--OXXO---OOOOO-- O; B2:+10",  // 10
        "---O-XOX----XXOX---XXOOXO-XXOXOXXXXOOXOX-XOOXXXXXOOOXX-XOOOOOOO- O; B3:+30",  // 11
        "--XXXXX--OOOXX---OOOXXXX-OXOXOXXOXXXOXXX--XOXOXX--OXOOO--OOOOO-- X; B7:+14",  // 13
        "-XXXXXX-X-XXXOO-XOXXXOOXXOOXXXOX-OOOXXXX--OOXXXX---OOO----XOX-O- X; F8:+24",  // 16
        "--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X; B6:+8",   // 19
    };
    othello::Solver fast(16), portable(16, false);
    std::uint64_t nodes = 0;
    for (const char* line : problems) {
        othello::Problem problem;
        CHECK(othello::parse_obf(line, problem).empty());
        const auto found = fast.solve(problem.position.own(), problem.position.other());
        CHECK(found.value == problem.scores[0].second && found.move == problem.scores[0].first);
        const auto same = portable.solve(problem.position.own(), problem.position.other());
        CHECK(same.value == found.value);
        nodes += same.nodes;
    }
    // The nodes show cutoffs that values do not; they change only when the solver changes on purpose.
    if (nodes != 1100711) std::printf("%llu nodes\n", static_cast<unsigned long long>(nodes));
    CHECK(nodes == 1100711);
    // The stop flag ends the search, which reports an inexact result.
    const std::atomic<bool> stop{true};
    const Othello start;
    CHECK(!fast.solve(start.own(), start.other(), &stop).exact);
}

static void test_rules() {
    // 4x4: White wins 11 to 3 with two squares empty, so by 8 in discs and by 10 with the empties given to the winner.
    CHECK(slow_value(BasicOthello<4>{}, -16, 16) == -10);
    CHECK(perft(BasicOthello<6>{}, 3) == 56);
    // White has no disc left: all squares count for Black.
    Othello wiped;
    std::vector<int> moves;
    CHECK(othello::parse_game("e6f4e3f6g5d6e7f5c5", Othello{}, moves, wiped).empty());
    CHECK(wiped.over() && wiped.white() == 0 && wiped.payoff() == -64 && wiped.player() == 1);
    Moves<Othello> none;
    wiped.moves(none);
    CHECK(none.empty());
    // A pass only changes the side to move, and with it the key.
    const Othello start, passed = start.play(Othello::pass);
    CHECK(passed.black() == start.black() && passed.player() == 1 && passed.key() != start.key());
    CHECK(!start.legal(Othello::pass) && start.legal(19) && !start.legal(0));
}

// Corners, the squares diagonally next to them (X) and the others next to them (C), by file and rank.
// On small boards no two positions share a key.
template <int Size>
void test_keys() {
    using Game = BasicOthello<Size>;
    std::map<Key, std::tuple<othello::Board, othello::Board, int>> seen;
    Random random(2);
    for (int round = 0; round < 2000; ++round) {
        Game game;
        while (!game.over()) {
            Moves<Game> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
            const auto position = std::tuple(game.own(), game.other(), game.player());
            CHECK(seen.try_emplace(game.key(), position).first->second == position);
        }
    }
    CHECK(seen.size() > 2000);
}

template <int Size>
static void test_features() {
    using Game = BasicOthello<Size>;
    const auto outer = [](int at) { return at == 0 || at == Size - 1; };
    const auto second = [](int at) { return at == 1 || at == Size - 2; };
    for (int rank = 0; rank < Size; ++rank)
        for (int file = 0; file < Size; ++file) {
            const othello::Board here = othello::bit(8 * rank + file);
            CHECK(((Game::corner_squares & here) != 0) == (outer(file) && outer(rank)));
            CHECK(((Game::x_squares & here) != 0) == (second(file) && second(rank)));
            CHECK(((Game::c_squares & here) != 0) == ((outer(file) && second(rank)) || (second(file) && outer(rank))));
        }
    Game game;
    game = game.play(game.placements() ? std::countr_zero(game.placements()) : 0);  // four discs against one
    std::int32_t counts[Game::feature_names.size()];
    game.features(counts);
    CHECK(counts[0] == 0 && counts[1] == 0 && counts[4] == 0 && counts[5] == 1 && counts[6] == -3 && counts[7] == -3);
}

static void test_evaluation() {
    Random random(5);
    std::vector<std::int16_t> made(static_cast<std::size_t>(othello::stages) * othello::stage_weights);
    const auto& map = othello::PatternMap::get();
    for (int stage = 0; stage < othello::stages; ++stage)
        for (int at = 0; at < othello::stage_weights; ++at) {
            auto* of = &made[static_cast<std::size_t>(stage) * othello::stage_weights];
            const bool big = random.below(50) == 0;
            of[at] = map.folded(at) != at ? of[map.folded(at)]
                     : random.below(3) == 0
                         ? static_cast<std::int16_t>(big ? 1016 + 8 * static_cast<int>(random.below(99))
                                                         : 8 * (static_cast<int>(random.below(9)) - 4))
                         : std::int16_t{0};
        }
    othello::Weights weights;
    weights.set(made);
    const std::string content = weights.save();
    othello::Weights again;
    CHECK(!again.load(content.substr(0, content.size() - 1)) && !again.load(content + "x") && !again.load("no") && !again.load("") &&
          !again.load("# no end of line") && !again.loaded());
    // A file that ends within a large weight, which takes three bytes.
    made.back() = 2000;
    othello::Weights large;
    large.set(made);
    for (const std::size_t missing : {1, 2, 3}) CHECK(!again.load(large.save().substr(0, large.save().size() - missing)));
    CHECK(again.load(large.save()) && again.save() == large.save());
    CHECK(again.load("# a comment\n# another\n" + content) && again.loaded());
    CHECK(again.load(content) && again.save() == content);
    for (int round = 0; round < 500; ++round) {
        const Othello game = random_position(random, static_cast<int>(random.below(60)));
        const int value = weights.evaluate(game.own(), game.other(), 3, 4);
        CHECK(again.evaluate(game.own(), game.other(), 3, 4) == value);
        // The eight symmetric positions have equal values.
        for (int symmetry = 1; symmetry < 8; ++symmetry) {
            Board own = 0, other = 0;
            for (int square = 0; square < 64; ++square) {
                int file = square % 8, rank = square / 8;
                if (symmetry & 1) file = 7 - file;
                if (symmetry & 2) rank = 7 - rank;
                if (symmetry & 4) std::swap(file, rank);
                if (game.own() & bit(square)) own |= bit(8 * rank + file);
                if (game.other() & bit(square)) other |= bit(8 * rank + file);
            }
            CHECK(weights.evaluate(own, other, 3, 4) == value);
        }
    }
    std::int32_t features[Othello::feature_names.size()];
    Othello{}.features(features);
    CHECK(features[0] == 0 && features[1] == 0 && features[4] == 0 && features[6] == 0 && features[7] == 0);
}

static void test_notation() {
    Random random(9);
    for (int round = 0; round < 200; ++round) {
        const Othello game = random_position(random, static_cast<int>(random.below(60)));
        Othello again;
        CHECK(othello::parse_position(othello::format_position(game), again).empty() && again == game);
    }
    for (int move = 0; move <= 64; ++move) {
        int again = -1;
        CHECK(othello::parse_move(othello::format_move(move), again).empty() && again == move);
    }
    int move = -1;
    CHECK(othello::parse_move("PASS", move).empty() && move == 64);
    CHECK(othello::parse_move("F5", move).empty() && move == 37);
    CHECK(othello::parse_move("i5", move) == "'i' at character 1 is not a file from a to h");
    CHECK(othello::parse_move("a9", move) == "'9' at character 2 is not a rank from 1 to 8");
    CHECK(othello::parse_move("a", move) == "the rank of the move is missing at character 2");
    CHECK(!othello::parse_move("", move).empty() && !othello::parse_move("a1b", move).empty());
    CHECK(othello::parse_move("e1", move, 4) == "'e' at character 1 is not a file from a to d");

    Othello game;
    const std::string start = othello::format_position(game);
    CHECK(start == "---------------------------OX------XO--------------------------- X");
    std::string bad = start;
    bad[5] = 'q';
    CHECK(othello::parse_position(bad, game) == "'q' at character 6 is none of X O - * .");
    CHECK(othello::parse_position("--X", game) == "the board has 3 squares, it needs 64");
    CHECK(othello::parse_position(start.substr(0, 64), game) == "the side to move, X or O, is missing at character 65");
    CHECK(othello::parse_position(start.substr(0, 65) + "z", game) ==
          "'z' at character 66 is not a side to move, X or O");
    CHECK(othello::parse_position(start + "!", game) == "'!' at character 67 follows the side to move");
    CHECK(game == Othello{});

    othello::Problem problem;
    CHECK(othello::parse_obf(start + "; f5:+2; D3:-4;", problem).empty());
    CHECK(problem.scores.size() == 2 && problem.scores[0] == std::pair(37, 2) &&
          problem.scores[1] == std::pair(19, -4));
    CHECK(!othello::parse_obf(start + "; f5", problem).empty() &&
          !othello::parse_obf(start + "; f5:", problem).empty());
    CHECK(othello::parse_obf(start + "; f5:+x;", problem) == "'x' at character 73 does not belong to a score");
    CHECK(!othello::parse_obf(start + "; f5:+99;", problem).empty() && problem.scores.size() == 2);

    std::vector<int> moves;
    CHECK(othello::parse_game("f5d6c3", Othello{}, moves, game).empty());
    CHECK(othello::format_game(moves) == "f5d6c3" && game.empties() == 57 && game.player() == 1);
    CHECK(othello::parse_game("f5a1", Othello{}, moves, game) == "the move a1 at character 3 is not legal there");
    CHECK(othello::parse_game("f5PASS", Othello{}, moves, game) == "the move PA at character 3 is not legal there");

    // Parsers accept arbitrary bytes.
    for (int round = 0; round < 20000; ++round) {
        std::string text = start + "; f5:+2;";
        for (int change = 0; change < 3; ++change)
            text[random.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(random.below(256));
        text.resize(random.below(static_cast<std::uint32_t>(text.size())) + 1);
        othello::Problem any;
        Othello board;
        if (othello::parse_position(text, board).empty()) CHECK((board.own() & board.other()) == 0);
        if (othello::parse_obf(text, any).empty()) CHECK(any.scores.size() <= 1);
        std::vector<int> line;
        CHECK(othello::parse_game(text, Othello{}, line, board).empty() == (text.find_first_not_of(" \n\r") == std::string::npos) ||
              !line.empty());
    }
}

int main() {
    test_perft();
    test_flips();
    test_stability();
    test_finish();
    test_problems();
    test_rules();
    test_keys<4>();
    test_keys<6>();
    test_features<4>();
    test_features<6>();
    test_features<8>();
    test_evaluation();
    test_notation();
    return report("othello");
}
