"""Audit a game: does it keep the promises that every search relies on?

`check` examines the states near the start with all their moves, and random games to the end. Each kind of problem is
reported once, in one sentence with the moves that led to it. Exceptions of the game and games that do not end are
problems too; only a call that never returns cannot be detected.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from zermelo.audit.auditor import Auditor
from zermelo.audit.explanations import mistyped_field, not_a_state
from zermelo.state import ZermeloError, format_count

__all__ = ["Report", "check", "first_fault", "not_a_state"]


@dataclass(frozen=True)
class Report:
    """The result of an audit; true if no problem was found.

    Attributes
    ----------
    problems
        One sentence for each broken promise.
    states
        The number of different states checked.
    games
        The number of random games played to the end.
    longest
        The length of the longest of them, in moves.
    notes
        One sentence for each thing that is allowed, and may yet be a mistake.
    """

    problems: tuple[str, ...]
    states: int
    games: int
    longest: int
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.problems

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        seen = f"{format_count(self.states, 'state')} and {format_count(self.games, 'random game')} checked"
        seen += f", the longest of {format_count(self.longest, 'move')}" if self.games else ""
        verdict = seen if self.problems else f"every promise is kept: {seen}"
        return "\n".join((*self.problems, verdict, *self.notes))


def check(start: Any, *, games: int = 50, plies: int = 2000, seconds: float = 5.0, seed: int = 0) -> Report:
    """Audit the game that begins at `start`.

    Parameters
    ----------
    start
        The first state of the game.
    games
        How many random games to play.
    plies
        The number of moves after which a game must have ended.
    seconds
        The time limit.
    seed
        Seed of the random games.

    Returns
    -------
    Report
        The problems found, none if the game keeps every promise.

    >>> from zermelo import tree
    >>> print(check(tree([[2, 7], [1, 8]])))
    every promise is kept: 7 states and 50 random games checked, the longest of 2 moves
    """
    for name, number, kind in (("games", games, int), ("plies", plies, int), ("seconds", seconds, (int, float))):
        if not isinstance(number, kind) or not number > 0:
            raise ZermeloError(f"{name} must be a positive number, not {number!r}")
    auditor = _audit(start, games, plies, seconds, seed)
    return Report(
        tuple(auditor.problems.values()), len(auditor.facts), auditor.games, auditor.longest, tuple(auditor.notes())
    )


def first_fault(start: Any, *, games: int, seconds: float) -> str | None:
    """Return the first problem that would break a search, in one sentence, or None.

    Long games and moves that print badly may be intended and do not count.
    """
    problems = _audit(start, games, 2000, seconds, 0).problems
    return next((sentence for promise, sentence in problems.items() if promise not in ("end", "written")), None)


def _audit(start: Any, games: int, plies: int, seconds: float, seed: int) -> Auditor:
    auditor = Auditor(start, seconds, Random(seed))
    if mistake := not_a_state(start):
        auditor.report("state", mistake)
    else:
        auditor.explore(start)
        for _ in range(games):
            if not auditor.play_random_game(start, plies):
                break
        auditor.check_player_count()
        auditor.check_point_of_view()
        if auditor.problems and (mistake := mistyped_field(start)):
            auditor.problems = {"field": mistake, **auditor.problems}
    return auditor
