// Endgame tables: retrograde analysis of a game with a known solution, then of chess: known results, every value against the
// values of its successors, searches that use the tables, and damaged files.
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>

#include "values.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/chess/endgame_build.hpp"
#include "zermelo/games/chess/notation.hpp"
#include "zermelo/search/search.hpp"

using namespace zermelo;
using namespace zermelo::chess;

static_assert(HasEndgameTable<Chess>);

namespace {

// Take one to three from a heap; taking the last one wins. A heap of `exit` belongs to another slice and is known to be lost.
struct Heaps {
    std::size_t count, exit;

    std::size_t size() const { return count + 1; }
    Successors successors(std::size_t heap) const {
        Successors successors{heap != exit, 0, {}};
        if (heap == 0) successors.outside = Distance::of_plies(0);
        for (std::size_t take = 1; take <= std::min<std::size_t>(3, heap); ++take) {
            if (heap - take == exit) successors.outside = Distance::of_plies(20).before();
            else ++successors.inside;
        }
        return successors;
    }
    template <class Visit>
    void visit_predecessors(std::size_t heap, Visit&& visit) const {
        for (std::size_t more = 1; more <= 3 && heap + more <= count; ++more) visit(heap + more);
    }
};

void test_known_solution() {
    for (const int threads : {1, 3}) {
        RetrogradeProgress progress;
        CHECK(progress.ply == -1);
        const auto bytes = Retrograde(Heaps{41, 100}, progress, threads).run();
        CHECK(progress.ply == 21);  // the last to win, heap 41
        for (std::size_t heap = 0; heap <= 41; ++heap) {
            const Distance found = Distance::of_byte(bytes[heap]);
            CHECK(found.lost() == (heap % 4 == 0));
            CHECK(found.plies() == static_cast<int>(heap % 4 == 0 ? heap / 2 : 2 * (heap / 4) + 1));
        }
    }
    // Heap 4 is lost in 20 plies: heaps 5 to 7 win in 21 by moving to it, and heap 8 loses in 22.
    RetrogradeProgress progress;
    const auto bytes = Retrograde(Heaps{8, 4}, progress).run();
    CHECK(bytes[4] == 255);
    for (const int heap : {5, 6, 7}) CHECK(Distance::of_byte(bytes[heap]) == Distance::of_plies(21));
    CHECK(Distance::of_byte(bytes[8]) == Distance::of_plies(22));
}

void test_distance_order() {
    const Distance lost = Distance::of_plies(0), later = Distance::of_plies(8), won = Distance::of_plies(1), slow = Distance::of_plies(9);
    CHECK(lost < later && later < Distance() && Distance() < slow && slow < won);
    CHECK(lost.before() == won && Distance().before() == Distance() && later.before() == slow);
    CHECK(won.value(1000) == 999 && later.value(1000) == -992 && Distance().value(1000) == 0);
}

void test_names() {
    for (const char* text : {"KQKR", "KRKQ", "kqkr"}) CHECK(parse_material(text) && parse_material(text)->name() == "KQKR");
    CHECK(parse_material("KPKBN") == std::nullopt && parse_material("KNBK")->name() == "KBNK" && parse_material("KKBB")->name() == "KBBK");
    for (const char* text : {"", "K", "KK", "QK", "KQ", "KQKK", "KQRBK", "KQxK", "KQKRP", "KKK"}) CHECK(!parse_material(text));
    CHECK(all_endgames(3).size() == 5 && all_endgames(4).size() == 30);
    std::string needs;
    for (const Material& other : parse_material("KPKP")->leads_to()) needs += other.name() + " ";
    CHECK(needs.find("KPK ") != std::string::npos && needs.find("KQKP ") != std::string::npos && needs.find("KK ") == std::string::npos);
}

void load(const char* name, int threads = 1) {
    const Material material = *parse_material(name);
    for (const Material& other : material.leads_to())
        if (!endgame_tables.find(other)) load(other.name().c_str());
    RetrogradeProgress progress;
    endgame_tables.load(std::make_shared<EndgameTable>(material, build_endgame(material, progress, threads)));
}

Chess at(const char* fen) {
    Chess game;
    const std::string error = parse_fen(fen, game);
    if (!error.empty()) std::printf("%s: %s\n", fen, error.c_str());
    CHECK(error.empty());
    return game;
}

// The distance of a position by those of its successors.
Distance by_moves(const Chess& game) {
    MoveList moves;
    game.legal_moves(moves);
    if (moves.empty()) return game.in_check() ? Distance::of_plies(0) : Distance();
    std::optional<Distance> best;
    for (const Move move : moves) {
        const Distance after = endgame_tables.probe(game.play(move)).value().before();
        if (!best || after > *best) best = after;
    }
    return *best;
}

// Every value agrees with the values of its successors.
void test_all_values(const char* name, int longest) {
    const EndgameTable& table = *endgame_tables.find(*parse_material(name));
    int most = 0;
    for (std::size_t number = 0; number < table.index().size(); ++number) {
        Placement placement;
        if (!table.index().placement(number, placement)) continue;
        const Chess game = position_of(table.index(), placement);
        if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) continue;
        const Distance found = endgame_tables.probe(game).value();
        CHECK(found == by_moves(game));
        if (found.won()) most = std::max(most, (found.plies() + 1) / 2);
        if (failures > 20) return;
    }
    CHECK(most == longest);
}

