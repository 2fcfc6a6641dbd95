"""The exercise `why_not_pruned`: for which values x of an evaluated leaf the root would be worth something else.

The root's value only changes where x passes the value of another leaf, or the leaf's own. So it is enough to try x at each of
them, between neighbouring ones, and beyond both ends; the result is exact. The set is a half-line, nothing, or everything but
the leaf's own value (`textbook.why_not_pruned`); leaves of the last kind are not asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, Self

from zermelo.events import Event
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.intervals import FORMS, Interval, parse_interval, probes, runs
from zermelo.exercises.options import BRANCHING, DEPTH, ROOT, TIES, VALUES
from zermelo.exercises.trace import AlphaBetaTrace
from zermelo.exercises.trees import candidate_trees
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.state import Number, ZermeloError, as_number, format_number
from zermelo.textbook.minimax import minimax
from zermelo.textbook.why_not_pruned import why_not_pruned
from zermelo.trees import Tree

TRIES = 200
NOTHING = Interval(inf, -inf)
_WITHOUT_WITNESS = 0.3
"""How often no value changes anything."""


@dataclass(frozen=True, kw_only=True)
class WhyNotPruned(Exercise):
    """With which values of the leaf `leaf` would the root be worth something else? `changing` is the answer."""

    declaration = Declaration(
        "why_not_pruned",
        "Alpha-beta: why was it not pruned?",
        "The values of an evaluated leaf with which the root would be worth something else.",
        options=(BRANCHING, DEPTH, VALUES, ROOT, TIES),
    )
    points = 5
    search = "alpha_beta"
    form = "interval"

    leaf: str
    changing: Interval

    @classmethod
    def create(cls, seed: int | str, *, ties: Ties, **options: Any) -> Self:
        """Make an exercise on an evaluated leaf."""
        random = Random(f"why_not_pruned {seed}")
        for tree in candidate_trees(random, f"why_not_pruned {seed}", ((2, 3), (3, 2), (2, 4)), TRIES, **options):
            sets = {leaf: changing_values(tree, leaf) for leaf in AlphaBetaTrace(tree, ties).evaluated}
            without = random.random() < _WITHOUT_WITNESS
            candidates = [leaf for leaf, found in sets.items() if found is not None and (found == NOTHING) == without]
            if candidates:
                leaf = random.choice(candidates)
                return cls._about(leaf, sets[leaf] or NOTHING, seed, tree, ties)
        raise ZermeloError("no leaf of such a tree has an interval of such values: use a deeper or wider tree")

    @classmethod
    def _about(cls, leaf: str, changing: Interval, seed: int | str, tree: Tree, ties: Ties) -> Self:
        value, root = as_number(tree[leaf].value), tree.name
        return cls(
            seed=seed,
            tree=tree,
            leaf=leaf,
            changing=changing,
            question=f"Alpha-beta looks at {leaf}, and finds {format_number(value)} there. Suppose it had found x, with all other "
            f"leaves as they are. For which x would {root} be worth something else? Write an interval, or none.",
            answer=_format(changing),
            ties=ties,
            hints=(
                "First find the minimax value of every node.",
                f"Look at what MAX can have instead at each of MAX's nodes on the way to {leaf}, and MIN at each of MIN's.",
                f"{root} is worth x, but at least the best that MAX can have instead, and at most the best that MIN can.",
            ),
        ).showing(FORMS, "x <= 2, or 1 <= x < 4, or [1, 4)", "x <= 4, or 3 <= x < 6, or [3, 6)")

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, AlphaBetaTrace(self.tree, self.ties).events

    @property
    def _reason(self) -> str:
        return str(why_not_pruned(self.tree, self.leaf, ties=self.ties))

    def _grade(self, text: str) -> Grade:
        given = parse_interval(text, self.example)
        ends = [*_leaf_values(self.tree), *given.ends(), *self.changing.ends()]
        differing = [x for x in probes(ends) if (x in given) != (x in self.changing)]
        if not differing:
            return Grade(True, f"Right: {self.answer}.")
        # Integers are easier to check by hand than fractions.
        x = next((x for x in differing if isinstance(x, int)), differing[0])
        claim = "something else" if x in given else "the same"
        first = (
            f"Try x = {format_number(float(x))}: by your answer {self.tree.name} is then worth {claim}, but {self._at(x)}. "
            f"{self._reason}"
        )
        return Grade(False, f"Those are not the x with which {self.tree.name} is worth something else.", first)

    def _at(self, x: Number) -> str:
        before, after = root_value(self.tree, {}), root_value(self.tree, {self.leaf: x})
        compared = "as before" if before == after else f"and not {format_number(before)}"
        return f"it is worth {format_number(float(after) if isinstance(after, Fraction) else after)}, {compared}"

    def steps(self) -> list[str]:
        points, lines = probes(_leaf_values(self.tree)), list[str]()
        for at, x in enumerate(points):
            neighbours = points[max(at - 1, 0) : at + 2]
            if any((other in self.changing) != (x in self.changing) for other in neighbours):
                lines.append(f"With x = {format_number(float(x))} at {self.leaf}, {self._of_root(x)}.")
        last = "no x" if self.changing == NOTHING else self.answer
        return [*lines, self._reason, f"So {self.tree.name} is worth something else for {last}."]

    def _of_root(self, x: Number) -> str:
        return self._at(x).replace("it is", f"{self.tree.name} is", 1)


def _format(changing: Interval) -> str:
    return "none" if changing == NOTHING else str(changing)


def root_value(tree: Tree, values: dict[str, Number]) -> Number:
    """Return the minimax value of a tree with other values at some leaves."""
    return as_number(minimax(tree.with_values(dict(values)) if values else tree).value)


def changing_values(tree: Tree, leaf: str) -> Interval | None:
    """Return the values of a leaf with which the root is worth something else; None if these are no interval."""
    values, before = _leaf_values(tree), root_value(tree, {})
    changes = [root_value(tree, {leaf: x}) != before for x in probes(values)]
    found = runs(values, changes)
    if len(found) > 1:
        return None
    return found[0] if found else NOTHING


def _leaf_values(tree: Tree) -> list[Number]:
    return [as_number(leaf.value) for leaf in tree.leaves()]
