"""Whose fault it is: trouble while a game is played, told in the auditor's words where the game broke a promise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import Any, NamedTuple

from zermelo.audit import first_fault
from zermelo.audit.comparing import changes, inside
from zermelo.audit.explanations import copying
from zermelo.limits import Stop
from zermelo.state import ZermeloError

GAMES, SECONDS = 20, 1.0
"""What an audit may cost when something has gone wrong."""
_MOVES = 100
"""How many are looked at: there may be no end of them."""


def find_game_error(start: Any) -> ZermeloError | None:
    """The first promise that a game breaks, in one sentence, with the line to add where one is missing; None where the
    auditor finds nothing wrong."""
    if isinstance(start, type):
        return ZermeloError(f"{start.__name__} is a class, not a state: {start.__name__}() begins a game")
    fault = first_fault(start, games=GAMES, seconds=SECONDS)
    return None if fault is None else ZermeloError(f"{type(start).__name__} breaks a promise {fault}")


@contextmanager
def explain_game_errors(start: Any) -> Iterator[None]:
    """Around what plays a game: trouble that comes of a promise the game breaks is told in one sentence, and so is a start that
    is no longer what it was, since no answer about it can be right. Any other trouble stays what it is."""
    # Zermelo's own states are tested not to change, and looking into a large tree takes longer than many a search.
    before = None if type(start).__module__.startswith("zermelo.") else _look(start)
    try:
        yield
    except Stop:
        raise
    except (Exception, SystemExit) as error:
        broken = _changed(start, before)
        if broken is None and not isinstance(error, ZermeloError):
            broken = find_game_error(start)
        if broken is None:
            raise
        raise broken from error
    if broken := _changed(start, before):
        raise broken


class _Look(NamedTuple):
    """A state as it was once: what it holds, and what it says."""

    held: dict[str, Any]
    said: tuple[Any, ...] | None


def _look(state: Any) -> _Look:
    held = inside(state)
    with suppress(Exception, SystemExit):  # a game that cannot even say this has other troubles
        return _Look(held, (state.player, tuple(islice(state.moves(), _MOVES)), state.utility()))
    return _Look(held, None)


def _changed(start: Any, before: _Look | None) -> ZermeloError | None:
    """What a move in place has left of the start, which the auditor could not know any more. A state may count or remember, as
    long as it says the same."""
    after = None if before is None else _look(start)
    if before is None or after is None or not (fields := changes(before.held, after.held)) or _alike(before, after):
        return None
    what = f"play() changed the state it was called on: its {fields[0]} was different before{copying(start, fields)}"
    return ZermeloError(f"{type(start).__name__} breaks a promise at the start: {what}")


def _alike(before: _Look, after: _Look) -> bool:
    with suppress(Exception, SystemExit):
        return bool(before.said == after.said)
    return False
