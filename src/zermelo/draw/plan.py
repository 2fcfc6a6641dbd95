"""Where everything of a drawn tree goes, in pixels from the top left: nodes, edges, bars, arcs. SVG and TikZ only put
their pens to it."""

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
    """The line from a parent (x1, y1) down to the node `child` (x2, y2), and where its label stands."""

    child: int
    x1: float
    y1: float
    x2: float
    y2: float

    def at(self, share: float) -> tuple[float, float]:
        return self.x1 + share * (self.x2 - self.x1), self.y1 + share * (self.y2 - self.y1)

    @property
    def label(self) -> tuple[float, float]:
        return self.at(LABEL_AT)


class Bar(NamedTuple):
    """A short line from (x1, y1) to (x2, y2) across a cut edge or beside whoever caused it, and a number at (x, y)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float
    number: str


class Plan:
    """A picture laid out: `x` is the middle and `y` the top of each node, `boxes` what it consists of."""

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
        self.note_at = (MARGIN, self.height - MARGIN + 4)

    def edge(self, child: int) -> Edge:
        parent = self.nodes[child].parent
        foot = self.y[parent] + self.boxes[parent].height
        return Edge(child, self.x[parent], foot, self.x[child], self.y[child])

    def edges(self) -> Iterator[Edge]:
        return map(self.edge, range(1, len(self.nodes)))

    def bars(self) -> Iterator[Bar]:
        """A bar across every cut edge; the last of each cutoff has its number, where no other bar hides it."""
        numbers = {cut.node: str(cut.number) for cut in self.drawn.cuts if cut.by is not None}
        for child in reversed(range(len(self.nodes))):
            if self.nodes[child].cut:
                edge = self.edge(child)
                x, y = edge.at(BAR_AT)
                run = (edge.x2 - edge.x1) / (edge.y2 - edge.y1)
                yield _bar(x, y, run, numbers.pop(self.nodes[child].parent, ""))

    def blame(self) -> Iterator[Bar]:
        """The same bar beside each ancestor that caused cutoffs, with their numbers."""
        numbers: dict[int, list[int]] = {}
        for cut in self.drawn.cuts:
            if cut.by is not None:
                numbers.setdefault(cut.by, []).append(cut.number)
        for node, caused in numbers.items():
            pointed = self.nodes[node].role == "MAX" and self.boxes[node].board is None
            x = self.x[node] + self.boxes[node].body_width / 2 + (4 if pointed else 12)
            shown = ",".join(map(str, caused[:SHOWN_NUMBERS])) + ("…" if len(caused) > SHOWN_NUMBERS else "")
            yield _bar(x, self.y[node] + 4, 0.5, shown)

    def arcs(self) -> Iterator[tuple[tuple[float, float], ...]]:
        """For each deep cutoff a Bézier curve from the ancestor to the node that was cut, beside the tree's lines."""
        for cut in self.drawn.cuts:
            if cut.deep and cut.by is not None:
                above, below = self.boxes[cut.by], self.boxes[cut.node]
                side = 1 if self.x[cut.node] >= self.x[cut.by] else -1
                x1, y1 = self.x[cut.by] + side * (above.body_width / 2 - 4), self.y[cut.by] + above.body - 2
                x2, y2 = self.x[cut.node] + side * below.body_width / 2, self.y[cut.node] + below.body / 2
                bend = side * max(x1 * side, x2 * side) + side * 36
                yield (x1, y1), (bend, y1 + 30), (bend, y2 - 30), (x2, y2)


def _bar(x: float, y: float, run: float, number: str) -> Bar:
    """Across a line that goes `run` to the side for every step down."""
    length = (run * run + 1) ** 0.5
    dx, dy = 8 / length, -8 * run / length
    return Bar(x - dx, y - dy, x + dx, y + dy, x + 11, y + 2, number)
