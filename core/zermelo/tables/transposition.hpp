// The transposition table: what is known of positions met before, shared by all threads without locks.
//
// A bucket is one cache line of four entries:
//
//     | key ^ data | data | key ^ data | data | key ^ data | data | key ^ data | data |
//
// and data is  value:28 | depth:12 | age:6 | move:16 | bound:2.  An entry is believed only if its two words belong
// together (key ^ data ^ data == key), so a torn write by another thread reads as "not there". The move is the index of a
// move in the game's own list, so any type of move will do, and an index that is out of range is harmless.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <optional>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace zermelo {

enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

// What the table knows of a position: its value (or a bound of it) from a search of `depth` moves, and the best move.
struct Known {
    std::int32_t value = 0;
    int depth = 0;
    int move = no_move;
    Bound bound = Bound::none;

    static constexpr int no_move = 0xffff;
};

class TranspositionTable {
public:
    static constexpr int deepest = 4095;

    explicit TranspositionTable(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        const std::size_t wanted = std::max<std::size_t>(megabytes << 20, sizeof(Bucket)) / sizeof(Bucket);
        buckets_ = std::bit_floor(wanted);
        // Zeroed by the system as it is touched, so that a large table costs nothing until it is used.
        memory_.reset(std::calloc(buckets_ + 1, sizeof(Bucket)));
        if (!memory_) throw std::bad_alloc();
        void* start = memory_.get();
        std::size_t space = (buckets_ + 1) * sizeof(Bucket);
        table_ = static_cast<Bucket*>(std::align(alignof(Bucket), buckets_ * sizeof(Bucket), start, space));
#if defined(__linux__)
        // Large pages: a probe misses the cache anyway, but need not miss the page tables too. Only a wish, so no check.
        constexpr std::size_t page = std::size_t{2} << 20;
        const std::size_t begin = (reinterpret_cast<std::uintptr_t>(table_) + page - 1) / page * page;
        const std::size_t end = (reinterpret_cast<std::uintptr_t>(table_) + bytes()) / page * page;
        if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
    }

    void clear() {
        for (std::size_t at = 0; at < buckets_; ++at)
            for (auto& slot : table_[at].slots) slot.check.store(0, relaxed), slot.data.store(0, relaxed);
    }

    // Entries of earlier searches become the first to be replaced.
    void new_search() { age_ = (age_ + 1) & 0x3f; }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }

    std::optional<Known> probe(std::uint64_t key) const {
        for (const auto& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(relaxed);
            if ((slot.check.load(relaxed) ^ data) == key && data != 0) return unpack(data);
        }
        return std::nullopt;
    }

    // Takes the place of the same position, else of the entry least worth keeping: an old one, then a shallow one.
    void store(std::uint64_t key, const Known& known) {
        auto& slots = bucket(key).slots;
        Slot* worst = &slots[0];
        int least = 1 << 30;
        for (auto& slot : slots) {
            const std::uint64_t data = slot.data.load(relaxed);
            if (data == 0 || (slot.check.load(relaxed) ^ data) == key) {
                worst = &slot;
                break;
            }
            const int keep = depth_of(data) - 8 * ((age_ - age_of(data)) & 0x3f);
            if (keep < least) least = keep, worst = &slot;
        }
        const std::uint64_t data = pack(known);
        worst->check.store(key ^ data, relaxed);
        worst->data.store(data, relaxed);
    }

private:
    static constexpr auto relaxed = std::memory_order_relaxed;

    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        Slot slots[4];
    };

    static int depth_of(std::uint64_t data) { return static_cast<int>(data >> 24 & 0xfff); }
    static int age_of(std::uint64_t data) { return static_cast<int>(data >> 18 & 0x3f); }

    std::uint64_t pack(const Known& known) const {
        return static_cast<std::uint64_t>(known.value) << 36 | static_cast<std::uint64_t>(known.depth & 0xfff) << 24 |
               static_cast<std::uint64_t>(age_) << 18 | static_cast<std::uint64_t>(known.move & 0xffff) << 2 |
               static_cast<std::uint64_t>(known.bound);
    }
    static Known unpack(std::uint64_t data) {
        return {static_cast<std::int32_t>(static_cast<std::int64_t>(data) >> 36), depth_of(data),
                static_cast<int>(data >> 2 & 0xffff), static_cast<Bound>(data & 3)};
    }

    Bucket& bucket(std::uint64_t key) { return table_[index(key)]; }
    const Bucket& bucket(std::uint64_t key) const { return table_[index(key)]; }
    std::size_t index(std::uint64_t key) const {
        // Keys may be plain boards, so their bits are spread before the low ones are taken.
        return ((key * 0x9E3779B97F4A7C15ull) >> 24) & (buckets_ - 1);
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    std::unique_ptr<void, Free> memory_;
    Bucket* table_ = nullptr;
    std::size_t buckets_ = 0;
    int age_ = 0;
};

}  // namespace zermelo
