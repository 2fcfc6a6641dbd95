// What searches without a table have in common (see pass_loop.hpp): one thread, and every pass from the start.
#pragma once

#include <atomic>
#include <limits>
#include <optional>
#include <vector>

#include "zermelo/search/pass_loop.hpp"
#include "zermelo/search/pv.hpp"

namespace zermelo {

// `Search` has search_moves(root, moves, depth, found): the worth of the root moves in natural order; false if it was stopped.
template <class Search, class G>
class PlainSearch {
public:
    using Move = typename G::Move;

    explicit PlainSearch(Budget& budget) : budget_(budget) {}

    // A pass that was stopped answers only if it was the first, with the moves done by then.
    bool pass(const G& root, const Moves<G>& moves, int depth, std::vector<RootMove<Move>>& found) {
        found.clear();
        ++counts.nodes;
        const bool finished = static_cast<Search*>(this)->search_moves(root, moves, depth, found);
        if (!finished && passes_ > 0) found.clear();
        ++passes_;
        return finished;
    }
    int hashfull() const { return -1; }

    Counts counts;
    std::optional<Payoffs> outside;  // a leaf outside the promised range, which ends the search

protected:
    // Count a state; false if the search has to end.
    bool arrive() {
        ++counts.nodes;
        if (budget_.spent(counts.nodes)) stopped_ = true;
        return !stopped_;
    }

    // Averages are rounded. Where that alone may be why one value is larger than another, they are alike, as they are for the textbook
    // when it counts in fractions; of values alike the first is taken. `rounding` is the error that both may have together.
    static bool exceeds(double value, double other, double rounding) { return value - other > rounding; }
    // The error of an average beyond those of its parts: of its probabilities, its products and its sums. `size` is what the parts
    // would add up to without their signs.
    static double rounding_of_average(std::size_t parts, double size) {
        return static_cast<double>(parts + 4) * std::numeric_limits<double>::epsilon() * size;
    }

    double rounding_ = 0;  // the error that the value found last may have; 0 without averages
    bool stopped_ = false;

private:
    Budget& budget_;
    int passes_ = 0;
};

// Deepen pass by pass, or search to one depth at once. `arguments` are those of the search before its budget.
template <class Search, class G, class... Arguments>
Outcome<typename G::Move> run_plain_search(const G& root, const Moves<G>& moves, SearchRequest request,
                                           const OnPass<typename G::Move>& on_pass, const Arguments&... arguments) {
    request.threads = 1;
    std::atomic<bool> stop{false};
    Budget budget(request, stop);
    const auto make = [&](int) { return std::make_unique<Search>(arguments..., budget); };
    return run_passes<Search>(root, moves, request, budget, stop, request.deepening, deepest_pass, make, on_pass);
}

}  // namespace zermelo
