// Runs Monte-Carlo search with simultaneous moves for Python. A game's `Face` has `to_python(game, player, move)`.
#pragma once

#include "run.hpp"
#include "zermelo/search/simultaneous_mcts.hpp"

namespace zermelo::python {

template <class G, class Evaluation>
SearchOutcome run_simultaneous_mcts(Run& run, const G& root, const SearchRequest& request, const Evaluation& evaluation, std::size_t megabytes,
                                    bool calls_python) {
    return run.search_joint(root, request, calls_python, [&](const SearchRequest& asked, const auto& on_pass) {
        return simultaneous_mcts(root, asked, evaluation, megabytes, on_pass);
    });
}

}  // namespace zermelo::python
