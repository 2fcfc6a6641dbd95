"""Write one node for a terminal (symbol, name, value, window), and colour text with ANSI escapes."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from zermelo.draw.model import PictureNode
from zermelo.state import format_payoff

_SYMBOLS = {"MAX": "▲", "MIN": "▼", "CHANCE": "●", "SIMULTANEOUS": "◆", "LEAF": ""}
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
    """Write a node as `▲A ≥ 3`: in brackets if it was skipped, as `»▲A«` if the search is at it."""
    name = node.title or node.edge_label or node.name
    static = "" if node.static is None else f"[{format_payoff(node.static)}]"
    text = " ".join(filter(None, (_SYMBOLS.get(node.role, f"{node.role}:") + name, node.value_text or static)))
    match node.status:
        case "skipped":
            return f"({text})"
        case "current":
            return f"»{text}«"
        case _:
            return text


def window_label(node: PictureNode) -> str:
    """Write alpha and beta of a node that is still being searched; empty for all others."""
    return "  ".join(node.window) if node.show_window and node.status in ("open", "current") else ""


def cell_width(text: str) -> int:
    """Return how many columns of a terminal a text occupies.

    >>> cell_width("▲A"), cell_width("囲碁")
    (2, 4)
    """
    return sum(2 if east_asian_width(character) in "WF" else 0 if combining(character) else 1 for character in text)


class Painter:
    """Colour text by style with ANSI escapes; without `colour` it returns the text unchanged."""

    def __init__(self, colour: bool) -> None:
        self.colour = colour

    def style(self, node: PictureNode) -> str:
        if node.status in ("skipped", "current"):
            return node.status
        return "path" if node.on_path else node.role

    def paint(self, text: str, style: str) -> str:
        code = _COLOURS.get(style)
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and code else text
