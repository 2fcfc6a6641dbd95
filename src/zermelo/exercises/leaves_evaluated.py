"""The exercise `leaves_evaluated`: which leaves alpha-beta evaluates, in order."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.exercises.answers import read_nodes
from zermelo.exercises.exercise import Grade
from zermelo.exercises.leaves import LEAVES_OPTIONS, LeavesExercise
from zermelo.exercises.trace import AlphaBetaTrace, describe_search
from zermelo.registry import Declaration
from zermelo.trees import Node, Tree


class LeavesEvaluated(LeavesExercise):
    """Which leaves does alpha-beta evaluate, in order?"""

    declaration = Declaration(
        "leaves_evaluated",
        "Alpha-beta: the leaves in order",
        "The leaves that alpha-beta evaluates, in order.",
        options=LEAVES_OPTIONS,
    )
    form = "sequence"

    @staticmethod
    def _question_and_answer(tree: Tree, trace: AlphaBetaTrace) -> tuple[str, str]:
        question = (
            "Alpha-beta searches this tree from left to right. Which leaves does it evaluate, in order? "
            "Write their names."
        )
        return question, " ".join(trace.evaluated)

    @staticmethod
    def _example(leaves: Sequence[Node]) -> Sequence[Node]:
        return leaves[:-4:-1]  # from right to left

    def _grade(self, text: str) -> Grade:
        given = read_nodes(text, self.tree, self.example)
        trace = AlphaBetaTrace(self.tree, self.ties)
        right = [self.tree[name] for name in trace.evaluated]
        if given == right:
            return Grade(True, f"Right: {self.answer}.")
        agreed = next(
            (at for at, (expected, node) in enumerate(zip(right, given, strict=False)) if expected is not node),
            min(len(right), len(given)),
        )
        message = "The first leaf is not right."
        if agreed:
            count = f"first {agreed}" if agreed > 1 else "first"
            message = f"The {count} of {len(right)} leaves {'are' if agreed > 1 else 'is'} right."
        return Grade(False, message, self._first_wrong(agreed, given, right, trace))

    def _first_wrong(self, at: int, given: list[Node], right: list[Node], trace: AlphaBetaTrace) -> str:
        step = f"Step {at + 1}:"
        next_leaf = f"alpha-beta goes to {right[at].name}" if at < len(right) else "the search is over"
        if at == len(given):
            return f"{step} your answer ends, but {next_leaf}: {trace.why(right[at])}"
        node = given[at]
        you_wrote = f"{step} you wrote {node.name}, but"
        if node.children:
            return f"{you_wrote} that is not a leaf, and only leaves are evaluated."
        if node in given[:at]:
            return f"{you_wrote} you listed it before: no leaf is evaluated twice."
        if node.name in trace.cuts:
            return f"{you_wrote} {next_leaf}: {trace.cuts[node.name]}"
        return f"{you_wrote} {next_leaf} first: {trace.why(right[at])}"

    def steps(self) -> list[str]:
        return [*describe_search(self.solution_trace()[1]), f"In order: {self.answer}."]
