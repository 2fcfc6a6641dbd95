// The search of checkers with endgame tables of two to four pieces: what a win in the tables is worth, lines that end there, won games
// that are really won; draws by repetition only where the rule applies.
#include <fstream>
#include <iterator>
#include <string>

#include "values.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/checkers/conversion.hpp"
#include "zermelo/games/checkers/notation.hpp"
#include "zermelo/search/evaluation.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;
using namespace zermelo::checkers;

namespace {

const std::string data = ZERMELO_SOURCE "/src/zermelo/games/checkers/";
constexpr Rules both{true, true};

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void load_tables() {
    for (int pieces = 2; pieces <= 4; ++pieces)
        for (const SliceForces& endgame : endgames(pieces)) {
            const std::string file = read(data + "tables/" + name_of(endgame) + ".checkers");
            std::optional<EndgameTable<8>> table;
            CHECK(EndgameTable<8>::read({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()}, table).empty());
            endgame_tables<8>.load(*table);
        }
    CHECK(weights.load(read(data + "checkers.polynomial")).empty());
}

Checkers position(const std::string& fen, Rules rules = both) {
    Checkers game;
    const std::string error = parse_position(fen, game);
    CHECK(error.empty());
    return game.under(rules);
}

Outcome<checkers::Move> find(const Checkers& game, const SearchRequest& request) {
    TranspositionTable table(1);
    return search(game, table, request, AnyEvaluation<Checkers>());
}
SearchRequest to_depth(int depth) {
    SearchRequest request;
    request.depth = depth;
    return request;
}

// The position at the end of the best line.
Checkers end_of(const Checkers& game, const Outcome<checkers::Move>& outcome) {
    Checkers end = game;
    for (const checkers::Move move : outcome.moves[0].line) end = end.play(move);
    return end;
}

void test_values() {
    // Five pieces: White gives one of three for one of two and wins in the tables; or a win by force in sight of the search.
    const Checkers entry = position("W:W14,K18,K27:B5,K6");
    const auto found = find(entry, to_depth(9));
    CHECK(found.moves[0].in_tables && probe_result(end_of(entry, found))->result != Result::draw);
    const Value value = value_of(entry, found);
    CHECK(value > Checkers::static_limit && value < Checkers::unit - 2 * 256 && !found.proven);
    SearchRequest without = to_depth(9);
    without.knowledge = false;
    CHECK(!find(entry, without).moves[0].in_tables);

    // In the tables: proven.
    const Checkers won = position("W:WK27,K28:BK1"), drawn = position("W:WK27:BK1");
    CHECK(find(won, to_depth(4)).proven && value_of(won, find(won, to_depth(4))) == Checkers::unit);
    CHECK(value_of(won.turned(), find(won.turned(), to_depth(4))) == Checkers::unit);
    CHECK(find(drawn, to_depth(4)).proven && value_of(drawn, find(drawn, to_depth(4))) == 0 && find(drawn, to_depth(4)).moves[0].in_tables);
    const Checkers lost = position("B:WK27,K28:BK5");
    CHECK(find(lost, to_depth(4)).proven && value_of(lost, find(lost, to_depth(4))) == -Checkers::unit);
    const Checkers blocking = position("W:W19,20:B12");
    const auto last = find(blocking, to_depth(4));
    CHECK(value_of(blocking, last) == Checkers::unit - 1 && last.proven && !last.moves[0].in_tables);

    // The rule of 40 moves may come first.
    CHECK(!find(position("W:WK27,K28:BK1:H60"), to_depth(4)).proven && find(position("W:WK27,K28:BK1:H60", {true, false}), to_depth(4)).proven);

    // The exact search ends its lines in the tables too.
    SearchRequest exact = to_depth(2);
    exact.exact = true;
    CHECK(find(won, exact).proven && value_of(won, find(won, exact)) == Checkers::unit);
    exact.knowledge = false;
    CHECK(!find(won, exact).proven);
}

// A win in the tables is certain as long as the rule of 40 moves cannot come first. It takes longest in KKvKM: 38 plies from here to
// a capture or a man's move, so that a clock of 42 plies is the last with which it is won.
void test_forty_moves() {
    const auto at_clock = [](int clock) { return Checkers::of(0x20000004, 0x12, 0x20000012, 0, clock, both); };
    const auto conversion = conversion_of(at_clock(0));
    CHECK(conversion->probe(at_clock(0))->plies == 38);
    CHECK(conversion->probe(at_clock(42)) && !conversion->probe(at_clock(43)));
    CHECK(probe_result(at_clock(42)) && probe_result(at_clock(42))->certain && !probe_result(at_clock(43)));
    CHECK(probe_result(at_clock(43).under({true, false}))->certain);
    CHECK(find(at_clock(42), to_depth(2)).proven && !find(at_clock(43), to_depth(2)).proven);
}

// Both sides search; the winner must win before a draw by rule.
void test_won_games(const Checkers& start, std::uint64_t nodes) {
    Checkers game = start;
    const int winner = probe_result(game)->result == Result::win ? game.player() : game.player() ^ 1;
    TranspositionTable tables[2] = {TranspositionTable(1), TranspositionTable(1)};
    SearchRequest request;
    for (int ply = 0; ply < 300 && !game.over(); ++ply) {
        request.nodes = nodes;
        const auto found = search(game, tables[game.player()], request, AnyEvaluation<Checkers>());
        request.past.push_back(game.key());
        game = game.play(found.moves[0].line[0]);
    }
    const bool right = game.over() && game.payoff() == -1 && game.player() != winner;
    if (!right) std::printf("not won: %s, at the end %s\n", format_fen(start).c_str(), format_fen(game).c_str());
    CHECK(right);
}

void test_conversion() {
    // The longest wins of KKvK, KKvKM, KKvKK, KMvKM and KKKvK.
    for (const auto& [black, white, kings] : {std::array<Board, 3>{0x1, 0x808, 0x809}, {0x20000004, 0x12, 0x20000012}, {0x801, 0x10000002, 0x10000803},
                                              {0x8000800, 0x80008, 0x8000008}, {0x1, 0x80808, 0x80809}})
        test_won_games(Checkers::of(black, white, kings, 0, 0, both), 5000);
    Random random(16);
    for (int games = 0; games < 30;) {
        const SliceForces forces = endgames(3 + games % 2)[random.below(static_cast<std::uint32_t>(endgames(3 + games % 2).size()))];
        const std::vector<SliceForces> slices = filled_slices<8>(forces);
        const SliceIndex<8> index(slices[random.below(static_cast<std::uint32_t>(slices.size()))]);
        const Checkers game = index.position(random.below(static_cast<std::uint32_t>(index.size()))).under(both);
        if (probe_result(game)->drawn() || game.over()) continue;
        test_won_games(random.below(2) ? game : game.turned(), 3000);
        ++games;
    }
}

// Forced moves are searched without the table, but are part of lines and records.
void test_forced_moves() {
    const Checkers game = Checkers().play(make_step(10, south_west)), offered = game.play(make_step(21, north_east));
    const checkers::Move forced = offered.forced_move();
    CHECK(forced != no_move);
    SearchRequest request = to_depth(6);
    request.record = 100;
    List<checkers::Move, Checkers::max_moves> only;
    only.push_back(make_step(21, north_east));
    for (const bool with_table : {true, false}) {
        TranspositionTable table(1);
        request.table = with_table;
        const auto found = search(game, table, request, AnyEvaluation<Checkers>(), {}, &only);
        CHECK(found.moves[0].line.size() >= 3 && found.moves[0].line[1] == forced);
        CHECK(found.record.size() > 2 && found.record[1].reply == forced && found.record[2].move == forced);
    }
}

void test_threads() {
    SearchRequest request = to_depth(12);
    request.threads = 3;
    const Checkers entry = position("W:W14,K18,K27:B5,K6");
    CHECK(value_of(entry, find(entry, request)) > Checkers::static_limit);
    const Checkers won = position("W:WK27,K28:BK1");
    CHECK(value_of(won, find(won, request)) > Checkers::static_limit);
}

// White is ahead, but its king's moves lead to positions that stood there before.
void test_repetition() {
    for (const bool repetition : {true, false}) {
        const Checkers game = position("W:W31,32,K25:B12:H20", {repetition, false});
        SearchRequest request = to_depth(1);
        request.knowledge = false;
        List<checkers::Move, Checkers::max_moves> moves;
        game.moves(moves);
        for (const checkers::Move move : moves) {
            request.past = {game.play(move).key(), 1, 2};
            TranspositionTable table(1);
            List<checkers::Move, Checkers::max_moves> only;
            only.push_back(move);
            const auto found = search(game, table, request, AnyEvaluation<Checkers>(), {}, &only);
            const bool king = game.kings() >> from_of(move) & 1;
            CHECK((value_of(game, found) == 0) == (repetition && king));
        }
    }
}

}  // namespace

int main() {
    load_tables();
    test_threads();
#if defined(__SANITIZE_THREAD__)
    constexpr bool only_threads = true;
#else
    constexpr bool only_threads = false;
#endif
    if (!only_threads) test_values(), test_forty_moves(), test_forced_moves(), test_conversion(), test_repetition();
    return report("checkers search");
}
