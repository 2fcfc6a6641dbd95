// Retrograde analysis: the exact distance to the end of the game for every position of a slice, worked backwards from the ends.
//
// A slice is a set of positions, numbered from 0, such as those with the same pieces. Moves lead from position to position inside it, or
// leave it for positions whose distances are known (a capture, a promotion). Nothing here depends on the game.
//
// 1. Initialise every position: count the positions of the slice its moves lead to, and take the best of the moves that leave
//    the slice, or the result if the game is over.
// 2. Ply by ply, n = 0, 1, 2, ...: visit the predecessors of the positions decided in n plies. A predecessor of a position lost
//    in n is won in n + 1. A predecessor of a position won in n has one undecided move less; with none left, it is lost in at
//    least n + 1.
// 3. Positions never decided are draws.
//
// It needs two bytes per position. Within a ply all changes are of one kind and commute, so threads share the work and the result
// is always the same.
//
// `ResultRetrograde` finds only wins, losses and draws, in ten bits per position: a byte for the undecided moves or the result, and
// two bits for whether it was found in the last pass or in this one.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "zermelo/game/distance.hpp"

namespace zermelo {

// Where the moves of a position lead.
struct Successors {
    bool exists = false;              // false: no position has this number
    int inside = 0;                   // distinct positions of the slice, below 200
    std::optional<Distance> outside;  // the best of the other moves, or the result if the game is over; none if there is neither

    void add_outside(Distance distance) {
        if (!outside || distance > *outside) outside = distance;
    }
};

// `visit_predecessors` visits each position of the slice with a move to this one, once; it may also visit numbers that no position
// has.
template <class S>
concept Slice = requires(const S& slice, std::size_t number, void (*visit)(std::size_t)) {
    { slice.size() } -> std::convertible_to<std::size_t>;
    { slice.successors(number) } -> std::convertible_to<Successors>;
    slice.visit_predecessors(number, visit);
};

// The progress of an analysis, to be read from other threads, and how to stop it.
struct RetrogradeProgress {
    std::atomic<std::size_t> initialised{0};  // positions
    std::atomic<int> ply{-1};                 // -1 during initialisation
    std::function<bool()> stop;               // called by every thread about every millisecond; once true, always true

    bool stopped() const { return stop && stop(); }
};

// Calls `work` for every number below `size`, in ranges of `piece` shared by the threads.
template <class Work>
void share_work(std::size_t size, std::size_t piece, int threads, const RetrogradeProgress& progress, const Work& work) {
    std::atomic<std::size_t> next{0};
    const auto some = [&] {
        for (std::size_t from; !progress.stopped() && (from = next.fetch_add(piece, std::memory_order_relaxed)) < size;)
            for (std::size_t number = from; number < std::min(from + piece, size); ++number) work(number);
    };
    std::vector<std::thread> helpers;
    for (std::size_t helper = 1; helper < static_cast<std::size_t>(threads) && helper * piece < size; ++helper) helpers.emplace_back(some);
    some();
    for (std::thread& helper : helpers) helper.join();
}

template <Slice S>
class Retrograde {
public:
    static constexpr std::uint8_t unused = 255;  // the byte of a number that no position has

    Retrograde(const S& slice, RetrogradeProgress& progress, int threads = 1)
        : slice_(slice), progress_(progress), threads_(std::max(threads, 1)), plies_(slice.size()), undecided_(slice.size()) {}

    // Returns one byte per position (see Distance), or nothing if it was stopped.
    std::vector<std::uint8_t> run() {
        share([this](std::size_t number) { initialise(number); });
        for (int ply = 0; ply <= latest_ && !progress_.stopped(); ++ply) {
            progress_.ply = ply;
            share([this, ply](std::size_t number) { propagate(number, ply); });
        }
        if (latest_ > Distance::most) throw std::overflow_error("a distance to mate does not fit into a byte");
        if (progress_.stopped()) return {};
        for (std::size_t number = 0; number < plies_.size(); ++number) plies_[number] = byte_of(number);
        return std::move(plies_);
    }

private:
    static constexpr std::uint8_t never = 254, has_draw = 255;

    void initialise(std::size_t number) {
        const Successors successors = slice_.successors(number);
        plies_[number] = successors.exists ? never : unused;
        undecided_[number] = has_draw;
        if ((number & 0xfff) == 0) progress_.initialised.fetch_add(0x1000, relaxed);
        if (!successors.exists || (successors.outside && successors.outside->drawn())) return;
        undecided_[number] = static_cast<std::uint8_t>(successors.inside);
        if (successors.outside) {
            plies_[number] = static_cast<std::uint8_t>(successors.outside->plies());
            extend_to(successors.outside->plies());
        }
    }

    // A position is decided in this ply if it is won in it (odd), or lost in it (even) with no undecided move left.
    void propagate(std::size_t number, int ply) {
        if (at(plies_, number).load(relaxed) != ply || ((ply & 1) == 0 && at(undecided_, number).load(relaxed) != 0)) return;
        const auto next = static_cast<std::uint8_t>(ply + 1);
        bool decided = false;
        if (ply & 1) slice_.visit_predecessors(number, [&](std::size_t before) { decided |= count_down(before, next); });
        else slice_.visit_predecessors(number, [&](std::size_t before) { decided |= win(before, next); });
        if (decided) extend_to(next);
    }

    bool win(std::size_t number, std::uint8_t plies) {
        auto plies_here = at(plies_, number);
        std::uint8_t known = plies_here.load(relaxed);
        // A quicker win stands; a win replaces any loss.
        while (known != unused && !((known & 1) && known <= plies))
            if (plies_here.compare_exchange_weak(known, plies, relaxed)) return true;
        return false;
    }

