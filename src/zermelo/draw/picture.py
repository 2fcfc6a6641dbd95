"""A search tree at one moment: the bare tree with what the events up to then have told of it. An explicit tree is shown
whole; of a game, only the nodes that the events speak of."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.draw.growing import grow
from zermelo.draw.marks import Mark, fold
from zermelo.draw.model import Conduct, Cut, Picture, PictureNode
from zermelo.events import Enter, Event, Improve
from zermelo.state import State


def picture(
    root: State, events: Sequence[Event] | None = None, *, step: int | None = None, conduct: Conduct | None = None
) -> Picture:
    """The tree of `root` after `step` of the events (None: all of them); with `conduct` it shows what everybody does in an
    equilibrium, in place of the answer."""
    events = events or ()
    trace = fold(events if step is None else events[: max(step, 0)])
    drawn = grow(root, trace)
    drawn.told = bool(events)
    drawn.evaluated = trace.evaluated
    drawn.windows = any(
        isinstance(each, Enter | Improve) and (each.alpha is not None or each.beta is not None) for each in events
    )
    many = any(each.role.startswith("P") or isinstance(each.value, tuple) for each in drawn.nodes)
    for node in drawn.nodes:
        if many and node.role in ("MAX", "MIN") and node.name not in trace.roles:
            node.role = "P1" if node.role == "MAX" else "P2"
        _apply(trace.marks.get(node.name), node, drawn)
    index = {node.name: number for number, node in enumerate(drawn.nodes)}
    if trace.current in index:
        drawn.nodes[index[trace.current]].status = "current"
    for node_name, cut in trace.cuts.items():
        if node_name in index:
            by = None if cut.by is None else index.get(cut.by)
            drawn.cuts.append(Cut(len(drawn.cuts) + 1, index[node_name], by, cut.kind, cut.deep))
    if any(name in index and drawn.nodes[index[name]].role != "LEAF" for name in drawn.evaluated):
        drawn.leaves = None
    if conduct is not None:
        _behave(drawn, conduct)
        return drawn
    drawn.path = _follow(drawn.nodes, trace.line)
    for number in drawn.path:
        drawn.nodes[number].on_path = True
    return drawn


def _behave(drawn: Picture, conduct: Conduct) -> None:
    """What is played goes on through every branch of chance; the path ends at the first."""
    nodes = drawn.nodes
    nodes[0].on_path = True
    for node in nodes:
        move, worth = conduct.get(node.name, (None, None))
        if node.name in conduct:
            node.value, node.bound = worth, "exact"
        for child in (nodes[number] for number in node.children):
            chosen = node.role == "CHANCE" or (move is not None and child.move == move)
            child.on_path = chosen and node.on_path
            child.choice = chosen and not node.on_path and node.role != "CHANCE"
    path = [0]
    while nodes[path[-1]].role != "CHANCE":
        following = [number for number in nodes[path[-1]].children if nodes[number].on_path]
        if not following:
            break
        path.append(following[0])
    drawn.path = path if len(path) > 1 else []


def _apply(mark: Mark | None, node: PictureNode, drawn: Picture) -> None:
    if mark is None:
        if node.parent >= 0 and drawn.nodes[node.parent].status == "skipped":
            node.status = "skipped"
        return
    node.status, node.visits, node.alpha, node.beta = mark.status, mark.visits, mark.alpha, mark.beta
    node.valued, node.cut = mark.valued, mark.status == "skipped"
    if node.cut and not drawn.written:
        # Nobody has looked at this state, so nobody knows whether the game is over there.
        node.value = node.bound = None
    # A leaf's own payoff is the better text: events hold fractions as decimals.
    if mark.bound is not None and (node.role != "LEAF" or mark.visits is not None):
        node.value, node.bound = mark.value, mark.bound
    node.windowed = drawn.windows and mark.entered and not mark.valued and node.role != "LEAF"


def _follow(nodes: list[PictureNode], line: tuple[str, ...]) -> list[int]:
    path = [0]
    for move in line:
        step = next((child for child in nodes[path[-1]].children if nodes[child].move == move), None)
        if step is None:
            break
        path.append(step)
    return path if len(path) > 1 else []
