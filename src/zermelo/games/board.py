"""A board as plain data: what a game's optional `board()` gives to those who draw it, so that every page and picture can
draw it in its own way and knows which move a click on a cell makes."""

from __future__ import annotations

from typing import Literal, NamedTuple

Look = Literal["lines", "holes", "squares", "chequered", "heaps"]


class Cell(NamedTuple):
    """One place: `piece` is empty or what stands there (x, o, black, white, first, second, stone, or a chess piece as in
    wK); `move` is the move that a click there makes, as text."""

    piece: str = ""
    move: str | None = None


class Path(NamedTuple):
    """A move from one cell to another. Where several lead the same way, as promotions do, `becomes` is the piece that tells
    them apart."""

    move: str
    start: int
    end: int
    becomes: str = ""


class Board(NamedTuple):
    """Cells row by row from the top. `look`: lines as in tic-tac-toe, holes as in Connect Four, squares as in Othello,
    chequered as in chess, heaps as in nim, where stones stand in columns. A game whose moves go from cell to cell gives them
    as `paths`; `threatened` are cells to look out for, such as that of a king in check."""

    look: Look
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    threatened: tuple[int, ...] = ()
