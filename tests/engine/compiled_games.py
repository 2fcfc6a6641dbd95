"""Small games to be compiled, most of them with something wrong. A heap of stones: take 1 or 2, who takes the last one wins."""

from __future__ import annotations

from collections import namedtuple
from types import new_class
from typing import Any, NamedTuple

WORTH = [0.0, 0.5, 0.25]
NAMES = {1: "one", 2: "two"}


def taken(stones: int, number: int = 1) -> int:
    return stones - number


class Heap(NamedTuple):
    """Fields of both kinds, a helper, floats, methods that call each other, moves by append, a key that is a tuple."""

    stones: int = 11
    first: bool = True

    @property
    def player(self) -> int:
        return 0 if self.first else 1

    def most(self, least: int = 2) -> int:
        return min(least, self.stones)

    def moves(self) -> list[int]:
        found = []
        for number in range(1, 3):
            if number <= self.most():
                found.append(number)
        return found

    def play(self, number: int) -> Heap:
        return self._replace(stones=taken(self.stones, number), first=not self.first)

    def utility(self) -> float | None:
        if self.stones:
            return None
        return -1.5 if self.first else 1.5

    def evaluate(self) -> float:
        return WORTH[self.stones % 3] * (1 if self.first else -1)

    def key(self) -> tuple[int, bool]:
        return (self.stones, self.first)


class Listed(Heap):
    """Moves by way of a list that has to be made."""

    __slots__ = ()

    def moves(self) -> list[int]:
        found = [number for number in (1, 2) if number <= self.stones]
        found.reverse()
        return found


def heap(**changed: Any) -> type:
    """A class of heaps with some members changed. Its name stands for itself in its own functions."""
    made: Any = new_class("Changed", (namedtuple("Changed", ["stones", "first"], defaults=[11, True]),))

    def play(self: Any, number: int) -> Any:
        return made(self.stones - number, not self.first)

    usual = {"player": Heap.player, "moves": Heap.moves, "most": Heap.most, "play": play, "utility": Heap.utility}
    for name, member in {**usual, **changed}.items():
        setattr(made, name, member)
    return made  # type: ignore[no-any-return]


def looks_into_a_dict(self: Any) -> float:
    return float(len(NAMES))


def moves_that_are_halves(self: Any) -> list[Any]:
    return [0.5]


def fails_off_the_path(self: Any) -> int:
    """No game from the start comes to an even number of stones before the first player, who takes one at a time."""
    return 0 if self.first == (self.stones % 2 == 1) else 12 // (self.stones % 1)


def too_many(self: Any) -> list[int]:
    return list(range(200)) if self.stones == 30 else [1]
