"""Zermelo: adversarial search you can see.

The few names a first program needs are here; the searches are in `zermelo.textbook`, the pictures in `zermelo.draw`, the
games in `zermelo.games`, the questions in `zermelo.exercises`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo.audit import check
from zermelo.games.tree import tree
from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError

if TYPE_CHECKING:
    from zermelo.engine import prove, search, solve

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "SIMULTANEOUS",
    "Limits",
    "Result",
    "State",
    "ZermeloError",
    "check",
    "prove",
    "search",
    "solve",
    "tree",
]


def __getattr__(name: str) -> Any:
    """The engine is loaded when it is first asked for, so that `import zermelo` stays quick."""
    if name in ("prove", "search", "solve"):
        from zermelo import engine

        return getattr(engine, name)
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")
