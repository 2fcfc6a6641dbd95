"""Hex on a rhombus of 1 to 19 cells a side, 11 unless another size is given. There is no swap rule.

Red moves first, is MAX, and connects top and bottom; Blue connects left and right. A move is a cell, "a1" at the top left. A
position is the moves from the start ("f6 e7"), or a board such as "3/1r1/2b": its rows from the top, r and b for stones and
numbers for so many empty cells. The rows give the size, and the stones whose turn it is. A win is worth 1; there are no draws.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from zermelo._core import Hex as NativeHex
from zermelo.kinds.board import Board, Cell, SetUp, spell
from zermelo.native.faces import NativeState, readable
from zermelo.state import ZermeloError

SIZE = 11
COLUMNS = "abcdefghijklmnopqrs"
PIECES = {".": "", "r": "red", "b": "blue"}
COLOURS = {".": "#F4F5F7", "r": "#D55E00", "b": "#0072B2"}
_HALF_WIDTH, _SIDE = 8.66, 10.0
"""The half width and the side of a hexagon that stands on a corner."""


class Hex(NativeState):
    """A position. A move is a cell such as "f6".

    Parameters
    ----------
    position
        A board, whose rows give the size, or moves; the empty board by default.
    size
        The number of rows, for moves and for the empty board.

    >>> Hex("b2 a3", size=3).notation()
    '3/1r1/b2'
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeHex
    title: ClassVar[str] = "Hex"
    seats: ClassVar[tuple[str, ...]] = ("Red", "Blue")
    position_help: ClassVar[str] = (
        "The moves, as in f6 e7, or a board of any size, as in 3/1r1/2b: its rows from the top."
    )
    values_help: ClassVar[str] = "Values are for Red: 1 is a win, -1 a loss; what is not decided yet lies between them."
    expected_scale: ClassVar[float] = 0.1
    setup: ClassVar[SetUp] = SetUp(("red", "blue"))
    prefers_mcts = True
    mcts_options: ClassVar[Mapping[str, Any]] = {"rave": 300}

    def __init__(self, position: str | None = None, *, size: int = SIZE) -> None:
        try:
            self._native = NativeHex.sized(readable(position or ""), size)
        except ValueError as error:
            raise ZermeloError(str(error)) from None

    @property
    def rules_key(self) -> tuple[Any, ...]:
        """The game and the size of its board."""
        return type(self._native), self._native.size

    def rows(self) -> list[str]:
        """Return the rows from the top: r and b for stones, a dot for an empty cell."""
        return [re.sub(r"\d+", lambda gap: "." * int(gap[0]), row) for row in self._native.board.split("/")]

    def symmetries(self) -> tuple[str, str]:
        """Return the board and the board turned by half a circle."""
        cells = "".join(self.rows())
        return cells, cells[::-1]

    def notation(self) -> str:
        text: str = self._native.board
        return text

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        if cells.count("red") - cells.count("blue") != player:
            raise ZermeloError("Red moves when both have equally many stones; Blue when Red has one more")
        letters, size = spell(cells, {piece: letter for letter, piece in PIECES.items()}), self._native.size
        return "/".join(
            re.sub(r"\.+", lambda gap: str(len(gap[0])), letters[at : at + size]) for at in range(0, size**2, size)
        )

    def board(self) -> Board:
        size, cells = self._native.size, []
        for place, letter in enumerate("".join(self.rows())):
            free = letter == "." and self.utility() is None
            cells.append(Cell(PIECES[letter], f"{COLUMNS[place % size]}{place // size + 1}" if free else None))
        names = tuple(COLUMNS[:size]), tuple(str(row) for row in range(1, size + 1))
        return Board("hex", size, size, tuple(cells), column_labels=names[0], row_labels=names[1])

    def __str__(self) -> str:
        """Return the rows, each half a cell further to the right than the one above."""
        rows = self.rows()
        lines = [f"{' ' * at}{at + 1:2} {' '.join(row)}" for at, row in enumerate(rows)]
        return "\n".join([f"  {' '.join(COLUMNS[: len(rows)])}", *lines, f"{self.seats[self.player]} to move"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.notation()!r})"

    def _repr_svg_(self) -> str:
        rows = self.rows()
        size = len(rows)
        across, down = 2 * _HALF_WIDTH, 1.5 * _SIDE

        def middle(row: int, column: int) -> tuple[float, float]:
            return across * column + _HALF_WIDTH * row, down * row

        hexagons, stones, labels = [], [], []
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                x, y = middle(row, column)
                hexagons.append(f"M{x:.2f} {y - _SIDE:.2f}l{_CORNERS}z")
                if letter != ".":
                    stones.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="6.4" fill="{COLOURS[letter]}"/>')
        for at in range(size):
            (x, y), (left, beside) = middle(0, at), middle(at, 0)
            labels.append(f'<text x="{x - 5:.2f}" y="{y - 14:.2f}">{COLUMNS[at]}</text>')
            labels.append(f'<text x="{left - 18:.2f}" y="{beside + 3:.2f}">{at + 1}</text>')
        sides = "".join(
            f'<path d="{path}" stroke="{COLOURS[side]}" stroke-width="3"/>' for side, path in _sides(size, middle)
        )
        right, bottom = middle(size - 1, size - 1)
        box = f"-28 -26 {right + 28 + across:.2f} {bottom + 26 + 14:.2f}"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{min(480, 40 * size + 80)}" role="img">'
            f"<title>{self.title}: {self.notation()}</title>"
            f'<g fill="none" stroke-linejoin="round">{sides}</g>'
            f'<path d="{"".join(hexagons)}" fill="{COLOURS["."]}" stroke="#8A93A0" stroke-width="0.8"/>{"".join(stones)}'
            f'<g font-family="sans-serif" font-size="8" text-anchor="middle" fill="#4B5563">{"".join(labels)}</g></svg>'
        )


