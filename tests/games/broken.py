"""Small games for the auditor, as named tuples: a few sound ones, and one for each broken promise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from math import inf, nan
from typing import Any, NamedTuple

from zermelo.state import CHANCE, SIMULTANEOUS


class Steps(NamedTuple):
    """A sound little game: three times left or right; the sum decides. The broken ones below change one thing."""

    path: tuple[int, ...] = ()

    @property
    def player(self) -> int:
        return len(self.path) % 2

    def moves(self) -> Any:
        return (-1, 1)

    def play(self, move: int) -> Any:
        return type(self)((*self.path, move))

    def utility(self) -> Any:
        return sum(self.path) if len(self.path) == 3 else None


class Beaten(Steps):
    """Whoever has had the last of two or three moves has won: -1 is meant for the player to move."""

    def utility(self) -> Any:
        return -1 if len(self.path) == 3 or self.path == (1, 1) else None


class Lopsided(Steps):
    def symmetries(self) -> Any:
        return {self.path, tuple(-step for step in self.path)}


class Skewed(Steps):
    def symmetries(self) -> Any:
        return {len(self.path)}

    def evaluate(self) -> Any:
        return sum(self.path)


class Speechless(Steps):
    def strategy(self) -> Any:
        return 1


class Reckless(Steps):
    def strategy(self) -> Any:
        return 2, "more is better"


class Lawless(Steps):
    def rules(self) -> Any:
        yield "go right", [1]
        yield "go up", [3]


class Vague(Steps):
    def rules(self) -> Any:
        return self.moves()


class Ruled(Steps):
    """Sound: its symmetry, its strategy and its rules keep their promises."""

    def utility(self) -> Any:
        return abs(sum(self.path)) if len(self.path) == 3 else None

    def symmetries(self) -> Any:
        return {self.path, tuple(-step for step in self.path)}

    def strategy(self) -> Any:
        return 1, "right is right"

    def rules(self) -> Any:
        yield "never", []
        yield "always", self.moves()


CALLS = count()


class Empty(Steps):
    def moves(self) -> Any:
        return () if self.path == (1,) else (-1, 1)


class Endless(Steps):
    def utility(self) -> Any:
        return None


class Generated(Steps):
    def moves(self) -> Iterator[int]:
        return count()


class Restless(Steps):
    def moves(self) -> Any:
        return (next(CALLS),)


class Doubled(Steps):
    def moves(self) -> Any:
        return (1, -1, 1)


class Unhashable(Steps):
    def moves(self) -> Any:
        return ([1], [-1])


class Illegal(Steps):
    def play(self, move: int) -> Any:
        if move == 1 and self.path == (-1,):
            raise KeyError("no\nsuch square")
        return super().play(move)


class Forgetful(Steps):
    def play(self, move: int) -> Any:
        return super().play(move) if self.path != (1,) else None


class Moody(Steps):
    def play(self, move: int) -> Any:
        return type(self)((*self.path, next(CALLS)))


class Infinite(Steps):
    def utility(self) -> Any:
        return None if len(self.path) < 3 else inf


class Truthful(Steps):
    def utility(self) -> Any:
        return len(self.path) == 3


class Wordy(Steps):
    def utility(self) -> Any:
        return None if len(self.path) < 3 else "win"


class Uneven(Steps):
    def utility(self) -> Any:
        return None if len(self.path) < 3 else (1, 1) if sum(self.path) > 0 else (0, 1)


class Mixed(Steps):
    def utility(self) -> Any:
        return None if len(self.path) < 3 else (1, -1) if sum(self.path) > 0 else 0


class Crowded(Steps):
    @property
    def player(self) -> int:
        return len(self.path)


class Nobody(Steps):
    @property
    def player(self) -> Any:
        return "white"


class Below(Steps):
    @property
    def player(self) -> int:
        return -3


class Lost(Steps):
    @property
    def player(self) -> int:
        raise RuntimeError("who?")


class Dreaming(Steps):
    def evaluate(self) -> float:
        return nan


class Crashing(Steps):
    def evaluate(self) -> float:
        raise ZeroDivisionError("division by zero")


class Blurred(Steps):
    def key(self) -> int:
        return len(self.path)


class Fickle(Steps):
    def key(self) -> int:
        return next(CALLS)


class Bare(Steps):
    def key(self) -> Any:
        return [self.path]


class Rolling(Steps):
    @property
    def player(self) -> int:
        return CHANCE

    def chances(self) -> Any:
        return ((-1, 0.5), (1, 0.5))


class Loaded(Rolling):
    def chances(self) -> Any:
        return ((-1, 0.5), (1, 0.25))


class Impossible(Rolling):
    def chances(self) -> Any:
        return ((-1, 1), (1, 0))


class Sideways(Rolling):
    def chances(self) -> Any:
        return ((-1, 0.5), (2, 0.5))


class Chanceless(Steps):
    @property
    def player(self) -> int:
        return CHANCE


class Mapped(Steps):
    def moves(self) -> Any:
        return {-1: "left", 1: "right"}


class Numbered(Steps):
    def play(self, move: int) -> Any:
        return len(self.path) + move


class Outsized(Steps):
    def utility(self) -> Any:
        return 10**400 if len(self.path) == 3 else None


class OneAndTwo(Steps):
    """Counts its players from 1."""

    @property
    def player(self) -> int:
        return 1 + len(self.path) % 2


class Tabled(Rolling):
    def chances(self) -> Any:
        return {-1: 0.5, 1: 0.5}


class Circular(Steps):
    def moves(self) -> Any:
        return self.moves()


class Quitting(Steps):
    def utility(self) -> Any:
        raise SystemExit(1)


class Together(NamedTuple):
    """Rock, paper, scissors."""

    shown: tuple[int, ...] = ()
    player: int = SIMULTANEOUS

    def moves(self) -> Any:
        return ((0, 1, 2), (0, 1, 2))

    def play(self, move: tuple[int, int]) -> Together:
        return type(self)(move)

    def utility(self) -> int | None:
        return (0, 1, -1)[(self.shown[0] - self.shown[1]) % 3] if self.shown else None


class Handcuffed(Together):
    def moves(self) -> Any:
        return ((0, 1, 2), ())


class Mirrored(Steps):
    """Sound: left and right may change places, and a key may say so."""

    def utility(self) -> Any:
        return abs(sum(self.path)) if len(self.path) == 3 else None

    def key(self) -> Any:
        return max(self.path, tuple(-step for step in self.path))


class Generous(Uneven):
    """Sound: it says that its payoffs do not add up."""

    zero_sum = False
