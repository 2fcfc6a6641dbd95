"""What an exercise is: a tree, a question about it, the answer, a way to grade another answer, and the worked solution.

An exercise is made from a seed and is the same on every machine. Its kind, seed and options are all it takes to make
it again, so nothing else has to be stored to grade an answer later.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from inspect import getdoc, signature
from typing import Any, ClassVar

from zermelo.events import Event
from zermelo.exercises.answers import Unclear, tidy
from zermelo.games.tree import Tree, format_tree
from zermelo.result import Ties

TIE_RULES: dict[Ties, str] = {
    "equal": "Alpha-beta cuts as soon as α ≥ β: a tie is enough.",
    "strict": "Alpha-beta cuts only when α > β: a tie is not enough.",
}


@dataclass(frozen=True)
class Grade:
    """What an answer deserves.

    message      one or two sentences
    first_wrong  for a wrong answer, the first step that went wrong, and why
    understood   False if the answer could not be read; the message then says how to write it
    """

    correct: bool
    message: str
    first_wrong: str = ""
    understood: bool = True

    def __str__(self) -> str:
        return f"{self.message} {self.first_wrong}".strip()


@dataclass(frozen=True, kw_only=True)
class Exercise(ABC):
    """One question with its answer.

    tree     what the question is about, as the student sees it
    answer   one right answer, written as an answer should be; others may be right too
    ties     which tie rule alpha-beta follows
    hints    from a nudge to nearly the method
    options  what was asked for when it was made, beside the seed
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    points: ClassVar[int]
    by_alpha_beta: ClassVar[bool] = True
    """Whether the search of the exercise is alpha-beta, so that the tie rule has to be said."""

    seed: int | str
    tree: Tree
    question: str
    answer: str
    ties: Ties = "equal"
    hints: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)

    def grade(self, text: str) -> Grade:
        """Grades any text; one that cannot be read is no error but an answer that was not understood."""
        try:
            return self._grade(tidy(text))
        except Unclear as unclear:
            return Grade(False, str(unclear), understood=False)

    @abstractmethod
    def _grade(self, text: str) -> Grade: ...

    @abstractmethod
    def steps(self) -> list[str]:
        """The worked solution, a sentence or two for each step."""

    def solution(self) -> str:
        """The worked solution as one text, a line for each step."""
        return "\n".join(self.steps())

    def worked(self) -> tuple[Tree, Sequence[Event]]:
        """A tree and the events of a search on it that show the answer, for a picture; no events where none do."""
        return self.tree, ()

    def plain_tree(self) -> Tree:
        """The tree with nothing in it but numbers, so that its text can be read back."""
        return self.tree

    def to_dict(self) -> dict[str, Any]:
        """Everything that can be said in JSON. `tree` is text that `parse_tree` reads."""
        return {
            "kind": self.kind,
            "title": self.title,
            "seed": self.seed,
            "options": dict(self.options),
            "tree": format_tree(self.plain_tree()),
            "unknown": None,
            "question": self.question,
            "ties": self.ties,
            "tie_rule": TIE_RULES[self.ties] if self.by_alpha_beta else "",
            "hints": list(self.hints),
            "points": self.points,
            "answer": self.answer,
            "solution": self.steps(),
        }


@dataclass(frozen=True)
class Kind:
    """A kind of exercise: `make(seed, **options)` makes one."""

    slug: str
    title: str
    description: str
    points: int
    make: Callable[..., Exercise]

    @classmethod
    def of(cls, make: Callable[..., Exercise], made: type[Exercise]) -> Kind:
        """The kind that a function makes; the first line of its docstring describes it."""
        return cls(made.kind, made.title, (getdoc(make) or "").partition("\n")[0], made.points, make)

    @property
    def options(self) -> tuple[str, ...]:
        """What `make` can be asked for beside the seed."""
        return tuple(signature(self.make).parameters)[1:]
