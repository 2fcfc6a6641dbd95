"""Reads sentences back and tries what they claim. A checker is a class with one method for each shape of sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import inf, isclose, nextafter
from typing import Any, ClassVar

NAME = r"[A-Z]{1,2}"
NAMES = rf"{NAME}(?:, {NAME})*(?: and (?:{NAME}|[\d,]+ more))?"
NUMBER = r"(?:just (?:above|below) )?-?(?:∞|\d+(?:\.\d+)?(?:e[-+]?\d+)?(?:/\d+)?)"
VALUE = rf"(?:{NUMBER}|\({NUMBER}(?:, {NUMBER})*\))"
_KINDS = {
    "N": NAME,
    "Ns": NAMES,
    "V": VALUE,
    "W": r"MAX|MIN|CHANCE|P\d",
    "R": r"a leaf|MAX|MIN|CHANCE|P\d",  # who moves, or a leaf
    "AT": "at most |at least |",
}
Method = Callable[..., None]


def claim(shape: str) -> Callable[[Method], Method]:
    """Mark the method for sentences of a shape, a regular expression in which `<child:N>` stands for a name that is passed to
    the method as `child`; N may be any of `_KINDS`."""
    pattern = re.sub(r"<(\w+):(\w+)>", lambda match: f"(?P<{match[1]}>{_KINDS[match[2]]})", shape)

    def mark(method: Method) -> Method:
        method.__dict__.setdefault("shapes", []).append(re.compile(pattern))
        return method

    return mark


class Checker:
    """Checks the events of one search, one after another. Raises AssertionError for a claim that does not hold, and for a
    sentence whose shape has no claim."""

    likely: ClassVar[dict[type, list[tuple[re.Pattern[str], Method]]]]
    """The shapes of sentences with their methods for each type of event, those met last in front: it saves most of the time."""

    def __init_subclass__(cls) -> None:
        cls.likely = {}

    def check(self, event: object) -> str:
        """Try what an event's sentence claims; return the name of the method that did."""
        self.event = event
        sentence, rules = str(event), self.likely.setdefault(type(event), [])
        if not rules:
            methods = [method for cls in type(self).__mro__ for method in vars(cls).values()]
            rules += [(shape, method) for method in methods for shape in getattr(method, "shapes", ())]
        for place, (shape, method) in enumerate(rules):
            if found := shape.fullmatch(sentence):
                rules.insert(0, rules.pop(place))
                try:
                    method(self, **found.groupdict())
                except AssertionError as error:
                    raise AssertionError(f"{sentence!r} does not hold: {error}") from error
                return str(method.__name__)
        raise AssertionError(f"no claim is known for {sentence!r}")


@cache
def number(text: str) -> Any:
    """A number as sentences write it: of floats, the first six digits."""
    for word, towards in (("just above ", inf), ("just below ", -inf)):
        if text.startswith(word):
            return nextafter(number(text.removeprefix(word)), towards)
    if text.endswith("∞"):
        return -inf if text.startswith("-") else inf
    return Fraction(text)


def value(text: str) -> Any:
    if text.startswith("("):
        return tuple(number(part) for part in text[1:-1].split(", "))
    return number(text)


def close(one: Any, other: Any) -> bool:
    """Whether two values are the same but for the digits that are not shown."""
    if isinstance(one, tuple) or isinstance(other, tuple):
        return len(one) == len(other) and all(map(close, one, other))
    return one == other or isclose(float(one), float(other), rel_tol=6e-6, abs_tol=1e-7)


def at_most(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return all(map(at_most, one, other))
    return bool(one <= other) or close(one, other)


def holds(bound: str, claimed: Any, true: Any) -> bool:
    """Whether a value that is claimed to be a bound (`at most `, `at least `) or exact is true."""
    if not bound:
        return close(claimed, true)
    return at_most(true, claimed) if bound.startswith("at most") else at_most(claimed, true)


def names(text: str) -> tuple[list[str], int]:
    """The names in a list, and how many are not named."""
    words = re.findall(rf"\b{NAME}\b(?! more)", text)
    more = re.search(r"([\d,]+) more", text)
    return words, int(more[1].replace(",", "")) if more else 0


def same_names(text: str, true: Sequence[str]) -> bool:
    words, more = names(text)
    return words == list(true[: len(words)]) and len(words) + more == len(true)
