"""The constants of a game in compiled code: tuples and lists of numbers become arrays, tables with rows of different lengths one
array of all rows with the bounds of each."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

_SEQUENCES = (tuple, list)
_SHORT = 16


class Table(NamedTuple):
    """A table of rows; `bounds[i, j]` are the first and the last item of the row `[i][j]` plus one, -1 where there is none."""

    bounds: Any
    items: Any
    levels: int
    """The number of indices of a row."""


def number_type(value: Any) -> Any:
    """Return int, float or None for the type of all numbers in a value."""
    if isinstance(value, int | float):
        return float if isinstance(value, float) else int
    if isinstance(value, Fraction):
        return float
    kinds = {number_type(item) for item in value} if type(value) in _SEQUENCES else {None}
    return kinds.pop() if len(kinds) == 1 else None


def converted(value: Any) -> Any:
    """Return a constant as compiled code uses it; None if it does not. Probabilities in lists of moves stay beside their moves.

    >>> converted(((1, Fraction(1, 4)), (2, 0.75)))
    ((1, 0.25), (2, 0.75))
    """
    import numpy

    if isinstance(value, numpy.ndarray):
        return value if value.dtype.kind in "iufb" else None
    if isinstance(value, numpy.generic | bool):
        return value
    if isinstance(value, int | float | Fraction):
        return int(value) if isinstance(value, int) else float(value)
    if isinstance(value, range | set | frozenset):
        value = tuple(value)
    if type(value) not in _SEQUENCES:
        return None
    kind = number_type(value) if value else int
    if kind is not None:
        array = _array(value, kind)
        # The compiler unrolls loops over short tuples.
        return array if array is None or array.ndim > 1 or not 0 < len(array) <= _SHORT else tuple(map(kind, value))
    parts = tuple(map(converted, value))
    return None if any(part is None for part in parts) else parts


def _array(value: Any, kind: type) -> Any:
    import numpy

    try:
        return numpy.array(value, dtype=numpy.int64 if kind is int else numpy.float64)
    except (ValueError, OverflowError):
        return None


def table(value: Any) -> Table | None:
    """Return a table if a value is one: a tuple or a list of rows, or of tables, whose lengths differ."""
    import numpy

    kind = number_type(value) if type(value) in _SEQUENCES and value else None
    if kind is None or _array(value, kind) is not None:
        return None
    for levels in (1, 2, 3):
        rows = dict(_rows(value, levels, ()))
        widths = (
            {numpy.shape(row)[1:] for row in map(list, rows.values()) if row} if _even(rows.values(), kind) else set()
        )
        if len(widths) == 1:
            shape = tuple(max(place[level] for place in rows) + 1 for level in range(levels))
            bounds, items, width = numpy.full((*shape, 2), -1), list[Any](), widths.pop()
            for place, row in rows.items():
                bounds[place] = len(items), len(items) + len(row)
                items += row
            return Table(bounds, _array(items, kind).reshape(-1, *width), levels)
    return None


def _rows(value: Any, levels: int, place: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Any]]:
    for at, item in enumerate(value if type(value) in _SEQUENCES else ()):
        if levels == 1:
            yield (*place, at), item
        else:
            yield from _rows(item, levels - 1, (*place, at))


def _even(rows: Any, kind: type) -> bool:
    return bool(rows) and all(type(row) in _SEQUENCES and _array(row, kind) is not None for row in rows)
