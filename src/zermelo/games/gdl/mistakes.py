"""Mistakes in rule sheets: where they are, and one sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from zermelo.games.gdl.terms import Span
from zermelo.state import ZermeloError

MOST_MISTAKES = 100
"""The reader and the checks stop after this many mistakes."""


class Mistake(NamedTuple):
    """A mistake at a place of the text; lines and columns count from 1, and `end_column` is the first column after it.

    A place of several lines is marked on its first line. A warning is about a sheet that can be played all the same.
    """

    line: int
    column: int
    end_column: int
    sentence: str
    warning: bool = False

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.sentence}"


class RuleSheetError(ZermeloError):
    """A rule sheet cannot be played; `mistakes` lists all that were found, and the message is the first of them."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        more = len(self.mistakes) - 1
        super().__init__(f"{self.mistakes[0]}{f' (and {more} more)' if more else ''}")


def at(span: Span, sentence: str, *, warning: bool = False) -> Mistake:
    """Return a mistake at a place."""
    end = span.end_column if span.line == span.end_line else span.column + 1
    return Mistake(span.line, span.column, end, sentence, warning)


def shortened(text: str, most: int = 60) -> str:
    """Return a text of at most this length on one line, without control characters.

    >>> shortened("(mark 1 2 3)", 9)
    '(mark ...'
    """
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= most else text[: most - 3] + "..."
