"""Compare the answers of a game, and snapshots of its states to find changes made in place."""

from __future__ import annotations

from itertools import islice
from numbers import Real
from typing import Any

from zermelo.state import is_number

TOLERANCE = 1e-9
_MOST_VALUES = 2_000  # values in a snapshot of a state


def is_array(value: Any) -> bool:
    """Return whether a value is a NumPy array or record, or a similar type: not comparable or hashable as a value."""
    kind = type(value)
    return hasattr(kind, "tobytes") and hasattr(kind, "__len__") and not isinstance(value, str | bytes)


def is_close(one: Any, other: Any) -> bool:
    """Return whether two numbers are equal up to rounding."""
    return bool(one == other or abs(one - other) <= TOLERANCE * max(1, abs(one), abs(other)))


def nearly_equal(one: Any, other: Any) -> bool:
    """Return whether two answers are equal up to rounding of floating-point numbers."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(nearly_equal(one[key], other[key]) for key in one)
    return is_close(one, other) if is_number(one) and is_number(other) else bool(one == other)


def state_fields(state: Any) -> dict[str, Any]:
    """Return what a state holds, by attribute."""
    slots = [kind.__dict__.get("__slots__", ()) for kind in type(state).__mro__]
    names = [
        *getattr(state, "__dict__", ()),
        *(name for slot in slots for name in ([slot] if isinstance(slot, str) else slot)),
    ]
    fields = {name: getattr(state, name, None) for name in names if not name.startswith("__")}
    if isinstance(state, tuple):
        names = getattr(state, "_fields", None) or [f"item {number}" for number in range(len(state))]
        fields |= dict(zip(names, state, strict=False))
    return fields


def snapshot(state: Any) -> dict[str, Any]:
    """Return an immutable copy of what a state holds, to find changes made in place."""
    left = [_MOST_VALUES]
    return {name: _freeze(value, left, 4) for name, value in state_fields(state).items()}


def _freeze(value: Any, left: list[int], depth: int) -> Any:
    """Return an immutable copy; None for what is nested too deep or cannot be inspected."""
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


def changed_fields(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """Return the attributes that differ between two snapshots.

    An attribute that was None may be set and a dict may grow: that is how states cache.
    """
    return [name for name, value in before.items() if value is not None and not _unchanged(value, after.get(name))]


def _unchanged(before: Any, after: Any) -> bool:
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and _unchanged(value, after[key]) for key, value in before.items())
    return bool((before,) == (after,))
