// Tables of endings: retrograde analysis on a game that is known by heart, then on chess: known facts, every value of an ending
// against the positions it leads to, what a search makes of it, and files that are not what they seem.
#include <map>
#include <string>
#include <thread>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/games/chess/notation.hpp"
#include "zermelo/search/deepening.hpp"
#include "zermelo/tables/chess_ending_build.hpp"

using namespace zermelo;
using namespace zermelo::chess;

namespace {

// Take one to three from a heap: who takes the last one wins. A heap of `exit` is another slice, known to be lost.
struct Heaps {
    std::size_t count, exit;

    std::size_t size() const { return count + 1; }
    Outlook outlook(std::size_t heap) const {
        Outlook outlook{heap != exit, 0, {}};
        if (heap == 0) outlook.outside = Distance::of_plies(0);
        for (std::size_t take = 1; take <= std::min<std::size_t>(3, heap); ++take) {
            if (heap - take == exit) outlook.outside = Distance::of_plies(20).before();
            else ++outlook.inside;
        }
        return outlook;
    }
    template <class Visit>
    void undo(std::size_t heap, Visit&& visit) const {
        for (std::size_t more = 1; more <= 3 && heap + more <= count; ++more) visit(heap + more);
    }
};

void solves_a_game_known_by_heart() {
    for (const int threads : {1, 3}) {
        RetrogradeProgress progress;
        const auto bytes = Retrograde(Heaps{41, 100}, progress, threads).run();
        for (std::size_t heap = 0; heap <= 41; ++heap) {
            const Distance found = Distance::of_byte(bytes[heap]);
            CHECK(found.lost() == (heap % 4 == 0));
            CHECK(found.plies() == static_cast<int>(heap % 4 == 0 ? heap / 2 : 2 * (heap / 4) + 1));
        }
    }
    // Heap 4 is lost in 20 plies here: 5 to 7 win by it in 21, and 8 lose only after that.
    RetrogradeProgress progress;
    const auto bytes = Retrograde(Heaps{8, 4}, progress).run();
    CHECK(bytes[4] == 255);
    for (const int heap : {5, 6, 7}) CHECK(Distance::of_byte(bytes[heap]) == Distance::of_plies(21));
    CHECK(Distance::of_byte(bytes[8]) == Distance::of_plies(22));
}

void distances_are_ordered() {
    const Distance lost = Distance::of_plies(0), later = Distance::of_plies(8), won = Distance::of_plies(1), slow = Distance::of_plies(9);
    CHECK(lost < later && later < Distance() && Distance() < slow && slow < won);
    CHECK(lost.before() == won && Distance().before() == Distance() && later.before() == slow);
    CHECK(won.value(1000) == 999 && later.value(1000) == -992 && Distance().value(1000) == 0);
}

void names_are_read() {
    for (const char* text : {"KQKR", "KRKQ", "kqkr"}) CHECK(parse_material(text) && parse_material(text)->name() == "KQKR");
    CHECK(parse_material("KPKBN") == std::nullopt && parse_material("KNBK")->name() == "KBNK" && parse_material("KKBB")->name() == "KBBK");
    for (const char* text : {"", "K", "KK", "QK", "KQ", "KQKK", "KQRBK", "KQxK", "KQKRP", "KKK"}) CHECK(!parse_material(text));
    CHECK(all_endings(3).size() == 5 && all_endings(4).size() == 30);
    std::string needs;
    for (const Material& other : parse_material("KPKP")->leads_to()) needs += other.name() + " ";
    CHECK(needs.find("KPK ") != std::string::npos && needs.find("KQKP ") != std::string::npos && needs.find("KK ") == std::string::npos);
}

void load(const char* name, int threads = 1) {
    const Material material = *parse_material(name);
    for (const Material& other : material.leads_to())
        if (!endings.find(other)) load(other.name().c_str());
    RetrogradeProgress progress;
    endings.load(std::make_shared<EndingTable>(material, build_ending(material, progress, threads)));
}

Chess at(const char* fen) {
    Chess game;
    const std::string error = parse_fen(fen, game);
    if (!error.empty()) std::printf("%s: %s\n", fen, error.c_str());
    CHECK(error.empty());
    return game;
}

// What a position is worth by the positions it leads to.
Distance by_moves(const Chess& game) {
    MoveList moves;
    game.legal_moves(moves);
    if (moves.empty()) return game.in_check() ? Distance::of_plies(0) : Distance();
    std::optional<Distance> best;
    for (const Move move : moves) {
        const Distance after = endings.probe(game.play(move)).value().before();
        if (!best || after > *best) best = after;
    }
    return *best;
}

// Every number is the number of its own position, and every value agrees with the positions one move further.
void every_value_is_that_of_its_moves(const char* name, int longest) {
    const EndingTable& table = *endings.find(*parse_material(name));
    int most = 0;
    for (std::size_t number = 0; number < table.index().size(); ++number) {
        Placement placement;
        if (!table.index().placement(number, placement)) continue;
        const Chess game = position_of(table.index(), placement);
        if (game.attacks(game.player(), game.king_of(game.player() ^ 1), game.occupied())) continue;
        const Distance found = endings.probe(game).value();
        CHECK(found == by_moves(game));
        if (found.won()) most = std::max(most, (found.plies() + 1) / 2);
        if (failures > 20) return;
    }
    CHECK(most == longest);
}

// Moves made and moves undone are the same moves: in endings with every kind of piece, with two alike, with the same on both
// sides, and with pawns that may be taken in passing.
void undoing_is_the_reverse_of_moving() {
    Random random(11);
    constexpr std::size_t in_passing = 1806 * 16;  // numbers at the end of KPKP
    int passing = 0;
    for (const char* name : {"KQKQ", "KRRK", "KBKN", "KQPK", "KPPK", "KRKP", "KPKP"}) {
        const EndingIndex index(*parse_material(name));
        const EndingSlice slice(index, [](const Chess&) { return Distance(); });
        const auto after = [&](std::size_t number) {  // the positions of the ending that moves lead to
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
            slice.undo(number, [&](std::size_t each) {
                if (slice.outlook(each).used) found.push_back(each);
            });
            std::sort(found.begin(), found.end());
            CHECK(std::adjacent_find(found.begin(), found.end()) == found.end());
            return found;
        };
        const auto has = [](const std::vector<std::size_t>& numbers, std::size_t number) {
            return std::binary_search(numbers.begin(), numbers.end(), number);
        };
        for (int round = 0; round < 1500; ++round) {
            // Half of those with pawns on both sides from the end, where they may be taken in passing.
            const std::size_t last = index.material().has_en_passant() && round % 2 ? in_passing : index.size();
            const std::size_t number = index.size() - 1 - random.next() % last;
            const Outlook outlook = slice.outlook(number);
            if (!outlook.used) continue;
            passing += last == in_passing;
            const auto next = after(number);
            CHECK(outlook.inside == static_cast<int>(next.size()));
            for (const std::size_t each : next) CHECK(has(before(each), number));
            for (const std::size_t each : before(number)) CHECK(has(after(each), number));
            if (failures > 20) return;
        }
    }
    CHECK(passing > 200);
}

// Taking in passing is another position, with a number of its own.
void taking_in_passing_counts() {
    const auto number = [](const char* fen) {
        const auto [material, placement] = describe(at(fen));
        return EndingIndex(material).number(placement);
    };
    const std::size_t with = number("8/8/8/k2pP3/8/8/8/K7 w - d6 0 1"), without = number("8/8/8/k2pP3/8/8/8/K7 w - - 0 1");
    CHECK(with != without);
    CHECK(with == number("k7/8/8/8/K2Pp3/8/8/8 b - d3 0 1") && with == number("8/8/8/3Pp2k/8/8/8/7K w - e6 0 1"));
}

void images_are_worth_the_same() {
    Random random(7);
    for (int round = 0; round < 4000; ++round) {
        const char* names[] = {"KQK", "KRK", "KPK"};
        const EndingIndex& index = endings.find(*parse_material(names[round % 3]))->index();
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
                CHECK(endings.probe(image) == endings.probe(game));
            }
    }
}

