"""Best-reply curves of a 2x2 game: each player's best probabilities for every probability of the other.

In the square of both players' probabilities of their first action, each player's best replies form a piecewise linear
curve; the curves intersect at the equilibria.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from zermelo.equilibrium.game import MatrixGame
from zermelo.state import ZermeloError


class Segment(NamedTuple):
    """A line segment of a curve, or the whole square if a player is indifferent.

    It covers all probabilities of Row's first action from `left` to `right`, combined with all of Column's from `bottom`
    to `top`.
    """

    left: Fraction
    right: Fraction
    bottom: Fraction
    top: Fraction


def best_reply_curves(game: MatrixGame) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """Return the curve of Row's best replies and the curve of Column's.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> for segment in best_reply_curves(matrix_game("1 -1; -1 1"))[0]:
    ...     print(*segment)
    0 0 0 1/2
    0 1 1/2 1/2
    1 1 1/2 1
    """
    if game.shape != (2, 2):
        raise ZermeloError("best-reply curves need two players with two actions each")
    rows = tuple(Segment(*best, *given) for best, given in _curve(game.payoff_table(0)))
    columns = tuple(Segment(*given, *best) for best, given in _curve(game.payoff_table(1)))
    return rows, columns


_Range = tuple[Fraction, Fraction]


def _curve(table: list[list[Fraction]]) -> list[tuple[_Range, _Range]]:
    """Return pairs of ranges: best probabilities of the first action, and the other's probabilities they reply to."""
    zero, one = Fraction(0), Fraction(1)
    # The advantage of the first action if the other plays their second action, and if they play their first.
    start, end = table[0][1] - table[1][1], table[0][0] - table[1][0]
    if start == end == 0:
        return [((zero, one), (zero, one))]
    if start * end > 0 or start == end:
        side = one if start > 0 else zero
        return [((side, side), (zero, one))]
    turn = start / (start - end)
    segments = []
    if turn > 0:
        side = one if start > 0 else zero
        segments.append(((side, side), (zero, turn)))
    segments.append(((zero, one), (turn, turn)))
    if turn < 1:
        side = one if end > 0 else zero
        segments.append(((side, side), (turn, one)))
    return segments
