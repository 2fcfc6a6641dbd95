"""Draws a Pac-Man maze on a terminal: walls as lines, every cell two columns wide, as much as there is room for.

Pac-Man opens his mouth in the direction he goes (C, U, Ɔ, ∩); ghosts are M in their own colours, scared ones w; an X is where he
was caught.
"""

from __future__ import annotations

from typing import TypeAlias

from zermelo.games.pacman import Pacman

Row: TypeAlias = list[tuple[str, str]]
"""Characters, each with its colour as the terminal numbers them."""

_LINES = " ╵╶╰╷│╭├╴╯─┴╮┤┬┼"
"""The line that leaves a cell to the north (1), east (2), south (4) and west (8)."""
_AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))
_MOUTHS = {"East": "C", "North": "U", "West": "Ɔ", "South": "∩"}
_WALL, _FOOD, _CAPSULE, _PACMAN, _CAUGHT, _SCARED = "34", "37", "1;37", "1;33", "1;31", "1;37;44"
_GHOSTS = ("1;31", "1;35", "1;36", "1;32")


def draw_maze(state: Pacman, facing: str, width: int, height: int, colour: bool) -> list[str]:
    """Draw the maze, or the part of it around Pac-Man that fits."""
    rows = _rows(state, facing)
    column, line = state.pacman
    left = _window(2 * column - 2, len(rows[0]), width)
    top = _window(line - 1, len(rows), height)
    return [_text(row[left : left + width], colour) for row in rows[top : top + height]]


def _window(at: int, whole: int, room: int) -> int:
    """Return the start of a window centred on a place, within the ends."""
    return min(max(at - room // 2, 0), max(whole - room, 0))


def _rows(state: Pacman, facing: str) -> list[Row]:
    rows: list[Row] = [[(" ", "")] * (2 * state.width - 1) for _ in range(state.height)]
    walls = _Walls(state)
    for column, line in walls.cells:
        leads = walls.leads(column, line)
        rows[line - 1][2 * column - 2] = (_LINES[leads] if leads else walls.stone(column, line), _WALL)
        if leads & 2:
            rows[line - 1][2 * column - 1] = ("─", _WALL)
    for cells, sign, look in ((state.food, "·", _FOOD), (state.capsules, "o", _CAPSULE)):
        for column, line in cells:
            rows[line - 1][2 * column - 2] = (sign, look)
    column, line = state.pacman
    rows[line - 1][2 * column - 2] = (_MOUTHS.get(facing, "C"), _PACMAN)
    for number, ghost in enumerate(state.ghosts):
        seen = ("w", _SCARED) if ghost.scared else ("M", _GHOSTS[number % len(_GHOSTS)])
        rows[int(ghost.line) - 1][int(2 * ghost.column) - 2] = seen
    if state.lost:
        rows[line - 1][2 * column - 2] = ("X", _CAUGHT)
    return rows


class _Walls:
    """The walls of a maze as lines."""

    def __init__(self, state: Pacman) -> None:
        self.cells = state.walls

    def leads(self, column: int, line: int) -> int:
        """The directions in which a wall's line continues: to neighbouring walls, but not through the inside of a block."""
        directions = 0
        for bit, (across, down) in zip((1, 2, 4, 8), _AROUND, strict=True):
            if (column + across, line + down) not in self.cells:
                continue
            flanks = (
                (column + side * down + ahead * across, line + side * across + ahead * down) in self.cells
                for side in (-1, 1)
                for ahead in (0, 1)
            )
            if not all(flanks):
                directions |= bit
        return directions

    def stone(self, column: int, line: int) -> str:
        """The character of a wall without lines: one that stands alone, or the inside of a block."""
        return " " if any((column + across, line + down) in self.cells for across, down in _AROUND) else "▪"


def _text(row: Row, colour: bool) -> str:
    if not colour:
        return "".join(sign for sign, _ in row).rstrip()
    text, before = "", ""
    for sign, look in row:
        if look != before and sign != " ":
            text += f"\x1b[0;{look}m" if look else "\x1b[0m"
            before = look
        elif sign == " " and before == _SCARED:
            text, before = text + "\x1b[0m", ""
        text += sign
    return f"{text}\x1b[0m" if before else text
