"""Best replies, and the equilibria in pure strategies that they make; for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.numbers import dot


def best_replies(game: MatrixGame) -> tuple[dict[Profile, tuple[int, ...]], ...]:
    """For each player, the best actions against every choice of all the others.

    >>> from zermelo.equilibrium import matrix_game
    >>> best_replies(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))[0]
    {(0,): (1,), (1,): (1,)}
    """
    found = []
    for player in range(len(game.players)):
        table = game.against(player)
        others = product(*(range(count) for each, count in enumerate(game.shape) if each != player))
        replies = {}
        for place, rest in enumerate(others):
            best = max(row[place] for row in table)
            replies[rest] = tuple(action for action, row in enumerate(table) if row[place] == best)
        found.append(replies)
    return tuple(found)


def pure_equilibria(game: MatrixGame) -> tuple[Profile, ...]:
    """Every profile in which nobody gains by choosing something else alone.

    >>> from zermelo.equilibrium import matrix_game
    >>> pure_equilibria(matrix_game("3,1 0,0; 0,0 1,3"))
    ((0, 0), (1, 1))
    """
    replies = best_replies(game)
    return tuple(
        profile
        for profile in game.profiles()
        if all(
            action in replies[player][(*profile[:player], *profile[player + 1 :])]
            for player, action in enumerate(profile)
        )
    )


def expected(game: MatrixGame, mixes: Sequence[Mix]) -> tuple[Fraction, ...]:
    """What each player gets on average when everybody mixes."""
    totals = [Fraction(0)] * len(game.players)
    for profile, cell in zip(game.profiles(), game.cells, strict=True):
        chance = Fraction(1)
        for mix, action in zip(mixes, profile, strict=True):
            chance *= mix[action]
            if not chance:
                break
        else:
            for player, payoff in enumerate(cell):
                totals[player] += chance * payoff
    return tuple(totals)


def is_equilibrium(game: MatrixGame, mixes: Sequence[Mix]) -> bool:
    """Whether nobody gains by any other choice, exactly; for any number of players.

    >>> from zermelo.equilibrium import matrix_game
    >>> is_equilibrium(matrix_game([[1, -1], [-1, 1]]), [(Fraction(1, 2), Fraction(1, 2))] * 2)
    True
    """
    if [len(mix) for mix in mixes] != list(game.shape):
        return False
    if any(sum(mix) != 1 or min(mix) < 0 for mix in mixes):
        return False
    payoffs = expected(game, mixes)
    for player in range(len(game.players)):
        others = list(mixes[:player]) + list(mixes[player + 1 :])
        chances = []
        for rest in product(*map(range, map(len, others))):
            chance = Fraction(1)
            for mix, action in zip(others, rest, strict=True):
                chance *= mix[action]
            chances.append(chance)
        if any(dot(row, chances) > payoffs[player] for row in game.against(player)):
            return False
    return True
