"""A tree as an indented outline, one line a node, for trees too wide or too deep to be drawn from the top down."""

from __future__ import annotations

from zermelo.draw.lettering import Ink, label, window
from zermelo.draw.model import Picture, PictureNode

MAX_LINES = 400
ROOM_FOR_LABEL = 40

# What runs down beside a node's descendants, by the corner that leads to it.
_RAILS = {"├": "│   ", "┡": "│   ", "┠": "┃   ", "└": "    ", "┗": "    "}


def outline(drawn: Picture, width: int, ink: Ink) -> tuple[list[str], int]:
    """The lines of the outline, and how many nodes it leaves out."""
    lines: list[str] = []
    nodes = drawn.nodes
    waiting = [(0, "", "")]
    while waiting and len(lines) < MAX_LINES:
        number, prefix, stem = waiting.pop()
        node = nodes[number]
        edge = " ".join(filter(None, (node.branch if node.title else "", node.odds)))
        written = ink.paint(label(node), ink.style(node))
        parts = (f"{edge}:" if edge else "", written, window(node))
        lines.append(_indent(prefix + stem, node, width) + "  ".join(filter(None, parts)))
        prefix += _RAILS.get(stem[:1], "")
        chosen = next((place for place, child in enumerate(node.children) if nodes[child].on_path), -1)
        for place in reversed(range(len(node.children))):
            child = node.children[place]
            waiting.append((child, prefix, _stem(nodes[child], place, chosen, len(node.children))))
    return lines, len(nodes) - len(lines)


def _stem(child: PictureNode, place: int, chosen: int, siblings: int) -> str:
    """The way from the line of siblings to the child; the line is heavy down to where the answer's path leaves it."""
    last = place == siblings - 1
    if place == chosen:
        return "┗━━ " if last else "┡━━ "
    corner = "┠" if place < chosen else "└" if last else "├"
    return corner + ("─╳ " if child.cut else "── ")


def _indent(lead: str, node: PictureNode, width: int) -> str:
    """Far below the root only the last part of the indentation is shown, after the level's number."""
    room = max(width - ROOM_FOR_LABEL, 16)
    if len(lead) <= room:
        return lead
    mark = f"{node.depth}… "
    return mark + lead[len(lead) - room + len(mark) :]
