"""Explicit game trees, read from and written to nested lists, named nodes, S-expressions, CS188 and Gambit files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from zermelo.reading import parse_player
from zermelo.state import ZermeloError, is_real
from zermelo.trees.cs188 import format_cs188, is_cs188, parse_cs188
from zermelo.trees.efg import format_efg, parse_efg
from zermelo.trees.examples import EXAMPLES, Example, example
from zermelo.trees.generate import best_ordered_tree, random_tree
from zermelo.trees.nodes import Draft, Node, Tree, build
from zermelo.trees.text import format_lists, format_names, format_sexpr, parse_lists, parse_names, parse_sexpr

__all__ = [
    "EXAMPLES",
    "STYLES",
    "Example",
    "Node",
    "Tree",
    "best_ordered_tree",
    "example",
    "format_cs188",
    "format_efg",
    "format_tree",
    "parse_cs188",
    "parse_efg",
    "parse_tree",
    "random_tree",
    "tree",
]

STYLES = {
    "names": format_names,
    "lists": format_lists,
    "sexpr": format_sexpr,
    "cs188": format_cs188,
    "efg": format_efg,
}


def tree(source: str | Sequence[Any] | int | float, root: str = "max") -> Tree:
    """Return a tree from text or nested lists.

    Parameters
    ----------
    source
        Text in any of the formats that `parse_tree` reads, or nested Python lists of numbers, in which a tuple is one payoff
        per player.
    root
        Who moves at the root, where the source does not say so: max, min, chance, or p1, p2, ...

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
                raise ZermeloError(
                    f"node {number + 1} (breadth-first): the list is empty; a node needs at least one child"
                )
            drafts.append(Draft(parent, number))
            queue.extend((child, number) for child in item)
        else:
            drafts.append(Draft(parent, number, value=_checked_value(item, number)))
    return build(drafts, _root_player(root))


def parse_tree(text: str, root: str = "max") -> Tree:
    """Return a tree from text; the format is recognised by how the text begins.

    Parameters
    ----------
    text
        Nested lists, named nodes, an S-expression, a CS188 test file or a Gambit file.
    root
        Who moves at the root, where the text does not say so; CS188 and Gambit files always do.

    >>> parse_tree("A(B=1 C(D=2 E=3))") == parse_tree("[1, [2, 3]]") == parse_tree("(1 (2 3))")
    True
    """
    player = _root_player(root)
    start = text.lstrip()
    if re.match(r"EFG\s+\d", start):
        return parse_efg(text)
    if is_cs188(text):
        return parse_cs188(text)
    if start.startswith("("):
        return parse_sexpr(text, player)
    if re.match(r'[^\W\d]|"', start):
        return parse_names(text, player)
    return parse_lists(text, player)


def format_tree(tree: Tree, style: str = "names") -> str:
    """Return a tree as text in one of the `STYLES`; `parse_tree` reads it back as the same tree.

    Raises ZermeloError if the style cannot express the tree.

    >>> format_tree(tree([[2, 7], [1, 8]]), "sexpr")
    '(max (min 2 7) (min 1 8))'
    """
    if style not in STYLES:
        raise ZermeloError(f"{style!r} is not a style of tree text: choose from {', '.join(STYLES)}")
    return STYLES[style](tree)


def _root_player(word: str) -> int:
    player = parse_player(word)
    if player is None:
        raise ZermeloError(f"{word!r} does not say who moves at the root: max, min, chance, or p1, p2, ...")
    return player


def _checked_value(item: Any, number: int) -> Any:
    parts = item if type(item) is tuple else (item,)
    if not parts or not all(map(is_real, parts)):
        raise ZermeloError(f"node {number + 1} (breadth-first): {item!r} is not a list, a number or a tuple of payoffs")
    return item
