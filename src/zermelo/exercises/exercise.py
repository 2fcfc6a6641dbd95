"""The base class of exercises: a tree, a question about it, the answer, the grading of other answers, and the solution.

An exercise is made from a seed and is the same on every machine. Its kind, seed and options are enough to make it again, so
nothing else has to be stored to grade an answer later.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal, Self, TypeAlias

from zermelo.events import Event
from zermelo.exercises.answers import UnreadableAnswer, normalise
from zermelo.registry import Declaration
from zermelo.result import Ties
from zermelo.trees import Tree, format_tree

TIE_RULES: dict[Ties, str] = {
    "equal": "Alpha-beta cuts as soon as α ≥ β: a tie is enough.",
    "strict": "Alpha-beta cuts only when α > β: a tie is not enough.",
}

AnswerForm: TypeAlias = Literal["sequence", "set", "number", "window", "interval", "orders", "values"]
"""What an answer consists of: leaves in order, a set of leaves, a number and a move, alpha and beta, an interval, orders of
children, or values of several nodes."""


@dataclass(frozen=True)
class Grade:
    """The grade of an answer.

    Attributes
    ----------
    correct : bool
    message : str
        One or two sentences.
    first_wrong : str
        For a wrong answer, the first wrong step and the reason.
    understood : bool
        False if the answer could not be read; the message then says how to write it.
    """

    correct: bool
    message: str
    first_wrong: str = ""
    understood: bool = True

    def __str__(self) -> str:
        return f"{self.message} {self.first_wrong}".strip()


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """One question with its answer. A subclass is a kind of exercise; `zermelo.exercises.make` makes instances.

    Attributes
    ----------
    declaration : Declaration
        Name, title, summary and options of the kind.
    points : int
        What the question is worth in an exam.
    search : str
        The textbook search that the question is about.
    form : AnswerForm
        What an answer consists of.
    seed : int or str
    tree : Tree
        The tree of the question, as the student sees it.
    question, answer : str
        The answer is one right answer, in the form in which answers are written; others may be right too.
    example : str
        How an answer is written, which the question ends with: never a right answer.
    ties : {"equal", "strict"}
        The tie rule of alpha-beta.
    hints : tuple of str
        From a nudge to nearly the method.
    options : Mapping
        The options it was made with.
    """

    declaration: ClassVar[Declaration]
    points: ClassVar[int]
    search: ClassVar[str]
    form: ClassVar[AnswerForm]

    seed: int | str
    tree: Tree
    question: str
    answer: str
    example: str = ""
    ties: Ties = "equal"
    hints: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @classmethod
    @abstractmethod
    def create(cls, *args: Any, **options: Any) -> Self:
        """Make an exercise from a seed and the complete options of the declaration."""

    @abstractmethod
    def _grade(self, text: str) -> Grade: ...

    @abstractmethod
    def steps(self) -> list[str]:
        """Return the solution, a sentence or two for each step."""

    @property
    def kind(self) -> str:
        """The name of the kind."""
        return self.declaration.name

    @property
    def title(self) -> str:
        """The title of the kind."""
        return self.declaration.title

    @property
    def tie_rule(self) -> str:
        """The tie rule in a sentence; empty if the exercise does not depend on it."""
        return TIE_RULES[self.ties] if self.declaration.has_option("ties") else ""

    def grade(self, text: str) -> Grade:
        """Grade any text; one that cannot be read gets a `Grade` that is not `understood`."""
        try:
            return self._grade(normalise(text))
        except UnreadableAnswer as error:
            return Grade(False, str(error), understood=False)

    def showing(self, *examples: str) -> Self:
        """Return the exercise with the first of these examples that gives no answer away, at the end of its question. What follows
        ", or " is an answer of its own."""
        example = next(
            each for each in examples if not any(self.grade(answer).correct for answer in each.split(", or "))
        )
        return replace(self, question=f"{self.question.removesuffix('.')}, as in: {example}.", example=example)

    def solution(self) -> str:
        """Return the solution as one text, a line for each step."""
        return "\n".join(self.steps())

    def solution_trace(self) -> tuple[Tree, Sequence[Event]]:
        """Return a tree and the events of a search on it that show the answer; no events if none do."""
        return self.tree, ()

    @property
    def solution_caption(self) -> str:
        """What the tree of `solution_trace` shows, where it is not the tree of the question; otherwise empty."""
        return ""

    def numeric_tree(self) -> Tree:
        """Return the tree with numbers only, so that its text can be parsed."""
        return self.tree

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON values; `tree` is text for `parse_tree`."""
        return {
            "kind": self.kind,
            "title": self.title,
            "seed": self.seed,
            "options": dict(self.options),
            "tree": format_tree(self.numeric_tree()),
            "unknown": None,
            "question": self.question,
            "ties": self.ties,
            "tie_rule": self.tie_rule,
            "hints": list(self.hints),
            "points": self.points,
            "answer": self.answer,
            "solution": self.steps(),
        }
