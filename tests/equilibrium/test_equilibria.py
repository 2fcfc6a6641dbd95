"""All equilibria are found exactly, none is missed, and a continuum is recognised."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.equilibrium.random_games import ANY, PARTS, TIES, exactly, extreme_by_force, games, games_of_three
from zermelo.equilibrium import MatrixGame, equilibria, is_equilibrium, matrix_game, mixed, pure_equilibria
from zermelo.equilibrium.analysis import analyse, report
from zermelo.equilibrium.game import Mix
from zermelo.state import ZermeloError


def fractions(*mixes: str) -> tuple[Mix, ...]:
    return tuple(map(exactly, mixes))


def listed(game: MatrixGame) -> list[tuple[Mix, ...]]:
    return [each.mixes for each in equilibria(game).extreme]


@settings(max_examples=70)
@given(st.one_of(games(ANY, most=3), games(TIES), games(PARTS, most=3)))
def test_exactly_the_extreme_equilibria_are_found(game: MatrixGame) -> None:
    solution = listed(game)
    assert len(set(solution)) == len(solution) >= 1
    for mixes in solution:
        assert is_equilibrium(game, mixes)
    assert set(solution) == extreme_by_force(game)


@settings(max_examples=25)
@given(st.one_of(games(ANY, most=4, least=4), games(TIES, most=4, least=4)))
def test_four_by_four_against_brute_force_over_supports(game: MatrixGame) -> None:
    assert set(listed(game)) == extreme_by_force(game)


@settings(max_examples=15)
@given(games(TIES, most=3))
def test_dominated_actions_do_not_count_for_the_size_limit(game: MatrixGame) -> None:
    rows, columns = game.shape
    least = Fraction(-9)
    wide = matrix_game(
        [
            [
                game.payoffs((row, column))
                if row < rows and column < columns
                else (least if row >= rows else Fraction(1), least if column >= columns else Fraction(1))
                for column in range(11)
            ]
            for row in range(12)
        ]
    )
    none = [(Fraction(0),) * (count - own) for count, own in zip(wide.shape, game.shape, strict=True)]
    assert listed(wide) == [(one + none[0], other + none[1]) for one, other in listed(game)]
    assert equilibria(wide).continuum == equilibria(game).continuum


@settings(max_examples=100)
@given(games(TIES), st.randoms(use_true_random=False))
def test_convex_combinations_within_a_nash_subset_are_equilibria(game: MatrixGame, chance: Random) -> None:
    for component in equilibria(game).components:
        assert component.continuum == (len(component.extreme) > 1)
        corners = {each.mixes for each in component.extreme}
        for subset in component.subsets:
            sides = []
            for mixes in (subset.rows, subset.columns):
                weights = [chance.randint(1, 9) for _ in mixes]
                parts = zip(*mixes, strict=True)
                sides.append(
                    tuple(
                        sum((w * part for w, part in zip(weights, each, strict=True)), Fraction(0)) / sum(weights)
                        for each in parts
                    )
                )
            assert is_equilibrium(game, sides)
            assert {(row, column) for row in subset.rows for column in subset.columns} <= corners
        assert corners == {
            (row, column) for subset in component.subsets for row in subset.rows for column in subset.columns
        }


@settings(max_examples=60)
@given(games(ANY))
def test_a_game_without_ties_has_an_odd_number_of_equilibria(game: MatrixGame) -> None:
    solution = equilibria(game)
    if not solution.continuum:
        assert len(solution.extreme) % 2 == 1


@settings(max_examples=100)
@given(st.one_of(games(TIES), games_of_three()))
def test_pure_equilibria_by_definition(game: MatrixGame) -> None:
    pure = set(pure_equilibria(game))
    for profile in game.profiles():
        mixes = [
            tuple(Fraction(each == action) for each in range(count))
            for action, count in zip(profile, game.shape, strict=True)
        ]
        assert (profile in pure) == is_equilibrium(game, mixes)
    if len(game.players) == 2:
        assert pure == {each.profile for each in equilibria(game).extreme if each.profile is not None}


def test_von_stengel_three_by_two() -> None:
    """Von Stengel, in Algorithmic Game Theory (2007), chapter 3: three equilibria."""
    game = matrix_game("3,3 3,2; 2,2 5,6; 0,3 6,1")
    assert listed(game) == [
        fractions("1 0 0", "1 0"),
        fractions("4/5 1/5 0", "2/3 1/3"),
        fractions("0 1/3 2/3", "1/3 2/3"),
    ]
    assert not equilibria(game).continuum


def test_von_stengel_degenerate() -> None:
    """The same with a tie for Column in the first row: Row's first action pairs with a segment."""
    solution = equilibria(matrix_game("3,3 3,3; 2,2 5,6; 0,3 6,1"))
    assert solution.continuum
    subset = next(each for each in solution.components[0].subsets if len(each.columns) == 2)
    assert subset.rows == fractions("1 0 0")
    assert subset.columns == fractions("1 0", "2/3 1/3")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Shoham and Leyton-Brown, Multiagent Systems (2009), figure 3.1
        ("-1,-1 -4,0; 0,-4 -3,-3", [("0 1", "0 1")]),
        # Osborne and Rubinstein, A Course in Game Theory (1994), example 15.3 and section 3.1.3
        ("2,1 0,0; 0,0 1,2", [("1 0", "1 0"), ("2/3 1/3", "1/3 2/3"), ("0 1", "0 1")]),
        # the same, example 16.3: hawk and dove
        ("3,3 1,4; 4,1 0,0", [("1 0", "0 1"), ("1/2 1/2", "1/2 1/2"), ("0 1", "1 0")]),
    ],
)
def test_games_from_books(text: str, expected: list[tuple[str, str]]) -> None:
    assert listed(matrix_game(text)) == [fractions(*each) for each in expected]


