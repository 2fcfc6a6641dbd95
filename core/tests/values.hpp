// Reported values, which are MAX's in reported units, as values for the player to move in engine units.
#pragma once

#include <cmath>

#include "check.hpp"
#include "zermelo/game/hooks.hpp"
#include "zermelo/game/turns.hpp"
#include "zermelo/search/outcome.hpp"

template <class G, class Move>
zermelo::Value value_of(const G& root, const zermelo::RootMove<Move>& move) {
    CHECK(move.worth.size() == 1);
    if (move.worth.size() != 1) return -zermelo::infinity;
    const double value = zermelo::for_max(root, move.worth[0]) * zermelo::report_scale(root);
    const double whole = std::round(value);
    CHECK(std::abs(value - whole) < 1e-6);
    return static_cast<zermelo::Value>(whole);
}

// The value of the best move.
template <class G, class Move>
zermelo::Value value_of(const G& root, const zermelo::Outcome<Move>& outcome) {
    CHECK(!outcome.moves.empty());
    return outcome.moves.empty() ? -zermelo::infinity : value_of(root, outcome.moves.front());
}

// The best reported value of a search that lists its moves in natural order, MAX's: the largest if MAX moves at the root, else the
// smallest.
template <class G, class Move>
double best_worth(const G& root, const zermelo::Outcome<Move>& outcome) {
    CHECK(!outcome.moves.empty());
    double best = root.player() == 0 ? -1e9 : 1e9;
    for (const auto& move : outcome.moves) {
        CHECK(move.worth.size() == 1);
        if (move.worth.size() == 1) best = root.player() == 0 ? std::max(best, move.worth[0]) : std::min(best, move.worth[0]);
    }
    return best;
}
