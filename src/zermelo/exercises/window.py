"""The exercise `window`: alpha and beta when the search enters a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import Any, Self

from zermelo.events import Cutoff, Enter, Event, Improve
from zermelo.exercises.answers import read_window
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.options import BRANCHING, DEPTH, ROOT, TIES, VALUES
from zermelo.exercises.trace import AlphaBetaTrace, format_window
from zermelo.exercises.trees import candidate_trees
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError
from zermelo.trees import Tree

TRIES = 200


@dataclass(frozen=True, kw_only=True)
class Window(Exercise):
    """What are alpha and beta when the search enters `node`?"""

    declaration = Declaration(
        "window",
        "Alpha-beta: the window",
        "Alpha and beta when the search enters a named node.",
        options=(BRANCHING, DEPTH, VALUES, ROOT, TIES),
    )
    points = 3
    search = "alpha_beta"
    form = "window"

    node: str

    @classmethod
    def create(cls, seed: int | str, *, ties: Ties, **options: Any) -> Self:
        """Make an exercise on a node whose window is finite on one side at least, and mostly on both."""
        random = Random(f"window {seed}")
        trees = candidate_trees(random, f"window {seed}", ((2, 4), (2, 4), (2, 3)), TRIES, ties=ties, **options)
        both = random.random() < 0.7
        for attempt, tree in enumerate(trees):
            candidates = _candidates(tree, ties, both)
            if candidates:
                return cls._about(random.choice(candidates), seed, tree, ties)
            both = both and attempt < TRIES // 2
        raise ZermeloError("no node of such a tree is entered with a finite window: use a deeper or wider tree")

    @classmethod
    def _about(cls, entered: Enter, seed: int | str, tree: Tree, ties: Ties) -> Self:
        return cls(
            seed=seed,
            tree=tree,
            node=entered.node,
            question="Alpha-beta searches this tree from left to right. "
            f"What are alpha and beta when it enters {entered.node}? Write both.",
            answer=", ".join(map(str, _window(entered))),
            ties=ties,
            hints=(
                "Alpha is the best that MAX is sure of at any MAX node above; beta likewise for MIN.",
                "Only what lies to the left of the path to the node can have set a bound.",
            ),
        ).showing("2, inf", "-inf, 2")

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, self._until_entered()[0]

    def _until_entered(self) -> tuple[list[Event], Enter]:
        """Return the search up to the event that enters the node."""
        events = AlphaBetaTrace(self.tree, self.ties).events
        for at, event in enumerate(events):
            if isinstance(event, Enter) and event.node == self.node:
                return events[: at + 1], event
        raise ZermeloError(f"alpha-beta never enters {self.node}")

    def _grade(self, text: str) -> Grade:
        given = read_window(text, self.example)
        events, entered = self._until_entered()
        right = _window(entered)
        if given == right:
            return Grade(True, f"Right: {self.node} is entered with {self.answer}.")
        bound = "α" if given[0] != right[0] else "β"
        neither = given[0] != right[0] and given[1] != right[1]
        message = "Neither end is right." if neither else f"{bound} is not right."
        if given == right[::-1]:
            message += " They may be the other way round: alpha comes first."
        return Grade(False, message, f"At {self.node} {format_window(entered)}: {self._source(bound, events)}")

    def _source(self, bound: str, events: list[Event]) -> str:
        """Describe the step that set one end of the window."""
        entered = events[-1]
        assert isinstance(entered, Enter)
        role, ancestor = ("MAX", entered.alpha_from) if bound == "α" else ("MIN", entered.beta_from)
        if ancestor is None:
            return f"no {role} node above {self.node} has a finished child yet."
        end = entered.alpha if bound == "α" else entered.beta
        return next(
            str(event)
            for event in events
            if isinstance(event, Improve) and event.node == ancestor and end in (event.alpha, event.beta)
        )

    def steps(self) -> list[str]:
        events, entered = self._until_entered()
        path, node = set(), self.tree[self.node].parent
        while node is not None:
            path.add(node.name)
            node = node.parent
        lines = [
            str(event)
            for event in events
            if (isinstance(event, Improve) and event.node in path) or isinstance(event, Cutoff)
        ]
        return [*lines, f"So at {self.node} {format_window(entered)}."]


def _candidates(tree: Tree, ties: Ties, both: bool) -> list[Enter]:
    """Return how the inner nodes with a finite window are entered; with `both`, only windows finite on both sides."""
    return [
        entered
        for entered in AlphaBetaTrace(tree, ties).entered.values()
        if tree[entered.node].children and sum(abs(end) != inf for end in _window(entered)) >= (2 if both else 1)
    ]


def _window(entered: Enter) -> tuple[Number, Number]:
    return (-inf if entered.alpha is None else entered.alpha), (inf if entered.beta is None else entered.beta)
