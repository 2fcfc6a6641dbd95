// Checkers endgame tables: retrograde analysis of results, known counts, compressed blocks, every value against a slow solver of
// its own, files that are damaged or cut off.
#include <map>
#include <string>
#include <tuple>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/checkers/distances.hpp"
#include "zermelo/games/checkers/endgame_build.hpp"

using namespace zermelo;
using namespace zermelo::checkers;

namespace {

// Take one to three from a heap; taking the last one wins. A heap of `stalemate` is drawn, and heaps above it can only be moved to.
struct Heaps {
    std::size_t count, stalemate;

    std::size_t size() const { return count + 1; }
    ResultSuccessors successors(std::size_t heap) const {
        if (heap == stalemate) return {0, Result::draw};
        return {static_cast<int>(std::min<std::size_t>(3, heap)), std::nullopt};
    }
    template <class Visit>
    void visit_predecessors(std::size_t heap, Visit&& visit) const {
        for (std::size_t more = 1; more <= 3 && heap + more <= count; ++more) visit(heap + more);
    }
};

void test_results_of_a_known_game() {
    for (const int threads : {1, 3}) {
        RetrogradeProgress progress;
        const std::vector<Result> results = ResultRetrograde(Heaps{100, 1000}, progress, threads).run();
        for (std::size_t heap = 0; heap <= 100; ++heap) CHECK(results[heap] == (heap % 4 ? Result::win : Result::loss));
        CHECK(progress.initialised == 101);
    }
    RetrogradeProgress progress;
    const std::vector<Result> results = ResultRetrograde(Heaps{9, 4}, progress).run();
    constexpr Result expected[] = {Result::loss, Result::win, Result::win, Result::win, Result::draw, Result::draw, Result::draw, Result::draw};
    for (std::size_t heap = 0; heap < std::size(expected); ++heap) CHECK(results[heap] == expected[heap]);
    progress.stop = [] { return true; };
    CHECK(ResultRetrograde(Heaps{9, 4}, progress).run().empty());
}

std::size_t positions_with(int pieces) {
    std::size_t found = 0;
    for (const SliceForces& endgame : endgames(pieces))
        for (const SliceForces& slice : slices_of<8>(endgame)) found += SliceIndex<8>(slice).size();
    return found;
}

// Schaeffer's counts: of all positions with n pieces, and of those with both colours and one side to move.
void test_known_counts() {
    CHECK(positions_with(2) == 3488 && positions_with(3) == 196032 && positions_with(4) == 6209316 && positions_with(5) == 139450808);
    constexpr std::size_t all[] = {6972, 261224, 7092774, 148688232, 2503611964};
    for (int pieces = 2; pieces <= 6; ++pieces) CHECK(positions_with(pieces) + one_colour_positions<8>(pieces) == all[pieces - 2]);
}

template <int Size>
void test_numbers(int pieces) {
    for (const SliceForces& endgame : endgames(pieces))
        for (const SliceForces& forces : slices_of<Size>(endgame)) {
            const SliceIndex<Size> index(forces);
            for (std::size_t number = 0; number < index.size(); number += Size == 8 ? 7 : 1) {
                const auto game = index.position(number);
                const auto [own, other] = forces_of(game);
                CHECK(ordered(own, other) == forces && own == index.side(index.is_second(number)));
                CHECK(index.number(game, index.is_second(number)) == number);
            }
        }
}

void test_names() {
    for (const char* text : {"KMvK", "kvmk", "KvKM", "MKvK"}) CHECK(parse_endgame(text) && name_of(*parse_endgame(text)) == "KMvK");
    for (const char* text : {"", "v", "KM", "Kv", "vK", "KvKvK", "KQvK", "KKKKvMMM", "K vK"}) CHECK(!parse_endgame(text));
    CHECK(endgames(2).size() == 3 && endgames(4).size() == 14 && endgames(6).size() == 37);
    std::string needs;
    for (const SliceForces& other : leads_to(*parse_endgame("MMvK"))) needs += name_of(other) + " ";
    CHECK(needs == "KMvK KvM ");
}

void test_blocks() {
    Random random(3);
    for (int round = 0; round < 2000; ++round) {
        std::vector<std::optional<Result>> results;
        const std::uint32_t longest = 1u << random.below(14), size = random.below(4) ? 4096 : 1 + random.below(4096);
        while (results.size() < size) {
            const std::optional<Result> result = random.below(4) ? std::optional(static_cast<Result>(random.below(3))) : std::nullopt;
            results.resize(std::min<std::size_t>(results.size() + 1 + random.below(longest), size), result);
        }
        const EncodedBlock encoded = encode_block(results);
        CHECK(encoded.length >= uniform_block ? encoded.bytes.empty() : encoded.length == encoded.bytes.size());
        ResultBlock block;
        decode_block(encoded.length, encoded.bytes, block);
        for (std::size_t at = 0; at < size; ++at) CHECK(!results[at] || static_cast<Result>(block[at / 32] >> (at % 32 * 2) & 3) == *results[at]);
        std::vector<std::uint8_t> noise(random.below(40));
        for (std::uint8_t& byte : noise) byte = static_cast<std::uint8_t>(random.below(random.below(2) ? 256 : 2));
        decode_block(static_cast<std::uint16_t>(noise.size()), noise, block);  // any bytes decode to something
    }
}

template <int Size>
struct Built {
    std::unique_ptr<EndgameTables<Size>> tables = std::make_unique<EndgameTables<Size>>(1 << 16);
    std::map<std::string, std::vector<std::uint8_t>> files;
    std::map<std::string, EndgameTable<Size>> endgames;

