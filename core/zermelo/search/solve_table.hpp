// The table of the exact solver. Unlike the table of a depth-limited search it keeps both bounds of a value, and what an
// entry is worth is measured by the work that it saves (the nodes below it), not by depth.
//
// A bucket is one cache line. Where a game says that its keys have few bits and its values fit a byte (Connect Four), an
// entry is one word and a bucket has eight of them:
//
//     | tag:39 | work:5 | move:4 | low:8 | high:8 |
//
// The key is first scrambled by a bijection of its own bits; the low bits of the result choose the bucket and the rest is
// the tag, so nothing of the key is lost and a match is certain. Otherwise an entry keeps the whole key, and a bucket has
// four entries if the game says that its values fit 16 bits, else two. For one thread.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "zermelo/base/value.hpp"

namespace zermelo {

// What the table knows: the value lies in low..high, and this move was best (a small number, or no_move).
struct Proven {
    static constexpr int no_move = -1;
    Value low;
    Value high;
    int move = no_move;
};

template <class G>
concept PacksIntoAWord = requires {
    requires G::key_bits >= 20 && G::key_bits <= 49;
    requires G::value_range.low >= -127 && G::value_range.high <= 127;
    requires G::max_moves <= 15;
};

template <class G>
class SolveTable {
public:
    static constexpr bool packed = PacksIntoAWord<G>;

    explicit SolveTable(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        buckets_ = std::bit_floor(std::max<std::size_t>(megabytes, 1) * (std::size_t{1} << 20) / sizeof(Bucket));
        if constexpr (packed) buckets_ = std::min(buckets_, std::size_t{1} << (G::key_bits - 1));
        index_bits_ = std::bit_width(buckets_) - 1;
        // Fresh memory is zero and costs nothing until it is touched. Large pages, so that a probe seldom misses the TLB.
        constexpr std::size_t page = std::size_t{2} << 20;
        memory_.reset();
        memory_.reset(std::calloc(bytes() + page, 1));
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        table_ = reinterpret_cast<Bucket*>((address + page - 1) / page * page);
#ifdef __linux__
        madvise(table_, bytes(), MADV_HUGEPAGE);  // advice only: nothing depends on it
#endif
    }
    void clear() { std::memset(static_cast<void*>(table_), 0, bytes()); }
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    void prefetch(Key key) const { __builtin_prefetch(&table_[scramble(key) & (buckets_ - 1)]); }

    // Narrows what is known of a position; true if the table has it.
    bool probe(Key key, Proven& proven) const {
        const Key spread = scramble(key);
        const Bucket& bucket = table_[spread & (buckets_ - 1)];
        if constexpr (packed) {
            const std::uint64_t tag = spread >> index_bits_;
            // At most one entry has the tag. Without branches: the processor could not foresee which one.
            std::uint64_t entry = 0;
            for (const std::uint64_t one : bucket.entries) entry |= one >> tag_shift == tag ? one : 0;
            if ((entry & 0xffff) == 0) return false;
            proven.low = std::max<Value>(proven.low, static_cast<Value>(entry >> 8 & 0xff) - 128);
            proven.high = std::min<Value>(proven.high, static_cast<Value>(entry & 0xff) - 128);
            proven.move = static_cast<int>(entry >> 16 & 0xf) - 1;
            return true;
        } else {
            for (const Wide& entry : bucket.entries)
                if (entry.key == key && entry.used) {
                    proven.low = std::max<Value>(proven.low, entry.low);
                    proven.high = std::min<Value>(proven.high, entry.high);
                    proven.move = entry.move;
                    return true;
                }
        }
        return false;
    }

    // Takes the place of the same position, else of the entry that cost the least work. Bounds must lie in the game's
    // value_range, where it has one.
    void store(Key key, const Proven& proven, std::uint64_t nodes) {
        const int work = static_cast<int>(std::min<std::uint64_t>(std::bit_width(nodes), 31));
        const Key spread = scramble(key);
        Bucket& bucket = table_[spread & (buckets_ - 1)];
        if constexpr (packed) {
            const std::uint64_t tag = spread >> index_bits_;
            std::uint64_t least = ~std::uint64_t{0};  // work above, place below
            for (std::uint64_t at = 0; at < 8; ++at) {
                const std::uint64_t entry = bucket.entries[at];
                const std::uint64_t keep = entry >> tag_shift == tag ? at : (entry & work_mask) + 8 + at;
                least = std::min(least, keep);
            }
            std::uint64_t* const worst = &bucket.entries[least & 7];
            *worst = tag << tag_shift | static_cast<std::uint64_t>(work) << 20 |
                     static_cast<std::uint64_t>(proven.move + 1) << 16 |
                     static_cast<std::uint64_t>(proven.low + 128) << 8 | static_cast<std::uint64_t>(proven.high + 128);
        } else {
            Wide* worst = bucket.entries;
            for (Wide& entry : bucket.entries) {
                if (!entry.used || entry.key == key) {
                    worst = &entry;
                    break;
                }
                if (entry.work < worst->work) worst = &entry;
            }
            *worst = Wide{key, static_cast<Stored>(proven.low), static_cast<Stored>(proven.high), static_cast<std::int16_t>(proven.move),
                          static_cast<std::uint8_t>(work), true};
        }
    }

private:
    static constexpr int tag_shift = 25;
    static constexpr std::uint64_t work_mask = std::uint64_t{31} << 20;

    static constexpr bool small_values = requires {
        requires G::value_range.low >= -32000 && G::value_range.high <= 32000;
    };
    using Stored = std::conditional_t<small_values, std::int16_t, Value>;
    struct Wide {
        Key key;
        Stored low;
        Stored high;
        std::int16_t move;
        std::uint8_t work;
        bool used;
    };
    struct alignas(64) PackedBucket {
        std::uint64_t entries[8];
    };
    struct alignas(64) WideBucket {
        Wide entries[64 / sizeof(Wide)];
    };
    using Bucket = std::conditional_t<packed, PackedBucket, WideBucket>;

    // A bijection of the keys: odd multiples and shifts within the key's own bits can be undone.
    static Key scramble(Key key) {
        if constexpr (packed) {
            constexpr Key all = (Key{1} << G::key_bits) - 1;
            key = key * 0x9E3779B97F4A7C15ull & all;
            key ^= key >> (G::key_bits / 2);
            return key * 0xD6E8FEB86659FD93ull & all;
        } else {
            key *= 0x9E3779B97F4A7C15ull;
            return key ^ key >> 32;
        }
    }

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> memory_;
    Bucket* table_ = nullptr;  // within memory_, at the start of a page
    std::size_t buckets_ = 0;
    int index_bits_ = 0;
};

}  // namespace zermelo
