"""What to do when a worker is ended while its task runs: a task that starts programs names what ends them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

_calls: list[Callable[[], object]] = []


def call_at_end(function: Callable[[], object]) -> Callable[[], None]:
    """Call a function if this worker is ended early; return a function that forgets it.

    >>> ended = []
    >>> forget = call_at_end(lambda: ended.append("one")), call_at_end(lambda: ended.append("two"))
    >>> forget[0]()
    >>> run_calls()
    >>> ended
    ['two']
    """
    _calls.append(function)

    def forget() -> None:
        with suppress(ValueError):
            _calls.remove(function)

    return forget


def run_calls() -> None:
    """Call the functions, each once."""
    while _calls:
        with suppress(Exception):
            _calls.pop()()
