"""Tasks that workers can import: good ones and those that fail, kill their worker or hang."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from zermelo.cluster import warm


def double(number: int) -> int:
    return 2 * number


def fail_at_five(number: int) -> int:
    if number == 5:
        raise ValueError("five is\nright out")
    return 2 * number


def exit_at_five(number: int) -> int:
    if number == 5:
        sys.exit("five")
    return 2 * number


def die_at_five(number: int) -> int:
    if number == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def die_once(item: tuple[str, int]) -> int:
    """Kill the worker unless another has died of the same number before, for every tenth number."""
    folder, number = item
    if number % 10 == 5:
        mark = Path(folder, str(number))
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def hang(number: int) -> int:
    time.sleep(1000)
    return number


def slow_double(number: int) -> int:
    time.sleep(0.02)
    return 2 * number


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def give_lambda(number: int) -> object:
    return (lambda: number) if number == 5 else number


def count_in_worker(_: int) -> tuple[int, int]:
    """Return this process and how often it has run this."""
    counts = warm("tests.count", lambda: [0])
    counts[0] += 1
    return os.getpid(), counts[0]


def long_text(number: int) -> str:
    return str(number % 10) * 300_000


def own_pid(_: int) -> int:
    return os.getpid()


class Unpicklable:
    def __reduce__(self) -> str:
        raise ValueError("no pickle for you")
