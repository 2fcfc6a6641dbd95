"""Connect Four, on seven columns by six rows or another size. A position is written as the columns played.

A won game is worth the score that Connect Four solvers use: 22 minus the number of stones that the winner has played
(on other sizes half the number of squares plus one, minus those stones).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from zermelo._core import ConnectFour as Native7x6
from zermelo._core import ConnectFour5x4, ConnectFour6x5, ConnectFour8x7, ConnectFourTraining
from zermelo.games.connect_four.strategy import Tactics
from zermelo.kinds.board import Board, Cell, SetUp
from zermelo.native.faces import NativeState
from zermelo.native.training import Trainable
from zermelo.state import ZermeloError

SIZES: dict[tuple[int, int], Any] = {
    (7, 6): Native7x6,
    (5, 4): ConnectFour5x4,
    (6, 5): ConnectFour6x5,
    (8, 7): ConnectFour8x7,
}
_COLOURS = {".": "#F4F5F7", "X": "#0072B2", "O": "#D55E00"}


class ConnectFour(NativeState):
    """A position. A move is the number of a column, counted from 1.

    >>> ConnectFour("4455").moves()
    [1, 2, 3, 4, 5, 6, 7]
    """

    __slots__ = ()

    native_class: ClassVar[Any] = Native7x6
    title: ClassVar[str] = "Connect Four"
    training: ClassVar[Trainable | None] = Trainable(
        ConnectFourTraining, "each feature's weight, in points of score for the player to move"
    )
    position_help: ClassVar[str] = "The columns played so far, as in 4455."
    margin: ClassVar[str] = " with a score of {}"
    values_help: ClassVar[str] = (
        "Values are for the first player. A win is worth 22 less the stones that the winner needs, so the sooner the more; what is "
        "not decided yet lies between -1 and 1."
    )
    joined_moves: ClassVar[bool] = True
    expected_scale: ClassVar[float] = 0.25
    solver_luck: ClassVar[float] = 10
    setup: ClassVar[SetUp] = SetUp(("first", "second"))

    def __init__(self, position: str | None = None, *, columns: int = 7, rows: int = 6) -> None:
        if (columns, rows) not in SIZES:
            sizes = ", ".join(f"{width} by {height}" for width, height in SIZES)
            raise ZermeloError(f"Connect Four has the sizes {sizes}, not {columns} by {rows}")
        native = SIZES[columns, rows]
        self._native = native() if position is None else self._parse(position, native)

    @classmethod
    def position_in(cls, line: str) -> str:
        return line.split()[0]

    def solver_nodes(self) -> float:
        """Estimate how many nodes the exact solver needs in hard positions: ten times as many for every six stones less.

        Of positions drawn at random the median needs a tenth, and one in four next to nothing.
        """
        return float(10 ** (1.8 + 0.16 * self._native.board.count(".")))

    @property
    def published_size(self) -> tuple[int, str] | None:
        return (21, "Allis 1994") if type(self._native) is Native7x6 else None

    def symmetries(self) -> tuple[str, str]:
        """Return the board and its mirror image."""
        cells, columns = self._native.board, self._native.columns
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        return cells, "".join(row[::-1] for row in rows)

    def rules(self) -> Iterator[tuple[str, list[int]]]:
        """Yield if-then rules, the most important first."""
        return self._tactics().rules()

    def strategy(self) -> tuple[int, str]:
        """Return a move to the rows that decide the end of the game: odd ones for the first player, even ones for the second."""
        return self._tactics().claim_rows()

    def _tactics(self) -> Tactics:
        return Tactics(self._native.board, self._native.columns, self.player, tuple(self.moves()))

    def to_pickled(self) -> tuple[int, int, int]:
        """Return the size and the key, from which the board can be told; the order of the moves is not known."""
        return self._native.columns, self._native.rows, self._native.key()

    @classmethod
    def from_pickled(cls, content: Any) -> Self:
        columns, rows, key = content
        return cls.of(SIZES[columns, rows].from_key(key))

    def __str__(self) -> str:
        """Return the board from the top down, with X for the first player."""
        cells, columns = self._native.board, self._native.columns
        rows = [" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns)]
        return "\n".join([*rows, " ".join(str(column) for column in range(1, columns + 1))])

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        stacks = list[Sequence[str]]()
        for column in range(self._native.columns):
            squares = cells[column :: self._native.columns][::-1]
            stacks.append(squares[: len(squares) - squares.count("")])
            if "" in stacks[-1]:
                raise ZermeloError(f"a stone in column {column + 1} has nothing below it")
        if cells.count("first") - cells.count("second") != player:
            raise ZermeloError("First moves when both have equally many stones; Second when First has one more")
        moves = _order(stacks)
        if moves is None:
            raise ZermeloError("no game leads to this board: check the order of the stones in the columns")
        position = "".join(map(str, moves))
        try:
            self._parse(position, type(self._native))
        except ZermeloError:
            raise ZermeloError("four are in a row already: take a stone away") from None
        return position

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


def _order(stacks: Sequence[Sequence[str]]) -> list[int] | None:
    """Return columns whose stones, taken from the bottom up, alternate between the players; None if there is no such order."""
    total, dead = sum(map(len, stacks)), set[tuple[int, ...]]()
    heights, moves = [0] * len(stacks), list[int]()
    column = 0
    while len(moves) < total:
        stone = ("first", "second")[len(moves) % 2]
        while column < len(stacks):
            if heights[column] < len(stacks[column]) and stacks[column][heights[column]] == stone:
                heights[column] += 1
                if tuple(heights) not in dead:
                    break
                heights[column] -= 1
            column += 1
        if column < len(stacks):
            moves.append(column + 1)
            column = 0
        elif moves:
            dead.add(tuple(heights))
            column = moves.pop() - 1
            heights[column] -= 1
            column += 1
        else:
            return None
    return moves
