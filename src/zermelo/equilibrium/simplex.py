"""Linear programs in exact arithmetic, by the simplex method.

    maximise c·x   subject to   A x <= b,  x >= 0        with integer A, b, c and b >= 0

Because b >= 0, the point 0 is a feasible vertex to start from. The tableau stays integer: all entries share one
denominator, the last pivot, and the division in each step leaves no remainder (Edmonds, Bareiss). The lexicographic rule
breaks ties between leaving rows, so the method cannot cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.state import ZermeloError


@dataclass(frozen=True)
class Optimum:
    """The largest value, the point where it is reached, and `prices`, the solution of the dual program."""

    value: Fraction
    point: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximise(costs: Sequence[int], rows: Sequence[Sequence[int]], bounds: Sequence[int]) -> Optimum:
    """Solve a linear program with costs c, rows A and bounds b.

    >>> maximise([3, 2], [[1, 1], [1, 3]], [4, 6])
    Optimum(value=Fraction(12, 1), point=(Fraction(4, 1), Fraction(0, 1)), prices=(Fraction(3, 1), Fraction(0, 1)))
    """
    count, width = len(rows), len(costs)
    tableau = [
        [*row, *(int(other == number) for other in range(count)), bounds[number]] for number, row in enumerate(rows)
    ]
    gains = [*(-cost for cost in costs), *([0] * (count + 1))]
    basis, scale = [width + number for number in range(count)], 1
    while True:
        column = min(range(width + count), key=gains.__getitem__)
        if gains[column] >= 0:
            break
        leaving = _leaving(tableau, column, width)
        row, pivot = tableau[leaving], tableau[leaving][column]
        for number, other in enumerate(tableau):
            if number != leaving:
                tableau[number] = _reduced(other, row, other[column], pivot, scale)
        gains = _reduced(gains, row, gains[column], pivot, scale)
        basis[leaving], scale = column, pivot
    point = [Fraction(0)] * (width + count)
    for number, column in enumerate(basis):
        point[column] = Fraction(tableau[number][-1], scale)
    prices = tuple(Fraction(gain, scale) for gain in gains[width:-1])
    return Optimum(Fraction(gains[-1], scale), tuple(point[:width]), prices)


def _reduced(other: list[int], row: list[int], factor: int, pivot: int, scale: int) -> list[int]:
    if factor == 0 and pivot == scale:
        return other
    return [(entry * pivot - factor * base) // scale for entry, base in zip(other, row, strict=True)]


def _leaving(tableau: list[list[int]], column: int, width: int) -> int:
    """Return the row that limits the step along a column: the lexicographically least, divided by its entry there."""
    candidates = [number for number, row in enumerate(tableau) if row[column] > 0]
    if not candidates:
        raise ZermeloError("the linear program is unbounded")
    for place in (-1, *range(width, len(tableau[0]) - 1)):
        if len(candidates) == 1:
            break
        # Compare the ratios a/b by cross-multiplication, which is faster than fractions.
        ratios = [(tableau[number][place], tableau[number][column]) for number in candidates]
        a, b = ratios[0]
        for c, d in ratios:
            if c * b < a * d:
                a, b = c, d
        candidates = [number for number, (c, d) in zip(candidates, ratios, strict=True) if c * b == a * d]
    return candidates[0]
