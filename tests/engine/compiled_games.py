"""Small games to be compiled, most of them with something wrong. A heap of stones: take 1 or 2, who takes the last one wins."""

from __future__ import annotations

from collections import namedtuple
from types import new_class
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    something = 0  # which nobody else knows

WORTH = [0.0, 0.5, 0.25]
NAMES = {1: "one", 2: "two"}


def taken(stones: int, number: int = 1) -> int:
    return stones - number


class Heap(NamedTuple):
    """Fields of both kinds, a helper, floats, methods that call each other, moves by append, a key that is a tuple. Heaps of a
    hundred stones have no static value, and such of a thousand have too many moves, which no game from the start meets."""

    stones: int = 11
    first: bool = True

    @property
    def player(self) -> int:
        return 0 if self.first else 1

    def most(self, usual: int = 2) -> int:
        return min(usual if self.stones < 1000 else 200, self.stones)

    def moves(self) -> list[int]:
        found = []
        for number in range(1, 1 + self.most()):
            found.append(number)
        return found

    def play(self, number: int) -> Heap:
        return self._replace(stones=taken(self.stones, number), first=not self.first)

    def utility(self) -> float | None:
        if self.stones:
            return None
        return -1.5 if self.first else 1.5

    def evaluate(self) -> float:
        return WORTH[self.stones % 3 if self.stones < 100 else self.stones] * (1 if self.first else -1)

    def key(self) -> tuple[int, bool]:
        return (self.stones, self.first)


class Listed(Heap):
    """Moves by way of a list that has to be made."""

    __slots__ = ()

    def moves(self) -> list[int]:
        found = [number for number in (1, 2) if number <= self.stones]
        found.reverse()
        return found


class Rows(NamedTuple):
    """A board of tuples, changed in the ways that people change one: whoever fills a row of three alone wins."""

    rows: tuple[tuple[int, ...], ...] = ((0, 0, 0), (0, 0, 0), (0, 0, 0))
    left: tuple[int, ...] = (4, 4)

    @property
    def player(self) -> int:
        return sum(self.left) % 2

    def moves(self) -> list[int]:
        return [3 * row + at for row in range(3) for at in range(3) if not self.rows[row][at]]

    def play(self, move: int) -> Rows:
        row, at = divmod(move, 3)
        cells = list(self.rows[row])
        cells[at] = self.player + 1
        left = list(self.left)
        left[self.player] -= 1
        return Rows((*self.rows[:row], tuple(cells), *self.rows[row + 1 :]), tuple(left))

    def utility(self) -> int | None:
        for mark in (1, 2):
            if any(all(cell == mark for cell in row) for row in self.rows):
                return 3 - 2 * mark
        return None if any(self.left) else 0


def heap(**changed: Any) -> Any:
    """A class of heaps with some members changed. Its name stands for itself in its own functions."""
    made: Any = new_class("Changed", (namedtuple("Changed", ["stones", "first"], defaults=[11, True]),))

    def play(self: Any, number: int) -> Any:
        return made(self.stones - number, not self.first)

    usual = {"player": Heap.player, "moves": Heap.moves, "most": Heap.most, "play": play, "utility": Heap.utility}
    for name, member in {**usual, **changed}.items():
        setattr(made, name, member)
    return made


def looks_into_a_dict(self: Any) -> float:
    return float(len(NAMES))


def moves_that_are_halves(self: Any) -> list[Any]:
    return [0.5]


def moves_of_something(self: Any) -> list[int]:
    return [something]


def moves_forgotten(self: Any) -> Any:
    found = [1, 2]
    found.reverse()


def moves_one_by_one(self: Any) -> Any:
    yield 1


def moves_below_zero(self: Any) -> list[int]:
    return [-1, 1]


def imports_late(self: Any) -> float:
    import math

    return math.sqrt(4)
