// The table of proof-number search. Of four entries for a key the one that took the least work is replaced.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>

#include "zermelo/base/random.hpp"
#include "zermelo/base/value.hpp"

namespace zermelo {

struct ProofNumbers {
    std::uint32_t phi = 1, delta = 1;
    std::uint8_t span = 0;  // of a proof: the most moves without progress that it needs
};

class ProofTable {
public:
    explicit ProofTable(std::size_t megabytes)
        : size_(std::bit_floor(std::max<std::size_t>((megabytes << 20) / sizeof(Entry), 1024))), entries_(new Entry[size_]) {}

    void clear() { std::fill_n(entries_.get(), size_, Entry{}); }

    std::optional<ProofNumbers> probe(Key key) const {
        const Entry* const entry = find(key);
        return entry ? std::optional(entry->numbers) : std::nullopt;
    }
    // The nodes searched below a position; 0 if it has no entry.
    std::uint64_t work(Key key) const {
        const Entry* const entry = find(key);
        return entry ? entry->work : 0;
    }

    void store(Key key, ProofNumbers numbers, std::uint64_t work) {
        Entry* const places = &entries_[place(key)];
        Entry* chosen = places;
        for (Entry* entry = places; entry != places + ways; ++entry) {
            if (entry->work && entry->key == key) {
                work += entry->work;
                chosen = entry;
                break;
            }
            if (entry->work < chosen->work) chosen = entry;
        }
        *chosen = {key, static_cast<std::uint32_t>(std::min<std::uint64_t>(work, UINT32_MAX)), numbers};
    }

    // Calls `visit(key, numbers, work)` for each entry that took at least so much work.
    template <class Visit>
    void each(std::uint32_t least_work, Visit&& visit) const {
        for (const Entry* entry = entries_.get(); entry != entries_.get() + size_; ++entry)
            if (entry->work >= std::max(least_work, 1u)) visit(entry->key, entry->numbers, entry->work);
    }

private:
    static constexpr std::size_t ways = 4;

    struct Entry {
        Key key = 0;
        std::uint32_t work = 0;  // 0: empty
        ProofNumbers numbers;
    };

    const Entry* find(Key key) const {
        const Entry* const places = &entries_[place(key)];
        for (const Entry* entry = places; entry != places + ways; ++entry)
            if (entry->work && entry->key == key) return entry;
        return nullptr;
    }
    std::size_t place(Key key) const { return mix(key) & (size_ - ways); }

    std::size_t size_;
    std::unique_ptr<Entry[]> entries_;
};

}  // namespace zermelo
