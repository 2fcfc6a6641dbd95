"""Backward induction against brute force: every profile of pure strategies, tested for gains by a single other move."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from zermelo import ZermeloError, tree
from zermelo.events import Event, Tie
from zermelo.state import CHANCE
from zermelo.textbook import backward_induction, max_n, profile
from zermelo.trees import Node, Tree
from zermelo.trees.nodes import Draft, build

PROFILES = 600


@st.composite
def small_trees(draw: st.DrawFn) -> Tree:
    """Trees of few nodes and of payoffs that often tie, with any player or chance at any node."""
    players = draw(st.integers(2, 3))
    drafts = [Draft(-1, 0)]
    inner = [0]
    for number in inner:
        mover = drafts[number].player = draw(st.sampled_from([*range(players), *range(players), CHANCE]))
        size = draw(st.integers(1, 3))
        for _ in range(size):
            place = len(drafts)
            drafts.append(Draft(number, place, probability=Fraction(1, size) if mover == CHANCE else None))
            if len(inner) < 6 and draw(st.booleans()):
                inner.append(place)
            else:
                drafts[place].value = draw(st.tuples(*[st.integers(0, 2)] * players))
    return build(drafts)


def outcome(node: Node, moves: dict[str, str]) -> tuple[Any, ...]:
    if not node.children:
        value: Any = node.value
        return tuple(value)
    if node.player != CHANCE:
        return outcome(node.play(moves[node.name]), moves)
    parts = [(probability, outcome(node.play(move), moves)) for move, probability in node.chances()]
    return tuple(sum(chance * worth[each] for chance, worth in parts) for each in range(len(parts[0][1])))


def line(node: Node, moves: dict[str, str]) -> tuple[str, ...]:
    """Up to the end, or to the first move of chance."""
    if not node.children or node.player == CHANCE:
        return ()
    move = moves[node.name]
    return (move, *line(node.play(move), moves))


def deciding(position: Tree) -> list[Node]:
    return [node for node in position.nodes if node.children and node.player != CHANCE]


def is_equilibrium(position: Tree, moves: dict[str, str]) -> bool:
    return all(
        outcome(node, moves)[node.player] >= outcome(node.play(other), moves)[node.player]
        for node in deciding(position)
        for other in node.moves()
    )


def all_equilibria(position: Tree) -> set[tuple[Any, ...]]:
    nodes = deciding(position)
    profiles = (
        {node.name: move for node, move in zip(nodes, moves, strict=True)}
        for moves in product(*(node.moves() for node in nodes))
    )
    return {(outcome(position, moves), line(position, moves)) for moves in profiles if is_equilibrium(position, moves)}


@settings(max_examples=150)
@given(small_trees())
def test_every_equilibrium_is_found_and_no_other(position: Tree) -> None:
    profiles = 1
    for node in position.nodes:
        profiles *= max(len(node.children), 1) if node.player != CHANCE else 1
    assume(profiles <= PROFILES)
    result = backward_induction(position)
    found = [(each.value, each.line) for each in result.equilibria]
    assert len(found) == len(set(found))
    assert set(found) == all_equilibria(position)
    first = max_n(position)
    assert (result.value, result.line, result.nodes) == (first.value, first.line, first.nodes)
    assert found[0] == (result.value, result.line)
    for number, each in enumerate(found):
        told = {conduct.name: (conduct.move, conduct.value) for conduct in profile(position, number)}
        assert told.keys() == {node.name for node in position.nodes if node.children}
        moves = {name: move for name, (move, _) in told.items() if move is not None}
        assert moves.keys() == {node.name for node in deciding(position)}
        assert all(told[node.name][1] == outcome(node, moves) for node in position.nodes if node.children)
        assert is_equilibrium(position, moves)
        assert (outcome(position, moves), line(position, moves)) == each


def test_a_tie_of_one_matters_to_the_other() -> None:
    position = tree("A(B=(2,0) C(D=(3,1) E=(0,1)))")
    events: list[Event] = []
    result = backward_induction(position, watch=events.append)
    assert [str(each) for each in result.equilibria] == ["(3, 1) by C D", "(2, 0) by B"]
    assert str(result) == "backward_induction: (3, 1) by C D (5 nodes, 3 evaluations, 2 equilibria)"
    assert [str(event) for event in events if isinstance(event, Tie)] == [
        "C has 2 outcomes of good play: (3, 1) by D and (0, 1) by E.",
        "A has 2 outcomes of good play: (3, 1) by C and (2, 0) by B.",
    ]
    assert str(events[-1]) == "The answer is (3, 1): C D."
    alone = backward_induction(tree([[3, 12, 8], [2, 4, 6]]))
    assert [str(each) for each in alone.equilibria] == ["(3, -3) by B D"]


def test_too_many_are_refused_and_a_stopped_search_has_none() -> None:
    wide = tree([[(0, 0)] * 32] * 32)
    with pytest.raises(ZermeloError, match=r"more than 1,000 equilibria at one node.* use max_n"):
        backward_induction(wide)
    assert len(backward_induction(tree([(0, 0)] * 1000)).equilibria) == 1000
    with pytest.raises(ZermeloError, match="more than 1,000 equilibria at one node"):
        backward_induction(tree([(0, 0)] * 1001))
    stopped = backward_induction(tree([[(1, 1)] * 9] * 9), nodes=15)
    assert (stopped.stopped, stopped.equilibria) == ("nodes", ())
    assert stopped.move == "B"
    with pytest.raises(ZermeloError, match=r"stopped \(nodes\) before it found"):
        profile(tree([[(1, 1)] * 9] * 9), nodes=15)
    with pytest.raises(ZermeloError, match="number must be from 0 to 0"):
        profile(tree([1, 2]), 1)


def test_long_lines_and_the_clock() -> None:
    levels = 5000
    assert len(backward_induction(tree("".join(f"[{n}," for n in range(levels)) + "0" + "]" * levels)).equilibria) == 1
    tied = tree("[1," * 900 + "1" + "]" * 900)
    asked: list[bool] = []

    def cancel() -> bool:
        asked.append(len(asked) > 20)
        return asked[-1]

    assert backward_induction(tied, cancel=cancel).stopped == "cancelled"
    assert len(backward_induction(tied).equilibria) == 901
