"""Measure the nodes of an SVG or TikZ drawing, and place the text in, below and beside them."""

from __future__ import annotations

from dataclasses import dataclass
from unicodedata import east_asian_width

from zermelo.draw.boards import Board, board
from zermelo.draw.model import Picture, PictureNode
from zermelo.state import format_payoff

TRIANGLE = (40.0, 34.0)
CIRCLE = (34.0, 34.0)
SQUARE = 28.0
SKIPPED_STATE = 18.0
FRAME = 4.0
CAPTION = 21.0
TAG = 14.0
WINDOW_AT, WINDOW_AT_RING = 3.0, 8.0
"""Distance of alpha and beta from a shape, and from the shape of the current node with its ring."""
LONGEST_INSIDE = 2
WINDOW_WORDS = ("α -∞", "β ∞")
LABEL_AT = 0.66
"""Where a label is placed on its edge, as a share of the way down; edges lie closer together there than at the end."""


@dataclass(slots=True)
class Box:
    """The size and the texts of one node, in pixels: a shape, or the frame of a board, with an optional caption below.

    width, room        what the layout reserves; `room` is a height and includes captions that later steps add
    body_width, body   width and height of the shape
    inside, inside_at  the text in the shape, and the distance of its baseline from the top
    below, strong      the caption, and whether it is a value
    window             alpha and beta, if they are shown
    edge               the label on the edge from the parent
    """

    body_width: float
    body: float
    inside: str = ""
    inside_at: float = 0.0
    below: str = ""
    strong: bool = False
    window: tuple[str, str] | None = None
    edge: str = ""
    board: Board | None = None
    width: float = 0.0
    room: float = 0.0

    @property
    def height(self) -> float:
        """The distance from the top of the shape to the start of its edges."""
        return self.body + (CAPTION if self.below else 0)


def text_width(text: str, size: float) -> float:
    """Estimate the width of a text in pixels, generously, since fonts differ between browsers."""
    return sum(1.0 if east_asian_width(character) in "WF" else 0.6 for character in text) * size


def measure(node: PictureNode, picture: Picture, boards: bool) -> Box:
    """Measure one node of a picture; with `boards`, states of a game are drawn inside their nodes."""
    state_board = board(node.state) if boards and not picture.explicit and node.status != "skipped" else None
    if state_board is not None:
        box = Box(state_board.width + 2 * FRAME, state_board.height + 2 * FRAME, board=state_board)
        box.below = " ".join(filter(None, (node.title, node.value_text)))
    elif node.role == "LEAF":
        box = _leaf(node, picture)
    else:
        box = _inner(node)
    box.strong = bool(node.value_text) and box.below.endswith(node.value_text)
    box.window = node.window if node.show_window else None
    label = " ".join(filter(None, (node.edge_label, node.probability)))
    if node.cut and not box.below:
        # The bar of the cutoff crosses the edge, and a skipped node has no other caption than its move.
        box.below = label
    else:
        box.edge = label
    beside = 0.0
    if picture.windows and (node.show_window or (node.children and node.status != "skipped")):
        beside = 2 * max(text_width(text, 12) + 4 for text in (*WINDOW_WORDS, *(box.window or ())))
    elif state_board is not None and node.role != "LEAF":
        beside = 2 * TAG
    box.width = max(box.body_width + beside, text_width(box.below, 12) + 6, text_width(box.edge, 12) / LABEL_AT + 6)
    caption_may_follow = picture.has_events and node.role != "LEAF" and node.status != "skipped"
    box.room = box.body + CAPTION if caption_may_follow else box.height
    return box


def _leaf(node: PictureNode, picture: Picture) -> Box:
    side = SQUARE if picture.explicit or node.value_text else SKIPPED_STATE
    return Box(max(side, text_width(node.value_text, 12) + 10), side, node.value_text, side / 2 + 4.5, node.title)


def _inner(node: PictureNode) -> Box:
    if node.status == "skipped" and not node.title:
        return Box(SKIPPED_STATE * 1.2, SKIPPED_STATE)
    fits = len(node.title) <= LONGEST_INSIDE
    static = "" if node.static is None else f"static {format_payoff(node.static)}"
    text = node.value_text or static
    if node.role in ("MAX", "MIN"):
        box = Box(*TRIANGLE, node.title if fits else "", 28.0 if node.role == "MAX" else 16.0)
    else:
        symbol = {"CHANCE": node.title if fits else "", "SIMULTANEOUS": "all"}.get(node.role, node.role)
        fits = fits and node.role == "CHANCE"
        box = Box(*CIRCLE, symbol, CIRCLE[1] / 2 + 4.5)
    box.below = " ".join(filter(None, ("" if fits else node.title, text)))
    return box
