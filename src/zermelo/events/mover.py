"""Values as the player to move sees them: MAX's, with the sign changed where MIN moves."""

from __future__ import annotations

from typing import Literal, TypeAlias

from zermelo.events.base import Value, format_end, format_value
from zermelo.result import Bound

Mover: TypeAlias = Literal["MAX", "MIN"]

_TURNED: dict[Bound, Bound] = {"lower": "upper", "upper": "lower"}


def other(mover: Mover) -> Mover:
    return "MIN" if mover == "MAX" else "MAX"


def seen(value: Value, mover: Mover) -> str:
    """Format a value as the player to move sees it.

    >>> seen(3, "MIN"), seen(0, "MIN"), seen(3, "MAX")
    ('-3', '0', '3')
    """
    return format_value(value if mover == "MAX" or value is None or isinstance(value, tuple) else -value)


def seen_bound(bound: Bound, mover: Mover) -> Bound:
    """Return what a bound is for the player to move: MAX gets at most what MIN gets at least."""
    return bound if mover == "MAX" else _TURNED.get(bound, bound)


def seen_window(
    alpha: float | None, beta: float | None, mover: Mover
) -> tuple[tuple[str, float | None], tuple[str, float | None]]:
    """Return alpha and beta as the player to move sees them, each as text and as MAX's number."""
    low, high = (alpha, beta) if mover == "MAX" else (beta, alpha)

    def text(end: float | None, infinite: str) -> str:
        return infinite if end is None else format_end(end if mover == "MAX" else -end)

    return (text(low, "-∞"), low), (text(high, "∞"), high)
