"""Max^n, paranoid search and coalitions: many players, against brute force and against each other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.long import many
from tests.textbook.reference import brute_force, nested_lists
from zermelo import ZermeloError, draw, tree
from zermelo.events import Cutoff, Event, Leave, Skip
from zermelo.games.coins import Coins
from zermelo.games.nim import Nim
from zermelo.kinds.coalition import CoalitionView
from zermelo.textbook import alpha_beta, coalition, max_n, minimax, paranoid

payoffs = st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
triples = st.recursive(payoffs, lambda inner: st.lists(inner, min_size=1, max_size=3), max_leaves=20).filter(
    lambda position: isinstance(position, list)
)


def everyone_for_themselves(node: Any, player: int = 0) -> Any:
    if isinstance(node, tuple):
        return node
    below = [everyone_for_themselves(child, (player + 1) % 3) for child in node]
    return max(below, key=lambda worth: worth[player])


def against_the_rest(node: Any, partners: tuple[int, ...], player: int = 0) -> Any:
    if isinstance(node, tuple):
        return sum(node[partner] for partner in partners)
    below = [against_the_rest(child, partners, (player + 1) % 3) for child in node]
    return max(below) if player in partners else min(below)


@settings(max_examples=many(300))
@given(triples)
def test_against_brute_force(nested: Any) -> None:
    position = tree(nested)
    events: list[Event] = []
    assert max_n(position, watch=events.append).value == everyone_for_themselves(nested)
    assert paranoid(position).value == against_the_rest(nested, (0,))
    for partners in ((1,), (0, 2)):
        assert coalition(position, partners=partners).value == against_the_rest(nested, partners)
    assert all(str(event).endswith(".") for event in events)


@settings(max_examples=many(200))
@given(nested_lists)
def test_two_players_are_minimax(nested: Any) -> None:
    position = tree(nested)
    worth = brute_force(nested)
    assert max_n(position).value == (worth, -worth)
    assert paranoid(position).value == worth
    assert paranoid(position).nodes == alpha_beta(position).nodes


@settings(max_examples=many(150))
@given(triples, st.integers(-2, 0))
def test_pruned_max_n_finds_the_same(nested: Any, least: int) -> None:
    """The value, the line and the bounds it tells; leaves are cut down to a common sum so that there is something to prune."""
    position = tree(_of_sum(nested, 9, least))
    whole = max_n(position)
    events: list[Event] = []
    pruned = max_n(position, total=9, least=least, watch=events.append)
    assert (pruned.value, pruned.line) == (whole.value, whole.line)
    assert (
        pruned.nodes + sum(len(_below(position[each.node])) for each in events if isinstance(each, Skip)) == whole.nodes
    )
    for event in events:
        if isinstance(event, Leave):
            truth = max_n(position[event.node]).value
            assert isinstance(truth, tuple)
            assert isinstance(event.value, tuple)
            if event.bound == "exact":
                assert event.value == truth
            else:
                assert all(most >= true for most, true in zip(event.value, truth, strict=True))


def _of_sum(node: Any, total: int, least: int) -> Any:
    if isinstance(node, list):
        return [_of_sum(child, total, least) for child in node]
    first = min(node[0], total - 3 * least) + least
    second = min(node[1], total - first - 2 * least) + least
    return (first, second, total - first - second)


def _below(node: Any) -> list[Any]:
    return [node, *(each for child in node.children for each in _below(child))]


def test_max_n_does_prune_and_says_so() -> None:
    start = Coins((2, 1, 9, 1, 40, 1, 3, 1, 2))
    whole, pruned = max_n(start), max_n(start, total=sum(start.row))
    assert (pruned.value, pruned.line) == (whole.value, whole.line)
    assert pruned.nodes < whole.nodes
    events: list[Event] = []
    three = tree("A(B(D=(1,2,6) E=(4,3,2)) C(F=(2,6,1) G=(7,1,1)) H(I=(0,9,0) J=(9,0,0)))")
    max_n(three, total=9, watch=events.append)
    assert [str(event) for event in events if isinstance(event, Cutoff)] == [
        "P2 at C can reach (2, 6, 1), which leaves at most 3 for P1, who already has as much at A by B: G is not looked at.",
        "P2 at H can reach (0, 9, 0), and nobody can ever get more than 9: J is not looked at.",
    ]
    assert "C is worth at most (3, 9, 3)." in map(str, events)
    assert "skipped" in draw.text(three, events) or "╳" in draw.text(three, events)


def test_max_n_wants_bounds_that_hold() -> None:
    with pytest.raises(ZermeloError, match=r"a leaf pays \(1, 2, 3\), and all together were to get no more than 5"):
        max_n(tree([(1, 2, 3), (3, 2, 1)]), total=5)
    with pytest.raises(ZermeloError, match="nobody was to get less than 0"):
        max_n(tree([(-1, 2, 3), (3, 2, 1)]), total=6)


def test_where_chance_moves_everybody_is_averaged_and_nothing_is_cut() -> None:
    position = tree("A(B=(2,0,4) C?(1/2:D@p2(F=(0,6,0) G=(6,0,0)) 1/2:E=(2,2,2)))")
    events: list[Event] = []
    assert max_n(position, total=6, watch=events.append).value == (2, 0, 4)
    assert "C is worth (1, 4, 1)." in map(str, events)


def test_partners() -> None:
    position = tree("A(B(D=(5,5,0) E=(0,1,9)) C(F=(4,0,0) G=(4,1,1)))")
    assert coalition(position).value == paranoid(position).value == 4
    assert coalition(position, partners=(2, 0)).value == 5
    static = coalition(position, partners=(0, 1), depth=1, evaluate=lambda node: (len(node.children), 1, 9))
    assert (static.value, static.nodes) == (3, 3)
    for partners, sentence in (
        ((), "at least one"),
        ((0, 0), "different"),
        ((-1,), "counted from 0"),
        ((7,), "3 parts"),
    ):
        with pytest.raises(ZermeloError, match=sentence):
            coalition(position, partners=partners)


def test_paranoia_can_cost() -> None:
    position = tree("A(B(D=(5,5,0) E=(0,1,9)) C(F=(4,0,0) G=(4,1,1)))")
    assert max_n(position).move == "B"
    assert paranoid(position).move == "C"


def test_minimax_refuses_many_players_in_words() -> None:
    with pytest.raises(ZermeloError, match="use max_n"):
        minimax(tree([(1, 2, 3), (3, 2, 1)]))


def test_a_coalition_has_the_static_values_of_its_game() -> None:
    assert CoalitionView(Coins(), (0, 2)).evaluate() == Coins().evaluate()[0] + Coins().evaluate()[2]
    with pytest.raises(ZermeloError, match=r"Nim has no evaluate\(\)"):
        CoalitionView(Nim(), (0,)).evaluate()
