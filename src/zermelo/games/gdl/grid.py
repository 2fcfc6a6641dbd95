"""Find a board in the facts of a game, and draw it as text: facts such as (cell 3 1 x) name a column, a row and what is there."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import lru_cache
from typing import NamedTuple

from zermelo.games.gdl.terms import order_key

_COORDINATE = re.compile(r"[a-z]?\d+|[a-z]")
EMPTY = frozenset({"b", "blank", "empty", "dirt", "e", "none", "clear", "free", "nil"})
_LEAST_CELLS, _MOST_SIDE = 4, 40


class Grid(NamedTuple):
    """A board: the relation of its cells, and its coordinates. Columns grow to the right and rows upwards."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    marks: dict[str, str]
    """The letter of each content."""

    def draw(self, facts: tuple[str, ...]) -> str:
        """Return the board as rows of letters, then the facts that are not on it."""
        width = max(map(len, self.marks.values()))
        cells: dict[tuple[str, str], str] = {}
        others: list[str] = []
        for fact in facts:
            parts = cell_parts(fact)
            if parts is None or parts[0] != self.name:
                others.append(fact)
            else:
                cells[parts[1], parts[2]] = self.marks[parts[3]]
        margin = max(map(len, self.rows))
        lines = [
            f"{row:>{margin}} " + " ".join(f"{cells.get((column, row), '.'):{width}}" for column in self.columns)
            for row in reversed(self.rows)
        ]
        lines.append(" " * (margin + 1) + " ".join(f"{column:{width}}"[:width] for column in self.columns))
        return "\n".join([*(line.rstrip() for line in lines), *others])


def cell_parts(fact: str) -> tuple[str, str, str, str] | None:
    """Return the relation, the two coordinates and the content of a fact that may be a cell, else None.

    >>> cell_parts("(cell 3 1 white king)"), cell_parts("(control white)")
    (('cell', '3', '1', 'white king'), None)
    """
    words = fact[1:-1].split()
    if not fact.startswith("(") or len(words) < 4 or "(" in fact[1:]:
        return None
    return words[0], words[1], words[2], " ".join(words[3:])


@lru_cache(maxsize=16)
def find_grid(facts: tuple[str, ...]) -> Grid | None:
    """Return the board in the facts that a game can have; None if no relation has the shape of one.

    >>> grid = find_grid(tuple(f"(cell {x} {y} {mark})" for x in "123" for y in "12" for mark in ("x", "o", "b")))
    >>> print(grid.draw(("(cell 1 1 x)", "(cell 3 2 o)", "(cell 1 2 b)", "(control o)")))
    2 . . o
    1 x . .
      1 2 3
    (control o)
    """
    cells: dict[str, dict[tuple[str, str], set[str]]] = defaultdict(lambda: defaultdict(set))
    for fact in facts:
        if parts := cell_parts(fact):
            cells[parts[0]][parts[1], parts[2]].add(parts[3])
    for name, contents in sorted(cells.items(), key=lambda item: -len(item[1])):
        columns = sorted({column for column, _ in contents}, key=order_key)
        rows = sorted({row for _, row in contents}, key=order_key)
        kinds = sorted(set().union(*contents.values()))
        filled = len(contents) >= _LEAST_CELLS and 2 * len(contents) >= len(columns) * len(rows)
        if (
            filled
            and max(len(columns), len(rows)) <= _MOST_SIDE
            and len(kinds) < len(contents) + 2
            and min(len(columns), len(rows)) > 1
            and all(map(_COORDINATE.fullmatch, (*columns, *rows)))
        ):
            return Grid(name, tuple(columns), tuple(rows), _marks(kinds))
    return None


def _marks(kinds: list[str]) -> dict[str, str]:
    """Return a short text for each content: as few letters of each word as tell them apart."""
    for letters in range(1, 9):
        marks = {
            kind: "." if kind in EMPTY else "".join(word[:letters] for word in re.split("[ _]+", kind))
            for kind in kinds
        }
        if max(Counter(mark for mark in marks.values() if mark != ".").values(), default=1) == 1:
            return marks
    return {kind: "." if kind in EMPTY else kind.replace(" ", "-") for kind in kinds}
