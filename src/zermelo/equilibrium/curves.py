"""The picture of a game of two actions each: how often Row's first action is best, for every chance of Column's, and back.

Over the square of both chances each player's best replies are a bent line; where the two lines meet is an equilibrium.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from zermelo.equilibrium.game import MatrixGame
from zermelo.state import ZermeloError


class Piece(NamedTuple):
    """A straight part of a line, or the whole square where a player does not care: all chances of Row's first action from
    `left` to `right` with all of Column's from `bottom` to `top`."""

    left: Fraction
    right: Fraction
    bottom: Fraction
    top: Fraction


def best_reply_curves(game: MatrixGame) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Row's best replies, and Column's.

    >>> from zermelo.equilibrium import matrix_game
    >>> for piece in best_reply_curves(matrix_game("1 -1; -1 1"))[0]:
    ...     print(*piece)
    0 0 0 1/2
    0 1 1/2 1/2
    1 1 1/2 1
    """
    if game.shape != (2, 2):
        raise ZermeloError("the picture of best replies is for two players with two actions each")
    rows = tuple(Piece(*own, *other) for own, other in _line(game.against(0)))
    columns = tuple(Piece(*other, *own) for own, other in _line(game.against(1)))
    return rows, columns


_Span = tuple[Fraction, Fraction]


def _line(table: list[list[Fraction]]) -> list[tuple[_Span, _Span]]:
    """The chances of one's own first action that are best, with the chances of the other's for which they are."""
    none, one = Fraction(0), Fraction(1)
    # What the first action gains over the second, where the other plays their second, and where they play their first.
    start, end = table[0][1] - table[1][1], table[0][0] - table[1][0]
    if start == end == 0:
        return [((none, one), (none, one))]
    if start * end > 0 or start == end:
        side = one if start > 0 else none
        return [((side, side), (none, one))]
    turn = start / (start - end)
    pieces = []
    if turn > 0:
        side = one if start > 0 else none
        pieces.append(((side, side), (none, turn)))
    pieces.append(((none, one), (turn, turn)))
    if turn < 1:
        side = one if end > 0 else none
        pieces.append(((side, side), (turn, one)))
    return pieces
