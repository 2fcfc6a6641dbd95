"""Payoffs as exact numbers: whole numbers, decimals as they are written, and fractions, all kept as `Fraction`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm
from numbers import Rational

from zermelo.games.tree.nodes import NUMBER
from zermelo.state import ZermeloError

LONGEST = 40
"""Characters of a payoff's text, and decimal digits above and below its stroke."""

_BITS = 134  # forty decimal digits


def fraction(value: object) -> Fraction:
    """A payoff from a number or from its text; a decimal means what is written, not the nearest binary number.

    >>> fraction("-1/3"), fraction("2.50"), fraction(0.1), fraction(7)
    (Fraction(-1, 3), Fraction(5, 2), Fraction(1, 10), Fraction(7, 1))
    """
    if isinstance(value, bool) or not isinstance(value, Rational | float | str):
        raise ZermeloError(f"{str(value)[:LONGEST]!r} is not a number")
    if isinstance(value, float):
        if not isfinite(value):
            raise ZermeloError("a payoff must be finite")
        value = float.__repr__(value)  # NumPy's own floats write themselves otherwise
    if isinstance(value, str):
        value = _read(re.sub("[−–]", "-", value.strip()))  # the signs of typesetters and of word processors
    else:
        value = Fraction(int(value.numerator), int(value.denominator))
    if value.numerator.bit_length() > _BITS or value.denominator.bit_length() > _BITS:
        raise ZermeloError(f"a payoff of more than {LONGEST} digits is too long")
    return value


def _read(text: str) -> Fraction:
    if len(text) > LONGEST:
        raise ZermeloError(f"a payoff of {len(text):,} characters is too long: {LONGEST} is the most")
    if not re.fullmatch(NUMBER, text, re.ASCII):
        raise ZermeloError(f"{text!r} is not a number")
    # Python would write out all the digits of 1e999999999 before anybody can refuse them.
    power = re.search(r"[eE]([-+]?\d+)", text)
    if power and abs(int(power[1])) > LONGEST:
        raise ZermeloError(f"a payoff of more than {LONGEST} digits is too long")
    below = re.search(r"/(\d+)", text)
    if below and int(below[1]) == 0:
        raise ZermeloError(f"{text} has nothing below its stroke")
    above, _, under = text.partition("/")
    return Fraction(above) / int(under or 1)


def plain(value: Fraction) -> int | str:
    """An exact number for JSON: whole ones as numbers, fractions as text.

    >>> plain(Fraction(4)), plain(Fraction(1, 3))
    (4, '1/3')
    """
    return value.numerator if value.denominator == 1 else str(value)


def whole(rows: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], int]:
    """The rows times the least number that makes all of them whole, and that number."""
    scale = lcm(*(each.denominator for row in rows for each in row))
    return [[each.numerator * (scale // each.denominator) for each in row] for row in rows], scale


def primitive(vector: list[int]) -> list[int]:
    """The shortest whole vector in the same direction."""
    common = gcd(*vector)
    return [each // common for each in vector] if common > 1 else vector


def dot(one: Iterable[Fraction], other: Iterable[Fraction | int]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))
