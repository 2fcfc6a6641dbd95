"""Whose fault it is: trouble while a game is played, told in the auditor's words where the game broke a promise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.audit import first_fault
from zermelo.audit.comparing import arrays_inside, changes
from zermelo.audit.telling import copying
from zermelo.limits import Stop
from zermelo.state import ZermeloError

GAMES, SECONDS = 20, 1.0
"""What an audit may cost when something has gone wrong."""


def broken_promise(start: Any) -> ZermeloError | None:
    """The first promise that a game breaks, in one sentence, with the line to add where one is missing; None where the
    auditor finds nothing wrong."""
    fault = first_fault(start, games=GAMES, seconds=SECONDS)
    return None if fault is None else ZermeloError(f"{type(start).__name__} breaks a promise {fault}")


@contextmanager
def blamed(start: Any) -> Iterator[None]:
    """Around what plays a game: trouble that comes of a promise the game breaks is told in one sentence. Any other trouble
    stays what it is."""
    before = arrays_inside(start)
    try:
        yield
    except (ZermeloError, Stop):
        raise
    except (Exception, SystemExit) as error:
        broken = _changed(start, before) or broken_promise(start)
        if broken is None:
            raise
        raise broken from error
    if broken := _changed(start, before):
        raise broken


def _changed(start: Any, before: dict[str, Any]) -> ZermeloError | None:
    """That a state is no longer what it was before somebody played from it, which no audit of it could find any more."""
    fields = changes(before, arrays_inside(start)) if before else []
    if not fields:
        return None
    what = f"play() changed the state it was called on: its {fields[0]} was different before{copying(start, fields)}"
    return ZermeloError(f"{type(start).__name__} breaks a promise: {what}")
