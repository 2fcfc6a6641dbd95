// Go: the board that is kept up to date against one built anew, counts of positions and lines, small boards solved, superko, playouts,
// tactics and priors.
#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/go/notation.hpp"
#include "zermelo/games/go/ownership.hpp"

using namespace zermelo;
using go::Point;
using go::Superko;

static_assert(Game<Go> && HasAdvance<Go> && HasPlayout<Go> && HasPriors<Go> && HasEvaluation<Go>, "a hook under another name would be ignored");

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static constexpr bool slow = true;
#else
static constexpr bool slow = false;
#endif

template <int Room = 19>
static BasicGo<Room> position(std::string_view text, go::Rules rules = {}) {
    std::string error;
    const auto game = go::parse_position<Room>(text, std::min(9, Room), rules, error);
    if (!error.empty()) std::printf("%s\n", error.c_str());
    CHECK(game.has_value());
    return game ? *game : BasicGo<Room>();
}
static Point point(std::string_view name, int size = 9) {
    std::string error;
    return go::parse_vertex<19>(name, size, error).value_or(go::pass);
}

// ---- the board

// The liberties of a chain, by a search of its own.
template <int Room>
static std::set<Point> plain_liberties(const go::Board<Room>& board, Point stone, std::set<Point>& chain) {
    std::set<Point> liberties;
    std::vector<Point> todo{stone};
    chain = {stone};
    while (!todo.empty()) {
        const Point at = todo.back();
        todo.pop_back();
        for (int direction = 0; direction < 4; ++direction) {
            const auto next = static_cast<Point>(at + go::Points<Room>::steps[direction]);
            if (board.at(next) == go::empty) liberties.insert(next);
            else if (board.at(next) == board.at(stone) && chain.insert(next).second) todo.push_back(next);
        }
    }
    return liberties;
}

template <int Room>
static bool consistent(const go::Board<Room>& board) {
    using P = go::Points<Room>;
    Key key = 0;
    std::set<Point> empties;
    std::array<int, 3> stones{};
    for (int row = 0; row < board.size(); ++row)
        for (int column = 0; column < board.size(); ++column) {
            const Point at = P::at(row, column);
            for (int direction = 0; direction < 8; ++direction)
                if (go::around_at(board.around(at), direction) != board.at(at + P::steps[direction])) return false;
            if (board.at(at) == go::empty) {
                empties.insert(at);
                continue;
            }
            key ^= go::stone_keys[board.at(at)][at];
            ++stones[board.at(at)];
            std::set<Point> chain;
            const auto liberties = plain_liberties(board, at, chain);
            const go::Chain& kept = board.chain(at);
            if (kept.stones != chain.size() || kept.captured() != liberties.empty() || kept.in_atari() != (liberties.size() == 1)) return false;
            if (kept.in_atari() && kept.last_liberty() != *liberties.begin()) return false;
            std::set<Point> ring;
            Point stone = at;
            do ring.insert(stone), stone = board.next(stone);
            while (stone != at);
            List<Point, 361> found;
            board.liberties(at, found, 361);
            if (ring != chain || std::set<Point>(found.begin(), found.end()) != liberties || found.size() != liberties.size()) return false;
        }
    const std::set<Point> listed(board.empties().begin(), board.empties().end());
    return key == board.key() && listed == empties && static_cast<int>(empties.size()) == board.empty_count() && stones[1] == board.stones(1) &&
           stones[2] == board.stones(2);
}

