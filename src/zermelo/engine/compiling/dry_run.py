"""Play a game in Python before compiling it, on states with read-only arrays: changes in place and changes of a field's type are
reported at once instead of after some seconds of compiling."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

from zermelo.audit.explanations import user_line
from zermelo.engine.compiling.fields import pack, unpack
from zermelo.engine.compiling.sources import Problem, place_of, refusal
from zermelo.engine.compiling.statements import CHANGED
from zermelo.state import CHANCE, ZermeloError


class Sample(NamedTuple):
    """What some games in Python show of the values: the number of payoffs, None for one number, and whether any is a float."""

    players: int | None = None
    floats: bool = False


def play_in_python(game: Any, plies: int = 2000, games: int = 3) -> Sample:
    """Play random games in Python. Errors other than changes of a state are left to the compiler and the verification."""
    random, sample = Random(1), Sample()
    left = plies
    for _ in range(games):
        packed = pack(game())
        while left > 0:
            left -= 1
            try:
                state = unpack(game, packed)
                value = state.utility()
                for each in (value, state.evaluate() if hasattr(state, "evaluate") and value is None else None):
                    sample = _noted(sample, each)
                if value is not None:
                    break
                moves = _chance_moves(game, state) if state.player == CHANCE else list(state.moves())
                for move in moves:
                    if not hasattr(move, "__index__"):
                        sentence = f"a move of a compiled game must be an int, such as 8 * start + target, not {move!r}"
                        raise refusal(game, [Problem(*place_of(game.moves), sentence)])
                with readonly_arrays(game):
                    after = state.play(random.choice(moves))
            except ZermeloError:
                raise
            except Exception:
                return sample
            packed = pack(after)
    return sample


def _chance_moves(game: Any, state: Any) -> list[Any]:
    chances = state.chances()
    for chance in chances:
        if not (isinstance(chance, tuple | list) and len(chance) == 2 and hasattr(chance[0], "__index__")):
            sentence = (
                f"a chance of a compiled game must be a move, which is an int, and its probability, not {chance!r}"
            )
            raise refusal(game, [Problem(*place_of(game.chances), sentence)])
    return [move for move, _ in chances]


def _noted(sample: Sample, value: Any) -> Sample:
    values = value if isinstance(value, tuple | list) else [] if value is None else [value]
    floats = sample.floats or any(isinstance(each, float) for each in values)
    return Sample(len(value) if isinstance(value, tuple | list) else sample.players, floats)


@contextmanager
def readonly_arrays(game: Any) -> Iterator[None]:
    """Report writes to read-only arrays with the user's line. Messages about states stay on one line, though arrays print on
    several."""
    try:
        yield
    except ZermeloError as error:
        raise ZermeloError(" ".join(str(error).split())) from error.__cause__
    except ValueError as error:
        if "read-only" not in str(error):
            raise
        place = (user_line(error) or game.__name__).replace(", line ", ":")
        raise ZermeloError(f"{place}: {CHANGED}") from error
