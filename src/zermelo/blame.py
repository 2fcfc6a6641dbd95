"""Whose fault it is: trouble while a game is played, told in the auditor's words where the game broke a promise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from zermelo.audit import first_fault
from zermelo.limits import Stop
from zermelo.state import ZermeloError

GAMES, SECONDS = 20, 1.0
"""What an audit may cost when something has gone wrong."""


def broken_promise(start: Any) -> ZermeloError | None:
    """The first promise that a game breaks, in one sentence, with the line to add where one is missing; None where the
    auditor finds nothing wrong."""
    if isinstance(start, type):
        return ZermeloError(f"{start.__name__} is a class, not a state: {start.__name__}() begins a game")
    fault = first_fault(start, games=GAMES, seconds=SECONDS)
    return None if fault is None else ZermeloError(f"{type(start).__name__} breaks a promise {fault}")


@contextmanager
def blamed(start: Any) -> Iterator[None]:
    """Around what plays a game: trouble that comes of a promise the game breaks is told in one sentence, and so is a start that
    is no longer what it was, since no answer about it can be right. Any other trouble stays what it is."""
    before = _shown(start)
    try:
        yield
    except Stop:
        raise
    except (Exception, SystemExit) as error:
        broken = _changed(start, before)
        if broken is None and not isinstance(error, ZermeloError):
            broken = broken_promise(start)
        if broken is None:
            raise
        raise broken from error
    if broken := _changed(start, before):
        raise broken


def _shown(start: Any) -> dict[str, Any]:
    """What a state shows of itself; nothing if it cannot be asked. Zermelo's own are tested not to change."""
    if not type(start).__module__.startswith("zermelo."):
        with suppress(Exception, SystemExit):
            return {"moves()": len(start.moves()), "player": start.player, "utility()": start.utility()}
    return {}


def _changed(start: Any, before: dict[str, Any]) -> ZermeloError | None:
    """What moves made in place have left of the start, of which the auditor could not know what it was."""
    after = _shown(start) if before else before
    name = next((name for name in after if after[name] != before[name]), None)
    if name is None:
        return None
    what = f"play() changed the state it was called on: its {name} was different before"
    return ZermeloError(f"{type(start).__name__} breaks a promise at the start: {what}")
