"""The sanity test of alpha-beta: what was skipped cannot have mattered.

For each leaf that alpha-beta never looked at, put -infinity and then +infinity in its place and search the whole tree
by minimax: the value at the root must stay what it is.
"""

from __future__ import annotations

from math import inf

import msgspec

from zermelo.events import Event, Skip
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError, as_number
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax
from zermelo.trees import Node, Tree

MAX_VISITS = 20_000_000
"""The most nodes to visit: a tree is searched twice for each skipped leaf."""


class Substitution(msgspec.Struct, frozen=True):
    """A skipped leaf, and the root's value for MAX with -infinity and with +infinity in its place."""

    leaf: str
    with_least: float
    with_most: float
    value: float

    @property
    def holds(self) -> bool:
        return self.with_least == self.value == self.with_most


def sanity_test(tree: Tree, *, ties: Ties = "equal", depth: int | None = None) -> list[Substitution]:
    """Return one substitution for each leaf that alpha-beta skips, from left to right.

    Parameters
    ----------
    tree
        The tree to search.
    ties, depth
        As in `alpha_beta`; nodes at the depth count as leaves with their static values.

    Raises
    ------
    ZermeloError
        If the tree is too large to search twice for each skipped leaf.

    Examples
    --------
    >>> from zermelo import tree
    >>> [(each.leaf, each.holds) for each in sanity_test(tree([[2, 7], [1, 8]]))]
    [('G', True)]
    """
    events: list[Event] = []
    value = as_number(alpha_beta(tree, ties=ties, depth=depth, watch=events.append).value)
    skipped = [leaf for event in events if isinstance(event, Skip) for leaf in _leaves(tree[event.node], tree, depth)]
    if 2 * len(skipped) * len(tree) > MAX_VISITS:
        raise ZermeloError(
            f"{len(skipped):,} leaves are skipped, too many to search {len(tree):,} nodes for each of them"
        )

    def with_leaf(leaf: str, worth: Number) -> float:
        return float(as_number(minimax(tree.with_values({leaf: worth}), depth=depth).value))

    return [Substitution(leaf, with_leaf(leaf, -inf), with_leaf(leaf, inf), float(value)) for leaf in skipped]


def _leaves(node: Node, tree: Tree, depth: int | None) -> list[str]:
    """Return the names of the nodes below (or at) a node where a search of this depth ends."""
    ply, above = 0, node
    while above is not tree:
        assert above.parent is not None
        ply, above = ply + 1, above.parent
    level, ends = [node], list[str]()
    while level:
        ends += [each.name for each in level if not each.children or ply == depth]
        level = [child for each in level if ply != depth for child in each.children]
        ply += 1
    return ends
