"""How long a search may go on: by depth, by nodes, by seconds, or until somebody cancels it.

`Limits` is what a caller asks for; `Budget` is the same while a search is spending it. A budget raises `Stop`, which
a search catches at its root to answer with the best it has.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from pathlib import Path
from time import perf_counter
from traceback import walk_tb

import msgspec

from zermelo.state import ZermeloError

MAX_PLIES = 100_000
"""The longest line of play any search follows, and the deepest tree any reader accepts."""

_POLL_SECONDS = 0.002
_FRAMES_PER_PLY = 2
_OWN_CALLS = 50  # deeper than that no call of a game goes, unless it calls itself


class Stop(Exception):
    """The budget is spent; `reason` is one of nodes, seconds, cancelled."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a search may spend; None is no limit.

    `cancel` is called now and then (about every two milliseconds); the search stops once it returns True.
    """

    nodes: int | None = None
    seconds: float | None = None
    cancel: Callable[[], bool] | None = None

    def __post_init__(self) -> None:
        if self.nodes is not None and self.nodes < 1:
            raise ZermeloError(f"nodes must be at least 1, not {self.nodes}")
        if self.seconds is not None and not (isfinite(self.seconds) and self.seconds > 0):
            raise ZermeloError(f"seconds must be a positive number, not {self.seconds}")


class Budget:
    """A `Limits` being spent. Call `check(nodes)` once `nodes` reaches `next_check`; it moves `next_check` on."""

    def __init__(self, limits: Limits | None) -> None:
        self.limits = limits or Limits()
        self.started = self._last = perf_counter()
        self._step = 1
        self.next_check = 1 if self._polls else self.limits.nodes or sys.maxsize

    @property
    def _polls(self) -> bool:
        return self.limits.seconds is not None or self.limits.cancel is not None

    def elapsed(self) -> float:
        return perf_counter() - self.started

    def check(self, nodes: int) -> int:
        """Raises `Stop` if anything is spent; returns the node count at which to ask again."""
        limits = self.limits
        if limits.nodes is not None and nodes >= limits.nodes:
            raise Stop("nodes")
        if limits.cancel is not None and limits.cancel():
            raise Stop("cancelled")
        now = perf_counter()
        if limits.seconds is not None and now - self.started >= limits.seconds:
            raise Stop("seconds")
        # Ask about every two milliseconds, however fast or slow the game's own functions are.
        if now - self._last < _POLL_SECONDS / 2:
            self._step = min(self._step * 2, 4096)
        elif now - self._last > _POLL_SECONDS:
            self._step = max(self._step // 2, 1)
        self._last = now
        self.next_check = nodes + self._step
        if limits.nodes is not None:
            self.next_check = min(self.next_check, limits.nodes)
        return self.next_check


def check_depth(depth: int | None) -> int:
    """The depth as a countdown: -1 never reaches zero, so it means no limit.

    >>> check_depth(None), check_depth(3)
    (-1, 3)
    """
    if depth is None:
        return -1
    if not isinstance(depth, int) or isinstance(depth, bool) or depth < 0:
        raise ZermeloError(f"depth must be a whole number from 0 up, not {depth}")
    return depth


_lock = threading.Lock()
_holders = 0
_usual_limit = 0


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Lets a recursive search follow lines of MAX_PLIES moves.

    Python 3.11 and later keep the frames of Python-to-Python calls on the heap, so depth costs memory and not the
    C stack. The limit belongs to the whole interpreter: it is raised when the first search begins and put back when
    the last one ends. A game that goes on past it is refused in words; one whose own code calls itself without an end
    is not what was meant.
    """
    global _holders, _usual_limit
    with _lock:
        if _holders == 0:
            _usual_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual_limit, MAX_PLIES * _FRAMES_PER_PLY + 1000))
        _holders += 1
    try:
        yield
    except RecursionError as error:
        if not _within_search(error):
            raise
        raise ZermeloError(
            f"play went on for {MAX_PLIES:,} moves without an end: give the search a depth, or ask zermelo.check"
        ) from None
    finally:
        with _lock:
            _holders -= 1
            if _holders == 0:
                sys.setrecursionlimit(_usual_limit)


def _within_search(error: RecursionError) -> bool:
    """Whether the last calls before it were a search's, and not only somebody's own."""
    last = deque((frame.f_code.co_filename for frame, _ in walk_tb(error.__traceback__)), maxlen=_OWN_CALLS)
    return any(Path(name).is_relative_to(Path(__file__).parent) for name in set(last))


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Ctrl-C sets the event instead of breaking off, so that what is known by then counts; pressed again it breaks off, as a game
    may never come back. Where Ctrl-C does something else already, or outside the main thread, it is left alone."""
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