// Moving and unmoving are inverse: in endgames with every kind of piece, two of a kind, the same piece on both sides, and en
// passant captures.
void test_unmoves() {
    Random random(11);
    constexpr std::size_t en_passant_count = 1806 * 16;  // the last numbers of KPKP
    int en_passants = 0;
    for (const char* name : {"KQKQ", "KRRK", "KBKN", "KQPK", "KPPK", "KRKP", "KPKP"}) {
        const EndgameIndex index(*parse_material(name));
        const EndgameSlice slice(index, [](const Chess&) { return Distance(); });
        const auto after = [&](std::size_t number) {  // the successors inside the endgame
            Placement placement;
            index.placement(number, placement);
            const Chess game = position_of(index, placement);
            std::vector<std::size_t> found;
            MoveList moves;
            game.legal_moves(moves);
            for (const Move move : moves)
                if (!game.takes(move) && !is_promotion(move)) found.push_back(index.number(describe(game.play(move)).second));
            std::sort(found.begin(), found.end());
            found.erase(std::unique(found.begin(), found.end()), found.end());
            return found;
        };
        const auto before = [&](std::size_t number) {
            std::vector<std::size_t> found;
            slice.visit_predecessors(number, [&](std::size_t predecessor) {
                if (slice.successors(predecessor).exists) found.push_back(predecessor);
            });
            std::sort(found.begin(), found.end());
            CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
            return found;
        };
        const auto has = [](const std::vector<std::size_t>& numbers, std::size_t number) {
            return std::binary_search(numbers.begin(), numbers.end(), number);
        };
        for (int round = 0; round < 1500; ++round) {
            // Half of the positions of KPKP are from the end, where en passant is possible.
            const std::size_t last = index.material().has_en_passant() && round % 2 ? en_passant_count : index.size();
            const std::size_t number = index.size() - 1 - random.next() % last;
            const Successors successors = slice.successors(number);
            if (!successors.exists) continue;
            en_passants += last == en_passant_count;
            const auto next = after(number);
            CHECK(successors.inside == static_cast<int>(next.size()));
            for (const std::size_t successor : next) CHECK(has(before(successor), number));
            for (const std::size_t predecessor : before(number)) CHECK(has(after(predecessor), number));
            if (failures > 20) return;
        }
    }
    CHECK(en_passants > 200);
}

// A position with an en passant capture has a number of its own.
void test_en_passant() {
    const auto number = [](const char* fen) {
        const auto [material, placement] = describe(at(fen));
        return EndgameIndex(material).number(placement);
    };
    const std::size_t with = number("8/8/8/k2pP3/8/8/8/K7 w - d6 0 1"), without = number("8/8/8/k2pP3/8/8/8/K7 w - - 0 1");
    CHECK(with != without);
    CHECK(with == number("k7/8/8/8/K2Pp3/8/8/8 b - d3 0 1") && with == number("8/8/8/3Pp2k/8/8/8/7K w - e6 0 1"));
}

