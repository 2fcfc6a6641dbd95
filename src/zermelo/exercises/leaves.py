"""Exercises on alpha-beta's leaves: which it looks at, in what order, and which it skips."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from zermelo.events import Event
from zermelo.exercises.answers import read_nodes
from zermelo.exercises.exercise import Exercise, Grade
from zermelo.exercises.reading import Reading, account
from zermelo.exercises.trees import Span, shape, tree_where
from zermelo.games.tree import Node, Tree
from zermelo.result import Ties

SHAPES = ((2, 3), (3, 2), (2, 4))
_USUALLY_PRUNED: dict[tuple[Span, int], Span] = {(2, 3): (2, 3), (3, 2): (2, 4), (2, 4): (4, 8)}
_HINTS = (
    "Keep alpha and beta beside every node as you go down, and hand them on to the children.",
    "A bound counts wherever it comes from: the parent, or an ancestor further up.",
)


class LeavesEvaluated(Exercise):
    kind = "leaves_evaluated"
    title = "Alpha-beta: the leaves in order"
    points = 4

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, Reading(self.tree, self.ties).events

    def _grade(self, text: str) -> Grade:
        given = read_nodes(text, self.tree, _form(self.tree))
        reading = Reading(self.tree, self.ties)
        right = [self.tree[name] for name in reading.evaluated]
        if given == right:
            return Grade(True, f"Right: {self.answer}.")
        agreed = next(
            (at for at, (mine, yours) in enumerate(zip(right, given, strict=False)) if mine is not yours),
            min(len(right), len(given)),
        )
        so_far = (
            "The first leaf is not right." if not agreed else f"The first {agreed} of {len(right)} leaves are right."
        )
        if agreed == 1:
            so_far = f"The first of {len(right)} leaves is right."
        return Grade(False, so_far, self._first_wrong(agreed, given, right, reading))

    def _first_wrong(self, at: int, given: list[Node], right: list[Node], reading: Reading) -> str:
        step = f"Step {at + 1}:"
        goes_to = f"alpha-beta goes to {right[at].name}" if at < len(right) else "the search is over"
        if at == len(given):
            return f"{step} your answer ends, but {goes_to}: {reading.why(right[at])}"
        wrote = given[at]
        said = f"{step} you wrote {wrote.name}, but"
        if wrote.children:
            return f"{said} that is no leaf, and only leaves are evaluated."
        if wrote in given[:at]:
            return f"{said} you have it already: no leaf is looked at twice."
        if wrote.name in reading.cuts:
            return f"{said} {goes_to}: {reading.cuts[wrote.name]}"
        return f"{said} {goes_to} first: {reading.why(right[at])}"

    def steps(self) -> list[str]:
        return [*account(self.worked()[1]), f"In order: {self.answer}."]


class LeavesPruned(Exercise):
    kind = "leaves_pruned"
    title = "Alpha-beta: the leaves it skips"
    points = 4

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, Reading(self.tree, self.ties).events

    def _grade(self, text: str) -> Grade:
        named = [] if text.lower() in ("none", "-") else read_nodes(text, self.tree, _form(self.tree))
        # Whoever names a branch means the leaves on it.
        given = {leaf.name for node in named for leaf in node.leaves()}
        reading = Reading(self.tree, self.ties)
        if given == set(reading.cuts):
            return Grade(True, f"Right: {self.answer}.")
        missing, extra = len(set(reading.cuts) - given), len(given - set(reading.cuts))
        said = [f"{missing} skipped {'leaf is' if missing == 1 else 'leaves are'} missing"] if missing else []
        said += [f"{extra} {'leaf is' if extra == 1 else 'leaves are'} not skipped at all"] if extra else []
        wrong = next(leaf for leaf in self.tree.leaves() if (leaf.name in given) != (leaf.name in reading.cuts))
        first = (
            f"{wrong.name} is looked at: {reading.why(wrong)}" if wrong.name in given else str(reading.cuts[wrong.name])
        )
        return Grade(False, f"In your answer {' and '.join(said)}.", first)

    def steps(self) -> list[str]:
        return [*account(self.worked()[1]), f"Skipped: {self.answer}."]


def leaves_evaluated(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    pruned: Span | None = None,
    deep: bool | None = None,
    tied: bool = False,
    root: str = "max",
    ties: Ties = "equal",
) -> LeavesEvaluated:
    """The leaves that alpha-beta evaluates, in order."""
    tree = _tree(f"leaves_evaluated {seed}", branching, depth, values, pruned, deep, tied, root, ties)
    return LeavesEvaluated(
        seed=seed,
        tree=tree,
        question="Alpha-beta searches this tree from left to right. Which leaves does it evaluate, in order? "
        f"Write their names, as in: {_form(tree)}.",
        answer=" ".join(Reading(tree, ties).evaluated),
        ties=ties,
        hints=_HINTS,
    )


def leaves_pruned(
    seed: int | str,
    *,
    branching: Span | None = None,
    depth: int | None = None,
    values: tuple[int, int] = (-9, 9),
    pruned: Span | None = None,
    deep: bool | None = None,
    tied: bool = False,
    root: str = "max",
    ties: Ties = "equal",
) -> LeavesPruned:
    """The leaves that alpha-beta never looks at."""
    tree = _tree(f"leaves_pruned {seed}", branching, depth, values, pruned, deep, tied, root, ties)
    cuts = Reading(tree, ties).cuts
    return LeavesPruned(
        seed=seed,
        tree=tree,
        question="Alpha-beta searches this tree from left to right. Which leaves does it never look at? "
        f"Write their names in any order, as in: {' '.join(leaf.name for leaf in tree.leaves()[:2])}.",
        answer=" ".join(leaf.name for leaf in tree.leaves() if leaf.name in cuts) or "none",
        ties=ties,
        hints=_HINTS,
    )


def _tree(
    seed: str,
    branching: Span | None,
    depth: int | None,
    values: tuple[int, int],
    pruned: Span | None,
    deep: bool | None,
    tied: bool,
    root: str,
    ties: Ties,
) -> Tree:
    """A tree with something to skip. `tied` asks for one on which the tie rule makes a difference."""
    if deep and depth is None:
        depth = 4
    branching, depth = shape(Random(seed), branching, depth, SHAPES)
    if pruned is None:
        pruned = _USUALLY_PRUNED.get((branching, depth))
    return tree_where(
        seed,
        branching=branching,
        depth=depth,
        values=values,
        pruned=pruned,
        deep=deep,
        ties=tied,
        rule=ties,
        root=root,
    )


def _form(tree: Tree) -> str:
    """How names are written, shown with leaves from right to left so that it gives nothing away."""
    return " ".join(leaf.name for leaf in reversed(tree.leaves()[-3:]))
