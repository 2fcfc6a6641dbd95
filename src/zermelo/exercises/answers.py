"""Read answers as people write them: numbers, names of nodes, windows, orders of children.

Every reader takes text from `normalise` and raises `UnreadableAnswer`, whose message says how such an answer is written.
Minus signs, infinities and inequality signs are accepted in all usual spellings.
"""

from __future__ import annotations

import re
from fractions import Fraction
from math import inf
from unicodedata import normalize

from zermelo.events import format_names
from zermelo.state import Number
from zermelo.trees import Node, Tree

MAX_LENGTH = 2_000
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


class UnreadableAnswer(Exception):
    """An answer that cannot be read; the message is for the student."""


def normalise(text: str) -> str:
    """Replace special characters by ASCII ones.

    >>> normalise("  −∞ ≤ x →\\n3 ")
    '-inf <= x  \\n3'
    """
    if len(text) > MAX_LENGTH:
        raise UnreadableAnswer(f"An answer has at most {MAX_LENGTH:,} characters, and this one has {len(text):,}.")
    ascii_text = "".join(_SPELLINGS.get(character, character) for character in normalize("NFKC", text))
    answer = re.sub(r"infinity|infty", "inf", ascii_text.replace("->", " "), flags=re.IGNORECASE).strip()
    if not answer:
        raise UnreadableAnswer("There is no answer yet.")
    return answer


def quote(text: str) -> str:
    """Quote a part of an answer in an error message: short, and on one line."""
    clean = "".join(character if character.isprintable() else "?" for character in text.strip())
    return f"'{clean[:20]}…'" if len(clean) > 20 else f"'{clean}'"


def read_number(text: str) -> Number:
    """Read an exact number (integer, decimal or fraction) or an infinity.

    >>> read_number("2.50"), read_number("-10/3"), read_number("- inf")
    (Fraction(5, 2), Fraction(-10, 3), -inf)
    """
    compact = re.sub(r"\s", "", text.lower())
    if compact in ("inf", "+inf", "-inf"):
        return -inf if compact.startswith("-") else inf
    if not re.fullmatch(NUMBER, compact, re.ASCII):
        raise UnreadableAnswer(f"{quote(text)} is not a number.")
    numerator, _, denominator = compact.partition("/")
    if denominator and not int(denominator):
        raise UnreadableAnswer(f"{quote(text)} divides by zero.")
    fraction = Fraction(numerator) / int(denominator or 1)
    return int(fraction) if fraction.denominator == 1 else fraction


def read_nodes(text: str, tree: Tree, form: str) -> list[Node]:
    """Read a list of node names with any separators; `form` is an example for error messages."""
    nodes = []
    by_name = {node.name: node for node in tree.nodes}
    for word in re.split(r"[\s,;{}()\[\]]+", text):
        if word and word.lower() != "and":
            node = by_name.get(word) or by_name.get(word.upper())
            if node is None:
                raise UnreadableAnswer(f"{quote(word)} is not a node of this tree; write names, as in: {form}.")
            nodes.append(node)
    if not nodes:
        raise UnreadableAnswer(f"No node is named; write names, as in: {form}.")
    return nodes


def read_window(text: str, form: str = "2, inf") -> tuple[Number, Number]:
    """Read alpha and beta, with or without their names and brackets; `form` is an example for error messages.

    >>> read_window("(2, inf)"), read_window("alpha = -3 beta = 4")
    ((2, inf), (-3, 4))
    """
    numbers = re.sub(r"alpha|beta|[αβ=:()\[\]]", " ", text.lower())
    match = re.fullmatch(rf"\s*({BOUND})(?:\s*[,;]\s*|\s+)({BOUND})\s*", numbers, re.ASCII)
    if match is None:
        raise UnreadableAnswer(f"{quote(text)} is not a window; write alpha and beta, as in: {form}.")
    return read_number(match[1]), read_number(match[2])


def read_orders(text: str, tree: Tree, form: str) -> dict[str, tuple[str, ...]]:
    """Read the order of the children of some nodes, as in A: C B; D: G F; `form` is an example for error messages."""
    orders: dict[str, tuple[str, ...]] = {}
    for part in filter(str.strip, re.split(r"[;\n]", text)):
        head, colon, rest = part.partition(":")
        if not colon:
            raise UnreadableAnswer(f"{quote(part)} is not an order; write a node and then its children, as in: {form}.")
        nodes = read_nodes(head, tree, form)
        if len(nodes) != 1:
            raise UnreadableAnswer(f"Write one node before the colon, as in: {form}.")
        node, children = nodes[0], read_nodes(rest, tree, form)
        if sorted(child.index for child in children) != sorted(child.index for child in node.children):
            if not node.children:
                raise UnreadableAnswer(f"{node.name} is a leaf and has no children to put in order.")
            raise UnreadableAnswer(
                f"The order for {node.name} must name each of its children {format_names(node.moves())} once."
            )
        if node.name in orders:
            raise UnreadableAnswer(f"{node.name} is put in order twice.")
        orders[node.name] = tuple(child.name for child in children)
    if not orders:
        raise UnreadableAnswer(f"No order is given; write one as in: {form}.")
    return orders


def example_orders(tree: Tree) -> list[str]:
    """Return ways to write orders of children: the last nodes with their children turned round, then all nodes as they are."""
    inner = [node for node in tree.nodes if len(node.children) > 1]
    turned = [
        format_orders({node.name: node.moves()[::-1] for node in some}) for some in (inner[-2:], inner[-1:], inner[:1])
    ]
    return [*turned, format_orders({node.name: node.moves() for node in inner[:2]})]


def format_orders(orders: dict[str, tuple[str, ...]]) -> str:
    """Write orders of children for `read_orders`."""
    return "; ".join(f"{node}: {' '.join(children)}" for node, children in orders.items())
