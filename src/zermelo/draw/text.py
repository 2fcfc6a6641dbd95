"""A tree for the terminal: drawn from the top down where it fits, else as an indented outline, which always does.

            ▲A 3
        ┏━━━━┹─────┐            heavy lines are the path of the answer
       ▼B 3      ▼C ≤ 2
     ┏━━┹─┐     ┌──┴──╳         a cut branch, and what was skipped below it
    D 3  E 12  F 2  (G 4)

The node where the search stands is written »▼C«, with its window below it, like those above it that wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from zermelo.draw.layout import tidy
from zermelo.draw.lettering import Ink, cell_width, label, window
from zermelo.draw.model import Picture
from zermelo.draw.outline import MAX_LINES, outline
from zermelo.draw.picture import picture
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
    """The tree of `root` after `step` of the events, in at most `width` columns where that is possible."""
    drawn = picture(root, events, step=step)
    ink = Ink(colour)
    lines, left_out = _top_down(drawn, width, ink), 0
    if lines is None:
        lines, left_out = outline(drawn, width, ink)
    note = drawn.note(left_out)
    return "\n".join([*lines, note] if note else lines)


@dataclass(slots=True)
class _Cell:
    """A piece of text in a row, with its first column and its style."""

    at: int
    content: str
    style: str = ""


def _top_down(drawn: Picture, width: int, ink: Ink) -> list[str] | None:
    """The lines of the drawing, or None if it does not fit."""
    nodes = drawn.nodes
    labels = [label(node) for node in nodes]
    below = [window(node) for node in nodes]
    edges = [" ".join(filter(None, (node.branch if node.title else "", node.odds))) for node in nodes]
    widths = [max(map(cell_width, each)) for each in zip(labels, below, edges, strict=True)]
    if nodes[-1].depth > MAX_LINES // 2 or max(widths) > width:
        return None
    middles = [round(middle - 0.5) for middle in tidy([node.children for node in nodes], widths, GAP)]
    if max(middle + (wide + 1) // 2 for middle, wide in zip(middles, widths, strict=True)) > width:
        return None
    levels: list[list[int]] = [[] for _ in range(nodes[-1].depth + 1)]
    for number in _in_drawn_order(drawn):
        levels[nodes[number].depth].append(number)
    rows: list[list[_Cell]] = []
    for depth, level in enumerate(levels):
        if depth:
            rows.append(_connectors(drawn, levels[depth - 1], middles))
            rows.append([_centred(middles[each], edges[each], "") for each in level if edges[each]])
        rows.append([_centred(middles[each], labels[each], ink.style(nodes[each])) for each in level])
        rows.append([_centred(middles[each], below[each], "") for each in level if below[each]])
    return [_join(row, ink) for row in rows if row]


def _in_drawn_order(drawn: Picture) -> list[int]:
    order = [0]
    for number in order:
        order.extend(drawn.nodes[number].children)
    return order


def _centred(middle: int, content: str, style: str) -> _Cell:
    return _Cell(middle - (cell_width(content) - 1) // 2, content, style)


def _connectors(drawn: Picture, parents: list[int], middles: list[int]) -> list[_Cell]:
    row = []
    for parent in parents:
        brood = drawn.nodes[parent].children
        if not brood:
            continue
        cut = {middles[each] for each in brood if drawn.nodes[each].cut}
        bottoms = {middles[each]: 2 if drawn.nodes[each].on_path else 1 for each in brood}
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


def _join(row: list[_Cell], ink: Ink) -> str:
    pieces: list[tuple[str, str]] = []
    column = 0
    for cell in row:
        pieces.append((" " * (cell.at - column), pieces[-1][1] if pieces and cell.at == column else ""))
        pieces.append((cell.content, cell.style))
        column = cell.at + cell_width(cell.content)
    runs = groupby(pieces, key=itemgetter(1))
    return "".join(ink.paint("".join(content for content, _ in run), style) for style, run in runs)
