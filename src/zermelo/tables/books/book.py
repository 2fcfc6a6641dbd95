"""Opening books in a file of their own: how often each move was played in a position, and what came of it.

All numbers are stored highest byte first. The file begins with a header of 96 bytes:

    8  "zermbook"          2  version of the format      2  how many moves of each game were read
   52  the game's name     8  games it was made from     8  entries       16  BLAKE2b of the entries, then of all before

Then come the entries of 34 bytes, sorted by position and move, so that a position is found by bisection:

    8  key of the position (see `zermelo.tables.books.canonical`)     8  move, as text or hashed
    4  games      4  wins, 4  draws, 4  losses of the player who moved      2  the ply at which it was first met
"""

from __future__ import annotations

import mmap
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from struct import Struct
from typing import Self

from zermelo.state import State, ZermeloError
from zermelo.tables.books.canonical import KEY, canonical
from zermelo.tables.books.opening import BookMove, OpeningBook
from zermelo.tables.books.polyglot import Polyglot
from zermelo.tables.files import mapped

MAGIC, VERSION = b"zermbook", 1
HEADER = Struct(">8sHH52sQQ16s")
ENTRY = Struct(">8s8sIIIIH")
DIGEST = 16
SHIPPED = "shipped"
LEAST_SCORE = 0.25


class Book(OpeningBook):
    """A book that was built by `zermelo.tables.books.builder`.

    >>> book = Book.shipped("chess")
    >>> from zermelo.games.chess import Chess
    >>> book.choose(Chess(), seed=1) == book.choose(Chess(), seed=1)
    True
    """

    def __init__(self, data: mmap.mmap | bytes, place: str) -> None:
        """Checks the bytes of a file; one that is damaged is refused."""
        if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
            raise ZermeloError(f"{place} is not an opening book of Zermelo")
        _, version, self.plies, name, self.games, self.entries, digest = HEADER.unpack_from(data)
        if version != VERSION:
            raise ZermeloError(f"{place} is a book of format {version}, and this program reads format {VERSION}")
        if len(data) != HEADER.size + self.entries * ENTRY.size:
            raise ZermeloError(f"{place} is damaged: it is {len(data):,} bytes long, which does not fit its header")
        if fingerprint(data) != digest:
            raise ZermeloError(f"{place} is damaged: its contents do not fit its checksum")
        super().__init__(data, place)
        self.game = name.rstrip(b"\0").decode(errors="replace")

    @classmethod
    def open(cls, path: str | Path) -> Self:
        return cls(mapped(path), str(path))

    @classmethod
    def shipped(cls, game: str) -> Book:
        """The book that comes with Zermelo."""
        book = _shipped(game)
        if book is None:
            raise ZermeloError(f"no opening book of {game} comes with Zermelo")
        return book

    @classmethod
    def ships(cls, game: str) -> bool:
        return _shipped(game) is not None

    def _key(self, at: int) -> bytes:
        start = HEADER.size + at * ENTRY.size
        return self.data[start : start + KEY]

    def _find(self, state: State) -> list[BookMove]:
        here = canonical(state)
        legal = {here.move(move): move for move in state.moves()}
        found = []
        for at in self._places(here.key):
            _, move, games, wins, draws, losses, ply = ENTRY.unpack_from(self.data, HEADER.size + at * ENTRY.size)
            if move in legal:
                weight = _weight(games, wins, losses)
                found.append(BookMove(legal[move], weight, games, wins, draws, losses, ply))
        return found


def _weight(games: int, wins: int, losses: int) -> float:
    """The games times the score to be expected: few games say little, so two draws are added to them. What is not decided
    counts as a draw, and a move that does badly is never chosen, so that a player is left to think for itself."""
    score = ((games + wins - losses) / 2 + 1) / (games + 2)
    return games * score if score >= LEAST_SCORE else 0.0


def fingerprint(data: mmap.mmap | bytes) -> bytes:
    """The checksum of a book's bytes, whatever stands in the place of the checksum."""
    digest = blake2b(digest_size=DIGEST)
    with memoryview(data) as view:
        digest.update(view[HEADER.size :])
        digest.update(view[: HEADER.size - DIGEST])
    return digest.digest()


@cache
def _shipped(game: str) -> Book | None:
    source = files("zermelo") / "data" / f"{game}.book"
    return Book(source.read_bytes(), source.name) if source.is_file() else None


def open_book(name: str | Path, game: str = "chess") -> OpeningBook:
    """A book by the name of its file, a Polyglot one if that ends in .bin; "shipped" is the one that comes with Zermelo."""
    if name == SHIPPED:
        return Book.shipped(game)
    return Polyglot.open(name) if str(name).lower().endswith(".bin") else Book.open(name)
