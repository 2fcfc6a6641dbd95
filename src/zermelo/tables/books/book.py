"""Zermelo's own book files: how often each move was played in a position, and with what results.

All numbers are big-endian. The file begins with a header of 96 bytes:

    8  "zermbook"             2  version of the format       2  plies read of each game
   52  name of the game       8  games read                  8  entries
   16  BLAKE2b of the entries, then of the header before it

Entries of 34 bytes follow, sorted by position and move, so that bisection finds a position:

    8  key of the position (see `zermelo.tables.books.canonical`)     8  move, as text or hashed
    4  games      4  wins, 4  draws, 4  losses of the player who moved      2  the ply of its earliest occurrence
"""

from __future__ import annotations

import mmap
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from struct import Struct
from typing import Self

from zermelo.catalogue import BOOKS
from zermelo.imports import import_object
from zermelo.state import State, ZermeloError
from zermelo.tables.books.canonical import KEY, canonical
from zermelo.tables.books.opening import BookMove, OpeningBook
from zermelo.tables.files import mapped

MAGIC, VERSION = b"zermbook", 1
HEADER = Struct(">8sHH52sQQ16s")
ENTRY = Struct(">8s8sIIIIH")
DIGEST = 16
SHIPPED = "shipped"
LEAST_SCORE = 0.25


class Book(OpeningBook):
    """A book in Zermelo's own format, written by `BookBuilder`.

    >>> book = Book.shipped("chess")
    >>> from zermelo.games.chess import Chess
    >>> book.choose(Chess(), seed=1) == book.choose(Chess(), seed=1)
    True
    """

    def __init__(self, data: mmap.mmap | bytes, place: str) -> None:
        """Check the content of a file; `place` is its name in errors."""
        if len(data) < HEADER.size or data[: len(MAGIC)] != MAGIC:
            raise ZermeloError(f"{place} is not a Zermelo opening book")
        _, version, self.plies, name, self.games, self.entries, digest = HEADER.unpack_from(data)
        if version != VERSION:
            raise ZermeloError(f"{place} has format {version}, and this program reads format {VERSION}")
        if len(data) != HEADER.size + self.entries * ENTRY.size:
            raise ZermeloError(f"{place} is damaged: its length of {len(data):,} bytes does not match its header")
        if fingerprint(data) != digest:
            raise ZermeloError(f"{place} is damaged: its content does not match its checksum")
        super().__init__(data, place)
        self.game = name.rstrip(b"\0").decode(errors="replace")

    @classmethod
    def open(cls, path: str | Path) -> Self:
        return cls(mapped(path), str(path))

    @classmethod
    def shipped(cls, game: str) -> Book:
        """Return the book that ships with Zermelo; raise ZermeloError if there is none of this game."""
        book = _shipped(game)
        if book is None:
            raise ZermeloError(f"no opening book of {game} ships with Zermelo")
        return book

    @classmethod
    def ships(cls, game: str) -> bool:
        """Return whether a book of this game ships with Zermelo."""
        return _shipped(game) is not None

    def _key(self, at: int) -> bytes:
        start = HEADER.size + at * ENTRY.size
        return self.data[start : start + KEY]

    def _find(self, state: State) -> list[BookMove]:
        position = canonical(state)
        legal = {position.move(move): move for move in state.moves()}
        found = []
        for at in self._places(position.key):
            _, move, games, wins, draws, losses, ply = ENTRY.unpack_from(self.data, HEADER.size + at * ENTRY.size)
            if move in legal:
                weight = _weight(games, wins, losses)
                found.append(BookMove(legal[move], weight, games, wins, draws, losses, ply))
        return found


def _weight(games: int, wins: int, losses: int) -> float:
    """Weigh a move by its games times its score, with two draws added because few games say little.

    Games with an unknown result count as draws. A move with a bad score gets no weight: the player searches instead.
    """
    score = ((games + wins - losses) / 2 + 1) / (games + 2)
    return games * score if score >= LEAST_SCORE else 0.0


def fingerprint(data: mmap.mmap | bytes) -> bytes:
    """Compute the checksum of a book; the bytes in the checksum's own place do not count."""
    digest = blake2b(digest_size=DIGEST)
    with memoryview(data) as view:
        digest.update(view[HEADER.size :])
        digest.update(view[: HEADER.size - DIGEST])
    return digest.digest()


@cache
def _shipped(game: str) -> Book | None:
    source = files("zermelo") / "games" / game / f"{game}.book"
    return Book(source.read_bytes(), source.name) if source.is_file() else None


def open_book(name: str | Path, game: str | None = None) -> OpeningBook:
    """Open a book file, in PolyGlot's format if its name ends in .bin; "shipped" is the book that ships with Zermelo."""
    if name == SHIPPED and game is not None:
        return Book.shipped(game)
    reader = import_object(BOOKS[suffix]) if (suffix := Path(name).suffix.lower()) in BOOKS else Book
    opened: OpeningBook = reader.open(name)
    return opened
