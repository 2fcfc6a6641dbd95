"""The clocks of a game of Go: absolute time, Canadian byo-yomi (stones in a period) and Japanese byo-yomi (periods)."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.players.clock import Reserve, allow

_LEAST = 0.01


@dataclass
class _Side:
    left: float
    stones: int = 0


@dataclass
class GoClock:
    """What both sides have left.

    Parameters
    ----------
    main
        Seconds before byo-yomi.
    period
        Seconds of a period of byo-yomi; 0 if there is none.
    stones
        The moves to make in each period, 1 for Japanese byo-yomi.
    reserve
        What to keep of every clock.
    """

    main: float
    period: float = 0.0
    stones: int = 0
    reserve: Reserve = field(default_factory=Reserve)
    sides: list[_Side] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sides = [self._begin(), self._begin()]

    def _begin(self) -> _Side:
        return _Side(self.main) if self.main > 0 or self.period <= 0 else _Side(self.period, self.stones)

    def set_left(self, player: int, seconds: float, stones: int) -> None:
        """Take what the controller's clock says; `stones` is 0 before byo-yomi."""
        self.sides[player] = _Side(seconds, stones)

    def spend(self, player: int, seconds: float) -> None:
        """Take the time of a move off; the controller's clock, if it says anything, knows better."""
        side = self.sides[player]
        left, stones = max(side.left - seconds, 0.0), max(side.stones - 1, 0)
        period_is_over = side.stones > 0 and stones == 0
        if self.period > 0 and (left == 0 or period_is_over):
            left, stones = self.period, self.stones
        self.sides[player] = _Side(left, stones)

    def seconds(self, player: int) -> float:
        """Return how long to think about a move.

        >>> GoClock(0, 30, 1).seconds(0), GoClock(60).seconds(0), GoClock(0, 60, 20).seconds(1)
        (26.982, 1.874, 2.999)
        """
        side = self.sides[player]
        if side.stones > 0:
            usable = side.left - self.reserve.seconds
            seconds = usable / side.stones - self.reserve.usually_late if side.stones > 1 else 0.9 * usable
        else:
            share = allow(side.left, reserve=self.reserve.seconds, usually_late=self.reserve.usually_late)
            seconds = min(2 * share.enough, share.most)
            if self.period > 0:  # when the main time runs out, a period of byo-yomi follows
                left = side.left + self.period - self.reserve.seconds
                seconds = max(seconds, min(0.9 * self.period / max(self.stones, 1), left))
        return round(max(seconds, _LEAST), 3)
