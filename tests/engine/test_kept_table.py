"""A table that is kept never mixes games, rules, evaluations, weights or options: every search answers as on a fresh one."""

from __future__ import annotations

import gc
from pathlib import Path
from typing import Any

import pytest

import zermelo
from tests.native.test_foreign import EXAMPLES, build
from zermelo import Result, State, search
from zermelo.engine import Table
from zermelo.games.antichess import AntiChess
from zermelo.games.chess import Chess
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello

ROOKS = "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1"


def answers_as_fresh(table: Table, state: State, **options: Any) -> Result[Any]:
    """Search with the kept table and with a fresh one; both must find the same, in the same number of nodes."""
    kept, fresh = (search(state, table=each, **options) for each in (table, 8))
    assert (kept.value, kept.move, kept.nodes) == (fresh.value, fresh.move, fresh.nodes)
    return kept


def test_two_functions_share_nothing() -> None:
    table = Table(8)
    values = [
        answers_as_fresh(table, ConnectFour(), depth=4, evaluate=lambda state, sign=sign: sign * 0.25).value
        for sign in (1, -1)
    ]
    assert values == [0.25, -0.25]


def test_a_function_that_was_freed_shares_nothing_with_the_next_one() -> None:
    """Python gives the address of a freed object to the next one: an id is not enough to tell functions apart."""
    table = Table(8)
    for number in range(20):
        judge = eval(f"lambda state: {number} / 8 - 1")
        assert answers_as_fresh(table, ConnectFour(), depth=4, evaluate=judge).value == number / 8 - 1
        del judge
        gc.collect()


def test_two_games_on_one_board_share_nothing() -> None:
    table = Table(8)
    search(AntiChess(ROOKS), depth=6, table=table)
    found = answers_as_fresh(table, Chess(ROOKS), depth=6)
    assert (found.value, found.move) == (9971, "a1a8"), "the mate that the endgame table of KRK knows"


def test_sizes_of_a_board_share_nothing() -> None:
    table = Table(8)
    for columns, rows in ((7, 6), (6, 5), (7, 6)):
        search(ConnectFour("4", columns=columns, rows=rows), depth=6, table=table)
    answers_as_fresh(table, ConnectFour("4", columns=5, rows=4), depth=6)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, {"evaluate": {"centre_stones": 0.001}}),
        ({"evaluate": {"centre_stones": 0.001}}, {"evaluate": {"centre_stones": -0.001}}),
        ({"evaluate": {"centre_stones": 0.001}}, {"evaluate": lambda state: 0.5}),
        ({}, {"exact": True}),
        ({"exact": True}, {}),
        ({"exact": True}, {"exact": True, "without": ["table"]}),
        ({}, {"without": ["killers"]}),
        ({}, {"without": ["quiescence"]}),
    ],
)
@pytest.mark.parametrize("state", [ConnectFour("44"), Othello("f5d6c3d3c4f4f6")], ids=["connect_four", "othello"])
def test_evaluations_and_options_share_nothing(state: State, first: dict[str, Any], second: dict[str, Any]) -> None:
    if isinstance(state, Othello):
        first, second = ({**each, "evaluate": _corners(each["evaluate"])} if "evaluate" in each else each
                         for each in (first, second))  # fmt: skip
    table = Table(8)
    search(state, depth=6, table=table, **first)
    answers_as_fresh(table, state, depth=6, **second)


def _corners(evaluate: Any) -> Any:
    return evaluate if callable(evaluate) else dict.fromkeys(["corners"], *evaluate.values())


def test_weights_that_are_changed_in_place_are_other_weights() -> None:
    table, weights = Table(8), {"centre_stones": 0.001}
    search(ConnectFour("44"), depth=6, table=table, evaluate=weights)
    weights["centre_stones"] = -0.001
    answers_as_fresh(table, ConnectFour("44"), depth=6, evaluate=weights)


def test_equal_weights_share_what_they_found() -> None:
    table = Table(8)
    first, again = (
        search(ConnectFour("44"), depth=8, table=table, evaluate={"centre_stones": 0.001}) for _ in range(2)
    )
    assert again.nodes < first.nodes
    assert again.value == first.value


@pytest.fixture(scope="module")
def dots(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A compiled game of three players, a few moves before its end."""
    pytest.importorskip("numba", reason="without Numba nothing is compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("compiled")))
        patch.syspath_prepend(str(EXAMPLES))
        from dots_and_boxes import LINES, DotsAndBoxes

        state = zermelo.compiled(DotsAndBoxes)()
        for _ in range(LINES - 7):
            state = state.play(state.moves()[0])
        yield state


def test_coalitions_share_nothing(dots: Any) -> None:
    table = Table(8)
    values = set()
    for partners in ((0,), (1, 2), (0, 1), (2,), (0, 2)):
        values.add(answers_as_fresh(table, dots, method="coalition", partners=partners).value)
    assert len(values) > 1, "else the test could not fail"
    answers_as_fresh(table, dots, method="paranoid", without=["killers"])


def test_a_compiled_game_and_a_library_share_nothing(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="without Numba nothing is compiled")
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path_factory.mktemp("compiled")))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from connect_four_compiled import ConnectFour as Compiled

    library: Any = zermelo.load_library(build(EXAMPLES / "connect_four.c", tmp_path))
    table = Table(8)
    starts: list[Any] = [zermelo.compiled(Compiled)(), library, ConnectFour()]
    for value in (1, -1):
        for start in starts:
            found = answers_as_fresh(table, start, depth=4, evaluate=lambda _, value=value: value)
            assert found.value == value
