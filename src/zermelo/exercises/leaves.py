"""What the exercises on alpha-beta's leaves share: their trees, options and hints."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, Self

from zermelo.events import Event
from zermelo.exercises.exercise import Exercise
from zermelo.exercises.options import BRANCHING, DEEP, DEPTH, PRUNED, ROOT, TIED, TIES, VALUES
from zermelo.exercises.trace import AlphaBetaTrace
from zermelo.exercises.trees import Span, choose_shape, tree_where
from zermelo.result import Ties
from zermelo.trees import Node, Tree

LEAVES_OPTIONS = (BRANCHING, DEPTH, VALUES, PRUNED, DEEP, TIED, ROOT, TIES)
SHAPES = ((2, 3), (3, 2), (2, 4))
_DEFAULT_PRUNED: dict[tuple[Span, int], Span] = {(2, 3): (2, 3), (3, 2): (2, 4), (2, 4): (4, 8)}
_HINTS = (
    "Write alpha and beta beside every node as you go down, and pass them on to the children.",
    "A bound counts wherever it comes from: the parent, or an ancestor further up.",
)


class LeavesExercise(Exercise):
    """A question about the leaves that alpha-beta evaluates or skips."""

    points = 4
    search = "alpha_beta"

    @classmethod
    def create(
        cls,
        seed: int | str,
        *,
        branching: Span | None,
        depth: int | None,
        pruned: Span | None,
        ties: Ties,
        **options: Any,
    ) -> Self:
        """Make an exercise on a tree with something to skip."""
        tree_seed = f"{cls.declaration.name} {seed}"
        if options["deep"] and depth is None:
            depth = 4
        branching, depth = choose_shape(Random(tree_seed), branching, depth, SHAPES)
        if pruned is None:
            pruned = _DEFAULT_PRUNED.get((branching, depth))
        tree = tree_where(tree_seed, branching=branching, depth=depth, pruned=pruned, ties=ties, **options)
        question, answer = cls._question_and_answer(tree, AlphaBetaTrace(tree, ties))
        exercise = cls(seed=seed, tree=tree, question=question, answer=answer, ties=ties, hints=_HINTS)
        # A single leaf has only one order.
        return exercise.showing(" ".join(leaf.name for leaf in cls._example(tree.leaves())), tree.name)

    @staticmethod
    @abstractmethod
    def _question_and_answer(tree: Tree, trace: AlphaBetaTrace) -> tuple[str, str]: ...

    @staticmethod
    @abstractmethod
    def _example(leaves: Sequence[Node]) -> Sequence[Node]:
        """Return leaves that are no answer where there are several."""

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        return self.tree, AlphaBetaTrace(self.tree, self.ties).events
