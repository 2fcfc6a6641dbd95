"""A synthetic game with any branching factor: every move adds a step to a score, and the sign of the final score decides.

Steps are drawn by hashing the moves so far, so that the game is the same on every machine and needs no memory.
"""

from __future__ import annotations

from typing import NamedTuple

STEP = 10
"""One move changes the score by at most this."""
_MASK = 2**64 - 1


def mix(number: int) -> int:
    """Return a number of 64 bits that looks random (the finalizer of SplitMix64).

    >>> mix(1) != mix(2), mix(1) == mix(1)
    (True, True)
    """
    number = (number + 0x9E3779B97F4A7C15) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)


class StepGame(NamedTuple):
    """A state of the game: `score` is MAX's, `path` stands for the moves so far, and the game ends after `length` moves."""

    branching: int
    length: int
    path: int = 0
    ply: int = 0
    score: int = 0

    @property
    def player(self) -> int:
        """MAX and MIN take turns."""
        return self.ply % 2

    def moves(self) -> range:
        return range(self.branching)

    def play(self, move: int) -> StepGame:
        path = mix(self.path * 131 + move + 1)
        step = path % (2 * STEP + 1) - STEP
        return StepGame(self.branching, self.length, path, self.ply + 1, self.score + step)

    def utility(self) -> int | None:
        """1 if MAX has won, -1 if MIN has, 0 if the score is even; None while moves are left."""
        if self.ply < self.length:
            return None
        return (self.score > 0) - (self.score < 0)

    def evaluate(self) -> float:
        """The score so far, small enough that no static value is worth a win."""
        return self.score / (4 * STEP * self.length)


def noisy_value(state: StepGame) -> float:
    """Return a poor static value: the score so far and noise that is three times as large as what two moves change."""
    noise = mix(state.path ^ 0x5DEECE66D) % (12 * STEP + 1) - 6 * STEP
    return (state.score + noise) / (4 * STEP * state.length)
