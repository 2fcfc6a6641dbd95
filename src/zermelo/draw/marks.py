"""Reads a recorded search from its first event to its last and keeps what a picture of that moment needs to know:
what each node is worth so far, its window, what was cut, where the search stands and what it would answer. Every event
is looked at once; a new pass starts with clean nodes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from zermelo.events import (
    Again,
    Answer,
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
    Recall,
    Reopen,
    Reorder,
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
    """What one pass knows of one node; `bound` is None while it has no value at all."""

    status: Status = "unseen"
    value: Value = None
    bound: Certainty | None = None
    visits: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None
    entered: bool = False
    valued: bool = False

    def take(self, value: Value, bound: Certainty, status: Status) -> None:
        self.value, self.bound, self.status = value, bound, status


@dataclass(slots=True, frozen=True)
class Branch:
    """A node as the events introduce it, and the move that led to it from its parent."""

    name: str
    move: str | None


@dataclass(slots=True)
class Trace:
    """All that was told, up to one moment.

    branches   the children of each node that were met in this or an earlier pass
    roles      who moves at each node that was entered
    orders     the order of a node's children, where a pass changed it
    cuts       the cutoff at each node of this pass
    evaluated  the leaves whose value this pass has paid for, in order
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
        """The node's mark, and from now on it is where the search stands."""
        self.current = node
        return self.marks.setdefault(node, Mark())

    def meet(self, branch: Branch, parent: str | None) -> None:
        if branch.name in self._met:
            return
        if parent is None:
            self.root = self.root or branch.name
        else:
            self.branches.setdefault(parent, []).append(branch)
        self._met.add(branch.name)


def fold(events: Iterable[Event]) -> Trace:
    """What is known after the events."""
    trace = Trace()
    for event in events:
        _tell(trace, event)
    return trace


def _tell(trace: Trace, event: Event) -> None:
    match event:
        case Enter(node, parent, move, role, _, alpha, beta):
            trace.meet(Branch(node, move), parent)
            trace.roles[node] = role
            trace.marks[node] = Mark("open", alpha=alpha, beta=beta, entered=True)
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
        case Skip(node, parent):
            # The name of a skipped state of a game is its parent's name and the move, or the move alone at the root.
            trace.meet(Branch(node, node.removeprefix(f"{parent} ")), parent)
            trace.marks[node] = Mark("skipped")
            trace.current = parent
        case Leave(node, value, bound) | Recall(node, value, bound):
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
        case Reopen(node, merit):
            trace.mark(node).take(merit, "upper", "open")
        case Solve(node, merit):
            trace.mark(node).take(merit, "exact", "done")
        case Simulate(node) | Tie(node):
            trace.mark(node)
        case Backup(node, visits, mean):
            mark = trace.mark(node)
            mark.take(mean, "exact", "open")
            mark.visits = visits
        case _:
            assert_never(event)


def _improve(mark: Mark, event: Improve) -> None:
    """What a child proves of its parent: MAX has at least the least it is worth, MIN at most the most."""
    mark.alpha, mark.beta = event.alpha, event.beta
    if event.role == "MAX" and event.bound != "upper":
        mark.take(event.value, "lower", mark.status)
    elif event.role == "MIN" and event.bound != "lower":
        mark.take(event.value, "upper", mark.status)
    elif event.role not in ("MAX", "MIN") or mark.bound in (None, "so far"):
        mark.take(event.value, "so far", mark.status)
