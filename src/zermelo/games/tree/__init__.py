"""Explicit game trees: written as lists, names, S-expressions, course files or Gambit files; drawn; searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.games.tree.nodes import Draft, Node, Tree, build, parse_player
from zermelo.games.tree.text import format_lists, format_names, format_sexpr, parse_lists, parse_names, parse_sexpr
from zermelo.state import ZermeloError

__all__ = ["Node", "Tree", "format_tree", "parse_tree", "tree"]

STYLES = {"names": format_names, "lists": format_lists, "sexpr": format_sexpr}


def tree(source: str | Sequence[Any] | int | float, root: str = "max") -> Tree:
    """A tree from text in any known format, or from nested Python lists (a tuple is one payoff per player).

    >>> tree([[2, 7], [1, 8]]).children[1].moves()
    ('F', 'G')
    """
    if isinstance(source, str):
        return parse_tree(source, root)
    drafts: list[Draft] = []
    queue: list[tuple[Any, int]] = [(source, -1)]
    for item, parent in queue:
        number = len(drafts)
        if isinstance(item, list):
            if not item:
                raise ZermeloError(f"node {number + 1} (breadth-first): the list is empty; a node needs at least one child")
            drafts.append(Draft(parent, number))
            queue.extend((child, number) for child in item)
        else:
            drafts.append(Draft(parent, number, value=_checked_value(item, number)))
    return build(drafts, _root_player(root))


def parse_tree(text: str, root: str = "max") -> Tree:
    """Reads a tree from text; which format it is shows in how it begins.

    >>> parse_tree("A(B=1 C(D=2 E=3))") == parse_tree("[1, [2, 3]]") == parse_tree("(1 (2 3))")
    True
    """
    player = _root_player(root)
    head = text.lstrip()[:1]
    if head == "(":
        return parse_sexpr(text, player)
    if head.isalpha() or head in ('"', "_"):
        return parse_names(text, player)
    return parse_lists(text, player)


def format_tree(tree: Tree, style: str = "names") -> str:
    """The tree as text; every style reads back as the same tree."""
    if style not in STYLES:
        raise ZermeloError(f"{style!r} is not a style of tree text: {', '.join(STYLES)} are")
    return STYLES[style](tree)


def _root_player(word: str) -> int:
    player = parse_player(word)
    if player is None:
        raise ZermeloError(f"{word!r} does not say who moves at the root: max, min, chance, or p1, p2, ...")
    return player


def _checked_value(item: Any, number: int) -> Any:
    from numbers import Real

    parts = item if isinstance(item, tuple) else (item,)
    if not parts or not all(isinstance(part, Real) and not isinstance(part, bool) for part in parts):
        raise ZermeloError(f"node {number + 1} (breadth-first): {item!r} is not a list, a number or a tuple of payoffs")
    return item
