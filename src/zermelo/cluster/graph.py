"""Tasks that need the results of others: each begins once those it needs have ended."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Generic

from zermelo.cluster.executor import Done, Executor, Item, Value


class _Ready(Generic[Item]):
    """The items whose needs are met. Executors ask again after each result, even when there was none to begin before."""

    def __init__(self, needs: Mapping[Item, Collection[Item]]) -> None:
        self._missing = {item: {need for need in needed if need in needs} for item, needed in needs.items()}
        self._queue: deque[Item] = deque()
        self._find()

    def _find(self) -> None:
        for item in [item for item, missing in self._missing.items() if not missing]:
            del self._missing[item]
            self._queue.append(item)

    def finish(self, item: Item) -> None:
        for missing in self._missing.values():
            missing.discard(item)
        self._find()

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        if not self._queue:
            raise StopIteration
        return self._queue.popleft()


def run_graph(
    executor: Executor, task: Callable[[Item], Value], needs: Mapping[Item, Collection[Item]]
) -> Iterator[Done[Item, Value]]:
    """Run a function over items, each after those it needs, and yield what it returns as it comes.

    Parameters
    ----------
    executor
        Runs the tasks; items whose needs are met run at the same time.
    task
        As for `Executor.run`.
    needs
        The items, each with the items that must end before it begins. Needs that are not items themselves count as done.
        If several items can begin, they begin in this order.

    Yields
    ------
    Done
        Also the tasks that failed. Items that need them, or that need each other, never run.

    >>> from zermelo.cluster.serial import SerialExecutor
    >>> [done.item for done in run_graph(SerialExecutor(), str.lower, {"C": ["A", "B"], "B": ["A"], "A": []})]
    ['A', 'B', 'C']
    """
    ready = _Ready(needs)
    for done in executor.run(task, ready):
        if done.error is None:
            ready.finish(done.item)
        yield done
