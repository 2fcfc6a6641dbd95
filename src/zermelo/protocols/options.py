"""Values that come as text over a protocol: read, or refused in a sentence that names them."""

from __future__ import annotations

from zermelo.state import ZermeloError


def whole(text: str, name: str, least: int, most: int) -> int:
    try:
        number = int(text)
    except ValueError:
        raise ZermeloError(f"{name} must be a whole number, not {text[:40]!r}") from None
    if not least <= number <= most:
        raise ZermeloError(f"{name} must be from {least} to {most}, not {number}")
    return number


def truth(text: str, name: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ZermeloError(f"{name} must be true or false, not {text[:40]!r}")
    return text.lower() == "true"
