"""A tree for the terminal: drawn from the top down if it fits, otherwise as an indented outline.

            ▲A 3
        ┏━━━━┹─────┐            heavy lines: the path of the answer
       ▼B 3      ▼C ≤ 2
     ┏━━┹─┐     ┌──┴──╳         ╳: a cut branch; skipped nodes are in brackets
    D 3  E 12  F 2  (G 4)

The current node is written »▼C«; it and its ancestors have their windows below them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from zermelo.draw.layout import tidy
from zermelo.draw.model import Picture
from zermelo.draw.outline import MAX_LINES, outline
from zermelo.draw.picture import picture
from zermelo.draw.terminal import Painter, cell_width, label, window_label
from zermelo.events import Event
from zermelo.state import State

GAP = 2

# Box-drawing characters by the weight of their arms (0 none, 1 light, 2 heavy): up, right, down, left, in base three.
_BOXES = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


def text(
    root: State,
    events: Sequence[Event] | None = None,
    *,
    step: int | None = None,
    width: int = 100,
    colour: bool = False,
) -> str:
    """Draw a tree or a recorded search with characters.

    Parameters
    ----------
    root, events, step
        As for `picture`.
    width : int
        Columns of the terminal; only an outline with long names is wider.
    colour : bool
        Use ANSI colours.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(text(tree("A(B=3 C=5)")))
        ▲A
     ┌──┴─┐
    B 3  C 5
    """
    drawn = picture(root, events, step=step)
    painter = Painter(colour)
    lines, left_out = _top_down(drawn, width, painter), 0
    if lines is None:
        lines, left_out = outline(drawn, width, painter)
    note = drawn.note(left_out)
    return "\n".join([*lines, note] if note else lines)


@dataclass(slots=True)
class _Cell:
    """A text in a row, with its first column and its style."""

    at: int
    content: str
    style: str = ""


def _top_down(drawn: Picture, width: int, painter: Painter) -> list[str] | None:
    """Return the lines of the drawing, or None if it does not fit."""
    nodes = drawn.nodes
    labels = [label(node) for node in nodes]
    windows = [window_label(node) for node in nodes]
    edges = [" ".join(filter(None, (node.edge_label if node.title else "", node.probability))) for node in nodes]
    widths = [max(map(cell_width, texts)) for texts in zip(labels, windows, edges, strict=True)]
    if nodes[-1].depth > MAX_LINES // 2 or max(widths) > width:
        return None
    middles = [round(middle - 0.5) for middle in tidy([node.children for node in nodes], widths, GAP)]
    if max(middle + (wide + 1) // 2 for middle, wide in zip(middles, widths, strict=True)) > width:
        return None
    levels: list[list[int]] = [[] for _ in range(nodes[-1].depth + 1)]
    for index in _in_drawn_order(drawn):
        levels[nodes[index].depth].append(index)
    rows: list[list[_Cell]] = []
    for depth, level in enumerate(levels):
        if depth:
            rows.append(_connectors(drawn, levels[depth - 1], middles))
            rows.append([_centred(middles[index], edges[index], "") for index in level if edges[index]])
        rows.append([_centred(middles[index], labels[index], painter.style(nodes[index])) for index in level])
        rows.append([_centred(middles[index], windows[index], "") for index in level if windows[index]])
    return [_join(row, painter) for row in rows if row]


def _in_drawn_order(drawn: Picture) -> list[int]:
    order = [0]
    for index in order:
        order.extend(drawn.nodes[index].children)
    return order


def _centred(middle: int, content: str, style: str) -> _Cell:
    return _Cell(middle - (cell_width(content) - 1) // 2, content, style)


def _connectors(drawn: Picture, parents: list[int], middles: list[int]) -> list[_Cell]:
    row = []
    for parent in parents:
        children = drawn.nodes[parent].children
        if not children:
            continue
        cut = {middles[index] for index in children if drawn.nodes[index].cut}
        bottoms = {middles[index]: 2 if drawn.nodes[index].on_path else 1 for index in children}
        chosen = next((column for column, weight in bottoms.items() if weight == 2), None)
        top = middles[parent]
        first, last = min(top, *bottoms), max(top, *bottoms)
        heavy = range(0) if chosen is None else range(min(top, chosen), max(top, chosen))
        # The weight of the line from each column to the next.
        across = {column: 2 if column in heavy else 1 for column in range(first, last)}
        for column in range(first, last + 1):
            if column in cut:
                row.append(_Cell(column, "╳", "cut"))
                continue
            up = 0 if column != top else 1 if chosen is None else 2
            arms = (up, across.get(column, 0), bottoms.get(column, 0), across.get(column - 1, 0))
            box = _BOXES[27 * arms[0] + 9 * arms[1] + 3 * arms[2] + arms[3]]
            row.append(_Cell(column, box, "path" if 2 in arms else ""))
    return row


def _join(row: list[_Cell], painter: Painter) -> str:
    pieces: list[tuple[str, str]] = []
    column = 0
    for cell in row:
        pieces.append((" " * (cell.at - column), pieces[-1][1] if pieces and cell.at == column else ""))
        pieces.append((cell.content, cell.style))
        column = cell.at + cell_width(cell.content)
    runs = groupby(pieces, key=itemgetter(1))
    return "".join(painter.paint("".join(content for content, _ in run), style) for style, run in runs)
