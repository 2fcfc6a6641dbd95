"""Time for a move and for a whole game: what a player may spend, and how much of a game's clock to spend on one move."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.state import ZermeloError

OVERHEAD = 0.02
"""Seconds that a move may lose on its way to the clock."""
_MOVES_LEFT = 32
_LEAST = 0.001
_LATE = 5.0
"""Seconds after which a player is not waited for whose game clock has run out."""
_REMEMBERED = 32
"""The moves whose lateness is remembered."""
_MOST_LATE = 2.0
"""The most seconds that a move counts as late; beyond them the clock was set anew or the machine slept."""


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

    @property
    def at_once(self) -> bool:
        """Whether there is no time to think: every millisecond of work may cost many on a busy machine."""
        return self.most <= _LEAST


def allow(
    left: float,
    increment: float = 0.0,
    moves_to_go: int | None = None,
    *,
    reserve: float = OVERHEAD,
    usually_late: float = 0.0,
) -> Allowance:
    """Divide the time left on a game clock: the share of one move, and never the reserve.

    Parameters
    ----------
    left, increment, moves_to_go
        The seconds on the clock, those added after every move, and the moves until more are added.
    reserve
        Seconds to keep. Without more than these the answer comes at once.
    usually_late
        Seconds that a move takes beyond its plan, on average.

    >>> allow(60.0, 1.0)
    Allowance(enough=1.387, most=6.936)
    >>> allow(60.0, 1.0, reserve=20.0, usually_late=0.5).most, allow(0.01).most
    (4.125, 0.001)
    """
    moves = min(moves_to_go or _MOVES_LEFT, _MOVES_LEFT)
    usable = max(left - reserve, _LEAST)
    share = max(usable / moves + 0.9 * increment - usually_late, 0.0)
    most = min(2.5 * share, 0.5 * usable if moves > 1 else 0.9 * usable)
    return Allowance(round(min(0.5 * share, most), 3), round(max(most, _LEAST), 3))


class Reserve:
    """What a player keeps of its clock, since moves arrive later than planned: learnt from the moves before.

    A move is late by what it takes beyond its plan, and by what the clock then takes in addition: the way of the answer, and the
    processes beside. The reserve is the overhead, twice the latest move of this game, and what the last 32 moves were late in
    all.

    Parameters
    ----------
    overhead
        Seconds that a move may lose on its way.

    >>> reserve = Reserve(overhead=0.02)
    >>> reserve.allow(1.0).most, reserve.seconds
    (0.077, 0.02)
    >>> reserve.spend(0.077, 0.177)  # 100 ms late
    >>> reserve.allow(0.8).most, round(reserve.seconds, 3)  # the clock says 200 ms: another 23 were lost on the way
    (0.023, 0.389)
    """

    def __init__(self, overhead: float = OVERHEAD) -> None:
        self.overhead = overhead
        self._last = deque([0.0] * _REMEMBERED, _REMEMBERED)
        self._latest = 0.0
        self._left: float | None = None
        self._increment = self._spent = 0.0

    @property
    def usually_late(self) -> float:
        """The average of what the last moves were late."""
        return sum(self._last) / _REMEMBERED

    @property
    def seconds(self) -> float:
        """The seconds to keep."""
        return self.overhead + 2 * self._latest + sum(self._last)

    def allow(self, left: float, increment: float = 0.0, moves_to_go: int | None = None) -> Allowance:
        """Divide the time left on a game clock; what it shows also tells how late the move before arrived, unless `forget` was
        called in between."""
        if self._left is not None:
            beyond = self._left + self._increment - left - self._spent
            self._note(self._last.pop() + max(beyond, 0.0))
        self._left, self._increment, self._spent = left, increment, 0.0
        return allow(left, increment, moves_to_go, reserve=self.seconds, usually_late=self.usually_late)

    def spend(self, planned: float, seconds: float) -> None:
        """Take note that a move took so many seconds, and was planned to take no more than `planned`."""
        self._spent = seconds
        self._note(max(seconds - planned, 0.0))

    def _note(self, late: float) -> None:
        self._last.append(min(late, _MOST_LATE))
        self._latest = max(self._latest, self._last[-1])

    def forget(self) -> None:
        """The next clock is not that after the last move: it does not tell how late that was."""
        self._left = None

    def new_game(self) -> None:
        """Another game begins: the machine is the same, but may have more time now."""
        self._latest /= 2
        self.forget()
