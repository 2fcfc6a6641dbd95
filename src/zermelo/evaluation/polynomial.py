"""What a linear scoring polynomial says of a position, part by part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from zermelo.games.native import NativeState
from zermelo.state import ZermeloError


class Part(msgspec.Struct, frozen=True):
    """One feature of a position: its value, its weight, and what it adds to the static value."""

    name: str
    value: int
    weight: float
    contribution: float


def explain(state: Any, weights: Mapping[str, float] | None = None) -> list[Part]:
    """The static value part by part, for the player to move.

    >>> from zermelo.games.othello import Othello
    >>> [part.name for part in explain(Othello(), {"mobility": 2.0}) if part.weight]
    ['mobility']
    """
    if not isinstance(state, NativeState):
        raise ZermeloError(f"{type(state).__name__} has no named features to explain")
    chosen = state.weights() if weights is None else weights
    return [
        Part(name, value, chosen.get(name, 0.0), chosen.get(name, 0.0) * value)
        for name, value in state.features().items()
    ]
