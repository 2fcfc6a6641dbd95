"""The interface of opening books, whatever their file format."""

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
    """A move of a book.

    Attributes
    ----------
    weight : float
        How often it is chosen, relative to the other moves; 0 is never.
    games : int or None
        Games with the move; None if the book does not say.
    wins, draws, losses : int
        Of the player who moved; games with an unknown result are in none of them.
    ply : int or None
        The earliest ply at which it was played.
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
        """Points per game with a known result, for the player who moved; a draw is half a point."""
        decided = self.wins + self.draws + self.losses
        return (self.wins + self.draws / 2) / decided if decided else None


class OpeningBook(ABC):
    """A book of one game: `data` holds its entries, sorted by the keys of positions; `place` is its name in errors."""

    game: str
    entries: int

    def __init__(self, data: mmap.mmap | bytes, place: str) -> None:
        self.data, self.place = data, place

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return len(self.data)

    @property
    def positions(self) -> int:
        """The number of positions in the book."""
        return sum(at == 0 or self._key(at) != self._key(at - 1) for at in range(self.entries))

    def probe(self, state: State) -> tuple[BookMove, ...]:
        """Return the moves of the book in a position, the likeliest first; none if the position is not in the book."""
        if game_of(state) != self.game:
            raise ZermeloError(f"{self.place} is a book of {self.game}, not of {game_of(state)}")
        if state.utility() is not None:
            return ()
        return tuple(sorted(self._find(state), key=lambda entry: (-entry.weight, str(entry.move))))

    def choose(self, state: State, seed: int | None = None) -> Any | None:
        """Choose a move at random by weight, or None if the book has none. The same seed makes the same choice."""
        entries = [entry for entry in self.probe(state) if entry.weight > 0]
        if not entries:
            return None
        return Random(seed).choices([entry.move for entry in entries], [entry.weight for entry in entries])[0]

    def _places(self, key: Any) -> Iterator[int]:
        """Yield the indices of the entries with a key."""
        for at in range(bisect_left(range(self.entries), key, key=self._key), self.entries):
            if self._key(at) != key:
                break
            yield at

    @abstractmethod
    def _key(self, at: int) -> Any:
        """Return the key of the entry with this index."""

    @abstractmethod
    def _find(self, state: State) -> list[BookMove]:
        """Return the legal moves of the book, in any order."""
