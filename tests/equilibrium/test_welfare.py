"""Security levels, the Pareto front, social optima and correlated equilibria."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import ANY, TIES, exactly, games, games_of_three
from zermelo.equilibrium import (
    MatrixGame,
    correlated,
    equilibria,
    matrix_game,
    pareto_front,
    security,
    social_optimum,
    welfare,
)
from zermelo.equilibrium.examples import example
from zermelo.state import ZermeloError

GAMES = st.one_of(games(TIES), games(ANY, most=3), games_of_three())


@settings(max_examples=100)
@given(GAMES)
def test_the_pareto_front_by_definition(game: MatrixGame) -> None:
    def bettered(cell: tuple[Fraction, ...]) -> bool:
        return any(other != cell and all(a >= b for a, b in zip(other, cell, strict=True)) for other in game.cells)

    assert set(pareto_front(game)) == {profile for profile in game.profiles() if not bettered(game.payoffs(profile))}
    assert set(social_optimum(game)) <= set(pareto_front(game))


@settings(max_examples=60)
@given(GAMES)
def test_correlated_equilibria_are_obeyed(game: MatrixGame) -> None:
    solution = correlated(game)
    assert sum(solution.chances.values()) == 1
    assert min(solution.chances.values()) > 0
    for player, count in enumerate(game.shape):
        for told, other in permutations(range(count), 2):
            gain = Fraction(0)
            for profile, chance in solution.chances.items():
                if profile[player] == told:
                    instead = (*profile[:player], other, *profile[player + 1 :])
                    gain += chance * (game.payoffs(instead)[player] - game.payoffs(profile)[player])
            assert gain <= 0
    assert solution.welfare <= sum(game.payoffs(social_optimum(game)[0]))
    if len(game.players) == 2:
        assert solution.welfare >= max(sum(each.payoffs) for each in equilibria(game).extreme)


def test_aumann_1974() -> None:
    """Chicken: the best draw has 21/2 together, and every equilibrium at most 28/3."""
    solution = correlated(example("chicken"))
    assert solution.chances == {(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 4), (1, 0): Fraction(1, 4)}
    assert solution.welfare == Fraction(21, 2)
    assert max(sum(each.payoffs) for each in equilibria(example("chicken")).extreme) == Fraction(28, 3)
    for_row = correlated(example("chicken"), weights=[1, 0])
    assert for_row.payoffs == exactly("7 2")


def test_security_by_an_action_and_by_a_mix() -> None:
    one, other = security(matrix_game("3,0 -1,1; -2,2 1,5"))
    assert (one.action, one.pure, one.mixed) == (0, *exactly("-1 1/7"))
    assert one.mix == (Fraction(3, 7), Fraction(4, 7))
    assert (other.action, other.pure, other.mixed) == (1, *exactly("1 1"))


def test_games_that_are_too_large_are_refused() -> None:
    with pytest.raises(ZermeloError, match="up to 36 cells, not 49"):
        correlated(matrix_game([[int(row == column) for column in range(7)] for row in range(7)]))
    with pytest.raises(ZermeloError, match="weights must be 2 numbers"):
        correlated(matrix_game("1,1"), weights=[1, -1])
    assert security(matrix_game([[0] * 50] * 50))[0].mix is None


def test_the_largest_games_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    assert correlated(matrix_game([[int(row == column) for column in range(6)] for row in range(6)])).welfare == 0
    assert correlated(matrix_game("1,1"), weights=[0, 0]).payoffs == exactly("1 1")
    monkeypatch.setattr(welfare, "MAX_EXACT_CELLS", 6)
    assert security(matrix_game([[0] * 3] * 2))[0].mixed == 0
    assert security(matrix_game([[0] * 7]))[0].mixed is None
