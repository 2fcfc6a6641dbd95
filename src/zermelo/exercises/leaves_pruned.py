"""The exercise `leaves_pruned`: which leaves alpha-beta never evaluates."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.exercises.answers import read_nodes
from zermelo.exercises.exercise import Grade
from zermelo.exercises.leaves import LEAVES_OPTIONS, LeavesExercise
from zermelo.exercises.trace import AlphaBetaTrace, describe_search
from zermelo.registry import Declaration
from zermelo.trees import Node, Tree


class LeavesPruned(LeavesExercise):
    """Which leaves does alpha-beta never look at?"""

    declaration = Declaration(
        "leaves_pruned",
        "Alpha-beta: the leaves it skips",
        "The leaves that alpha-beta never looks at.",
        options=LEAVES_OPTIONS,
    )
    form = "set"

    @staticmethod
    def _question_and_answer(tree: Tree, trace: AlphaBetaTrace) -> tuple[str, str]:
        question = (
            "Alpha-beta searches this tree from left to right. Which leaves does it never look at? "
            "Write their names in any order."
        )
        return question, " ".join(leaf.name for leaf in tree.leaves() if leaf.name in trace.cuts) or "none"

    @staticmethod
    def _example(leaves: Sequence[Node]) -> Sequence[Node]:
        return leaves[:2]  # the first is always looked at

    def _grade(self, text: str) -> Grade:
        named = [] if text.lower() in ("none", "-") else read_nodes(text, self.tree, self.example)
        given = {leaf.name for node in named for leaf in node.leaves()}  # a branch stands for all its leaves
        trace = AlphaBetaTrace(self.tree, self.ties)
        skipped = set(trace.cuts)
        if given == skipped:
            return Grade(True, f"Right: {self.answer}.")
        missing, extra = len(skipped - given), len(given - skipped)
        mistakes = [f"{missing} skipped {'leaf is' if missing == 1 else 'leaves are'} missing"] if missing else []
        mistakes += [f"{extra} {'leaf is' if extra == 1 else 'leaves are'} not skipped at all"] if extra else []
        wrong = next(leaf for leaf in self.tree.leaves() if (leaf.name in given) != (leaf.name in skipped))
        first = f"{wrong.name} is looked at: {trace.why(wrong)}" if wrong.name in given else trace.why(wrong)
        return Grade(False, f"In your answer {' and '.join(mistakes)}.", first)

    def steps(self) -> list[str]:
        return [*describe_search(self.solution_trace()[1]), f"Skipped: {self.answer}."]
