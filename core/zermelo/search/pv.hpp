// Principal variations: lines of play that grow from the leaves up.
#pragma once

#include <vector>

namespace zermelo {

// Make `line` the move followed by the rest.
template <class Move>
void extend_line(std::vector<Move>& line, Move move, const std::vector<Move>& rest) {
    line.assign(1, move);
    line.insert(line.end(), rest.begin(), rest.end());
}

}  // namespace zermelo
