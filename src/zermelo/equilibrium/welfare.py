"""Security levels, social optima and Pareto-optimal profiles."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.zero_sum import MAX_EXACT_CELLS, solve_table


@dataclass(frozen=True)
class Security:
    """What a player can guarantee whatever the others do: `pure` by the action `action`, `mixed` by the mix `mix`.

    `mix` and `mixed` are None if the table is too large to be solved exactly.
    """

    player: int
    action: int
    pure: Fraction
    mix: Mix | None
    mixed: Fraction | None


def security(game: MatrixGame) -> tuple[Security, ...]:
    """Compute the security level (maximin) of each player, from that player's view.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> even = security(matrix_game([[1, -1], [-1, 1]]))[0]
    >>> str(even.pure), str(even.mixed)
    ('-1', '0')
    """
    levels = []
    for player in range(len(game.players)):
        table = game.payoff_table(player)
        action = max(range(len(table)), key=lambda row: min(table[row]))
        mix, mixed = None, None
        if len(table) * len(table[0]) <= MAX_EXACT_CELLS:
            solution = solve_table(table)
            mix, mixed = solution.mixes[0], solution.low
        levels.append(Security(player, action, min(table[action]), mix, mixed))
    return tuple(levels)


def social_optimum(game: MatrixGame) -> tuple[Profile, ...]:
    """Return the profiles with the largest sum of payoffs.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> social_optimum(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))
    ((0, 0),)
    """
    most = max(map(sum, game.cells))
    return tuple(profile for profile, cell in zip(game.profiles(), game.cells, strict=True) if sum(cell) == most)


def pareto_front(game: MatrixGame) -> tuple[Profile, ...]:
    """Return the Pareto-optimal profiles: nobody can get more without somebody getting less.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> pareto_front(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))
    ((0, 0), (0, 1), (1, 0))
    """
    # In descending order, a cell can only be dominated by one before it.
    front: list[tuple[Fraction, ...]] = []
    for cell in sorted(set(game.cells), reverse=True):
        if len(game.players) == 2:
            dominated = bool(front) and front[-1][1] >= cell[1]
        else:
            dominated = any(all(a >= b for a, b in zip(other, cell, strict=True)) for other in front)
        if not dominated:
            front.append(cell)
    best = set(front)
    return tuple(profile for profile, cell in zip(game.profiles(), game.cells, strict=True) if cell in best)


def better_for_all(game: MatrixGame, payoffs: tuple[Fraction, ...]) -> tuple[Profile, ...]:
    """Return the profiles in which every player gets more than these payoffs."""
    return tuple(
        profile
        for profile, cell in zip(game.profiles(), game.cells, strict=True)
        if all(a > b for a, b in zip(cell, payoffs, strict=True))
    )
