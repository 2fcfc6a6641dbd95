"""Searches run by their names: options, orders, and the report of what was looked at."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from zermelo.events import Event
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import ZermeloError
from zermelo.textbook.run import evaluated, make_order, report, run, skipped, value_range
from zermelo.trees import parse_tree

LESSON = parse_tree("A(B(D=3 E=12 F=8) C(G=2 H=4 I=6))")
STATICS = parse_tree("A=1(B=5(D=3 E=12 F=8) C=4(G=2 H=4 I=6))")
ENDING = TicTacToe.parse("XO./XOX/O..")


def test_what_was_evaluated_and_what_was_skipped() -> None:
    done = run(LESSON, "alpha_beta")
    assert evaluated(done.events) == ["D", "E", "F", "G"]
    assert skipped(LESSON, done.events) == ["H", "I"]
    deepened = run(STATICS, "deepening")
    assert len(deepened.result.history) == 2
    assert evaluated(deepened.events) == ["D", "E", "F", "G"], "of the last pass"
    assert skipped(STATICS, deepened.events) == ["H", "I"]


def test_of_a_game_the_moves_that_were_cut_off_are_reported() -> None:
    done = run(ENDING, "alpha_beta")
    assert skipped(ENDING, done.events) == [name for cut in report(done)["cutoffs"] for name in cut["skipped"]] != []


def test_the_report_of_a_tree() -> None:
    told = report(run(LESSON, "alpha_beta"))
    assert (told["value"], told["path"], told["evaluations"]) == (3, ["A", "B", "D"], 4)
    assert told["cutoffs"] == [{"node": "C", "kind": "alpha", "deep": False, "by": "A", "skipped": ["H", "I"]}]
    assert "exact" not in told
    assert "passes" not in told
    assert "equilibria" not in told
    chances = report(run(parse_tree("A?(1/3:B=1 2/3:C=0)"), "expectiminimax"))
    assert chances["exact"] == "1/3"
    assert [each["depth"] for each in report(run(STATICS, "deepening"))["passes"]] == [1, 2]
    several = report(run(parse_tree("[[(1, 2), (3, 2)], [(2, 1)]]"), "backward_induction"))
    assert [each["value"] for each in several["equilibria"]] == [[2, 1], [3, 2]]
    assert several["equilibria"][1]["path"][0] == "A"


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        (None, "DEFG"),
        ("natural", "DEFG"),
        ("reverse", "IHGFED"),
        ("best", "DEFG"),
        ("worst", "IHGFED"),
        ("A: C B; C: I G H", "IGHDFE"),
    ],
)
def test_orders_by_their_names(text: str | None, leaves: str) -> None:
    done = run(LESSON, "alpha_beta", {"order": make_order(text, LESSON, 0)})
    assert sorted(evaluated(done.events)) == sorted(leaves)
    assert evaluated(done.events)[0] == leaves[0]


def test_a_seed_decides_a_random_order() -> None:
    def leaves(seed: int) -> list[str]:
        return evaluated(run(LESSON, "minimax", {"order": make_order("random", LESSON, seed)}).events)

    assert leaves(1) == leaves(1)
    assert len({tuple(leaves(seed)) for seed in range(9)}) > 1


@pytest.mark.parametrize("text", ["sideways", "A: B", "Z: B C"])
def test_an_order_that_does_not_fit_is_refused(text: str) -> None:
    with pytest.raises(ZermeloError):
        make_order(text, LESSON, 0)
    with pytest.raises(ZermeloError, match="is not an order"):
        make_order("A: C B", ENDING, 0)


def test_bounds_are_taken_from_a_tree_and_asked_for_in_a_game() -> None:
    assert value_range(LESSON) == (2, 12)
    assert value_range(parse_tree("[5, 5]")) == (5, 6)
    assert value_range(parse_tree("[(1, 2)]")) == (0, 1)
    assert run(parse_tree("A?(1/3:B=1 2/3:C=0)"), "star1").result.value == Fraction(1, 3)
    with pytest.raises(ZermeloError, match="star1 needs bounds in a game"):
        run(ENDING, "star1")
    with pytest.raises(ZermeloError, match="minimax has no option --ties; these searches have it: alpha_beta"):
        run(LESSON, "minimax", {"ties": "equal"}, spell="--{}".format)
    assert run(LESSON, "minimax", {"ties": None}).result.value == 3


def test_events_are_told_as_they_happen_or_not_collected() -> None:
    told: list[Event] = []
    done = run(LESSON, "minimax", watch=told.append)
    assert told == done.events != []
    quiet: Any = run(LESSON, "minimax", watched=False)
    assert (quiet.events, quiet.result.value) == ([], 3)
