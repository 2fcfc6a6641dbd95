"""Whole exam sheets: some exercises from one seed, as Markdown, LaTeX or a printable page, with or without the key.

The same seed gives the same sheet, byte for byte; the sheet with the key has the same questions as the one without.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from zermelo.exercises import sheet_html, sheet_latex, sheet_markdown
from zermelo.exercises.exercise import TIE_RULES, Exercise
from zermelo.exercises.kinds import KINDS, kind_of, make
from zermelo.result import Ties
from zermelo.state import ZermeloError

MOST_EXERCISES = 100
TITLE = "Game trees and alpha-beta"


@dataclass(frozen=True)
class Exam:
    """A sheet of exercises under one title."""

    title: str
    seed: int | str
    ties: Ties
    exercises: tuple[Exercise, ...]

    @property
    def points(self) -> int:
        return sum(exercise.points for exercise in self.exercises)

    @property
    def rules(self) -> str:
        """What holds for all questions, said once."""
        told = "All trees are searched from left to right."
        if any(exercise.by_alpha_beta for exercise in self.exercises):
            told += f" {TIE_RULES[self.ties]}"
        return told

    def markdown(self, key: bool = False) -> str:
        """The sheet as Markdown, its trees drawn in characters."""
        return sheet_markdown.write(self, key)

    def latex(self, key: bool = False) -> str:
        """The sheet as a complete LaTeX document; it needs TikZ."""
        return sheet_latex.write(self, key)

    def html(self, key: bool = False) -> str:
        """The sheet as one HTML file to print: no scripts, nothing from elsewhere."""
        return sheet_html.write(self, key)


def exam(
    seed: int | str,
    kinds: Sequence[str] | None = None,
    count: int = 6,
    title: str = TITLE,
    ties: Ties = "equal",
) -> Exam:
    """A sheet of `count` exercises: of the given kinds in turn, or of kinds that the seed chooses.

    >>> [exercise.kind for exercise in exam(1, ["window", "cut_interval"], count=3).exercises]
    ['window', 'cut_interval', 'window']
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MOST_EXERCISES:
        raise ZermeloError(f"count must be a whole number from 1 to {MOST_EXERCISES}, not {count!r}")
    if ties not in TIE_RULES:
        raise ZermeloError(f"ties must be 'equal' or 'strict', not {ties!r}")
    if kinds is not None and (isinstance(kinds, str) or not kinds):
        raise ZermeloError("kinds must be a list of kinds of exercises, with at least one in it")
    chosen = _choose(seed, count) if kinds is None else [kinds[number % len(kinds)] for number in range(count)]
    exercises = []
    for number, slug in enumerate(chosen, 1):
        options = {"ties": ties} if "ties" in kind_of(slug).options else {}
        exercises.append(make(slug, f"{seed}-{number}", **options))
    return Exam(title, seed, ties, tuple(exercises))


def _choose(seed: int | str, count: int) -> list[str]:
    """As many different kinds as possible, in the order of the course."""
    order = list(KINDS)
    whole, rest = divmod(count, len(order))
    drawn = order * whole + Random(f"exam {seed}").sample(order, rest)
    return sorted(drawn, key=order.index)
