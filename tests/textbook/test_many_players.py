"""Max^n and paranoid search: many players, against brute force and against each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.reference import brute_force, nested_lists
from zermelo import ZermeloError, tree
from zermelo.events import Event
from zermelo.textbook import alpha_beta, max_n, minimax, paranoid

payoffs = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
triples = st.recursive(payoffs, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20).filter(
    lambda position: isinstance(position, list)
)


def everyone_for_themselves(node: Any, player: int = 0) -> Any:
    if isinstance(node, tuple):
        return node
    below = [everyone_for_themselves(child, (player + 1) % 3) for child in node]
    return max(below, key=lambda worth: worth[player])


def all_against_first(node: Any, player: int = 0) -> Any:
    if isinstance(node, tuple):
        return node[0]
    below = [all_against_first(child, (player + 1) % 3) for child in node]
    return max(below) if player == 0 else min(below)


@settings(max_examples=300)
@given(triples)
def test_against_brute_force(nested: Any) -> None:
    position = tree(nested)
    events: list[Event] = []
    assert max_n(position, watch=events.append).value == everyone_for_themselves(nested)
    assert paranoid(position).value == all_against_first(nested)
    assert all(str(event).endswith(".") for event in events)


@settings(max_examples=200)
@given(nested_lists)
def test_two_players_are_minimax(nested: Any) -> None:
    position = tree(nested)
    worth = brute_force(nested)
    assert max_n(position).value == (worth, -worth)
    assert paranoid(position).value == worth
    assert paranoid(position).nodes == alpha_beta(position).nodes


def test_paranoia_can_cost() -> None:
    position = tree("A(B(D=(5,5,0) E=(0,1,9)) C(F=(4,0,0) G=(4,1,1)))")
    assert max_n(position).move == "B"
    assert paranoid(position).move == "C"


def test_minimax_refuses_many_players_in_words() -> None:
    with pytest.raises(ZermeloError, match="use max_n"):
        minimax(tree([(1, 2, 3), (3, 2, 1)]))
