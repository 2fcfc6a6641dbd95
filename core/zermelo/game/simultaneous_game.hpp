// What a game in which players move at the same time is to the searches. Moves in turn are the case in which one player has a choice.
#pragma once

#include <concepts>
#include <cstddef>

#include "zermelo/game/hooks.hpp"

namespace zermelo {

// One move per player, in their order; any value for a player who has none. Where chance moves, its outcome alone.
template <class G>
using JointMove = List<typename G::Move, max_players>;

template <class G>
concept SimultaneousGame = std::copyable<G> && std::equality_comparable<typename G::Move> &&
                           requires(const G& game, std::size_t player, Moves<G>& moves, const JointMove<G>& joint) {
                               { game.players() } -> std::convertible_to<std::size_t>;  // the same in every position
                               { game.over() } -> std::convertible_to<bool>;
                               { game.moves(player, moves) };  // in natural order; none or one for a player without a choice
                               { game.play(joint) } -> std::convertible_to<G>;
                               { game.payoffs() } -> std::convertible_to<Payoffs>;  // once it is over
                           };

// Chance may have the move: then no player has one, and each outcome has a probability.
template <class G>
concept HasChanceNodes = requires(const G& game, Moves<G>& moves, Probabilities<G>& out) {
    { game.chance() } -> std::convertible_to<bool>;  // whether chance moves here
    game.chances(moves, out);                        // all outcomes, in natural order
};

template <class G>
bool chance_moves([[maybe_unused]] const G& game) {
    if constexpr (HasChanceNodes<G>) return game.chance();
    else return false;
}

}  // namespace zermelo
