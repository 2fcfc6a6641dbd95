"""How much room a node of an SVG picture takes, and which words stand in it, under it and beside it."""

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
"""How far alpha and beta stand from a shape, and from one that wears the ring."""
LONGEST_INSIDE = 2
WINDOW_WORDS = ("α -∞", "β ∞")
LABEL_AT = 0.66
"""How far down its edge a label stands; edges are closer together there than at their lower ends."""


@dataclass(slots=True)
class Box:
    """The room of one node. Its shape, or the frame of its board, comes first; a caption may stand below it.

    width, room             what the layout keeps free; captions to come are counted in `room` already
    body_width, body        the shape
    inside, inside_at       words in the shape, and how far down they stand
    below, strong           the caption, and whether it is a value
    window                  alpha and beta
    edge                    the words on the edge above
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
        """From the top of the shape to where its edges begin."""
        return self.body + (CAPTION if self.below else 0)


def text_width(text: str, size: float) -> float:
    """A fair guess at the width of a text, on the wide side: browsers do not all have the same letters."""
    return sum(1.0 if east_asian_width(each) in "WF" else 0.6 for each in text) * size


def measure(node: PictureNode, drawn: Picture, boards: bool) -> Box:
    """The room for one node of a picture."""
    look = board(node.state) if boards and not drawn.written and node.status != "skipped" else None
    if look is not None:
        box = Box(look.width + 2 * FRAME, look.height + 2 * FRAME, board=look)
        box.below = " ".join(filter(None, (node.title, node.worth)))
    elif node.role == "LEAF":
        box = _leaf(node, drawn)
    else:
        box = _inner(node)
    box.strong = bool(node.worth) and box.below.endswith(node.worth)
    box.window = node.window if node.windowed else None
    label = " ".join(filter(None, (node.branch, node.odds)))
    if node.cut and not box.below:
        # A bar crosses the edge already, and the move is all there is to say of the node.
        box.below = label
    else:
        box.edge = label
    beside = 0.0
    if drawn.windows and (node.windowed or (node.children and node.status != "skipped")):
        beside = 2 * max(text_width(words, 12) + 4 for words in (*WINDOW_WORDS, *(box.window or ())))
    elif look is not None and node.role != "LEAF":
        beside = 2 * TAG
    box.width = max(box.body_width + beside, text_width(box.below, 12) + 6, text_width(box.edge, 12) / LABEL_AT + 6)
    waits = drawn.told and node.role != "LEAF" and node.status != "skipped"
    box.room = box.body + CAPTION if waits else box.height
    return box


def _leaf(node: PictureNode, drawn: Picture) -> Box:
    side = SQUARE if drawn.written or node.worth else SKIPPED_STATE
    return Box(max(side, text_width(node.worth, 12) + 10), side, node.worth, side / 2 + 4.5, node.title)


def _inner(node: PictureNode) -> Box:
    if node.status == "skipped" and not node.title:
        return Box(SKIPPED_STATE * 1.2, SKIPPED_STATE)
    fits = len(node.title) <= LONGEST_INSIDE
    static = "" if node.static is None else f"static {format_payoff(node.static)}"
    words = node.worth or static
    if node.role in ("MAX", "MIN"):
        box = Box(*TRIANGLE, node.title if fits else "", 28.0 if node.role == "MAX" else 16.0)
    else:
        sign = {"CHANCE": node.title if fits else "", "SIMULTANEOUS": "all"}.get(node.role, node.role)
        fits = fits and node.role == "CHANCE"
        box = Box(*CIRCLE, sign, CIRCLE[1] / 2 + 4.5)
    box.below = " ".join(filter(None, ("" if fits else node.title, words)))
    return box
