"""What a state holds, and whether two answers of a game are alike."""

from __future__ import annotations

from itertools import islice
from math import isfinite
from numbers import Real
from typing import Any

TOLERANCE = 1e-9
_DEEPEST_LOOK = 2_000  # values compared inside a state to see whether play() changed it


def is_number(value: Any) -> bool:
    """Whether it is a finite number, and none that is too large for floating point."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return isfinite(value)
    except OverflowError:
        return False


def is_array(value: Any) -> bool:
    """Whether it is an array of NumPy's or of anybody's, or a record of one: neither equal nor hashable as a value is."""
    kind = type(value)
    return hasattr(kind, "tobytes") and hasattr(kind, "__len__") and not isinstance(value, str | bytes)


def close(one: Any, other: Any) -> bool:
    return bool(one == other or abs(one - other) <= TOLERANCE * max(1, abs(one), abs(other)))


def alike(one: Any, other: Any) -> bool:
    """Equal, but for the last digits of floating-point numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[key], other[key]) for key in one)
    return close(one, other) if is_number(one) and is_number(other) else bool(one == other)


def held(state: Any) -> dict[str, Any]:
    """What a state holds, by attribute."""
    slots = [kind.__dict__.get("__slots__", ()) for kind in type(state).__mro__]
    names = [
        *getattr(state, "__dict__", ()),
        *(name for each in slots for name in ([each] if isinstance(each, str) else each)),
    ]
    found = {name: getattr(state, name, None) for name in names if not name.startswith("__")}
    if isinstance(state, tuple):
        fields = getattr(state, "_fields", None) or [f"item {number}" for number in range(len(state))]
        found |= dict(zip(fields, state, strict=False))
    return found


def inside(state: Any) -> dict[str, Any]:
    """A picture of what a state holds, to find changes made in place."""
    left = [_DEEPEST_LOOK]
    return {name: _freeze(value, left, 4) for name, value in held(state).items()}


def arrays_inside(state: Any) -> dict[str, Any]:
    """The same of the arrays alone, which is quickly done, and in which nobody remembers anything on the way."""
    return {name: value.tobytes() for name, value in held(state).items() if is_array(value)}


def _freeze(value: Any, left: list[int], depth: int) -> Any:
    """A copy that stays what it is; None for what lies too deep or cannot be looked into."""
    left[0] -= 1
    if left[0] < 0 or not depth:
        return None
    if isinstance(value, list | tuple):
        return tuple(_freeze(item, left, depth - 1) for item in value[: left[0]])
    if isinstance(value, dict):
        return {key: _freeze(item, left, depth - 1) for key, item in islice(value.items(), left[0])}
    if isinstance(value, set | bytearray):
        return frozenset(value) if isinstance(value, set) else bytes(value)
    if isinstance(value, str | bytes | Real):
        return value
    return value.tobytes() if hasattr(value, "tobytes") else None  # arrays


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The attributes that changed. One that was None may be filled and a dict may grow: so do states remember."""
    return [name for name, value in before.items() if value is not None and not _kept(value, after.get(name))]


def _kept(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and _kept(value, after[key]) for key, value in before.items())
    return bool((before,) == (after,))
