"""Connect Four, seven columns by six rows. A position is written as the columns played so far: "4455".

The value of a finished game is the usual score of the field: 22 minus the number of stones the winner played.
"""

from __future__ import annotations

from zermelo._core import ConnectFour as NativeConnectFour
from zermelo.games.native import NativeState

COLUMNS, ROWS = 7, 6
_COLOURS = {".": "#F4F5F7", "X": "#0072B2", "O": "#D55E00"}


class ConnectFour(NativeState):
    """A position. A move is the number of a column, from 1 to 7."""

    __slots__ = ()

    native_class = NativeConnectFour

    @classmethod
    def position_in(cls, line: str) -> str:
        return line.split()[0]

    def __str__(self) -> str:
        """The board from the top down, X for the player who began."""
        cells: str = self._native.board
        rows = [" ".join(cells[start : start + COLUMNS]) for start in range(0, COLUMNS * ROWS, COLUMNS)]
        return "\n".join([*rows, "1 2 3 4 5 6 7"])

    def _repr_svg_(self) -> str:
        cells: str = self._native.board
        stones = "".join(
            f'<circle cx="{10 * (place % COLUMNS) + 6}" cy="{10 * (place // COLUMNS) + 6}" r="4" '
            f'fill="{_COLOURS[cell]}" stroke="#5A6270" stroke-width="0.4"/>'
            for place, cell in enumerate(cells)
        )
        frame = (
            '<rect x="0.5" y="0.5" width="71" height="61" rx="3" fill="#DDE3EA" stroke="#8A93A0" stroke-width="0.6"/>'
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 62" width="144" height="124">{frame}{stones}</svg>'
