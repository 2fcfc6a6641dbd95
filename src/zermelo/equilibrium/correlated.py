"""Correlated equilibria (Aumann 1974): a mediator draws a profile at random and tells each player only their own action.

The distribution is an equilibrium if everybody does best to obey: given the action that a player is told, no other action
has a higher expected payoff. These conditions are linear inequalities, so the best such distribution is the solution of a
linear program. Every Nash equilibrium is a correlated equilibrium with independent draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

from zermelo.equilibrium.dominance import eliminate
from zermelo.equilibrium.game import MatrixGame, Profile
from zermelo.equilibrium.numbers import to_integers
from zermelo.equilibrium.simplex import maximise
from zermelo.state import ZermeloError

MAX_CELLS = 36
"""The largest game, after elimination, whose best correlated equilibrium is computed."""


@dataclass(frozen=True)
class Correlated:
    """A correlated equilibrium: the profiles with positive probability, and each player's expected payoff."""

    chances: dict[Profile, Fraction]
    payoffs: tuple[Fraction, ...]

    @property
    def welfare(self) -> Fraction:
        """The sum of all payoffs."""
        return sum(self.payoffs, Fraction(0))


def correlated(game: MatrixGame, weights: Sequence[int] | None = None) -> Correlated:
    """Find the correlated equilibrium with the largest sum of payoffs.

    Parameters
    ----------
    game : MatrixGame
        At most 36 cells may remain after the elimination of strictly dominated actions.
    weights : sequence of int, optional
        A weight of at least 0 for each player's payoff in the sum; 1 by default.

    Raises
    ------
    ZermeloError
        If the game is too large, or the weights do not fit.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> best = correlated(matrix_game("6,6 2,7; 7,2 0,0"))
    >>> {profile: str(chance) for profile, chance in best.chances.items()}, str(best.welfare)
    ({(0, 0): '1/2', (0, 1): '1/4', (1, 0): '1/4'}, '21/2')
    """
    weights = weights or [1] * len(game.players)
    if len(weights) != len(game.players) or min(weights) < 0:
        raise ZermeloError(f"weights must be {len(game.players)} numbers of at least 0, one for each player")
    # A strictly dominated action has probability 0 in every correlated equilibrium.
    kept = eliminate(game).kept
    profiles = list(product(*kept))
    if len(profiles) > MAX_CELLS:
        raise ZermeloError(f"a correlated equilibrium is found for up to {MAX_CELLS} cells, not {len(profiles):,}")
    scaled, _ = to_integers([game.payoffs(profile) for profile in profiles])
    cell_of = dict(zip(profiles, scaled, strict=True))
    rows = [
        [_gain(cell_of, profile, player, told, other) for profile in profiles]
        for player, actions in enumerate(kept)
        for told, other in permutations(actions, 2)
    ]
    sums = [sum(weight * part for weight, part in zip(weights, cell, strict=True)) for cell in scaled]
    # If every sum is positive, the probabilities add up to 1 at the optimum, since all other bounds are 0.
    offset = 1 - min(sums)
    optimum = maximise([total + offset for total in sums], [*rows, [1] * len(profiles)], [*([0] * len(rows)), 1])
    chances = {profile: chance for profile, chance in zip(profiles, optimum.point, strict=True) if chance}
    payoffs = tuple(
        sum((chance * game.payoffs(profile)[player] for profile, chance in chances.items()), Fraction(0))
        for player in range(len(game.players))
    )
    return Correlated(chances, payoffs)


def _gain(cell_of: dict[Profile, list[int]], profile: Profile, player: int, told: int, other: int) -> int:
    """Return what the player gains in this profile by playing `other` when told to play `told`."""
    if profile[player] != told:
        return 0
    deviation = (*profile[:player], other, *profile[player + 1 :])
    return cell_of[deviation][player] - cell_of[profile][player]
