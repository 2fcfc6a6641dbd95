"""Breakthrough as a Python class with a NumPy array as its board, and the same class compiled.

    python breakthrough.py
    zermelo play breakthrough:Breakthrough

Each player has two rows of pieces. A piece moves one step forward, straight or diagonally, to an empty square; diagonally it may
also capture. The first to reach the other side, or to capture all pieces, wins.

States are immutable: `play` changes a copy of the board. The last four methods make states equal if their boards and players are.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

SIDE = 6
PIECES = (1, -1)  # MAX moves towards higher rows, MIN towards lower ones
WON = 100
LETTERS = "abcdef"

START = np.zeros((SIDE, SIDE), dtype=np.int8)
START[:2], START[-2:] = PIECES
START.flags.writeable = False  # every game begins from this array


class Breakthrough(NamedTuple):
    """A move is 3 * square + direction; the directions are 0, 1 and 2."""

    cells: np.ndarray[Any, Any] = START
    player: int = 0

    most_moves = 6 * SIDE

    def moves(self) -> list[int]:
        piece = PIECES[self.player]
        moves = []
        for row in range(SIDE):
            for column in range(SIDE):
                if self.cells[row, column] == piece:
                    for way in range(3):
                        if self.is_open(row + piece, column + way - 1, way):
                            moves.append(3 * (SIDE * row + column) + way)
        return moves

    def is_open(self, row: int, column: int, way: int) -> bool:
        """Return whether a piece may move to a square."""
        if not 0 <= column < SIDE:
            return False
        there = self.cells[row, column]
        return bool(there == 0 if way == 1 else there != PIECES[self.player])

    def play(self, move: int) -> Breakthrough:
        row, column = divmod(move // 3, SIDE)
        piece = PIECES[self.player]
        cells = self.cells.copy()
        cells[row, column] = 0
        cells[row + piece, column + move % 3 - 1] = piece
        return Breakthrough(cells, 1 - self.player)

    def utility(self) -> int | None:
        if 1 in self.cells[-1] or -1 not in self.cells:
            return WON
        if -1 in self.cells[0] or 1 not in self.cells:
            return -WON
        return None

    def evaluate(self) -> int:
        """Return MAX's lead in pieces."""
        return int(self.cells.sum())

    def __str__(self) -> str:
        rows = [f"{SIDE - row} " + " ".join(".XO"[cell] for cell in self.cells[row]) for row in range(SIDE)]
        return "\n".join([*rows, "  " + " ".join(LETTERS)])

    def key(self) -> tuple[bytes, int]:
        return self.cells.tobytes(), self.player

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Breakthrough) and self.key() == other.key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key())


if __name__ == "__main__":
    import zermelo

    for start in (Breakthrough(), zermelo.compiled(Breakthrough)()):
        result = zermelo.search(start, depth=6)
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s, value {result.value}: {result.line}")
