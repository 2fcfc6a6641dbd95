"""A tree as one self-contained SVG drawing: no scripts, no fonts from elsewhere, a light ground that reads on any page.

Shapes carry the meaning and colours repeat it: MAX points up, MIN down, chance and the players of larger games are
round, leaves square. The path of the answer is a thick line, the node where the search stands wears a thick ring.
A short numbered bar crosses each cut branch, and the same bar and number stand beside the ancestor that caused it.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from zermelo.draw.boxes import LABEL_AT, measure, text_width
from zermelo.draw.layout import stack, tidy
from zermelo.draw.model import Picture
from zermelo.draw.picture import picture
from zermelo.draw.shapes import ATTENTION, GROUND, bar, shape, words
from zermelo.events import Event
from zermelo.state import State

INK, QUIET, PALE, LINE, ANSWER = "#1B1F24", "#4B5563", "#8A919C", "#6B7280", "#009E73"
COLOURS = {
    "MAX": ("#0072B2", "#DCEBF5"),
    "MIN": ("#D55E00", "#FBE6D9"),
    "CHANCE": ("#CC79A7", "#F8E9F1"),
    "LEAF": ("#4B5563", "#ECEEF1"),
}
MANY = ("#4B5563", "#ECEEF1")
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MARGIN, GAP, LEVEL_GAP, NOTE = 20.0, 14.0, 40.0, 24.0
BAR_AT = 0.4
RING = f'fill="none" stroke="{ATTENTION}" stroke-width="11" class="current"'


def svg(root: State, events: Sequence[Event] | None = None, *, step: int | None = None, boards: bool = True) -> str:
    """The tree of `root` after `step` of the events; `boards` draws the states of a game inside their nodes."""
    return _Drawing(picture(root, events, step=step), boards).document()


class _Drawing:
    def __init__(self, drawn: Picture, boards: bool) -> None:
        self.drawn, self.nodes = drawn, drawn.nodes
        self.boxes = [measure(node, drawn, boards) for node in self.nodes]
        middles = tidy([node.children for node in self.nodes], [box.width for box in self.boxes], GAP)
        # The edges of a wide tree are flat, and its labels unreadable, unless its levels are further apart.
        gap = min(max(max(middles) / 16, LEVEL_GAP), 2.5 * LEVEL_GAP)
        tops = stack([node.depth for node in self.nodes], [box.room for box in self.boxes], gap)
        self.x = [MARGIN + middle for middle in middles]
        self.y = [MARGIN + tops[node.depth] for node in self.nodes]
        self.note = drawn.note()
        right = max(x + box.width / 2 for x, box in zip(self.x, self.boxes, strict=True))
        self.width = max(right, MARGIN + text_width(self.note, 12)) + MARGIN
        self.height = MARGIN + tops[-1] + MARGIN + (NOTE if self.note else 0)

    def document(self) -> str:
        width, height = f"{self.width:.0f}", f"{self.height:.0f}"
        root = self.nodes[0]
        name = escape(root.title or "the game")
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" role="img" style="max-width:100%;height:auto">',
            f"<title>Tree of {name}</title>",
            f"<desc>{escape(self._description())}</desc>",
            f'<rect width="{width}" height="{height}" rx="6" fill="{GROUND}"/>',
            f'<g font-family="{FONT}" font-size="12" text-anchor="middle" fill="{INK}">',
        ]
        parts.extend(self._edge(number) for number in range(1, len(self.nodes)))
        parts.extend(self._arc(cut.by, cut.node) for cut in self.drawn.cuts if cut.deep and cut.by is not None)
        blamed = self.drawn.blamed()
        parts.extend(self._node(number, blamed.get(number, [])) for number in range(len(self.nodes)))
        parts.extend(self._bars())
        if self.note:
            y = self.height - MARGIN + 4
            parts.append(f'<text x="{MARGIN:g}" y="{y:.1f}" text-anchor="start" fill="{QUIET}">{escape(self.note)}</text>')
        parts.append("</g></svg>")
        return "".join(parts)

    def _description(self) -> str:
        told = [f"{len(self.nodes):,} nodes"]
        if self.nodes[0].worth:
            told.append(f"the root is worth {self.nodes[0].worth}")
        if self.drawn.path:
            moves = [self.nodes[number].title or self.nodes[number].branch for number in self.drawn.path[1:]]
            told.append("the answer is " + " ".join(moves))
        skipped = sum(node.cut for node in self.nodes)
        if skipped:
            told.append(f"{skipped:,} branches are cut")
        return "; ".join(told) + "."

    def _ends(self, child: int) -> tuple[float, float, float, float]:
        """Where the edge above a node begins and ends."""
        parent = self.nodes[child].parent
        below = self.y[parent] + self.boxes[parent].height
        return self.x[parent], below, self.x[child], self.y[child]

    def _edge(self, number: int) -> str:
        node = self.nodes[number]
        x1, y1, x2, y2 = self._ends(number)
        style = f'stroke="{LINE}" stroke-width="1.3"'
        if node.on_path:
            style = f'stroke="{ANSWER}" stroke-width="4.5" stroke-linecap="round" class="path"'
        elif node.status == "skipped":
            style = f'stroke="{PALE}" stroke-width="1.2" stroke-dasharray="3 4"'
        line = f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'
        label = self.boxes[number].edge
        if label:
            x, y = x1 + LABEL_AT * (x2 - x1), y1 + LABEL_AT * (y2 - y1) + 4
            half = 0.42 * text_width(label, 12)
            line += f'<rect x="{x - half:.1f}" y="{y - 11:.1f}" width="{2 * half:.1f}" height="14" fill="{GROUND}"/>'
            line += words(x, y, label, PALE if node.status == "skipped" else QUIET)
        return line

    def _arc(self, ancestor: int, node: int) -> str:
        """A deep cutoff: from the ancestor that caused it, beside the tree's own lines, to the node that was cut."""
        side = 1 if self.x[node] >= self.x[ancestor] else -1
        x1 = self.x[ancestor] + side * (self.boxes[ancestor].body_width / 2 - 4)
        y1 = self.y[ancestor] + self.boxes[ancestor].body - 2
        x2, y2 = self.x[node] + side * self.boxes[node].body_width / 2, self.y[node] + self.boxes[node].body / 2
        bend = max(x1 * side, x2 * side) * side + side * 36
        return (
            f'<path d="M{x1:.1f} {y1:.1f}C{bend:.1f} {y1 + 30:.1f} {bend:.1f} {y2 - 30:.1f} {x2:.1f} {y2:.1f}" fill="none" '
            f'stroke="{ATTENTION}" stroke-width="1.6" stroke-dasharray="3 4" class="deep"/>'
        )

    def _node(self, number: int, blame: list[int]) -> str:
        node, box, x, y = self.nodes[number], self.boxes[number], self.x[number], self.y[number]
        skipped = node.status == "skipped"
        stroke, fill = COLOURS.get(node.role, MANY)
        if skipped or node.status == "unseen":
            fill = GROUND
        ink = PALE if skipped else INK
        parts = ['<g opacity="0.75">' if skipped else "<g>"]
        if node.status == "current":
            parts.append(shape(node.role, x, y, box, RING))
        dashed = 'stroke-dasharray="3 3" ' if skipped else ""
        look = f'fill="{fill}" stroke="{PALE if skipped else stroke}" stroke-width="{1.3 if skipped else 2}" {dashed}'
        parts.append(shape(node.role, x, y, box, look))
        if box.inside:
            parts.append(words(x, y + box.inside_at, box.inside, ink, bold=node.role == "LEAF"))
        if box.below:
            parts.append(words(x, y + box.body + 16, box.below, ink, bold=box.strong, halo=True))
        if box.window:
            low = y + box.body / 2 + 8
            parts.append(words(x - box.body_width / 2 - 3, low, box.window[0], QUIET, anchor="end"))
            parts.append(words(x + box.body_width / 2 + 3, low, box.window[1], QUIET, anchor="start"))
        if blame:
            left = x + box.body_width / 2 + (4 if node.role == "MAX" and box.board is None else 12)
            parts.append(bar(left, y + 4, 0.5))
            many = ",".join(map(str, blame[:3])) + ("…" if len(blame) > 3 else "")
            parts.append(words(left + 11, y + 7, many, QUIET, anchor="start", size=10))
        return "".join(parts) + "</g>"

    def _bars(self) -> list[str]:
        bars = []
        numbers = {cut.node: cut.number for cut in self.drawn.cuts if cut.by is not None}
        # From the right, so that the number stands at the last bar of its cutoff, where no other bar hides it.
        for child in reversed(range(len(self.nodes))):
            node = self.nodes[child]
            if node.cut:
                x1, y1, x2, y2 = self._ends(child)
                x, y = x1 + BAR_AT * (x2 - x1), y1 + BAR_AT * (y2 - y1)
                bars.append(bar(x, y, (x2 - x1) / (y2 - y1)))
                number = numbers.pop(node.parent, None)
                if number is not None:
                    bars.append(words(x + 11, y + 2, str(number), QUIET, anchor="start", size=10, halo=True))
        return bars
