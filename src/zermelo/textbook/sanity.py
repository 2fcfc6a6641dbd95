"""The sanity test of alpha-beta: what was skipped cannot have mattered.

For each leaf that alpha-beta never looked at, put -infinity and then +infinity in its place and search the whole tree
by minimax: the value at the root must stay what it is.
"""

from __future__ import annotations

from math import inf

import msgspec

from zermelo.events import Event, Skip
from zermelo.games.tree import Tree
from zermelo.result import Ties
from zermelo.state import Number, as_number
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.textbook.minimax import minimax


class Substitution(msgspec.Struct, frozen=True):
    """A skipped leaf, and the root's value with -infinity and with +infinity in its place."""

    leaf: str
    with_least: float
    with_most: float
    value: float

    @property
    def holds(self) -> bool:
        return self.with_least == self.value == self.with_most


def sanity_test(tree: Tree, *, ties: Ties = "equal") -> list[Substitution]:
    """One substitution for each leaf that alpha-beta skips.

    >>> from zermelo import tree
    >>> [(each.leaf, each.holds) for each in sanity_test(tree([[2, 7], [1, 8]]))]
    [('G', True)]
    """
    events: list[Event] = []
    value = as_number(alpha_beta(tree, ties=ties, watch=events.append).value)
    skipped = [leaf for event in events if isinstance(event, Skip) for leaf in event.leaves]

    def with_leaf(leaf: str, worth: Number) -> float:
        return float(as_number(minimax(tree.with_values({leaf: worth})).value))

    return [Substitution(leaf, with_leaf(leaf, -inf), with_leaf(leaf, inf), float(value)) for leaf in skipped]
