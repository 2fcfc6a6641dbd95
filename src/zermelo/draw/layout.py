"""Tidy tree drawing: every parent centred above its children, subtrees as close as they fit, in linear time.

The method is Reingold and Tilford's (1981), for any number of children and any widths. Subtrees are placed from left to
right: each is compared with the right contour of those before it, level by level, and contours are threaded together so
that no level is visited twice. Placing from one side only would leave small subtrees next to their left neighbours;
averaging the drawings from both sides keeps every gap and every parent centred.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], widths: Sequence[float], gap: float) -> list[float]:
    """Return the centre of every node, measured from the left edge; node 0 is the root, parents come before children.

    >>> tidy([[1, 2], [], []], [2, 2, 2], 1)
    [2.5, 1.0, 4.0]
    """
    from_left = _pack(children, widths, gap)
    mirrored = _pack([tuple(reversed(siblings)) for siblings in children], widths, gap)
    middles = [(left - right) / 2 for left, right in zip(from_left, mirrored, strict=True)]
    edge = min(middle - width / 2 for middle, width in zip(middles, widths, strict=True))
    return [middle - edge for middle in middles]


def stack(depths: Sequence[int], heights: Sequence[float], gap: float) -> list[float]:
    """Return the top of every level, and at the end the height of the drawing.

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
    # The contours of a subtree: the next node down from each node on it, and how far to the right that is.
    left: list[tuple[int, float] | None] = [None] * count
    right: list[tuple[int, float] | None] = [None] * count
    for parent in reversed(range(count)):
        siblings = children[parent]
        if not siblings:
            continue
        places = [0.0]
        for number in range(1, len(siblings)):
            places.append(
                _beside(siblings[0], siblings[number - 1], places[-1], siblings[number], left, right, widths, gap)
            )
        middle = (places[0] + places[-1]) / 2
        for child, place in zip(siblings, places, strict=True):
            from_parent[child] = place - middle
        left[parent] = (siblings[0], places[0] - middle)
        right[parent] = (siblings[-1], places[-1] - middle)
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
    """Return the place of `new` to the right of its siblings `first` (at 0) to `previous`, and join their contours."""
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


def _down(contour: list[tuple[int, float] | None], node: int, at: float) -> tuple[int, float]:
    step = contour[node]
    assert step is not None, "a contour is as deep as its subtree"
    return step[0], at + step[1]
