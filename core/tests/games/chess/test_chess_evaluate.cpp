// The evaluation of chess: symmetric in the two sides, equal to the sum of its weighted features, unchanged by the pawn table;
// and files of weights, read and written.
#include <cstdlib>
#include <memory>
#include <set>

#include "games/chess/chess_checks.hpp"
#include "zermelo/games/chess/rules.hpp"

using namespace zermelo::chess;

static_assert(HasEvaluation<Chess>);
static_assert(middlegame_of(make_pair(-3, 7)) == -3 && endgame_of(make_pair(-3, 7)) == 7);
static_assert(make_pair(-3, -7) - make_pair(5, -9) * 4 == make_pair(-23, 29));

// The position with its colours swapped.
static Chess turned(const Chess& game) {
    Position flipped;
    for (Board left = game.occupied(); left; left &= left - 1) {
        const int square = first(left);
        flipped.put(square ^ 56, game.of(white) & bit(square) ? black : white, game.piece_on(square));
    }
    flipped.set_turn(game.ply() + 1, game.clock());
    return Chess(flipped);
}

// Every feature has weights, different ones for the middlegame and the endgame.
static Weights some_weights() {
    Random random(11);
    std::array<Pair, feature_count> of{};
    for (Pair& weight : of)
        weight = make_pair(static_cast<int>(random.below(401)) - 200, static_cast<int>(random.below(401)) - 200);
    Weights made;
    made.assign(of);
    return made;
}