SearchOutcome<Chess> look(const Chess& game, SearchOptions options = {}, int depth = 6, std::vector<Key> past = {}) {
    TranspositionTable table(4);
    SearchLimits limits;
    limits.depth = depth;
    limits.past = std::move(past);
    return search(game, table, limits, options, [](const Chess&) { return Value{0}; });
}

void a_search_plays_to_the_mate() {
    // Sixteen moves is the longest that king and rook need.
    const Chess game = at("8/8/8/8/8/2k5/1R6/K7 w - - 0 1");
    const auto found = look(game);
    const Distance known = endings.probe(game).value();
    CHECK(known.won() && found.proven && found.depth == 1);
    CHECK(found.lines[0].value == Chess::unit - known.plies() && static_cast<int>(found.lines[0].moves.size()) == known.plies());
    Chess end = game;
    for (const Move move : found.lines[0].moves) {
        CHECK(end.legal(move));
        end = end.play(move);
    }
    CHECK(end.over() && end.payoff() == -1);
    // What was there twice might come back a third time.
    for (const Key second : {Key{1}, Key{2}}) {
        const auto later = look(game, {}, 6, {1, second});
        CHECK(later.lines[0].value == found.lines[0].value && later.proven == (second == 2));
    }

    // Without knowledge, or as an exact search, it knows nothing of tables.
    SearchOptions options;
    options.knowledge = false;
    CHECK(!look(game, options).proven && look(game, options).lines[0].value < Chess::unit / 2);
    // A table below the root: after Kxe3 king and pawn win.
    CHECK(look(at("8/5k2/8/8/8/4p3/4PK2/8 w - - 0 1")).lines[0].value > Chess::unit - 60);
}

