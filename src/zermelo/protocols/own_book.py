"""The UCI options OwnBook and BookFile: whether the engine plays from an opening book, and from which one."""

from __future__ import annotations

from zermelo.games.faces import NativeState
from zermelo.protocols.options import parse_bool
from zermelo.tables.books.book import SHIPPED, Book, open_book
from zermelo.tables.books.canonical import game_of
from zermelo.tables.books.opening import OpeningBook

OPTIONS = f"option name OwnBook type check default false\noption name BookFile type string default {SHIPPED}\n"
NAMES = ("ownbook", "bookfile")
WITHOUT = {"infinite", "ponder", "searchmoves", "mate"}
"""The words of `go` that ask for a search even if the book knows the position."""


class OwnBook:
    """The book that the options choose."""

    def __init__(self) -> None:
        self.on = False
        self._file: OpeningBook | None = None

    def set(self, name: str, value: str) -> None:
        """Set an option; a book that cannot be read raises ZermeloError at once, not when it is needed."""
        if name == "bookfile":
            self._file = None if value in ("", SHIPPED, "<empty>") else open_book(value)
        else:
            self.on = parse_bool(value, "OwnBook")

    def move(self, state: NativeState) -> str | None:
        """Draw a move from the book, None if it does not know the position or is for another game."""
        game = game_of(state)
        book = self._file or (Book.shipped(game) if Book.ships(game) else None)
        if not self.on or book is None or book.game != game:
            return None
        move: str | None = book.choose(state)
        return move
