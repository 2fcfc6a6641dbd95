"""The value and the optimal mixes of a zero-sum game of two players.

Von Neumann (1928): MAX has a mix that wins at least v whatever MIN does, and MIN has one that loses at most the same v.
With all payoffs shifted to be positive, one linear program gives both: maximise Σy subject to A y <= 1; then v = 1 / Σy,
MIN's mix is y / Σy, and MAX's mix comes from the dual solution.

Up to MAX_EXACT_CELLS cells everything is exact. Larger games are solved in floating point, and what the resulting mixes
guarantee is then computed exactly: the value lies between the two guarantees, whatever the rounding errors were.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from zermelo.equilibrium.game import MatrixGame, Mix
from zermelo.equilibrium.numbers import dot, to_integers
from zermelo.equilibrium.simplex import maximise
from zermelo.state import ZermeloError

MAX_EXACT_CELLS = 900
"""The largest table that is solved exactly."""
TOLERANCE = 1e-9
"""How far apart the two guarantees may be in floating point, as a share of the largest difference of payoffs."""

_EPSILON = 1e-11
_MAX_PIVOTS = 20_000


@dataclass(frozen=True)
class ZeroSum:
    """The solution of a zero-sum game, from MAX's view: MAX's mix wins at least `low`, MIN's loses at most `high`."""

    low: Fraction
    high: Fraction
    mixes: tuple[Mix, Mix]

    @property
    def exact(self) -> bool:
        """Whether both guarantees are equal, and so the value."""
        return self.low == self.high

    @property
    def value(self) -> Fraction:
        """The value for MAX; the middle between the guarantees if they differ."""
        return (self.low + self.high) / 2


def solve_zero_sum(game: MatrixGame) -> ZeroSum:
    """Find the value and optimal mixes of a zero-sum game of two players.

    Returns
    -------
    ZeroSum
        The value is MAX's, who is the first player.

    Raises
    ------
    ZermeloError
        If the payoffs do not add up to 0 in every cell.

    Examples
    --------
    >>> from zermelo.equilibrium import matrix_game
    >>> solution = solve_zero_sum(matrix_game("3 -1; -2 1"))
    >>> str(solution.value), [str(part) for part in solution.mixes[0]]
    ('1/7', ['3/7', '4/7'])
    """
    if not game.zero_sum:
        raise ZermeloError("only a game of two players whose payoffs add up to 0 in every cell has a value")
    return solve_table(game.payoff_table(0))


def solve_table(table: list[list[Fraction]]) -> ZeroSum:
    """Solve a zero-sum game given by MAX's payoffs: a row for each of MAX's actions, a column for each of MIN's."""
    if len(table) * len(table[0]) > MAX_EXACT_CELLS:
        rows, columns = _solve_in_floats(table)
    else:
        integers, _ = to_integers(table)
        offset = 1 - min(map(min, integers))
        shifted = [[payoff + offset for payoff in row] for row in integers]
        optimum = maximise([1] * len(table[0]), shifted, [1] * len(table))
        columns, rows = _normalise(optimum.point), _normalise(optimum.prices)
    low = min(dot(rows, column) for column in zip(*table, strict=True))
    high = max(dot(row, columns) for row in table)
    if high - low > TOLERANCE * (max(map(max, table)) - min(map(min, table))):
        raise ZermeloError("floating point is too inaccurate for this game, and it is too large to be solved exactly")
    return ZeroSum(low, high, (rows, columns))


def _normalise(weights: tuple[Fraction, ...]) -> Mix:
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _solve_in_floats(table: list[list[Fraction]]) -> tuple[Mix, Mix]:
    """Run the simplex method of `simplex.py` in floating point, on payoffs scaled to between 1 and 2."""
    least, most = min(map(min, table)), max(map(max, table))
    size = (most - least) or Fraction(1)
    count, width = len(table), len(table[0])
    tableau = [
        [*(1 + float((payoff - least) / size) for payoff in row), *(float(at == number) for at in range(count)), 1.0]
        for number, row in enumerate(table)
    ]
    gains = [-1.0] * width + [0.0] * (count + 1)
    basis = [width + number for number in range(count)]
    for _ in range(_MAX_PIVOTS):
        column = min(range(width + count), key=gains.__getitem__)
        if gains[column] >= -_EPSILON:
            break
        ratios = [(row[-1] / row[column], number) for number, row in enumerate(tableau) if row[column] > _EPSILON]
        if not ratios:
            break
        leaving = min(ratios)[1]
        pivot = tableau[leaving][column]
        row = tableau[leaving] = [entry / pivot for entry in tableau[leaving]]
        for number, other in enumerate(tableau):
            if number != leaving and other[column]:
                factor = other[column]
                tableau[number] = [entry - factor * base for entry, base in zip(other, row, strict=True)]
        factor = gains[column]
        gains = [gain - factor * base for gain, base in zip(gains, row, strict=True)]
        basis[leaving] = column
    point = [0.0] * (width + count)
    for number, column in enumerate(basis):
        point[column] = max(tableau[number][-1], 0.0)
    columns = _normalise(tuple(map(Fraction, point[:width])))
    rows = _normalise(tuple(Fraction(max(gain, 0.0)) for gain in gains[width:-1]))
    return rows, columns
