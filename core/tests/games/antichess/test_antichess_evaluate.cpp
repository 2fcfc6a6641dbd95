// The evaluation of anti-chess: symmetric in the two sides, equal to the sum of its weighted features, and what the features
// count.
#include <cstdlib>
#include <set>

#include "games/chess/chess_checks.hpp"
#include "zermelo/games/antichess/rules.hpp"

using namespace zermelo::chess;

static_assert(HasEvaluation<AntiChess>);

// The position with its squares changed by an xor (56 flips the ranks, 7 the files) and perhaps its colours swapped.
static AntiChess changed(const AntiChess& game, int squares, bool colours) {
    Position made;
    for (Board left = game.occupied(); left; left &= left - 1) {
        const int square = first(left), colour = game.of(white) & bit(square) ? white : black;
        made.put(square ^ squares, colours ? colour ^ 1 : colour, game.piece_on(square));
    }
    made.set_turn(game.ply() + colours, game.clock());
    return AntiChess(made);
}

// Every feature has weights, different ones for the middlegame and the endgame.
static losing::Weights some_weights() {
    Random random(11);
    std::array<Pair, losing::feature_count> of{};
    for (Pair& weight : of)
        weight = make_pair(static_cast<int>(random.below(401)) - 200, static_cast<int>(random.below(401)) - 200);
    losing::Weights made;
    made.assign(of);
    return made;
}

static void test_sums(int games) {
    const losing::Weights by = some_weights();
    std::set<int> seen;
    Random random(5);
    for (int round = 0; round < games; ++round)
        for (AntiChess game; !game.over();) {
            const Value value = losing::evaluate(game, by);
            CHECK(std::abs(value) <= losing::static_limit);
            const AntiChess other = changed(game, 56, true);
            CHECK(losing::evaluate(other, by) == value);
            CHECK(losing::evaluate(changed(game, 7, false), by) == value);

            // Exactly equal: both are whole numbers, rounded once at the end.
            const auto counts = game.counts(), turned = other.counts();
            WeightSum sum(by);
            for (int feature = 0; feature < losing::feature_count; ++feature) {
                CHECK(counts.of[feature] == -turned.of[feature]);
                sum.add<white>(feature, counts.of[feature]);
                if (counts.of[feature]) seen.insert(feature);
            }
            const Value whole = std::clamp(losing::Taper(game).of(sum.total), -losing::static_limit, losing::static_limit);
            CHECK(value == (game.player() == white ? whole : -whole));

            Moves<AntiChess> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    CHECK(games < 100 || seen.size() > 330);  // nearly all features occur
}

// A checksum of the values of some random games: it changes only when a feature changes on purpose.
static void test_checksum() {
    const losing::Weights by = some_weights();
    std::uint64_t sum = 0;
    Random random(6);
    for (int round = 0; round < 20; ++round)
        for (AntiChess game; !game.over();) {
            sum = mix(sum ^ static_cast<std::uint64_t>(losing::evaluate(game, by)));
            Moves<AntiChess> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    if (sum != 11148311753528513851ull) std::printf("checksum %llu\n", static_cast<unsigned long long>(sum));
    CHECK(sum == 11148311753528513851ull);
}

static int count_of(const char* fen, std::string_view name) {
    for (int feature = 0; feature < losing::feature_count; ++feature)
        if (losing::feature_names[feature] == name) return position<AntiChess>(fen).counts().of[feature];
    std::printf("there is no feature %.*s\n", static_cast<int>(name.size()), name.data());
    CHECK(false);
    return 0;
}

static void test_features() {
    const char* kings = "8/8/8/8/8/2kk4/8/K7 w - - 0 1";
    CHECK(count_of(kings, "material.king") == -1);
    CHECK(count_of(kings, "pieces.1") == 1 && count_of(kings, "pieces.2") == -1);
    CHECK(count_of(kings, "mover.safe.2") == 1 && count_of(kings, "mover.gifts.1") == 1);  // a2 and b1; b2
    CHECK(count_of("8/8/8/8/8/8/8/K6k w - - 0 1", "mover.safe.3") == 1);
    CHECK(count_of("8/8/8/8/8/8/8/K6k w - - 0 1", "waiter.safe.3") == -1);
    CHECK(count_of("8/8/8/8/8/8/8/K6k w - - 0 1", "tempo") == 1);
    CHECK(count_of("8/8/8/8/8/8/8/K6k b - - 0 1", "tempo") == -1);
    const char* rook = "8/8/8/3r4/8/8/P7/8 w - - 0 1";
    CHECK(count_of(rook, "mover.safe.2") == 1);      // a3 and a4
    CHECK(count_of(rook, "pawns.passed") == 1 && count_of(rook, "pawn.a2") == 1);
    CHECK(count_of("8/8/8/8/3r4/8/P7/8 w - - 0 1", "mover.gifts.1") == 1);   // a4, without a recapture
    CHECK(count_of("8/8/8/8/3r4/1P6/P7/8 w - - 0 1", "mover.trades.1") == 1); // a4, which b3 defends
    CHECK(count_of("8/8/8/3r4/8/3P4/8/8 w - - 0 1", "mover.offered.pawn") == 1);
    CHECK(count_of("8/8/8/3r4/8/3P4/4P3/8 w - - 0 1", "mover.defended.pawn") == 1);
    CHECK(count_of("8/8/8/p7/P7/8/8/7R w - - 0 1", "pawns.blocked") == 0);
    CHECK(count_of("8/8/8/N7/P7/8/8/7r w - - 0 1", "pawns.blocked") == 1);
    CHECK(count_of("8/8/8/3b4/3B4/8/8/7R w - - 0 1", "bishops.other_shade") == 1);
    CHECK(losing::Weights().save().find("material.king -100 -100\n") != std::string::npos);  // the weights without a file
    losing::Weights read;
    CHECK(read.load(some_weights().save()).empty() && read.save() == some_weights().save());
    CHECK(read.load("king.e1 1 2").find("not a feature") != std::string::npos);  // squares are named by the left half of the board
    std::set<std::string_view> names;
    for (int feature = 0; feature < losing::feature_count; ++feature) names.insert(losing::feature_names[feature]);
    CHECK(static_cast<int>(names.size()) == losing::feature_count);
}

int main() {
    test_checksum();
    test_features();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    test_sums(5);
#else
    test_sums(200);
#endif
    return report("test_antichess_evaluate");
}
