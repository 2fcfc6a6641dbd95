// Leaves of Monte-Carlo search that a Python function evaluates, several at a time.
#pragma once

#include <numeric>
#include <vector>

#include "run.hpp"
#include "zermelo/search/mcts.hpp"

namespace zermelo::python {

// `function` takes a list of states and gives a list of pairs: a value, which `read` understands, and the priors by move or None.
template <class Worth, class G, class ToState, class Read>
std::vector<LeafValue<Worth>> evaluate_leaves(const nb::object& function, const std::vector<G>& games, const ToState& to_state, const Read& read) {
    nb::list states;
    for (const G& game : games) states.append(to_state(game));
    const nb::list answers(function(states));
    std::vector<LeafValue<Worth>> out;
    for (std::size_t at = 0; at < games.size(); ++at) {
        const nb::object answer = answers[at], priors = answer[1];
        LeafValue<Worth> value{read(nb::object(answer[0])), {}};
        if (!priors.is_none() && games[at].player() >= 0) {
            Moves<G> moves;
            games[at].moves(moves);
            for (const auto move : moves) {
                const nb::object prior = priors.attr("get")(Face<G>::to_python(games[at], move), 0.0);
                value.priors.push_back(static_cast<float>(nb::cast<double>(prior)));
            }
            const float sum = std::accumulate(value.priors.begin(), value.priors.end(), 0.0f);
            if (sum > 0)
                for (float& prior : value.priors) prior /= sum;
            else value.priors.clear();
        }
        out.push_back(std::move(value));
    }
    return out;
}

}  // namespace zermelo::python
