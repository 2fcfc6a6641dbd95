"""What the records of events have in common: their base, and how their sentences write names and numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import Any, TypeAlias

import msgspec

from zermelo.result import Bound
from zermelo.state import State, format_payoff, state_name

Value: TypeAlias = int | float | tuple[int | float, ...] | None

ROOT_NAME = "start"
"""What events call the root of a game whose states have no names."""
AT: dict[Bound, str] = {"exact": "", "lower": "at least ", "upper": "at most ", "estimate": ""}
_SHOWN_NAMES = 6
_ROUND = 8
"""Characters of a number that people would write."""
_MOST_DENOMINATOR = 100


class Record(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    # No event can be part of a reference cycle, so the garbage collector need not look at millions of them.
    pass


def format_names(names: Sequence[str], limit: int | None = _SHOWN_NAMES) -> str:
    """Join names for a sentence: at most `limit` of them, and the number of the others.

    >>> format_names(["L"]), format_names(["Q", "R", "N"])
    ('L', 'Q, R and N')
    """
    if limit is not None and len(names) > limit:
        names = [*names[: limit - 1], f"{len(names) - limit + 1:,} more"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def child_name(parent: str, child: State | None, move: Any) -> str:
    """Return the name of a node: the state's own name if it has one, else the moves that lead to it."""
    return state_name(child) or (str(move) if parent == ROOT_NAME else f"{parent} {move}")


def format_value(value: Value) -> str:
    """Format a value; None is infinite, since JSON has no number for it, and its sign is lost."""
    return "±∞" if value is None else format_payoff(value)


def format_mean(value: Value) -> str:
    """Format the mean of simulations with two decimals, or two significant digits if that is more; further digits are noise.

    >>> format_mean(6.08499), format_mean((0.5, -0.00123)), format_mean(1234.567)
    ('6.08', '(0.5, -0.0012)', '1234.57')
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(format_mean, value))})"
    return format_value(value if value is None else round(value, 2) if abs(value) >= 0.1 else float(f"{value:.2g}"))


def format_end(end: float) -> str:
    """Format alpha or beta. Windows often end at the float beside a number, which takes many more digits to write.

    >>> from math import inf, nextafter
    >>> format_end(2), format_end(nextafter(2, -inf)), format_end(nextafter(0, inf)), format_end(1 / 3)
    ('2', 'just below 2', 'just above 0', '0.333333')
    """
    if isinstance(end, float) and (len(repr(end)) > 2 * _ROUND or _is_tiny(end)):
        for towards, side in ((inf, "just below"), (-inf, "just above")):
            neighbour = nextafter(end, towards)
            if len(repr(neighbour)) <= _ROUND and not _is_tiny(neighbour):
                return f"{side} {format_payoff(neighbour)}"
    return format_payoff(end)


def _is_tiny(number: float) -> bool:
    return 0 < abs(number) < sys.float_info.min


def format_chance(probability: float) -> str:
    """Format a probability, as a fraction if it is a simple one.

    >>> format_chance(1 / 3), format_chance(0.5), format_chance(0.123456789)
    ('1/3', '1/2', '0.123457')
    """
    simple = Fraction(probability).limit_denominator(_MOST_DENOMINATOR)
    return str(simple) if abs(simple - probability) < 1e-12 else format_payoff(probability)


def is_test(alpha: float | None, beta: float | None) -> bool:
    """Return whether there is no number inside a window, so that a search with it only asks on which side the value is."""
    return alpha is not None and beta is not None and nextafter(alpha, inf) == beta


def question(alpha: float, beta: float) -> str:
    """Return what a test asks. One of its ends is the number in question, the other the nearest float.

    >>> from math import inf, nextafter
    >>> question(2, nextafter(2, inf)), question(nextafter(2, -inf), 2)
    ('more than 2', 'at least 2')
    """
    more = len(repr(alpha)) <= len(repr(beta))
    return f"more than {format_payoff(alpha)}" if more else f"at least {format_payoff(beta)}"