template <class Check>
static void at_random_positions(int games, Check check) {
    Random random(5);
    for (int round = 0; round < games; ++round)
        for (Chess game; !game.over();) {
            check(game);
            Moves<Chess> moves;
            game.moves(moves);
            game = game.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
}

static void test_sums(int games) {
    const Weights by = some_weights();
    const auto table = std::make_unique<PawnTable>();
    std::set<int> seen;
    at_random_positions(games, [&](const Chess& game) {
        const Value value = evaluate(game, by, *table);
        CHECK(std::abs(value) <= static_limit);
        const Chess other = turned(game);
        CHECK(evaluate(other, by, *table) == value);

        // Exactly equal: both are whole numbers, rounded once at the end.
        const FeatureCounts counts = features_of(game), mirrored = features_of(other);
        WeightSum sum(by);
        for (int feature = 0; feature < feature_count; ++feature) {
            CHECK(counts.of[feature] == -mirrored.of[feature]);
            sum.add<white>(feature, counts.of[feature]);
            if (counts.of[feature]) seen.insert(feature);
        }
        const Value whole = std::clamp(tapered(sum.total, game), -static_limit, static_limit);
        CHECK(value == (game.player() == white ? whole : -whole));

        PawnFacts facts;
        WeightSum fresh(by);
        extract_pawn_features(game, fresh, facts);
        const PawnTable::Entry& kept = table->look_up(game, by);
        CHECK(kept.sum == fresh.total && kept.facts.passed == facts.passed && kept.facts.reach == facts.reach);
    });
    CHECK(games < 100 || seen.size() > 500);  // nearly all features occur
}

// The pawn table forgets what it holds when the weights change.
static void test_changed_weights() {
    Weights by;
    const auto table = std::make_unique<PawnTable>(), fresh = std::make_unique<PawnTable>();
    const Chess game = position<Chess>("4k3/p1p5/8/1P2p3/8/P3P1P1/P7/4K3 w - - 0 1");
    const Value before = evaluate(game, by, *table);
    CHECK(by.load(some_weights().save()).empty());
    CHECK(evaluate(game, by, *table) == evaluate(game, by, *fresh) && evaluate(game, by, *table) != before);
}

// A checksum of the values of some random games: it changes only when a feature changes on purpose.
static void test_checksum() {
    const Weights by = some_weights();
    const auto table = std::make_unique<PawnTable>();
    std::uint64_t sum = 0;
    at_random_positions(20, [&](const Chess& game) { sum = mix(sum ^ static_cast<std::uint64_t>(evaluate(game, by, *table))); });
    if (sum != 13362529712935058531ull) std::printf("checksum %llu\n", static_cast<unsigned long long>(sum));
    CHECK(sum == 13362529712935058531ull);
}

static int count_of(const char* fen, std::string_view name) {
    for (int feature = 0; feature < feature_count; ++feature)
        if (feature_names[feature] == name) return features_of(position<Chess>(fen)).of[feature];
    std::printf("there is no feature %.*s\n", static_cast<int>(name.size()), name.data());
    CHECK(false);
    return 0;
}

static void test_features() {
    const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const FeatureCounts at_start = features_of(Chess());
    for (int feature = 0; feature < feature_count; ++feature) CHECK(at_start.of[feature] == (feature_names[feature] == "tempo"));
    CHECK(count_of(start, "material.queen") == 0);

    const char* pawns = "4k3/p1p5/8/1P2p3/8/P3P1P1/P7/4K3 w - - 0 1";
    CHECK(count_of(pawns, "material.pawn") == 2);
    CHECK(count_of(pawns, "pawns.doubled") == 1);
    CHECK(count_of(pawns, "pawns.isolated") == 2 - 3);  // e3 and g3 against a7, c7 and e5
    CHECK(count_of(pawns, "passed.3") == 1 && count_of(pawns, "passed.5") == 0);
    CHECK(count_of("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "knight.d5") == 1);
    CHECK(count_of("4k3/8/8/3n4/8/8/8/4K3 w - - 0 1", "knight.d4") == -1);
    CHECK(count_of("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", "mobility.knight.8") == 1);
    CHECK(count_of("4k3/2p5/8/3N4/8/8/8/4K3 w - - 0 1", "mobility.knight.7") == 1);
    CHECK(count_of("4k3/2p3p1/8/3N4/4P3/8/8/4K3 w - - 0 1", "outpost.knight") == 0);
    CHECK(count_of("4k3/5pp1/8/3N4/4P3/8/8/4K3 w - - 0 1", "outpost.knight") == 1);
    CHECK(count_of("4k3/8/8/8/8/8/2BB4/4K3 w - - 0 1", "bishop_pair") == 1);
    CHECK(count_of("4k3/8/8/8/8/8/2BB4/4K3 w - - 0 1", "tempo") == 1);
    CHECK(count_of("4k3/8/8/8/8/8/2BB4/4K3 b - - 0 1", "tempo") == -1);
    CHECK(count_of("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "threat.pawn.rook") == 1);
    CHECK(count_of("4k3/3p4/8/8/3R4/8/8/R3K3 w - - 0 1", "rook.open_file") == 1);
    CHECK(count_of("4k3/3p4/8/8/3R4/8/8/R3K3 w - - 0 1", "rook.half_open_file") == 1);
    CHECK(count_of("6k1/5ppp/8/8/8/8/8/4K3 w - - 0 1", "king.shield.a2") == -1);
}

static void test_scale() {
    const auto scale = [](const char* fen) { return scale_of(position<Chess>(fen), white); };
    CHECK(scale("4k3/8/8/8/8/8/8/R3K3 w - - 0 1") == full_scale);
    CHECK(scale("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1") == 0);
    CHECK(scale("4kb2/8/8/8/8/8/8/R3K3 w - - 0 1") < full_scale);
    CHECK(scale("4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1") < full_scale);   // bishops of opposite colours
    CHECK(scale("4k1b1/8/8/8/8/8/PP6/4KB2 w - - 0 1") == full_scale);
}

static void test_files() {
    const Weights by = some_weights();
    Weights read;
    CHECK(read.load(by.save()).empty() && read.save() == by.save());
    CHECK(read.load("# nothing\n\nmaterial.pawn 90 110 # comment\r\ntempo -5 0").empty());
    CHECK(read.save() == "material.pawn 90 110\ntempo -5 0\n");
    const std::uint32_t version = read.version();
    for (const char* wrong : {"material.pawn 90", "material.pawn 90 110 3", "material.prawn 1 2", "tempo 1 x", "tempo 1 2.5",
                              "tempo 1 123456789012", "tempo 1 10000", "tempo 1 2\ntempo 1 2"}) {
        CHECK(!read.load(wrong).empty());
        CHECK(read.version() == version);
    }
    std::set<std::string_view> names;
    for (int feature = 0; feature < feature_count; ++feature) names.insert(feature_names[feature]);
    CHECK(static_cast<int>(names.size()) == feature_count);
    // Without a file only material counts.
    CHECK(Weights().save() == "material.pawn 100 100\nmaterial.knight 320 320\nmaterial.bishop 330 330\nmaterial.rook 500 500\n"
                              "material.queen 900 900\n");
}

int main() {
    test_checksum();
    test_changed_weights();
    test_features();
    test_scale();
    test_files();
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    test_sums(5);
#else
    test_sums(200);
#endif
    return report("test_chess_evaluate");
}