    Built(int most_pieces, int threads) {
        for (int pieces = 2; pieces <= most_pieces; ++pieces)
            for (const SliceForces& endgame : checkers::endgames(pieces)) build(endgame, threads, {});
    }
    void build(const SliceForces& endgame, int threads, std::vector<std::uint8_t> file) {
        EndgameTable<Size> table(endgame);
        file.resize(table.resume(file));
        if (file.empty()) file = table.header();
        tables->load(table);
        RetrogradeProgress progress;
        while (!table.complete()) {
            const std::vector<std::uint8_t> slice = build_next_slice(table, *tables, progress, threads);
            file.insert(file.end(), slice.begin(), slice.end());
        }
        files[name_of(endgame)] = file;
        endgames.emplace(name_of(endgame), std::move(table));
    }
};

// The results of all positions with few pieces by passes over all of them until nothing changes. It knows the rules only.
template <int Size>
class SlowSolver {
public:
    using Game = BasicCheckers<Size>;

    explicit SlowSolver(int most_pieces) {
        place(most_pieces, 0, 0, 0, 0);
        for (bool changed = true; changed;) {
            changed = false;
            for (auto& [key, result] : results_) {
                if (result != Result::draw) continue;
                const auto [black, white, kings, player] = key;
                const Game game = Game::of(black, white, kings, player);
                bool lost = true, won = false;
                List<checkers::Move, Game::max_moves> moves;
                game.moves(moves);
                for (const checkers::Move move : moves) {
                    const Result reached = at(game.play(move));
                    won |= reached == Result::loss;
                    lost &= reached == Result::win;
                }
                if (won || lost) result = won ? Result::win : Result::loss, changed = true;
            }
        }
    }

    using Key = std::tuple<Board, Board, Board, int>;
    const std::map<Key, Result>& results() const { return results_; }

private:
    std::map<Key, Result> results_;

    Result at(const Game& game) const {
        if (!game.own()) return Result::loss;
        return results_.at({game.black(), game.white(), game.kings(), game.player()});
    }

