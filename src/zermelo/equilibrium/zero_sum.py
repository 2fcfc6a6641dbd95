"""The value of a game that two players play against each other, and how each should mix.

Von Neumann (1928): MAX has a mix that wins at least v whatever MIN does, MIN has one that loses at most v, and it is the
same v. With all payoffs made positive both come out of one linear program: MIN's mix is y / Σy and v is 1 / Σy where
A y <= 1 and Σy is as large as it can be; MAX's mix is its dual.

Up to MOST_EXACT cells everything is exact. Larger games are solved in floating point; then the mixes found are taken as
they are, and what each of them guarantees is counted exactly: the value lies between the two guarantees, whatever the
rounding was. The answer says both.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.game import MatrixGame, Mix
from zermelo.equilibrium.numbers import dot, whole
from zermelo.equilibrium.simplex import maximise
from zermelo.state import ZermeloError

MOST_EXACT = 900
"""Cells of a table that is solved exactly."""
TOLERANCE = 1e-9
"""How far apart the two guarantees may be in floating point, as a part of the largest difference between payoffs."""

_EPSILON = 1e-11
_MOST_PIVOTS = 20_000


@dataclass(frozen=True)
class ZeroSum:
    """MAX's mix wins at least `low`, MIN's loses at most `high`; where they are equal they are the value."""

    low: Fraction
    high: Fraction
    mixes: tuple[Mix, Mix]

    @property
    def exact(self) -> bool:
        return self.low == self.high

    @property
    def value(self) -> Fraction:
        """The value; between the guarantees where they differ."""
        return (self.low + self.high) / 2


def solve_zero_sum(game: MatrixGame) -> ZeroSum:
    """The value and optimal mixes of a zero-sum game.

    >>> from zermelo.equilibrium import matrix_game
    >>> found = solve_zero_sum(matrix_game("3 -1; -2 1"))
    >>> str(found.value), [str(part) for part in found.mixes[0]]
    ('1/7', ['3/7', '4/7'])
    """
    if not game.zero_sum:
        raise ZermeloError("only a game of two players whose payoffs add up to 0 in every cell has a value")
    return solve_table(game.against(0))


def solve_table(table: list[list[Fraction]]) -> ZeroSum:
    """The same for MAX's payoffs alone: a row for each of MAX's actions, a column for each of MIN's."""
    if len(table) * len(table[0]) > MOST_EXACT:
        rows, columns = _solve_roughly(table)
    else:
        integers, _ = whole(table)
        lift = 1 - min(map(min, integers))
        found = maximise([1] * len(table[0]), [[each + lift for each in row] for row in integers], [1] * len(integers))
        columns, rows = _spread(found.point), _spread(found.prices)
    low = min(dot(rows, column) for column in zip(*table, strict=True))
    high = max(dot(row, columns) for row in table)
    if high - low > TOLERANCE * (max(map(max, table)) - min(map(min, table))):
        raise ZermeloError("the value of this game cannot be found in floating point, and it is too large to be exact")
    return ZeroSum(low, high, (rows, columns))


def _spread(weights: tuple[Fraction, ...]) -> Mix:
    total = sum(weights)
    return tuple(each / total for each in weights)


def _solve_roughly(table: list[list[Fraction]]) -> tuple[Mix, Mix]:
    """The simplex method of `simplex.py` in floating point, on payoffs between 1 and 2."""
    least, most = min(map(min, table)), max(map(max, table))
    size = (most - least) or Fraction(1)
    count, width = len(table), len(table[0])
    tableau = [
        [*(1 + float((each - least) / size) for each in row), *(float(at == number) for at in range(count)), 1.0]
        for number, row in enumerate(table)
    ]
    gains = [-1.0] * width + [0.0] * (count + 1)
    basis = [width + number for number in range(count)]
    for _ in range(_MOST_PIVOTS):
        column = min(range(width + count), key=gains.__getitem__)
        if gains[column] >= -_EPSILON:
            break
        ratios = [(row[-1] / row[column], number) for number, row in enumerate(tableau) if row[column] > _EPSILON]
        if not ratios:
            break
        leaving = min(ratios)[1]
        pivot = tableau[leaving][column]
        row = tableau[leaving] = [each / pivot for each in tableau[leaving]]
        for number, other in enumerate(tableau):
            if number != leaving and other[column]:
                factor = other[column]
                tableau[number] = [each - factor * base for each, base in zip(other, row, strict=True)]
        factor = gains[column]
        gains = [each - factor * base for each, base in zip(gains, row, strict=True)]
        basis[leaving] = column
    point = [0.0] * (width + count)
    for number, column in enumerate(basis):
        point[column] = max(tableau[number][-1], 0.0)
    columns = _spread(tuple(map(Fraction, point[:width])))
    rows = _spread(tuple(Fraction(max(each, 0.0)) for each in gains[width:-1]))
    return rows, columns
