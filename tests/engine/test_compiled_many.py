"""Test compiled games with chance and with more than two players against the textbook, node by node."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from tests.engine import compiled_games as games
from zermelo import ZermeloError, textbook
from zermelo.engine import search_fixed_depth
from zermelo.engine.compiling.fields import pack
from zermelo.engine.compiling.game import _explainer
from zermelo.engine.compiling.probabilities import UNIT_WEIGHT, weight_of
from zermelo.methods import search
from zermelo.native.faces import ForeignState
from zermelo.state import CHANCE

pytest.importorskip("numba", reason="without Numba nothing is compiled")
STARS: dict[Literal["star1", "star2"], Any] = {"star1": textbook.star1, "star2": textbook.star2}


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("compiled")))
        yield


@pytest.fixture(scope="module")
def pig() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
        from pig import Pig

        yield Pig


@settings(max_examples=25, deadline=None)
@given(
    bank=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    pot=st.integers(0, 6),
    turns=st.integers(1, 5),
    mover=st.integers(0, 1),
    depth=st.integers(1, 4),
)
def test_expectiminimax_and_star_are_the_textbooks(
    pig: Any, bank: tuple[int, int], pot: int, turns: int, mover: int, depth: int
) -> None:
    state = pig(bank, pot if bank[mover] + pot < 10 else 0, turns, mover)
    fast = zermelo.compiled(pig)(*state)
    found, expected = (
        search_fixed_depth(fast, "expectiminimax", depth=depth),
        textbook.expectiminimax(state, depth=depth),
    )
    assert found.value == pytest.approx(expected.value)
    assert (found.nodes, found.move) == (expected.nodes, expected.move)
    deepened = search(fast, depth=depth)
    assert deepened.value == pytest.approx(expected.value)
    assert deepened.move == expected.move
    assert search(fast, depth=depth, bounds=(-1, 1)).value == pytest.approx(expected.value)
    for name, star in STARS.items():
        found = search_fixed_depth(fast, name, depth=depth, bounds=(-1, 1))
        expected = star(state, depth=depth, bounds=(-1, 1))
        assert found.value == pytest.approx(expected.value)
        assert found.nodes == expected.nodes


def test_chance_is_seen_as_the_class_writes_it(pig: Any) -> None:
    start: Any = zermelo.compiled(pig)()
    rolling = start.play(0)
    assert (rolling.player, rolling.moves()) == (CHANCE, [1, 2, 3, 4, 5, 6])
    assert rolling.chances() == pig().play(0).chances()
    assert ForeignState.chances(rolling) == [(face, Fraction(1, 6)) for face in range(1, 7)]
    assert zermelo.check(start, games=5, seconds=0.5).ok
    described = zermelo.describe(start)
    assert (described.chance, described.methods) == (True, ("expectiminimax", "max_n", "mcts"))
    assert search(start, nodes=50).stopped == "nodes"
    for ask, sentence in (
        (lambda: zermelo.solve(start), "there are chance moves"),
        (lambda: zermelo.prove(start), "there are chance moves"),
        (lambda: search(start, depth=3, bounds=(0, 0.5)), "outside the bounds"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            ask()


def test_probabilities_become_whole_weights() -> None:
    for size in [*range(1, 37), 50, 100, 1000, 1296]:
        for part in {1, size - 1, size // 2} - {0}:
            assert weight_of(part / size) * size == part * UNIT_WEIGHT
    odd = Fraction(3, 10_007)
    assert abs(Fraction(weight_of(odd), UNIT_WEIGHT) - odd) < Fraction(1, 10**15)


@settings(max_examples=15, deadline=None)
@given(
    state=st.builds(games.Spoils, *[st.integers(0, 9)] * 3, st.integers(0, 3)),
    depth=st.integers(1, 4),
    total=st.sampled_from((None, 60)),
)
def test_max_n_and_rollouts_are_those_of_the_plain_class(state: games.Spoils, depth: int, total: int | None) -> None:
    fast = zermelo.compiled(games.Spoils)(*state)
    found, expected = (search(each, method="max_n", depth=depth, total=total) for each in (fast, state))
    assert (found.value, found.line, found.nodes) == (expected.value, expected.line, expected.nodes)
    assert found.value == textbook.max_n(state, depth=depth, total=total).value
    drawn, again = (search(each, method="mcts", simulations=40, plies=3, seed=depth) for each in (fast, state))
    assert drawn.moves == again.moves


def test_players_and_chance_at_once_are_for_max_n() -> None:
    start = zermelo.compiled(games.Spoils)()
    assert tuple(start.play(0).chances()) == games.ODDS
    assert start.evaluate() == (0, 0, 0.25)
    assert search(start, depth=2).method == "max_n"
    with pytest.raises(ZermeloError, match="paranoid does not suit this game, as there are chance moves: use max_n"):
        search(start, method="paranoid")
    with pytest.raises(ZermeloError, match="there is a payoff for each player"):
        search_fixed_depth(start, "expectiminimax", depth=2)
    with pytest.raises(ZermeloError, match="no named features"):
        search(start, method="max_n", depth=2, evaluate={"first": 1.0})
    ended = zermelo.compiled(games.Spoils)(2, 4, 6, 6)
    assert search(ended, method="max_n").value == search(ended).value == (1, 2, 3.25)
    with pytest.raises(ZermeloError, match="evaluate returned 2 payoffs, and there are 3 players"):
        search(start, method="max_n", depth=2, evaluate=lambda state: (1, 2))
    judged = search(start, method="max_n", depth=2, evaluate=lambda state: (state.first, 1, 5.0))
    assert isinstance(judged.value, tuple)
    assert judged.value[2] == 5


def test_the_example_for_three_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples"))
    from dots_and_boxes import BOXES, LINES, DotsAndBoxes

    fast = zermelo.compiled(DotsAndBoxes)
    assert zermelo.check(fast(), games=3, seconds=0.5).ok
    late = DotsAndBoxes()
    for line in Random(3).sample(range(LINES), LINES - 6):
        late = late.play(line)
    quick = fast(*late)
    for total in (None, BOXES):
        found, expected = (search(each, method="max_n", total=total) for each in (quick, late))
        assert (found.value, found.line, found.nodes) == (expected.value, expected.line, expected.nodes)
    for partners in (None, (0,), (1, 2), (0, 1, 2)):
        asked: dict[str, Any] = {"method": "coalition", "partners": partners} if partners else {"method": "paranoid"}
        found, expected = (search(each, **asked) for each in (quick, late))
        assert (found.value, found.method, found.proven) == (expected.value, expected.method, True)
        assert found.value == textbook.coalition(late, partners=partners or (late.player,)).value
    assert search(quick, threads=2).value == search(late).value
    judged: dict[str, Any] = {"depth": 2, "evaluate": lambda state: (state.drawn % 7, 1, 2)}
    for method in ("auto", "paranoid"):
        assert search(quick, method=method, **judged).value == search(late, method=method, **judged).value
    assert quick.play(quick.moves()[0]).utility() == late.play(late.moves()[0]).utility()
    with pytest.raises(ZermeloError, match="partners names player 4, and the game has only 3"):
        search(quick, method="coalition", partners=(3,))
    with pytest.raises(ZermeloError, match="a payoff for each player"):
        zermelo.solve(quick)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (
            {"chances": games.chances_without_odds},
            "a chance of a compiled game must be a move, which is an int, and its",
        ),
        (
            {"chances": games.chances_in_a_dict},
            r"compiled_games.py:\d+: `return .*: a dict is not compiled; use a tuple",
        ),
        ({"utility": games.pays_now_and_then}, "this expression must be one number, as at the end of other games"),
        ({"chances": games.chances_of_text}, "the text .one. is not compiled; use an integer for it"),
        ({"chances": games.chances_one_by_one}, "yield is not compiled; return a list"),
        ({"chances": 3}, "Lottery.chances must be an ordinary method"),
        ({"chances": games.fair, "utility": games.pays_seventeen}, "pays 17 players, but the engine takes at most 16"),
        (
            {"chances": games.fair, "utility": games.pays_two, "evaluate": games.one},
            "there must be 2 payoffs, as at the end of other games",
        ),
    ],
)
def test_what_cannot_be_right_is_said(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        zermelo.compiled(games.lottery(**changed))


def explain_failure(game: Any, function: str, promise: str | None = None) -> None:
    """What is said where a compiled function fails at the start of a game whose states have at most two moves."""
    _explainer(game, 2, 1)(function, 0 if promise else 1, promise, -1, pack(game()))


def test_what_fails_later_is_said_too() -> None:
    for chances, sentence in (
        (games.chances_of_less_than_one, r"in chances\(\) of Lottery\(drawn=0\) add up to 0.75, not 1"),
        (games.chances_below_zero, "gives 1 the probability 1.25, which must be above 0 and at most 1"),
        (lambda self: [], "is empty although"),
        (lambda self: [(-1, 1.0)], "has the move -1, but moves"),
        (lambda self: [(each, 1 / 3) for each in range(3)], "has 3 chances, but compiled states have at most 2: set"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            explain_failure(games.lottery(chances=chances), "chances")
    for changed, sentence in (
        ({}, r"chance moves at Lottery\(drawn=0\), but Lottery has no chances; add: def chances"),
        ({"player": 2}, "player 2 moves at Lottery"),
        ({"player": 2, "utility": lambda self: (1, 2)}, "one payoff for each, not 2 payoffs"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            explain_failure(games.lottery(**changed), "view", "the player must be 0 or 1")
