"""Exercises with an unknown leaf: for which values of x is a branch cut?

Alpha-beta does nothing with x but compare it with the other leaves. So whether a node is looked at is settled by
trying x at each of their values, once between neighbours, and once beyond either end; what comes out is exact.

The set is always a half-line, everything or nothing. A node is skipped just when the largest value to the left of its
path at MAX nodes reaches the smallest to the left at MIN nodes (Baudet, 1978); x stands on one side only, and values
only rise with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from zermelo.exercises.exercise import TIE_RULES, Exercise, Grade
from zermelo.exercises.intervals import FORMS, Interval, parse_interval, probes, runs
from zermelo.exercises.reading import Reading
from zermelo.exercises.trees import Span, shape, tree_where
from zermelo.games.tree import Node, Tree
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError, format_number

TRIES = 500


class Unknown(int):
    """A value that is not told: it shows as x in every drawing and text of a tree, and counts as 0 until it is set.

    >>> str(Unknown())
    'x'
    """

    def __str__(self) -> str:
        return "x"

    __repr__ = __str__


@dataclass(frozen=True, kw_only=True)
class CutInterval(Exercise):
    """`unknown` is the leaf worth x, `node` the branch that may be cut, `cut` the x for which it is."""

    kind = "cut_interval"
    title = "Alpha-beta: when is it cut?"
    points = 5

    unknown: str
    node: str
    cut: Interval

    def plain_tree(self) -> Tree:
        return self.tree.with_values({self.unknown: 0})

    def to_dict(self) -> dict[str, Any]:
        return {**super().to_dict(), "unknown": self.unknown}

    def _grade(self, text: str) -> Grade:
        given = parse_interval(text)
        ends = [*_others(self.tree, self.unknown), *given.ends(), *self.cut.ends()]
        differing = [x for x in probes(ends) if (x in given) != (x in self.cut)]
        if not differing:
            return Grade(True, f"Right: {self.node} is cut for {self.answer}.")
        # A whole number is easier to check by hand than one half-way between two.
        x = next((x for x in differing if isinstance(x, int)), differing[0])
        said = "is cut" if x in given else "is looked at"
        first = f"Try x = {format_number(float(x))}: by your answer {self.node} {said}, but {self._at(x)}"
        if x in self.cut.ends():
            first += f" {TIE_RULES[self.ties]}"
        return Grade(False, f"That is not the set of x for which {self.node} is cut.", first)

    def _at(self, x: Number) -> str:
        """What happens to the node for one x, as the end of a sentence."""
        reading = Reading(self.tree.with_values({self.unknown: x}), self.ties)
        node = reading.tree[self.node]
        if node.name in reading.entered:
            return f"{node.name} is looked at: {reading.why(node)}"
        return reading.why(node)

    def steps(self) -> list[str]:
        lines = [
            "The search only compares x with the other leaves, so it is enough to try x at and between their values."
        ]
        points = probes(_others(self.tree, self.unknown))
        shown: list[Number] = []
        for at, x in enumerate(points):
            change = any((other in self.cut) != (x in self.cut) for other in points[max(at - 1, 0) : at + 2])
            if change or x in self.cut.ends():
                shown.append(x)
        for x in shown:
            lines.append(f"With x = {format_number(float(x))}: {self._at(x)}")
        return [*lines, f"So {self.node} is cut for {self.answer}."]


def cut_interval(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    root: str = "max",
    ties: Ties = "equal",
) -> CutInterval:
    """The values x of an unknown leaf for which a branch is cut."""
    random = Random(f"cut_interval {seed}")
    branching, depth = shape(random, branching, depth, ((2, 3), (3, 2), (2, 4)))
    for attempt in range(TRIES):
        tree = tree_where(f"cut_interval {seed}/{attempt}", branching=branching, depth=depth, values=values, root=root)
        unknown = random.choice(tree.leaves())
        # A branch beside x itself is the easy case: it is asked for only where the tree offers nothing else.
        found = cut_sets(tree, unknown, ties)
        found = [each for each in found if each[0].parent is not unknown.parent] or found
        if found:
            node, cut = random.choice(found)
            return _made(seed, tree, unknown, node, cut, ties)
    raise ZermeloError("no such interval was found on trees of this shape: make them deeper or wider")


def cut_sets(tree: Tree, unknown: Node, ties: Ties) -> list[tuple[Node, Interval]]:
    """The nodes that are cut for just one interval of x, neither a single number nor everything, with that interval.

    A node that is cut exactly when its parent is adds no question, and is left out.
    """
    values = _others(tree, unknown.name)
    entered = [Reading(tree.with_values({unknown.name: x}), ties).entered for x in probes(values)]
    cut = {node.name: [node.name not in each for each in entered] for node in tree.nodes}
    found = []
    for node in tree.nodes:
        intervals = runs(values, cut[node.name])
        if len(intervals) == 1 and node.parent is not None and cut[node.name] != cut[node.parent.name]:
            interval = intervals[0]
            if interval.ends() and interval.low != interval.high:
                found.append((node, interval))
    return found


def _made(seed: int | str, tree: Tree, unknown: Node, node: Node, cut: Interval, ties: Ties) -> CutInterval:
    what = "leaf" if not node.children else "branch"
    return CutInterval(
        seed=seed,
        tree=tree.with_values({unknown.name: Unknown()}),
        unknown=unknown.name,
        node=node.name,
        cut=cut,
        question=f"The leaf {unknown.name} is worth x, which may be any number. {TIE_RULES[ties]} For which x is the "
        f"{what} {node.name} never looked at? Write an interval, as in: {FORMS}.",
        answer=str(cut),
        ties=ties,
        hints=(
            f"Search as far as {unknown.name} with numbers, and carry x on from there.",
            "What matters is where x stands among the other leaves; try it below, between and above them.",
            "Look at the ends last: there alpha equals beta, and the tie rule decides.",
        ),
    )


def _others(tree: Tree, unknown: str) -> list[Number]:
    """The values of all the other leaves."""
    return [
        leaf.value for leaf in tree.leaves() if leaf.name != unknown and isinstance(leaf.value, int | float | Fraction)
    ]
