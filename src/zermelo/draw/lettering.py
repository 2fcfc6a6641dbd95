"""How one node is written on a terminal, the same in a drawing and in an outline: its sign, its name, its value, its
window; and how the styles become ANSI colours, where colour is wanted."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from zermelo.draw.model import PictureNode
from zermelo.state import format_payoff

_SIGNS = {"MAX": "▲", "MIN": "▼", "CHANCE": "●", "SIMULTANEOUS": "◆", "LEAF": ""}
_COLOURS = {
    "MAX": "34",
    "MIN": "31",
    "CHANCE": "35",
    "path": "1;32",
    "cut": "33",
    "skipped": "2",
    "current": "1;7",
}


def label(node: PictureNode) -> str:
    """The node in one word or two: `▲A ≥ 3`; in brackets if it was skipped, between arrows if the search is there."""
    name = node.title or node.branch or node.name
    static = "" if node.static is None else f"[{format_payoff(node.static)}]"
    written = " ".join(filter(None, (_SIGNS.get(node.role, f"{node.role}:") + name, node.worth or static)))
    match node.status:
        case "skipped":
            return f"({written})"
        case "current":
            return f"»{written}«"
        case _:
            return written


def window(node: PictureNode) -> str:
    """Alpha and beta, while the node is still being searched."""
    return "  ".join(node.window) if node.windowed and node.status in ("open", "current") else ""


def cell_width(text: str) -> int:
    """How many columns a terminal gives the text.

    >>> cell_width("▲A"), cell_width("囲碁")
    (2, 4)
    """
    return sum(2 if east_asian_width(each) in "WF" else 0 if combining(each) else 1 for each in text)


class Ink:
    """Writes styled text: with ANSI escapes, or as it is."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def style(self, node: PictureNode) -> str:
        if node.status in ("skipped", "current"):
            return node.status
        return "path" if node.on_path else node.role

    def paint(self, text: str, style: str) -> str:
        code = _COLOURS.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text
