"""Connect Four as two Python classes, one with a NumPy array as its board and one with a tuple, for comparison with the bitboards
of connect_four_compiled.py.

    python connect_four_boards.py

The board has a border of empty cells, at which every line ends. A win is worth 22 minus the winner's stones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

COLUMNS, ROWS = 7, 6
WIDTH, CELLS = COLUMNS + 1, COLUMNS * ROWS
RIM = 3
STEPS = (1, WIDTH - 1, WIDTH, WIDTH + 1)
BOARD = (RIM,) * WIDTH + (RIM, *(0,) * COLUMNS) * ROWS + (RIM,) * (WIDTH + 1)


def has_line(cells: Any, last: int) -> bool:
    """Return whether the last stone completes a line of four."""
    mark = cells[last]
    for step in STEPS:
        ahead = back = last
        while cells[ahead] == mark:
            ahead += step
        while cells[back] == mark:
            back -= step
        if ahead - back > 4 * step:
            return True
    return False


class ArrayFour(NamedTuple):
    cells: np.ndarray[Any, Any] = np.array(BOARD, dtype=np.int8)
    player: int = 0
    last: int = 0
    stones: int = 0

    most_moves = COLUMNS

    def moves(self) -> list[int]:
        return [column for column in range(COLUMNS) if self.cells[ROWS * WIDTH + column + 1] == 0]

    def play(self, column: int) -> ArrayFour:
        at = WIDTH + column + 1
        while self.cells[at]:
            at += WIDTH
        cells = self.cells.copy()
        cells[at] = self.player + 1
        return ArrayFour(cells, 1 - self.player, at, self.stones + 1)

    def utility(self) -> int | None:
        if self.stones and has_line(self.cells, self.last):
            won = (CELLS + 2 - self.stones) // 2
            return won if self.player else -won
        return 0 if self.stones == CELLS else None

    def key(self) -> bytes:
        return self.cells.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ArrayFour) and self.key() == other.key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.key())


class TupleFour(NamedTuple):
    cells: tuple[int, ...] = BOARD
    player: int = 0
    last: int = 0
    stones: int = 0

    most_moves = COLUMNS
    moves, utility = ArrayFour.moves, ArrayFour.utility

    def play(self, column: int) -> TupleFour:
        at = WIDTH + column + 1
        while self.cells[at]:
            at += WIDTH
        cells = list(self.cells)
        cells[at] = self.player + 1
        return TupleFour(tuple(cells), 1 - self.player, at, self.stones + 1)


if __name__ == "__main__":
    import zermelo

    for start in (zermelo.compiled(ArrayFour)(), zermelo.compiled(TupleFour)()):
        result = zermelo.search(start, depth=12)
        print(f"{result.nodes:,} nodes in {result.seconds:.3f} s: {result.line}")
