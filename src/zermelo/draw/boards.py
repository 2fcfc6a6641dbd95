"""Draw a state inside a node of an SVG tree: its own drawing if it has one, otherwise its text."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree
from xml.sax.saxutils import escape

from zermelo.draw.style import INK
from zermelo.state import State

SIDE = 72.0
LARGE = 240.0
LARGE_SIDE = 136.0
"""Drawings wider or higher than LARGE pixels are detailed and get a larger node."""
MAX_ROWS = 12
MAX_COLUMNS = 40
COLUMN = 6.7
ROW = 13.0
MARGIN = 6.0
DEFAULT_SIDE = 150.0


class Board(NamedTuple):
    """An SVG fragment with its top left corner at (0, 0); sizes are in pixels."""

    width: float
    height: float
    body: str


def board(state: State | None) -> Board | None:
    """Return the drawing of a state, or None if it has none that fits in a node."""
    if state is None:
        return None
    return _svg_board(state) or _text_board(state)


def _svg_board(state: State) -> Board | None:
    draw = getattr(state, "thumbnail", None) or getattr(state, "_repr_svg_", None)
    drawing = draw() if callable(draw) else None
    if not isinstance(drawing, str) or not drawing.startswith("<svg"):
        return None
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return None
    width, height = _size(root)
    side = SIDE if max(width, height) <= LARGE else LARGE_SIDE
    scale = side / max(width, height)
    body = (
        f'<svg width="{width * scale:.1f}" height="{height * scale:.1f}" viewBox="0 0 {width:g} {height:g}">'
        f"{drawing}</svg>"
    )
    return Board(width * scale, height * scale, body)


def _size(root: ElementTree.Element) -> tuple[float, float]:
    """Return width and height in pixels; a side not given in pixels follows from the view box."""
    box = [float(part) for part in re.findall(r"-?\d+(?:\.\d+)?", root.get("viewBox", ""))]
    ratio = box[3] / box[2] if len(box) == 4 and min(box[2:]) > 0 else 1.0
    width, height = (_pixels(root.get(name, "")) for name in ("width", "height"))
    width = width or (height / ratio if height else DEFAULT_SIDE)
    return width, height or width * ratio


def _pixels(length: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)(?:px)?", length.strip())
    return float(match[1]) if match else 0.0


def _text_board(state: State) -> Board | None:
    if type(state).__str__ is object.__str__ and type(state).__repr__ is object.__repr__:
        return None
    rows = str(state).rstrip().split("\n")
    columns = max(map(len, rows))
    if not columns or len(rows) > MAX_ROWS or columns > MAX_COLUMNS:
        return None
    width, height = columns * COLUMN + 2 * MARGIN, len(rows) * ROW + 2 * MARGIN
    lines = []
    for number, row in enumerate(rows):
        clean = "".join(character if character.isprintable() else "�" for character in row)
        y = MARGIN + (number + 0.78) * ROW
        lines.append(f'<text x="{MARGIN:g}" y="{y:.1f}" xml:space="preserve">{escape(clean)}</text>')
    style = f'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="11" text-anchor="start" fill="{INK}"'
    return Board(width, height, f"<g {style}>{''.join(lines)}</g>")
