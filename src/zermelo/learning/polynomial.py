"""Explain the static value of a position feature by feature."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from zermelo.native.faces import NativeState
from zermelo.state import ZermeloError

MOST_SHOWN = 64
"""Features that are all shown, whatever their value."""


class Part(msgspec.Struct, frozen=True):
    """One feature of a position, for the player to move.

    Attributes
    ----------
    value : int
        Of the feature in the position.
    weight : float
        Of the feature in the static evaluation.
    contribution : float
        To the static value: value times weight.
    halves : tuple of float, optional
        The weights in the middlegame and in the endgame, if the game has both; `weight` lies between them.
    """

    name: str
    value: int
    weight: float
    contribution: float
    halves: tuple[float, float] | None = None


def explain(state: Any, weights: Mapping[str, float] | None = None) -> list[Part]:
    """Split the static value of a position into its features, for the player to move.

    Parameters
    ----------
    state : NativeState
        A position of a game with named features.
    weights : mapping, optional
        Weights instead of the game's own; features not named weigh 0.

    Raises
    ------
    ZermeloError
        If the game has no named features.

    >>> from zermelo.games.othello import Othello
    >>> [part.name for part in explain(Othello(), {"mobility": 2.0}) if part.weight]
    ['mobility']
    """
    features = state.features() if isinstance(state, NativeState) else {}
    if not features:
        raise ZermeloError(f"{type(state).__name__} has no named features to explain")
    chosen = state.weights() if weights is None else weights
    halves = state.tapered_weights() if weights is None else {}
    return [
        Part(name, value, chosen.get(name, 0.0), chosen.get(name, 0.0) * value, halves.get(name))
        for name, value in features.items()
        if value or not (halves or len(features) > MOST_SHOWN)  # leave out the zeros among hundreds of features
    ]