// Random games; every answer about a move is compared with what the move does.
static void test_random_games() {
    Random random(7);
    for (const int size : {2, 3, 4, 5, 7, 9, 13, 19})
        for (int game = 0; game < (size > 9 ? 2 : 6); ++game) {
            Go state(size, {15, static_cast<Superko>(game % 3), game % 2 == 1});
            std::set<std::pair<Key, int>> past{{state.board().key(), 0}};
            bool right = true;
            for (int ply = 0; ply < 4 * size * size && !state.over() && right; ++ply) {
                Moves<Go> moves;
                state.moves(moves);
                const bool compare = size < 9 || ply % 16 == 0;  // building a large board anew takes long
                for (const Point move : state.board().empties()) {
                    if (!compare) break;
                    const go::Colour colour = state.colour();
                    go::Board<19> after = state.board();
                    const int captured = after.play(move, colour);
                    const bool suicide = after.at(move) == go::empty;
                    right &= after.key() == state.board().key_after(move, colour) && (captured > 0) == state.board().captures(move, colour);
                    right &= suicide != state.board().has_liberty_after(move, colour);
                    std::set<Point> chain;
                    const std::size_t liberties = suicide ? 0 : plain_liberties(after, move, chain).size();
                    const int stones = go::self_atari(state.board(), move, colour);
                    if (captured < 2) right &= go::liberties_after(state.board(), move, colour) == static_cast<int>(std::min<std::size_t>(liberties, 2));
                    if (captured < 2 && !suicide) right &= stones == (liberties == 1 ? static_cast<int>(chain.size()) : 0);
                    bool legal = move != state.board().ko() && (!suicide || state.rules().suicide);
                    for (int player = 0; player < 2; ++player)
                        if (state.rules().superko == Superko::positional || (state.rules().superko == Superko::situational && player != state.player()))
                            legal &= !past.count({after.key(), player});
                    right &= legal == state.legal(move) && legal == (std::find(moves.begin(), moves.end(), move) != moves.end());
                }
                const Point move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
                const Go next = state.play(move);
                Go advanced = state;
                advanced.advance(move);
                right &= advanced == next && advanced.key() == next.key() && !(next == state) && next.key() != state.key();
                state = next;
                past.insert({state.board().key(), state.player()});
                if (compare) right &= consistent(state.board());
            }
            CHECK(right);
            std::string error;
            const auto again = go::parse_position<19>(go::format_position(state), 9, {}, error);
            CHECK(again && *again == state && again->key() == state.key());
        }
}

// ---- counts

// Boards on which every chain has a liberty; the points from `at` on are still to be filled.
template <int Size>
static std::uint64_t legal_positions(const go::Board<Size>& board, int at = 0) {
    using P = go::Points<Size>;
    if (at == Size * Size) {
        for (int row = 0; row < Size; ++row)
            for (int column = 0; column < Size; ++column)
                if (board.at(P::at(row, column)) != go::empty && board.chain(P::at(row, column)).captured()) return 0;
        return 1;
    }
    std::uint64_t count = legal_positions(board, at + 1);
    for (const go::Colour colour : {go::black, go::white}) {
        go::Board<Size> next = board;
        next.place(P::at(at / Size, at % Size), colour);
        count += legal_positions(next, at + 1);
    }
    return count;
}

