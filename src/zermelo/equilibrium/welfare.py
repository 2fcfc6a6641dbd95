"""What the players could have: what each can be sure of, what is best for all together, and what nobody would wish away."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.zero_sum import MOST_EXACT, solve_table


@dataclass(frozen=True)
class Security:
    """What a player gets at least, whatever the others do: with the best single action, and with the best mix (None where the
    table is too large to be exact)."""

    player: int
    action: int
    pure: Fraction
    mix: Mix | None
    mixed: Fraction | None


def security(game: MatrixGame) -> tuple[Security, ...]:
    """The security level (maximin) of each player.

    >>> from zermelo.equilibrium import matrix_game
    >>> one = security(matrix_game([[1, -1], [-1, 1]]))[0]
    >>> str(one.pure), str(one.mixed)
    ('-1', '0')
    """
    found = []
    for player in range(len(game.players)):
        table = game.against(player)
        action = max(range(len(table)), key=lambda each: min(table[each]))
        mix, mixed = None, None
        if len(table) * len(table[0]) <= MOST_EXACT:
            best = solve_table(table)
            mix, mixed = best.mixes[0], best.low
        found.append(Security(player, action, min(table[action]), mix, mixed))
    return tuple(found)


def social_optimum(game: MatrixGame) -> tuple[Profile, ...]:
    """The profiles with the largest sum of payoffs.

    >>> from zermelo.equilibrium import matrix_game
    >>> social_optimum(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))
    ((0, 0),)
    """
    sums = [sum(cell) for cell in game.cells]
    most = max(sums)
    return tuple(profile for profile, total in zip(game.profiles(), sums, strict=True) if total == most)


def pareto_front(game: MatrixGame) -> tuple[Profile, ...]:
    """The profiles that no other betters: nobody can have more there without somebody having less.

    >>> from zermelo.equilibrium import matrix_game
    >>> pareto_front(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))
    ((0, 0), (0, 1), (1, 0))
    """
    # In falling order a cell can only be bettered by one before it.
    front: list[tuple[Fraction, ...]] = []
    for cell in sorted(set(game.cells), reverse=True):
        if len(game.players) == 2:
            bettered = bool(front) and front[-1][1] >= cell[1]
        else:
            bettered = any(all(a >= b for a, b in zip(other, cell, strict=True)) for other in front)
        if not bettered:
            front.append(cell)
    best = set(front)
    return tuple(profile for profile, cell in zip(game.profiles(), game.cells, strict=True) if cell in best)


def better_for_all(game: MatrixGame, payoffs: tuple[Fraction, ...]) -> tuple[Profile, ...]:
    """The profiles in which everybody gets more than this."""
    return tuple(
        profile
        for profile, cell in zip(game.profiles(), game.cells, strict=True)
        if all(a > b for a, b in zip(cell, payoffs, strict=True))
    )
