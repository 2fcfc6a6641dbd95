"""Aspiration windows: one pass for a good guess, two for a bad one, always the minimax value."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.textbook.reference import brute_force, nested_lists
from zermelo import ZermeloError, tree
from zermelo.events import Event, Iteration
from zermelo.textbook import alpha_beta, aspiration


@settings(max_examples=300)
@given(nested=nested_lists, guess=st.integers(-12, 12), margin=st.integers(1, 5))
def test_any_guess_finds_the_value(nested: Any, guess: int, margin: int) -> None:
    position, truth = tree(nested), brute_force(nested)
    result = aspiration(position, guess=guess, margin=margin)
    assert (result.value, result.bound) == (truth, "exact")
    assert len(result.history) == (1 if abs(truth - guess) < margin else 2)
    moves = [each.move for each in result.moves]
    assert len(moves) == len(set(moves)), "the last pass alone counts"
    assert aspiration(position, guess=truth, margin=margin).nodes <= alpha_beta(position).nodes


def test_a_pass_says_its_window() -> None:
    events: list[Event] = []
    aspiration(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), guess=9, watch=events.append)
    passes = [str(event) for event in events if isinstance(event, Iteration)]
    assert passes == [
        "Pass 1: to the end of the game, with the window from 8 to 10.",
        "Pass 2: to the end of the game, with the window from -∞ to just above 5.",
    ]
    with pytest.raises(ZermeloError, match="margin must be above 0, not 0"):
        aspiration(tree([1, 2]), margin=0)