def test_a_constant_game_is_one_continuum() -> None:
    solution = equilibria(matrix_game([[0] * 3] * 3))
    assert len(solution.components) == 1
    assert len(solution.extreme) == 9
    assert len(solution.components[0].subsets) == 1


def test_games_that_are_too_large_or_have_more_players_are_refused() -> None:
    with pytest.raises(ZermeloError, match="up to 10 actions each, and one player here has 11"):
        equilibria(matrix_game([[0] * 11] * 2))
    with pytest.raises(ZermeloError, match="for two players, not for 3"):
        equilibria(matrix_game([[[(0, 0, 0)]]]))


def test_invalid_mixes_are_not_equilibria() -> None:
    game = matrix_game("0,0 0,0")
    assert not is_equilibrium(game, fractions("1", "1"))
    assert not is_equilibrium(game, fractions("1", "2 -1"))
    assert not is_equilibrium(game, fractions("1", "1/2 1/4"))
    assert is_equilibrium(game, fractions("1", "1/2 1/2"))


def test_the_largest_games_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixed, "MAX_ACTIONS", 2)
    assert len(equilibria(matrix_game("3,1 0,0; 0,0 1,3")).extreme) == 3
    # Strictly dominated actions do not count.
    assert len(equilibria(matrix_game("3,1 0,0; 0,0 1,3; -1,0 -1,0")).extreme) == 3
    monkeypatch.setattr(mixed, "MAX_SUBSETS", 1)
    assert len(equilibria(matrix_game("0,0 0,0")).components[0].subsets) == 1
    monkeypatch.setattr(mixed, "MAX_SUBSETS", 0)
    with pytest.raises(ZermeloError, match="more than 0 Nash subsets"):
        equilibria(matrix_game("0,0 0,0"))


def test_the_report_says_which_equilibria_are_pure() -> None:
    told = report(analyse(matrix_game("3,1 0,0; 0,0 1,3")))["equilibria"]
    assert [(each["pure"], each["payoffs"]) for each in told] == [
        (True, [3, 1]),
        (False, ["3/4", "3/4"]),
        (True, [1, 3]),
    ]
