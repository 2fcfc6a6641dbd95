"""Read numbers and players from text, the same in trees, on the command line and in the pages."""

from __future__ import annotations

import re
from fractions import Fraction

from zermelo.state import CHANCE, MAX, MIN, Number

MAX_PLAYERS = 99
NUMBER = r"[-+]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][-+]?\d++)?(?:/\d++)?"
LONGEST_NUMBER = 300


def exact(text: str) -> Number:
    """Return a number from text: integers as int, fractions as Fraction, decimals as float.

    >>> exact("3"), exact("1/3"), exact("2.50")
    (3, Fraction(1, 3), 2.5)
    """
    if len(text) > LONGEST_NUMBER or not re.fullmatch(NUMBER, text):
        raise ValueError(f"{text[:40]!r} is not a number")
    if "/" in text:
        fraction = Fraction(text)
        return int(fraction) if fraction.denominator == 1 else fraction
    return float(text) if set(text) & set(".eE") else int(text)


def parse_player(word: str) -> int | None:
    """Return the player that max, min, chance, or p1, p2, ... stands for; None for other words.

    >>> [parse_player(word) for word in ("max", "min", "chance", "p3", "left")]
    [0, 1, -1, 2, None]
    """
    known = {"max": MAX, "min": MIN, "chance": CHANCE}.get(word.lower())
    if known is None and word[:1] in ("p", "P") and word[1:].isdecimal() and len(word) < 4 and int(word[1:]):
        return int(word[1:]) - 1
    return known


def format_player(player: int, players: int = 2) -> str:
    """Return the word for a player, as `parse_player` reads it."""
    if player == CHANCE:
        return "chance"
    return ("max", "min")[player] if players == 2 else f"p{player + 1}"
