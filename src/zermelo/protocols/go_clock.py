"""The clocks of a game of Go: absolute time, Canadian byo-yomi (stones in a period) and Japanese byo-yomi (periods)."""

from __future__ import annotations

from dataclasses import dataclass, field

from zermelo.players.clock import OVERHEAD, allow

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
    """

    main: float
    period: float = 0.0
    stones: int = 0
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
        side.left -= seconds
        if side.stones > 0:
            side.stones -= 1
        if self.period > 0 and (side.left <= 0 or (side.stones == 0 and side.left < self.period and self.main <= 0)):
            self.sides[player] = _Side(self.period, self.stones)
        side.left = max(side.left, 0.0)

    def seconds(self, player: int) -> float:
        """Return how long to think about a move.

        >>> GoClock(0, 30, 1).seconds(0), GoClock(60).seconds(0), GoClock(0, 60, 20).seconds(1)
        (26.98, 1.874, 2.999)
        """
        side = self.sides[player]
        if side.stones == 1 and self.stones <= 1:  # a period of its own for every move
            return max(0.9 * (side.left - OVERHEAD), _LEAST)
        if side.stones > 0:
            share = allow(side.left, moves_to_go=side.stones)
            return max((side.left - OVERHEAD) / side.stones if side.stones > 1 else share.most, _LEAST)
        share = allow(side.left)
        own = min(2 * share.enough, share.most)
        if self.period > 0:  # the first period of byo-yomi is there in addition
            own = max(own, min(0.9 * self.period / max(self.stones, 1), side.left + 0.9 * self.period))
        return max(own, _LEAST)
