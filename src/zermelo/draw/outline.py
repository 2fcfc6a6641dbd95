"""A tree as an indented outline with one node per line, for trees too wide or too deep to be drawn from the top down."""

from __future__ import annotations

from zermelo.draw.model import Picture, PictureNode
from zermelo.draw.terminal import Painter, label, window_label

MAX_LINES = 400
ROOM_FOR_LABEL = 40

# The line beside the descendants of a node, by the corner that leads to the node.
_RAILS = {"├": "│   ", "┡": "│   ", "┠": "┃   ", "└": "    ", "┗": "    "}


def outline(picture: Picture, width: int, painter: Painter) -> tuple[list[str], int]:
    """Return the lines of the outline, and how many nodes it leaves out."""
    lines: list[str] = []
    nodes = picture.nodes
    stack = [(0, "", "")]
    while stack and len(lines) < MAX_LINES:
        number, prefix, stem = stack.pop()
        node = nodes[number]
        edge = " ".join(filter(None, (node.edge_label if node.title else "", node.probability)))
        text = painter.paint(label(node), painter.style(node))
        parts = (f"{edge}:" if edge else "", text, window_label(node))
        lines.append(_indent(prefix + stem, node, width) + "  ".join(filter(None, parts)))
        prefix += _RAILS.get(stem[:1], "")
        chosen = next((place for place, child in enumerate(node.children) if nodes[child].on_path), -1)
        for place in reversed(range(len(node.children))):
            child = node.children[place]
            stack.append((child, prefix, _stem(nodes[child], place, chosen, len(node.children))))
    return lines, len(nodes) - len(lines)


def _stem(child: PictureNode, place: int, chosen: int, siblings: int) -> str:
    """Return the connector of a child; siblings are joined by a heavy line down to the child on the answer's path."""
    last = place == siblings - 1
    if place == chosen:
        return "┗━━ " if last else "┡━━ "
    corner = "┠" if place < chosen else "└" if last else "├"
    return corner + ("─╳ " if child.cut else "── ")


def _indent(lead: str, node: PictureNode, width: int) -> str:
    """Return the indentation; deep in the tree, only its last part after the depth of the node."""
    room = max(width - ROOM_FOR_LABEL, 16)
    if len(lead) <= room:
        return lead
    mark = f"{node.depth}… "
    return mark + lead[len(lead) - room + len(mark) :]
