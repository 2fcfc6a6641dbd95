"""The exercise `cut_interval`: for which values x of an unknown leaf a branch is cut.

Alpha-beta only compares x with the other leaves. So it is enough to try x at each of their values, between neighbouring
values, and beyond both ends; the result is exact.

The set is always a half-line, everything or nothing. A node is skipped if and only if the largest value to the left of its
path at MAX nodes reaches the smallest to the left at MIN nodes (Baudet 1978); x is on one side only, and values are
monotonic in x.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, Self

from zermelo.events import Event
from zermelo.exercises.exercise import TIE_RULES, Exercise, Grade
from zermelo.exercises.intervals import FORMS, Interval, parse_interval, probes, runs
from zermelo.exercises.options import BRANCHING, DEPTH, ROOT, TIES, VALUES
from zermelo.exercises.trace import AlphaBetaTrace
from zermelo.exercises.trees import candidate_trees
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError, format_number
from zermelo.textbook.alpha_beta import alpha_beta
from zermelo.trees import Node, Tree

TRIES = 500


class Unknown(int):
    """An unknown value: it is written as x in every drawing and text of a tree, and counts as 0.

    >>> str(Unknown())
    'x'
    """

    def __str__(self) -> str:
        return "x"

    __repr__ = __str__


@dataclass(frozen=True, kw_only=True)
class CutInterval(Exercise):
    """For which x is the branch `node` cut? `unknown` is the leaf worth x, `cut` the answer."""

    declaration = Declaration(
        "cut_interval",
        "Alpha-beta: when is it cut?",
        "The values x of an unknown leaf for which a branch is cut.",
        options=(BRANCHING, DEPTH, VALUES, ROOT, TIES),
    )
    points = 5
    search = "alpha_beta"
    form = "interval"

    unknown: str
    node: str
    cut: Interval

    @classmethod
    def create(cls, seed: int | str, *, ties: Ties, **options: Any) -> Self:
        """Make an exercise on a node that is cut for some x but not for all."""
        random = Random(f"cut_interval {seed}")
        for tree in candidate_trees(random, f"cut_interval {seed}", ((2, 3), (3, 2), (2, 4)), TRIES, **options):
            unknown = random.choice(tree.leaves())
            candidates = cut_intervals(tree, unknown, ties)
            # A sibling of the unknown leaf is the easy case, used only if there is nothing else.
            harder = [(node, cut) for node, cut in candidates if node.parent is not unknown.parent]
            if candidates:
                node, cut = random.choice(harder or candidates)
                return cls._about(node, cut, seed, tree, unknown, ties)
        raise ZermeloError("no branch of such a tree is cut for only some x: use a deeper or wider tree")

    @classmethod
    def _about(cls, node: Node, cut: Interval, seed: int | str, tree: Tree, unknown: Node, ties: Ties) -> Self:
        return cls(
            seed=seed,
            tree=tree.with_values({unknown.name: Unknown()}),
            unknown=unknown.name,
            node=node.name,
            cut=cut,
            question=f"The leaf {unknown.name} is worth x, which may be any number. {TIE_RULES[ties]} For which x is the "
            f"{'branch' if node.children else 'leaf'} {node.name} never looked at? Write an interval.",
            answer=str(cut),
            ties=ties,
            hints=(
                f"Search as far as {unknown.name} with numbers, and carry x on from there.",
                "What matters is where x lies among the other leaves; try it below, between and above them.",
                "Look at the ends last: there alpha equals beta, and the tie rule decides.",
            ),
        ).showing(FORMS, "x <= 2, or 1 <= x < 4, or [1, 4)", "x <= 4, or 3 <= x < 6, or [3, 6)")

    def numeric_tree(self) -> Tree:
        return self.tree.with_values({self.unknown: 0})

    @property
    def _cut_example(self) -> Number:
        """A number for which the node is cut, as near to the others as possible."""
        if self.cut.low != -inf:
            return self.cut.low if self.cut.low_closed else self.cut.low + 1
        return self.cut.high if self.cut.high_closed else self.cut.high - 1

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        tree = self.tree.with_values({self.unknown: self._cut_example})
        events: list[Event] = []
        alpha_beta(tree, ties=self.ties, watch=events.append)
        return tree, events

    @property
    def solution_caption(self) -> str:
        return f"With x = {format_number(self._cut_example)} at {self.unknown}, {self.node} is cut."

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "unknown": self.unknown}

    def _grade(self, text: str) -> Grade:
        given = parse_interval(text, self.example)
        ends = [*_known_values(self.tree, self.unknown), *given.ends(), *self.cut.ends()]
        differing = [x for x in probes(ends) if (x in given) != (x in self.cut)]
        if not differing:
            return Grade(True, f"Right: {self.node} is cut for {self.answer}.")
        # Integers are easier to check by hand than fractions.
        x = next((x for x in differing if isinstance(x, int)), differing[0])
        claim = "is cut" if x in given else "is looked at"
        first = f"Try x = {format_number(float(x))}: by your answer {self.node} {claim}, but {self._at(x)}"
        if x in self.cut.ends():
            first += f" {TIE_RULES[self.ties]}"
        return Grade(False, f"That is not the set of x for which {self.node} is cut.", first)

    def _at(self, x: Number) -> str:
        """Explain what happens to the node for one x."""
        trace = AlphaBetaTrace(self.tree.with_values({self.unknown: x}), self.ties)
        node = trace.tree[self.node]
        if node.name in trace.entered:
            return f"{node.name} is looked at: {trace.why(node)}"
        return trace.why(node)

    def steps(self) -> list[str]:
        lines = [
            "The search only compares x with the other leaves, so it is enough to try x at and between their values."
        ]
        points = probes(_known_values(self.tree, self.unknown))
        for at, x in enumerate(points):
            neighbours = points[max(at - 1, 0) : at + 2]
            if x in self.cut.ends() or any((other in self.cut) != (x in self.cut) for other in neighbours):
                lines.append(f"With x = {format_number(float(x))}: {self._at(x)}")
        return [*lines, f"So {self.node} is cut for {self.answer}."]


def cut_intervals(tree: Tree, unknown: Node, ties: Ties) -> list[tuple[Node, Interval]]:
    """Return the nodes that are cut for an interval of x, neither a single number nor everything, with the interval.

    Nodes that are cut exactly when their parent is are left out.
    """
    values = _known_values(tree, unknown.name)
    traces = [AlphaBetaTrace(tree.with_values({unknown.name: x}), ties) for x in probes(values)]
    cut = {node.name: [node.name not in trace.entered for trace in traces] for node in tree.nodes}
    candidates = []
    for node in tree.nodes:
        intervals = runs(values, cut[node.name])
        if len(intervals) == 1 and node.parent is not None and cut[node.name] != cut[node.parent.name]:
            interval = intervals[0]
            if interval.ends() and interval.low != interval.high:
                candidates.append((node, interval))
    return candidates


def _known_values(tree: Tree, unknown: str) -> list[Number]:
    return [
        leaf.value for leaf in tree.leaves() if leaf.name != unknown and isinstance(leaf.value, int | float | Fraction)
    ]
