"""Exact payoffs: integers, decimals as written, and fractions, all as `Fraction`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, isfinite, lcm
from numbers import Rational

from zermelo.reading import NUMBER
from zermelo.state import ZermeloError, number_hint

MAX_LENGTH = 40
"""The most characters of a payoff's text, and the most digits of its numerator and denominator."""

_MAX_BITS = 134  # forty decimal digits


def to_fraction(value: object) -> Fraction:
    """Convert a number or its text to a fraction; a decimal means what is written, not the nearest binary number.

    >>> to_fraction("-1/3"), to_fraction("2.50"), to_fraction(0.1), to_fraction(7)
    (Fraction(-1, 3), Fraction(5, 2), Fraction(1, 10), Fraction(7, 1))
    """
    if isinstance(value, bool) or not isinstance(value, Rational | float | str):
        hint = "" if isinstance(value, bool) else number_hint(value)  # a table of payoffs may be JSON
        raise ZermeloError(
            f"{str(value)[:MAX_LENGTH]!r} is not a number" if not hint else f"{value!s:.{MAX_LENGTH}}{hint}"
        )
    if isinstance(value, float):
        if not isfinite(value):
            raise ZermeloError("a payoff must be finite")
        value = float.__repr__(value)  # the repr of a NumPy float is not a number
    if isinstance(value, str):
        value = _parse(re.sub("[−–]", "-", value.strip()))  # minus signs of typesetters and word processors
    else:
        value = Fraction(int(value.numerator), int(value.denominator))
    if value.numerator.bit_length() > _MAX_BITS or value.denominator.bit_length() > _MAX_BITS:
        raise ZermeloError(f"a payoff may have at most {MAX_LENGTH} digits")
    return value


def _parse(text: str) -> Fraction:
    if len(text) > MAX_LENGTH:
        raise ZermeloError(f"a payoff may have at most {MAX_LENGTH} characters, not {len(text):,}")
    if not re.fullmatch(NUMBER, text, re.ASCII):
        raise ZermeloError(f"{text!r} is not a number")
    # Refuse 1e999999999 before Python computes all its digits.
    power = re.search(r"[eE]([-+]?\d+)", text)
    if power and abs(int(power[1])) > MAX_LENGTH:
        raise ZermeloError(f"a payoff may have at most {MAX_LENGTH} digits")
    numerator, _, denominator = text.partition("/")
    if denominator and int(denominator) == 0:
        raise ZermeloError(f"{text} divides by zero")
    return Fraction(numerator) / int(denominator or 1)


def to_json_number(value: Fraction) -> int | str:
    """Convert an exact number for JSON: integers as numbers, fractions as text.

    >>> to_json_number(Fraction(4)), to_json_number(Fraction(1, 3))
    (4, '1/3')
    """
    return value.numerator if value.denominator == 1 else str(value)


def to_integers(rows: Sequence[Sequence[Fraction]]) -> tuple[list[list[int]], int]:
    """Multiply all rows by their least common denominator; return the integers and the denominator."""
    scale = lcm(*(entry.denominator for row in rows for entry in row))
    return [[entry.numerator * (scale // entry.denominator) for entry in row] for row in rows], scale


def primitive(vector: list[int]) -> list[int]:
    """Return the shortest integer vector in the same direction."""
    common = gcd(*vector)
    return [entry // common for entry in vector] if common > 1 else vector


def dot(one: Iterable[Fraction], other: Iterable[Fraction | int]) -> Fraction:
    """Return the scalar product."""
    return sum((a * b for a, b in zip(one, other, strict=True)), Fraction(0))
