"""Play a game with arrays in Python before compiling it, on states with read-only arrays: changes in place and changes of an
array's type are reported at once instead of after some seconds of compiling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import perf_counter
from typing import Any

from zermelo.audit.explanations import user_line
from zermelo.engine.compiling.error_messages import CHANGED
from zermelo.engine.compiling.fields import has_arrays, pack, unpack
from zermelo.state import ZermeloError


class _OtherError(Exception):
    """An error that compiling the game explains better."""


def dry_run(game: Any, plies: int = 200, seconds: float = 0.1) -> None:
    """Play a random game in Python."""
    if not has_arrays(game()):
        return
    random, packed, deadline = Random(1), pack(game()), perf_counter() + seconds
    with suppress(_OtherError), readonly_arrays(game):
        for _ in range(plies):
            state = unpack(game, packed)
            after = _play_random_move(state, random)
            if after is None or perf_counter() > deadline:
                break
            packed = pack(after)


def _play_random_move(state: Any, random: Random) -> Any:
    """Return the state after a random move; None at the end of the game."""
    try:
        if state.utility() is not None:
            return None
        if hasattr(state, "evaluate"):
            state.evaluate()
        return state.play(random.choice(list(state.moves())))
    except Exception as error:
        if _is_readonly_error(error):
            raise
        raise _OtherError from error


@contextmanager
def readonly_arrays(game: Any) -> Iterator[None]:
    """Report writes to read-only arrays with the user's line. Messages about states stay on one line, though arrays print on
    several."""
    try:
        yield
    except ZermeloError as error:
        raise ZermeloError(" ".join(str(error).split())) from error.__cause__
    except ValueError as error:
        if not _is_readonly_error(error):
            raise
        raise ZermeloError(f"{user_line(error) or game.__name__}: {CHANGED}") from error


def _is_readonly_error(error: Exception) -> bool:
    return isinstance(error, ValueError) and not isinstance(error, ZermeloError) and "read-only" in str(error)
