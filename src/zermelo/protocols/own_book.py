"""The options OwnBook and BookFile of UCI: whether the engine plays from an opening book, and from which."""

from __future__ import annotations

from zermelo.games.faces import NativeState
from zermelo.protocols.options import truth
from zermelo.tables.books.book import SHIPPED, Book, open_book
from zermelo.tables.books.canonical import game_of
from zermelo.tables.books.opening import OpeningBook

OPTIONS = f"option name OwnBook type check default false\noption name BookFile type string default {SHIPPED}\n"
NAMES = ("ownbook", "bookfile")
WITHOUT = {"infinite", "ponder", "searchmoves", "mate"}
"""The words of `go` that ask for a search, whatever a book says."""


class OwnBook:
    """The book as it is set."""

    def __init__(self) -> None:
        self.on = False
        self._file: OpeningBook | None = None

    def set(self, name: str, value: str) -> None:
        """Obeys `setoption`; a book that cannot be read is refused at once, not when it is needed."""
        if name == "bookfile":
            self._file = None if value in ("", SHIPPED, "<empty>") else open_book(value)
        else:
            self.on = truth(value, "OwnBook")

    def move(self, state: NativeState) -> str | None:
        """A move by lot from the book, None where it knows none; a book of another game knows nothing."""
        game = game_of(state)
        book = self._file or (Book.shipped(game) if Book.ships(game) else None)
        if not self.on or book is None or book.game != game:
            return None
        move: str | None = book.choose(state)
        return move
