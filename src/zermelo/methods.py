"""The front door: `search` takes whatever suits the game, `solve` finds exact values, `prove` answers yes-or-no questions."""

from __future__ import annotations

from typing import Any

from zermelo.engine import prove, rollouts, solve
from zermelo.engine import search as _search
from zermelo.result import Result
from zermelo.state import State

__all__ = ["prove", "search", "solve"]


def search(state: State, *, method: str = "auto", **options: Any) -> Result:
    """Search a position by a method, or by the one that suits the game."""
    if method == "mcts":
        options["rounds"] = options.pop("simulations", 1000)
        return rollouts(state, **options)
    if method == "max_n":
        options["max_n"] = True
    if "partners" in options:
        options["coalition"] = options.pop("partners")
    return _search(state, **options)
