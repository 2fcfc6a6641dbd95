"""Connect Four as a Python class, and the same class compiled.

    python connect_four_compiled.py

A state is two bitboards: the stones of the player to move, and all stones. Each column has a guard bit on top, so that no line
runs from one column into the next. A win is worth 22 minus the winner's stones.
"""

from __future__ import annotations

from typing import NamedTuple

COLUMNS, ROWS = 7, 6
HEIGHT, CELLS = ROWS + 1, COLUMNS * ROWS
STEPS = (1, ROWS, ROWS + 1, ROWS + 2)


def has_line(stones: int) -> bool:
    lines = 0
    for step in STEPS:
        pairs = stones & (stones >> step)
        lines |= pairs & (pairs >> 2 * step)
    return lines != 0


class ConnectFour(NamedTuple):
    """A position. A move is a column, counted from 0."""

    own: int = 0
    all: int = 0

    most_moves = COLUMNS

    @property
    def player(self) -> int:
        return self.all.bit_count() & 1

    def moves(self) -> list[int]:
        return [column for column in range(COLUMNS) if not self.all >> (column * HEIGHT + ROWS - 1) & 1]

    def play(self, column: int) -> ConnectFour:
        return ConnectFour(self.own ^ self.all, self.all | (self.all + (1 << column * HEIGHT)))

    def utility(self) -> int | None:
        stones = self.all.bit_count()
        if has_line(self.own ^ self.all):
            won = (CELLS + 2 - stones) // 2
            return won if stones & 1 else -won
        return 0 if stones == CELLS else None

    def key(self) -> int:
        """Return the sum of both bitboards, which determines the height and the stones of each column."""
        return self.own + self.all

    def __str__(self) -> str:
        signs = "OX" if self.player else "XO"
        rows = []
        for row in reversed(range(ROWS)):
            cells = [1 << (column * HEIGHT + row) for column in range(COLUMNS)]
            rows.append(" ".join("." if not self.all & cell else signs[not self.own & cell] for cell in cells))
        return "\n".join([*rows, " ".join(map(str, range(COLUMNS)))])


if __name__ == "__main__":
    import zermelo

    for start in (ConnectFour(), zermelo.compiled(ConnectFour)()):
        result = zermelo.search(start, depth=12)
        print(
            f"{result.nodes:,} nodes in {result.seconds:.3f} s, {result.nodes / result.seconds:,.0f} nodes/s: {result.line}"
        )
