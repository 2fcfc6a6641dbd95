"""Reads what people write as an answer: numbers, names of nodes, windows, orders of children.

Every reader takes text that `tidy` has cleaned and raises `Unclear`, whose text is one sentence that says how such an
answer is written. Minus signs, infinities and inequality signs are taken in any of their usual spellings.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf
from unicodedata import normalize

from zermelo.events import format_names
from zermelo.games.tree import Node, Tree
from zermelo.state import Number

LONGEST = 2_000
NUMBER = r"[-+]?(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})(?:\s*/\s*\d{1,12})?"
BOUND = rf"(?:{NUMBER}|[-+]?\s*inf)"
_SPELLINGS = {
    **dict.fromkeys("−–—‒⁻﹣", "-"),
    **dict.fromkeys("→⟶⇒", " "),
    "∞": "inf",
    "≤": "<=",
    "⩽": "<=",
    "≥": ">=",
    "⩾": ">=",
}


class Unclear(Exception):
    """An answer that cannot be read."""


def tidy(text: str) -> str:
    """The text in plain characters.

    >>> tidy("  −∞ ≤ x →\\n3 ")
    '-inf <= x  \\n3'
    """
    if len(text) > LONGEST:
        raise Unclear(f"An answer has at most {LONGEST:,} characters, and this one has {len(text):,}.")
    spelled = "".join(_SPELLINGS.get(each, each) for each in normalize("NFKC", text))
    plain = re.sub(r"infinity|infty", "inf", spelled.replace("->", " "), flags=re.IGNORECASE).strip()
    if not plain:
        raise Unclear("There is no answer yet.")
    return plain


def shown(text: str) -> str:
    """A piece of an answer for an error message: short, and on one line."""
    clean = "".join(each if each.isprintable() else "?" for each in text.strip())
    return f"'{clean[:20]}…'" if len(clean) > 20 else f"'{clean}'"


def read_number(text: str) -> Number:
    """A number, exact: whole, decimal or a fraction; or an infinity.

    >>> read_number("2.50"), read_number("-10/3"), read_number("- inf")
    (Fraction(5, 2), Fraction(-10, 3), -inf)
    """
    bare = re.sub(r"\s", "", text.lower())
    if bare in ("inf", "+inf", "-inf"):
        return -inf if bare.startswith("-") else inf
    if not re.fullmatch(NUMBER, bare, re.ASCII):
        raise Unclear(f"{shown(text)} is not a number.")
    above, _, below = bare.partition("/")
    if below and not int(below):
        raise Unclear(f"{shown(text)} divides by zero.")
    fraction = Fraction(above) / int(below or 1)
    return int(fraction) if fraction.denominator == 1 else fraction


def read_nodes(text: str, tree: Tree, form: str) -> list[Node]:
    """The nodes named in a list, whatever stands between the names; capital letters are not insisted on."""
    found = []
    by_name = {node.name: node for node in tree.nodes}
    for word in re.split(r"[\s,;{}()\[\]]+", text):
        if word and word.lower() != "and":
            node = by_name.get(word) or by_name.get(word.upper())
            if node is None:
                raise Unclear(f"{shown(word)} is not a node of this tree; write names, as in: {form}.")
            found.append(node)
    if not found:
        raise Unclear(f"No node is named; write names, as in: {form}.")
    return found


def read_window(text: str) -> tuple[Number, Number]:
    """Alpha and beta, with or without their names and brackets.

    >>> read_window("(2, inf)"), read_window("alpha = -3 beta = 4")
    ((2, inf), (-3, 4))
    """
    bare = re.sub(r"alpha|beta|[αβ=:()\[\]]", " ", text.lower())
    words = re.fullmatch(rf"\s*({BOUND})(?:\s*[,;]\s*|\s+)({BOUND})\s*", bare, re.ASCII)
    if words is None:
        raise Unclear(f"{shown(text)} is not a window; write alpha and beta, as in: 2, inf.")
    return read_number(words[1]), read_number(words[2])


def read_orders(text: str, tree: Tree) -> dict[str, tuple[str, ...]]:
    """Children of nodes in an order, as in A: C B; D: G F."""
    form = "A: C B; D: G F"
    orders: dict[str, tuple[str, ...]] = {}
    for part in filter(str.strip, re.split(r"[;\n]", text)):
        head, colon, rest = part.partition(":")
        if not colon:
            raise Unclear(f"{shown(part)} is not an order; write a node and then its children, as in: {form}.")
        nodes = read_nodes(head, tree, form)
        if len(nodes) != 1:
            raise Unclear(f"One node stands before the colon, as in: {form}.")
        node, children = nodes[0], read_nodes(rest, tree, form)
        if sorted(child.index for child in children) != sorted(child.index for child in node.children):
            if not node.children:
                raise Unclear(f"{node.name} is a leaf and has no children to put in order.")
            raise Unclear(
                f"The order for {node.name} must name each of its children {format_names(node.moves())} once."
            )
        if node.name in orders:
            raise Unclear(f"{node.name} is put in order twice.")
        orders[node.name] = tuple(child.name for child in children)
    if not orders:
        raise Unclear(f"No order is given; write one as in: {form}.")
    return orders


def format_orders(orders: dict[str, tuple[str, ...]]) -> str:
    """The text `read_orders` reads."""
    return "; ".join(f"{node}: {' '.join(children)}" for node, children in orders.items())
