"""Best replies and the pure equilibria they form, for any number of players."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod

from zermelo.equilibrium.game import MatrixGame, Mix, Profile
from zermelo.equilibrium.numbers import dot


def best_replies(game: MatrixGame) -> tuple[dict[Profile, tuple[int, ...]], ...]:
    """Find each player's best actions against every combination of the others' actions.

    Returns
    -------
    tuple of dict
        One dictionary per player. A key has one action of every other player, a value all actions that are best
        against it.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> best_replies(matrix_game("-1,-1 -4,0; 0,-4 -3,-3"))[0]
    {(0,): (1,), (1,): (1,)}
    """
    all_replies = []
    for player in range(len(game.players)):
        table = game.payoff_table(player)
        others = product(*(range(count) for other, count in enumerate(game.shape) if other != player))
        replies = {}
        for column, rest in enumerate(others):
            best = max(row[column] for row in table)
            replies[rest] = tuple(action for action, row in enumerate(table) if row[column] == best)
        all_replies.append(replies)
    return tuple(all_replies)


def pure_equilibria(game: MatrixGame) -> tuple[Profile, ...]:
    """Find all pure Nash equilibria: profiles in which no player gains by changing their action alone.

    Examples
    --------
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


def expected_payoffs(game: MatrixGame, mixes: Sequence[Mix]) -> tuple[Fraction, ...]:
    """Return each player's expected payoff when everybody plays a mix.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> half = (Fraction(1, 2), Fraction(1, 2))
    >>> [str(payoff) for payoff in expected_payoffs(matrix_game("3,1 0,0; 0,0 1,3"), [half, half])]
    ['1', '1']
    """
    totals = [Fraction(0)] * len(game.players)
    for profile, cell in zip(game.profiles(), game.cells, strict=True):
        # Multiplying fractions is slow, and most profiles of a sparse mix have probability 0.
        if all(mix[action] for mix, action in zip(mixes, profile, strict=True)):
            probability = prod((mix[action] for mix, action in zip(mixes, profile, strict=True)), start=Fraction(1))
            for player, payoff in enumerate(cell):
                totals[player] += probability * payoff
    return tuple(totals)


def is_equilibrium(game: MatrixGame, mixes: Sequence[Mix]) -> bool:
    """Return whether no player gains by any other choice, computed exactly; for any number of players.

    Parameters
    ----------
    game : MatrixGame
    mixes : sequence of Mix
        One mix per player. Anything that is not a mix of the right length is not an equilibrium.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> is_equilibrium(matrix_game([[1, -1], [-1, 1]]), [(Fraction(1, 2), Fraction(1, 2))] * 2)
    True
    """
    if [len(mix) for mix in mixes] != list(game.shape):
        return False
    if any(sum(mix) != 1 or min(mix) < 0 for mix in mixes):
        return False
    payoffs = expected_payoffs(game, mixes)
    for player in range(len(game.players)):
        others = (*mixes[:player], *mixes[player + 1 :])
        probabilities = [prod(parts, start=Fraction(1)) for parts in product(*others)]
        if any(dot(row, probabilities) > payoffs[player] for row in game.payoff_table(player)):
            return False
    return True
