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


class Board(NamedTuple):
    """Cells row by row from the top. `look`: lines as in tic-tac-toe, holes as in Connect Four, squares as in Othello,
    chequered as in chess, heaps as in nim, where stones stand in columns."""

    look: Look
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
