// The way into alpha-beta: the selective search for games of exchanges, unless the answer is to be exact; else the exact one.
#pragma once

#include <memory>

#include "zermelo/search/alpha_beta.hpp"
#include "zermelo/search/selective.hpp"

namespace zermelo {

// `on_pass` gets every pass and stops the search by returning false. `only` limits the moves at the root.
template <Game G, class Evaluation>
Outcome<typename G::Move> search(const G& root, TranspositionTable& table, const SearchRequest& request, const Evaluation& evaluation,
                                 const OnPass<typename G::Move>& on_pass = {}, const Moves<G>* only = nullptr) {
    SharedSearch shared{table, request};
    Budget budget(request, shared.stop);
    Moves<G> moves;
    if (only) moves = *only;
    else root.moves(moves);
    if (root.over() || moves.empty()) {
        Outcome<typename G::Move> outcome;
        outcome.proven = true;
        const Value value = root.over() ? root.payoff() * unit_of<G>() : 0;
        outcome.moves.push_back({{}, {}, Bound::exact, 0});
        outcome.moves.front().worth.push_back(for_max(root, value / report_scale(root)));
        return outcome;
    }
    table.new_search();
    const auto run = [&]<class Search>() {
        const auto make = [&](int thread) { return std::make_unique<Search>(shared, thread == 0 ? &budget : nullptr, evaluation, thread); };
        return run_passes<Search>(root, moves, request, budget, shared.stop, true, Search::max_ply - 2, make, on_pass);
    };
    if constexpr (HasExchanges<G>)
        if (!request.exact) return run.template operator()<Selective<G, Evaluation>>();
    return run.template operator()<AlphaBeta<G, Evaluation>>();
}

}  // namespace zermelo
