"""Exam sheets: exercises from one seed, as Markdown, LaTeX or a printable page, with or without the key.

The same seed gives the same sheet, byte for byte; the key is appended to the same questions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from zermelo.exercises import sheet_html, sheet_latex, sheet_markdown
from zermelo.exercises.exercise import TIE_RULES, Exercise
from zermelo.exercises.kinds import KINDS, find_kind, make
from zermelo.result import Ties
from zermelo.state import ZermeloError

MAX_EXERCISES = 100
TITLE = "Adversarial search"


@dataclass(frozen=True)
class Exam:
    """An exam sheet."""

    title: str
    seed: int | str
    ties: Ties
    exercises: tuple[Exercise, ...]

    @property
    def points(self) -> int:
        """The points of all exercises together."""
        return sum(exercise.points for exercise in self.exercises)

    @property
    def rules(self) -> str:
        """The rules of all questions."""
        rules = "All trees are searched from left to right."
        if any(exercise.tie_rule for exercise in self.exercises):
            rules += f" {TIE_RULES[self.ties]}"
        return rules

    def markdown(self, key: bool = False) -> str:
        """Return the sheet as Markdown, with trees drawn in characters; with `key`, followed by answers and solutions."""
        return sheet_markdown.write(self, key)

    def latex(self, key: bool = False) -> str:
        """Return the sheet as a complete LaTeX document, which needs TikZ; with `key`, followed by answers and solutions."""
        return sheet_latex.write(self, key)

    def html(self, key: bool = False) -> str:
        """Return the sheet as one self-contained HTML page to print; with `key`, followed by answers and solutions."""
        return sheet_html.write(self, key)


def exam(
    seed: int | str,
    kinds: Sequence[str] | None = None,
    count: int = 6,
    title: str = TITLE,
    ties: Ties = "equal",
) -> Exam:
    """Make an exam sheet.

    Parameters
    ----------
    seed : int or str
    kinds : sequence of str, optional
        Names of kinds, used in turn; by default as many different kinds as possible.
    count : int
        The number of exercises, 1 to 100.
    title : str
    ties : {"equal", "strict"}
        The tie rule of all exercises.

    Raises
    ------
    ZermeloError
        If there is no such kind, or an argument is wrong.

    Examples
    --------
    >>> [exercise.kind for exercise in exam(1, ["window", "cut_interval"], count=3).exercises]
    ['window', 'cut_interval', 'window']
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_EXERCISES:
        raise ZermeloError(f"count must be an integer from 1 to {MAX_EXERCISES}, not {count!r}")
    if ties not in TIE_RULES:
        raise ZermeloError(f"ties must be 'equal' or 'strict', not {ties!r}")
    if kinds is not None and (isinstance(kinds, str) or not kinds):
        raise ZermeloError("kinds must be a list of at least one name")
    chosen = _choose(seed, count) if kinds is None else [kinds[number % len(kinds)] for number in range(count)]
    exercises = []
    for number, kind in enumerate(chosen, 1):
        options = {"ties": ties} if find_kind(kind).declaration.has_option("ties") else {}
        exercises.append(make(kind, f"{seed}-{number}", **options))
    return Exam(title, seed, ties, tuple(exercises))


def _choose(seed: int | str, count: int) -> list[str]:
    """Choose as many different kinds as possible, in the order of the course."""
    order = list(KINDS)
    rounds, rest = divmod(count, len(order))
    drawn = order * rounds + Random(f"exam {seed}").sample(order, rest)
    return sorted(drawn, key=order.index)
