"""Options of an engine, as UCI declares and sets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from zermelo.state import ZermeloError


class Option(NamedTuple):
    """An option: its name, its type and range as `uci` declares them, and a function that sets it from text."""

    name: str
    declaration: str
    set: Callable[[str], object]

    def __str__(self) -> str:
        return f"option name {self.name} type {self.declaration}"


def spin(settings: object, name: str, attribute: str, least: int, most: int) -> Option:
    """An option that is a whole number, kept in an attribute of the settings."""

    def set_number(text: str) -> None:
        setattr(settings, attribute, parse_int(text, name, least, most))

    return Option(name, f"spin default {getattr(settings, attribute)} min {least} max {most}", set_number)


def check(settings: object, name: str, attribute: str) -> Option:
    """An option that is true or false, kept in an attribute of the settings."""

    def set_truth(text: str) -> None:
        if text.lower() not in ("true", "false"):
            raise ZermeloError(f"{name} must be true or false, not {text[:40]!r}")
        setattr(settings, attribute, text.lower() == "true")

    return Option(name, f"check default {str(getattr(settings, attribute)).lower()}", set_truth)


def parse_int(text: str, name: str, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`; errors name the value."""
    try:
        number = int(text)
    except ValueError:
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}") from None
    if not least <= number <= most:
        raise ZermeloError(f"{name} must be from {least} to {most}, not {number}")
    return number
