// The moves that led to a position, and the positions on the way as keys, for superko and for writing the game down. A list whose
// tails are shared: copying a game copies a pointer, a sum and a filter.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/games/go/points.hpp"

namespace zermelo::go {

class History {
public:
    History() = default;
    History(const History& other) : last_(other.last_), set_key_(other.set_key_), moves_(other.moves_), filter_(other.filter_) {
        if (last_) last_->owners.fetch_add(1, std::memory_order_relaxed);
    }
    History(History&& other) noexcept : last_(std::exchange(other.last_, nullptr)), set_key_(other.set_key_), moves_(other.moves_), filter_(other.filter_) {}
    History& operator=(History other) noexcept {
        std::swap(last_, other.last_);
        set_key_ = other.set_key_, moves_ = other.moves_, filter_ = other.filter_;
        return *this;
    }
    ~History() {
        // Not by recursion: a game may be long.
        for (Entry* entry = last_; entry && entry->owners.fetch_sub(1, std::memory_order_acq_rel) == 1;) delete std::exchange(entry, entry->before);
    }

    // Note that the game starts here.
    void start(Key position) { *this = {}, push(position, pass), moves_ = 0; }
    // Note a move and the position after it.
    void push(Key position, Point move) {
        if (!contains(position)) set_key_ += mix(position);
        filter_[word(position)] |= bit(position);
        last_ = new Entry{position, last_, {1}, move};
        ++moves_;
    }

    bool contains(Key position) const {
        if (!(filter_[word(position)] & bit(position))) return false;
        for (const Entry* entry = last_; entry; entry = entry->before)
            if (entry->position == position) return true;
        return false;
    }

    // A key of the set of positions, in whatever order they came.
    Key set_key() const { return set_key_; }

    int moves() const { return moves_; }
    // The last move, or that before it, where `back` is 1; a pass if there is none.
    Point move(int back = 0) const {
        if (moves_ <= back) return pass;
        const Entry* entry = last_;
        while (back-- > 0) entry = entry->before;
        return entry->move;
    }
    // All moves from the start.
    std::vector<Point> line() const {
        std::vector<Point> moves(static_cast<std::size_t>(moves_));
        const Entry* entry = last_;
        for (std::size_t at = moves.size(); at-- > 0; entry = entry->before) moves[at] = entry->move;
        return moves;
    }

private:
    struct Entry {
        Key position;
        Entry* before;
        std::atomic<std::uint32_t> owners;
        Point move;
    };
    static constexpr std::size_t words = 16;
    static constexpr std::size_t word(Key position) { return position >> 6 & (words - 1); }
    static constexpr std::uint64_t bit(Key position) { return std::uint64_t{1} << (position & 63); }

    Entry* last_ = nullptr;
    Key set_key_ = 0;
    int moves_ = 0;
    std::array<std::uint64_t, words> filter_{};  // a position whose bit is not set has not occurred
};

}  // namespace zermelo::go
