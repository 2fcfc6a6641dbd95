"""Whose fault it is: trouble while a game is played, told in the auditor's words where the game broke a promise."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from zermelo.audit import check
from zermelo.limits import Stop
from zermelo.state import ZermeloError

GAMES, SECONDS = 20, 1.0
"""What an audit may cost when something has gone wrong."""


@contextmanager
def blamed(start: Any) -> Iterator[None]:
    """Around what plays a game: trouble that comes of a promise the game breaks is told in one sentence, with the line to
    add where one is missing. Any other trouble stays what it is."""
    try:
        yield
    except (ZermeloError, Stop):
        raise
    except Exception as error:
        problems = check(start, games=GAMES, seconds=SECONDS).problems
        if not problems:
            raise
        raise ZermeloError(f"{type(start).__name__} breaks a promise {problems[0]}") from error
