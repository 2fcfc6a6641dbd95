// The transposition table against a simple model: a table that grows answers every probe as one that had its full size from the
// start, before and after it is full. Also what an entry decides, and mate distances.
#include <array>
#include <map>
#include <vector>

#include "check.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/tables/transposition.hpp"

using namespace zermelo;

namespace {

static_assert(TableEntry{5, 0, 0, Bound::exact}.decides(-1, 1) && TableEntry{5, 0, 0, Bound::exact}.decides(9, 10));
static_assert(TableEntry{5, 0, 0, Bound::lower}.decides(4, 5) && !TableEntry{5, 0, 0, Bound::lower}.decides(4, 6));
static_assert(TableEntry{5, 0, 0, Bound::upper}.decides(5, 6) && !TableEntry{5, 0, 0, Bound::upper}.decides(4, 6));
static_assert(!TableEntry{5, 0, 0, Bound::none}.decides(4, 5) && !TableEntry{5, 0, 0, Bound::none}.decides(5, 6));
static_assert(bound_of(3, 3, 7) == Bound::upper && bound_of(7, 3, 7) == Bound::lower && bound_of(5, 3, 7) == Bound::exact);

// A win in 5 plies from the root, found at ply 3, is a win in 2 from the position; at ply 1 of another search it is one in 3.
static_assert(to_table(1000 - 5, 3, 900) == 1000 - 2 && from_table(1000 - 2, 1, 900) == 1000 - 3);
static_assert(to_table(5 - 1000, 3, 900) == 2 - 1000 && from_table(2 - 1000, 1, 900) == 3 - 1000);
static_assert(to_table(899, 3, 900) == 899 && from_table(-899, 3, 900) == -899 && to_table(0, 9, 900) == 0);

// The documented behaviour, with all buckets from the start: four entries per bucket; the same position is replaced, except by an
// entry of quiescence (depth 0) without a move if it was searched deeper in this search; else an empty place is filled; else the
// shallowest entry goes, where each search since it was stored counts as eight plies less.
class Model {
public:
    explicit Model(std::size_t megabytes) : buckets_((megabytes << 20) / 64) {}

    void new_search() { age_ = (age_ + 1) % 64; }

    std::optional<TableEntry> probe(Key key) const {
        for (const Stored& stored : buckets_[index(key)])
            if (stored.key == key) return stored.entry;
        return std::nullopt;
    }

    void store(Key key, const TableEntry& entry) {
        auto& bucket = buckets_[index(key)];
        for (Stored& stored : bucket)
            if (stored.key == key) {
                if (entry.depth == 0 && entry.move == TableEntry::no_move && stored.entry.depth > 0 && stored.age == age_) return;
                stored = {key, entry, age_};
                return;
            }
        if (bucket.size() < 4) return bucket.push_back({key, entry, age_});
        const auto keep = [this](const Stored& stored) { return stored.entry.depth - 8 * ((age_ - stored.age + 64) % 64); };
        *std::min_element(bucket.begin(), bucket.end(), [&](const Stored& a, const Stored& b) { return keep(a) < keep(b); }) = {key, entry, age_};
    }

    std::size_t count() const {
        std::size_t entries = 0;
        for (const auto& bucket : buckets_) entries += bucket.size();
        return entries;
    }

private:
    struct Stored {
        Key key;
        TableEntry entry;
        int age;
    };
    std::size_t index(Key key) const { return (key * 0x9E3779B97F4A7C15ull >> 24) % buckets_.size(); }

