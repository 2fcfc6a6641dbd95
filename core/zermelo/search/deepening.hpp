// Progressive deepening on one or several threads: the way into the engine.
//
// The first thread decides: its depths are the answer and its nodes repeat exactly. Helpers begin with another move at the
// root and a depth ahead, order equals differently, and help only by what they leave in the shared table (with the same
// root move first they only did the same work again: measured 0.9 times as fast, against 1.15 to 1.26 so).
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "zermelo/search/alpha_beta.hpp"
#include "zermelo/search/selective.hpp"

namespace zermelo {

// What a pass that was stopped had found: a move that beats the last pass's best, looked at deeper, is the better answer. If
// not even one move was finished, the move that looks best by its static value is an answer still.
template <Game G, class Evaluation>
void take_unfinished(const G& root, const Moves<G>& moves, const Evaluation& evaluation, const RootLine<G>& found,
                     SearchOutcome<G>& outcome) {
    if (!found.moves.empty()) {
        if (outcome.lines.empty()) outcome.lines.push_back(found);
        else if (outcome.lines.size() == 1 && found.bound == Bound::lower) outcome.lines.front() = found;
        return;
    }
    if (!outcome.lines.empty()) return;
    RootLine<G> best{-infinity, Bound::none, {}};
    for (const auto move : moves) {
        const G next = root.play(move);
        const Value worth = next.over() ? next.payoff() * unit_of<G>() : evaluation(next);
        const Value value = next.player() == root.player() ? worth : -worth;
        if (value > best.value) best = {value, Bound::none, {move}};
    }
    outcome.lines.push_back(best);
}

template <class Searcher, Game G, class Evaluation>
SearchOutcome<G> deepen(const G& root, TranspositionTable& table, const SearchLimits& limits, const SearchOptions& options,
                        const Evaluation& evaluation, const std::function<bool(const SearchPass<G>&)>& on_depth,
                        const Moves<G>* only) {
    SearchOutcome<G> outcome;
    SharedSearch shared{table, options, limits.past};
    Watch watch(limits, shared.stop);
    Moves<G> moves;
    if (only) moves = *only;
    else root.moves(moves);
    if (root.over() || moves.empty()) {
        outcome.proven = true;
        outcome.lines.push_back({root.over() ? root.payoff() * unit_of<G>() : 0, Bound::exact, {}});
        return outcome;
    }
    table.new_search();
    const int deepest = limits.depth > 0 ? std::min(limits.depth, Searcher::max_ply - 2)
                                         : Searcher::max_ply - 2;

    std::vector<std::unique_ptr<Searcher>> helpers;
    std::vector<std::thread> threads;
    for (int number = 1; number < options.threads; ++number) {
        helpers.push_back(std::make_unique<Searcher>(shared, evaluation, number));
        threads.emplace_back([&, helper = helpers.back().get(), number] {
            std::vector<RootLine<G>> lines;
            Moves<G> turned;
            for (std::size_t at = 0; at < moves.size(); ++at)
                turned.push_back(moves[(at + static_cast<std::size_t>(number)) % moves.size()]);
            for (int depth = 1 + number % 2; depth <= deepest; ++depth)
                if (!helper->search_root(root, turned, depth, lines, nullptr)) return;
        });
    }

    auto first = std::make_unique<Searcher>(shared, evaluation, 0);
    SearchCounts before;
    double seconds_before = 0;
    for (int depth = 1; depth <= deepest; ++depth) {
        const std::uint64_t horizon_before = first->counts.horizon;
        if (!first->search_root(root, moves, depth, outcome.lines, &watch)) {
            outcome.stopped = watch.reason();
            take_unfinished(root, moves, evaluation, first->unfinished(), outcome);
            break;
        }
        SearchPass<G> pass{depth, outcome.lines, first->counts, watch.elapsed() - seconds_before};
        pass.counts.nodes -= before.nodes, pass.counts.evaluations -= before.evaluations;
        before = first->counts, seconds_before = watch.elapsed();
        outcome.history.push_back(pass);
        outcome.depth = depth;
        outcome.proven = first->counts.horizon == horizon_before;
        if (on_depth && !on_depth(pass)) {
            outcome.stopped = Stopped::cancelled;
            break;
        }
        if (outcome.proven) break;
        if (depth == deepest) outcome.stopped = Stopped::depth;
    }
    shared.stop.store(true);
    for (auto& thread : threads) thread.join();
    outcome.counts = first->counts;
    for (const auto& helper : helpers) outcome.counts.add(helper->counts);
    outcome.seconds = watch.elapsed();
    return outcome;
}

// `on_depth` gets every finished pass and stops the search by returning false. `only` limits the moves at the root.
template <Game G, class Evaluation>
SearchOutcome<G> search(const G& root, TranspositionTable& table, const SearchLimits& limits, const SearchOptions& options,
                        const Evaluation& evaluation, const std::function<bool(const SearchPass<G>&)>& on_depth = {},
                        const Moves<G>* only = nullptr) {
    // Games of exchanges are searched selectively, unless the answer is to be exact.
    if constexpr (Exchanges<G>)
        if (!options.exact)
            return deepen<Selective<G, Evaluation>>(root, table, limits, options, evaluation, on_depth, only);
    return deepen<AlphaBeta<G, Evaluation>>(root, table, limits, options, evaluation, on_depth, only);
}

}  // namespace zermelo