    void place(int left, int square, Board black, Board white, Board kings) {
        if (black && white && square == BasicBoard<Size>::squares)
            for (const int player : {0, 1}) results_[{black, white, kings, player}] = Result::draw;
        if (square == BasicBoard<Size>::squares) return;
        place(left, square + 1, black, white, kings);
        if (left == 0) return;
        const Board bit = Board{1} << square;
        place(left - 1, square + 1, black | bit, white, kings | bit);
        place(left - 1, square + 1, black, white | bit, kings | bit);
        if (!(bit & BasicBoard<Size>::crown_row(0))) place(left - 1, square + 1, black | bit, white, kings);
        if (!(bit & BasicBoard<Size>::crown_row(1))) place(left - 1, square + 1, black, white | bit, kings);
    }
};

template <int Size>
void test_against_slow_solver(int most_pieces) {
    const Built<Size> built(most_pieces, 2);
    const SlowSolver<Size> solver(most_pieces);
    std::uint64_t counts[3] = {}, totals[3] = {};
    for (const auto& [key, result] : solver.results()) {
        const auto [black, white, kings, player] = key;
        CHECK(built.tables->probe(BasicCheckers<Size>::of(black, white, kings, player)) == result);
        if (player == 0) ++counts[static_cast<int>(result)];
    }
    for (const auto& [name, table] : built.endgames)
        for (const auto& slice : table.slices())
            for (const auto& [wins, losses, draws] : slice->totals()) totals[0] += draws, totals[1] += wins, totals[2] += losses;
    for (int result = 0; result < 3; ++result) CHECK(counts[result] == totals[result]);
    RetrogradeProgress progress;
    for (const auto& [name, table] : built.endgames)
        for (const auto& slice : table.slices()) CHECK(!find_contradiction(*slice, *built.tables, progress, 2));
}

void test_probes() {
    const Built<8> built(3, 1);
    CHECK(!built.tables->probe(Checkers()));
    const Checkers capture = Checkers::of(1 << 9, 1 << 13, 0, 0);  // of the last piece
    CHECK(capture.captures() && built.tables->probe(capture) == Result::win && built.tables->probe(capture.turned()) == Result::win);
    // A table that is loaded, one that is not, and a capture that leads from the one to the other.
    EndgameTables<8> few(0);
    few.load(built.endgames.at("KKvK"));
    CHECK(few.probe(Checkers::of(1, 1u << 31 | 1u << 30, 1u | 1u << 31 | 1u << 30, 0)));
    CHECK(!few.probe(Checkers::of(1, 1u << 31, 1u | 1u << 31, 0)) && !few.probe(Checkers::of(1, 1u << 5 | 1u << 31, 1u | 1u << 5 | 1u << 31, 0)));
    EndgameTable<8> next(*parse_endgame("KMvK"));
    RetrogradeProgress progress;
    bool refused = false;
    try {
        build_next_slice(next, few, progress, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused && next.slices().empty());
}

void test_files() {
    const Built<6> built(3, 1), threaded(3, 3);
    CHECK(built.files == threaded.files);
    for (const auto& [name, file] : built.files) {
        std::optional<EndgameTable<6>> table;
        CHECK(EndgameTable<6>::read(file, table).empty() && name_of(table->endgame()) == name && table->complete());
    }
    const std::vector<std::uint8_t>& file = built.files.at("KMvM");
    std::optional<EndgameTable<6>> table;
    for (std::size_t at = 0; at < file.size(); ++at) {
        std::vector<std::uint8_t> changed = file;
        changed[at] ^= static_cast<std::uint8_t>(1 << at % 8);
        CHECK(!EndgameTable<6>::read(changed, table).empty());
        CHECK(!EndgameTable<6>::read(std::span(file).first(at), table).empty());
    }
    std::optional<EndgameTable<8>> other;
    CHECK(EndgameTable<8>::read(file, other).find("size 6") != std::string::npos);
    std::vector<std::uint8_t> longer = file;
    longer.push_back(0);
    CHECK(EndgameTable<6>::read(longer, table) == "it has extra bytes at its end");

    // A build that goes on from any part of a file, also a damaged one, ends with the same file.
    for (std::size_t length = 0; length < file.size(); length += 97) {
        Built<6> resumed(2, 1);
        for (const char* name : {"KKvK", "KKvM", "KMvK"}) resumed.build(*parse_endgame(name), 1, built.files.at(name));
        std::vector<std::uint8_t> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(length));
        if (length > 400) part[300] ^= 1;
        resumed.build(*parse_endgame("KMvM"), 1, part);
        CHECK(resumed.files.at("KMvM") == file);
    }
}

// A wrong value contradicts its successors, or those of its predecessors.
void test_contradictions() {
    const Built<4> built(2, 1);
    const EndgameTable<4>& table = built.endgames.at("KvK");
    std::vector<std::uint8_t> bytes = built.files.at("KvK");
    const std::size_t draws = EndgameTable<4>::head + TableSlice<4>::fixed;  // the length of the only block
    CHECK(bytes[draws + 1] != 0xff);
    bytes[draws] = 0xf1, bytes[draws + 1] = 0xff;  // all are wins
    bytes.resize(draws + 2);
    for (int byte = 0; byte < 4; ++byte) bytes[draws - 4 + static_cast<std::size_t>(byte)] = 0;
    const std::uint32_t check = crc32(std::span(bytes).subspan(EndgameTable<4>::head));
    for (int byte = 0; byte < 4; ++byte) bytes.push_back(static_cast<std::uint8_t>(check >> (8 * byte)));
    std::optional<EndgameTable<4>> wrong;
    CHECK(EndgameTable<4>::read(bytes, wrong).empty());
    EndgameTables<4> tables(0);
    tables.load(*wrong);
    RetrogradeProgress progress;
    CHECK(find_contradiction(*wrong->slices()[0], tables, progress, 1));
    CHECK(!find_contradiction(*table.slices()[0], *built.tables, progress, 1));
}

// Distances agree with the results, and every one is one more than that of the best move.
void test_distances() {
    EndgameTables<4> results(1 << 20);
    RetrogradeProgress progress;
    build_tables(results, 3, progress, 1);
    DistanceTables<4> tables;
    std::size_t decided = 0;
    for (int pieces = 2; pieces <= 3; ++pieces)
        for (const SliceForces& endgame : endgames(pieces)) {
            const std::vector<std::uint8_t> bytes = build_distances(endgame, tables, progress, 2);
            tables.load(endgame, std::make_shared<Packed>(name_of(endgame), bytes));
            const DistanceIndex<4> index(endgame);
            for (std::size_t slice = 0; slice < index.slices().size(); ++slice)
                for (std::size_t number = 0; number < index.slices()[slice].size(); ++number) {
                    const BasicCheckers<4> game = index.slices()[slice].position(number);
                    const Distance found = Distance::of_byte(bytes[index.start(slice) + number]);
                    CHECK(tables.probe(game) == found);
                    const Result result = *results.look_up(game);
                    CHECK(found.won() == (result == Result::win) && found.lost() == (result == Result::loss));
                    if (found.drawn()) continue;
                    ++decided;
                    std::optional<Distance> best;
                    game.each_move([&](Move, const Change& change) {
                        const Distance after = tables.probe(game.play(change))->before();
                        if (!best || after > *best) best = after;
                    });
                    CHECK(found == best.value_or(Distance::of_plies(0)));
                }
        }
    CHECK(decided > 500);
    CHECK(!tables.probe(BasicCheckers<4>()));
    DistanceTables<4> empty;
    bool refused = false;
    try {
        build_distances(endgames(3).front(), empty, progress, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

}  // namespace

int main() {
    test_distances();
    test_results_of_a_known_game();
    test_known_counts();
    test_numbers<4>(4);
    test_numbers<6>(3);
    test_numbers<8>(3);
    test_names();
    test_blocks();
    test_against_slow_solver<4>(4);
    test_against_slow_solver<6>(3);
    test_against_slow_solver<8>(2);
    test_probes();
    test_files();
    test_contradictions();
    return report("checkers endgame tables");
}
