"""The facts of a rule sheet's states as the pages show them: the board in them, and the others as a table."""

from __future__ import annotations

from zermelo.games.gdl.game import GdlGame
from zermelo.games.gdl.grid import EMPTY, Grid, cell_parts, find_grid
from zermelo.lab.messages import FactGrid, FactTable
from zermelo.state import State


def fact_table(state: GdlGame, before: State | None) -> FactTable:
    """Return the board in the facts and the facts that are not on it; what the state before has not is marked as changed."""
    facts = state.facts()
    grid = find_grid(facts if state.note else tuple(state.rules.facts))
    contents, others = _read(grid, facts)
    old_contents, old_others = _read(grid, before.facts()) if isinstance(before, GdlGame) else (contents, others)
    shown = None
    if grid is not None:
        shown = FactGrid(
            grid.name,
            grid.columns,
            tuple(reversed(grid.rows)),
            contents,
            {content: "" if content in EMPTY else mark for content, mark in grid.marks.items()},
            tuple(at for at, (content, old) in enumerate(zip(contents, old_contents, strict=True)) if content != old),
        )
    known = set(old_others)
    return FactTable(shown, others, tuple(fact for fact in others if fact not in known))


def _read(grid: Grid | None, facts: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is in each cell of a grid, row by row from the top, and the facts that are not on it."""
    if grid is None:
        return (), facts
    cells: dict[tuple[str, str], str] = {}
    others = []
    for fact in facts:
        parts = cell_parts(fact)
        if parts is None or parts[0] != grid.name or parts[1:3] in cells:
            others.append(fact)
        else:
            cells[parts[1:3]] = parts[3]
    contents = tuple(cells.get((column, row), "") for row in reversed(grid.rows) for column in grid.columns)
    return contents, tuple(others)
