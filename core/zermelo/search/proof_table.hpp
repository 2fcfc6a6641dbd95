// The table of proof-number search. Of four entries for a key the one that took the least work is replaced. Its memory is zeroed by
// the system as it is touched, so that a large table takes no time before the search polls its limits.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>

#include "zermelo/base/memory.hpp"
#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

struct ProofNumbers {
    std::uint32_t phi = 1, delta = 1;
    std::uint8_t span = 0;  // of a proof: the most moves without progress that it needs
};

class ProofTable {
public:
    explicit ProofTable(std::size_t megabytes)
        : size_(std::bit_floor(std::max<std::size_t>((megabytes << 20) / sizeof(Entry), 1024))) {
        clear();
    }

    void clear() {
        memory_ = Memory();  // before the new one, so that both never exist together
        memory_ = Memory(size_ * sizeof(Entry));
        entries_ = static_cast<Entry*>(memory_.get());
    }

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
        for (const Entry* entry = entries_; entry != entries_ + size_; ++entry)
            if (entry->work >= std::max(least_work, 1u)) visit(entry->key, entry->numbers, entry->work);
    }

private:
    static constexpr std::size_t ways = 4;

    // All zero, it is empty.
    struct Entry {
        Key key = 0;
        std::uint32_t work = 0;
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
    Memory memory_;
    Entry* entries_ = nullptr;
};

}  // namespace zermelo
