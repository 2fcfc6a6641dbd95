"""Intervals of numbers x: writing, reading and comparing them.

The sets in exercises have their ends at values of leaves. Two such sets are equal if they agree at every end, between
neighbouring ends, and beyond them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf

from zermelo.exercises.answers import BOUND, UnreadableAnswer, quote, read_number
from zermelo.state import Number, format_number

FORMS = "x <= 3, or 2 <= x < 5, or [2, 5)"
_ALL = {"all", "all x", "any", "any x", "every x", "always", "everything"}
_NONE = {"none", "no x", "never", "nothing", "empty", "{}", "∅"}


@dataclass(frozen=True)
class Interval:
    """The numbers between two ends; a closed end belongs to the interval."""

    low: Number = -inf
    high: Number = inf
    low_closed: bool = False
    high_closed: bool = False

    def __contains__(self, x: Number) -> bool:
        above = x > self.low or (self.low_closed and x == self.low)
        return above and (x < self.high or (self.high_closed and x == self.high))

    def ends(self) -> list[Number]:
        """Return the finite ends."""
        return [end for end in (self.low, self.high) if abs(end) != inf]

    def __str__(self) -> str:
        """
        >>> str(Interval(2, 5, True)), str(Interval(high=3, high_closed=True)), str(Interval(low=4))
        ('2 <= x < 5', 'x <= 3', 'x > 4')
        """
        low, high = format_number(self.low), format_number(self.high)
        if self.low == -inf:
            return "all x" if self.high == inf else f"x {'<=' if self.high_closed else '<'} {high}"
        if self.high == inf:
            return f"x {'>=' if self.low_closed else '>'} {low}"
        return f"{low} {'<=' if self.low_closed else '<'} x {'<=' if self.high_closed else '<'} {high}"


def parse_interval(text: str, form: str = FORMS) -> Interval:
    """Read an interval in brackets, or one or more inequalities for x; `form` is an example for error messages.

    >>> str(parse_interval("[2, 5)")), str(parse_interval("5 > x >= 2")), str(parse_interval("(-inf, 3]"))
    ('2 <= x < 5', '2 <= x < 5', 'x <= 3')
    """
    compact = re.sub(r"^x\s*(?:in\b|∈)", "", " ".join(text.lower().split()).rstrip(".")).strip()
    if compact in _ALL or compact in _NONE:
        return Interval() if compact in _ALL else Interval(inf, -inf)
    brackets = re.fullmatch(rf"([\[\](])\s*({BOUND})\s*[,;]\s*({BOUND})\s*([\[\])])", compact, re.ASCII)
    if brackets is not None:
        # An open end may also be written with a reversed bracket, as in ]2, 5[.
        return Interval(read_number(brackets[2]), read_number(brackets[3]), brackets[1] == "[", brackets[4] == "]")
    interval = Interval()
    for chain in re.split(r"\band\b|&+|∧|,", compact.replace("=<", "<=").replace("=>", ">=")):
        interval = _narrow(interval, chain, text, form)
    return interval


def _narrow(interval: Interval, chain: str, text: str, form: str) -> Interval:
    """Narrow an interval by a chain of inequalities such as 2 <= x < 5."""
    words = [word.strip() for word in re.split(r"(<=|>=|<|>|=)", chain)]
    operands, signs = words[::2], words[1::2]
    if len(operands) not in (2, 3) or operands.count("x") != 1 or (len(operands) == 3 and operands[1] != "x"):
        raise UnreadableAnswer(f"{quote(text)} is not an interval; write one as in: {form}.")
    for left, sign, right in zip(operands, signs, operands[1:], strict=False):
        number = read_number(right if left == "x" else left)
        if left != "x":
            sign = sign.translate(str.maketrans("<>", "><"))
        closed = "=" in sign
        if sign != "<=" and sign != "<" and (number, not closed) > (interval.low, not interval.low_closed):
            interval = Interval(number, interval.high, closed, interval.high_closed)
        if sign != ">=" and sign != ">" and (number, closed) < (interval.high, interval.high_closed):
            interval = Interval(interval.low, number, interval.low_closed, closed)
    return interval


def probes(values: Iterable[Number]) -> list[Number]:
    """Return numbers below, at, between and above the values: a comparison with them changes nowhere else.

    >>> probes([5, 2])
    [1, 2, Fraction(7, 2), 5, 6]
    """
    ordered = sorted(set(values)) or [0]
    points: list[Number] = [ordered[0] - 1, ordered[0]]
    for left, right in pairwise(ordered):
        middle = Fraction(left + right) / 2
        points.extend((int(middle) if middle.denominator == 1 else middle, right))
    return [*points, ordered[-1] + 1]


def runs(values: list[Number], holds: list[bool]) -> list[Interval]:
    """Return the disjoint intervals of all x in a set, given whether each of `probes(values)` belongs to it."""
    intervals: list[Interval] = []
    start: int | None = None
    ordered = sorted(set(values))
    for at, inside in enumerate([*holds, False]):
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            low = ordered[start // 2] if start % 2 else ordered[start // 2 - 1] if start else -inf
            last = at - 1
            high = ordered[last // 2] if last < len(holds) - 1 else inf
            intervals.append(Interval(low, high, bool(start % 2), bool(last % 2)))
            start = None
    return intervals
