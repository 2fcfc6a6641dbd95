"""A recorded game as plain data: its moves with annotations, comments and variations, the tags, and where it began."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

MOST_NESTED = 50
"""Levels of variations that are read and written."""


@dataclass(frozen=True)
class Turn:
    """A move with its numeric annotation glyphs ($1 is a good move), the comment after it and its variations."""

    move: str
    annotations: tuple[int, ...] = ()
    comment: str = ""
    variations: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Line:
    """A line of moves, with the comment before the first.

    >>> Line.of(["e2e4", "e7e5"]).moves
    ['e2e4', 'e7e5']
    """

    turns: tuple[Turn, ...] = ()
    comment: str = ""

    @classmethod
    def of(cls, moves: Iterable[str]) -> Line:
        """Return the line of these moves."""
        return cls(tuple(map(Turn, moves)))

    @property
    def moves(self) -> list[str]:
        """The moves without the variations."""
        return [turn.move for turn in self.turns]

    def __len__(self) -> int:
        """The number of moves, with those of the variations."""
        return sum(1 + sum(map(len, turn.variations)) for turn in self.turns)


@dataclass(frozen=True)
class GameRecord:
    """A recorded game.

    Attributes
    ----------
    position
        Where it began; None is the start of the game.
    line
        The moves, each as the game's `str` writes it.
    tags
        The PGN tags, such as White and Date.
    """

    position: str | None = None
    line: Line = field(default_factory=Line)
    tags: Mapping[str, str] = field(default_factory=dict)