    bool count_down(std::size_t number, std::uint8_t plies) {
        auto plies_here = at(plies_, number);
        std::uint8_t known = plies_here.load(relaxed);
        auto undecided = at(undecided_, number);
        if (known == unused || undecided.load(relaxed) == has_draw || undecided.fetch_sub(1, relaxed) != 1) return false;
        // The slowest of the losing moves counts, unless there is a winning one.
        if (known & 1 || (known != never && known >= plies)) return false;
        plies_here.store(plies, relaxed);
        return true;
    }

    std::uint8_t byte_of(std::size_t number) const {
        const std::uint8_t plies = plies_[number];
        if (plies == unused) return unused;
        const bool decided = plies != never && ((plies & 1) || undecided_[number] == 0);
        return decided ? Distance::of_plies(plies).byte() : Distance().byte();
    }

    static std::atomic_ref<std::uint8_t> at(std::vector<std::uint8_t>& bytes, std::size_t number) {
        return std::atomic_ref(bytes[number]);
    }

    void extend_to(int plies) {
        int latest = latest_.load(relaxed);
        while (latest < plies && !latest_.compare_exchange_weak(latest, plies, relaxed)) {}
    }

    template <class Work>
    void share(const Work& work) {
        share_work(plies_.size(), 1 << 14, threads_, progress_, work);
    }

    static constexpr auto relaxed = std::memory_order_relaxed;

    const S& slice_;
    RetrogradeProgress& progress_;
    int threads_;
    std::vector<std::uint8_t> plies_;      // to a win (odd) or a loss (even), as far as is known; `never`, or `unused`
    std::vector<std::uint8_t> undecided_;  // moves inside the slice that are not yet known to lose; or `has_draw`
    std::atomic<int> latest_{-1};
};

// ---- wins, losses and draws only

// Where the moves of a position lead, as far as it decides results.
struct ResultSuccessors {
    int inside = 0;                 // distinct positions of the slice, below 200
    std::optional<Result> outside;  // the best of the other moves, or a draw if the game is over; none if there is neither
};

// Every number is a position. `visit_predecessors` is as for `Slice`.
template <class S>
concept ResultSlice = requires(const S& slice, std::size_t number, void (*visit)(std::size_t)) {
    { slice.size() } -> std::convertible_to<std::size_t>;
    { slice.successors(number) } -> std::convertible_to<ResultSuccessors>;
    slice.visit_predecessors(number, visit);
};

template <ResultSlice S>
class ResultRetrograde {
public:
    static constexpr int bits_per_position = 10;

    ResultRetrograde(const S& slice, RetrogradeProgress& progress, int threads = 1)
        : slice_(slice), progress_(progress), threads_(std::max(threads, 1)), undecided_(slice.size()), last_((slice.size() + 63) / 64),
          next_(last_.size()) {}

    // Returns a Result for each position, the same for any number of threads, or nothing if it was stopped.
    std::vector<Result> run() {
        share_work(undecided_.size(), 1 << 14, threads_, progress_, [this](std::size_t number) { initialise(number); });
        for (int pass = 0; found_.exchange(false) && !progress_.stopped(); ++pass) {
            progress_.ply = pass;
            last_.swap(next_);
            share_work(last_.size(), 1 << 8, threads_, progress_, [this](std::size_t word) {
                for (std::uint64_t left = last_[word]; left; left &= left - 1)
                    propagate(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
                last_[word] = 0;
            });
        }
        if (progress_.stopped()) return {};
        std::vector<Result> results(undecided_.size());
        for (std::size_t number = 0; number < results.size(); ++number)
            results[number] = undecided_[number] == won ? Result::win : undecided_[number] == lost ? Result::loss : Result::draw;
        return results;
    }

private:
    static constexpr std::uint8_t lost = 0, won = 254, has_draw = 255;
    static constexpr auto relaxed = std::memory_order_relaxed;

    const S& slice_;
    RetrogradeProgress& progress_;
    int threads_;
    std::vector<std::uint8_t> undecided_;     // moves inside the slice that are not yet known to lose; `won` or `has_draw`
    std::vector<std::uint64_t> last_, next_;  // positions decided in the last pass, and in this one
    std::atomic<bool> found_{false};

    void initialise(std::size_t number) {
        const ResultSuccessors successors = slice_.successors(number);
        std::uint8_t& undecided = undecided_[number];
        if (successors.outside == Result::win) undecided = won;
        else if (successors.outside == Result::draw) undecided = has_draw;
        else undecided = static_cast<std::uint8_t>(successors.inside);
        if (undecided == won || undecided == lost) mark(number);
        if ((number & 0xfff) == 0xfff || number + 1 == undecided_.size()) progress_.initialised.fetch_add((number & 0xfff) + 1, relaxed);
    }

    void propagate(std::size_t number) {
        if (undecided_[number] == lost) {
            slice_.visit_predecessors(number, [&](std::size_t before) {
                if (at(before).load(relaxed) != won && at(before).exchange(won, relaxed) != won) mark(before);
            });
        } else {
            slice_.visit_predecessors(number, [&](std::size_t before) {
                if (count_down(before)) mark(before);
            });
        }
    }

    // Whether the position is lost now.
    bool count_down(std::size_t number) {
        std::uint8_t known = at(number).load(relaxed);
        while (known != won && known != has_draw)
            if (at(number).compare_exchange_weak(known, static_cast<std::uint8_t>(known - 1), relaxed)) return known == 1;
        return false;
    }

    void mark(std::size_t number) {
        std::atomic_ref(next_[number / 64]).fetch_or(std::uint64_t{1} << number % 64, relaxed);
        if (!found_.load(relaxed)) found_ = true;
    }

    std::atomic_ref<std::uint8_t> at(std::size_t number) { return std::atomic_ref(undecided_[number]); }
};

}  // namespace zermelo
