"""Audits a game: does it keep the promises that every search relies on?

`check` looks at the states near the start, all their moves, and at random games to the end. Whatever is wrong is
told once, in one sentence that names the promise and the moves that led to the place where it was broken. Nothing a
game does gets out as an exception, and a game that goes on forever is told so; only a single call that never returns
cannot be helped.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.audit.auditor import Auditor
from zermelo.state import ZermeloError, format_count

__all__ = ["Report", "check", "first_fault"]


@dataclass(frozen=True)
class Report:
    """What an audit found: one sentence for each broken promise; True if there is none.

    states, games   how many different states were looked at, and how many random games were played to the end
    longest         the moves of the longest game
    """

    problems: tuple[str, ...]
    states: int
    games: int
    longest: int

    @property
    def ok(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        seen = f"{format_count(self.states, 'state')} and {format_count(self.games, 'random game')} were looked at"
        seen += f", the longest of {format_count(self.longest, 'move')}" if self.games else ""
        return "\n".join((*self.problems, seen if self.problems else f"every promise is kept: {seen}"))


def check(start: Any, *, games: int = 50, plies: int = 2000, seconds: float = 5.0, seed: int = 0) -> Report:
    """Audits the game that begins at `start`, by looking around it and by random play, for at most `seconds`.

    >>> from zermelo import tree
    >>> print(check(tree([[2, 7], [1, 8]])))
    every promise is kept: 7 states and 50 random games were looked at, the longest of 2 moves
    """
    for name, number, kind in (("games", games, int), ("plies", plies, int), ("seconds", seconds, (int, float))):
        if not isinstance(number, kind) or not number > 0:
            raise ZermeloError(f"{name} must be a positive number, not {number!r}")
    auditor = _audit(start, games, plies, seconds, seed)
    return Report(tuple(auditor.problems.values()), len(auditor.facts), auditor.games, auditor.longest)


def first_fault(start: Any, *, games: int, seconds: float) -> str | None:
    """The first promise that a game breaks, in one sentence. That a game goes on for long, or writes its moves clumsily, is none:
    it may be meant so, and is not what a search stumbles over."""
    problems = _audit(start, games, 2000, seconds, 0).problems
    return next((sentence for promise, sentence in problems.items() if promise not in ("end", "written")), None)


def _audit(start: Any, games: int, plies: int, seconds: float, seed: int) -> Auditor:
    auditor = Auditor(seconds, Random(seed))
    if isinstance(start, type):
        auditor.tell("class", f"{start.__name__} is a class, not a state: check({start.__name__}()) begins a game")
    else:
        auditor.widen(start)
        for _ in range(games):
            if not auditor.play_out(start, plies):
                break
        auditor.count_players()
    return auditor