_CORNERS = (
    f"{_HALF_WIDTH} {_SIDE / 2:g}v{_SIDE:g}l-{_HALF_WIDTH} {_SIDE / 2:g}l-{_HALF_WIDTH} -{_SIDE / 2:g}v-{_SIDE:g}"
)
"""The way around a hexagon from its top corner."""


def _sides(size: int, middle: Any) -> list[tuple[str, str]]:
    """Return the edges of the board as paths, a little outside, each with the player who connects it."""
    half, out = _SIDE / 2, 1.6
    top, bottom, left, right = [], [], [], []
    for at in range(size):
        x, y = middle(0, at)
        top += [(x - _HALF_WIDTH, y - half - out), (x, y - _SIDE - out)]
        x, y = middle(size - 1, at)
        bottom += [(x, y + _SIDE + out), (x + _HALF_WIDTH, y + half + out)]
        x, y = middle(at, 0)
        left += [(x - _HALF_WIDTH - out, y - half), (x - _HALF_WIDTH - out, y + half)]
        x, y = middle(at, size - 1)
        right += [(x + _HALF_WIDTH + out, y - half), (x + _HALF_WIDTH + out, y + half)]
    # At the two sharp corners of the rhombus, the players share an edge of the hexagon.
    (x, y), (low_x, low_y) = middle(0, size - 1), middle(size - 1, 0)
    shared = (
        (x + _HALF_WIDTH / 2 + out / 2, y - 3 * _SIDE / 4 - out),
        (low_x - _HALF_WIDTH / 2 - out / 2, low_y + 3 * _SIDE / 4 + out),
    )
    top, right = [*top, shared[0]], [shared[0], *right]
    left, bottom = [*left, shared[1]], [shared[1], *bottom]
    ways = (("b", left), ("b", right), ("r", top), ("r", bottom))
    return [(side, "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in way)) for side, way in ways]
