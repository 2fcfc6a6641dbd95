// Connect Four: rules, keys, hooks against brute force, notation, and known scores.
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/games/connect_four/rules.hpp"
#include "zermelo/search/reference.hpp"
#include "zermelo/search/solver.hpp"

using namespace zermelo;

static_assert(Game<ConnectFour<>> && HasMoveOrdering<ConnectFour<>> && HasBounds<ConnectFour<>> && HasKnownValue<ConnectFour<>>);
static_assert(HasCandidateMoves<ConnectFour<>> && HasEndgameSolver<ConnectFour<>> && HasSymmetry<ConnectFour<>> && HasReplies<ConnectFour<>>);
static_assert(Game<ConnectFour8x7> && Game<ConnectFour<9, 6>> && Game<ConnectFour<1, 4>>);

namespace {

// From the test sets of Pascal Pons, "Solving Connect 4: how to build a perfect AI", blog.gamesolver.org.
struct Fact {
    const char* moves;
    Value score;
};
const Fact facts[] = {
    {"743147475311235374153667575364254661", 0},  // end-easy
    {"712571271166563567166743254272", 5},  // end-easy
    {"47715713331437527153255735112", 0},  // end-easy
    {"2333164733147765123176427726455", 0},  // end-easy
    {"36651326227232515767351624741116", -1},  // end-easy
    {"62545731311224667224761135435357", 0},  // end-easy
    {"7375363223321275365761176227554", -2},  // end-easy
    {"7174362564676726631735257252323", -4},  // end-easy
    {"3111642212167362762555645527", -2},  // middle-easy
    {"715371563635542612576371", 3},  // middle-easy
    {"326157266422225711166176537", -2},  // middle-easy
    {"64632371333542212166", 8},  // middle-easy
    {"1462571636416267177611", 4},  // middle-easy
    {"653374435673325657462521", -3},  // middle-easy
    {"736655673445166272447546", -7},  // middle-easy
    {"51137351146565342411", -10},  // middle-easy
    {"2444626347735135736677", 1},  // middle-medium
    {"461555661415411743", -4},  // middle-medium
    {"1217177157156773", -3},  // middle-medium
    {"66117321615252177764", 2},  // middle-medium
    {"14225277722665674", 3},  // middle-medium
    {"14425122147514222", 5},  // middle-medium
    {"76356371155733171761537", -2},  // middle-medium
    {"7233377175454425676672", -1},  // middle-medium
    {"6323454652623215", -2},  // middle-medium
    {"63177227117533477", 2},  // middle-medium
    {"72267122544677", -13},  // begin-easy
    {"624741213", -12},  // begin-easy
    {"76727734653333", 9},  // begin-easy
    {"346247312", -12},  // begin-easy
    {"22656563463", 15},  // begin-easy
    {"26641", 18},  // begin-easy
    {"47413665722", -11},  // begin-easy
    {"457672175556", 9},  // begin-easy
    {"3435664531267", -11},  // begin-easy
    {"476227352241", 14},  // begin-easy
    {"266674777", 4},  // begin-medium
    {"274121776146", 4},  // begin-medium
    {"75734233473735", 0},  // begin-medium
    {"134467261", 7},  // begin-medium
};

template <class G>
G parsed(const std::string& moves) {
    std::string error;
    const auto game = G::parse(moves, error);
    CHECK(game.has_value());
    return game.value_or(G{});
}

template <class G>
G random_position(Random& random, int stones) {
    G game;
    for (int stone = 0; stone < stones && !game.over(); ++stone) {
        Moves<G> moves;
        game.moves(moves);
        game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
    return game;
}

// Whether there is a line of four, square by square.
template <class G>
bool slow_line(std::uint64_t stones) {
    const auto at = [&](int column, int row) {
        return column >= 0 && column < G::columns && row >= 0 && row < G::rows &&
               (stones >> (column * (G::rows + 1) + row) & 1);
    };
    for (int column = 0; column < G::columns; ++column)
        for (int row = 0; row < G::rows; ++row)
            for (const auto& [right, up] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
                int length = 0;
                while (length < 4 && at(column + length * right, row + length * up)) ++length;
                if (length == 4) return true;
            }
    return false;
}

// Minimax by its definition, with all values in a map.
template <class G>
Value minimax(const G& game, std::unordered_map<Key, Value>& known) {
    if (game.over()) return game.payoff();
    const auto found = known.find(game.key());
    if (found != known.end()) return found->second;
    Moves<G> moves;
    game.moves(moves);
    Value best = -infinity;
    for (const auto move : moves) best = std::max(best, -minimax(game.play(move), known));
    return known[game.key()] = best;
}

void test_position_counts() {
    const std::size_t known[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275};
    std::vector<ConnectFour<>> level{ConnectFour<>{}};
    for (const std::size_t count : known) {
        CHECK(level.size() == count);
        std::unordered_set<Key> seen;
        std::vector<ConnectFour<>> next;
        for (const auto& game : level) {
            Moves<ConnectFour<>> moves;
            game.moves(moves);
            for (const auto move : moves)
                if (seen.insert(game.play(move).key()).second) next.push_back(game.play(move));
        }
        level = next;
    }
    const std::uint64_t lines[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536};  // at depth 7 one column is full
    for (int depth = 0; depth < 8; ++depth) CHECK(perft(ConnectFour<>{}, depth) == lines[depth]);
}

void test_reference_search() {
    const std::pair<int, std::uint64_t> known[] = {{8, 12'574}, {10, 155'590}, {12, 3'050'083}};
    for (const auto& [depth, count] : known) {
        std::uint64_t nodes = 0;
        CHECK(reference_alpha_beta<BySign>(ConnectFour<>{}, depth, -infinity, infinity, nodes) == 0);
        CHECK(nodes == count);
    }
}

template <class G>
void test_rules(int games) {
    Random random(7);
    for (int at = 0; at < games; ++at) {
        const G game = random_position<G>(random, static_cast<int>(random.below(G::cells + 1)));
        CHECK(G::has_line(game.other()) == slow_line<G>(game.other()));
        CHECK(game.over() == (slow_line<G>(game.other()) || game.stones() == G::cells));
        CHECK(game.player() == game.stones() % 2);
        Moves<G> moves;
        game.moves(moves);
        CHECK(moves.empty() == game.over());
        const auto again = G::from_boards(game.own(), game.mask());
        CHECK(again && *again == game);

        // A position and its mirror image have the same canonical key.
        for (const auto move : moves) {
            const G child = game.play(move);
            std::uint64_t own = 0, mask = 0;
            const std::uint64_t column = (1ull << (G::rows + 1)) - 1;
            for (int c = 0; c < G::columns; ++c) {
                const int from = c * (G::rows + 1), to = (G::columns - 1 - c) * (G::rows + 1);
                own |= (child.own() >> from & column) << to;
                mask |= (child.mask() >> from & column) << to;
            }
            const G image = *G::from_boards(own, mask);
            if (child.canonical_key().mirrored) CHECK(child.canonical_key().key == image.key());
            if (child.canonical_key().mirrored) CHECK(image.canonical_key().key == image.key());
            CHECK(G::mirror(G::mirror(move)) == move);
            if (!game.over() && child.stones() < 10) CHECK(child.canonical_key().key == image.canonical_key().key);
        }
        if (game.over()) continue;

        // completing() has exactly the squares where a stone makes a line.
        for (const auto move : moves) {
            const bool wins = game.play(move).over() && game.play(move).payoff() < 0;
            const std::uint64_t square = game.play(move).mask() ^ game.mask();
            CHECK(wins == ((G::completing(game.own()) & square) != 0));
        }
    }
}

// Check every hook at a position against minimax.
template <class G>
void check_hooks(const G& game, std::unordered_map<Key, Value>& known) {
    const Value value = minimax(game, known);
    CHECK(value >= G::value_range.low && value <= G::value_range.high);
    const auto known_value = game.known_value();
    if (game.over()) CHECK(known_value && *known_value == value);
    if (known_value) {
        CHECK(*known_value == value);
        return;
    }
    const Bounds bounds = game.bounds();
    CHECK(bounds.low <= value && value <= bounds.high);
    Moves<G> moves;
    game.candidates(moves);
    Replies<G> replies;
    game.replies(replies);
    CHECK(!moves.empty() && moves.size() == replies.size());
    Value best = -infinity;
    for (std::size_t at = 0; at < moves.size(); ++at) {
        const Value here = -minimax(game.play(moves[at]), known);
        best = std::max(best, here);
        CHECK(replies[at].move == moves[at] && replies[at].order_score == game.order_score(moves[at]));
        CHECK(replies[at].bounds.low <= here && here <= replies[at].bounds.high);
    }
    CHECK(best == value);
    if (!game.near_end()) return;
    for (Value alpha = -4; alpha < 4; ++alpha) {
        std::uint64_t nodes = 0;
        const Value found = game.finish(alpha, alpha + 1, nodes);
        CHECK(found <= alpha ? value <= found : value >= found);
    }
    std::uint64_t nodes = 0;
    CHECK(game.finish(-infinity, infinity, nodes) == value);
}

template <class G>
void test_hooks(int games, int stones_left) {
    Random random(11);
    std::unordered_map<Key, Value> known;
    for (int at = 0; at < games; ++at)
        check_hooks(random_position<G>(random, G::cells - 1 - static_cast<int>(random.below(stones_left))), known);
}

template <class G>
void test_whole_board(Value value) {
    std::unordered_map<Key, Value> known;
    CHECK(minimax(G{}, known) == value);
    Solver<G> solver(8);
    CHECK(solver.solve(G{}).value == value);
    Random random(3);
    for (int at = 0; at < 300; ++at) {
        const G game = random_position<G>(random, static_cast<int>(random.below(G::cells)));
        check_hooks(game, known);
        const auto answer = solver.solve(game);
        CHECK(answer.solved && answer.value == minimax(game, known));
        CHECK(answer.move.has_value() == !game.over());
        if (answer.move) CHECK(-minimax(game.play(*answer.move), known) == answer.value);
        for (const auto& [move, worth] : solver.analyse(game)) CHECK(worth == -minimax(game.play(move), known));
        const auto weak = solver.solve(game, true);
        CHECK(weak.value == (answer.value > 0) - (answer.value < 0));
        if (weak.move) {
            const Value kept = -minimax(game.play(*weak.move), known);
            CHECK((kept > 0) - (kept < 0) == weak.value);
        }
    }
}

void test_known_scores() {
    Solver<ConnectFour<>> solver(16);
    for (const auto& [moves, score] : facts) {
        const auto answer = solver.solve(parsed<ConnectFour<>>(moves));
        CHECK(answer.solved && answer.value == score);
    }
}

// The payoff is one plus the stones the winner has left.
void test_payoffs() {
    CHECK(parsed<ConnectFour<>>("1212121").payoff() == -18);
    CHECK(parsed<ConnectFour<>>("12121362").over() == false);
    CHECK(parsed<ConnectFour<>>("71212121").payoff() == -18);
    CHECK((parsed<ConnectFour<5, 5>>("1212121").payoff()) == -10);
    CHECK(*parsed<ConnectFour<>>("121212").known_value() == 18);
}

void test_notation() {
    using G = ConnectFour<>;
    const auto error_of = [](const char* moves) {
        std::string error;
        CHECK(!G::parse(moves, error));
        return error;
    };
    CHECK(error_of("44339") == "move 5 (column 9): there are only 7 columns, from 1 to 7");
    CHECK(error_of("0") == "move 1 (column 0): there are only 7 columns, from 1 to 7");
    CHECK(error_of("44x") == "move 3 (column x): a column is a digit from 1 to 7");
    CHECK(error_of("4\n") == "move 2 (column \\x0a): a column is a digit from 1 to 7");
    CHECK(error_of("3333333") == "move 7 (column 3): column 3 is full");
    CHECK(error_of("12121213") == "move 8 (column 3): the game is over after move 7");
    CHECK(parsed<G>("") == G{});
    for (G::Move column = 0; column < G::columns; ++column) CHECK(*G::parse_move(G::format_move(column)) == column);
    CHECK(!G::parse_move("8") && !G::parse_move("") && !G::parse_move("11"));
    CHECK(!G::from_boards(1, 2) && !G::from_boards(0, 2) && !G::from_boards(1, 1) && !G::from_boards(0, 1ull << 6));
    CHECK(G::from_boards(0, 1).has_value());
}

void test_features() {
    std::int32_t counts[ConnectFour<>::feature_names.size()];
    parsed<ConnectFour<>>("41425").features(counts);  // to move: second player; 4 4 5 against 1 2
    CHECK(counts[0] == -2 && counts[1] == -1 && counts[2] == 0);
    parsed<ConnectFour<>>("415161").features(counts);  // first player has 4 5 6, second 1 1 1
    CHECK(counts[0] == 1 && counts[1] == 1 && counts[2] == 2 - 1 && counts[3] == 2 - 1 && counts[4] == 2 - 1);
}

}  // namespace

int main() {
    test_position_counts();
    test_reference_search();
    test_rules<ConnectFour<>>(600);
    test_rules<ConnectFour8x7>(300);
    test_rules<ConnectFour<5, 5>>(300);
    test_rules<ConnectFour4x4>(300);
    test_hooks<ConnectFour<>>(100, 13);
    test_hooks<ConnectFour8x7>(100, 12);
    test_hooks<ConnectFour<5, 5>>(100, 13);
    test_hooks<ConnectFour6x5>(100, 13);
    test_hooks<ConnectFour<3, 4>>(300, 11);
    test_whole_board<ConnectFour4x4>(0);
    test_whole_board<ConnectFour5x4>(0);
    test_known_scores();
    test_payoffs();
    test_notation();
    test_features();
    return report("connect four");
}
