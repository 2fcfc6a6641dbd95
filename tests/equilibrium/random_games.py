"""Random matrix games, and brute-force solutions to check the library against."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import strategies as st

from zermelo.equilibrium import MatrixGame, is_equilibrium, matrix_game
from zermelo.equilibrium.game import Mix

TIES = st.integers(-2, 2).map(Fraction)
"""Few different payoffs, so that games with ties and continua are frequent."""
ANY = st.integers(-10_000, 10_000).map(Fraction)
PARTS = st.fractions(-3, 3, max_denominator=6)


def exactly(text: str) -> tuple[Fraction, ...]:
    """Numbers with spaces between them."""
    return tuple(map(Fraction, text.split()))


@st.composite
def games(draw: st.DrawFn, payoffs: st.SearchStrategy[Fraction], most: int = 4, least: int = 1) -> MatrixGame:
    rows, columns = draw(st.integers(least, most)), draw(st.integers(least, most))
    cell = st.tuples(payoffs, payoffs)
    row = st.lists(cell, min_size=columns, max_size=columns)
    return matrix_game(draw(st.lists(row, min_size=rows, max_size=rows)))


@st.composite
def zero_sum_games(draw: st.DrawFn, payoffs: st.SearchStrategy[Fraction], most: int = 4) -> MatrixGame:
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    row = st.lists(payoffs, min_size=columns, max_size=columns)
    return matrix_game(draw(st.lists(row, min_size=rows, max_size=rows)))


@st.composite
def games_of_three(draw: st.DrawFn) -> MatrixGame:
    shape = [draw(st.integers(1, 3)) for _ in range(3)]
    cell = st.tuples(TIES, TIES, TIES)
    return matrix_game([[[draw(cell) for _ in range(shape[2])] for _ in range(shape[1])] for _ in range(shape[0])])


def solve(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The one solution of a square linear system (its right side last in each row), if there is exactly one."""
    rows = [list(row) for row in rows]
    size = len(rows)
    for column in range(size):
        pivot_row = next((at for at in range(column, size) if rows[at][column]), None)
        if pivot_row is None:
            return None
        rows[column], rows[pivot_row] = rows[pivot_row], rows[column]
        pivot = rows[column][column]
        rows[column] = [each / pivot for each in rows[column]]
        for at in range(size):
            if at != column and rows[at][column]:
                factor = rows[at][column]
                rows[at] = [one - factor * other for one, other in zip(rows[at], rows[column], strict=True)]
    return [row[-1] for row in rows]


def vertex_mixes(replies: list[list[Fraction]], actions: int) -> set[Mix]:
    """Every mix that is the only one with its support at which some replies pay the same and none pays more."""
    mixes = set()
    for size in range(1, min(actions, len(replies)) + 1):
        for support in combinations(range(actions), size):
            for best in combinations(range(len(replies)), size):
                system = [[*(replies[reply][each] for each in support), Fraction(-1), Fraction(0)] for reply in best]
                system.append([*([Fraction(1)] * size), Fraction(0), Fraction(1)])
                solution = solve(system)
                if solution is None or min(solution[:-1]) < 0:
                    continue
                mix = [Fraction(0)] * actions
                for each, part in zip(support, solution, strict=False):
                    mix[each] = part
                pays = [sum(a * b for a, b in zip(reply, mix, strict=True)) for reply in replies]
                if max(pays) == solution[-1]:
                    mixes.add(tuple(mix))
    return mixes


def extreme_by_force(game: MatrixGame) -> set[tuple[Mix, ...]]:
    """Every pair of vertices that is an equilibrium."""
    rows = vertex_mixes(game.payoff_table(1), game.shape[0])
    columns = vertex_mixes(game.payoff_table(0), game.shape[1])
    return {(one, other) for one in rows for other in columns if is_equilibrium(game, (one, other))}
