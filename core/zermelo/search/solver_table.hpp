// The table of the exact solver. Unlike the table of a depth-limited search it keeps both bounds of a value, and replacement goes by
// the work that an entry saves (the nodes below it), not by depth.
//
// A bucket is one cache line. If keys have few bits and values fit a byte (HasPackedKey), an entry is one word
// and a bucket has eight of them:
//
//     | tag:39 | work:5 | move:4 | low:8 | high:8 |
//
// The key is first scrambled by a bijection of its bits; the low bits of the result choose the bucket and the rest is the tag, so a
// match is certain. Otherwise an entry has the whole key, and a bucket has four entries if values fit 16 bits, else two:
//
//     | key ^ data | low:16 high:16 move:16 work:8 used:8 |     or     | key ^ a ^ b | a = low:32 high:32 | b = move, work, used |
//
// The table starts small, so that it fits the CPU cache and costs nothing to make, and grows with its entries to its full size.
//
// Several threads may share it without locks (`Shared`): words are then read and written atomically, and an entry of several words
// is used only if they belong together.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
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

#include "zermelo/game/hooks.hpp"

namespace zermelo {

// An entry: the value is in low..high, and the best move (a small number, or no_move).
struct Proven {
    static constexpr int no_move = -1;
    Value low;
    Value high;
    int move = no_move;
};

template <class G>
class SolverTable {
public:
    static constexpr bool packed = HasPackedKey<G>;

    // `megabytes` is the full size.
    explicit SolverTable(std::size_t megabytes) { resize(megabytes); }

    void resize(std::size_t megabytes) {
        most_ = std::bit_floor(std::max<std::size_t>(megabytes, 1) * (std::size_t{1} << 20) / sizeof(Bucket));
        if constexpr (packed) most_ = std::min(most_, std::size_t{1} << (G::key_bits - 1));
        forget();
    }
    void forget() { allocate(std::min(most_, first_buckets)); }

    // Grow to the full size, as is needed before threads share the table.
    void grow_fully() {
        if (buckets_ < most_) grow(most_);
    }
    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    void prefetch(Key key) const { __builtin_prefetch(&table_[scramble(key) & (buckets_ - 1)]); }

    // Narrow the bounds of a position; true if the table has it.
    template <bool Shared>
    bool probe(Key key, Proven& proven) const {
        const Key spread = scramble(key);
        Bucket& bucket = table_[spread & (buckets_ - 1)];
        if constexpr (packed) {
            const std::uint64_t tag = spread >> index_bits_;
            // At most one entry has the tag (two threads may write it twice: then either is right). Without branches, since they
            // would be mispredicted.
            std::uint64_t entry = 0;
            for (std::uint64_t& word : bucket.entries) {
                const std::uint64_t one = load<Shared>(word);
                if constexpr (Shared) entry = one >> tag_shift == tag ? one : entry;
                else entry |= one >> tag_shift == tag ? one : 0;
            }
            if ((entry & 0xffff) == 0) return false;
            proven.low = std::max<Value>(proven.low, static_cast<Value>(entry >> 8 & 0xff) - 128);
            proven.high = std::min<Value>(proven.high, static_cast<Value>(entry & 0xff) - 128);
            proven.move = static_cast<int>(entry >> 16 & 0xf) - 1;
            return true;
        } else {
            for (Wide& entry : bucket.entries) {
                const Wide words = copy<Shared>(entry);
                if (!used(words) || key_of(words) != key) continue;
                proven.low = std::max<Value>(proven.low, low_of(words));
                proven.high = std::min<Value>(proven.high, high_of(words));
                proven.move = static_cast<std::int16_t>(words[last] >> 16);
                return true;
            }
        }
        return false;
    }

    // Replace the same position, else the entry with the least work. Bounds must be in the game's value_range, if it has one.
    template <bool Shared>
    void store(Key key, const Proven& proven, std::uint64_t nodes) {
        if constexpr (!Shared)
            if (room_-- == 0) grow(std::min(most_, buckets_ * growth));
        const auto work = std::min<std::uint64_t>(std::bit_width(nodes), 31);
        const Key spread = scramble(key);
        Bucket& bucket = table_[spread & (buckets_ - 1)];
        if constexpr (packed) {
            const std::uint64_t tag = spread >> index_bits_;
            std::uint64_t least = ~std::uint64_t{0};  // work above, index below
            for (std::uint64_t at = 0; at < 8; ++at) {
                const std::uint64_t entry = load<Shared>(bucket.entries[at]);
                const std::uint64_t keep = entry >> tag_shift == tag ? at : (entry & work_mask) + 8 + at;
                least = std::min(least, keep);
            }
            put<Shared>(bucket.entries[least & 7],
                        tag << tag_shift | work << 20 | static_cast<std::uint64_t>(proven.move + 1) << 16 |
                            static_cast<std::uint64_t>(proven.low + 128) << 8 | static_cast<std::uint64_t>(proven.high + 128));
        } else {
            Wide* worst = bucket.entries.data();
            std::uint64_t least = ~std::uint64_t{0};
            for (Wide& entry : bucket.entries) {
                const Wide words = copy<Shared>(entry);
                const bool replaces = !used(words) || key_of(words) == key;
                if (replaces || work_of(words) < least) worst = &entry, least = work_of(words);
                if (replaces) break;
            }
            Wide words{};
            const auto move = static_cast<std::uint64_t>(static_cast<std::uint16_t>(proven.move));
            words[last] = move << 16 | work << 8 | 1;
            if constexpr (small_values) {
                words[last] |= static_cast<std::uint64_t>(static_cast<std::uint16_t>(proven.low)) << 48 |
                               static_cast<std::uint64_t>(static_cast<std::uint16_t>(proven.high)) << 32;
            } else {
                words[1] = static_cast<std::uint64_t>(static_cast<std::uint32_t>(proven.low)) << 32 |
                           static_cast<std::uint32_t>(proven.high);
            }
            words[0] = key ^ key_of(words);
            for (std::size_t at = 0; at < words.size(); ++at) put<Shared>((*worst)[at], words[at]);
        }
    }

private:
    static constexpr std::size_t first_buckets = 4096;  // 256 KB
    static constexpr std::size_t growth = 8;            // when it is half full
    static constexpr std::size_t quickly_cleared = std::size_t{256} << 20;
    static constexpr int tag_shift = 25;
    static constexpr std::uint64_t work_mask = std::uint64_t{31} << 20;

