"""What a linear scoring polynomial says of a position, part by part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from zermelo.games.faces import NativeState
from zermelo.state import ZermeloError


class Part(msgspec.Struct, frozen=True):
    """One feature of a position: its value, its weight, and what it adds to the static value.

    `halves` are its weights in the middlegame and in the endgame where a game has both; `weight` lies between them.
    """

    name: str
    value: int
    weight: float
    contribution: float
    halves: tuple[float, float] | None = None


def explain(state: Any, weights: Mapping[str, float] | None = None) -> list[Part]:
    """The static value part by part, for the player to move.

    >>> from zermelo.games.othello import Othello
    >>> [part.name for part in explain(Othello(), {"mobility": 2.0}) if part.weight]
    ['mobility']
    """
    features = state.features() if isinstance(state, NativeState) else {}
    if not features:
        raise ZermeloError(f"{type(state).__name__} has no named features to explain")
    chosen = state.weights() if weights is None else weights
    halves = state.halves() if weights is None else {}
    return [
        Part(name, value, chosen.get(name, 0.0), chosen.get(name, 0.0) * value, halves.get(name))
        for name, value in features.items()
        if value or not halves  # of hundreds of features only those that count
    ]
