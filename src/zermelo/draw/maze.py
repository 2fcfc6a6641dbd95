"""Draw Pac-Man mazes as SVG and as text.

A maze is given as rows of characters: % for a wall, . for food, o for a capsule, anything else for an empty cell. Cells
are (column, line), counted from 1 at the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import copysign, floor
from typing import Protocol
from xml.sax.saxutils import escape

from zermelo.draw.style import FONT

CELL = 20
RADIUS = 0.44 * CELL
"""The radius of Pac-Man."""
WALL, STONE, GROUND, INK = "#6B84A3", "#C6D2E0", "#F4F6F9", "#14171C"
PACMAN, FOOD, SCARED = "#E69F00", "#4B5563", "#56B4E9"
GHOSTS = ("#D55E00", "#CC79A7", "#009E73", "#0072B2")


class Ghost(Protocol):
    """What a drawing needs to know of a ghost; `scared` is for how many more moves it is."""

    @property
    def column(self) -> float: ...
    @property
    def line(self) -> float: ...
    @property
    def scared(self) -> int: ...


def text(rows: Sequence[str], pacman: tuple[int, int], ghosts: Sequence[Ghost]) -> list[str]:
    """Draw a maze with characters, as in a layout file; a scared ghost is a small g."""
    drawn = [[cell if cell in "%.o" else " " for cell in row] for row in rows]
    for ghost in ghosts:
        drawn[floor(ghost.line) - 1][floor(ghost.column) - 1] = "g" if ghost.scared else "G"
    if not any((floor(ghost.column), floor(ghost.line)) == pacman and not ghost.scared for ghost in ghosts):
        drawn[pacman[1] - 1][pacman[0] - 1] = "P"
    return ["".join(row) for row in drawn]


def svg(
    rows: Sequence[str],
    pacman: tuple[int, int],
    ghosts: Sequence[Ghost],
    *,
    notes: Mapping[tuple[int, int], str],
    trail: Sequence[tuple[int, int]] = (),
) -> str:
    """Draw a maze as SVG; `notes` are texts at cells, `trail` is the path that Pac-Man took."""
    width, height = CELL * len(rows[0]), CELL * len(rows)
    walls = "".join(_walls(rows))
    parts = [
        f'<rect width="{width}" height="{height}" fill="{GROUND}"/>',
        *(
            f'<path d="{walls}" fill="{colour}" stroke="{colour}" stroke-width="{CELL * wide:g}" stroke-linecap="round" '
            'stroke-linejoin="round"/>'
            for colour, wide in ((WALL, 0.62), (STONE, 0.46))
        ),
        *_edibles(rows),
        _trail(trail),
        *(_ghost(ghost, number) for number, ghost in enumerate(ghosts)),
        _pacman(*_middle(*pacman)),
        *(_note(_middle(*place), words, _middle(*pacman)) for place, words in notes.items()),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img">{"".join(parts)}</svg>'
    )


def _middle(column: float, line: float) -> tuple[float, float]:
    return (column - 0.5) * CELL, (line - 0.5) * CELL


def _walls(rows: Sequence[str]) -> Iterator[str]:
    """Yield a line between two adjacent walls, a square between four, and a dot for an isolated wall."""

    def wall(column: int, line: int) -> bool:
        return 0 <= line < len(rows) and 0 <= column < len(rows[0]) and rows[line][column] == "%"

    for line, row in enumerate(rows):
        for column in range(len(row)):
            if not wall(column, line):
                continue
            x, y = _middle(column + 1, line + 1)
            if wall(column + 1, line):
                yield f"M{x:g} {y:g}h{CELL}"
            if wall(column, line + 1):
                yield f"M{x:g} {y:g}v{CELL}"
            if wall(column + 1, line) and wall(column, line + 1) and wall(column + 1, line + 1):
                yield f"M{x:g} {y:g}h{CELL}v{CELL}h{-CELL}z"
            if not any(wall(column + right, line + down) for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1))):
                yield f"M{x:g} {y:g}h0"


def _edibles(rows: Sequence[str]) -> Iterator[str]:
    radius = {".": CELL * 0.11, "o": CELL * 0.28}
    for line, row in enumerate(rows, 1):
        for column, cell in enumerate(row, 1):
            if cell in radius:
                x, y = _middle(column, line)
                yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius[cell]:g}" fill="{FOOD}"/>'


def _trail(cells: Sequence[tuple[int, int]]) -> str:
    if len(cells) < 2:
        return ""
    points = " ".join(f"{x:g},{y:g}" for x, y in (_middle(*cell) for cell in cells))
    return (
        f'<polyline points="{points}" fill="none" stroke="{PACMAN}" stroke-width="{CELL * 0.2:g}" stroke-opacity="0.45" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _pacman(x: float, y: float) -> str:
    r = RADIUS
    back = f"A{r:g} {r:g} 0 1 1 {x + r * 0.77:g} {y - r * 0.64:g}"
    mouth = f"M{x - r * 0.1:g} {y:g}L{x + r * 0.77:g} {y + r * 0.64:g}{back}Z"
    return f'<path d="{mouth}" fill="{PACMAN}" stroke="{INK}" stroke-width="0.8"/>'


def _ghost(ghost: Ghost, number: int) -> str:
    x, y = _middle(ghost.column, ghost.line)
    r = CELL * 0.4
    colour = SCARED if ghost.scared else GHOSTS[number % len(GHOSTS)]
    skirt = "".join(f"l{-r / 3:g} {up * r * 0.3:g}" for up in (-1, 1, -1, 1, -1, 1))
    body = f"M{x - r:g} {y + r:g}V{y - r * 0.1:g}A{r:g} {r * 0.9:g} 0 0 1 {x + r:g} {y - r * 0.1:g}V{y + r:g}{skirt}Z"
    eyes = "".join(
        f'<circle cx="{x + side * r * 0.38:g}" cy="{y - r * 0.15:g}" r="{r * 0.22:g}" fill="#FFFFFF"/>'
        for side in (-1, 1)
    )
    dashes = f' stroke-dasharray="{CELL * 0.1:g}"' if ghost.scared else ""
    return f'<path d="{body}" fill="{colour}" stroke="{INK}" stroke-width="0.8"{dashes}/>{eyes}'


def _note(middle: tuple[float, float], words: str, pacman: tuple[float, float]) -> str:
    x, y = middle
    # A note wider than its cell is set smaller, and moved away from Pac-Man beside it.
    size, room = (10, 6) if len(words) <= 3 else (7.5, 5)
    wide = 0.56 * size * len(words) + room
    away = x - pacman[0]
    if y == pacman[1] and 0 < abs(away) <= CELL:
        x = pacman[0] + copysign(max(abs(away), RADIUS + 1 + wide / 2), away)
    return (
        f'<rect x="{x - wide / 2:g}" y="{y - 7:g}" width="{wide:g}" height="14" rx="4" fill="#FFFFFF" fill-opacity="0.88" '
        f'stroke="{INK}" stroke-width="0.5"/>'
        f'<text x="{x:g}" y="{y + 0.35 * size:g}" text-anchor="middle" font-family="{FONT}" font-size="{size}" fill="{INK}">'
        f"{escape(words)}</text>"
    )
