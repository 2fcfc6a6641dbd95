"""Test searches that stop at a win: the value is right as far as a win, fewer states are visited, and events say why."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.reference import nested_lists
from zermelo import tree
from zermelo.events import Cutoff, Enter, Event, Improve, Leave
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import Ties
from zermelo.state import ZermeloError, as_number
from zermelo.textbook import alpha_beta, deepening, minimax

SEARCHES = (minimax, alpha_beta)


@pytest.mark.parametrize("search", SEARCHES)
@settings(max_examples=200)
@given(nested=nested_lists, root=st.sampled_from(["max", "min"]))
def test_the_value_is_right_as_far_as_a_win(search: Any, nested: Any, root: str) -> None:
    position = tree(nested, root=root)
    truth: Any = minimax(position).value
    for win in (1, 3, 20):
        events: list[Event] = []
        found = search(position, stop_at=win, watch=events.append)
        assert min(max(found.value, -win), win) == min(max(truth, -win), win)
        assert found.bound == ("lower" if found.value >= win else "upper" if found.value <= -win else "exact")
        true = {"lower": found.value <= truth, "upper": found.value >= truth, "exact": found.value == truth}
        assert true[found.bound]
        assert found.nodes <= search(position).nodes
        for event in events:
            if isinstance(event, Leave):
                inner: Any = minimax(position[event.node]).value
                assert {"lower": event.value <= inner, "upper": event.value >= inner, "exact": event.value == inner}[
                    event.bound
                ]


@pytest.mark.parametrize("ties", ["equal", "strict"])
@settings(max_examples=200)
@given(nested=nested_lists, root=st.sampled_from(["max", "min"]))
def test_events_show_the_window_that_is_proven(ties: Ties, nested: Any, root: str) -> None:
    """Neither a loss, which may be larger than found, nor the smaller window that finds wins sooner is in an event."""
    position = tree(nested, root=root)
    for win, (low, high) in ((1, (None, None)), (3, (None, None)), (3, (-5, 2)), (3, (-1, 7))):
        window = (-inf if low is None else low, inf if high is None else high)
        events: list[Event] = []
        found = alpha_beta(position, stop_at=win, window=window, ties=ties, watch=events.append)
        assert found.nodes == alpha_beta(position, stop_at=win, window=window, ties=ties).nodes
        assert (events[0].alpha, events[0].beta) == (low, high)  # type: ignore[union-attr]  # the root is entered first
        for event in events:
            if isinstance(event, Enter | Improve):
                assert event.alpha in (None, low) or event.alpha > -win
                assert event.beta in (None, high) or event.beta < win
            if isinstance(event, Cutoff) and event.kind != "win":
                assert -win < as_number(event.value) or event.role == "MAX"
                assert as_number(event.value) < win or event.role == "MIN"


def test_tic_tac_toe_is_a_draw_and_costs_a_sixth() -> None:
    found = minimax(TicTacToe(), stop_at=1)
    assert (found.value, found.bound, found.nodes) == (0, "exact", 94_978)


def test_a_win_is_explained() -> None:
    events: list[Event] = []
    minimax(tree([[5, 0], 1, 7]), stop_at=1, watch=events.append)
    cuts = [event for event in events if isinstance(event, Cutoff)]
    assert [(cut.node, cut.kind, cut.skipped) for cut in cuts] == [("A", "win", ("D",))]
    assert str(cuts[0]) == "MAX at A has a move worth 1, which wins: D is not looked at."


@pytest.mark.parametrize("window", [(1, 5), (-4, -1), (2, 3)])
def test_no_window_lies_among_wins(window: tuple[int, int]) -> None:
    """MIN has at least 1 by B, which is a win of MAX like any other: that it is at most 1 would not follow."""
    with pytest.raises(ZermeloError, match="the window must begin below 1 and end above -1"):
        alpha_beta(tree("A(B(F=1 G=3) C=2)", root="min"), stop_at=1, window=window)


@pytest.mark.parametrize("win", [0, -1, float("nan"), True, "much"])
def test_a_win_must_be_a_number_above_zero(win: Any) -> None:
    for search in SEARCHES:
        with pytest.raises(ZermeloError, match="stop_at must be a number above 0"):
            search(tree([1, 2]), stop_at=win)


def test_a_value_outside_the_window_is_a_bound() -> None:
    position = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    assert [alpha_beta(position, window=window).bound for window in ((5, 10), (-9, 1), (0, 9))] == [
        "upper",
        "lower",
        "exact",
    ]


def test_deepening_may_keep_the_order_of_the_moves() -> None:
    lecture = tree("A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))")
    usual = deepening(lecture, depths=(2, None))
    events: list[Event] = []
    kept = deepening(lecture, depths=(2, None), reorder=False, watch=events.append)
    assert (kept.value, kept.move) == (usual.value, usual.move)
    assert [each.evaluations for each in usual.history] == [5, 6]
    assert kept.history[-1].evaluations == alpha_beta(lecture).evaluations
    assert not any(type(event).__name__ == "Reorder" for event in events)
