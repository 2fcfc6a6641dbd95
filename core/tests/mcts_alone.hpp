// Monte-Carlo tree search with a tree of its own.
#pragma once

#include "zermelo/search/mcts.hpp"

template <class G, class Evaluation>
zermelo::Outcome<typename G::Move> mcts_alone(const G& root, const zermelo::SearchRequest& request, const Evaluation& evaluation) {
    zermelo::KeptTree tree(16);
    return zermelo::mcts<zermelo::MultiPlayerGame<G>>(root, request, evaluation, tree);
}
