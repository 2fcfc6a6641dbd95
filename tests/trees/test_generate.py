"""Test generated trees: reproducible, as requested, and refused if the request is impossible."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.audit import check
from zermelo.state import CHANCE, MAX, MIN, ZermeloError
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax
from zermelo.trees import Node, best_ordered_tree, format_tree, generate, parse_tree, random_tree


def _depth(node: Node) -> int:
    depth = 0
    while node.parent is not None:
        node, depth = node.parent, depth + 1
    return depth


wishes = st.fixed_dictionaries(
    {
        "branching": st.sampled_from((1, 2, 3, (1, 3), (2, 4))),
        "depth": st.integers(0, 4),
        "values": st.sampled_from(((-9, 9), (0, 0), (5, 500))),
        "ragged": st.booleans(),
        "root": st.sampled_from(("max", "min", "chance")),
        "chance": st.booleans(),
        "players": st.integers(2, 4),
        "statics": st.booleans(),
    }
)


@given(st.integers() | st.text(), wishes)
def test_trees_are_as_wished(seed: int | str, wish: dict[str, Any]) -> None:
    one = random_tree(seed, **wish)
    assert one == random_tree(seed, **wish)
    assert parse_tree(format_tree(one)) == one
    branching = wish["branching"]
    fewest, most = branching if isinstance(branching, tuple) else (branching, branching)
    low, high = wish["values"]
    depths = [_depth(leaf) for leaf in one.leaves()]
    assert max(depths) <= wish["depth"]
    assert wish["ragged"] or set(depths) == {wish["depth"]}
    assert one.players == wish["players"]
    for node in one.nodes:
        assert not node.children or fewest <= len(node.children) <= most
        assert (node.value is not None) == (not node.children or wish["statics"])
        values = node.value if isinstance(node.value, tuple) else () if node.value is None else (node.value,)
        assert all(low <= value <= high for value in values)
        nature = wish["chance"] or wish["root"] == "chance"
        turn = _depth(node) % 2 == (0 if wish["root"] == "chance" else 1)
        assert not node.children or (node.player == CHANCE) == (nature and turn)
        assert all(isinstance(child.probability, Fraction) for child in node.children if node.player == CHANCE)
    assert not one.children or wish["root"] == "chance" or one.player == {"max": MAX, "min": MIN}[wish["root"]]


@given(st.integers(0, 999))
def test_distinct_values(seed: int) -> None:
    values = [leaf.value for leaf in random_tree(seed, depth=4, values=(1, 16), distinct=True).leaves()]
    assert sorted(values) == list(range(1, 17))  # type: ignore[type-var]


def test_values_do_not_change_the_shape() -> None:
    def shape(values: tuple[int, int]) -> list[int]:
        one = random_tree(7, branching=(1, 4), depth=4, ragged=True, values=values)
        return [len(node.children) for node in one.nodes]

    assert shape((0, 1)) == shape((-100, 100))


def test_seeds_differ() -> None:
    assert len({format_tree(random_tree(seed)) for seed in range(50)}) == 50


@settings(max_examples=20, deadline=None)
@given(st.integers(), wishes)
def test_trees_keep_every_promise(seed: int, wish: dict[str, Any]) -> None:
    assert check(random_tree(seed, **wish), games=5).problems == ()


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        (
            {"distinct": True, "depth": 5},
            "32 distinct values are needed, one for each leaf, but there are only 19 from -9 to 9",
        ),
        (
            {"branching": 10, "depth": 7},
            "a tree of depth 7 with 10 children a node could have more",
        ),
        ({"branching": 2, "depth": 100_000}, "could have more than 1,000,000 nodes"),
        ({"branching": 10**9, "depth": 1}, "could have more than 1,000,000 nodes"),
        ({"branching": 0}, "branching must be a whole number from 1 up, or the fewest and the most, not 0"),
        ({"branching": (3, 2)}, r"branching must be .* not \(3, 2\)"),
        ({"branching": "2"}, "branching must be"),
        ({"depth": -1}, "depth must be a whole number from 0 to 100,000, not -1"),
        ({"depth": 10**9, "branching": 1}, "depth must be a whole number from 0 to 100,000"),
        ({"values": (9, -9)}, "the lowest value comes first: 9 is above -9"),
        ({"values": (0.5, 1)}, "values must be two whole numbers"),
        ({"values": 3}, "values must be two whole numbers"),
        ({"players": 1}, "players must be a whole number from 2 to 99, not 1"),
        ({"root": "left"}, "'left' does not say which of the 2 players moves at the root"),
        ({"root": "p3"}, "'p3' does not say which of the 2 players moves at the root"),
    ],
)
def test_wishes_that_cannot_be_met(wish: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ZermeloError, match=sentence):
        random_tree(1, **wish)


def test_the_seed_is_needed() -> None:
    with pytest.raises(ZermeloError, match="the seed must be a whole number or a text, not None"):
        random_tree(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(("b", "d"), [(b, d) for b in range(1, 8) for d in range(9) if b**d <= 5000])
def test_alpha_beta_meets_the_bound_of_knuth_and_moore(b: int, d: int) -> None:
    one = best_ordered_tree(b, d)
    values = [leaf.value for leaf in one.leaves()]
    assert sorted(values) == list(range(b**d))  # type: ignore[type-var]
    for ties in ("equal", "strict"):
        found = alpha_beta(one, ties=ties)
        assert found.evaluations == b ** ((d + 1) // 2) + b ** (d // 2) - 1
        assert found.value == minimax(one).value == values[0]


@pytest.mark.parametrize(("b", "d"), [(0, 2), (2.0, 2), (2, -1), (2, 20)])
def test_best_ordered_trees_are_checked_too(b: Any, d: int) -> None:
    with pytest.raises(ZermeloError):
        best_ordered_tree(b, d)


def test_the_largest_trees_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "MAX_NODES", 15)
    monkeypatch.setattr(generate, "MAX_PLIES", 6)
    assert len(random_tree(1, branching=2, depth=3)) == 15
    assert len(random_tree(1, branching=1, depth=6)) == 7
    assert len(random_tree(1, branching=1, depth=0)) == 1
    assert random_tree(1, branching=1, depth=1, values=(3, 3)).children[0].value == 3
    assert len(random_tree(1, branching=1, depth=1, players=99).leaves()[0].value) == 99  # type: ignore[arg-type]
    for too_much in (
        {"branching": (1, 14), "depth": 2},
        {"branching": 1, "depth": 7},
        {"branching": 1, "depth": 1, "players": 100},
    ):
        with pytest.raises(ZermeloError, match=r"more than 15 nodes|from 0 to 6|from 2 to 99"):
            random_tree(1, **too_much)
