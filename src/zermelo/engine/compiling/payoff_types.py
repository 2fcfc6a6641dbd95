"""Check the types that utility() and evaluate() return when compiled: one number for MAX, or one per player."""

from __future__ import annotations

from typing import Any

from numba import types

from zermelo.state import ZermeloError

_MOST_PLAYERS = 16


def check_payoff_types(name: str, utility: Any, static: Any) -> tuple[int | None, bool]:
    """Check the return types of utility() and evaluate() (None if there is none).

    Returns the number of payoffs, None for one number, and whether any of them is a float.
    """
    returned = {"utility": utility.type if isinstance(utility, types.Optional) else utility}
    if static is not None:
        returned["evaluate"] = static
    sizes: dict[str, int | None] = {}
    floating = False
    for function, kind in returned.items():
        parts = tuple(kind) if isinstance(kind, types.BaseTuple) else (kind,)
        if not parts or not all(isinstance(part, types.Integer | types.Float) for part in parts):
            raise ZermeloError(
                f"{name}.{function}() must return an int or a float, or a tuple with one for each player, but returns {kind} "
                "when compiled"
            )
        floating |= any(isinstance(part, types.Float) for part in parts)
        sizes[function] = len(parts) if isinstance(kind, types.BaseTuple) else None
    payoffs = sizes["utility"]
    if payoffs is not None and payoffs > _MOST_PLAYERS:
        raise ZermeloError(f"{name}.utility() pays {payoffs} players, but the engine takes at most {_MOST_PLAYERS}")
    if sizes.get("evaluate", payoffs) != payoffs:
        raise ZermeloError(
            f"{name}.evaluate() must return what utility() does, a number or one for each player, but returns {static} when "
            f"compiled, not {returned['utility']}"
        )
    return payoffs, floating
