"""A board as plain data: what a game's optional `board()` returns, so that any front end can draw it and knows which move a
click on a cell makes.

A class whose positions can be set up by hand also declares `setup`, a `SetUp`. Its method `compose(cells, player, options)`
returns such a position as text: `cells` are the pieces row by row, `options` the choices by name. Without it, the text is the
names of the pieces, with dots for empty cells.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

Look = Literal["lines", "holes", "squares", "chequered", "go", "heaps", "hex"]


class Cell(NamedTuple):
    """A cell of the board.

    Attributes
    ----------
    piece
        Empty, or x, o, black, white, black_king, white_king, red, blue, first, second, stone, or a chess piece such as wK.
    move
        The move that a click on the cell makes, as text.
    name
        What the cell is called where its row and column do not say it, such as the numbers of squares in checkers.
    """

    piece: str = ""
    move: str | None = None
    name: str = ""


class Path(NamedTuple):
    """A move from one cell to another; `becomes` is the piece that distinguishes moves between the same cells, such as
    promotions, and `via` are the cells where the piece lands on its way."""

    move: str
    start: int
    end: int
    becomes: str = ""
    via: tuple[int, ...] = ()


class Board(NamedTuple):
    """A board of cells.

    Attributes
    ----------
    look
        The style: lines (tic-tac-toe), holes (Connect Four), squares (Othello), chequered (chess), go (stones on the
        crossings of lines), heaps (Nim, stones in columns), or hex (each row half a cell further to the right than the one
        above).
    columns, rows
        The size.
    cells
        The cells row by row from the top.
    column_labels, row_labels
        Labels at the edges.
    paths
        The legal moves, in games whose moves go from cell to cell.
    threatened
        Cells to highlight, such as that of a king in check.
    """

    look: Look
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    threatened: tuple[int, ...] = ()


class SetUpChoice(NamedTuple):
    """Something to choose besides the pieces, such as castling rights; the first choice is the usual one."""

    name: str
    title: str
    choices: tuple[str, ...]


class SetUp(NamedTuple):
    """How positions are set up by hand: the pieces to place, named as in `Cell`, and what else there is to choose."""

    pieces: tuple[str, ...]
    options: tuple[SetUpChoice, ...] = ()


def spell(cells: Iterable[str], letters: dict[str, str]) -> str:
    """Return the letters of cells; the letters of pieces are given by name, that of an empty cell by "".

    >>> spell(["x", "", "o"], {"x": "X", "o": "O", "": "."})
    'X.O'
    """
    return "".join(letters[cell] for cell in cells)
