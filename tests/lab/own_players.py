"""A player of a user's own."""

from __future__ import annotations

from typing import Any


def first(state: Any) -> Any:
    """Play the first legal move."""
    return state.moves()[0]
