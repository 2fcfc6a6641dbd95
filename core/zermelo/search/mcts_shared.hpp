// What the threads of one Monte-Carlo tree search share, and evaluators of its leaves.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "zermelo/search/mcts_tree.hpp"
#include "zermelo/search/request.hpp"

namespace zermelo {

// A leaf as an evaluator from outside sees it: a payoff, and how likely each move is, in natural order; no priors if they are not
// known.
template <class Worth>
struct LeafValue {
    Worth worth{};
    std::vector<float> priors;
};

// Asks the clock and the caller whether the search has to end.
using Interrupted = std::function<bool()>;

// Evaluates leaves that are not over, in their order; fewer values than games stop the search, as where it was interrupted.
template <class G, class Worth>
using BatchEvaluator = std::function<std::vector<LeafValue<Worth>>(const std::vector<G>&, const Interrupted&)>;

// What the threads of one search share.
template <class G>
struct MctsShared {
    using Move = typename G::Move;

    const G& root;
    const SearchRequest& request;
    MctsTree<Move>& tree;
    std::atomic<bool>& stop;
    std::atomic<std::uint64_t> simulations{0};
    std::atomic<bool> endless{false};  // a simulation went on for too long
    std::atomic<bool> broken{false};   // the game has failed, and lists no moves

    // Simulations count from their beginning, not from their end: there may be several at a time.
    bool overlap() const { return request.threads > 1 || request.batch > 0; }

    // The smallest and largest reward of a player so far; they scale rewards to 0..1. In games for two only MAX has a range.
    struct Range {
        std::atomic<double> least{std::numeric_limits<double>::infinity()}, most{-std::numeric_limits<double>::infinity()};

        void widen(double reward) {
            double low = least.load(std::memory_order_relaxed), high = most.load(std::memory_order_relaxed);
            while (reward < low && !least.compare_exchange_weak(low, reward, std::memory_order_relaxed)) {}
            while (reward > high && !most.compare_exchange_weak(high, reward, std::memory_order_relaxed)) {}
        }
    };
    std::array<Range, max_players> ranges{};
};

}  // namespace zermelo
