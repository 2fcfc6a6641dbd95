"""Points of a Go board by their names: vertices of GTP ("D4", rows from below, no I) and points of SGF ("df", rows from above).

>>> format_point("D4", 9), parse_point("df", 9), parse_point("", 9)
('df', 'D4', 'pass')
"""

from __future__ import annotations

from zermelo.state import ZermeloError

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The letters of the columns in GTP."""
PASS = "pass"
_POINTS = "abcdefghijklmnopqrstuvwxyz"


def vertex(column: int, row: int) -> str:
    """Return the vertex of a column from the left and a row from below, both counted from 0."""
    return f"{COLUMNS[column]}{row + 1}"


def coordinates(name: str, size: int) -> tuple[int, int]:
    """Return the column from the left and the row from below of a vertex, both counted from 0.

    >>> coordinates("j9", 9)
    (8, 8)
    """
    column, row = COLUMNS.find(name[:1].upper() or "?"), name[1:]
    if not (0 <= column < size and row.isascii() and row.isdecimal() and len(row) <= 2 and 1 <= int(row) <= size):
        raise ZermeloError(f"{name[:20]!r} is not a vertex from A1 to {vertex(size - 1, size - 1)}")
    return column, int(row) - 1


def parse_point(point: str, size: int) -> str:
    """Return the vertex that a point of SGF names; an empty point, and tt on boards up to 19x19, is a pass."""
    point = point.strip().lower()  # capitals would be lines that no board here has
    if not point or (point == "tt" and size <= 19):
        return PASS
    column, row = (_POINTS.find(letter) for letter in point) if len(point) == 2 else (-1, -1)
    if not (0 <= column < size and 0 <= row < size):
        last = _POINTS[size - 1]
        raise ZermeloError(f"{point[:20]!r} is not a point from aa to {last}{last} of a board of {size}x{size}")
    return vertex(column, size - 1 - row)


def format_point(name: str, size: int) -> str:
    """Return the point of SGF that a vertex names; a pass is empty."""
    if name == PASS:
        return ""
    column, row = coordinates(name, size)
    return _POINTS[column] + _POINTS[size - 1 - row]
