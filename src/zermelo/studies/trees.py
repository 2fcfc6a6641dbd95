"""Trees in which a move changes the value a little, so that static values predict what comes below."""

from __future__ import annotations

from random import Random

from zermelo.trees.nodes import Draft, Tree, build

STEP = 10
"""One move changes the value by at most this."""


def incremental_tree(seed: int | str, branching: int, depth: int) -> Tree:
    """Return a uniform tree with a static value at every node: its parent's and a random step from -STEP to STEP.

    >>> [node.value for node in incremental_tree(1, 2, 1).nodes]
    [0, -6, 8]
    """
    random = Random(seed)
    drafts, level = [Draft(-1, 0, value=0)], [0]
    for _ in range(depth):
        below = []
        for number in level:
            value = drafts[number].value
            assert isinstance(value, int)
            for _ in range(branching):
                below.append(len(drafts))
                drafts.append(Draft(number, len(drafts), value=value + random.randint(-STEP, STEP)))
        level = below
    return build(drafts)
