"""Playing below one's strength: fewer nodes, and values that are seen less clearly.

A number of Elo points becomes a number of nodes to look at and a spread of the error with which each of the best moves is
judged; the move that then seems best is played. The two curves were chosen so that two hundred points more should win about
three games in four (benchmarks/strength.py measures by how much they miss that); where the scale begins is a convention.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from zermelo.result import Result
from zermelo.state import MAX, State, as_number

LEAST, MOST = 1000, 2600
LINES = 5
"""How many of the best moves it chooses from."""


class Handicap(NamedTuple):
    """What a weaker player may spend, and how far off it judges, in centipawns."""

    nodes: int
    error: float

    @classmethod
    def of(cls, elo: int) -> Handicap:
        """The handicap at which so many points are expected.

        >>> Handicap.of(1000).nodes < Handicap.of(1800).nodes
        True
        """
        return cls(nodes=round(150 * 2 ** ((elo - LEAST) / 230)), error=max(0.0, (2200 - elo) / 16))

    def choose(self, state: State, result: Result, random: Random) -> str:
        """One of the best moves of a search, by values that are a little off."""
        sign = 1 if state.player == MAX else -1
        seen = [(sign * as_number(each.value) + random.gauss(0, self.error), each.move) for each in result.moves]
        move: str = max(seen, key=lambda each: each[0])[1]
        return move
