"""The value of zero-sum games: the minimax theorem by brute force, and the accuracy in floating point."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import ANY, PARTS, TIES, vertex_mixes, zero_sum_games
from zermelo.equilibrium import MatrixGame, equilibria, is_equilibrium, matrix_game, security, solve_zero_sum, zero_sum
from zermelo.equilibrium.numbers import dot
from zermelo.equilibrium.simplex import maximise
from zermelo.equilibrium.zero_sum import MAX_EXACT_CELLS, TOLERANCE
from zermelo.state import ZermeloError

GAMES = st.one_of(zero_sum_games(ANY), zero_sum_games(TIES), zero_sum_games(PARTS))


@settings(max_examples=60)
@given(GAMES)
def test_the_value_is_the_best_guarantee_over_all_vertices(game: MatrixGame) -> None:
    """A guarantee is a concave function with corners, so its largest value is at one of them."""
    table = game.payoff_table(0)
    columns = list(map(list, zip(*table, strict=True)))
    # For MAX the other's replies cost: the least of them counts, so the signs are turned.
    corners = vertex_mixes([[-each for each in column] for column in columns], game.shape[0])
    best = max(min(dot(mix, column) for column in columns) for mix in corners)
    solution = solve_zero_sum(game)
    assert solution.exact
    assert solution.value == best
    assert is_equilibrium(game, solution.mixes)
    assert security(game)[0].mixed == best == -(security(game)[1].mixed or 0)


@settings(max_examples=60)
@given(zero_sum_games(TIES))
def test_every_equilibrium_has_the_value_and_they_are_one_convex_set(game: MatrixGame) -> None:
    value, solution = solve_zero_sum(game).value, equilibria(game)
    assert {each.payoffs for each in solution.extreme} == {(value, -value)}
    assert len(solution.components) == 1
    assert len(solution.components[0].subsets) == 1


@pytest.mark.parametrize(
    ("text", "value"),
    [
        # Ferguson, Game Theory, part II, section 1.2: odd or even, for Odd
        ("-2 3; 3 -4", "1/12"),
        # The same, section 1.3, saddle points
        ("4 1 -3; 3 2 5; 0 1 6", "2"),
        # Von Neumann and Morgenstern, section 18.2: stone, paper, scissors
        ("0 -1 1; 1 0 -1; -1 1 0", "0"),
        ("1/3 0.5; 0.25 1", "1/3"),
    ],
)
def test_games_from_books(text: str, value: str) -> None:
    assert solve_zero_sum(matrix_game(text)).value == Fraction(value)


@pytest.mark.parametrize("low_rank", [False, True])
def test_large_games_are_solved_in_floating_point_within_the_tolerance(low_rank: bool) -> None:
    chance, size = Random(7), 50
    assert size * size > MAX_EXACT_CELLS
    if low_rank:  # degenerate: many rows and columns are alike
        table = [[(row % 7) * (column % 5) - (row % 3) for column in range(size)] for row in range(size)]
    else:
        table = [[chance.randint(-1000, 1000) for _ in range(size)] for _ in range(size)]
    solution = solve_zero_sum(matrix_game(table))
    spread = max(map(max, table)) - min(map(min, table))
    assert 0 <= solution.high - solution.low <= TOLERANCE * spread
    assert solution.low <= solution.value <= solution.high
    for mix in solution.mixes:
        assert sum(mix) == 1
        assert min(mix) >= 0


def test_other_games_have_no_value() -> None:
    with pytest.raises(ZermeloError, match="add up to 0"):
        solve_zero_sum(matrix_game("1,1"))


WHOLE = st.integers(-5, 5)


@settings(max_examples=100)
@given(st.data())
def test_primal_and_dual_optimum_agree(data: st.DataObject) -> None:
    """Both points are allowed and have the same value, so both are best. Bounds of 0 make degenerate corners."""
    count, width = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    rows = [data.draw(st.lists(WHOLE, min_size=width, max_size=width)) for _ in range(count)]
    rows.append([1] * width)
    bounds = [*data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count)), 9]
    costs = data.draw(st.lists(WHOLE, min_size=width, max_size=width))
    solution = maximise(costs, rows, bounds)
    assert min(solution.point) >= 0
    assert min(solution.prices) >= 0
    for row, bound in zip(rows, bounds, strict=True):
        assert sum(a * x for a, x in zip(row, solution.point, strict=True)) <= bound
    for place, cost in enumerate(costs):
        assert sum(row[place] * price for row, price in zip(rows, solution.prices, strict=True)) >= cost
    assert solution.value == sum(c * x for c, x in zip(costs, solution.point, strict=True))
    assert solution.value == sum(b * y for b, y in zip(bounds, solution.prices, strict=True))


def test_unbounded_programs_are_refused() -> None:
    with pytest.raises(ZermeloError, match="unbounded"):
        maximise([1], [[-1]], [0])


def test_games_are_solved_exactly_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(table: object) -> None:
        raise ArithmeticError("in floating point")

    monkeypatch.setattr(zero_sum, "_solve_in_floats", never)
    monkeypatch.setattr(zero_sum, "MAX_EXACT_CELLS", 4)
    assert solve_zero_sum(matrix_game([[2, 0], [0, 1]])).value == Fraction(2, 3)
    monkeypatch.setattr(zero_sum, "MAX_EXACT_CELLS", 3)
    with pytest.raises(ArithmeticError):
        solve_zero_sum(matrix_game([[2, 0], [0, 1]]))
