"""Intervals of numbers x: how they are written, read and compared.

The sets that exercises ask for have ends at values of leaves, so two of them are compared at every end, between the
ends and beyond them; nowhere else can they begin to differ.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf

from zermelo.exercises.answers import BOUND, Unclear, read_number, shown
from zermelo.state import Number, format_number

FORMS = "x <= 3, or 2 <= x < 5, or [2, 5)"
_ALL = {"all", "all x", "any", "any x", "every x", "always", "everything"}
_NONE = {"none", "no x", "never", "nothing", "empty", "{}", "∅"}


@dataclass(frozen=True)
class Interval:
    """The numbers between two ends, each of which belongs to it or not."""

    low: Number = -inf
    high: Number = inf
    low_closed: bool = False
    high_closed: bool = False

    def __contains__(self, x: Number) -> bool:
        above = x > self.low or (self.low_closed and x == self.low)
        return above and (x < self.high or (self.high_closed and x == self.high))

    def ends(self) -> list[Number]:
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


def parse_interval(text: str) -> Interval:
    """An interval in brackets, or one or more inequalities for x.

    >>> str(parse_interval("[2, 5)")), str(parse_interval("5 > x >= 2")), str(parse_interval("(-inf, 3]"))
    ('2 <= x < 5', '2 <= x < 5', 'x <= 3')
    """
    bare = re.sub(r"^x\s*(?:in\b|∈)", "", " ".join(text.lower().split()).rstrip(".")).strip()
    if bare in _ALL or bare in _NONE:
        return Interval() if bare in _ALL else Interval(inf, -inf)
    brackets = re.fullmatch(rf"([\[\](])\s*({BOUND})\s*[,;]\s*({BOUND})\s*([\[\])])", bare, re.ASCII)
    if brackets is not None:
        # An end is also left out by a bracket that is turned away from it, as in ]2, 5[.
        return Interval(read_number(brackets[2]), read_number(brackets[3]), brackets[1] == "[", brackets[4] == "]")
    found = Interval()
    for chain in re.split(r"\band\b|&+|∧|,", bare.replace("=<", "<=").replace("=>", ">=")):
        found = _chain(chain, found, text)
    return found


def _chain(chain: str, found: Interval, text: str) -> Interval:
    """Narrows an interval by one chain of inequalities, as 2 <= x < 5 is."""
    words = [word.strip() for word in re.split(r"(<=|>=|<|>|=)", chain)]
    operands, signs = words[::2], words[1::2]
    if len(operands) not in (2, 3) or operands.count("x") != 1 or (len(operands) == 3 and operands[1] != "x"):
        raise Unclear(f"{shown(text)} is not an interval; write one as in: {FORMS}.")
    for left, sign, right in zip(operands, signs, operands[1:], strict=False):
        number = read_number(right if left == "x" else left)
        if left != "x":
            sign = sign.translate(str.maketrans("<>", "><"))
        closed = "=" in sign
        if sign != "<=" and sign != "<" and (number, not closed) > (found.low, not found.low_closed):
            found = Interval(number, found.high, closed, found.high_closed)
        if sign != ">=" and sign != ">" and (number, closed) < (found.high, found.high_closed):
            found = Interval(found.low, number, found.low_closed, closed)
    return found


def probes(values: Iterable[Number]) -> list[Number]:
    """Below the values, at each of them, between neighbours, and above: where anything that compares can change.

    >>> probes([5, 2])
    [1, 2, Fraction(7, 2), 5, 6]
    """
    known = sorted(set(values)) or [0]
    points: list[Number] = [known[0] - 1, known[0]]
    for left, right in pairwise(known):
        middle = Fraction(left + right) / 2
        points.extend((int(middle) if middle.denominator == 1 else middle, right))
    return [*points, known[-1] + 1]


def runs(values: list[Number], holds: list[bool]) -> list[Interval]:
    """The set of all x, given whether x belongs to it at each of `probes(values)`, as separate intervals."""
    found: list[Interval] = []
    start: int | None = None
    known = sorted(set(values))
    for at, inside in enumerate([*holds, False]):
        if inside and start is None:
            start = at
        elif not inside and start is not None:
            low = known[start // 2] if start % 2 else known[start // 2 - 1] if start else -inf
            last = at - 1
            high = known[last // 2] if last < len(holds) - 1 else inf
            found.append(Interval(low, high, bool(start % 2), bool(last % 2)))
            start = None
    return found