    std::vector<std::vector<Stored>> buckets_;
    int age_ = 0;
};

TableEntry random_entry(Random& random) {
    const int move = random.below(4) == 0 ? TableEntry::no_move : static_cast<int>(random.below(1024));
    const int depth = random.below(3) == 0 ? 0 : static_cast<int>(random.below(30));
    return {static_cast<Value>(random.below(2'000'000)) - 1'000'000, depth, move,
            static_cast<Bound>(1 + random.below(3))};
}

// Many different sequences: few keys and many, bare boards (small numbers) and hashes, several searches.
void test_against_model() {
    for (int round = 0; round < 6; ++round) {
        TranspositionTable table(1);
        Model model(1);
        CHECK(table.bytes() == 1 << 20);
        Random random(static_cast<std::uint64_t>(round));
        const std::uint32_t different = round % 3 == 0 ? 2000 : round % 3 == 1 ? 60'000 : 1'000'000;
        const auto key_of = [&](std::uint32_t number) { return round % 2 ? mix(number) : Key{number} + 1; };
        std::vector<Key> keys;
        for (int at = 0; at < 200'000; ++at) {
            if (random.below(20'000) == 0) table.new_search(), model.new_search();
            const Key key = key_of(random.below(different));
            const TableEntry entry = random_entry(random);
            table.store(key, entry), model.store(key, entry);
            keys.push_back(key);
            // This key, an earlier one, and one that may never have been stored.
            for (const Key asked : {key, keys[random.below(static_cast<std::uint32_t>(keys.size()))], key_of(random.below(2 * different))})
                CHECK(table.probe(asked) == model.probe(asked));
            if (failures > 10) return;
        }
        for (const Key key : keys) CHECK(table.probe(key) == model.probe(key));
        if (failures > 10) return;
        CHECK(round % 3 != 2 || model.count() > 60'000);  // nearly full, so that entries were replaced
    }
}

// Before the table is full nothing is lost but entries of overfull buckets: with as many entries as a quarter of its places
// there are hardly any.
void test_growth_keeps_entries() {
    TranspositionTable table(1);
    std::map<Key, TableEntry> stored;
    Random random(5);
    for (int at = 0; at < 4000; ++at) {
        const Key key = random.next();
        const TableEntry entry{at, 1, at % 1024, Bound::exact};
        table.store(key, entry);
        stored[key] = entry;
    }
    std::size_t found = 0;
    for (const auto& [key, entry] : stored) {
        const auto probed = table.probe(key);
        CHECK(!probed || *probed == entry);
        found += probed.has_value();
    }
    CHECK(found >= stored.size() - 5);
}

void test_round_trip() {
    TranspositionTable table(1);
    Random random(1);
    for (int number = 0; number < 100'000; ++number) {
        const Key key = random.next();
        const TableEntry entry{static_cast<Value>(random.below(2'000'000)) - 1'000'000, static_cast<int>(random.below(4096)),
                               static_cast<int>(random.below(1024)), static_cast<Bound>(1 + random.below(3))};
        table.store(key, entry);
        CHECK(table.probe(key) == entry);
        CHECK(!table.probe(key ^ 1));
    }
    // The largest values that searches store.
    for (const Value value : {134'000'000, -134'000'000, 0}) {
        table.store(77, {value, TranspositionTable::deepest, TableEntry::no_move - 1, Bound::exact});
        CHECK(table.probe(77)->value == value && table.probe(77)->depth == TranspositionTable::deepest);
    }
    table.clear();
    CHECK(!table.probe(0) && !table.probe(77) && table.hashfull() == 0);
}

void test_allocated_tables_hold_the_same() {
    TranspositionTable grows(1), allocated(1);
    Random random(2);
    for (int number = 0; number < 50'000; ++number) {
        if (number == 100) allocated.allocate();
        const Key key = random.next();
        const TableEntry entry{static_cast<Value>(number), static_cast<int>(random.below(100)), 1, Bound::exact};
        grows.store(key, entry), allocated.store(key, entry);
        CHECK(allocated.probe(key) == grows.probe(key));
    }
    CHECK(allocated.hashfull() == grows.hashfull());
    allocated.clear();
    CHECK(allocated.hashfull() == 0);
}

void test_replacement() {
    TranspositionTable table(1);
    const auto stores = [&](TableEntry entry) {
        table.store(9, entry);
        return table.probe(9).value_or(TableEntry{}).value == entry.value;
    };
    CHECK(stores({1, 10, 3, Bound::lower}));
    // Quiescence without a move does not replace a deeper entry, which keeps its value and its move.
    for (const Bound bound : {Bound::lower, Bound::upper, Bound::exact}) CHECK(!stores({2, 0, TableEntry::no_move, bound}));
    CHECK(table.probe(9) == (TableEntry{1, 10, 3, Bound::lower}));
    // Anything else does: with a move, or with any depth.
    CHECK(stores({3, 0, 4, Bound::upper}) && stores({4, 20, 5, Bound::exact}) && stores({5, 1, TableEntry::no_move, Bound::lower}));
    // Quiescence replaces quiescence.
    CHECK(stores({6, 0, 7, Bound::exact}) && stores({7, 0, TableEntry::no_move, Bound::upper}));
    // Entries of an earlier search are always replaced.
    CHECK(stores({8, 30, 8, Bound::exact}));
    table.new_search();
    CHECK(stores({9, 0, TableEntry::no_move, Bound::upper}) && table.probe(9) == (TableEntry{9, 0, TableEntry::no_move, Bound::upper}));
}

void test_hashfull() {
    TranspositionTable table(1);
    CHECK(table.hashfull() == 0);
    Random random(3);
    int before = 0;
    const int places = (1 << 20) / 16;
    for (int eighth = 1; eighth <= 8; ++eighth) {
        for (int at = 0; at < places / 8; ++at) table.store(random.next(), random_entry(random));
        const int now = table.hashfull();
        CHECK(now >= before && now <= 1000);
        // Stored entries by places, less those that had to make room: 1000 * (1 - P(overfull)) stays near the share stored.
        if (eighth <= 4) CHECK(now > 100 * eighth && now < 150 * eighth);
        before = now;
    }
    CHECK(before > 700);
    // Old entries do not count.
    table.new_search();
    CHECK(table.hashfull() == 0);
}

}  // namespace

int main() {
    test_against_model();
    test_growth_keeps_entries();
    test_allocated_tables_hold_the_same();
    test_round_trip();
    test_replacement();
    test_hashfull();
    return report("transposition table");
}
