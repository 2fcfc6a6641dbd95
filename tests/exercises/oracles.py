"""Reference searches on nested lists, which share no code with Zermelo's, to check exercises against."""

from __future__ import annotations

from itertools import permutations, product
from math import inf
from typing import Any

from tests.textbook.reference import leaves_looked_at
from zermelo.state import CHANCE, MAX
from zermelo.trees import Node


def nested(node: Node) -> Any:
    return [nested(child) for child in node.children] if node.children else node.value


def expected(node: Node) -> Any:
    """The value of a node with MAX, MIN and chance below it."""
    if not node.children:
        return node.value
    below = [expected(child) for child in node.children]
    if node.player == CHANCE:
        return sum(child.probability * worth for child, worth in zip(node.children, below, strict=True))
    return (max if node.player == MAX else min)(below)


def visits(root: Node, ties: str, worth: dict[str, Any] | None = None) -> dict[str, tuple[float, float]]:
    """Every node that alpha-beta enters, in order, with its window; `worth` stands in for the values of some leaves."""
    entered: dict[str, tuple[float, float]] = {}

    def value(node: Node, alpha: Any, beta: Any) -> Any:
        entered[node.name] = alpha, beta
        if not node.children:
            return (worth or {}).get(node.name, node.value)
        best: Any = -inf if node.player == MAX else inf
        for child in node.children:
            value_below = value(child, alpha, beta)
            if node.player == MAX:
                best = max(best, value_below)
                alpha = max(alpha, best)
            else:
                best = min(best, value_below)
                beta = min(beta, best)
            if alpha > beta or (ties == "equal" and alpha == beta):
                break
        return best

    value(root, -inf, inf)
    return entered


def counts_of_all_orders(tree: Any, ties: str) -> set[int]:
    """How many leaves alpha-beta looks at, over every order of all children."""
    return {len(leaves_looked_at(each, True, ties)) for each in _orders(tree)}


def _orders(tree: Any) -> list[Any]:
    if not isinstance(tree, list):
        return [tree]
    below = [_orders(child) for child in tree]
    return [list(order) for chosen in product(*below) for order in permutations(chosen)]
