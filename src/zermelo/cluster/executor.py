"""What an executor is: it runs one function over many items, here, in processes of this machine or on a cluster.

Tasks are idempotent: one whose worker died runs again, so a task must give the same value each time and leave nothing behind
that matters if it ran twice. Knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from types import TracebackType
from typing import Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

Item = TypeVar("Item")
Value = TypeVar("Value")
Cancel: TypeAlias = Callable[[], bool]

RETRIES = 2
"""How often a task runs again after its worker died."""


class Done(NamedTuple, Generic[Item, Value]):
    """A task that has ended.

    number    of the item, counted from 0
    item      what the function was called with
    value     what it returned; None if it failed
    error     why it failed for good, in one sentence; None if it did not
    seconds   how long it ran
    """

    number: int
    item: Item
    value: Value | None
    error: str | None = None
    seconds: float = 0.0


class Executor(Protocol):
    """Runs tasks; use it in a `with` block, which releases its workers."""

    @property
    def workers(self) -> int:
        """How many tasks run at a time."""

    def run(
        self,
        task: Callable[[Item], Value],
        items: Iterable[Item],
        *,
        retries: int = RETRIES,
        cancel: Cancel | None = None,
    ) -> Iterator[Done[Item, Value]]:
        """Run a function over items and yield what it returns as it comes, in any order.

        Parameters
        ----------
        task
            A function of one item that workers can import: one at the top level of a module, or a `functools.partial` of one.
        items
            Read as workers become free, never far ahead: millions need no more memory than hundreds.
        retries
            How often a task runs again after its worker died. What the function raises is final.
        cancel
            Called now and then; once it returns True no task begins, and the iterator ends when those under way are abandoned.
        """

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def in_order(done: Iterable[Done[Item, Value]]) -> Iterator[Done[Item, Value]]:
    """Yield tasks by their numbers; those that end early wait for the ones before them.

    >>> [each.number for each in in_order([Done(1, "b", None), Done(0, "a", None), Done(2, "c", None)])]
    [0, 1, 2]
    """
    waiting: list[tuple[int, Done[Item, Value]]] = []
    wanted = 0
    for each in done:
        heappush(waiting, (each.number, each))
        while waiting and waiting[0][0] == wanted:
            yield heappop(waiting)[1]
            wanted += 1
