// Retrograde analysis: every position of a slice of a game gets its exact distance to the end, from the ends backwards.
//
// A slice is a set of positions, numbered from 0, such as one ending of chess: moves go from position to position inside it,
// or leave it for others whose distances are known already (a capture, a promotion). Nothing here knows which game it is.
//
// 1. Survey every position: how many others of the slice its moves lead to, and the best of what leads out of it, or the
//    end of the game.
// 2. Ply by ply, n = 0, 1, 2, ...: take the positions that are decided in n plies and undo the moves that lead to them.
//    From a position lost in n, each one before it is won in n + 1. From one won in n, each one before it has a move less to
//    hope for; when none is left, it is lost in n + 1 at the least.
// 3. What is never decided is a draw.
//
// Two bytes a position. Within a ply all changes are of one kind and may come in any order, so threads share the work and
// the result is always the same.
#pragma once

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "zermelo/tables/distance.hpp"

namespace zermelo {

// What is known of a position before the analysis.
struct Outlook {
    bool used = false;                // false: the number belongs to no position
    int inside = 0;                   // to how many different positions of the slice its moves lead, below 200
    std::optional<Distance> outside;  // the best of the other moves, or the end of the game here; none where there is neither
};

// `undo(number, visit)` visits each position of the slice from which a move leads to this one, once; numbers that belong to no
// position may be among them.
template <class S>
concept Slice = requires(const S& slice, std::size_t number, void (*visit)(std::size_t)) {
    { slice.size() } -> std::convertible_to<std::size_t>;
    { slice.outlook(number) } -> std::convertible_to<Outlook>;
    slice.undo(number, visit);
};

// How far an analysis is, for whoever watches it from another thread; and how it is told to stop.
struct RetrogradeProgress {
    std::atomic<std::size_t> surveyed{0};  // positions
    std::atomic<int> ply{-1};              // -1 while positions are surveyed
    std::function<bool()> stop;            // asked by every thread about every millisecond; once true, always true
};

template <Slice S>
class Retrograde {
public:
    static constexpr std::uint8_t unused = 255;  // the byte of a number without a position

    Retrograde(const S& slice, RetrogradeProgress& progress, int threads = 1)
        : slice_(slice), progress_(progress), threads_(std::max(threads, 1)), when_(slice.size()), open_(slice.size()) {}

    // A byte for each position (see Distance); nothing if it was stopped.
    std::vector<std::uint8_t> run() {
        share([this](std::size_t number) { survey(number); });
        for (int ply = 0; ply <= latest_ && !stopped(); ++ply) {
            progress_.ply = ply;
            share([this, ply](std::size_t number) { settle(number, ply); });
        }
        if (latest_ > Distance::most) throw std::overflow_error("an ending is longer than a byte can tell");
        if (stopped()) return {};
        for (std::size_t number = 0; number < when_.size(); ++number) when_[number] = byte_of(number);
        return std::move(when_);
    }

private:
    static constexpr std::uint8_t never = 254, blocked = 255;

    bool stopped() const { return progress_.stop && progress_.stop(); }

    void survey(std::size_t number) {
        const Outlook outlook = slice_.outlook(number);
        when_[number] = outlook.used ? never : unused;
        open_[number] = blocked;
        if ((number & 0xfff) == 0) progress_.surveyed.fetch_add(0x1000, relaxed);
        if (!outlook.used) return;
        const bool safe = outlook.outside ? outlook.outside->drawn() : false;  // a draw in hand: never lost
        if (!safe) open_[number] = static_cast<std::uint8_t>(outlook.inside);
        if (!safe && outlook.outside) {
            when_[number] = static_cast<std::uint8_t>(outlook.outside->plies());
            remember(outlook.outside->plies());
        }
    }

    // A position is decided in this ply if it is won in it (odd), or lost in it (even) with no other move left to hope for.
    void settle(std::size_t number, int ply) {
        if (at(when_, number).load(relaxed) != ply || ((ply & 1) == 0 && at(open_, number).load(relaxed) != 0)) return;
        const auto next = static_cast<std::uint8_t>(ply + 1);
        bool reached = false;
        if (ply & 1) slice_.undo(number, [&](std::size_t before) { reached |= lose_hope(before, next); });
        else slice_.undo(number, [&](std::size_t before) { reached |= win(before, next); });
        if (reached) remember(next);
    }

    bool win(std::size_t number, std::uint8_t plies) {
        auto when = at(when_, number);
        std::uint8_t known = when.load(relaxed);
        // A win that comes sooner stands; what a losing move leads to no longer matters.
        while (known != unused && !((known & 1) && known <= plies))
            if (when.compare_exchange_weak(known, plies, relaxed)) return true;
        return false;
    }

    bool lose_hope(std::size_t number, std::uint8_t plies) {
        auto when = at(when_, number);
        std::uint8_t known = when.load(relaxed);
        auto open = at(open_, number);
        if (known == unused || open.load(relaxed) == blocked || open.fetch_sub(1, relaxed) != 1) return false;
        // The slowest of the losing moves, unless a win is in hand.
        if (known & 1 || (known != never && known >= plies)) return false;
        when.store(plies, relaxed);
        return true;
    }

    std::uint8_t byte_of(std::size_t number) const {
        const std::uint8_t when = when_[number];
        if (when == unused) return unused;
        const bool decided = when != never && ((when & 1) || open_[number] == 0);
        return decided ? Distance::of_plies(when).byte() : Distance().byte();
    }

    static std::atomic_ref<std::uint8_t> at(std::vector<std::uint8_t>& bytes, std::size_t number) {
        return std::atomic_ref(bytes[number]);
    }

    void remember(int plies) {
        int latest = latest_.load(relaxed);
        while (latest < plies && !latest_.compare_exchange_weak(latest, plies, relaxed)) {}
    }

    // Work for every number, in ranges for the threads.
    template <class Work>
    void share(const Work& work) {
        constexpr std::size_t piece = 1 << 14;
        std::atomic<std::size_t> next{0};
        const auto some = [&] {
            for (std::size_t from; !stopped() && (from = next.fetch_add(piece, relaxed)) < when_.size();)
                for (std::size_t number = from; number < std::min(from + piece, when_.size()); ++number) work(number);
        };
        std::vector<std::thread> helpers;
        for (int helper = 1; helper < threads_; ++helper) helpers.emplace_back(some);
        some();
        for (std::thread& helper : helpers) helper.join();
    }

    static constexpr auto relaxed = std::memory_order_relaxed;

    const S& slice_;
    RetrogradeProgress& progress_;
    int threads_;
    std::vector<std::uint8_t> when_;  // won or lost in so many plies, as far as is known; `never`, or `unused`
    std::vector<std::uint8_t> open_;  // moves inside the slice that are not yet known to lose
    std::atomic<int> latest_{-1};
};

}  // namespace zermelo
