"""An opening book, whatever its file looks like: the moves it knows in a position, and the choice among them."""

from __future__ import annotations

import mmap
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.state import State, ZermeloError
from zermelo.tables.books.canonical import game_of


@dataclass(frozen=True)
class BookMove:
    """A move that a book knows.

    weight   how often it is chosen, compared with the others; 0 is never
    games    how many games went on with it, with what the player who moved made of them; None if the book does not say.
             Games whose end is not known are in `games` alone
    ply      how many moves into a game it was first met
    """

    move: Any
    weight: float
    games: int | None = None
    wins: int = 0
    draws: int = 0
    losses: int = 0
    ply: int | None = None

    @property
    def score(self) -> float | None:
        """Points for each game that was decided, a draw being half a point."""
        decided = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / decided if decided else None


class OpeningBook(ABC):
    """A book of one game, whose entries lie in `data` sorted by the keys of positions; `place` is what its file is called."""

    game: str
    entries: int

    def __init__(self, data: mmap.mmap | bytes, place: str) -> None:
        self.data, self.place = data, place

    @property
    def size(self) -> int:
        """In bytes."""
        return len(self.data)

    @property
    def positions(self) -> int:
        """How many positions it knows."""
        return sum(at == 0 or self._key(at) != self._key(at - 1) for at in range(self.entries))

    def probe(self, state: State) -> tuple[BookMove, ...]:
        """The moves that the book knows in a position, the likeliest first; none where it does not know the position."""
        if game_of(state) != self.game:
            raise ZermeloError(f"{self.place} is a book of {self.game}, not of {game_of(state)}")
        if state.utility() is not None:
            return ()
        return tuple(sorted(self._find(state), key=lambda each: (-each.weight, str(each.move))))

    def choose(self, state: State, seed: int | None = None) -> Any | None:
        """A move of the book, each as often as its weight says, or None; the same seed makes the same choice."""
        moves = [each for each in self.probe(state) if each.weight > 0]
        if not moves:
            return None
        return Random(seed).choices([each.move for each in moves], [each.weight for each in moves])[0]

    def _places(self, key: Any) -> Iterator[int]:
        """The numbers of the entries with a key."""
        for at in range(bisect_left(range(self.entries), key, key=self._key), self.entries):
            if self._key(at) != key:
                break
            yield at

    @abstractmethod
    def _key(self, at: int) -> Any:
        """The key of the entry of this number."""

    @abstractmethod
    def _find(self, state: State) -> list[BookMove]:
        """The legal moves that stand in the book, in any order."""
