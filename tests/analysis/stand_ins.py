"""Executors that behave as badly as they may."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Self

from zermelo.cluster import Cancel, Done


class Backwards:
    """Takes some items at a time and answers them in reverse; counts the tasks, and fails those that `fails` names."""

    def __init__(self, at_a_time: int = 7, fails: Callable[[Any], bool] = lambda _: False) -> None:
        self.at_a_time, self.fails = at_a_time, fails
        self.ran: list[Any] = []
        self.rounds = 0

    @property
    def workers(self) -> int:
        return self.at_a_time

    def run(
        self,
        task: Callable[[Any], Any],
        items: Iterable[Any],
        *,
        retries: int = 2,
        cancel: Cancel | None = None,
    ) -> Iterator[Done[Any, Any]]:
        self.rounds += 1
        numbered = enumerate(items)
        while group := list(islice(numbered, self.at_a_time)):
            for number, item in reversed(group):
                if cancel is not None and cancel():
                    return
                self.ran.append(item)
                if self.fails(item):
                    yield Done(number, item, None, "the worker that ran it died 3 times")
                else:
                    yield Done(number, item, task(item))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass
