"""Explain errors that a game's own mistakes cause, in the auditor's words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, NamedTuple

from zermelo.audit import first_fault, not_a_state
from zermelo.audit.comparison import changed_fields, snapshot
from zermelo.audit.explanations import copy_hint
from zermelo.limits import Stop
from zermelo.state import ZermeloError

AUDIT_GAMES, AUDIT_SECONDS = 20, 1.0
"""Limits of the audit after an error."""
_MOST_MOVES = 100
"""Moves compared before and after; a broken game may list moves without end."""


def find_game_error(start: Any) -> ZermeloError | None:
    """Audit a game and return its first broken promise as an error that says how to fix it; None if none is found.

    >>> from zermelo.games.nim import Nim
    >>> find_game_error(Nim()) is None
    True
    >>> print(find_game_error(Nim))
    Nim is a class, not a state: Nim() begins a game
    """
    if mistake := not_a_state(start):
        return ZermeloError(mistake)
    fault = first_fault(start, games=AUDIT_GAMES, seconds=AUDIT_SECONDS)
    return None if fault is None else ZermeloError(f"{type(start).__name__} breaks a promise {fault}")


@contextmanager
def explain_game_errors(start: Any) -> Iterator[None]:
    """Replace an exception by the broken promise of the game that caused it, if there is one.

    Also raise an error if `start` was changed in place, since no answer about it can be right.
    """
    # Zermelo's own states are tested not to change, and a snapshot of a large tree takes longer than many searches.
    before = None if type(start).__module__.startswith("zermelo.") else _observe(start)
    try:
        yield
    except Stop:
        raise
    except (Exception, SystemExit) as error:
        cause = _change_error(start, before)
        if cause is None and not isinstance(error, ZermeloError):
            cause = find_game_error(start)
        if cause is None:
            raise
        raise cause from error
    if cause := _change_error(start, before):
        raise cause


class _Observation(NamedTuple):
    """The fields of a state and the answers of its methods (None if they raised)."""

    fields: dict[str, Any]
    answers: tuple[Any, ...] | None


def _observe(state: Any) -> _Observation:
    fields = snapshot(state)
    with suppress(Exception, SystemExit):
        return _Observation(fields, (state.player, tuple(islice(state.moves(), _MOST_MOVES)), state.utility()))
    return _Observation(fields, None)


def _change_error(start: Any, before: _Observation | None) -> ZermeloError | None:
    """Return an error if the start was changed in place, which the auditor cannot see afterwards.

    A state may cache, as long as its answers stay the same.
    """
    if before is None:
        return None
    after = _observe(start)
    fields = changed_fields(before.fields, after.fields)
    if not fields or _same_answers(before, after):
        return None
    problem = f"play() changed the state it was called on: its {fields[0]} was different before"
    return ZermeloError(f"{type(start).__name__} breaks a promise at the start: {problem}{copy_hint(start, fields)}")


def _same_answers(before: _Observation, after: _Observation) -> bool:
    with suppress(Exception, SystemExit):
        return bool(before.answers == after.answers)
    return False
