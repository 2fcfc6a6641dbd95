// The transposition table: entries of positions met before, shared by all threads without locks.
//
// A bucket is one cache line of four entries:
//
//     | key ^ data | data | key ^ data | data | key ^ data | data | key ^ data | data |
//
// and data is  value:28 | depth:12 | age:6 | move:16 | bound:2.  An entry is believed only if its two words belong
// together (key ^ data ^ data == key), so a torn write by another thread reads as a miss. The move is whatever number the
// search chose for it: a small move by itself, else its place in the list of moves; the search checks it before use.
//
// The table starts with a page of memory and doubles whenever a bucket overflows, until it has its full size. Doubling splits
// each bucket in two by one more bit of the hash, so that no entry is lost before the table is full: what it holds is the
// same as if it had had its full size from the start, but short searches touch little memory.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "zermelo/base/memory.hpp"
#include "zermelo/tables/entry.hpp"

namespace zermelo {

class TranspositionTable {
public:
    static constexpr int deepest = 4095;

    explicit TranspositionTable(std::size_t megabytes) {
        const std::size_t wanted = std::max<std::size_t>(megabytes << 20, sizeof(Bucket)) / sizeof(Bucket);
        buckets_ = std::bit_floor(wanted);
        memory_ = Memory(bytes());
        table_ = static_cast<Bucket*>(memory_.get());
        mask_.store(std::min(buckets_, first_buckets) - 1, relaxed);
    }

    void clear() {
        for (std::size_t at = 0; at <= mask_.load(relaxed); ++at)
            for (auto& slot : table_[at].slots) slot.check.store(0, relaxed), slot.data.store(0, relaxed);
    }

    // Take the memory of the full size now: a search on a clock has no time to grow.
    void allocate() {
        while (grow()) {}
        constexpr std::size_t page = 4096 / sizeof(Bucket);
        for (std::size_t at = 0; at < buckets_; at += page) {
            auto& touched = table_[at].slots[0].check;
            touched.store(touched.load(relaxed), relaxed);
        }
    }

    // Entries of earlier searches become the first to be replaced.
    void new_search() { age_.store((age_.load(relaxed) + 1) & 0x3f, relaxed); }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    // How full the table is with entries of this search, per mille.
    int hashfull() const {
        const std::size_t used = mask_.load(relaxed) + 1, sample = std::min<std::size_t>(used, 250);
        const int age = age_.load(relaxed);
        std::size_t count = 0;
        for (std::size_t at = 0; at < sample; ++at)
            for (const auto& slot : table_[at].slots) {
                const std::uint64_t data = slot.data.load(relaxed);
                count += data != 0 && age_of(data) == age;
            }
        return static_cast<int>(1000.0 * static_cast<double>(count) / static_cast<double>(4 * sample) * static_cast<double>(used) /
                                static_cast<double>(buckets_));
    }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<TableEntry> probe(std::uint64_t key) const {
        for (const auto& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(relaxed);
            if ((slot.check.load(relaxed) ^ data) == key && data != 0) return unpack(data);
        }
        return std::nullopt;
    }

    // Store an entry: over the same position, else over the entry least worth keeping, an old one, then a shallow one. An entry of
    // quiescence without a move does not replace a deeper one of the same search. That keeps what is known; it neither saves
    // nor costs nodes on average.
    void store(std::uint64_t key, const TableEntry& entry) {
        Slot* worst = nullptr;
        const int age = age_.load(relaxed);
        while (true) {
            auto& slots = bucket(key).slots;
            int least = 1 << 30;
            bool full = true;
            for (auto& slot : slots) {
                const std::uint64_t data = slot.data.load(relaxed);
                if (data == 0) {
                    worst = &slot, full = false;
                    break;
                }
                if ((slot.check.load(relaxed) ^ data) == key) {
                    if (entry.depth == 0 && entry.move == TableEntry::no_move && depth_of(data) > 0 && age_of(data) == age) return;
                    worst = &slot, full = false;
                    break;
                }
                const int keep = depth_of(data) - 8 * ((age - age_of(data)) & 0x3f);
                if (keep < least) least = keep, worst = &slot;
            }
            if (!full || !grow()) break;
        }
        const std::uint64_t data = pack(entry, age);
        worst->check.store(key ^ data, relaxed);
        worst->data.store(data, relaxed);
    }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;
    static constexpr std::size_t first_buckets = 64;  // one page

    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 24 & 0xfff); }
    static int age_of(std::uint64_t data) { return static_cast<int>(data >> 18 & 0x3f); }

    static std::uint64_t pack(const TableEntry& entry, int age) {
        return static_cast<std::uint64_t>(entry.value) << 36 | static_cast<std::uint64_t>(entry.depth & 0xfff) << 24 |
               static_cast<std::uint64_t>(age) << 18 | static_cast<std::uint64_t>(entry.move & 0xffff) << 2 |
               static_cast<std::uint64_t>(entry.bound);
    }
    static TableEntry unpack(std::uint64_t data) {
        return {static_cast<std::int32_t>(static_cast<std::int64_t>(data) >> 36), depth_of(data),
                static_cast<int>(data >> 2 & 0xffff), static_cast<Bound>(data & 3)};
    }

    // Double the part of the table in use; false once all of it is. Another thread that still uses the old mask may lose an
    // entry or store one where it is not found: that costs time, never correctness.
    [[gnu::noinline]] bool grow() {
        const std::size_t before = mask_.load(relaxed);
        if (before + 1 >= buckets_) return false;
        const std::lock_guard lock(growing_);
        const std::size_t used = mask_.load(relaxed) + 1;
        if (used > before + 1) return true;  // by another thread
        Memory::advise(table_ + used, used * sizeof(Bucket));
        for (std::size_t at = 0; at < used; ++at) {
            Slot *stays = table_[at].slots, *moves = table_[at + used].slots;
            for (auto& slot : table_[at].slots) {
                const std::uint64_t data = slot.data.load(relaxed), check = slot.check.load(relaxed);
                if (data == 0) break;
                Slot*& place = hash(check ^ data) & used ? moves : stays;
                if (place != &slot) {
                    slot.data.store(0, relaxed);
                    place->check.store(check, relaxed), place->data.store(data, relaxed);
                }
                ++place;
            }
        }
        mask_.store(2 * used - 1, relaxed);
        return true;
    }

    // Keys may be bare boards, so their bits are spread before the low ones are taken.
    static std::size_t hash(std::uint64_t key) { return (key * 0x9E3779B97F4A7C15ull) >> 24; }
    std::size_t index(std::uint64_t key) const { return hash(key) & mask_.load(relaxed); }
    Bucket& bucket(std::uint64_t key) { return table_[index(key)]; }
    const Bucket& bucket(std::uint64_t key) const { return table_[index(key)]; }

    Memory memory_;
    Bucket* table_ = nullptr;
    std::size_t buckets_ = 0;            // at its full size
    std::atomic<std::size_t> mask_{0};   // of those in use
    std::mutex growing_;
    std::atomic<int> age_{0};
};

}  // namespace zermelo
