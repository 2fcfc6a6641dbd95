// What a search is asked: limits, options, and the settings of each method. Plain data, the same for every game; Python fills
// it in and the core obeys.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/game/value.hpp"

namespace zermelo {

enum class Pruning { none, alpha_beta, star1, star2 };
enum class Selection { uct, puct, regret_matching };
enum class Playouts { game, uniform, mast, softmax };

// The range of all values, MAX's; Star1 and Star2 need it.
struct ValueRange {
    double low = 0, high = 0;

    bool contains(double value) const { return low <= value && value <= high; }
};

// The range of payoffs in a game of shares: nobody gets less than `least`, all together no more than `total`.
struct PayoffLimits {
    double total = 0, least = 0;

    // Up to the rounding error of the sum.
    bool contain(const Payoffs& payoffs) const {
        constexpr double tolerance = 1e-9;
        double sum = 0, size = 1;
        for (const double payoff : payoffs) sum += payoff, size = std::max(size, std::abs(payoff));
        return *std::min_element(payoffs.begin(), payoffs.end()) >= least && sum <= total + tolerance * size;
    }
    // The most that any other player can get if one has `has`.
    double left(double has, std::size_t players) const { return total - has - (static_cast<double>(players) - 2) * least; }
    // The most that any player can get.
    double most(std::size_t players) const { return total - (static_cast<double>(players) - 1) * least; }
};

struct SearchRequest {
    // ---- limits; 0 is no limit
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::function<bool()> poll;  // called about every two milliseconds by the first thread; true stops the search

    // ---- every method
    int threads = 1;
    int lines = 1;           // root moves to give full values and lines
    bool evaluates = true;   // there are static values; without them a search that meets the horizon has no value
    std::size_t record = 0;  // alpha-beta: keep so many nodes of the tree, those nearest the root
    std::vector<Key> past;   // keys of the positions before the root that may come back, the latest last

    // ---- alpha-beta: parts that can be switched off
    bool exact = false;      // only what cannot overlook anything at a fixed depth: none of those after `quiescence`
    bool knowledge = true;   // what the game knows beyond the horizon: known values, bounds, candidates, endgame tables
    bool table = true;
    bool symmetry = true;    // symmetric positions share an entry; wrong where the static values are not symmetric
    bool aspiration = true;
    bool enhanced_cutoffs = true;
    bool killers = true;
    bool counters = true;
    bool history = true;
    bool quiescence = true;
    bool extensions = true;
    bool reductions = true;
    bool null_move = true;
    bool futility = true;
    bool probcut = true;     // only with the game's own evaluation: the margins were measured with it
    Key salt = 0;            // changes the keys in the table, so that searches that judge differently share nothing

    // ---- expectiminimax
    Pruning pruning = Pruning::none;
    bool deepening = true;   // false: search to `depth` at once
    std::optional<ValueRange> bounds;

    // ---- max^n and coalitions
    std::optional<PayoffLimits> payoff_limits;
    std::uint32_t partners = 0;  // one bit per player

    // ---- Monte-Carlo tree search; by default plain UCT with uniform playouts, as the textbook has it
    std::uint64_t simulations = 1000;
    int plies = -1;                           // evaluate a simulation after this many moves; -1 plays it out
    double exploration = 0.7071067811865476;  // the constant of UCB1 or of PUCT; the share of random moves in regret matching
    Selection selection = Selection::uct;
    double rave = 0;                          // visits at which a move's own mean weighs as much as its RAVE mean; 0: no RAVE
    double grave = 0;                         // below so many visits a node has the RAVE means of one above; 0: its own
    double bias = 0;                          // the weight of a move's prior in UCT, which fades with its visits
    double urgency = -1;                      // of a move never tried, from 0 to 1; -1: such moves come first in UCT, in PUCT the node's mean
    double widening = 0;                      // a node shows this many moves times the square root of its visits; 0: all
    bool wins = false;                        // a reward is who wins, not by how much
    bool solver = false;                      // back up proven payoffs, and leave out moves that they decide
    Playouts playouts = Playouts::uniform;    // at random, by the game's policy, by move averages or by static values
    double softmax_scale = 1;                 // in playouts by static values, a move that is better by this is e times as likely
    int batch = 0;                            // leaves to evaluate together; 0: one at a time, without a batch evaluator
    std::uint64_t seed = 0;
};

}  // namespace zermelo
