// Retrograde analysis: the exact distance to the end of the game for every position of a slice, worked backwards from the ends.
//
// A slice is a set of positions, numbered from 0, such as one chess endgame. Moves lead from position to position inside it, or
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
// `ResultRetrograde` finds only wins, losses and draws, in four bits per position: two for the result and two for whether it was
// found in the last pass or in this one. It counts no moves: where a position is won, it judges the predecessors again.
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

#include "zermelo/tables/distance.hpp"

namespace zermelo {

// Where the moves of a position lead.
struct Successors {
    bool exists = false;              // false: no position has this number
    int inside = 0;                   // distinct positions of the slice, below 200
    std::optional<Distance> outside;  // the best of the other moves, or the result if the game is over; none if there is neither
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

// Two bits per position. Threads may set different positions at the same time, each once.
class ResultBits {
public:
    explicit ResultBits(std::size_t size = 0) : size_(size), words_((size + 31) / 32) {}

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return words_.size() * 8; }
    Result at(std::size_t number) const {
        const std::uint64_t word = std::atomic_ref(const_cast<std::uint64_t&>(words_[number / 32])).load(std::memory_order_relaxed);
        return static_cast<Result>(word >> (number % 32 * 2) & 3);
    }
    // Returns false if the position was no draw before.
    bool set(std::size_t number, Result result) {
        const int shift = static_cast<int>(number % 32 * 2);
        const auto added = static_cast<std::uint64_t>(result) << shift;
        return (std::atomic_ref(words_[number / 32]).fetch_or(added, std::memory_order_relaxed) >> shift & 3) == 0;
    }

private:
    std::size_t size_;
    std::vector<std::uint64_t> words_;
};

// `result` judges a position by its successors, of which `look` knows those in the slice: a win if one of them is lost, a loss if
// all are won. `visit_predecessors` is as for `Slice`.
template <class S>
concept ResultSlice = requires(const S& slice, std::size_t number, Result (*look)(std::size_t), void (*visit)(std::size_t)) {
    { slice.size() } -> std::convertible_to<std::size_t>;
    { slice.result(number, look) } -> std::convertible_to<Result>;
    slice.visit_predecessors(number, visit);
};

template <ResultSlice S>
class ResultRetrograde {
public:
    static constexpr int bits_per_position = 4;

    ResultRetrograde(const S& slice, RetrogradeProgress& progress, int threads = 1)
        : slice_(slice), progress_(progress), threads_(std::max(threads, 1)), results_(slice.size()), last_((slice.size() + 63) / 64),
          next_(last_.size()) {}

    // Returns the results, which are the same for any number of threads, or nothing if it was stopped.
    std::optional<ResultBits> run() {
        share_work(results_.size(), 1 << 14, threads_, progress_, [this](std::size_t number) {
            judge(number);
            if ((number & 0xfff) == 0xfff || number + 1 == results_.size())
                progress_.initialised.fetch_add((number & 0xfff) + 1, std::memory_order_relaxed);
        });
        for (int pass = 0; found_.exchange(false) && !progress_.stopped(); ++pass) {
            progress_.ply = pass;
            last_.swap(next_);
            share_work(last_.size(), 1 << 8, threads_, progress_, [this](std::size_t word) {
                for (std::uint64_t left = last_[word]; left; left &= left - 1)
                    propagate(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
                last_[word] = 0;
            });
        }
        if (progress_.stopped()) return std::nullopt;
        return std::move(results_);
    }

private:
    const S& slice_;
    RetrogradeProgress& progress_;
    int threads_;
    ResultBits results_;
    std::vector<std::uint64_t> last_, next_;  // positions decided in the last pass, and in this one
    std::atomic<bool> found_{false};

    void judge(std::size_t number) {
        decide(number, slice_.result(number, [this](std::size_t reached) { return results_.at(reached); }));
    }
    void decide(std::size_t number, Result result) {
        if (result == Result::draw || !results_.set(number, result)) return;
        std::atomic_ref(next_[number / 64]).fetch_or(std::uint64_t{1} << number % 64, std::memory_order_relaxed);
        if (!found_.load(std::memory_order_relaxed)) found_ = true;
    }
    void propagate(std::size_t number) {
        const bool lost = results_.at(number) == Result::loss;
        slice_.visit_predecessors(number, [&](std::size_t before) {
            if (results_.at(before) != Result::draw) return;
            if (lost) decide(before, Result::win);
            else judge(before);
        });
    }
};

}  // namespace zermelo
