"""The record of a search: it agrees with brute force and with the answer, it is bounded, and keeping it changes nothing. The
events made of it tell the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from zermelo.draw.marks import fold
from zermelo.engine.record import record_events
from zermelo.events import Answer, Cutoff, Enter, Event, Leave, Prune, Recall
from zermelo.games import game_class
from zermelo.games.coins import Coins
from zermelo.games.connect_four import ConnectFour
from zermelo.games.othello import Othello4
from zermelo.games.pig import Pig
from zermelo.games.signature import POSITIONS
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.methods import search
from zermelo.result import RecordedNode, Result
from zermelo.state import MAX, State, ZermeloError
from zermelo.trees import random_tree

SMALL: dict[str, State] = {
    "tic_tac_toe": TicTacToe.parse("X../.O./..."),
    "connect_four": ConnectFour("12345123451234", columns=5, rows=4),
    "othello": Othello4("b1a1"),
    "tree": random_tree(3, depth=5, branching=(1, 3)),
}


@cache
def true_value(state: Any) -> float:
    """The value of a game by its definition, MAX's."""
    utility = state.utility()
    if utility is not None:
        return float(utility)
    values = [true_value(state.play(move)) for move in state.moves()]
    return max(values) if state.player == MAX else min(values)


def states_of(root: State, record: tuple[RecordedNode[Any], ...]) -> list[Any]:
    states: list[Any] = []
    for node in record:
        states.append(root if node.parent is None else states[node.parent].play(node.move))
    return states


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("options", [{}, {"exact": True}, {"without": ["table"]}], ids=str)
def test_every_node_agrees_with_brute_force(name: str, options: dict[str, Any]) -> None:
    root = SMALL[name]
    found = search(root, method="alpha_beta", record=2000, **options)
    assert found.proven
    assert len(found.record) > 1
    for node, state in zip(found.record, states_of(root, found.record), strict=True):
        value = true_value(state)
        assert node.value is not None
        assert node.value == value or node.bound == ("lower" if node.value < value else "upper"), (node, value)
        assert node.player == state.player or state.utility() is not None
        assert (node.ending == "end") <= (state.utility() is not None)


@pytest.mark.parametrize(("slug", "position"), [(slug, each) for slug, few in POSITIONS.items() for each in few[:2]])
def test_it_is_the_answer_and_changes_nothing(slug: str, position: str) -> None:
    state = game_class(slug)(position)
    limits: dict[str, Any] = {"depth": 5, "method": "alpha_beta", "table": 4}
    plain, found = search(state, **limits), search(state, record=300, **limits)
    assert found.nodes == plain.nodes
    assert (found.value, found.line) == (plain.value, plain.line)
    assert not plain.record
    check(found, 300)


@pytest.mark.parametrize("nodes", [60, 200, 700, 1500, 4000])
def test_a_search_that_is_stopped(nodes: int) -> None:
    for slug in ("connect_four", "chess"):
        check(search(game_class(slug)(), method="alpha_beta", nodes=nodes, record=500), 500)


@pytest.mark.parametrize("size", [1, 2, 5, 40, 2000])
def test_it_is_bounded_and_nearest_the_root(size: int) -> None:
    found = search(game_class("chess")(), method="alpha_beta", depth=6, record=size)
    check(found, size)
    moves = {node.move for node in found.record if node.ply == 1}
    assert len(moves) == min(20, max(size - 1, 0)) or size == 40


def test_helper_threads_do_not_outvote_the_record() -> None:
    check(search(ConnectFour("44"), method="alpha_beta", threads=2, nodes=20_000, record=200), 200)


def check(found: Result[Any], size: int) -> None:
    """The root is the answer, and the record holds together."""
    record = found.record
    assert 1 <= len(record) <= size
    assert (record[0].value, record[0].reply) == (found.value, found.move)
    assert record[0].parent is None
    for number, node in enumerate(record[1:], 1):
        assert node.parent is not None
        assert node.parent < number
        assert node.ply == record[node.parent].ply + 1
        assert node.alpha is None or node.beta is None or node.alpha < node.beta


def test_the_principal_variation_is_a_path() -> None:
    for state in (game_class("chess")(), game_class("othello")("f5d6c3"), ConnectFour("4444")):
        found = search(state, method="alpha_beta", depth=6, record=2000, without=["table"])
        here = {0}
        for ply, move in enumerate(found.line[:6], 1):
            here = {
                number
                for number, node in enumerate(found.record)
                if node.ply == ply and node.parent in here and node.move == move
            }
            assert here, f"{move} at ply {ply} of {found.line} is not in the record"


def test_events() -> None:
    searched = [(state, None) for state in SMALL.values()] + [(ConnectFour("4444"), 7), (game_class("chess")(), 7)]
    for state, depth in searched:
        found = search(state, method="alpha_beta", depth=depth, record=2000)
        events = list(record_events(state, found))
        assert isinstance(events[-1], Answer)
        assert events[-1].value == found.value
        assert events[-1].line == tuple(map(str, found.line))
        entered: dict[str, Enter] = {}
        for event in events:
            if isinstance(event, Enter):
                assert event.parent is None or event.parent in entered
                entered[event.node] = event
            assert str(event).endswith((".", "?"))
        earlier = sum(isinstance(event, Answer) for event in events) - 1
        assert sum(isinstance(event, Enter) for event in events) == len(found.record) + 2 * earlier
        marks = fold(events)
        assert marks.marks[marks.root or ""].value == found.value


def told(kind: type[Event], state: State, **limits: Any) -> list[Any]:
    events = record_events(state, search(state, method="alpha_beta", record=2000, **limits))
    return [event for event in events if isinstance(event, kind)]


def test_sentences() -> None:
    chess, four = game_class("chess")("1. e4 e5 2. Nf3 Nc6"), ConnectFour("4444")
    entered = list(map(str, told(Enter, chess, depth=8)))
    assert any(sentence.startswith("Look at start (MAX, 8 ahead)") for sentence in entered)
    assert any(" fewer than usual): is it worth " in sentence for sentence in entered)
    assert any(sentence.startswith("Test ") and sentence.endswith("?") for sentence in entered)
    assert {event.by for event in told(Prune, chess, depth=8)} >= {"null_move", "futility"}
    assert told(Recall, four, depth=9)
    assert any(event.by is not None for event in told(Cutoff, four, depth=9))
    assert told(Leave, four, depth=9)


def test_a_game_that_is_over_has_no_record() -> None:
    over = ConnectFour("1212121")
    assert search(over, record=10).record == ()
    assert [str(event) for event in record_events(over, search(over, record=10))] == [
        "Look at start (a leaf).",
        "start is a leaf worth 18.",
        "The answer is 18.",
    ]


def test_auto_keeps_a_record_where_there_is_one() -> None:
    assert search(Coins(), record=50).record == ()
    assert search(Pig(), depth=2, record=50).record == ()
    assert search(TicTacToe(), record=50).record
    # The exact solver is not kept from its work.
    assert search(ConnectFour("2252576253462244111563365343671351441"), record=50).method == "solve"


@pytest.mark.parametrize(("size", "words"), [(0, "at least 1"), (-3, "at least 1"), (20_001, "at most 20,000")])
def test_a_size_that_cannot_be(size: int, words: str) -> None:
    with pytest.raises(ZermeloError, match=f"record must be {words}"):
        search(TicTacToe(), record=size)
