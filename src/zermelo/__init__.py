"""Zermelo: adversarial search you can see.

The few names a first program needs are here; the searches are in `zermelo.textbook`, the pictures in `zermelo.draw`, the
games in `zermelo.games`, the questions in `zermelo.exercises`, games in which everybody chooses at once in
`zermelo.equilibrium`, and the ways of playing in `zermelo.players`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from zermelo import moved as moved

if TYPE_CHECKING:
    from zermelo.audit import check
    from zermelo.engine.compiling import compiled
    from zermelo.kinds.estimate import estimate
    from zermelo.methods import prove, search, solve
    from zermelo.native.foreign import foreign_include, load_library
    from zermelo.notebook import show
    from zermelo.players.describe import describe
    from zermelo.result import Result, SearchInterrupted
    from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, ZermeloError
    from zermelo.trees import tree

_LATER = {
    **dict.fromkeys(("CHANCE", "MAX", "MIN", "SIMULTANEOUS", "State", "ZermeloError"), "zermelo.state"),
    **dict.fromkeys(("Result", "SearchInterrupted"), "zermelo.result"),
    "check": "zermelo.audit",
    "compiled": "zermelo.engine.compiling",
    "describe": "zermelo.players.describe",
    "estimate": "zermelo.kinds.estimate",
    "foreign_include": "zermelo.native.foreign",
    "load_library": "zermelo.native.foreign",
    "prove": "zermelo.methods",
    "search": "zermelo.methods",
    "show": "zermelo.notebook",
    "solve": "zermelo.methods",
    "tree": "zermelo.trees",
}
"""Loaded when first asked for, so that `import zermelo` is quick, and the program hears Ctrl-C soon."""

_ROOMS = ("draw", "engine", "equilibrium", "exercises", "games", "players", "result", "state", "textbook")
"""Packages that need no import of their own before `zermelo.textbook.minimax` and the like."""

__all__ = [
    "CHANCE",
    "MAX",
    "MIN",
    "SIMULTANEOUS",
    "Result",
    "SearchInterrupted",
    "State",
    "ZermeloError",
    "check",
    "compiled",
    "describe",
    "estimate",
    "foreign_include",
    "load_library",
    "prove",
    "search",
    "show",
    "solve",
    "tree",
]


def __getattr__(name: str) -> Any:
    if name in _ROOMS:
        return import_module(f"zermelo.{name}")
    if name in _LATER:
        value = globals()[name] = getattr(import_module(_LATER[name]), name)
        return value
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_ROOMS})
