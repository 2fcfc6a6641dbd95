// How long a search may go on, which parts of it are switched on, and what it reports. Plain data, no game in it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "zermelo/search/game.hpp"
#include "zermelo/tables/transposition.hpp"

namespace zermelo {

// Zero is no limit. `poll` is called about every two milliseconds by the first thread, and stops the search by returning
// true.
struct SearchLimits {
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::function<bool()> poll;
    std::vector<Key> past;  // keys of the positions before the root that may come back, the latest last
};

// The parts of the search that can be switched off. Those below `exact` may overlook something at a fixed depth, so an
// exact search does without them.
struct SearchOptions {
    bool knowledge = true;  // what the game knows beyond the horizon: settled values, bounds, forced moves, endings
    bool table = true;
    bool symmetry = true;  // mirror images share an entry; not where the static values are no mirror images
    bool aspiration = true;
    bool enhanced_cutoffs = true;
    bool killers = true;
    bool counters = true;
    bool history = true;
    bool quiescence = true;
    bool exact = false;
    bool extensions = true;
    bool reductions = true;
    bool null_move = true;
    bool futility = true;
    bool probcut = true;  // only with the game's own evaluation: the margins were measured with it
    int threads = 1;
    int lines = 1;
    Key salt = 0;  // another one for each evaluation: a table may be kept, and what one judged is not for the others

    // What keys in the table are changed by. An exact search must not meet what others have left out or looked deeper for.
    Key table_salt() const { return exact ? ~salt : salt; }
};

enum class Stopped { complete, depth, nodes, seconds, cancelled };

struct SearchCounts {
    std::uint64_t nodes = 0;
    std::uint64_t evaluations = 0;
    std::uint64_t table_probes = 0;
    std::uint64_t table_hits = 0;
    std::uint64_t cutoffs = 0;
    std::uint64_t first_move_cutoffs = 0;
    std::uint64_t horizon = 0;  // how often the search stopped before the end of the game

    void add(const SearchCounts& other) {
        nodes += other.nodes, evaluations += other.evaluations, table_probes += other.table_probes;
        table_hits += other.table_hits, cutoffs += other.cutoffs, first_move_cutoffs += other.first_move_cutoffs;
        horizon += other.horizon;
    }
};

// A clock that is asked about every two milliseconds however fast the game is: the number of nodes between two looks
// adapts itself.
class Watch {
public:
    using Clock = std::chrono::steady_clock;

    Watch(const SearchLimits& limits, std::atomic<bool>& stop) : limits_(limits), stop_(stop), started_(Clock::now()) {
        last_ = started_;
        next_ = limits_.nodes && limits_.nodes < step_ ? limits_.nodes : step_;
    }

    // True once the search has to end.
    bool spent(std::uint64_t nodes) {
        if (nodes < next_) return stop_.load(std::memory_order_relaxed);
        return look(nodes);
    }

    double elapsed() const { return std::chrono::duration<double>(Clock::now() - started_).count(); }
    Stopped reason() const { return reason_; }

private:
    bool look(std::uint64_t nodes) {
        const auto now = Clock::now();
        const double since = std::chrono::duration<double>(now - last_).count();
        last_ = now;
        if (since < 0.001 && step_ < (1u << 20)) step_ *= 2;
        else if (since > 0.003 && step_ > 1) step_ /= 2;
        if (limits_.nodes && nodes >= limits_.nodes) return end(Stopped::nodes);
        if (limits_.seconds > 0 && elapsed() >= limits_.seconds) return end(Stopped::seconds);
        if (limits_.poll && limits_.poll()) return end(Stopped::cancelled);
        next_ = nodes + step_;
        if (limits_.nodes && next_ > limits_.nodes) next_ = limits_.nodes;
        return stop_.load(std::memory_order_relaxed);
    }

    bool end(Stopped reason) {
        reason_ = reason;
        stop_.store(true, std::memory_order_relaxed);
        return true;
    }

    const SearchLimits& limits_;
    std::atomic<bool>& stop_;
    Clock::time_point started_, last_;
    std::uint64_t step_ = 64, next_ = 64;
    Stopped reason_ = Stopped::complete;
};

// One move at the root with the line of play it begins; values are for the player to move at the root.
template <class G>
struct RootLine {
    Value value = 0;
    Bound bound = Bound::none;
    std::vector<typename G::Move> moves;
};

// One finished depth.
template <class G>
struct SearchPass {
    int depth = 0;
    std::vector<RootLine<G>> lines;
    SearchCounts counts;
    double seconds = 0;
};

template <class G>
struct SearchOutcome {
    std::vector<RootLine<G>> lines;  // best first; without a bound if not even one move was finished at depth one
    std::vector<SearchPass<G>> history;
    SearchCounts counts;
    int depth = 0;
    bool proven = false;  // the horizon was never reached: the value is the game's own
    Stopped stopped = Stopped::complete;
    double seconds = 0;
};

}  // namespace zermelo
