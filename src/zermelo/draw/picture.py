"""Build the picture of a search tree after any number of events.

An explicit tree is shown whole; of a game, only the nodes that occur in the events.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.draw.marks import Mark, fold
from zermelo.draw.model import Cut, Picture, PictureNode, StrategyProfile
from zermelo.draw.skeleton import build_tree
from zermelo.events import Enter, Event, Improve
from zermelo.state import State


def picture(
    root: State,
    events: Sequence[Event] | None = None,
    *,
    step: int | None = None,
    profile: StrategyProfile | None = None,
) -> Picture:
    """Build the picture of a search tree, which all drawings are made from.

    Parameters
    ----------
    root : State
        The state from which the search started, or an explicit tree.
    events : sequence of Event, optional
        A recorded search, as its `watch=` received it.
    step : int, optional
        How many of the events to apply; all of them by default.
    profile : StrategyProfile, optional
        Show these moves and payoffs of an equilibrium instead of the answer of the search.

    Returns
    -------
    Picture
        Values are MAX's, or one payoff per player.

    Examples
    --------
    >>> from zermelo import tree
    >>> [node.value_text for node in picture(tree("A(B=3 C=5)")).nodes]
    ['', '3', '5']
    """
    events = events or ()
    trace = fold(events if step is None else events[: max(step, 0)])
    result = build_tree(root, trace)
    result.has_events = bool(events)
    result.evaluated = trace.evaluated
    result.windows = any(
        isinstance(event, Enter | Improve) and (event.alpha is not None or event.beta is not None) for event in events
    )
    multiplayer = any(node.role.startswith("P") or isinstance(node.value, tuple) for node in result.nodes)
    for node in result.nodes:
        if multiplayer and node.role in ("MAX", "MIN") and node.name not in trace.roles:
            node.role = "P1" if node.role == "MAX" else "P2"
        _apply(trace.marks.get(node.name), node, result)
    index = {node.name: number for number, node in enumerate(result.nodes)}
    if trace.current in index:
        result.nodes[index[trace.current]].status = "current"
    for node_name, cut in trace.cuts.items():
        if node_name in index:
            by = None if cut.by is None else index.get(cut.by)
            result.cuts.append(Cut(len(result.cuts) + 1, index[node_name], by, cut.kind, cut.deep))
    if any(name in index and result.nodes[index[name]].role != "LEAF" for name in result.evaluated):
        result.leaves = None
    if profile is not None:
        _show_profile(result, profile)
        return result
    result.path = _follow(result.nodes, trace.line)
    for number in result.path:
        result.nodes[number].on_path = True
    return result


def _show_profile(result: Picture, profile: StrategyProfile) -> None:
    """Mark the moves of a strategy profile; they continue in every branch of a chance node, where `path` ends."""
    nodes = result.nodes
    nodes[0].on_path = True
    for node in nodes:
        move, payoffs = profile.get(node.name, (None, None))
        if node.name in profile:
            node.value, node.bound = payoffs, "exact"
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
    result.path = path if len(path) > 1 else []


def _apply(mark: Mark | None, node: PictureNode, result: Picture) -> None:
    if mark is None:
        if node.parent >= 0 and result.nodes[node.parent].status == "skipped":
            node.status = "skipped"
        return
    node.status, node.visits, node.alpha, node.beta = mark.status, mark.visits, mark.alpha, mark.beta
    node.valued, node.cut = mark.valued, mark.status == "skipped"
    if node.cut and not result.explicit:
        # The search never visited this state, so its payoff is unknown.
        node.value = node.bound = None
    # Keep the payoff of a leaf: events hold fractions as decimals.
    if mark.bound is not None and (node.role != "LEAF" or mark.visits is not None):
        node.value, node.bound = mark.value, mark.bound
    node.show_window = result.windows and mark.entered and not mark.valued and node.role != "LEAF"


def _follow(nodes: list[PictureNode], line: tuple[str, ...]) -> list[int]:
    path = [0]
    for move in line:
        step = next((child for child in nodes[path[-1]].children if nodes[child].move == move), None)
        if step is None:
            break
        path.append(step)
    return path if len(path) > 1 else []
