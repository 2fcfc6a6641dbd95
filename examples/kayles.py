"""Kayles, the game of the tutorial: a row of pins, and two bowlers who never miss."""

from itertools import pairwise
from typing import NamedTuple


class Kayles(NamedTuple):
    """Knock down one pin, or two that stand side by side; whoever knocks down the last one wins."""

    player: int = 0
    pins: str = "1234567"

    def moves(self):
        ones = [pin for pin in self.pins if pin != "."]
        twos = [left + right for left, right in pairwise(self.pins) if "." not in left + right]
        return ones + twos

    def play(self, move):
        return Kayles(1 - self.player, "".join("." if pin in move else pin for pin in self.pins))

    def utility(self):
        if self.moves():
            return None
        return -1 if self.player == 0 else 1

    def __str__(self):
        return self.pins
