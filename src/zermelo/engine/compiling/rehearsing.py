"""A game with arrays is played in Python before it is compiled, on states whose arrays cannot be changed: whoever changes one in
place, or lets it become another kind of array, hears of it at once instead of after some seconds of compiling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from time import perf_counter
from typing import Any

from zermelo.audit.explanations import own_place
from zermelo.engine.compiling.fields import has_arrays, pack, unpack
from zermelo.engine.compiling.words import CHANGED
from zermelo.state import ZermeloError


class _Later(Exception):
    """What is told better when the game is compiled."""


def rehearse(game: Any, plies: int = 200, seconds: float = 0.1) -> None:
    """Plays a random game in Python."""
    if not has_arrays(game()):
        return
    random, held, deadline = Random(1), pack(game()), perf_counter() + seconds
    with suppress(_Later), arrays_kept(game):
        for _ in range(plies):
            state = unpack(game, held)
            after = _played(state, random)
            if after is None or perf_counter() > deadline:
                break
            held = pack(after)


def _played(state: Any, random: Random) -> Any:
    """The state after some move; None at the end of the game."""
    try:
        if state.utility() is not None:
            return None
        if hasattr(state, "evaluate"):
            state.evaluate()
        return state.play(random.choice(list(state.moves())))
    except Exception as error:
        if _is_change(error):
            raise
        raise _Later from error


@contextmanager
def arrays_kept(game: Any) -> Iterator[None]:
    """Around what plays on states whose arrays cannot be changed: who tries is told the line. What is said about a state stays one
    line, though arrays are written in several."""
    try:
        yield
    except ZermeloError as error:
        raise ZermeloError(" ".join(str(error).split())) from error.__cause__
    except ValueError as error:
        if not _is_change(error):
            raise
        raise ZermeloError(f"{own_place(error) or game.__name__}: {CHANGED}") from error


def _is_change(error: Exception) -> bool:
    """Whether NumPy says that an array cannot be changed."""
    return isinstance(error, ValueError) and not isinstance(error, ZermeloError) and "read-only" in str(error)
