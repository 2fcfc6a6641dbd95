"""Games that have to change before they are compiled."""

from __future__ import annotations

from typing import NamedTuple

PRICES = {"black": 2, "white": 1}


def weigh(place: int) -> int:
    return -place


class Stones(NamedTuple):
    board: list[str] = ["."] * 3
    weight: float = 0.5
    taken: tuple[str, ...] = ("black", "white")
    player: int = 0

    def has_black(self) -> bool:
        return "black" in self.taken

    def moves(self) -> list[int]:
        seen = {place: -place for place in range(3)}
        if len(seen) == 3 and self.has_black():
            return sorted(range(3), key=weigh)
        return [0]

    def play(self, number: int) -> Stones:
        self.board[number] = "."
        return self._replace(player=1 - self.player)

    def utility(self) -> int | None:
        return PRICES["black"]


class Shop:
    player = 0

    def moves(self) -> list[int]:
        return [0]

    def play(self, move: int) -> Shop:
        return self

    def utility(self) -> int | None:
        return None
