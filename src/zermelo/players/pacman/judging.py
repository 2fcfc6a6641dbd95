"""What an agent takes a position to be worth: the game's own static value, other weights, or a function of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from math import isfinite
from typing import Any, TypeAlias

from zermelo.games.imports import import_object
from zermelo.games.pacman import Pacman
from zermelo.state import ZermeloError

Evaluation: TypeAlias = Mapping[str, float] | Callable[[Pacman], float]


def parse_weights(text: str) -> dict[str, float]:
    """Weights by the names of features, as in "score=1,nearest_food=-2"; those not named count nothing.

    >>> parse_weights("score=1, nearest_food=-2")
    {'score': 1.0, 'nearest_food': -2.0}
    """
    weights: dict[str, float] = {}
    for number, part in enumerate(text.split(","), 1):
        name, sign, weight = (word.strip() for word in part.partition("="))
        if not (name and sign):
            raise ZermeloError(f"weight {number}: NAME=WEIGHT is expected, as in score=1, not {part.strip()[:40]!r}")
        if name in weights:
            raise ZermeloError(f"weight {number}: {name[:40]} is given twice")
        try:
            weights[name] = float(weight)
        except ValueError:
            raise ZermeloError(f"weight {number}: {weight[:40]!r} is not a number") from None
    return check_weights(weights)


def check_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """The weights, if every name is a feature's and every weight a number."""
    for name, weight in weights.items():
        if name not in _features():
            raise ZermeloError(f"{name[:40]!r} is not a feature of Pac-Man: {', '.join(_features())} are")
        if not isfinite(weight):
            raise ZermeloError(f"the weight of {name} must be finite, not {weight}")
    return dict(weights)


def load_evaluation(name: str) -> Callable[[Pacman], float]:
    """A function of a position by its name, module:function, found in the current directory too."""
    found = import_object(name, "a function: write module:function, as in my_agents:evaluate")
    if not callable(found):
        raise ZermeloError(f"{name} is not a function of a position")
    return found  # type: ignore[no-any-return]


def guarded(function: Callable[[Pacman], float]) -> Callable[[Pacman], float]:
    """The function, with whatever goes wrong in it said in one sentence."""
    name = name_of(function)

    @wraps(function)
    def judge(state: Pacman) -> float:
        try:
            worth: Any = function(state)
        except Exception as error:
            words = " ".join(f"{type(error).__name__}: {error}".split())
            raise ZermeloError(f"{name} failed at {state.notation()}: {words}") from None
        if not isinstance(worth, int | float) or not isfinite(worth):
            raise ZermeloError(f"{name} must give a finite number, and gave {worth!r:.40} at {state.notation()}")
        return worth

    return judge


def name_of(function: Callable[..., Any]) -> str:
    """What a function is called from outside, as `load_evaluation` reads it."""
    return f"{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', type(function).__qualname__)}"


def worth_of(state: Pacman, evaluation: Evaluation | None) -> float:
    """What a position is taken to be worth: its score once it is over, else its static value."""
    score = state.utility()
    if score is not None:
        return score
    return evaluation(state) if callable(evaluation) else state.evaluate(evaluation)


@cache
def _features() -> tuple[str, ...]:
    return tuple(Pacman().features())