static void test_counts() {
    // Tromp and Farnebäck, "Combinatorics of Go"; OEIS A094777.
    CHECK(legal_positions(go::Board<2>()) == 57);
    CHECK(legal_positions(go::Board<3>()) == 12'675);
    if (!slow) CHECK(legal_positions(go::Board<4>()) == 24'318'165);
    // By the plain version in tests/games/go/plain_go.py.
    CHECK(perft(Go(2), 7) == 1'249 && perft(Go(2, {0, Superko::situational, true}), 7) == 1'889);
    CHECK(perft(Go(3, {0, Superko::none, true}), 5) == 34'363);
    CHECK(perft(Go(5), 4) == 361'067);
}

// ---- solved boards

template <int Size>
static Value solve(const BasicGo<Size>& game, Value alpha, Value beta) {
    if (game.over()) return game.payoff();
    Moves<BasicGo<Size>> moves;
    game.moves(moves);
    Value best = -infinity;
    // With the pass first, games are short.
    for (std::size_t at = moves.size(); at-- > 0 && best < beta;) best = std::max(best, -solve(game.play(moves[at]), -beta, -std::max(alpha, best)));
    return best;
}

// Whether Black gets `goal` half points within `depth` moves. Keys include the past, so that failures may be kept.
template <int Size>
static bool black_gets(const BasicGo<Size>& game, Value goal, int depth, std::unordered_map<Key, int>& failed) {
    if (game.over()) return game.black_score() >= goal;
    if (depth == 0) return false;
    const auto known = failed.find(game.key());
    if (known != failed.end() && known->second >= depth) return false;
    Moves<BasicGo<Size>> moves;
    game.moves(moves);
    const bool black = game.player() == 0;
    bool gets = !black;
    for (std::size_t at = moves.size(); at-- > 0 && gets != black;) gets = black_gets(game.play(moves[at]), goal, depth - 1, failed);
    if (!gets) failed[game.key()] = depth;
    return gets;
}

static void test_solved_boards() {
    // Computed here by exhaustive search: Black wins by one point. Sensei's Library, "2x2 board", has the same score, and credits
    // Bill Taylor with a proof for area scoring.
    for (const Superko superko : {Superko::positional, Superko::situational})
        for (const bool suicide : {false, true}) CHECK(solve(BasicGo<2>(2, {0, superko, suicide}), -infinity, infinity) == 2);
    // All of the 3x3 board is Black's, who starts in the centre; White can hold out for 14 more plies.
    std::unordered_map<Key, int> failed;
    const BasicGo<3> centre = BasicGo<3>(3, {0, Superko::positional, false}).play(go::Points<3>::at(1, 1));
    CHECK(!black_gets(centre, 18, 13, failed) && black_gets(centre, 18, 14, failed));
}

// ---- ko and superko

static void test_ko() {
    for (const Superko superko : {Superko::none, Superko::positional, Superko::situational}) {
        const Go taken = position("5/1XO2/XO1O1/1XO2/5 b: C3", {15, superko, false});
        CHECK(taken.board().ko() == point("B3", 5) && taken.illegal(point("B3", 5)) == go::Illegal::ko);
        CHECK(taken.play(go::pass).board().ko() == 0);
        // Two stones are sent and one returns: the same board with the other side to move.
        const Go sent = position("5/5/5/XXOO1/.O.O1 w: A1 C1", {15, superko, false});
        CHECK((sent.illegal(point("B1", 5)) == go::Illegal::superko) == (superko == Superko::positional));
        // Black passes, and the situation after White's first stone would come back.
        if (superko == Superko::positional) continue;
        const Go again = sent.play(point("B1", 5)).play(go::pass);
        CHECK(again.legal(point("A1", 5)) == (superko == Superko::none));
    }
}

static void test_keys() {
    const go::Rules simple{15, Superko::none, false}, superko{15, Superko::positional, false};
    CHECK(position("A1 E5 B2 D4", simple) == position("B2 D4 A1 E5", simple));
    CHECK(position("A1 E5 B2 D4", simple).key() == position("B2 D4 A1 E5", simple).key());
    CHECK(!(position("A1 E5 B2 D4", superko) == position("B2 D4 A1 E5", superko)));
    CHECK(position("A1 E5 B2 D4", superko).key() != position("B2 D4 A1 E5", superko).key());
    CHECK(position("5/5/5/XXOO1/.O.O1 w: A1 C1 pass pass", superko).key() != position("5/5/5/XXOO1/.O.O1 w: A1 C1 pass", superko).key());
    CHECK(position("A1 pass", simple).key() != position("9/9/9/9/9/9/9/9/X8 b", simple).key());
    CHECK(position("9/9/9/9/9/9/9/9/X8 w", simple).key() != position("9/9/9/9/9/9/9/9/X8 b", simple).key());
    Go game(9);
    for (int ply = 0; ply < 100'000; ++ply) game.advance(ply % 2 ? go::pass : Point{0});  // a long past ends without recursion
    CHECK(game.move_number() == 100'000);
}

// ---- notation

static void test_notation() {
    for (const std::string_view text : {"9:", "13: D4 pass Q3", "4/1X2/1OX1/4 w: A1 pass", "2/2 b", "19: T19 A1", "9 komi=6.5: D4", "9 komi=-0.5 superko=none suicide:",
                                        "2/2 w superko=situational: pass", "2/2 b komi=0"})
        if (text != "13: D4 pass Q3") CHECK(go::format_position(position(text)) == text);
    std::string error;
    const auto refused = [&](std::string_view text) { return go::parse_position<19>(text, 9, {}, error) ? "" : error; };
    CHECK(refused("13: D4 pass Q3") == "move 3: Q3 is not a point from A1 to N13, or pass");
    CHECK(refused("D4 D4") == "move 2: D4 is occupied");
    CHECK(refused("pass pass D4") == "move 3: the game is over: both players have passed");
    CHECK(refused("XX/XX b") == "the stones at A1 have no liberty");
    CHECK(refused("2/2 x") == "the side to move is b or w, not x");
    CHECK(refused("2/3 b") == "row 1 has more than 2 points at character 3");
    CHECK(refused("2/1 b") == "row 1 has 1 points instead of 2");
    CHECK(refused("2") == "move 1: 2 is not a point from A1 to J9, or pass");
    CHECK(refused("2/2/") == "row 3 has 2 points instead of 3");
    CHECK(refused("komi=0.3: A1") == "komi is a number of half points from -500 to 500" && refused("9 komi=: A1") == error && refused("9 komi=1x: A1") == error);
    CHECK(refused("9 superko=all: A1") == "superko is none, positional or situational");
    CHECK(refused("2/2 b rules=chinese") == "rules=chinese is not a rule; rules are komi=NUMBER, superko=NAME and suicide");
    CHECK(refused("9 ko: A1") == "ko is not a rule; rules are komi=NUMBER, superko=NAME and suicide");
    // What the text does not say, the reader does; the rules may stand alone.
    const Go read = position("komi=6 suicide: D4", {0, Superko::none, false});
    CHECK(read.rules() == (go::Rules{12, Superko::none, true}) && read.size() == 9 && position("2/2 komi=6", {}).rules().komi == 12);
    CHECK(refused("99: A1") == "the size of the board is a number from 2 to 19, not 99");
}

// ---- score, tactics, priors

static void test_score() {
    CHECK(Go(9).area() == 0 && Go(9).play(point("E5")).area() == 81);
    CHECK(position("3/XXX/3 b").area() == 9 && position("XX./OOO/3 b").area() == 2 - 6 && position(".X./X.O/.O. b").area() == 3 - 3);
    CHECK(Go(9).black_score() == -15 && Go(9).payoff() == -15 && Go(9).play(go::pass).payoff() == 15);
}

static void test_tactics() {
    // White's stone at C3 runs along the diagonal: a ladder, unless a white stone stands in its way.
    const std::string_view free = "9/9/9/9/9/2X6/1XO6/2XX5/9 b", broken = "9/9/6O2/9/9/2X6/1XO6/2XX5/9 b";
    for (const std::string_view text : {free, broken}) {
        const Go game = position(text);
        int cap = 200;
        const bool works = go::lost_in_ladder(game.play(go::pass).board(), point("C3"), cap);
        CHECK(works == (text == free) && cap > 0);
    }
    int cap = 200;
    Point first = go::pass;
    CHECK(go::ladder_captures(position("9/9/9/9/9/9/1XO6/2XX5/9 b").board(), point("C3"), cap, &first) && first == point("C4"));
    cap = 1;
    CHECK(!go::lost_in_ladder(position(free).board(), point("C3"), cap));
    // The middle of three in a row, of the T of four and of the bulky five; no point of a square of four.
    CHECK(go::vital_point(position("9/9/9/9/9/9/9/XXXX5/3X5 w").board(), point("A1"), go::black) == point("B1"));
    CHECK(go::vital_point(position("9/9/9/9/9/9/.X7/X.X6/...X5 w").board(), point("A1"), go::black) == point("B1"));
    CHECK(go::vital_point(position("9/9/9/9/9/9/XX7/..X6/...X5 w").board(), point("A1"), go::black) == point("B1"));
    CHECK(go::vital_point(position("9/9/9/9/9/9/XX7/..X6/..X6 w").board(), point("A1"), go::black) == go::pass);
    CHECK(go::vital_point(position("9/9/9/9/9/9/XX7/..X6/..O6 w").board(), point("A1"), go::black) == go::pass);
    CHECK(go::vital_point(Go(9).board(), point("A1"), go::black) == go::pass);
}

static void test_patterns() {
    const go::PatternTables& tables = go::pattern_tables();
    bool symmetric = true;
    for (unsigned word = 0; word < 65536; ++word) {
        const auto around = static_cast<go::Around>(word);
        for (const auto& image : {go::detail::moved(around, go::detail::quarter_turn), go::detail::moved(around, go::detail::reflection)})
            symmetric &= tables.urgent(around) == tables.urgent(image) && tables.classes[word] == tables.classes[image];
        symmetric &= tables.urgent(around) == tables.urgent(go::detail::colours_exchanged(around));
    }
    CHECK(symmetric && !tables.urgent(0));
    const auto urgent = [&](std::string_view text, std::string_view name) { return tables.urgent(position(text).board().around(point(name))); };
    CHECK(urgent("9/9/9/9/3XOX3/9/9/9/9 b", "E4"));      // hane
    CHECK(urgent("9/9/9/9/3XO4/3O5/9/9/9 b", "E4"));     // cut
    CHECK(!urgent("9/9/9/9/4O4/9/9/9/9 b", "E4"));
}

static std::vector<float> priors_of(const Go& game, Moves<Go>& moves) {
    moves.clear();
    game.moves(moves);
    std::vector<float> out(moves.size());
    game.priors(moves, out.data());
    return out;
}

static float prior(const Go& game, std::string_view name) {
    Moves<Go> moves;
    const auto priors = priors_of(game, moves);
    return priors[static_cast<std::size_t>(std::find(moves.begin(), moves.end(), point(name, game.size())) - moves.begin())];
}

static void test_priors() {
    Random random(5);
    for (const int size : {2, 5, 9, 19}) {
        Go game(size);
        for (int ply = 0; ply < 2 * size * size && !game.over(); ++ply) {
            Moves<Go> moves;
            const auto priors = priors_of(game, moves);
            double sum = 0;
            for (const float probability : priors) sum += probability;
            CHECK(std::abs(sum - 1) < 1e-4 && *std::min_element(priors.begin(), priors.end()) > 0);
            game.advance(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    const Go empty(9);
    CHECK(prior(empty, "C3") > prior(empty, "B2") && prior(empty, "B2") > prior(empty, "A1") && prior(empty, "A1") > prior(empty, "pass"));
    const Go capture = position("9/9/9/9/4X4/3XO4/4X4/9/9 b");
    CHECK(prior(capture, "F4") > 5 * prior(capture, "C3"));
    const Go escape = position("9/9/9/9/4X4/3XO4/4X4/9/9 w"), ladder = position("9/9/9/9/9/2X6/1XO6/2XX5/9 w");
    CHECK(prior(escape, "F4") > prior(escape, "C6") && prior(ladder, "D3") < prior(ladder, "G6"));
}

// ---- playouts

static void test_playouts() {
    for (const bool uniform : {true, false})
        for (const int size : {2, 3, 5, 9, 13, 19}) {
            Random random(3), again(3);
            bool right = true;
            for (int count = 0; count < (size > 9 ? 3 : 20); ++count) {
                const Go game(size);
                Go::Playout playout(game, uniform), copy(game, uniform);
                while (!playout.over() && right) {
                    const go::Board<19> before = playout.board();
                    const go::Colour colour = go::colour_of(playout.player());
                    const Point move = playout.step(random);
                    right &= copy.step(again) == move && (size > 9 || consistent(playout.board()));
                    if (move == go::pass) continue;
                    right &= before.at(move) == go::empty && move != before.ko() && before.has_liberty_after(move, colour) && playout.board().at(move) == colour;
                    right &= before.captures(move, colour) || !go::is_eye(before.around(move), colour);
                }
                right &= playout.payoff() == 2 * go::area(playout.board()) - 15;
            }
            CHECK(right);
        }
    // Every point is as likely as any other.
    Random random(11);
    std::array<int, Go::move_count> times{};
    for (int count = 0; count < 9'000; ++count) ++times[Go::Playout(Go(3), true).step(random)];
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) CHECK(std::abs(times[Go::P::at(row, column)] - 1'000) < 150);
    // What the policy answers: take the last stone, run from atari, kill by the vital point.
    const auto answers = [&](std::string_view text, std::string_view name) {
        const Go game = position(text);
        for (int count = 0; count < 10; ++count)
            if (Go::Playout(game, false).step(random) != point(name, game.size())) return false;
        return true;
    };
    CHECK(answers("9/9/9/9/4X4/3X5/4X4/9/9 w: E4", "F4"));
    CHECK(answers("9/9/9/9/4O4/4XO3/9/9/9 w: E3", "D4"));
    CHECK(answers("9/9/9/9/9/9/9/XX1X5/3X5 b: C2", "B1"));
    const auto map = go::ownership(position("5/XXXXX/5/XXXXX/5 w"), 50, 1);
    CHECK(map.of[point("A5", 5)] > 0.5f && map.of[point("C2", 5)] > 0.9f && map.score > 20);
}

// The moves that answer the last one, in the order of the policy, by a search of their own.
static std::array<std::set<Point>, 3> plain_answers(const go::Board<19>& board, Point last, go::Colour colour) {
    std::set<Point> chain, chain_of_enemy, captures, vital, contacts;
    const auto only = [&](Point stone, std::set<Point>& stones) {
        const auto liberties = plain_liberties(board, stone, stones);
        return liberties.size() == 1 ? *liberties.begin() : go::pass;
    };
    if (board.at(last) != go::empty) captures.insert(only(last, chain));
    for (int direction = 0; direction < 8; ++direction) {
        const auto near = static_cast<Point>(last + Go::P::steps[direction]);
        const go::Colour there = board.at(near);
        if (there == go::empty && go::pattern_tables().urgent(board.around(near)) && near != board.ko() && !go::is_eye(board.around(near), colour) &&
            go::liberties_after(board, near, colour) > 1)
            contacts.insert(near);
        if (direction > 3) continue;
        if (there == go::empty && !go::touches(board.around(near), colour)) vital.insert(go::vital_point(board, near, go::other(colour)));
        if (there != colour) continue;
        const Point liberty = only(near, chain);
        if (liberty == go::pass) continue;
        if (go::liberties_after(board, liberty, colour) > 1) captures.insert(liberty);
        for (const Point stone : chain)
            for (int around = 0; around < 4; ++around) {
                const auto enemy = static_cast<Point>(stone + Go::P::steps[around]);
                if (board.at(enemy) == go::other(colour)) captures.insert(only(enemy, chain_of_enemy));
            }
    }
    for (auto* const moves : {&captures, &vital, &contacts}) moves->erase(go::pass), moves->erase(board.ko());
    return {captures, vital, contacts};
}

static void test_policy() {
    Random random(8);
    std::array<int, 4> times{};
    bool right = true;
    for (int count = 0; count < (slow ? 40 : 400); ++count) {
        Go::Playout playout(Go(9), false);
        Point last = go::pass;
        while (!playout.over() && right) {
            const go::Board<19> before = playout.board();
            const go::Colour colour = go::colour_of(playout.player());
            const Point move = playout.step(random);
            std::size_t rule = 3;
            if (last != go::pass) {
                const auto answers = plain_answers(before, last, colour);
                for (rule = 0; rule < 3 && answers[rule].empty();) ++rule;
                if (rule < 3) right &= answers[rule].count(move) == 1;
            }
            if (rule == 3 && move != go::pass) right &= !go::is_eye(before.around(move), colour) && go::self_atari(before, move, colour) <= 2;
            ++times[rule];
            last = move;
        }
    }
    CHECK(right && times[0] > 100 && times[1] > 0 && times[2] > 100 && times[3] > 100);
}

int main() {
    test_random_games();
    test_counts();
    test_solved_boards();
    test_ko();
    test_keys();
    test_notation();
    test_score();
    test_tactics();
    test_patterns();
    test_priors();
    test_playouts();
    test_policy();
    return report("test_go");
}
