"""Lay out a drawn tree: positions of nodes, edges, bars and arcs, in pixels from the top left, for SVG and TikZ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.draw.boxes import LABEL_AT, measure, text_width
from zermelo.draw.layout import stack, tidy
from zermelo.draw.model import Picture

MARGIN, GAP, LEVEL_GAP, NOTE = 20.0, 14.0, 40.0, 24.0
BAR_AT = 0.4
SHOWN_NUMBERS = 3


class Edge(NamedTuple):
    """The line from a parent at (x1, y1) down to the node `child` at (x2, y2)."""

    child: int
    x1: float
    y1: float
    x2: float
    y2: float

    def at(self, share: float) -> tuple[float, float]:
        """Return the point at this share of the way down."""
        return self.x1 + share * (self.x2 - self.x1), self.y1 + share * (self.y2 - self.y1)

    @property
    def label(self) -> tuple[float, float]:
        """The middle of the label."""
        return self.at(LABEL_AT)


class Bar(NamedTuple):
    """The mark of a cutoff: a short line from (x1, y1) to (x2, y2), and the cutoff's number at (x, y)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    number: str


class Plan:
    """A picture laid out: `x` is the middle and `y` the top of each node, `boxes` its size and texts."""

    def __init__(self, picture: Picture, boards: bool) -> None:
        self.picture, self.nodes = picture, picture.nodes
        self.boxes = [measure(node, picture, boards) for node in self.nodes]
        middles = tidy([node.children for node in self.nodes], [box.width for box in self.boxes], GAP)
        # Wide trees need more space between levels: flat edges make their labels unreadable.
        gap = min(max(max(middles) / 16, LEVEL_GAP), 2.5 * LEVEL_GAP)
        tops = stack([node.depth for node in self.nodes], [box.room for box in self.boxes], gap)
        self.x = [MARGIN + middle for middle in middles]
        self.y = [MARGIN + tops[node.depth] for node in self.nodes]
        self.note = picture.note()
        right = max(x + box.width / 2 for x, box in zip(self.x, self.boxes, strict=True))
        self.width = max(right, MARGIN + text_width(self.note, 12)) + MARGIN
        self.height = MARGIN + tops[-1] + MARGIN + (NOTE if self.note else 0)
        self.note_at = (MARGIN, self.height - MARGIN + 4)

    def edge(self, child: int) -> Edge:
        parent = self.nodes[child].parent
        foot = self.y[parent] + self.boxes[parent].height
        return Edge(child, self.x[parent], foot, self.x[child], self.y[child])

    def edges(self) -> Iterator[Edge]:
        return map(self.edge, range(1, len(self.nodes)))

    def bars(self) -> Iterator[Bar]:
        """Yield a bar across every cut edge; the last edge of each cutoff carries its number."""
        numbers = {cut.node: str(cut.number) for cut in self.picture.cuts if cut.by is not None}
        for child in reversed(range(len(self.nodes))):
            if self.nodes[child].cut:
                edge = self.edge(child)
                x, y = edge.at(BAR_AT)
                run = (edge.x2 - edge.x1) / (edge.y2 - edge.y1)
                yield _bar(x, y, run, numbers.pop(self.nodes[child].parent, ""))

    def cause_bars(self) -> Iterator[Bar]:
        """Yield a bar beside each ancestor whose bound caused cutoffs, with their numbers."""
        numbers: dict[int, list[int]] = {}
        for cut in self.picture.cuts:
            if cut.by is not None:
                numbers.setdefault(cut.by, []).append(cut.number)
        for node, caused in numbers.items():
            is_triangle = self.nodes[node].role == "MAX" and self.boxes[node].board is None
            x = self.x[node] + self.boxes[node].body_width / 2 + (4 if is_triangle else 12)
            shown = ",".join(map(str, caused[:SHOWN_NUMBERS])) + ("…" if len(caused) > SHOWN_NUMBERS else "")
            yield _bar(x, self.y[node] + 4, 0.5, shown)

    def arcs(self) -> Iterator[tuple[tuple[float, float], ...]]:
        """Yield a Bézier curve for each deep cutoff, from the ancestor with the bound to the node that was cut."""
        for cut in self.picture.cuts:
            if cut.deep and cut.by is not None:
                above, below = self.boxes[cut.by], self.boxes[cut.node]
                side = 1 if self.x[cut.node] >= self.x[cut.by] else -1
                x1, y1 = self.x[cut.by] + side * (above.body_width / 2 - 4), self.y[cut.by] + above.body - 2
                x2, y2 = self.x[cut.node] + side * below.body_width / 2, self.y[cut.node] + below.body / 2
                bend = side * max(x1 * side, x2 * side) + side * 36
                yield (x1, y1), (bend, y1 + 30), (bend, y2 - 30), (x2, y2)


def _bar(x: float, y: float, run: float, number: str) -> Bar:
    """Return a bar across a line that moves `run` pixels sideways for every pixel down."""
    length = (run * run + 1) ** 0.5
    dx, dy = 8 / length, -8 * run / length
    return Bar(x - dx, y - dy, x + dx, y + dy, x + 11, y + 2, number)
