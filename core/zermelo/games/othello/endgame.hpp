// The endgame solver of Othello: a specialised search, because a general one spends time at every node on lists, copies and keys.
//
//     empties   method
//     0 to 4    unrolled; squares of odd quadrants first; the last move is counted, not made
//     5, 6      moves of odd quadrants first, no other ordering
//     7 and up  cutoffs by stable discs of the opponent; table; moves ordered by the opponent's mobility
//     14 and up moves ordered by shallow searches with the trained evaluation
//               (from 10 empties on, enhanced transposition cutoffs)
//
// All searches are fail-soft with a null window alpha, alpha + 1 (`null_window`), or principal-variation searches with an
// open one (`window`): a result r <= alpha is an upper bound of the value, r >= beta a lower bound, else it is the value.
// Values are disc differences for the player to move with the empties given to the winner: even numbers from -64 to 64.
//
// The search is compiled twice from othello_endgame_body.inc, with portable and with AVX2 flips; `Solver` chooses once. The table
// keeps whole boards, so that different positions are never confused:
//
//     | own 64 | other 64 | low 8 | high 8 | move 8 | second move 8 | empties 8 | age 8 |     24 bytes, 4 in a bucket
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "zermelo/base/random.hpp"
#include "zermelo/games/othello/flips.hpp"
#include "zermelo/games/othello/patterns.hpp"
#include "zermelo/games/othello/stability.hpp"

namespace zermelo::othello {

inline constexpr int no_square = 64;

// The payoff of a game that is over.
inline int final_score(Board own, Board other, int squares = 64) {
    const int mine = std::popcount(own), theirs = std::popcount(other), open = squares - mine - theirs;
    const int even = mine - theirs;
    return even > 0 ? even + open : even < 0 ? even - open : 0;
}

// The quadrant of each square, as a set of squares.
inline constexpr std::array<Board, 64> quadrant = [] {
    std::array<Board, 64> of{};
    for (int square = 0; square < 64; ++square)
        of[square] = 0x000000000f0f0f0full << (square % 8 / 4 * 4) << (square / 32 * 32);
    return of;
}();

// The union of the quadrants with an odd number of empty squares.
inline Board odd_quadrants(Board empty) {
    Board odd = 0;
    for (const int corner : {0, 7, 56, 63})
        if (std::popcount(empty & quadrant[corner]) & 1) odd |= quadrant[corner];
    return odd;
}

// Smaller boards, at a1, and their quadrants.
template <int Size>
inline constexpr Board small_board = [] {
    Board all = 0;
    for (int rank = 0; rank < Size; ++rank) all |= (Board{255} >> (8 - Size)) << 8 * rank;
    return all;
}();
template <int Size>
inline constexpr std::array<Board, 4> small_quadrants = [] {
    constexpr Board first = small_board<Size / 2>;
    return std::array<Board, 4>{first, first << Size / 2, first << 4 * Size, first << (4 * Size + Size / 2)};
}();

struct Entry {
    Board own = 0, other = 0;
    std::int8_t low = -64, high = 64;
    std::uint8_t move = no_square, second = no_square, depth = 0, age = 0;
};

class BoardTable {
public:
    explicit BoardTable(int log2_buckets)
        : mask_((std::size_t{1} << log2_buckets) - 1), buckets_(std::make_unique<Bucket[]>(mask_ + 1)) {}

    static std::uint64_t hash(Board own, Board other) {
        std::uint64_t x = own * 0x9E3779B97F4A7C15ull ^ std::rotl(other * 0xC2B2AE3D27D4EB4Full, 31);
        return x ^ x >> 32;
    }
    void prefetch(std::uint64_t hash) const {
        __builtin_prefetch(&buckets_[hash & mask_]),
            __builtin_prefetch(reinterpret_cast<const char*>(&buckets_[hash & mask_]) + 64);
    }

