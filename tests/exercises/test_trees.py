"""`tree_where` finds trees with the requested properties, and refuses impossible requests at once."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.exercises.oracles import visits
from tests.textbook.reference import cutoffs, skipped
from zermelo.events import Event
from zermelo.exercises import trees
from zermelo.exercises.trees import choose_shape, tree_where
from zermelo.result import Ties
from zermelo.state import ZermeloError
from zermelo.textbook.alpha_beta import alpha_beta


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    pruned=st.integers(2, 6),
    deep=st.sampled_from([True, False, None]),
    rule=st.sampled_from(["equal", "strict"]),
    root=st.sampled_from(["max", "min"]),
)
def test_the_requested_number_of_leaves_is_skipped(
    seed: int, pruned: int, deep: bool | None, rule: Ties, root: str
) -> None:
    tree = tree_where(seed, depth=4, pruned=pruned, deep=deep, ties=rule, root=root)
    events: list[Event] = []
    alpha_beta(tree, ties=rule, watch=events.append)
    assert len(skipped(events)) == pruned
    assert deep is None or any(cut.deep for cut in cutoffs(events)) == deep
    assert visits(tree, "equal") == visits(tree, "strict"), "without equal leaves the tie rules agree"
    assert tree == tree_where(seed, depth=4, pruned=pruned, deep=deep, ties=rule, root=root)


@pytest.mark.parametrize("rule", ["equal", "strict"])
def test_trees_on_which_the_tie_rules_differ(rule: Ties) -> None:
    for seed in range(20):
        tree = tree_where(seed, tied=True, pruned=(1, 3), ties=rule)
        assert visits(tree, "equal") != visits(tree, "strict")
        assert 1 <= len(tree.leaves()) - alpha_beta(tree, ties=rule).evaluations <= 3


def test_ragged_trees() -> None:
    for seed in range(20):
        tree = tree_where(seed, branching=(1, 3), depth=3, values=(-30, 30), ragged=True, pruned=2)
        assert len(tree.leaves()) - alpha_beta(tree).evaluations == 2


def test_impossible_requests_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZermeloError, match="at most 3 of the 8 leaves"):
        tree_where(1, pruned=4)
    with pytest.raises(ZermeloError, match="depth 4 or more"):
        tree_where(1, deep=True)
    with pytest.raises(ZermeloError, match="only 3 different values"):
        tree_where(1, values=(0, 2))
    with pytest.raises(ZermeloError, match="at most 64 are allowed"):
        tree_where(1, branching=9, depth=9)
    assert len(tree_where(1, branching=4, depth=3, values=(1, 64)).leaves()) == 64
    with pytest.raises(ZermeloError, match="only 63 different values"):
        tree_where(1, branching=4, depth=3, values=(1, 63))
    for pruned in (-1, (-1, 3), (3, 1)):
        with pytest.raises(ZermeloError, match="pruned must be an integer of at least 0"):
            tree_where(1, pruned=pruned)
    monkeypatch.setattr(trees, "TRIES", 5)
    with pytest.raises(ZermeloError, match="was found in 5 tries"):
        tree_where(1, depth=4, pruned=9, deep=False)


@pytest.mark.parametrize(
    ("branching", "depth", "shape"),
    [
        (None, 2, (3, 2)),
        (None, 5, (2, 5)),
        (3, None, (3, 2)),
        (4, None, (4, 3)),
        ((1, 3), None, ((1, 3), 3)),
        (4, 5, (4, 5)),
    ],
)
def test_a_shape_is_completed_by_the_usual_ones(branching: Any, depth: int | None, shape: tuple[Any, int]) -> None:
    usual = ((2, 3), (3, 2), (2, 4))
    assert {choose_shape(Random(seed), branching, depth, usual) for seed in range(9)} == {shape}
    assert {choose_shape(Random(seed), None, None, usual) for seed in range(30)} == set(usual)
