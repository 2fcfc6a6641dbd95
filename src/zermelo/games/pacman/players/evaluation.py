"""How a player evaluates positions of Pac-Man: by the game's static value, by other weights, or by a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, wraps
from math import isfinite
from typing import Any

from zermelo.games.pacman.rules import Pacman
from zermelo.imports import import_object
from zermelo.state import ZermeloError

MAX_WEIGHT = 1e9
"""The sum of all features must stay finite, and small enough for the search's windows."""


def parse_weights(text: str) -> dict[str, float]:
    """Read weights by the names of features; features that are not named have weight 0.

    >>> parse_weights("score=1, nearest_food=-2")
    {'score': 1.0, 'nearest_food': -2.0}
    """
    weights: dict[str, float] = {}
    for number, part in enumerate(text.split(","), 1):
        name, sign, weight = (word.strip() for word in part.partition("="))
        if not (name and sign):
            raise ZermeloError(f"weight {number}: write NAME=WEIGHT, as in score=1, not {part.strip()[:40]!r}")
        if name in weights:
            raise ZermeloError(f"weight {number}: {name[:40]} is given twice")
        try:
            weights[name] = float(weight)
        except ValueError:
            raise ZermeloError(f"weight {number}: {weight[:40]!r} is not a number") from None
    return check_weights(weights)


def check_weights(weights: Mapping[str, float]) -> dict[str, float]:
    """Return the weights; raise ZermeloError for an unknown feature or a weight that is not a number of a reasonable size."""
    for name, weight in weights.items():
        if name not in _features():
            raise ZermeloError(f"{name[:40]!r} is not a feature of Pac-Man: choose from {', '.join(_features())}")
        if not (isfinite(weight) and abs(weight) <= MAX_WEIGHT):
            raise ZermeloError(f"the weight of {name} must be from -{MAX_WEIGHT:g} to {MAX_WEIGHT:g}, not {weight}")
    return dict(weights)


def load_evaluation(name: str) -> Callable[[Pacman], float]:
    """Import a function of a position by its name, module:function or file.py:function."""
    found: Callable[[Pacman], float] = import_object(
        name, "a function: write module:function, as in my_agents:evaluate"
    )
    if not callable(found):
        raise ZermeloError(f"{name} is not a function of a position")
    return found


def guard(function: Callable[[Pacman], float]) -> Callable[[Pacman], float]:
    """Wrap a function so that an error in it becomes one sentence that names it."""
    name = name_of(function)

    @wraps(function)
    def evaluate(state: Pacman) -> float:
        try:
            value: Any = function(state)
        except Exception as error:
            words = " ".join(f"{type(error).__name__}: {error}".split())
            raise ZermeloError(f"{name} failed at {state.notation()}: {words}") from None
        if not isinstance(value, int | float) or not isfinite(value):
            raise ZermeloError(f"{name} must return a finite number, not {value!r:.40}, at {state.notation()}")
        return value

    return evaluate


def name_of(function: Callable[..., Any]) -> str:
    """The name by which `load_evaluation` finds a function."""
    return f"{getattr(function, '__module__', '?')}:{getattr(function, '__qualname__', type(function).__qualname__)}"


@cache
def _features() -> tuple[str, ...]:
    return tuple(Pacman().features())
