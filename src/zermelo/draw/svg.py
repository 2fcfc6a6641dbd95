"""A tree as one self-contained SVG drawing: no scripts, no external fonts, and a light background.

Shapes carry the meaning and colours repeat it. MAX nodes point up, MIN nodes point down, chance nodes and the players of
games with more players are round, leaves are square. The path of the answer is a thick line, other moves of a strategy
profile are thin lines of the same colour, and the current node has a thick ring. A short numbered bar crosses each cut
branch; the same bar and number mark the ancestor whose bound caused the cutoff.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from zermelo.draw.boxes import FRAME, TAG, WINDOW_AT, WINDOW_AT_RING, Box, text_width
from zermelo.draw.model import StrategyProfile
from zermelo.draw.picture import picture
from zermelo.draw.plan import Bar, Edge, Plan
from zermelo.draw.style import (
    ANSWER,
    ANSWER_INK,
    ATTENTION,
    ATTENTION_INK,
    COLOURS,
    FONT,
    GROUND,
    INK,
    LINE,
    NEUTRAL,
    PALE,
    QUIET,
)
from zermelo.events import Event
from zermelo.state import State

RING = f'fill="none" stroke="{ATTENTION}" stroke-width="11" class="current"'


def svg(
    root: State,
    events: Sequence[Event] | None = None,
    *,
    step: int | None = None,
    boards: bool = True,
    profile: StrategyProfile | None = None,
) -> str:
    """Draw a tree or a recorded search as an SVG document.

    Parameters
    ----------
    root, events, step, profile
        As for `picture`.
    boards : bool
        Draw the states of a game inside their nodes.

    Examples
    --------
    >>> from zermelo import tree
    >>> svg(tree("A(B=3 C=5)")).startswith("<svg")
    True
    """
    plan = Plan(picture(root, events, step=step, profile=profile), boards)
    width, height = f"{plan.width:.0f}", f"{plan.height:.0f}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" style="max-width:100%;height:auto">',
        f"<title>Tree of {escape(plan.nodes[0].title or 'the game')}</title>",
        f"<desc>{escape(plan.picture.summary())}</desc>",
        f'<rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>',
        f'<g font-family="{FONT}" font-size="12" text-anchor="middle" fill="{INK}">',
    ]
    parts.extend(_edge(plan, edge) for edge in plan.edges())
    parts.extend(_arc(points) for points in plan.arcs())
    parts.extend(_node(plan, number) for number in range(len(plan.nodes)))
    parts.extend(map(_bar, plan.bars()))
    parts.extend(map(_bar, plan.cause_bars()))
    parts.append(_text_at(*plan.note_at, plan.note, QUIET, anchor="start"))
    parts.append("</g></svg>")
    return "".join(parts)


def _edge(plan: Plan, edge: Edge) -> str:
    node = plan.nodes[edge.child]
    style = f'stroke="{LINE}" stroke-width="1.3"'
    if node.on_path:
        style = f'stroke="{ANSWER}" stroke-width="4.5" stroke-linecap="round" class="path"'
    elif node.choice:
        style = f'stroke="{ANSWER_INK}" stroke-width="2" class="choice"'
    elif node.status == "skipped":
        style = f'stroke="{PALE}" stroke-width="1.2" stroke-dasharray="3 4"'
    line = f'<line x1="{edge.x1:.1f}" y1="{edge.y1:.1f}" x2="{edge.x2:.1f}" y2="{edge.y2:.1f}" {style}/>'
    label = plan.boxes[edge.child].edge
    if label:
        x, y = edge.label
        half = 0.42 * text_width(label, 12)
        line += f'<rect x="{x - half:.1f}" y="{y - 7:.1f}" width="{2 * half:.1f}" height="14" fill="{GROUND}"/>'
        line += _text_at(x, y + 4, label, QUIET)
    return line


def _arc(points: tuple[tuple[float, float], ...]) -> str:
    start, *rest = (f"{x:.1f} {y:.1f}" for x, y in points)
    look = f'fill="none" stroke="{ATTENTION_INK}" stroke-width="1.6" stroke-dasharray="3 4" class="deep"'
    return f'<path d="M{start}C{" ".join(rest)}" {look}/>'


def _bar(bar: Bar) -> str:
    ends = f'x1="{bar.x1:.1f}" y1="{bar.y1:.1f}" x2="{bar.x2:.1f}" y2="{bar.y2:.1f}"'
    line = f'<line {ends} stroke="{ATTENTION_INK}" stroke-width="4" class="cut"/>'
    return line + _text_at(bar.x, bar.y, bar.number, QUIET, anchor="start", size=10)


def _node(plan: Plan, number: int) -> str:
    node, box, x, y = plan.nodes[number], plan.boxes[number], plan.x[number], plan.y[number]
    skipped = node.status == "skipped"
    stroke, tint = COLOURS.get(node.role, NEUTRAL)
    fill = GROUND if node.status in ("skipped", "unseen") else tint
    ink, pen = INK, f'stroke="{stroke}" stroke-width="2"'
    if skipped:
        ink, pen = QUIET, f'stroke="{PALE}" stroke-width="1.3" stroke-dasharray="3 3"'
    parts = ["<g>"]
    if node.status == "current":
        parts.append(_shape(node.role, x, y, box, RING))
    parts.append(_shape(node.role, x, y, box, f'fill="{fill}" {pen}'))
    if box.board is not None:
        corner = f"{x - box.body_width / 2 + FRAME:.1f} {y + FRAME:.1f}"
        parts.append(f'<g transform="translate({corner})">{box.board.body}</g>')
    parts.append(_text_at(x, y + box.inside_at, box.inside, ink, bold=node.role == "LEAF"))
    parts.append(_text_at(x, y + box.body + 16, box.below, ink, bold=box.strong))
    if box.window:
        low = y + box.body / 2 + 8
        beside = box.body_width / 2 + (WINDOW_AT_RING if node.status == "current" else WINDOW_AT)
        parts.append(_text_at(x - beside, low, box.window[0], QUIET, anchor="end"))
        parts.append(_text_at(x + beside, low, box.window[1], QUIET, anchor="start"))
    return "".join(parts) + "</g>"


def _shape(role: str, x: float, y: float, box: Box, look: str) -> str:
    """Draw the shape of a role with its top at y; a board gets a frame, tagged with the shape of the player to move."""
    if box.board is None:
        return _outline(role, x, y, box.body_width, box.body, look)
    frame = _outline("LEAF", x, y, box.body_width, box.body, look)
    if role == "LEAF" or look == RING:
        return frame
    if role.startswith("P"):
        # A tag is too small for the number of a player.
        return frame + _text_at(x - box.body_width / 2 - 4, y + 9, role, QUIET, anchor="end", size=10)
    return frame + _outline(role, x - box.body_width / 2 - TAG / 2 - 1, y, TAG - 4, TAG - 4, look)


def _outline(role: str, x: float, y: float, width: float, height: float, look: str) -> str:
    left, right, low = x - width / 2, x + width / 2, y + height
    if role == "LEAF":
        return f'<rect x="{left:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="3" {look}/>'
    if role == "MAX":
        points = f"{x:.1f},{y:.1f} {right:.1f},{low:.1f} {left:.1f},{low:.1f}"
    elif role == "MIN":
        points = f"{left:.1f},{y:.1f} {right:.1f},{y:.1f} {x:.1f},{low:.1f}"
    else:
        return f'<circle cx="{x:.1f}" cy="{y + height / 2:.1f}" r="{height / 2:.1f}" {look}/>'
    return f'<polygon points="{points}" stroke-linejoin="round" {look}/>'


def _text_at(x: float, y: float, text: str, ink: str, *, anchor: str = "", size: int = 12, bold: bool = False) -> str:
    """Write a text at its baseline, with a halo that keeps it readable over lines; empty for an empty text."""
    if not text:
        return ""
    look = f'x="{x:.1f}" y="{y:.1f}" fill="{ink}"'
    look += f' text-anchor="{anchor}"' if anchor else ""
    look += f' font-size="{size}"' if size != 12 else ""
    look += ' font-weight="600"' if bold else ""
    halo = f'stroke="{GROUND}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
    return f"<text {look} {halo}>{escape(text)}</text>"
