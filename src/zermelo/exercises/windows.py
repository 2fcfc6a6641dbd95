"""Exercises on the window: what alpha and beta are when the search arrives at a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random

from zermelo.events import Cutoff, Enter, Event, Improve
from zermelo.exercises.answers import read_window
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.reading import Reading
from zermelo.exercises.reading import window as window_in_words
from zermelo.exercises.trees import Span, shape, tree_where
from zermelo.games.tree import Tree
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError

TRIES = 200


@dataclass(frozen=True, kw_only=True)
class Window(Exercise):
    """`node` is the one the question is about."""

    kind = "window"
    title = "Alpha-beta: the window"
    points = 3

    node: str

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, self._before()[0]

    def _before(self) -> tuple[list[Event], Enter]:
        """The search up to where the node is entered."""
        events = Reading(self.tree, self.ties).events
        for at, event in enumerate(events):
            if isinstance(event, Enter) and event.node == self.node:
                return events[: at + 1], event
        raise ZermeloError(f"alpha-beta never enters {self.node}")

    def _grade(self, text: str) -> Grade:
        given = read_window(text)
        events, entered = self._before()
        right = _ends(entered)
        if given == right:
            return Grade(True, f"Right: {self.node} is entered with {self.answer}.")
        at = 0 if given[0] != right[0] else 1
        greek = "αβ"[at]
        swapped = " They may be the other way round: alpha comes first." if given == right[::-1] else ""
        both = "Neither end is right." if given[0] != right[0] and given[1] != right[1] else f"{greek} is not right."
        return Grade(False, both + swapped, f"At {self.node} {window_in_words(entered)}: {self._source(greek, events)}")

    def _source(self, greek: str, events: list[Event]) -> str:
        """The step that set one end of the window."""
        entered = events[-1]
        assert isinstance(entered, Enter)
        role, giver = ("MAX", entered.alpha_from) if greek == "α" else ("MIN", entered.beta_from)
        if giver is None:
            return f"no {role} node above {self.node} has a finished child yet."
        end = entered.alpha if greek == "α" else entered.beta
        return next(
            str(event)
            for event in events
            if isinstance(event, Improve) and event.node == giver and end in (event.alpha, event.beta)
        )

    def steps(self) -> list[str]:
        events, entered = self._before()
        path, node = set(), self.tree[self.node].parent
        while node is not None:
            path.add(node.name)
            node = node.parent
        lines = [
            str(event)
            for event in events
            if (isinstance(event, Improve) and event.node in path) or isinstance(event, Cutoff)
        ]
        return [*lines, f"So at {self.node} {window_in_words(entered)}."]


def window(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
    ties: Ties = "equal",
) -> Window:
    """Alpha and beta when the search enters a named node."""
    random = Random(f"window {seed}")
    branching, depth = shape(random, branching, depth, ((2, 4), (2, 4), (2, 3)))
    both = random.random() < 0.7
    for attempt in range(TRIES):
        tree = tree_where(
            f"window {seed}/{attempt}", branching=branching, depth=depth, values=values, root=root, rule=ties
        )
        nodes = _worth_asking(tree, ties, both)
        if nodes:
            return _made(seed, tree, random.choice(nodes), ties)
        both = both and attempt < TRIES // 2
    raise ZermeloError("no node of such a tree is entered with a window worth asking for: make it deeper or wider")


def _worth_asking(tree: Tree, ties: Ties, both: bool) -> list[Enter]:
    """The inner nodes that are entered with a finite end, or with two."""
    return [
        entered
        for entered in Reading(tree, ties).entered.values()
        if tree[entered.node].children and sum(abs(end) != inf for end in _ends(entered)) >= (2 if both else 1)
    ]


def _made(seed: int | str, tree: Tree, entered: Enter, ties: Ties) -> Window:
    alpha, beta = _ends(entered)
    return Window(
        seed=seed,
        tree=tree,
        node=entered.node,
        question="Alpha-beta searches this tree from left to right. "
        f"What are alpha and beta when it enters {entered.node}? Write both, as in: 2, inf.",
        answer=", ".join("-inf" if end == -inf else "inf" if end == inf else str(end) for end in (alpha, beta)),
        ties=ties,
        hints=(
            "Alpha is the best that MAX is sure of at any MAX node above; beta likewise for MIN.",
            "Only what lies to the left of the path to the node can have set a bound.",
        ),
    )


def _ends(entered: Enter) -> tuple[Number, Number]:
    return (
        -inf if entered.alpha is None else entered.alpha,
        inf if entered.beta is None else entered.beta,
    )
