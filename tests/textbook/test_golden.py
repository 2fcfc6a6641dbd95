"""Answers known beforehand: lecture trees, published trees, perfectly ordered trees, tic-tac-toe."""

from __future__ import annotations

import pytest

from tests.textbook.published_trees import TREES, Published
from tests.textbook.reference import cutoffs, evaluated, skipped
from zermelo import tree
from zermelo.events import Event, Iteration, Reorder
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.result import Ties
from zermelo.textbook import SEARCHES, alpha_beta, deepening, minimax

CLASSROOM = "A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"


def test_lists_get_letters_breadth_first() -> None:
    lettered = tree([[2, [3, 0]], [[[1, 5], 7], 6], [1, [2, 20]]])
    assert [node.name for node in lettered.nodes] == list("ABCDEFGHIJKLMNOPQR")
    assert [(node.name, node.value) for node in lettered.leaves()] == [
        *[("E", 2), ("K", 3), ("L", 0), ("Q", 1), ("R", 5), ("N", 7), ("H", 6), ("I", 1), ("O", 2), ("P", 20)]
    ]


def test_classroom_minimax() -> None:
    events: list[Event] = []
    result = minimax(tree(CLASSROOM), watch=events.append)
    assert (result.value, result.line) == (6, ("C", "H"))
    assert "".join(evaluated(events)) == "EKLQRNHIOP"


def test_classroom_alpha_beta_names_the_cutting_ancestor() -> None:
    events: list[Event] = []
    result = alpha_beta(tree(CLASSROOM), watch=events.append)
    assert (result.value, result.line) == (6, ("C", "H"))
    assert "".join(evaluated(events)) == "EKQNHI"
    assert "".join(skipped(events)) == "LROP"
    assert [(cut.node, cut.kind, cut.deep, cut.by, cut.skipped) for cut in cutoffs(events)] == [
        ("F", "beta", False, "B", ("L",)),
        ("M", "alpha", True, "A", ("R",)),
        ("D", "alpha", False, "A", ("O", "P")),
    ]
    assert [str(cut) for cut in cutoffs(events)] == [
        "B already has 2; F is worth at least 3, so MIN at B will never let play reach F: L is not looked at.",
        "MIN at M can reach 1, and MAX at A already has 2 by B: R is not looked at (deep, by A).",
        "A already has 6; D is worth at most 1, so MAX at A will never let play reach D: O and P are not looked at.",
    ]


def test_classroom_deepening_reorders_and_counts_for_itself() -> None:
    events: list[Event] = []
    result = deepening(tree(CLASSROOM), depths=(2, None), watch=events.append)
    orders = {event.node: event.children for event in events if isinstance(event, Reorder)}
    assert orders == {"A": ("C", "B", "D"), "C": ("H", "G")}, "B and D keep their order"
    last = max(number for number, event in enumerate(events) if isinstance(event, Iteration))
    # A lecturer counted five for this pass; R is no longer cut once C comes first.
    assert "".join(evaluated(events[last:])) == "HQRNEI"
    assert [one.evaluations for one in result.history] == [5, 6]
    assert [one.cached for one in result.history] == [0, 3], "E, H and I were paid for in the first pass"
    assert (result.value, result.line) == (6, ("C", "H"))
    assert result.insurance == 5 / 6


def test_the_smallest_lesson() -> None:
    events: list[Event] = []
    lesson = tree([[2, 7], [1, 8]])
    assert alpha_beta(lesson, watch=events.append).value == 2
    assert [lesson[name].value for name in skipped(events)] == [8]


def test_deep_cutoff_by_the_root() -> None:
    events: list[Event] = []
    deep = tree([[[[8, 7], [3, 9]], [[9, 8], [2, 4]]], [[[1, 8], [8, 9]], [[9, 9], [3, 4]]]])
    assert alpha_beta(deep, watch=events.append).value == 8
    assert [deep[name].value for name in evaluated(events)] == [8, 7, 3, 9, 8, 1, 8, 9, 9, 9]
    beside_the_one = next(cut for cut in cutoffs(events) if cut.value == 1)
    assert (beside_the_one.deep, beside_the_one.by) == (True, "A")
    assert [deep[name].value for name in beside_the_one.skipped] == [8]


@pytest.mark.parametrize("ties", ["equal", "strict"])
@pytest.mark.parametrize("known", TREES, ids=lambda known: known.name)
def test_published_trees(known: Published, ties: Ties) -> None:
    events: list[Event] = []
    position = tree(known.tree, root=known.root)
    result = alpha_beta(position, ties=ties, watch=events.append)
    facts = known.equal if ties == "equal" else known.strict
    path, node = [], position
    for move in result.line:
        path.append(node.moves().index(move))
        node = node.play(move)  # type: ignore[assignment]
    assert (result.value, path, result.ties) == (known.value, known.path, ties)
    assert [position[name].value for name in evaluated(events)] == facts.evaluated
    assert [position[name].value for name in skipped(events)] == facts.skipped
    assert (len(cutoffs(events)), sum(cut.deep for cut in cutoffs(events))) == (facts.cutoffs, facts.deep)
    assert minimax(position).value == known.value


@pytest.mark.parametrize(
    ("search", "nodes", "evaluations"),
    [("minimax", 549_946, 255_168), ("alpha_beta", 18_297, 7_330), ("negamax", 18_297, 7_330)],
)
def test_tic_tac_toe(search: str, nodes: int, evaluations: int) -> None:
    result = SEARCHES[search](TicTacToe())
    assert (result.value, result.nodes, result.evaluations) == (0, nodes, evaluations)
