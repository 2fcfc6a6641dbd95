"""Read values that come as text over a protocol."""

from __future__ import annotations

from zermelo.state import ZermeloError


def parse_int(text: str, name: str, least: int, most: int) -> int:
    """Read a whole number from `least` to `most`; errors name the value."""
    try:
        number = int(text)
    except ValueError:
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}") from None
    if not least <= number <= most:
        raise ZermeloError(f"{name} must be from {least} to {most}, not {number}")
    return number


def parse_bool(text: str, name: str) -> bool:
    """Read true or false; errors name the value."""
    if text.lower() not in ("true", "false"):
        raise ZermeloError(f"{name} must be true or false, not {text[:40]!r}")
    return text.lower() == "true"
