// Whose view a child's value has. Searches that keep values for the player to move turn them here and nowhere else.
#pragma once

#include "zermelo/game/value.hpp"

namespace zermelo {

// Whether the player to move stays the same from parent to child. Known at compile time where players always alternate.
template <class G>
bool same_player([[maybe_unused]] const G& parent, [[maybe_unused]] const G& child) {
    if constexpr (requires { requires G::alternates; }) return false;
    else return parent.player() == child.player();
}

// Whether players always alternate, so that a child's value is always negated.
template <class G>
constexpr bool always_alternates() {
    if constexpr (requires { G::alternates; }) return G::alternates;
    else return false;
}

// Search a child with the parent's window; the value is for the parent's player. `search(alpha, beta)` takes the child's window.
template <class Search>
Value from_parent(bool same, Value alpha, Value beta, Search&& search) {
    return same ? search(alpha, beta) : -search(-beta, -alpha);
}

// A child's bounds for the parent's player, and back.
inline Bounds turned(Bounds bounds, bool same) { return same ? bounds : Bounds{-bounds.high, -bounds.low}; }

// A value for the player to move as MAX's. Where chance moves, values are MIN's.
template <class G, class Number>
Number for_max(const G& game, Number value) {
    return game.player() == 0 ? value : -value;
}

}  // namespace zermelo
