"""Limits of a search: nodes, seconds, a `cancel` callback, the recursion limit, and Ctrl-C.

A `Budget` raises `Stop` when a limit is reached; a search catches it at its root and returns the best it has found.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from typing import Any

from zermelo.state import Number, ZermeloError, format_number

MAX_PLIES = 100_000
"""The longest line of play any search follows, and the deepest tree any parser accepts."""

MAX_NODES = 2**63 - 1
MAX_THREADS = 256
MAX_SIMULATIONS = 2**53
SHOWN = 40
"""How many characters of a wrong value an error shows."""

_POLL_SECONDS = 0.002
_GAME_CALLS = 50  # no call of a game nests deeper, unless the game's own code recurses without an end


class Stop(Exception):
    """A limit is reached; `reason` is "nodes", "seconds" or "cancelled"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Budget:
    """What a search may spend, from the moment it is created.

    Parameters
    ----------
    nodes
        The largest number of nodes; None is no limit.
    seconds
        The longest time; None is no limit.
    cancel
        Called about every two milliseconds; the search stops once it returns True.

    Raises
    ------
    ZermeloError
        If a limit is not a positive number.
    """

    def __init__(
        self,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        cancel: Callable[[], bool] | None = None,
    ) -> None:
        if nodes is not None:
            check_count("nodes", nodes, MAX_NODES)
        if seconds is not None:
            check_seconds(seconds)
        self.nodes, self.seconds, self.cancel = nodes, seconds, cancel
        self.started = self._last = perf_counter()
        self._step = 1
        polls = seconds is not None or cancel is not None
        self.next_check = 1 if polls else nodes or sys.maxsize
        """The node count at which to call `check` next."""

    def elapsed(self) -> float:
        """Return the seconds since the search began."""
        return perf_counter() - self.started

    def check(self, nodes: int) -> int:
        """Raise `Stop` if a limit is reached; return the node count at which to check again."""
        if self.nodes is not None and nodes >= self.nodes:
            raise Stop("nodes")
        if self.cancel is not None and self.cancel():
            raise Stop("cancelled")
        now = perf_counter()
        if self.seconds is not None and now - self.started >= self.seconds:
            raise Stop("seconds")
        # Check about every two milliseconds, however fast or slow the game's own functions are.
        if now - self._last < _POLL_SECONDS / 2:
            self._step = min(self._step * 2, 4096)
        elif now - self._last > _POLL_SECONDS:
            self._step = max(self._step // 2, 1)
        self._last = now
        self.next_check = nodes + self._step
        if self.nodes is not None:
            self.next_check = min(self.next_check, self.nodes)
        return self.next_check


def check_depth(depth: int | None) -> int:
    """Return the depth as a countdown: -1 never reaches zero, so it means no limit.

    >>> check_depth(None), check_depth(3)
    (-1, 3)
    """
    if depth is None:
        return -1
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
        raise ZermeloError(f"depth must be a whole number from 0 up, not {depth}")
    return depth


def check_count(name: str, number: Any, largest: int, *, least: int = 1) -> int:
    """Return the number if it is a whole number from `least` to `largest`."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise ZermeloError(f"{name} must be a whole number, not {shorten(number)}")
    if not least <= number <= largest:
        expected = f"at least {least}" if number < least else f"at most {largest:,}"
        raise ZermeloError(f"{name} must be {expected}, not {number:,}")
    return number


def check_weight(name: str, weight: Any) -> float:
    """Return the weight as a float if it is a finite number from 0 up."""
    if not (is_finite(weight) and weight >= 0):
        raise ZermeloError(f"{name} must be at least 0, not {shorten(weight)}")
    return float(weight)


def check_flag(name: str, flag: Any) -> bool:
    """Return the flag if it is True or False."""
    if not isinstance(flag, bool):
        raise ZermeloError(f"{name} must be True or False, not {shorten(flag)}")
    return flag


def check_function(name: str, function: Any) -> None:
    """Raise ZermeloError for a callback that cannot be called."""
    if function is not None and not callable(function):
        raise ZermeloError(f"{name} must be a function, not {shorten(function)}")


def check_items(name: str, items: Any) -> list[Any]:
    """Return the items of a list or another sequence."""
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise ZermeloError(f"{name} must be a list, not {shorten(items)}")
    return list(items)


def check_seconds(seconds: float) -> float:
    """Return the seconds if they are a positive number."""
    if not (is_finite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {shorten(seconds)}")
    return float(seconds)


def is_finite(number: Any) -> bool:
    """Return whether something is a number that a float can hold.

    >>> is_finite(2.5), is_finite(10**400), is_finite("2.5")
    (True, False, False)
    """
    try:
        return isfinite(number)
    except (TypeError, OverflowError):
        return False


def check_range(name: str, ends: Sequence[Number]) -> tuple[Number, Number]:
    """Return the two ends of a range of numbers; raise ZermeloError unless the first is smaller."""
    try:
        low, high = ends
        is_range = float(low) < float(high)
    except (TypeError, ValueError, OverflowError):
        raise ZermeloError(f"{name} must be two numbers, not {shorten(ends)}") from None
    if not is_range:
        raise ZermeloError(
            f"{name} must be a smaller and a larger number, not {format_number(low)} and {format_number(high)}"
        )
    return low, high


def shorten(value: Any) -> str:
    """Return a wrong value as an error shows it.

    >>> shorten("1"), shorten(10**400)
    ("'1'", '1000000000000000000000000000000000000000...')
    """
    text = format_number(value) if isinstance(value, float) else repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


_lock = threading.Lock()
_holders = 0
_usual_limit = 0


@contextmanager
def deep_recursion(frames_per_ply: int = 2) -> Iterator[None]:
    """Let a recursive search follow lines of MAX_PLIES moves.

    Python 3.11 and later keep the frames of Python-to-Python calls on the heap, so depth costs memory and not the C stack.
    The limit belongs to the whole interpreter: searches raise it and the last one restores it. A line that is still
    longer raises a ZermeloError; a RecursionError of the game's own code passes through.
    """
    global _holders, _usual_limit
    with _lock:
        if _holders == 0:
            _usual_limit = sys.getrecursionlimit()
        sys.setrecursionlimit(max(sys.getrecursionlimit(), MAX_PLIES * frames_per_ply + 1000))
        _holders += 1
    try:
        yield
    except RecursionError as error:
        if not _within_search(error):
            raise
        raise ZermeloError(
            f"play went on for {MAX_PLIES:,} moves without an end: give the search a depth, or call zermelo.check"
        ) from None
    finally:
        with _lock:
            _holders -= 1
            if _holders == 0:
                sys.setrecursionlimit(_usual_limit)


def _within_search(error: RecursionError) -> bool:
    """Return whether a search is among the innermost calls, rather than only code of the game."""
    innermost = deque((frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)), maxlen=_GAME_CALLS)
    return any(Path(name).is_relative_to(Path(__file__).parent) for name in set(innermost))


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Let Ctrl-C set an event instead of raising KeyboardInterrupt.

    A second Ctrl-C raises as usual, since a game may never return. Outside the main thread, or where Ctrl-C has another
    handler, nothing changes.
    """
    pressed, usual = threading.Event(), signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not usual:
        yield pressed
        return

    def press(*_: object) -> None:
        pressed.set()
        signal.signal(signal.SIGINT, usual)

    signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, usual)
