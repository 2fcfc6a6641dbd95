"""The oracles of the textbook searches: brute force and a bare alpha-beta, on nested lists, sharing no code with them."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from typing import Any

from hypothesis import strategies as st

from zermelo.events import Cutoff, Evaluate, Event, Skip
from zermelo.registry import TWO_PLAYERS
from zermelo.textbook import DECLARATIONS
from zermelo.trees import Tree

TWO_PLAYER_SEARCHES = tuple(name for name, search in DECLARATIONS.items() if search.suits == TWO_PLAYERS)

nested_lists = st.recursive(
    st.integers(-9, 9), lambda inner: st.lists(inner, min_size=1, max_size=4), max_leaves=30
).filter(lambda tree: isinstance(tree, list))


def brute_force(tree: Any, maximizing: bool = True) -> Any:
    if not isinstance(tree, list):
        return tree
    return (max if maximizing else min)(brute_force(child, not maximizing) for child in tree)


def leaves_looked_at(tree: Any, maximizing: bool, ties: str) -> list[int]:
    """The leaf values alpha-beta looks at, in order."""
    seen: list[int] = []

    def done(alpha: float, beta: float) -> bool:
        return alpha >= beta if ties == "equal" else alpha > beta

    def value(node: Any, maximizing: bool, alpha: float, beta: float) -> float:
        if not isinstance(node, list):
            seen.append(node)
            return float(node)
        best = -inf if maximizing else inf
        for child in node:
            worth = value(child, not maximizing, alpha, beta)
            if maximizing:
                best = max(best, worth)
                alpha = max(alpha, best)
            else:
                best = min(best, worth)
                beta = min(beta, best)
            if done(alpha, beta):
                break
        return best

    value(tree, maximizing, -inf, inf)
    return seen


def distinct_leaves(tree: Any) -> Any:
    """The same shape with leaf values that are all different, in an order that the old values decide."""
    values: list[tuple[int, int]] = []

    def collect(node: Any) -> None:
        if isinstance(node, list):
            for child in node:
                collect(child)
        else:
            values.append((node, (len(values) * 7919) % 101))

    collect(tree)
    rank = {place: number for number, place in enumerate(sorted(range(len(values)), key=lambda i: (values[i], i)))}
    places = iter(range(len(values)))

    def rebuild(node: Any) -> Any:
        return [rebuild(child) for child in node] if isinstance(node, list) else rank[next(places)]

    return rebuild(tree)


def expectation(tree: Any, kinds: str) -> Fraction:
    """Brute force where the levels are given as a string of M (max), m (min) and c (chance, uniform), repeated."""
    if not isinstance(tree, list):
        return Fraction(tree)
    below = [expectation(child, kinds[1:] + kinds[0]) for child in tree]
    if kinds[0] == "c":
        return sum(below, Fraction(0)) / len(below)
    return max(below) if kinds[0] == "M" else min(below)


def evaluated(events: list[Event]) -> list[str]:
    return [event.node for event in events if isinstance(event, Evaluate)]


def cutoffs(events: list[Event]) -> list[Cutoff]:
    return [event for event in events if isinstance(event, Cutoff)]


def skipped(events: list[Event]) -> list[str]:
    return [leaf for event in events if isinstance(event, Skip) for leaf in event.leaves]


def follow(tree: Tree, line: tuple[str, ...]) -> Any:
    """The value at the end of a line of play."""
    node: Any = tree
    for move in line:
        node = node.play(move)
    return node.value