    static constexpr bool small_values = requires {
        requires G::value_range.low >= -32000 && G::value_range.high <= 32000;
    };
    // One word with the key xored with the data, then the data; the last word ends with move, work and a used bit.
    using Wide = std::array<std::uint64_t, small_values ? 2 : 3>;
    static constexpr std::size_t last = std::tuple_size_v<Wide> - 1;
    struct alignas(64) PackedBucket {
        std::uint64_t entries[8];
    };
    struct alignas(64) WideBucket {
        std::array<Wide, 64 / sizeof(Wide)> entries;
    };
    using Bucket = std::conditional_t<packed, PackedBucket, WideBucket>;

    static bool used(const Wide& words) { return words[last] & 1; }
    static std::uint64_t work_of(const Wide& words) { return words[last] >> 8 & 0xff; }
    static Key key_of(const Wide& words) {
        Key key = 0;
        for (const std::uint64_t word : words) key ^= word;
        return key;
    }
    static Value low_of(const Wide& words) {
        if constexpr (small_values) return static_cast<std::int16_t>(words[last] >> 48);
        else return static_cast<std::int32_t>(words[1] >> 32);
    }
    static Value high_of(const Wide& words) {
        if constexpr (small_values) return static_cast<std::int16_t>(words[last] >> 32);
        else return static_cast<std::int32_t>(words[1]);
    }

    template <bool Shared>
    static std::uint64_t load(std::uint64_t& word) {
        if constexpr (Shared) return std::atomic_ref(word).load(std::memory_order_relaxed);
        else return word;
    }
    template <bool Shared>
    static void put(std::uint64_t& word, std::uint64_t value) {
        if constexpr (Shared) std::atomic_ref(word).store(value, std::memory_order_relaxed);
        else word = value;
    }
    template <bool Shared>
    static Wide copy(Wide& entry) {
        Wide words;
        for (std::size_t at = 0; at < words.size(); ++at) words[at] = load<Shared>(entry[at]);
        return words;
    }

    void allocate(std::size_t buckets) {
        // A large page of a table that has not grown so far is cleared for every few entries: too long between two polls.
        const bool large_pages = buckets <= growth * buckets_ || buckets * sizeof(Bucket) <= quickly_cleared;
        buckets_ = buckets;
        index_bits_ = std::bit_width(buckets_) - 1;
        // It grows when it is half full.
        room_ = buckets_ < most_ ? buckets_ * (sizeof(Bucket::entries) / sizeof(Bucket::entries[0])) / 2 : ~std::size_t{0};
        // calloc costs nothing until the memory is touched. Huge pages, so that a probe seldom misses the TLB.
        const std::size_t page = std::min(std::size_t{2} << 20, bytes());
        memory_.reset();
        memory_.reset(std::calloc(bytes() + page, 1));
        if (!memory_) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        table_ = reinterpret_cast<Bucket*>((address + page - 1) / page * page);
#ifdef __linux__
        if (bytes() >= page && large_pages) madvise(table_, bytes(), MADV_HUGEPAGE);  // only advice
#endif
    }

    // The low bits of an entry's new bucket are those of its old one, so the entries of one bucket always fit.
    void grow(std::size_t buckets) {
        const std::unique_ptr<void, Free> old_memory = std::move(memory_);
        const Bucket* const old = table_;
        const std::size_t old_buckets = buckets_;
        const int old_bits = index_bits_;
        allocate(buckets);
        for (std::size_t from = 0; from < old_buckets; ++from)
            for (const auto& entry : old[from].entries) {
                if constexpr (packed) {
                    if (!entry) continue;
                    const Key spread = entry >> tag_shift << old_bits | from;
                    const std::uint64_t rest = entry & ((std::uint64_t{1} << tag_shift) - 1);
                    *vacant(table_[spread & (buckets_ - 1)]) = spread >> index_bits_ << tag_shift | rest;
                } else if (used(entry)) {
                    *vacant(table_[scramble(key_of(entry)) & (buckets_ - 1)]) = entry;
                }
            }
    }
    static auto* vacant(Bucket& bucket) {
        for (auto& entry : bucket.entries) {
            if constexpr (packed) {
                if (!entry) return &entry;
            } else if (!used(entry)) {
                return &entry;
            }
        }
        return &bucket.entries[0];  // not reached
    }

    // A bijection: odd factors and shifts within the bits of a key are invertible.
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
    Bucket* table_ = nullptr;  // in memory_, aligned to a page
    std::size_t most_ = 0;     // buckets at full size
    std::size_t buckets_ = 0;  // buckets now
    std::size_t room_ = 0;     // stores until it grows
    int index_bits_ = 0;
};

}  // namespace zermelo