    const Entry* find(std::uint64_t hash, Board own, Board other) const {
        for (const Entry& entry : buckets_[hash & mask_].entries)
            if (entry.own == own && entry.other == other) return &entry;
        return nullptr;
    }

    // Store the result of a search with the window alpha, beta. Bounds of the same position are merged.
    void store(std::uint64_t hash, Board own, Board other, int depth, int alpha, int beta, int value, int move) {
        Bucket& bucket = buckets_[hash & mask_];
        Entry* to = &bucket.entries[0];
        int least = 1 << 20;
        for (Entry& entry : bucket.entries) {
            if (entry.own == own && entry.other == other) {
                if (entry.depth != depth)
                    entry.low = -64, entry.high = 64, entry.depth = static_cast<std::uint8_t>(depth);
                if (value < beta) entry.high = static_cast<std::int8_t>(std::min<int>(entry.high, value));
                if (value > alpha) entry.low = static_cast<std::int8_t>(std::max<int>(entry.low, value));
                if ((value > alpha || entry.move == no_square) && move != entry.move)
                    entry.second = entry.move, entry.move = static_cast<std::uint8_t>(move);
                entry.age = age_;
                return;
            }
            const int keep = entry.depth + (entry.age == age_ ? 64 : 0);
            if (keep < least) least = keep, to = &entry;
        }
        *to = Entry{own,
                    other,
                    static_cast<std::int8_t>(value > alpha ? value : -64),
                    static_cast<std::int8_t>(value < beta ? value : 64),
                    static_cast<std::uint8_t>(move),
                    no_square,
                    static_cast<std::uint8_t>(depth),
                    age_};
    }

    void new_search() { ++age_; }
    void clear() {
        std::fill_n(buckets_.get(), mask_ + 1, Bucket{});
        age_ = 1;
    }

private:
    struct alignas(32) Bucket {
        Entry entries[4];
    };
    std::size_t mask_;
    std::unique_ptr<Bucket[]> buckets_;
    std::uint8_t age_ = 1;
};

// The state of a search: its tables, its nodes, and a flag by which another thread stops it.
struct SolverState {
    SolverState(int log2_buckets, const Weights& evaluation) : table(log2_buckets), small(14), weights(evaluation) {}
    BoardTable table;
    BoardTable small;  // for few empties: stays in the CPU cache
    const Weights& weights;
    std::uint64_t nodes = 0;
    const std::atomic<bool>* stop = nullptr;
    bool stopped = false;
    bool ready_to_stop() {
        if (!stopped && stop && stop->load(std::memory_order_relaxed)) stopped = true;
        return stopped;
    }
};

// Limits of the methods, in empties; tuned on the FFO positions 40 to 44.
inline constexpr int parity_alone = 6;      // up to here moves are ordered by parity only
inline constexpr int table_above = 7;       // from here on results are stored
inline constexpr int main_table_from = 10;  // from here on in the main table
inline constexpr int look_ahead_above = 9;  // from here on enhanced transposition cutoffs
inline constexpr int guess_depth = 8;       // of the search with the evaluation that centres the first window

// The depth of the searches that order moves; -1 orders by mobility only.
inline constexpr int ordering_depth(int open) { return open < 14 ? -1 : std::min(6, (open - 16) / 3); }

// The least alpha for which counting stable discs pays, by empties.
inline constexpr int stability_pays(int open) { return open < 5 ? 99 : open < 24 ? 2 * open - 6 : 44; }

// Static ordering of squares.
inline constexpr std::uint8_t square_worth[64] = {18, 4, 16, 12, 12, 16, 4, 18, 4,  2, 6,  8,  8,  6,  2, 4,
                                                  16, 6, 14, 10, 10, 14, 6, 16, 12, 8, 10, 0,  0,  10, 8, 12,
                                                  12, 8, 10, 0,  0,  10, 8, 12, 16, 6, 14, 10, 10, 14, 6, 16,
                                                  4,  2, 6,  8,  8,  6,  2, 4,  18, 4, 16, 12, 12, 16, 4, 18};

struct Ordered {
    Board flips;
    int square;
    int score;
};

}  // namespace zermelo::othello

