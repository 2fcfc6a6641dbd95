// Hands over to Python what searches find that give every move at the root a value: a number, MAX's, or a payoff for each player.
#pragma once

#include "searching.hpp"
#include "zermelo/search/monte_carlo.hpp"
#include "zermelo/search/passes.hpp"

namespace zermelo::python {

inline nb::object worth_to_python(double worth) { return nb::float_(worth); }
inline nb::object worth_to_python(const Payoffs& worth) {
    nb::list out;
    for (const double each : worth) out.append(each);
    return nb::tuple(out);
}

// `moves` of a pass are in natural order.
template <class G, class Worth>
nb::dict pass_to_python(const G& root, const RatedPass<G, Worth>& pass) {
    nb::dict out = counts_to_python(pass.counts);
    out["depth"] = pass.depth;
    nb::list moves;
    for (const auto& each : pass.moves)
        moves.append(nb::make_tuple(worth_to_python(each.value), word(each.bound), line_to_python(root, each.line)));
    out["moves"] = moves;
    out["seconds"] = pass.seconds;
    return out;
}

template <class Worth, class G>
OnPass<G, Worth> tell_passes(const G& root, const Request& request, Trouble& trouble) {
    if (request.on_depth.is_none()) return {};
    return [&](const RatedPass<G, Worth>& pass) {
        nb::gil_scoped_acquire gil;
        return !trouble.guard([&] { return request.on_depth(pass_to_python(root, pass)).is(nb::handle(Py_False)); });
    };
}

// `outside` is a leaf that was not within the limits, for searches that rely on them.
template <class G, class Worth>
nb::dict outcome_to_python(const G& root, const RatedOutcome<G, Worth>& outcome, const Request& request) {
    nb::dict out = pass_to_python(root, outcome.last);
    nb::list history;
    for (const auto& pass : outcome.history) history.append(pass_to_python(root, pass));
    out["history"] = history;
    out["nodes"] = outcome.counts.nodes;
    out["evaluations"] = outcome.counts.evaluations;
    out["cutoffs"] = outcome.counts.cutoffs;
    out["proven"] = outcome.proven;
    out["outside"] = outcome.outside ? worth_to_python(*outcome.outside) : nb::object(nb::none());
    out["seconds"] = outcome.seconds;
    out["stopped"] = request.interrupted ? "interrupted" : word(outcome.stopped);
    return out;
}

// Monte-Carlo tree search. `calls_python` says that the game or its evaluation is Python code, so that the GIL must be kept.
template <class G, class Evaluation>
nb::dict run_playouts(const G& root, const Request& request, const PlayoutOptions& options, const Evaluation& evaluation,
                      Trouble& trouble, bool calls_python) {
    std::atomic<bool> stop{false};
    Watch watch(request.limits, stop);
    MonteCarlo<G, Evaluation> search(evaluation, options, watch);
    unless_python(calls_python, [&] { search.search(root); });
    trouble.raise();
    nb::dict out = counts_to_python(search.counts);
    nb::list moves;
    for (const auto& each : search.tried())
        moves.append(nb::make_tuple(Face<G>::to_python(root, each.move), worth_to_python(each.mean), each.visits));
    out["moves"] = moves;
    out["endless"] = search.endless;
    out["seconds"] = watch.elapsed();
    out["stopped"] = request.interrupted ? "interrupted" : word(watch.reason());
    return out;
}

}  // namespace zermelo::python
