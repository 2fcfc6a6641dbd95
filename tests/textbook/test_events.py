"""Events: each says itself in one sentence, survives JSON, and a recording tells the whole search."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from tests.textbook.reference import nested_lists
from zermelo import events as ev
from zermelo import tree
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.state import as_number
from zermelo.textbook import SEARCHES, alpha_beta, quiescence, scout, transpositions

CHANCY = "A(B?(1/3:D(F=3 G=5) 2/3:E=8) C=5)"


def options(search: str) -> dict[str, Any]:
    return {"bounds": (-9, 9)} if search in ("star1", "star2") else {"simulations": 30} if search == "mcts" else {}


@pytest.mark.parametrize("search", SEARCHES)
def test_every_event_of_every_search_is_one_sentence_and_survives_json(search: str) -> None:
    chancy = search in ("expectiminimax", "star1", "star2")
    seen: list[ev.Event] = []
    SEARCHES[search](
        tree(CHANCY if chancy else [[2, [3, 0]], [[[1, 5], 7], 6], [1, [2, 9]]]), watch=seen.append, **options(search)
    )
    assert seen
    for event in seen:
        said = str(event)
        assert said[-1] in ".?"
        assert "\n" not in said
        assert "±" not in said
    assert ev.decode(ev.encode(seen)) == seen


def test_schema_knows_every_event() -> None:
    names = {member.__name__ for member in typing.get_args(ev.Event)}
    assert names <= set(ev.schema()["$defs"])
    with pytest.raises(msgspec.ValidationError):
        ev.decode(b'[{"event": "enter", "node": 3}]')


@settings(max_examples=200)
@given(nested_lists)
def test_a_recording_is_well_formed(nested: Any) -> None:
    """Nodes are entered below the node that is open, and closed in turn; nothing is both skipped and evaluated."""
    position = tree(nested)
    seen: list[ev.Event] = []
    result = alpha_beta(position, watch=seen.append)
    path: list[str] = []
    done, skipped = set(), set()
    for event in seen:
        if isinstance(event, ev.Enter):
            assert event.parent == (path[-1] if path else None)
            assert event.ply == len(path)
            path.append(event.node)
        elif isinstance(event, (ev.Evaluate, ev.Leave)):
            assert path.pop() == event.node
            done.add(event.node)
        elif isinstance(event, ev.Skip):
            assert event.parent == path[-1]
            skipped |= {event.node, *event.leaves}
    assert not path
    assert not done & skipped
    assert {leaf.name for leaf in position.leaves()} <= done | skipped
    assert len(done) == result.nodes
    assert seen[-1] == ev.Answer(float(as_number(result.value)), "exact", result.line)


def test_games_without_names_are_called_by_their_moves() -> None:
    seen: list[ev.Event] = []
    alpha_beta(TicTacToe(), depth=2, watch=seen.append)
    assert isinstance(seen[0], ev.Enter)
    assert seen[0].node == "start"
    assert {event.node for event in seen if isinstance(event, ev.Enter) and event.ply == 2} >= {"0 1", "0 4"}


def test_scout_says_what_it_tests_and_looks_again() -> None:
    seen: list[ev.Event] = []
    scout(tree([[3, 5], [[7, 9], [8, 6]]]), watch=seen.append)
    said = [str(event) for event in seen]
    assert "Test C (MIN): is it worth more than 3?" in said
    assert "C passed the test (7): look again for its value." in said
    assert "F is worth at least 7, which settles the test against 3: I is not looked at in this test." in said


def test_a_table_says_what_it_remembers() -> None:
    seen: list[ev.Event] = []
    transpositions(TicTacToe(), watch=seen.append)
    recalls = [event for event in seen if isinstance(event, ev.Recall)]
    assert recalls
    assert all(str(event).startswith(event.node + " was met before: ") for event in recalls)


def test_quiescence_says_where_the_tree_grows_uneven() -> None:
    seen: list[ev.Event] = []
    result = quiescence(tree("A(B!=9(D=-5 E=9) C=1(F=2 G=1))"), depth=1, watch=seen.append)
    assert (result.value, result.move) == (1, "C")
    assert "B is not quiet: the search goes on below the horizon; standing still would be worth 9." in map(str, seen)


def test_quiescence_goes_no_further_than_extra() -> None:
    noisy = tree("A(B!=9(D!=8(H!=7(I=-3 J=9) K=7) E=9) C=1(F=2 G=1))")
    values = {extra: quiescence(noisy, depth=1, extra=extra, stand_pat=False).value for extra in (0, 1, 3)}
    assert values == {0: 9, 1: 8, 3: 7}, "each move further down finds B worth less"
    assert quiescence(noisy, depth=1, extra=0).evaluations < quiescence(noisy, depth=1).evaluations


def test_long_lists_of_names_are_shortened() -> None:
    assert ev.format_names("ABCDEF") == "A, B, C, D, E and F"
    assert ev.format_names("ABCDEFG") == "A, B, C, D, E and 2 more"
    assert ev.format_names("ABC", 2) == "A and 2 more"
    assert ev.format_names("ABCDEFG", None) == "A, B, C, D, E, F and G"