#define ZERMELO_OTHELLO_TARGET
#define ZERMELO_OTHELLO_FLIPS PortableFlips
namespace zermelo::othello::portable {
#include "zermelo/games/othello_endgame_body.inc"
}
#undef ZERMELO_OTHELLO_TARGET
#undef ZERMELO_OTHELLO_FLIPS
#define ZERMELO_OTHELLO_TARGET ZERMELO_OTHELLO_AVX2
#define ZERMELO_OTHELLO_FLIPS Avx2Flips
namespace zermelo::othello::avx2 {
#include "zermelo/games/othello_endgame_body.inc"
}
#undef ZERMELO_OTHELLO_TARGET
#undef ZERMELO_OTHELLO_FLIPS

namespace zermelo::othello {

// Up to this many empties positions are solved without a table.
inline constexpr int finish_empties = 7;

// Solve a position with few empties, fail-soft for the window; no table, no state.
inline int finish(Board own, Board other, int alpha, int beta, std::uint64_t& nodes, bool fast = has_avx2()) {
    return fast ? avx2::finish(own, other, alpha, beta, nodes) : portable::finish(own, other, alpha, beta, nodes);
}

template <int Size>
int finish_small(Board own, Board other, int alpha, int beta, std::uint64_t& nodes) {
    return has_avx2() ? avx2::finish_small<Size>(own, other, alpha, beta, nodes)
                      : portable::finish_small<Size>(own, other, alpha, beta, nodes);
}
inline int evaluate(Board own, Board other) {
    return has_avx2() ? avx2::evaluate(own, other) : portable::evaluate(own, other);
}
inline Board replies_after(Board own, Board other, int square) {
    return has_avx2() ? avx2::replies_after(own, other, square) : portable::replies_after(own, other, square);
}

struct Solution {
    int value = 0;         // for the player to move
    int move = no_square;  // no_square: pass, or the game is over
    std::uint64_t nodes = 0;
    bool exact = false;  // false if the search was stopped: then value and move mean nothing
};

// Solves endgames on 8x8. Load the weights of the evaluation first: without them it is correct but slower.
class Solver {
public:
    // `evaluation` must outlive the solver.
    explicit Solver(int log2_buckets = 18, bool fast = has_avx2(), const Weights& evaluation = weights())
        : state_(log2_buckets, evaluation), fast_(fast) {}

    Solution solve(Board own, Board other, const std::atomic<bool>* stop = nullptr) {
        begin(stop);
        Solution found;
        found.value =
            fast_ ? avx2::solve(state_, own, other, found.move) : portable::solve(state_, own, other, found.move);
        found.nodes = state_.nodes, found.exact = !state_.stopped;
        return found;
    }

    // Fail-soft value for one window.
    Solution window(Board own, Board other, int alpha, int beta, const std::atomic<bool>* stop = nullptr) {
        begin(stop);
        Solution found;
        found.value = fast_ ? avx2::window(state_, own, other, alpha, beta, found.move)
                            : portable::window(state_, own, other, alpha, beta, found.move);
        found.nodes = state_.nodes, found.exact = !state_.stopped;
        return found;
    }

    // The evaluation after `depth` moves of best play, in hundredths of a disc: not exact.
    int look(Board own, Board other, int depth, int alpha = -6400, int beta = 6400) {
        state_.nodes = 0, state_.stop = nullptr, state_.stopped = false;
        return fast_ ? avx2::look(state_, own, other, depth, alpha, beta)
                     : portable::look(state_, own, other, depth, alpha, beta);
    }

    void clear() { state_.table.clear(), state_.small.clear(); }

private:
    void begin(const std::atomic<bool>* stop) {
        state_.nodes = 0, state_.stop = stop, state_.stopped = false;
        state_.table.new_search(), state_.small.new_search();
    }
    SolverState state_;
    bool fast_;
};

}  // namespace zermelo::othello
