"""How long to think about a move when a whole game has to be played on a clock.

Two times come out: after the first no new depth is begun, as it would hardly be finished; at the second the search ends
whatever it is doing.
"""

from __future__ import annotations

from typing import NamedTuple

OVERHEAD = 0.02
"""Seconds that a move may lose on its way to the clock."""
_MOVES_LEFT = 32
_LEAST = 0.001


class Allowance(NamedTuple):
    """Seconds: when not to begin another depth, and when to stop."""

    enough: float
    most: float


def allow(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> Allowance:
    """The share of one move in the time that is left; never all of it.

    >>> allow(60.0, 1.0)
    Allowance(enough=1.387, most=6.936)
    >>> allow(0.01).most
    0.001
    """
    moves = min(moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
    usable = max(left - OVERHEAD, _LEAST)
    share = usable / moves + 0.9 * increment
    most = min(2.5 * share, 0.5 * usable if moves > 1 else 0.9 * usable)
    return Allowance(round(min(0.5 * share, most), 3), round(max(most, _LEAST), 3))
