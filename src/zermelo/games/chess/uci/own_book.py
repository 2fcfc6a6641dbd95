"""The UCI options OwnBook and BookFile: whether the engine plays from an opening book, and from which one."""

from __future__ import annotations

from zermelo.games.chess.uci.options import Option, check
from zermelo.native.faces import NativeState
from zermelo.tables.books.book import SHIPPED, Book, open_book
from zermelo.tables.books.canonical import game_of
from zermelo.tables.books.opening import OpeningBook

WITHOUT = {"infinite", "ponder", "searchmoves", "mate"}
"""The words of `go` that ask for a search even if the book knows the position."""


class OwnBook:
    """The book that the options choose."""

    def __init__(self) -> None:
        self.on = False
        self._file: OpeningBook | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        return check(self, "OwnBook", "on"), Option("BookFile", f"string default {SHIPPED}", self._open)

    def _open(self, path: str) -> None:
        """Open a book at once, so that one that cannot be read is refused now, not when it is needed."""
        self._file = None if path in ("", SHIPPED, "<empty>") else open_book(path)

    def move(self, state: NativeState) -> str | None:
        """Draw a move from the book, None if it does not know the position or is for another game."""
        game = game_of(state)
        book = self._file or (Book.shipped(game) if Book.ships(game) else None)
        if not self.on or book is None or book.game != game:
            return None
        move: str | None = book.choose(state)
        return move
