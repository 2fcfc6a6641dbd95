// The way into alpha-beta: the selective search for games of exchanges, unless the answer is to be exact; else the exact one.
#pragma once

#include <cmath>
#include <memory>

#include "zermelo/search/alpha_beta.hpp"
#include "zermelo/search/selective.hpp"

namespace zermelo {

// Reports a value that rests on tables without distances as the win itself where it is proven: in an endgame that they know, or if
// every move leads there.
template <class Search, class G>
void settle_by_tables(const G& root, const SharedSearch& shared, Outcome<typename G::Move>& outcome) {
    const auto is_mate = [&](const auto& move) { return std::abs(move.worth[0] * report_scale(root)) >= Search::decided; };
    if (outcome.moves.empty() || outcome.moves[0].bound != Bound::exact || is_mate(outcome.moves[0])) return;
    const auto known = table_result(root, shared.request.knowledge);
    if (known && known->certain && unspoilt_by_past(root, shared.request)) outcome.proven = true;
    if (!outcome.proven) return;
    for (auto& move : outcome.moves) {
        const bool won = std::abs(move.worth[0] * report_scale(root)) >= Search::decisive || (shared.conversion && move.worth[0] != 0);
        if (won && !is_mate(move)) move.worth[0] = std::copysign(unit_of<G>() / report_scale(root), move.worth[0]);
    }
}

// `on_pass` gets every pass and stops the search by returning false. `only` limits the moves at the root.
template <Game G, class Evaluation>
Outcome<typename G::Move> search(const G& root, TranspositionTable& table, const SearchRequest& request, const Evaluation& evaluation,
                                 const OnPass<typename G::Move>& on_pass = {}, const Moves<G>* only = nullptr) {
    SharedSearch shared{table, request};
    std::optional<ConversionOf<G>> conversion;
    if constexpr (HasResultTable<G>)
        if (request.knowledge && !request.exact && (conversion = conversion_of(root))) shared.conversion = conversion->salt();
    Budget budget(request, shared.stop);
    Moves<G> moves;
    if (only) moves = *only;
    else root.moves(moves);
    if (root.over() || moves.empty()) {
        Outcome<typename G::Move> outcome;
        outcome.proven = true;
        const Value value = root.over() ? root.payoff() * unit_of<G>() : 0;
        outcome.moves.push_back({{}, {}, Bound::exact, 0});
        outcome.moves.front().worth.push_back(reported(root, value));
        return outcome;
    }
    table.new_search();
    const auto run = [&]<class Search>() {
        const auto make = [&](int thread) {
            auto made = std::make_unique<Search>(shared, thread == 0 ? &budget : nullptr, evaluation, thread);
            if constexpr (requires { made->conversion; }) made->conversion = conversion ? &*conversion : nullptr;
            return made;
        };
        return run_passes<Search>(root, moves, request, budget, shared.stop, true, Search::max_ply - 2, make, on_pass);
    };
    if constexpr (HasExchanges<G>)
        if (!request.exact) {
            using Search = Selective<G, Evaluation>;
            auto outcome = run.template operator()<Search>();
            if constexpr (HasResultTable<G>) settle_by_tables<Search>(root, shared, outcome);
            return outcome;
        }
    return run.template operator()<AlphaBeta<G, Evaluation>>();
}

}  // namespace zermelo
