// What a search finds that gives every move at the root a value, and how it goes one move deeper from pass to pass.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "zermelo/search/limits.hpp"

namespace zermelo {

inline constexpr int deepest_pass = 250;

// `Worth` is a number, MAX's, or a payoff for each player.
template <class G, class Worth>
struct RatedMove {
    typename G::Move move;
    Worth value{};
    Bound bound = Bound::exact;
    std::vector<typename G::Move> line;
};

// One finished depth: the moves at the root in natural order.
template <class G, class Worth>
struct RatedPass {
    int depth = 0;  // 0 is to the end of the game
    std::vector<RatedMove<G, Worth>> moves;
    SearchCounts counts;
    double seconds = 0;
};

template <class G, class Worth>
struct RatedOutcome {
    RatedPass<G, Worth> last;  // the deepest that was finished; if none was, the moves that were
    std::vector<RatedPass<G, Worth>> history;
    SearchCounts counts;
    bool proven = false;  // the horizon was never reached
    std::optional<Worth> outside;  // a value beyond the limits that were given: there is no other answer then
    Stopped stopped = Stopped::complete;
    double seconds = 0;
};

template <class G, class Worth>
using OnPass = std::function<bool(const RatedPass<G, Worth>&)>;  // stops the search by returning false

// Goes one move deeper from pass to pass until a limit, or looks to one depth only (`deepens` is false). `search` is made for
// these limits' `watch`.
template <class Search, class G, class Worth = typename Search::Worth>
RatedOutcome<G, Worth> run_passes(Search& search, const G& root, const Moves<G>& moves, const SearchLimits& limits, Watch& watch,
                                  bool deepens, const OnPass<G, Worth>& on_depth) {
    RatedOutcome<G, Worth> outcome;
    const int deepest = limits.depth > 0 ? std::min(limits.depth, deepest_pass) : deepest_pass;
    SearchCounts before;
    double seconds_before = 0;
    for (int depth = deepens ? 1 : deepest; depth <= deepest; ++depth) {
        RatedPass<G, Worth> pass{deepens || limits.depth > 0 ? depth : 0, {}, {}, 0};
        const bool finished = search.search(root, moves, depth, pass.moves);
        pass.counts = search.counts;
        pass.counts.nodes -= before.nodes, pass.counts.evaluations -= before.evaluations;
        pass.seconds = watch.elapsed() - seconds_before;
        if (!finished) {
            outcome.stopped = watch.reason();
            if (outcome.history.empty()) outcome.last = std::move(pass);
            break;
        }
        outcome.proven = search.counts.horizon == before.horizon;
        before = search.counts, seconds_before = watch.elapsed();
        outcome.history.push_back(pass);
        outcome.last = std::move(pass);
        if (on_depth && !on_depth(outcome.last)) {
            outcome.stopped = Stopped::cancelled;
            break;
        }
        if (outcome.proven) break;
        if (depth == deepest) outcome.stopped = Stopped::depth;
    }
    outcome.counts = search.counts;
    outcome.outside = search.outside;
    outcome.seconds = watch.elapsed();
    return outcome;
}

}  // namespace zermelo
