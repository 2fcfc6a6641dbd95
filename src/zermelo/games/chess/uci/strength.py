"""Limited strength: fewer nodes, and random errors in the values of moves.

An Elo rating becomes a number of nodes and the standard deviation of an error that is added to the value of each of the best
moves; the move that is then best is played. The two curves were chosen so that 200 points more should score about 75 %
(benchmarks/strength.py measures the difference); the origin of the scale is a convention.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from zermelo.result import Result
from zermelo.state import MAX, State, as_number

LEAST, MOST = 1000, 2600
LINES = 5
"""The number of best moves to choose from."""


class Handicap(NamedTuple):
    """The nodes of a weaker player, and the standard deviation of its errors in centipawns."""

    nodes: int
    error: float

    @classmethod
    def of(cls, elo: int) -> Handicap:
        """The handicap for an Elo rating.

        >>> Handicap.of(1000).nodes < Handicap.of(1800).nodes
        True
        """
        return cls(nodes=round(150 * 2 ** ((elo - LEAST) / 230)), error=max(0.0, (2200 - elo) / 16))

    def choose(self, state: State, result: Result, random: Random) -> str:
        """Choose one of the best moves of a search by values with random errors."""
        sign = 1 if state.player == MAX else -1
        seen = [(sign * as_number(each.value) + random.gauss(0, self.error), each.move) for each in result.moves]
        move: str = max(seen, key=lambda each: each[0])[1]
        return move
