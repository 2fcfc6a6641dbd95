"""Linear programs in exact arithmetic, by the simplex method.

    maximise c·x   where   A x <= b,  x >= 0        with whole numbers, and b >= 0

With b >= 0 the point 0 is a corner to start from, and every program of this package is written so. The tableau stays whole:
all of it has one denominator, which is the last pivot, and the division at each step leaves no remainder (Edmonds, Bareiss).
The lexicographic rule decides between rows that would leave together, so the method cannot run in a circle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from zermelo.state import ZermeloError


@dataclass(frozen=True)
class Optimum:
    """`prices` solve the dual program: what one more of each bound would add to the value."""

    value: Fraction
    point: tuple[Fraction, ...]
    prices: tuple[Fraction, ...]


def maximise(costs: Sequence[int], rows: Sequence[Sequence[int]], bounds: Sequence[int]) -> Optimum:
    """The largest c·x and where it is.

    >>> maximise([3, 2], [[1, 1], [1, 3]], [4, 6])
    Optimum(value=Fraction(12, 1), point=(Fraction(4, 1), Fraction(0, 1)), prices=(Fraction(3, 1), Fraction(0, 1)))
    """
    count, width = len(rows), len(costs)
    tableau = [
        [*row, *(int(each == number) for each in range(count)), bounds[number]] for number, row in enumerate(rows)
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
    prices = tuple(Fraction(each, scale) for each in gains[width:-1])
    return Optimum(Fraction(gains[-1], scale), tuple(point[:width]), prices)


def _reduced(other: list[int], row: list[int], factor: int, pivot: int, scale: int) -> list[int]:
    if factor == 0 and pivot == scale:
        return other
    return [(each * pivot - factor * base) // scale for each, base in zip(other, row, strict=True)]


def _leaving(tableau: list[list[int]], column: int, width: int) -> int:
    """The row that bounds the step along a column: the lexicographically least, divided by its entry there."""
    left = [number for number, row in enumerate(tableau) if row[column] > 0]
    if not left:
        raise ZermeloError("the linear program has no bound")
    for place in (-1, *range(width, len(tableau[0]) - 1)):
        if len(left) == 1:
            break
        least = left[0]
        for each in left[1:]:
            if tableau[each][place] * tableau[least][column] < tableau[least][place] * tableau[each][column]:
                least = each
        left = [
            each
            for each in left
            if tableau[each][place] * tableau[least][column] == tableau[least][place] * tableau[each][column]
        ]
    return left[0]
