"""Folds the events of a search into what a picture needs: the value of each node so far, its window, cutoffs, where the
search is, and its answer. Each event is read once; a new pass clears the nodes.

The lab's pages fold events too (`web/src/lib/replay`). `tests/data/replay.json` holds both to the same results."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from zermelo.events import (
    Again,
    Answer,
    Average,
    Backup,
    Cutoff,
    Enter,
    Evaluate,
    Event,
    Expand,
    Extend,
    Improve,
    Iteration,
    Leave,
    OpenList,
    Prune,
    Recall,
    Reopen,
    Reorder,
    Select,
    Simulate,
    Skip,
    Solve,
    Tie,
    Value,
)
from zermelo.result import Bound

Status: TypeAlias = Literal["unseen", "open", "current", "done", "skipped"]
Certainty: TypeAlias = Bound | Literal["so far"]


@dataclass(slots=True)
class Mark:
    """What one pass knows about one node; `bound` is None while it has no value."""

    status: Status = "unseen"
    value: Value = None
    bound: Certainty | None = None
    visits: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None
    entered: bool = False
    valued: bool = False
    opened: Reopen | None = None

    def take(self, value: Value, bound: Certainty, status: Status) -> None:
        self.value, self.bound, self.status = value, bound, status


@dataclass(slots=True, frozen=True)
class Branch:
    """A node as the events introduce it, and the move from its parent to it."""

    name: str
    move: str | None


@dataclass(slots=True)
class Trace:
    """What is known after some events.

    Attributes
    ----------
    branches
        The children of each node that this or an earlier pass has visited.
    roles
        The player to move at each node that was entered.
    orders
        The order of a node's children, where a pass changed it.
    cuts
        The cutoff at each node, in this pass.
    evaluated
        The leaves that this pass has evaluated, in order.
    line
        The moves of the last answer.
    current
        The node where the search is.
    """

    root: str | None = None
    branches: dict[str, list[Branch]] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    orders: dict[str, dict[str, int]] = field(default_factory=dict)
    marks: dict[str, Mark] = field(default_factory=dict)
    cuts: dict[str, Cutoff] = field(default_factory=dict)
    evaluated: list[str] = field(default_factory=list)
    line: tuple[str, ...] = ()
    current: str | None = None
    _met: set[str] = field(default_factory=set)

    def mark(self, node: str) -> Mark:
        """Return the node's mark, and make it the current node."""
        self.current = node
        return self.marks.setdefault(node, Mark())

    def meet(self, branch: Branch, parent: str | None) -> None:
        """Add a node to the tree, unless it is there already."""
        if branch.name in self._met:
            return
        if parent is None:
            self.root = self.root or branch.name
        else:
            self.branches.setdefault(parent, []).append(branch)
        self._met.add(branch.name)


def fold(events: Iterable[Event]) -> Trace:
    """Return what is known after the events."""
    trace = Trace()
    for event in events:
        apply(trace, event)
    return trace


def apply(trace: Trace, event: Event) -> None:
    """Update a trace by the next event."""
    match event:
        case Enter(node, parent, move, role, _, alpha, beta):
            trace.meet(Branch(node, move), parent)
            trace.roles[node] = role
            trace.marks[node] = Mark("open", alpha=alpha, beta=beta, entered=True, opened=_opened(trace, node))
            trace.cuts.pop(node, None)
            trace.current = node
        case Expand(node, parent, move, role):
            trace.meet(Branch(node, move), parent)
            trace.roles[node] = role
            trace.mark(node).status = "open"
        case Evaluate(node, value):
            mark = trace.mark(node)
            mark.take(value, "exact", "done")
            mark.valued = True
            trace.evaluated.append(node)
        case Improve():
            _improve(trace.mark(event.node), event)
        case Cutoff(node):
            trace.mark(node)
            trace.cuts[node] = event
            for child in event.children:
                # A skipped state of a game is named by its parent's name and the move, or by the move alone at the root.
                trace.meet(Branch(child, child.removeprefix(f"{node} ")), node)
                trace.marks[child] = Mark("skipped")
        case Skip(node, parent):
            trace.meet(Branch(node, node.removeprefix(f"{parent} ")), parent)
            trace.marks[node] = Mark("skipped")
            trace.current = parent
        case Average(node, _, _, _, _, value):
            trace.mark(node).take(value, "so far", trace.mark(node).status)
        case Leave(node, value, bound) | Recall(node, value, bound) | Prune(node, value, bound):
            trace.mark(node).take(value, bound, "done")
        case Iteration():
            trace.marks, trace.cuts, trace.evaluated, trace.current = {}, {}, [], None
        case Reorder(node, children):
            trace.orders[node] = {child: place for place, child in enumerate(children)}
            trace.current = node
        case Answer(_, _, line):
            trace.line, trace.current = line, None
        case Again(node):
            trace.mark(node).status = "open"
        case Extend(node, value):
            trace.mark(node).take(value, "so far", "open")
        case Reopen(node):
            trace.current = node
            trace.marks[node] = Mark("open", opened=event)
        case Solve(node):
            _solve(trace.mark(node), event)
        case Select(node) | Simulate(node) | Tie(node) | OpenList(node):
            trace.mark(node)
        case Backup(node, visits, mean):
            mark = trace.mark(node)
            mark.take(mean, "exact", "open")
            mark.visits = visits
        case _:
            assert_never(event)


def _opened(trace: Trace, node: str) -> Reopen | None:
    mark = trace.marks.get(node)
    return mark.opened if mark else None


def _solve(mark: Mark, event: Solve) -> None:
    """Update a solved node. Its merit is the worse, for the root's player, of its value and the merit it was opened with: its
    value if the merit has changed, otherwise a bound."""
    mark.status = "done"
    if mark.valued:
        return
    opened = mark.opened
    if opened is None or opened.merit != event.merit:
        mark.take(event.merit, "exact", "done")
    else:
        mark.take(event.merit, "lower" if opened.best == "most" else "upper", "done")


def _improve(mark: Mark, event: Improve) -> None:
    """Update a parent by its child's value: it is a lower bound for MAX and an upper bound for MIN."""
    mark.alpha, mark.beta = event.alpha, event.beta
    if event.role == "MAX" and event.bound != "upper":
        mark.take(event.value, "lower", mark.status)
    elif event.role == "MIN" and event.bound != "lower":
        mark.take(event.value, "upper", mark.status)
    elif event.role not in ("MAX", "MIN") or mark.bound in (None, "so far"):
        mark.take(event.value, "so far", mark.status)
