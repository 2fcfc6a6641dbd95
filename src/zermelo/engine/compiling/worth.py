"""What the ends of a compiled game are worth, and its static values: one number, MAX's, or one for each player."""

from __future__ import annotations

from typing import Any

from numba import types

from zermelo.state import ZermeloError

_MOST_PLAYERS = 16


def check_worth(name: str, utility: Any, static: Any) -> tuple[int | None, bool]:
    """How many players are paid, None for one number, and whether any of it is a float: from the types that `utility` and
    `evaluate` return when compiled, the latter None where there is none."""
    worths = {"utility": utility.type if isinstance(utility, types.Optional) else utility}
    if static is not None:
        worths["evaluate"] = static
    sizes: dict[str, int | None] = {}
    floating = False
    for function, kind in worths.items():
        parts = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
        if not parts or not all(isinstance(part, types.Integer | types.Float) for part in parts):
            raise ZermeloError(
                f"{name}.{function}() must return an int or a float, or a tuple of them, one for each player, and returns {kind} "
                "when compiled"
            )
        floating |= any(isinstance(part, types.Float) for part in parts)
        sizes[function] = len(parts) if isinstance(kind, types.BaseTuple) else None
    paid = sizes["utility"]
    if paid is not None and paid > _MOST_PLAYERS:
        raise ZermeloError(f"{name}.utility() pays {paid} players, and the engine takes up to {_MOST_PLAYERS}")
    if sizes.get("evaluate", paid) != paid:
        raise ZermeloError(
            f"{name}.evaluate() must return what utility() does, a number or one for each player, and returns {static} when "
            f"compiled, not {worths['utility']}"
        )
    return paid, floating
