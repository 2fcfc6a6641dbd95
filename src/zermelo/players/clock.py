"""Time for a move and for a whole game: what a player may spend, and how much of a game's clock to spend on one move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from zermelo.state import ZermeloError

OVERHEAD = 0.02
"""Seconds that a move may lose on its way to the clock."""
_MOVES_LEFT = 32
_LEAST = 0.001
_LATE = 5.0
"""Seconds after which a player is not waited for whose game clock has run out."""


@dataclass(frozen=True)
class Clock:
    """What a player may spend on one move; nothing is limited by default.

    Parameters
    ----------
    seconds
        The most seconds for this move.
    nodes
        The most nodes for this move.
    left
        On a game clock: the seconds that each seat has left.
    increment
        On a game clock: the seconds added after every move.
    depth
        The most plies that players who count them look ahead.
    """

    seconds: float | None = None
    nodes: int | None = None
    left: tuple[float, ...] = ()
    increment: float = 0.0
    depth: int | None = None

    def timeout(self, player: int, patience: float) -> float:
        """Return for how many seconds to wait for the move of a player who may be silent for so long beyond its time.

        >>> Clock(seconds=2).timeout(0, 10), Clock(left=(60, 30)).timeout(1, 600)
        (12, 35.0)
        """
        if self.left:
            return self.left[player] + min(patience, _LATE)
        return (self.seconds or 0.0) + patience


UNLIMITED = Clock()


@dataclass(frozen=True)
class TimeControl:
    """The time control of a match.

    Parameters
    ----------
    base, increment
        On a game clock: seconds for the whole game, and seconds added after every move; no game clock if `base` is None.
    seconds, nodes, depth
        The most seconds, nodes and plies ahead for every move.
    """

    base: float | None = None
    increment: float = 0.0
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read a game clock: seconds for the game, a plus sign, and seconds for each move.

        >>> TimeControl.parse("2+0.02")
        TimeControl(base=2.0, increment=0.02, seconds=None, nodes=None, depth=None)
        """
        base, _, increment = text.partition("+")
        try:
            seconds, added = float(base), float(increment or 0)
        except ValueError:
            raise ZermeloError(f"a clock is written as in 2+0.02, not {text[:40]!r}") from None
        if not (0 < seconds < 1e6 and 0 <= added < 1e6):
            raise ZermeloError(f"a clock must have more than 0 and less than 1,000,000 seconds, not {text[:40]!r}")
        return cls(seconds, added)


class Allowance(NamedTuple):
    """The seconds after which no new depth is begun, and those after which the search stops."""

    enough: float
    most: float


def allow(left: float, increment: float = 0.0, moves_to_go: int | None = None) -> Allowance:
    """Divide the time left on a game clock: the share of one move, and never all of it.

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
