"""Small games for the auditor, as classes: sound ones, and ones that store or compare their fields wrongly."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class Remembering:
    """Sound: what a state worked out it may keep, though it is not the same inside any more."""

    path: tuple[int, ...] = ()
    known: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    last: list[Any] | None = field(default=None, compare=False)

    @cached_property
    def player(self) -> int:
        return len(self.path) % 2

    def moves(self) -> Any:
        return [-1, 1]

    def play(self, move: int) -> Any:
        if move not in self.known:
            self.known[move] = replace(self, path=(*self.path, move), known={})
        return self.known[move]

    def utility(self) -> Any:
        return sum(self.path) if len(self.path) == 3 else None


class Board:
    """Squares in a list, as a beginner writes it, but with care: sound. The ones below are less careful."""

    __slots__ = ("player", "squares")

    def __init__(self, squares: list[int] | None = None, player: int = 0) -> None:
        self.squares, self.player = squares or [0, 0, 0], player

    def moves(self) -> Any:
        return [number for number, square in enumerate(self.squares) if not square]

    def play(self, move: int) -> Any:
        squares = list(self.squares)
        squares[move] = 1 + self.player
        return type(self)(squares, 1 - self.player)

    def utility(self) -> Any:
        return None if 0 in self.squares else sum(self.squares)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (self.squares, self.player) == (other.squares, other.player)

    def __hash__(self) -> int:
        return hash((tuple(self.squares), self.player))


class InPlace(Board):
    """play() writes into the list that both states share."""

    def play(self, move: int) -> Any:
        self.squares[move] = 1 + self.player
        return type(self)(self.squares, 1 - self.player)


class Scribbling(Board):
    """play() leaves a trace that nobody sees from outside."""

    __slots__ = ("diary",)

    def __init__(self, squares: list[int] | None = None, player: int = 0) -> None:
        super().__init__(squares, player)
        self.diary: list[int] = []

    def play(self, move: int) -> Any:
        self.diary.append(move)
        return super().play(move)


class Anonymous(Board):
    """Equal only to itself."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__


class Keyed(Anonymous):
    """Sound: equal only to itself, but key() tells what is the same."""

    def key(self) -> Any:
        return tuple(self.squares), self.player


class Unhashed(Board):
    __hash__ = None  # type: ignore[assignment]


class Misfiled(Board):
    """Equal states with different hashes."""

    def __hash__(self) -> int:
        return id(self)


class Shortsighted(Board):
    """Equal although another square is taken."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and sum(self.squares) == sum(other.squares)

    def __hash__(self) -> int:
        return sum(self.squares)


class NoMoves:
    player = 0
    utility: Any = None

    def play(self, move: int) -> Any:
        return self


class NoUtility(NoMoves):
    def moves(self) -> Any:
        return [0]