void test_symmetry() {
    Random random(7);
    for (int round = 0; round < 4000; ++round) {
        const char* names[] = {"KQK", "KRK", "KPK"};
        const EndgameIndex& index = endgame_tables.find(*parse_material(names[round % 3]))->index();
        Placement placement;
        if (!index.placement(random.next() % index.size(), placement)) continue;
        const Chess game = position_of(index, placement);
        if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) continue;
        const bool has_pawns = index.material().has_pawns();
        for (int turned = 0; turned < (has_pawns ? 2 : 8); ++turned)
            for (const int reversed : {0, 1}) {
                Position image;
                for (int slot = 0; slot < index.count(); ++slot)
                    image.put(chess::detail::image(placement.squares[slot], turned) ^ 56 * reversed, index.colour(slot) ^ reversed, index.piece(slot));
                image.set_turn(placement.turn ^ reversed, 0);
                CHECK(endgame_tables.probe(image) == endgame_tables.probe(game));
            }
    }
}

Outcome<Move> run(const Chess& game, SearchRequest request = {}) {
    TranspositionTable table(4);
    request.depth = 6;
    return search(game, table, request, [](const Chess&) { return Value{0}; });
}

Value value_at(const char* fen) {
    const Chess game = at(fen);
    return value_of(game, run(game));
}