// Mate must come before the fifty moves are over; then the table is not believed, and the search goes on.
void the_fifty_moves_are_respected() {
    const Distance known = endings.probe(at("8/8/8/3k4/8/8/8/KR6 w - - 0 1")).value();
    CHECK(known.plies() > 20);
    const auto with_clock = [](int clock) { return at(("8/8/8/3k4/8/8/8/KR6 w - - " + std::to_string(clock) + " 90").c_str()); };
    CHECK(known_ending(with_clock(100 - known.plies())) == known && !known_ending(with_clock(101 - known.plies())));
    CHECK(look(with_clock(99)).lines[0].value == 0);
}

void castling_is_in_no_table() {
    CHECK(!endings.probe(at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")) && endings.probe(at("4k3/8/8/8/8/8/8/4K2R w - - 0 1")));
    CHECK(look(at("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).lines[0].value > Chess::unit - 60);  // one move later it is
    CHECK(endings.probe(at("4k3/8/8/8/8/8/8/4K3 w - - 0 1")) == Distance());
    CHECK(!endings.probe(Chess()));
}

void threads_and_stops() {
    const Material material = *parse_material("KPK");
    RetrogradeProgress one, three, stopped;
    CHECK(build_ending(material, one, 1) == build_ending(material, three, 3));
    stopped.stop = [] { return true; };
    CHECK(build_ending(material, stopped, 2).empty());
    bool refused = false;
    try {
        build_ending(*parse_material("KPKP"), one, 1);
    } catch (const std::invalid_argument&) {
        refused = true;
    }
    CHECK(refused);
}

// ---- files

using Bytes = std::vector<std::uint8_t>;

void unpacks_what_others_have_packed() {
    // Raw deflate streams made by Python's zlib: stored, with the fixed code, and with codes of their own.
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
    // Whatever the bytes are, it ends, and writes nowhere else (the sanitizers look).
    Random random(3);
    for (int round = 0; round < 20000; ++round) {
        Bytes packed(random.below(200)), out(random.below(300));
        for (std::uint8_t& byte : packed) byte = static_cast<std::uint8_t>(random.next());
        if (round % 2 && !packed.empty()) packed[0] = static_cast<std::uint8_t>((packed[0] & ~7) | 5);  // codes of their own
        inflate(packed, out);
    }
}

void put(Bytes& to, std::uint64_t number, int bytes) {
    for (int byte = 0; byte < bytes; ++byte) to.push_back(static_cast<std::uint8_t>(number >> 8 * byte));
}

// A file in the format of packed.hpp, its blocks stored as they are.
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

void a_changed_bit_is_never_a_value() {
    Bytes bytes;
    for (int at = 0; at < 300; ++at) bytes.push_back(static_cast<std::uint8_t>(at * 7));
    const Bytes good = file_of("KQK", bytes, 128);
    const auto reads = [&](const Bytes& file) {  // all of it, and as it was
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
    // A block that is damaged leaves the others as they are.
    Bytes last = good;
    last.back() ^= 1;
    Packed packed;
    std::uint8_t byte = 0;
    CHECK(packed.read(last).empty() && packed.get(5, byte) && byte == bytes[5] && !packed.damaged());
    CHECK(!packed.get(299, byte) && packed.damaged() && packed.first_damaged() == 2);
}

void a_file_must_hold_an_ending() {
    const auto refused = [](const std::string& name, std::size_t size) {
        std::string error;
        return EndingTable::read(file_of(name, Bytes(size), 16384), error) == nullptr ? error : "";
    };
    CHECK(refused("KQK", 59136).empty());
    CHECK(refused("KQK", 59135) == "it has another number of positions than KQK");
    for (const char* name : {"KK", "KRKQ", "", "KQQQQQQK"}) CHECK(refused(name, 59136) == "it holds no ending of three or four pieces");
}

// A damaged table may be replaced by a good one, and a good one stays.
void a_damaged_table_is_replaced() {
    const Material material = *parse_material("KNNK");
    const std::size_t size = EndingIndex(material).size();
    std::string error;
    Bytes file = file_of("KNNK", Bytes(size), 16384);
    for (std::size_t at = 36 + 8 * ((size + 16383) / 16384) + 4; at < file.size(); at += 100) file[at] ^= 1;
    Endings some;
    const Chess game = at("7k/8/8/8/8/2NNK3/8/8 w - - 0 1");
    some.load(EndingTable::read(file, error));
    CHECK(error.empty() && !some.probe(game) && some.find(material)->packed().damaged());
    some.load(EndingTable::read(file_of("KNNK", Bytes(size), 16384), error));
    const EndingTable* good = some.find(material);
    CHECK(some.probe(game) == Distance() && some.loaded() == std::vector{good});
    some.load(EndingTable::read(file_of("KNNK", Bytes(size, 1), 16384), error));
    CHECK(some.find(material) == good);
}

void many_threads_may_ask() {
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
    solves_a_game_known_by_heart();
    distances_are_ordered();
    names_are_read();
    load("KPK", 2);
    every_value_is_that_of_its_moves("KQK", 10);
    every_value_is_that_of_its_moves("KRK", 16);
    every_value_is_that_of_its_moves("KPK", 28);
    undoing_is_the_reverse_of_moving();
    taking_in_passing_counts();
    images_are_worth_the_same();
    a_search_plays_to_the_mate();
    the_fifty_moves_are_respected();
    castling_is_in_no_table();
    threads_and_stops();
    unpacks_what_others_have_packed();
    a_changed_bit_is_never_a_value();
    a_file_must_hold_an_ending();
    a_damaged_table_is_replaced();
    many_threads_may_ask();
    return report("endings");
}
