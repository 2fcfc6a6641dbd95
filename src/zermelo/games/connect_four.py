"""Connect Four, seven columns by six rows unless another size is asked for. A position is written as the columns played.

The value of a finished game is the usual score of the field: 22 minus the number of stones the winner played (on other
sizes one more than half the squares, minus those stones).
"""

from __future__ import annotations

from typing import Any, ClassVar

from zermelo._core import ConnectFour as Native7x6
from zermelo._core import ConnectFour5x4, ConnectFour6x5, ConnectFour8x7
from zermelo.games.board import Board, Cell
from zermelo.games.faces import NativeState
from zermelo.state import ZermeloError

SIZES: dict[tuple[int, int], Any] = {
    (7, 6): Native7x6,
    (5, 4): ConnectFour5x4,
    (6, 5): ConnectFour6x5,
    (8, 7): ConnectFour8x7,
}
_COLOURS = {".": "#F4F5F7", "X": "#0072B2", "O": "#D55E00"}


class ConnectFour(NativeState):
    """A position. A move is the number of a column, counted from 1."""

    __slots__ = ()

    native_class: ClassVar[Any] = Native7x6
    title: ClassVar[str] = "Connect Four"
    position_help: ClassVar[str] = "The columns played so far, as in 4455."
    margin: ClassVar[str] = " with a score of {}"
    joined_moves: ClassVar[bool] = True

    def __init__(self, position: str | None = None, *, columns: int = 7, rows: int = 6) -> None:
        if (columns, rows) not in SIZES:
            sizes = ", ".join(f"{wide} by {high}" for wide, high in SIZES)
            raise ZermeloError(f"Connect Four is built for {sizes}, not for {columns} by {rows}")
        native = SIZES[columns, rows]
        self._native = native() if position is None else self._parse(position, native)

    @classmethod
    def position_in(cls, line: str) -> str:
        return line.split()[0]

    def __str__(self) -> str:
        """The board from the top down, X for the player who began."""
        cells, columns = self._native.board, self._native.columns
        rows = [" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
        return "\n".join([*rows, " ".join(str(column) for column in range(1, columns + 1))])

    def board(self) -> Board:
        pieces = {".": "", "X": "first", "O": "second"}
        columns, open_columns = self._native.columns, self.moves() if self.utility() is None else []
        cells = []
        for place, piece in enumerate(self._native.board):
            column = place % columns + 1
            cells.append(Cell(pieces[piece], str(column) if column in open_columns else None))
        labels = tuple(str(column) for column in range(1, columns + 1))
        return Board("holes", columns, self._native.rows, tuple(cells), column_labels=labels)

    def _repr_svg_(self) -> str:
        cells, columns, rows = self._native.board, self._native.columns, self._native.rows
        width, height = 10 * columns + 2, 10 * rows + 2
        stones = "".join(
            f'<circle cx="{10 * (place % columns) + 6}" cy="{10 * (place // columns) + 6}" r="4" '
            f'fill="{_COLOURS[cell]}" stroke="#5A6270" stroke-width="0.4"/>'
            for place, cell in enumerate(cells)
        )
        frame = (
            f'<rect x="0.5" y="0.5" width="{width - 1}" height="{height - 1}" rx="3" fill="#DDE3EA" '
            'stroke="#8A93A0" stroke-width="0.6"/>'
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{2 * width}" height="{2 * height}">{frame}{stones}</svg>'
        )
