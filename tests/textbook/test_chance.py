"""Games of chance: expectimax, expectiminimax, Star1 and Star2 against exact averages."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import many
from tests.textbook.reference import evaluated, expectation, nested_lists
from zermelo import ZermeloError, tree
from zermelo.events import Event, Leave
from zermelo.state import CHANCE, MAX, MIN
from zermelo.textbook import expectimax, expectiminimax, minimax, star1, star2
from zermelo.trees import Tree
from zermelo.trees.nodes import Draft, build

PLAYER = {"M": MAX, "m": MIN, "c": CHANCE}


def chance_tree(nested: Any, kinds: str) -> Tree:
    """Nested lists with the levels given as in `expectation`; chance is uniform."""
    drafts: list[Draft] = []
    queue: list[tuple[Any, int, int, Fraction | None]] = [(nested, -1, 0, None)]
    for number, (item, parent, level, probability) in enumerate(queue):
        kind = kinds[level % len(kinds)]
        if isinstance(item, list):
            drafts.append(Draft(parent, number, player=PLAYER[kind], probability=probability))
            share = Fraction(1, len(item)) if kind == "c" else None
            queue.extend((child, number, level + 1, share) for child in item)
        else:
            drafts.append(Draft(parent, number, value=item, probability=probability))
    return build(drafts)


levels = st.sampled_from(["Mc", "cM", "Mcmc", "cMcm", "mcMc", "ccM", "Mm"])


@settings(max_examples=many(500))
@given(nested=nested_lists, kinds=levels)
def test_expectiminimax_and_its_pruned_forms_are_exact(nested: Any, kinds: str) -> None:
    position = chance_tree(nested, kinds)
    truth = expectation(nested, kinds)
    full: list[Event] = []
    assert expectiminimax(position, watch=full.append).value == truth
    for pruned in (star1, star2):
        events: list[Event] = []
        result = pruned(position, bounds=(-9, 9), watch=events.append)
        assert result.value == truth
        assert set(evaluated(events)) <= set(evaluated(full))


@settings(max_examples=many(200))
@given(nested=nested_lists, kinds=levels)
def test_what_star_says_of_inner_nodes_is_true(nested: Any, kinds: str) -> None:
    position = chance_tree(nested, kinds)
    truth = {node.name: expectiminimax(node).value for node in position.nodes}
    for search in (expectiminimax, partial(star1, bounds=(-9, 9)), partial(star2, bounds=(-9, 9))):
        events: list[Event] = []
        search(position, watch=events.append)
        for event in events:
            if isinstance(event, Leave):
                value, true = float(event.value), float(truth[event.node])  # type: ignore[arg-type]
                close = abs(value - true) < 1e-9
                assert close or (event.bound == "lower" and value < true) or (event.bound == "upper" and value > true)


def test_star1_and_star2_do_prune() -> None:
    dice = tree("A(B?(1/2:D=8 1/2:E=10) C?(1/2:F=1 1/2:G=10))")
    assert star1(dice, bounds=(0, 10)).evaluations == 3
    probes = tree("A(B?(1/2:D(H=8 I=9) 1/2:E(J=8 K=9)) C?(1/2:F(L=9 M=0) 1/2:G(N=5 O=0)))")
    saved = {search.__name__: search(probes, bounds=(0, 10)).evaluations for search in (star1, star2)}
    assert saved["star2"] < expectiminimax(probes).evaluations


def test_a_fair_coin_between_ten_and_twenty_is_worth_fifteen() -> None:
    assert expectiminimax(tree("A?(1/2:B=10 1/2:C=20)")).value == 15
    assert expectiminimax(tree("A?(0.5:B=10 0.5:C=20)")).value == 15


def test_expectimax_takes_an_enemy_for_a_coin() -> None:
    plain = tree([[3, 12, 9], [2, 4, 6], [15, 6, 0]])
    assert expectimax(plain).value == 8
    assert expectimax(plain).move == "B"
    mixed = tree("A(B?(1/2:D(F=3 G=5) 1/2:E=8) C=5)")
    with pytest.raises(ZermeloError, match="both MIN and chance"):
        expectimax(mixed)
    assert expectimax(mixed, opponent="random").value == 6
    assert expectiminimax(mixed).value == Fraction(11, 2)


def test_leaves_outside_the_bounds_are_refused() -> None:
    with pytest.raises(ZermeloError, match="outside the bounds 0 to 5"):
        star1(tree("A?(1/2:B=1 1/2:C=7)"), bounds=(0, 5))
    with pytest.raises(ZermeloError, match="smaller and a larger"):
        star2(tree("A?(1/2:B=1 1/2:C=7)"), bounds=(5, 0))


def test_minimax_refuses_chance_in_words() -> None:
    with pytest.raises(ZermeloError, match="use expectimax, expectiminimax, star1, star2, max_n"):
        minimax(tree("A?(1/2:B=1 1/2:C=7)"))


def test_an_exact_average_is_called_exact() -> None:
    for text in ("A?(1/3:F=5 2/3:G=-4)", "A?(0.1:B=1 0.2:C=2 0.7:D=3)", "A(B?(1/3:D=1 2/3:E=7) C=0)"):
        events: list[Event] = []
        expectiminimax(tree(text), watch=events.append)
        assert [event.bound for event in events if isinstance(event, Leave)] == ["exact"] * sum(
            isinstance(event, Leave) for event in events
        )


def test_a_probe_bounds_a_node_from_one_side_only() -> None:
    """MIN's first move is an upper bound, MAX's a lower one, even where the move itself is cut at the end of the window."""
    for text, root, bound in (
        ("A(B=3 C?(1/2:D(E(G=3 H=3) F=1) 1/2:I=3))", "max", "upper"),
        ("A(B=3 C?(1/2:D(E(G=1 H=1) F=3) 1/2:I=3))", "min", "lower"),
    ):
        events: list[Event] = []
        star2(tree(text, root=root), bounds=(1, 3), watch=events.append)
        assert next(event for event in events if isinstance(event, Leave) and event.node == "D").bound == bound
