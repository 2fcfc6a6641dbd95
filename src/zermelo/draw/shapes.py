"""The strokes that SVG pictures are made of: words, bars, rings and the shapes of nodes."""

from __future__ import annotations

from math import hypot
from xml.sax.saxutils import escape

from zermelo.draw.boxes import FRAME, TAG, Box

ATTENTION = "#E69F00"
GROUND = "#FFFFFF"
BAR = 8.0


def words(
    x: float,
    y: float,
    text: str,
    ink: str,
    *,
    anchor: str = "middle",
    size: int = 12,
    bold: bool = False,
    halo: bool = False,
) -> str:
    """A text on its baseline; a halo keeps it readable where lines pass behind it."""
    look = f'x="{x:.1f}" y="{y:.1f}" fill="{ink}"'
    if anchor != "middle":
        look += f' text-anchor="{anchor}"'
    if size != 12:
        look += f' font-size="{size}"'
    if bold:
        look += ' font-weight="600"'
    if halo:
        look += f' stroke="{GROUND}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
    return f"<text {look}>{escape(text)}</text>"


def bar(x: float, y: float, run: float) -> str:
    """A short thick line across an edge that goes `run` to the side for every step down."""
    length = hypot(run, 1)
    dx, dy = BAR / length, -BAR * run / length
    return (
        f'<line x1="{x - dx:.1f}" y1="{y - dy:.1f}" x2="{x + dx:.1f}" y2="{y + dy:.1f}" '
        f'stroke="{ATTENTION}" stroke-width="4" class="cut"/>'
    )


def shape(role: str, x: float, y: float, box: Box, look: str) -> str:
    """The shape of a role, with its top at y; around a board a frame, tagged by the shape of who moves."""
    half = box.body_width / 2
    if box.board is not None:
        frame = f'<rect x="{x - half:.1f}" y="{y:.1f}" width="{box.body_width:.1f}" height="{box.body:.1f}" rx="4" {look}/>'
        inner = f'<g transform="translate({x - half + FRAME:.1f} {y + FRAME:.1f})">{box.board.body}</g>'
        tag = "" if role == "LEAF" else _plain(role, x - half - TAG / 2 - 1, y, TAG - 4, TAG - 4, look)
        return frame + inner + tag
    return _plain(role, x, y, box.body_width, box.body, look)


def _plain(role: str, x: float, y: float, width: float, height: float, look: str) -> str:
    half = width / 2
    if role == "LEAF":
        return f'<rect x="{x - half:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" {look}/>'
    if role == "MAX":
        points = f"{x:.1f},{y:.1f} {x + half:.1f},{y + height:.1f} {x - half:.1f},{y + height:.1f}"
    elif role == "MIN":
        points = f"{x - half:.1f},{y:.1f} {x + half:.1f},{y:.1f} {x:.1f},{y + height:.1f}"
    else:
        return f'<circle cx="{x:.1f}" cy="{y + height / 2:.1f}" r="{height / 2:.1f}" {look}/>'
    return f'<polygon points="{points}" stroke-linejoin="round" {look}/>'