void test_search_plays_to_mate() {
    // King and rook need up to sixteen moves.
    const Chess game = at("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    const auto outcome = run(game);
    const Distance known = endgame_tables.probe(game).value();
    CHECK(known.won() && outcome.proven && outcome.depth == 1);
    CHECK(value_of(game, outcome) == Chess::unit - known.plies() && static_cast<int>(outcome.moves[0].line.size()) == known.plies());
    Chess end = game;
    for (const Move move : outcome.moves[0].line) {
        CHECK(end.legal(move));
        end = end.play(move);
    }
    CHECK(end.over() && end.payoff() == -1);
    // A position that occurred twice could be drawn by repetition, so that nothing is proven.
    for (const Key second : {Key{1}, Key{2}}) {
        SearchRequest request;
        request.past = {1, second};
        const auto later = run(game, request);
        CHECK(value_of(game, later) == value_of(game, outcome) && later.proven == (second == 2));
    }

    // Without knowledge the search ignores tables.
    SearchRequest request;
    request.knowledge = false;
    CHECK(!run(game, request).proven && value_of(game, run(game, request)) < Chess::unit / 2);
    // A table below the root: after Kxe3 king and pawn win.
    CHECK(value_at("8/5k2/8/8/8/4p3/4PK2/8 w - - 0 1") > Chess::unit - 60);
}

// A mate that comes after the fifty moves is not taken from the table.
void test_fifty_move_rule() {
    const Distance known = endgame_tables.probe(at("8/8/8/3k4/8/8/8/KR6 w - - 0 1")).value();
    CHECK(known.plies() > 20);
    const auto with_clock = [](int clock) { return at(("8/8/8/3k4/8/8/8/KR6 w - - " + std::to_string(clock) + " 90").c_str()); };
    CHECK(probe_table(with_clock(100 - known.plies())) == known && !probe_table(with_clock(101 - known.plies())));
    CHECK(value_of(with_clock(99), run(with_clock(99))) == 0);
}

void test_castling_rights() {
    CHECK(!endgame_tables.probe(at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) && endgame_tables.probe(at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    CHECK(value_at("4k3/8/8/8/8/8/8/4K2R w K - 0 1") > Chess::unit - 60);  // in the table after one move
    CHECK(endgame_tables.probe(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == Distance());
    CHECK(!endgame_tables.probe(Chess()));
}

void test_threads_and_stops() {
    const Material material = *parse_material("KPK");
    RetrogradeProgress one, three, stopped;
    CHECK(build_endgame(material, one, 1) == build_endgame(material, three, 3));
    stopped.stop = [] { return true; };
    CHECK(build_endgame(material, stopped, 2).empty());
    bool refused = false;
    try {
        build_endgame(*parse_material("KPKP"), one, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

// ---- files

using Bytes = std::vector<std::uint8_t>;

void test_inflate() {
    // Raw deflate streams made by Python's zlib: stored, with fixed codes, and with dynamic codes.
    const auto unpacked = [](const Bytes& packed, std::size_t length) {
        std::string out(length, '?');
        return inflate(packed, {reinterpret_cast<std::uint8_t*>(out.data()), length}) ? out : "refused";
    };
    CHECK(unpacked({0x03, 0x00}, 0).empty());
    CHECK(unpacked({0x01, 0x03, 0x00, 0xfc, 0xff, 'a', 'b', 'c'}, 3) == "abc");
    std::string twenty;
    for (int time = 0; time < 20; ++time) twenty += "abc";
    CHECK(unpacked({0x4b, 0x4c, 0x4a, 0x4e, 0x24, 0x17, 0x55, 0x54, 0x56, 0x01, 0x00}, 63) == twenty + "xyz");
    CHECK(unpacked({0x05, 0xc1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x82, 0xa0, 0xad, 0xd8, 0xff, 0x0f, 0x81, 0x50, 0x0d, 0x21, 0x11, 0x58,
                    0x0c, 0xa9, 0x30, 0xa1, 0x31, 0xa4, 0x03},
                   60) == "abaaabbbcaaabaaababaabaaaaacbaacaaababbbaaacabaaabcaacaaabab");
    // One literal between two others does not occur, so that its code has the length 0.
    CHECK(unpacked({0x35, 0x8a, 0xc1, 0x09, 0x00, 0x40, 0x0c, 0xc2, 0x66, 0x8d, 0x64, 0xff, 0x19, 0xae, 0xb6, 0x1c, 0x3e, 0x8c, 0x18,
                    0x22, 0x51, 0x03, 0x64, 0xd8, 0x0c, 0x6e, 0xef, 0x11, 0xbc, 0xbd, 0xd8, 0x6e, 0x2a, 0x55, 0xe1, 0xcb, 0xfa, 0x00},
                   72) == "abdabdddbaaabbdadbdbabdadbbdabdbaddbabdabdbadbdabababdbdbdadbabdbabdaddd");
    // A stream with every code of lengths and distances.
    std::ifstream in(ZERMELO_SOURCE "/tests/data/every_code.deflate", std::ios::binary);
    const Bytes every_code{std::istreambuf_iterator<char>(in), {}};
    Bytes out(115520);
    CHECK(inflate(every_code, out) && crc32(out) == 1109452901u);
    CHECK(unpacked({0x01, 0x03, 0x00, 0xfc, 0xff, 'a', 'b'}, 3) == "refused");
    CHECK(unpacked({0x01, 0x03, 0x00, 0xfc, 0xfe, 'a', 'b', 'c'}, 3) == "refused");
    CHECK(unpacked({0x07}, 0) == "refused");
    CHECK(crc32(Bytes{'1', '2', '3', '4', '5', '6', '7', '8', '9'}) == 0xCBF43926u);
    std::string file = "123456789# crc32 cbf43926\n";
    CHECK(without_checksum(file) == "123456789");
    for (std::size_t at = 0; at < file.size(); ++at) {
        file[at] ^= 1;
        CHECK(!without_checksum(file) && !without_checksum(std::string_view(file).substr(0, at)));
        file[at] ^= 1;
    }
    // Arbitrary bytes never hang it or make it write out of bounds (the sanitizers check).
    Random random(3);
    for (int round = 0; round < 20000; ++round) {
        Bytes packed(random.below(200)), room(random.below(300));
        for (std::uint8_t& byte : packed) byte = static_cast<std::uint8_t>(random.next());
        if (round % 2 && !packed.empty()) packed[0] = static_cast<std::uint8_t>((packed[0] & ~7) | 5);  // dynamic codes
        inflate(packed, room);
    }
}

void put(Bytes& to, std::uint64_t number, int bytes) {
    for (int byte = 0; byte < bytes; ++byte) to.push_back(static_cast<std::uint8_t>(number >> 8 * byte));
}

// A file in the format of packed.hpp, with stored blocks.
Bytes file_of(const std::string& name, const Bytes& bytes, std::size_t block_size) {
    Bytes file(Packed::magic.begin(), Packed::magic.end()), blocks;
    put(file, Packed::version, 4);
    for (std::size_t at = 0; at < 8; ++at) file.push_back(at < name.size() ? static_cast<std::uint8_t>(name[at]) : 0);
    put(file, bytes.size(), 8), put(file, block_size, 4), put(file, (bytes.size() + block_size - 1) / block_size, 4);
    for (std::size_t from = 0; from < bytes.size(); from += block_size) {
        const std::size_t length = std::min(block_size, bytes.size() - from);
        Bytes block{1};
        put(block, length, 2), put(block, ~length, 2);
        block.insert(block.end(), bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.begin() + static_cast<std::ptrdiff_t>(from + length));
        put(file, block.size(), 4), put(file, crc32(block), 4);
        blocks.insert(blocks.end(), block.begin(), block.end());
    }
    put(file, crc32(file), 4);
    file.insert(file.end(), blocks.begin(), blocks.end());
    return file;
}

void test_changed_bits() {
    Bytes bytes;
    for (int at = 0; at < 300; ++at) bytes.push_back(static_cast<std::uint8_t>(at * 7));
    const Bytes good = file_of("KQK", bytes, 128);
    const auto reads = [&](const Bytes& file) {  // the whole file, unchanged
        Packed packed;
        if (!packed.read(file).empty() || packed.name() != "KQK" || packed.size() != bytes.size()) return false;
        if (packed.first_damaged() != packed.blocks()) return !packed.damaged();
        std::uint8_t byte = 0;
        for (std::size_t at = 0; at < bytes.size(); ++at)
            if (!packed.get(at, byte) || byte != bytes[at]) return false;
        return true;
    };
    CHECK(reads(good));
    for (std::size_t bit = 0; bit < 8 * good.size(); ++bit) {
        Bytes changed = good;
        changed[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
        CHECK(!reads(changed));
    }
    for (std::size_t length = 0; length < good.size(); ++length) CHECK(!reads(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length))));
    Bytes longer = good;
    longer.push_back(0);
    CHECK(!reads(longer));
    // A damaged block leaves the others readable.
    Bytes last = good;
    last.back() ^= 1;
    Packed packed;
    std::uint8_t byte = 0;
    CHECK(packed.read(last).empty() && packed.get(5, byte) && byte == bytes[5] && !packed.damaged());
    CHECK(!packed.get(299, byte) && packed.damaged() && packed.first_damaged() == 2);
}

void test_wrong_files() {
    const auto refused = [](const std::string& name, std::size_t size) {
        std::string error;
        return EndgameTable::read(file_of(name, Bytes(size), 16384), error) == nullptr ? error : "";
    };
    CHECK(refused("KQK", 59136).empty());
    CHECK(refused("KQK", 59135) == "its number of positions is not that of KQK");
    for (const char* name : {"KK", "KRKQ", "", "KQQQQQQK"}) CHECK(refused(name, 59136) == "it holds no endgame of three or four pieces");
}

// A good table replaces a damaged one and is not replaced itself.
void test_damaged_table() {
    const Material material = *parse_material("KNNK");
    const std::size_t size = EndgameIndex(material).size();
    std::string error;
    Bytes file = file_of("KNNK", Bytes(size), 16384);
    for (std::size_t at = 36 + 8 * ((size + 16383) / 16384) + 4; at < file.size(); at += 100) file[at] ^= 1;
    EndgameTables tables;
    const Chess game = at("7k/8/8/8/8/2NNK3/8/8 w - - 0 1");
    tables.load(EndgameTable::read(file, error));
    CHECK(error.empty() && !tables.probe(game) && tables.find(material)->packed().damaged());
    tables.load(EndgameTable::read(file_of("KNNK", Bytes(size), 16384), error));
    const EndgameTable* good = tables.find(material);
    CHECK(tables.probe(game) == Distance() && tables.loaded() == std::vector{good});
    tables.load(EndgameTable::read(file_of("KNNK", Bytes(size, 1), 16384), error));
    CHECK(tables.find(material) == good);
}

void test_concurrent_reads() {
    Bytes bytes(100000);
    for (std::size_t at = 0; at < bytes.size(); ++at) bytes[at] = static_cast<std::uint8_t>(mix(at));
    Packed packed;
    CHECK(packed.read(file_of("KQK", bytes, 512)).empty());
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 3; ++thread)
        threads.emplace_back([&] {
            std::uint8_t byte = 0;
            for (std::size_t at = 0; at < bytes.size(); ++at) wrong += !packed.get(at, byte) || byte != bytes[at];
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(wrong == 0);
}

}  // namespace

int main() {
    test_known_solution();
    test_distance_order();
    test_names();
    load("KPK", 2);
    test_all_values("KQK", 10);
    test_all_values("KRK", 16);
    test_all_values("KPK", 28);
    test_unmoves();
    test_en_passant();
    test_symmetry();
    test_search_plays_to_mate();
    test_fifty_move_rule();
    test_castling_rights();
    test_threads_and_stops();
    test_inflate();
    test_changed_bits();
    test_wrong_files();
    test_damaged_table();
    test_concurrent_reads();
    return report("endgame tables");
}
