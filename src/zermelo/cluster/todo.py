"""The tasks that wait for a worker: new ones, read as they are needed, and those that must run again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic

from zermelo.cluster.executor import Item

LARGEST_BATCH = 256


@dataclass
class Task(Generic[Item]):
    """An item under way.

    number    of the item, counted from 0
    deaths    how many workers died while they ran it and nothing else
    alone     whether it runs in a batch of its own, because a worker died that ran it among others
    """

    number: int
    item: Item
    deaths: int = 0
    alone: bool = False


class Todo(Generic[Item]):
    """The tasks of one run. Batches grow with the speed of the tasks, so that each keeps a worker busy for `seconds`."""

    def __init__(self, items: Iterable[Item], seconds: float) -> None:
        self._source = enumerate(items)
        self._waiting: deque[Task[Item]] = deque()
        self._seconds = seconds
        self._task_seconds: float | None = None
        self._size = 1

    def more(self, count: int = 1) -> int:
        """Return how many tasks wait, up to a count; read items if fewer have been read."""
        while len(self._waiting) < count and (entry := next(self._source, None)) is not None:
            self._waiting.append(Task(*entry))
        return min(count, len(self._waiting))

    def next_batch(self) -> list[Task[Item]]:
        """Return the tasks for the next free worker; none if all have been handed out."""
        batch: list[Task[Item]] = []
        while len(batch) < self._size and self.more():
            if batch and self._waiting[0].alone:
                break
            batch.append(self._waiting.popleft())
            if batch[-1].alone:
                break
        return batch

    def put_back(self, tasks: Iterable[Task[Item]]) -> None:
        """Let tasks run again, before new ones."""
        self._waiting.extendleft(reversed(list(tasks)))

    def learn(self, tasks: int, seconds: float) -> None:
        """Take the time of a batch into account: the next ones hold as many tasks as run in the time asked for."""
        mean = seconds / tasks
        known = self._task_seconds
        self._task_seconds = mean if known is None else (known + mean) / 2
        fitting = self._seconds / max(self._task_seconds, 1e-9)
        self._size = int(max(1, min(fitting, 2 * self._size, LARGEST_BATCH)))

    @property
    def short(self) -> bool:
        """Whether tasks are so short that a worker should find its next batch waiting."""
        return self._task_seconds is not None and self._task_seconds < 2 * self._seconds
