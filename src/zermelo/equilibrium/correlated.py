"""Correlated equilibria (Aumann 1974): somebody draws a profile by lot and tells each player only their own part of it.

The draw is an equilibrium where everybody does best to obey: given what I am told, no other action of mine pays more
against what the others were probably told. All such draws satisfy a few linear inequalities, so the best of them is the
solution of a linear program. Every Nash equilibrium is one, with independent draws.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

from zermelo.equilibrium.dominance import eliminate
from zermelo.equilibrium.game import MatrixGame, Profile
from zermelo.equilibrium.numbers import whole
from zermelo.equilibrium.simplex import maximise
from zermelo.state import ZermeloError

MOST_CELLS = 36
"""Cells of the largest game whose best correlated equilibrium is found, after elimination."""


@dataclass(frozen=True)
class Correlated:
    """The draw has a chance for each profile that it ever names."""

    chances: dict[Profile, Fraction]
    payoffs: tuple[Fraction, ...]

    @property
    def welfare(self) -> Fraction:
        """What all get together."""
        return sum(self.payoffs, Fraction(0))


def correlated(game: MatrixGame, weights: Sequence[int] | None = None) -> Correlated:
    """The correlated equilibrium with the largest sum of payoffs, or with the largest sum weighted by player.

    >>> from zermelo.equilibrium import matrix_game
    >>> found = correlated(matrix_game("6,6 2,7; 7,2 0,0"))
    >>> {profile: str(chance) for profile, chance in found.chances.items()}, str(found.welfare)
    ({(0, 0): '1/2', (0, 1): '1/4', (1, 0): '1/4'}, '21/2')
    """
    weights = weights or [1] * len(game.players)
    if len(weights) != len(game.players) or min(weights) < 0:
        raise ZermeloError(f"{len(game.players)} weights from 0 up are needed, one for each player")
    # Nobody can be told to play what is strictly dominated.
    kept = eliminate(game).kept
    profiles = list(product(*kept))
    if len(profiles) > MOST_CELLS:
        raise ZermeloError(f"a correlated equilibrium is found for up to {MOST_CELLS} cells, not {len(profiles):,}")
    scaled, _ = whole([game.payoffs(profile) for profile in profiles])
    cell_of = dict(zip(profiles, scaled, strict=True))
    rows = [
        [_temptation(cell_of, profile, player, told, other) for profile in profiles]
        for player, actions in enumerate(kept)
        for told, other in permutations(actions, 2)
    ]
    sums = [sum(weight * part for weight, part in zip(weights, cell, strict=True)) for cell in scaled]
    # With every sum positive the chances add up to 1 at the optimum, as all other bounds are 0.
    lift = 1 - min(sums)
    found = maximise([each + lift for each in sums], [*rows, [1] * len(profiles)], [*([0] * len(rows)), 1])
    chances = {profile: chance for profile, chance in zip(profiles, found.point, strict=True) if chance}
    payoffs = tuple(
        sum((chance * game.payoffs(profile)[player] for profile, chance in chances.items()), Fraction(0))
        for player in range(len(game.players))
    )
    return Correlated(chances, payoffs)


def _temptation(cell_of: dict[Profile, list[int]], profile: Profile, player: int, told: int, other: int) -> int:
    """What the player gains in this profile by doing `other` when told `told`."""
    if profile[player] != told:
        return 0
    instead = (*profile[:player], other, *profile[player + 1 :])
    return cell_of[instead][player] - cell_of[profile][player]
