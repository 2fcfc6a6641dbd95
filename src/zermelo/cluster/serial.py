"""Tasks one after the other, in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from types import TracebackType
from typing import Self

from zermelo.cluster.batches import describe
from zermelo.cluster.executor import RETRIES, Cancel, Done, Item, Value


class SerialExecutor:
    """Runs each task when its result is asked for; nothing is pickled, so any function will do.

    >>> with SerialExecutor() as executor:
    ...     [done.value for done in executor.run(abs, [-1, 2])]
    [1, 2]
    """

    @property
    def workers(self) -> int:
        """One."""
        return 1

    def run(
        self,
        task: Callable[[Item], Value],
        items: Iterable[Item],
        *,
        retries: int = RETRIES,
        cancel: Cancel | None = None,
    ) -> Iterator[Done[Item, Value]]:
        """Run a function over items in their order; see `Executor.run`."""
        for number, item in enumerate(items):
            if cancel is not None and cancel():
                return
            start = perf_counter()
            value, problem = None, None
            try:
                value = task(item)
            except (Exception, SystemExit) as error:
                problem = describe(error)
            yield Done(number, item, value, problem, perf_counter() - start)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        pass
