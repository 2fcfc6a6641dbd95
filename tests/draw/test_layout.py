"""Tidy tree layout for any tree and any widths."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from zermelo.draw.layout import stack, tidy

GAP = 3.0


@st.composite
def shapes(draw: st.DrawFn) -> tuple[list[list[int]], list[float]]:
    """A tree in breadth-first order, and a width for each node."""
    children: list[list[int]] = [[]]
    for parent in range(draw(st.integers(1, 14))):
        if parent >= len(children):
            break
        for _ in range(draw(st.integers(0, 4))):
            children[parent].append(len(children))
            children.append([])
    widths = draw(st.lists(st.floats(1, 60), min_size=len(children), max_size=len(children)))
    return children, widths


def depths(children: list[list[int]]) -> list[int]:
    depths = [0] * len(children)
    for parent, brood in enumerate(children):
        for child in brood:
            depths[child] = depths[parent] + 1
    return depths


@given(shapes())
def test_nodes_of_a_level_are_in_order_and_never_overlap(shape: tuple[list[list[int]], list[float]]) -> None:
    children, widths = shape
    middles, levels = tidy(children, widths, GAP), depths(children)
    for level in set(levels):
        row = [node for node in range(len(children)) if levels[node] == level]
        for left, right in pairwise(row):
            assert middles[right] - middles[left] >= (widths[left] + widths[right]) / 2 + GAP - 1e-6


@given(shapes())
def test_parents_are_centred_over_their_children(shape: tuple[list[list[int]], list[float]]) -> None:
    children, widths = shape
    middles = tidy(children, widths, GAP)
    for parent, brood in enumerate(children):
        if brood:
            assert abs(middles[parent] - (middles[brood[0]] + middles[brood[-1]]) / 2) < 1e-6
    assert abs(min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))) < 1e-6


@given(shapes())
def test_a_mirrored_tree_has_the_mirrored_drawing(shape: tuple[list[list[int]], list[float]]) -> None:
    children, widths = shape
    middles = tidy(children, widths, GAP)
    mirrored = tidy([brood[::-1] for brood in children], widths, GAP)
    size = max(middle + width / 2 for middle, width in zip(middles, widths, strict=True))
    assert all(abs(size - one - other) < 1e-6 for one, other in zip(middles, mirrored, strict=True))


def test_very_deep_trees() -> None:
    count = 60_000
    chain = [[number + 1] for number in range(count - 1)] + [[]]
    assert tidy(chain, [2.0] * count, GAP) == [1.0] * count


def test_levels_are_as_high_as_their_highest_node() -> None:
    assert stack([0, 1, 1, 2], [10, 5, 20, 1], 4) == [0, 14, 38, 39]
