"""Small games to compile, most of them wrong. A heap of stones: take 1 or 2; the player who takes the last one wins."""

from __future__ import annotations

from collections import namedtuple
from fractions import Fraction
from types import new_class
from typing import TYPE_CHECKING, Any, NamedTuple

from zermelo.state import CHANCE

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


def pays_a_million(self: Any) -> int | None:
    if self.stones:
        return None
    return -1_000_000 if self.first else 1_000_000


def pays_ten_thousandths(self: Any) -> float | None:
    if self.stones:
        return None
    return -0.1234 if self.first else 0.12344


def pays_thousandths(self: Any) -> float | None:
    if self.stones:
        return None
    return -0.07 * 0.1 if self.first else 0.1 + 0.2


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


ODDS = ((0, Fraction(1, 4)), (1, Fraction(3, 4)))


class Spoils(NamedTuple):
    """Three players take turns: grab 1 or 2, or cast a lot that pays 3 of 4 times. Odds from a table and written out, payoffs that
    are floats."""

    first: int = 0
    second: int = 0
    third: int = 0
    plies: int = 0
    cast: bool = False

    @property
    def player(self) -> int:
        return CHANCE if self.cast else self.plies % 3

    def moves(self) -> list[int]:
        return [0, 1] if self.cast else [0, 1, 2]

    def chances(self) -> Any:
        return ODDS if self.plies % 2 else ((0, Fraction(1, 4)), (1, 1 - Fraction(1, 4)))

    def play(self, move: int) -> Spoils:
        cast = not self.cast and move == 0
        plies = self.plies if cast else self.plies + 1
        gain, at = 4 * move if self.cast else move, self.plies % 3
        return Spoils(
            self.first + gain * (at == 0), self.second + gain * (at == 1), self.third + gain * (at == 2), plies, cast
        )

    def utility(self) -> tuple[float, ...] | None:
        return None if self.plies < 6 else self.evaluate()

    def evaluate(self) -> tuple[float, ...]:
        return (self.first / 2, self.second / 2, self.third / 2 + 0.25)


def lottery(**changed: Any) -> Any:
    """A class in which chance moves once, with some members changed."""
    made: Any = new_class("Lottery", (namedtuple("Lottery", ["drawn"], defaults=[0]),))

    def play(self: Any, move: int) -> Any:
        return made(move)

    usual = {
        "player": -1,
        "moves": lambda self: [1, 2],
        "play": play,
        "utility": lambda self: self.drawn if self.drawn else None,
    }
    for name, member in {**usual, **changed}.items():
        setattr(made, name, member)
    return made


def chances_of_less_than_one(self: Any) -> Any:
    return [(1, 0.5), (2, 0.25)]


def chances_below_zero(self: Any) -> Any:
    return [(1, 1.25), (2, -0.25)]


def chances_without_odds(self: Any) -> Any:
    return [1, 2]


def chances_in_a_dict(self: Any) -> Any:
    return {1: 0.5, 2: 0.5}


def pays_now_and_then(self: Any) -> Any:
    return (1, 2) if self.drawn else 0


def chances_one_by_one(self: Any) -> Any:
    yield (1, 1.0)


def chances_of_text(self: Any) -> Any:
    return [("one", 0.5), ("two", 0.5)]


def fair(self: Any) -> Any:
    return [(1, 1 / 2), (2, 1 / 2)]


EIGHT = (1,) * 8


def pays_seventeen(self: Any) -> Any:
    return (1, *EIGHT, *EIGHT) if self.drawn else None


def pays_two(self: Any) -> Any:
    return (self.drawn, 1) if self.drawn else None


def one(self: Any) -> int:
    return 1
