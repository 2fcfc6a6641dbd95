"""`TaperedState`: native states whose evaluation has two weights for each feature, and whose values count the plies to a win."""

from __future__ import annotations

from typing import ClassVar

from zermelo.games.faces import NativeState
from zermelo.result import Mate
from zermelo.state import MAX

LONGEST_WIN = 256
"""The engine's values count the distance to a win up to so many plies."""


class TaperedState(NativeState):
    """A state with middlegame and endgame weights; a win is worth the native `unit` less the plies to it."""

    __slots__ = ()

    mate_words: ClassVar[tuple[str, str]] = ("win", "loss")

    def mate(self, value: float) -> Mate | None:
        """Return the number of moves to the win that a value stands for; a win is worth 10,000 less the plies to it.

        >>> from zermelo.games.chess import Chess
        >>> print(Chess().mate(9995), Chess().mate(-9998), Chess().mate(250), sep=", ")
        mate in 3, mated in 1, None
        """
        won = self._native.unit
        # Exactly 10,000 is a win at an unknown distance, from an exact search, or a finished game.
        if not won - LONGEST_WIN < abs(value) < won:
            return None
        moves = (won - int(abs(value)) + 1) // 2
        return Mate(moves if value > 0 else -moves, self.mate_words)

    def tapered_weights(self) -> dict[str, tuple[float, float]]:
        """Return each feature's weight in the middlegame and in the endgame."""
        return {name: (middlegame, endgame) for name, (middlegame, endgame, _) in self._weights().items()}

    def weights(self) -> dict[str, float]:
        """Return the weights in this position, interpolated between middlegame and endgame."""
        return {name: weight for name, (_, _, weight) in self._weights().items()}

    def _weights(self) -> dict[str, tuple[int, int, float]]:
        weights: dict[str, tuple[int, int, float]] = getattr(self._native, "weights", dict)()
        return weights

    def evaluate(self) -> float:
        """Return the static value for MAX: the features times their weights, in integers.

        >>> from zermelo.games.chess import Chess
        >>> Chess("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").evaluate() > 500
        True
        """
        if not self._native.has_evaluation:
            return super().evaluate()
        value: int = self._native.evaluate()
        return value if self.player == MAX else -value
