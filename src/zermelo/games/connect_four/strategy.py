"""Connect Four by rules: threats, forks, squares not to give away, and the rows that decide the end of the game.

The strategy is a simple form of Allis's: when the other columns are full, the first player gets the odd rows and the second
the even rows, so each side prefers its own (Allis, "A knowledge-based approach of Connect-Four", 1988).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

FOUR = 4
THREAT_RULES = 4
"""How many rules, from the first on, are about threats."""
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


class Tactics(NamedTuple):
    """A position: its cells row by row from the top, X for the first player; `moves` are the open columns from 1."""

    cells: str
    columns: int
    player: int
    moves: tuple[int, ...]

    @property
    def me(self) -> str:
        return "XO"[self.player]

    @property
    def other(self) -> str:
        return "OX"[self.player]

    @property
    def rows(self) -> int:
        return len(self.cells) // self.columns

    def rules(self) -> Iterator[tuple[str, list[int]]]:
        """Yield the rules in order, each with the columns that it proposes, those near the centre first."""
        columns = self._near_centre(self.moves)
        yield "win, four in a row", self._makes(columns, self.me, FOUR)
        yield "block, the opponent's four in a row", self._makes(columns, self.other, FOUR)
        safe = [column for column in columns if not self._gives_away(column)]
        yield "fork, two threats at once", [column for column in safe if self._forks(column, self.me)]
        yield "block a fork", [column for column in safe if self._forks(column, self.other)]
        yield "make three in a row", self._makes(safe, self.me, FOUR - 1)
        yield "stop the opponent's three in a row", self._makes(safe, self.other, FOUR - 1)
        yield "near the centre, without giving the square above away", safe
        yield "near the centre", columns

    def claim_rows(self) -> tuple[int, str]:
        """Return a column by the rules about threats, else a safe square in one's own rows near the centre; and the reason."""
        for reason, found in islice(self.rules(), THREAT_RULES):
            if found:
                return found[0], reason
        columns = self._near_centre(self.moves)
        safe = [column for column in columns if not self._gives_away(column)] or columns
        for column in safe:
            row = self.rows - self._landing(column) // self.columns
            if row % 2 == 1 - self.player:
                return column, f"row {row} is {'even' if self.player else 'odd'}, which decides the end of the game"
        return safe[0], "near the centre"

    def _near_centre(self, columns: tuple[int, ...]) -> list[int]:
        return sorted(columns, key=lambda column: abs(2 * column - self.columns - 1))

    def _makes(self, columns: list[int], piece: str, length: int) -> list[int]:
        return [column for column in columns if self._line(self._landing(column), piece) >= length]

    def _gives_away(self, column: int) -> bool:
        """Return whether the opponent would complete four on top of a stone in the column."""
        above = self._landing(column) - self.columns
        return above >= 0 and self._line(above, self.other) >= FOUR

    def _forks(self, column: int, piece: str) -> bool:
        """Return whether a stone in the column would leave its owner two columns that complete four."""
        place = self._landing(column)
        after = self._replace(cells=f"{self.cells[:place]}{piece}{self.cells[place + 1 :]}")
        return len(after._makes([each for each in self.moves if after._landing(each) >= 0], piece, FOUR)) > 1

    def _landing(self, column: int) -> int:
        """Return the cell where a stone in the column comes to lie; below 0 if the column is full."""
        place = len(self.cells) - self.columns + column - 1
        while place >= 0 and self.cells[place] != ".":
            place -= self.columns
        return place

    def _line(self, place: int, piece: str) -> int:
        """Return the length of the longest line of a piece at a cell, if it were put there."""
        row, column = divmod(place, self.columns)
        return max(
            1 + self._count(row, column, down, right, piece) + self._count(row, column, -down, -right, piece)
            for down, right in _DIRECTIONS
        )

    def _count(self, row: int, column: int, down: int, right: int, piece: str) -> int:
        """Count the pieces next to a cell in one direction."""
        for count in range(FOUR):
            row, column = row + down, column + right
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                return count
            if self.cells[row * self.columns + column] != piece:
                return count
        return FOUR
