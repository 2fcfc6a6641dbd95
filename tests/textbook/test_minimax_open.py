"""Minimax with an OPEN list: the list as one would write it by hand, and the steps of the recursive version in between."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tests.textbook.reference import nested_lists
from zermelo import tree
from zermelo.events import Event, OpenList
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook import minimax, minimax_open
from zermelo.textbook.minimax_open import SHOWN_NODES


def recorded(search: Any, state: Any, **options: Any) -> tuple[Any, list[Event]]:
    events: list[Event] = []
    return search(state, watch=events.append, **options), events


def test_the_list_after_every_change() -> None:
    _, events = recorded(minimax_open, tree([[3, 12], [2, 4]]))
    lists = [" ".join(event.front) for event in events if isinstance(event, OpenList)]
    assert lists == ["B C A", "D E B C A", "E B C A", "B C A", "C A", "F G C A", "G C A", "C A", "A"]
    assert [str(event) for event in events[:2]] == ["Look at A (MAX).", "OPEN is B, C and A."]


@settings(max_examples=200)
@given(nested_lists)
def test_without_the_list_the_steps_are_those_of_minimax(nested: Any) -> None:
    position = tree(nested)
    result, events = recorded(minimax_open, position)
    recursive, expected = recorded(minimax, position)
    assert [event for event in events if not isinstance(event, OpenList)] == expected
    assert (result.value, result.line, result.moves) == (recursive.value, recursive.line, recursive.moves)
    assert (result.nodes, result.evaluations) == (recursive.nodes, recursive.evaluations)


def test_a_long_list_is_shown_by_its_front() -> None:
    _, events = recorded(minimax_open, TicTacToe(), depth=2)
    first = next(event for event in events if isinstance(event, OpenList))
    assert (first.size, len(first.front)) == (10, SHOWN_NODES)
    assert str(first) == "OPEN is 0, 1, 2, 3, 4, 5, 6, 7 and 2 more."


def test_a_stopped_search_has_a_bound() -> None:
    result = minimax_open(tree([[3, 12], [2, 4]]), nodes=5)
    assert (result.stopped, result.value, result.bound, result.move) == ("nodes", 3, "lower", "B")


def test_a_value_of_infinity_still_gives_a_move() -> None:
    result = minimax_open(tree([[3], [2]]), depth=1, evaluate=lambda _: float("-inf"))
    assert (result.value, result.line) == (float("-inf"), ("B",))
