"""Breakthrough on 8x8, 6x6 and 5x5 boards: the first man on the far row wins, or whoever captures all enemy men.

A man moves one square forward, straight to an empty square or diagonally to an empty or enemy one. White moves first and is
MAX. A move is two squares: "a2a3", a capture "a2xb3". A position is a board such as "bbbbb/bbbbb/5/wwwww/wwwww w", row by row
from the top and then the side to move, or the moves from the start ("a2a3 b7b6"). A win is worth 1; there are no draws, since a
player who has men always has a move: nothing of their own stands before their most advanced man.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from zermelo._core import Breakthrough as Native8
from zermelo._core import Breakthrough5 as Native5
from zermelo._core import Breakthrough6 as Native6
from zermelo.draw import checkerboard
from zermelo.kinds.board import Board, Cell, Path, SetUp, spell
from zermelo.native.faces import NativeState

PIECES = {".": "", "w": "wP", "b": "bP"}


class Breakthrough(NativeState):
    """A position on the 8x8 board. A move is two squares such as "a2a3", with an x between them if it captures.

    >>> Breakthrough("d2d3 e7e6 d3d4 e6e5 d4xe5").moves()[-3:]
    ['d8e7', 'e8e7', 'f8e7']
    """

    __slots__ = ()

    native_class: ClassVar[Any] = Native8
    title: ClassVar[str] = "Breakthrough"
    seats: ClassVar[tuple[str, ...]] = ("White", "Black")
    position_help: ClassVar[str] = "A board, as in 8/8/1b6/8/8/6w1/8/8 w, or the moves, as in a2a3 b7b6."
    values_help: ClassVar[str] = (
        "Values are for White: 1 is a win, -1 a loss; what is not decided yet lies between them."
    )
    expected_scale: ClassVar[float] = 0.25
    setup: ClassVar[SetUp] = SetUp(("wP", "bP"))

    def rows(self) -> list[str]:
        """Return the rows from the top: w and b for men, a dot for an empty square."""
        board = self._native.board.partition(" ")[0]
        return ["".join("." * int(cell) if cell.isdigit() else cell for cell in row) for row in board.split("/")]

    def symmetries(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the board and its mirror image."""
        rows = self.rows()
        return tuple(rows), tuple(row[::-1] for row in rows)

    def notation(self) -> str:
        text: str = self._native.board
        return text

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        letters, size = spell(cells, {piece: letter for letter, piece in PIECES.items()}), len(self.rows())
        rows = (re.sub(r"\.+", lambda gap: str(len(gap[0])), letters[at : at + size]) for at in range(0, size**2, size))
        return f"{'/'.join(rows)} {'wb'[player]}"

    def board(self) -> Board:
        rows = self.rows()
        size = len(rows)

        def place(square: str) -> int:
            return "abcdefgh".index(square[0]) + size * (size - int(square[1]))

        paths = tuple(Path(move, place(move[:2]), place(move[-2:])) for move in self.moves())
        cells = tuple(Cell(PIECES[letter]) for letter in "".join(rows))
        files_, ranks = tuple("abcdefgh"[:size]), tuple(str(rank) for rank in range(size, 0, -1))
        return Board("chequered", size, size, cells, column_labels=files_, row_labels=ranks, paths=paths)

    def __str__(self) -> str:
        rows = self.rows()
        lines = [f"{len(rows) - at} {' '.join(row)}" for at, row in enumerate(rows)]
        return "\n".join([*lines, f"  {' '.join('abcdefgh'[: len(rows)])}", f"{self.seats[self.player]} to move"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.notation()!r})"

    def _repr_svg_(self) -> str:
        rows = [row.replace("w", "P").replace("b", "p") for row in self.rows()]
        return checkerboard.svg(rows, title=f"{self.title}: {self.notation()}")


class Breakthrough6(Breakthrough):
    """A position on the 6x6 board."""

    __slots__ = ()

    native_class = Native6


class Breakthrough5(Breakthrough):
    """A position on the 5x5 board."""

    __slots__ = ()

    native_class = Native5
