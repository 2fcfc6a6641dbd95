"""A tree as the pages draw it."""

from __future__ import annotations

from zermelo.kinds.survey import tree_kind
from zermelo.lab.messages import Stakes, TreeNode, TreeReply
from zermelo.lab.searches import suitable
from zermelo.state import CHANCE, MAX, MIN, as_payoffs, format_payoff
from zermelo.textbook.run import value_range
from zermelo.trees import Tree, format_tree


def describe(tree: Tree, unknown: str | None = None) -> TreeReply:
    """Describe a tree for the pages; the value of the leaf `unknown` is shown as x."""
    payoffs = tree.players > 2 or any(isinstance(node.value, tuple) for node in tree.nodes)
    nodes = []
    for node in tree.nodes:
        if not node.children:
            role = "LEAF"
        elif node.player == CHANCE:
            role = "CHANCE"
        elif payoffs:
            role = f"P{node.player + 1}"
        else:
            role = "MAX" if node.player == MAX else "MIN"
        value = None if node.value is None else format_payoff(node.value)
        nodes.append(
            TreeNode(
                name=node.name,
                parent=-1 if node.parent is None else node.parent.index,
                role=role,
                value="x" if node.name == unknown else value,
                odds=None if node.probability is None else format_payoff(node.probability),
                action=node.action,
                noisy=node.noisy,
            )
        )
    return TreeReply(
        text=format_tree(tree),
        nodes=tuple(nodes),
        leaves=len(tree.leaves()),
        least=None if payoffs else _least(tree),
        unsuitable={search: reason for search, reason in suitable(tree_kind(tree)).items() if reason is not None},
        stakes=_stakes(tree, payoffs),
    )


def _stakes(tree: Tree, payoffs: bool) -> Stakes:
    found = [as_payoffs(node.value) for node in tree.nodes if node.value is not None]
    low, high = (None, None) if payoffs else map(str, value_range(tree))
    return Stakes(
        players=max(map(len, found)),
        total=str(max(map(sum, found))),
        least=str(min(map(min, found))),
        low=low,
        high=high,
    )


def _least(tree: Tree) -> int | None:
    """Return Knuth and Moore's count for uniform trees, in which MAX and MIN alternate; None for other trees."""
    branching, depth, level = len(tree.children), 0, [*tree.children]
    movers = {tree.player}
    while level:
        depth += 1
        counts = {len(node.children) for node in level}
        others = {1 - player for player in movers}
        movers = {node.player for node in level if node.children} or others
        if counts not in ({0}, {branching}) or movers != others:
            return None
        level = [child for node in level for child in node.children]
    if tree.player not in (MAX, MIN) and depth:
        return None
    return int(branching ** (depth // 2) + branching ** (depth - depth // 2) - 1)
