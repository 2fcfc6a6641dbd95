"""What travels between the driver and its workers: batches of tasks there, answers back, both pickled here.

Everything is pickled piece by piece, so that one item or value that cannot be pickled is the failure of one task.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from zermelo.state import ZermeloError

_tasks: dict[bytes, Callable[[Any], Any]] = {}
"""The function that this worker runs; only the latest is kept."""


class Batch(NamedTuple):
    """Tasks for one worker: the pickled function and its pickled items.

    The worker stops after the first item with which it has run for `seconds`, and leaves the others to the driver.
    """

    task: bytes
    items: Sequence[bytes]
    seconds: float


class Answer(NamedTuple):
    """What became of one item: its pickled value, or why it failed, and how long it ran."""

    value: bytes | None
    error: str | None
    seconds: float


def own_environment() -> dict[str, str]:
    """Return the environment variables of Zermelo, which workers need as well."""
    return {name: value for name, value in os.environ.items() if name.startswith("ZERMELO_")}


def pack_task(task: Callable[[Any], Any]) -> bytes:
    """Pickle the function; raise ZermeloError if workers could not import it."""
    try:
        return pickle.dumps(task)
    except Exception as error:
        raise ZermeloError(
            f"workers cannot import the task: define it at the top level of a module ({describe(error)})"
        ) from None


def describe(error: BaseException) -> str:
    """Return an error in one sentence.

    >>> describe(ZermeloError("the board is full")), describe(KeyError("a1")), describe(SystemExit(2))
    ('the board is full', "KeyError: 'a1'", 'SystemExit: 2')
    """
    text = " ".join(str(error).split())
    if isinstance(error, ZermeloError) and text:
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def run_batch(batch: Batch) -> list[Answer]:
    """Run tasks in this process, one after the other, and return an answer for each that there was time for."""
    begun = perf_counter()
    answers: list[Answer] = []
    for item in batch.items:
        start = perf_counter()
        value, problem = None, None
        try:
            value = pickle.dumps(_load_task(batch.task)(pickle.loads(item)))
        except (Exception, SystemExit) as error:
            problem = describe(error)
        now = perf_counter()
        answers.append(Answer(value, problem, now - start))
        if now - begun > batch.seconds:
            break
    return answers


def _load_task(task: bytes) -> Callable[[Any], Any]:
    if task not in _tasks:
        _tasks.clear()
        _tasks[task] = pickle.loads(task)
    return _tasks[task]
