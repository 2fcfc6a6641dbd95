"""A game of a user's own that has the name of one of Zermelo's."""

from __future__ import annotations

from typing import NamedTuple


class Nim(NamedTuple):
    """Take one to three; whoever takes the last loses."""

    left: int = 7
    player: int = 0

    def moves(self) -> tuple[int, ...]:
        return tuple(range(1, min(self.left, 3) + 1))

    def play(self, move: int) -> Nim:
        return Nim(self.left - move, 1 - self.player)

    def utility(self) -> int | None:
        return None if self.left else -1 if self.player else 1

    def __str__(self) -> str:
        return f"{self.left} of my own"
