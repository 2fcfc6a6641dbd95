"""Weights of linear scoring polynomials in readable files: one `name weight` a line, `#` for comments."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import isfinite

from zermelo.state import ZermeloError


def read_weights(text: str, names: tuple[str, ...], place: str = "weights") -> dict[str, float]:
    """Weights from text; every line is checked, and a wrong one is named.

    >>> read_weights("mobility 2.5  # per move", ("mobility", "corners"))
    {'mobility': 2.5}
    """
    weights: dict[str, float] = {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if len(words) != 2:
            raise ZermeloError(
                f"{place}, line {number}: a feature's name and its weight are expected, not {line.strip()!r}"
            )
        name, weight = words
        if name not in names:
            raise ZermeloError(f"{place}, line {number}: {name!r} is not a feature: {', '.join(names)} are")
        if name in weights:
            raise ZermeloError(f"{place}, line {number}: {name} is given twice")
        try:
            weights[name] = float(weight)
        except ValueError:
            raise ZermeloError(f"{place}, line {number}: {weight!r} is not a number") from None
        if not isfinite(weights[name]):
            raise ZermeloError(f"{place}, line {number}: a weight must be finite, not {weight}")
    return weights


@cache
def shipped_weights(slug: str, names: tuple[str, ...]) -> dict[str, float]:
    """The weights a game comes with, for every feature; those its file does not mention count nothing."""
    source = files("zermelo") / "data" / f"{slug}.polynomial"
    found = read_weights(source.read_text(encoding="utf-8"), names, source.name) if source.is_file() else {}
    return dict.fromkeys(names, 0.0) | found
