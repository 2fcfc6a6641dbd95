"""Tidy tree drawing: every parent in the middle above its children, subtrees as close as they fit, in linear time.

The method is Reingold and Tilford's (1981), for any number of children and any widths. Subtrees are packed from left
to right; each new one walks down beside the right outline of those before it, and outlines are threaded together, so
that no level is walked twice. Packing leftwards would leave small subtrees hugging their left neighbours; so the tree
is packed from both sides and the two drawings are averaged, which keeps every gap and every middle.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """The middle of every node, from 0 at the left edge of the drawing; node 0 is the root, parents before children.

    >>> tidy([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    from_left = _pack(children, widths, gap)
    mirrored = _pack([tuple(reversed(each)) for each in children], widths, gap)
    middles = [(left - right) / 2 for left, right in zip(from_left, mirrored, strict=True)]
    edge = min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    return [middle - edge for middle in middles]


def stack(depths: Sequence[int], heights: Sequence[float], gap: float) -> list[float]:
    """The top of every level of the drawing, and at the end its whole height.

    >>> stack([0, 1, 1], [10, 20, 30], 5)
    [0.0, 15.0, 45.0]
    """
    tallest = [0.0] * (max(depths) + 1)
    for depth, height in zip(depths, heights, strict=True):
        tallest[depth] = max(tallest[depth], height)
    tops = [0.0]
    for height in tallest:
        tops.append(tops[-1] + height + gap)
    tops[-1] -= gap
    return tops


def _pack(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    count = len(children)
    from_parent = [0.0] * count
    # The outlines of a node's subtree: from each node on it the next one down, and how far to the right that is.
    left: list[tuple[int, float] | None] = [None] * count
    right: list[tuple[int, float] | None] = [None] * count
    for parent in reversed(range(count)):
        brood = children[parent]
        if not brood:
            continue
        places = [0.0]
        for number in range(1, len(brood)):
            places.append(_beside(brood[0], brood[number - 1], places[-1], brood[number], left, right, widths, gap))
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(brood, places, strict=True):
            from_parent[child] = place - middle
        left[parent] = (brood[0], places[0] - middle)
        right[parent] = (brood[-1], places[-1] - middle)
    middles = [0.0] * count
    for parent in range(count):
        for child in children[parent]:
            middles[child] = middles[parent] + from_parent[child]
    return middles


def _beside(
    first: int,
    previous: int,
    previous_place: float,
    new: int,
    left: list[tuple[int, float] | None],
    right: list[tuple[int, float] | None],
    widths: Sequence[float],
    gap: float,
) -> float:
    """Where `new` goes to the right of its siblings from `first` (at 0) to `previous`, whose outlines it joins."""
    inner, inner_at = previous, previous_place
    outer, outer_at = first, 0.0
    new_inner, new_inner_at = new, 0.0
    new_outer, new_outer_at = new, 0.0
    place = 0.0
    while True:
        place = max(place, inner_at + (widths[inner] + widths[new_inner]) / 2 + gap - new_inner_at)
        below, new_below = right[inner], left[new_inner]
        if below is None or new_below is None:
            break
        inner, inner_at = below[0], inner_at + below[1]
        new_inner, new_inner_at = new_below[0], new_inner_at + new_below[1]
        outer, outer_at = _down(left, outer, outer_at)
        new_outer, new_outer_at = _down(right, new_outer, new_outer_at)
    if new_below is not None:
        left[outer] = (new_below[0], place + new_inner_at + new_below[1] - outer_at)
    elif below is not None:
        right[new_outer] = (below[0], inner_at + below[1] - place - new_outer_at)
    return place


def _down(outline: list[tuple[int, float] | None], node: int, at: float) -> tuple[int, float]:
    step = outline[node]
    assert step is not None, "an outline reaches as deep as its subtree"
    return step[0], at + step[1]
