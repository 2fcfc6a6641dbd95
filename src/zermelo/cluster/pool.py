"""What process pools and Ray clusters have in common: batches, windows, dead workers.

Each worker has at most two batches, the second only where tasks are short, and runs them in order. So when a worker dies the
first unanswered batch killed it: alone in its batch a task is to blame, and runs again as often as allowed; the tasks of a larger
batch run again one by one, which isolates the one that kills. The driver reads items only to fill these batches.
"""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import Any, ClassVar, Generic, Self, TypeVar

from zermelo.cluster.batches import Answer, Batch, describe, pack_task
from zermelo.cluster.executor import RETRIES, Cancel, Done, Item, Value
from zermelo.cluster.todo import Task, Todo
from zermelo.state import ZermeloError, format_count

POLL_SECONDS = 0.1
"""How often `cancel` is called while nothing ends."""
MOST_FAILED_STARTS = 3
START_SECONDS = 120.0
"""How long to wait for a first worker."""
PATIENCE = 5
"""A worker hands tasks back when a batch takes so many times longer than planned."""

Handle = TypeVar("Handle")


class WorkerDied(Exception):
    """The worker ended before it answered; the message tells the likely reason if it did so at its start."""


@dataclass
class Lane(Generic[Handle]):
    """The place of one worker, which another takes when it dies: the handles of its start and of its batches, oldest first."""

    running: bool = False
    starting: Handle | None = None
    failed_starts: int = 0
    batches: deque[tuple[Handle, list[Task[Any]]]] = field(default_factory=deque)

    @property
    def ready(self) -> bool:
        return self.running and self.starting is None


class PooledExecutor(ABC, Generic[Handle]):
    """An executor with several workers; its subclasses know how to start, ask and end one."""

    batch_seconds: ClassVar[float]
    """How long a batch should keep a worker busy."""

    def __init__(self, workers: int) -> None:
        self._lanes: list[Lane[Handle]] = [Lane() for _ in range(workers)]
        self._busy = False

    # ---- what a subclass writes; lanes are counted from 0

    @abstractmethod
    def _start(self, lane: int) -> Handle:
        """Start a worker; the handle ends when it is ready."""

    @abstractmethod
    def _submit(self, lane: int, batch: Batch) -> Handle:
        """Send a batch to a worker; the handle ends when the answers are there or the worker has died."""

    @abstractmethod
    def _wait(self, handles: Collection[Handle], seconds: float) -> Collection[Handle]:
        """Return handles that have ended; wait for the first of them, but not longer than the time given."""

    @abstractmethod
    def _answers(self, handle: Handle) -> list[Answer]:
        """Return the answers of a handle that has ended, none for the start of a worker; raise WorkerDied."""

    @abstractmethod
    def _end(self, lane: int) -> None:
        """End a worker at once, whatever it is doing, or tidy up after one that has died."""

    # ---- the executor

    @property
    def workers(self) -> int:
        """How many tasks run at a time."""
        return len(self._lanes)

    def run(
        self,
        task: Callable[[Item], Value],
        items: Iterable[Item],
        *,
        retries: int = RETRIES,
        cancel: Cancel | None = None,
    ) -> Iterator[Done[Item, Value]]:
        """Run a function over items and yield what it returns as it comes; see `Executor.run`.

        Workers start when they are first needed and stay until the `with` block ends. An iterator that is closed early, by
        `cancel` or otherwise, ends those that are busy.

        Raises
        ------
        ZermeloError
            If the task cannot be pickled, if workers do not start, or if another run has not ended.
        """
        return self._dispatch(pack_task(task), Todo(items, self.batch_seconds), retries, cancel or (lambda: False))

    def _dispatch(self, task: bytes, todo: Todo[Item], retries: int, cancel: Cancel) -> Iterator[Done[Item, Any]]:
        if self._busy:
            raise ZermeloError("the executor runs other tasks: finish or close their iterator first")
        self._busy = True
        deadline = monotonic() + START_SECONDS
        try:
            while not cancel():
                yield from self._fill(task, todo)
                handles = [handle for lane in self._lanes for handle, _ in lane.batches]
                if not handles and not todo.more():
                    return
                if any(lane.ready for lane in self._lanes):
                    deadline = monotonic() + START_SECONDS
                elif monotonic() > deadline:
                    raise ZermeloError(f"no worker has become ready within {START_SECONDS:g} seconds")
                handles += [lane.starting for lane in self._lanes if lane.starting is not None]
                ended = set(self._wait(handles, POLL_SECONDS))
                done = [each for at in range(self.workers) for each in self._collect(at, ended, todo, retries)]
                done += self._fill(task, todo)  # workers go on while the caller looks at what has ended
                yield from done
        except GeneratorExit:
            raise
        except BaseException:
            self.close()  # a worker may have got half a batch
            raise
        finally:
            self._busy = False
            for at, lane in enumerate(self._lanes):
                if lane.batches:
                    self._stop(at)

    def _fill(self, task: bytes, todo: Todo[Item]) -> list[Done[Item, Any]]:
        """Hand out tasks, and start workers if there are tasks for them; return the tasks whose items cannot be pickled."""
        failed: list[Done[Item, Any]] = []
        for ahead in range(2 if todo.short else 1):
            for at, lane in enumerate(self._lanes):
                if lane.ready and len(lane.batches) <= ahead:
                    self._hand_out(at, task, todo, failed)
        waiting = todo.more(self.workers)
        for at, lane in enumerate(self._lanes):
            if waiting > 0 and not lane.running:
                lane.running, lane.starting = True, self._start(at)
            waiting -= not lane.batches
        return failed

    def _hand_out(self, at: int, task: bytes, todo: Todo[Item], failed: list[Done[Item, Any]]) -> None:
        tasks: list[Task[Item]] = []
        items: list[bytes] = []
        while not tasks and (batch := todo.next_batch()):
            for each in batch:
                try:
                    items.append(pickle.dumps(each.item))
                    tasks.append(each)
                except Exception as error:
                    problem = f"the item cannot be sent to a worker: {describe(error)}"
                    failed.append(Done(each.number, each.item, None, problem))
        if tasks:
            handle = self._submit(at, Batch(task, items, PATIENCE * self.batch_seconds))
            self._lanes[at].batches.append((handle, tasks))

    def _collect(self, at: int, ended: Collection[Handle], todo: Todo[Item], retries: int) -> Iterator[Done[Item, Any]]:
        """Yield the tasks of one worker that have ended; replace the worker if it has died."""
        lane = self._lanes[at]
        if lane.starting is not None and lane.starting in ended:
            self._finish_start(at)
        while lane.batches and lane.batches[0][0] in ended:
            handle, tasks = lane.batches[0]
            try:
                answers = self._answers(handle)
            except WorkerDied:
                lane.batches.popleft()
                todo.put_back(each for _, later in lane.batches for each in later)
                self._stop(at)
                yield from self._blame(tasks, todo, retries)
                return
            lane.batches.popleft()
            todo.learn(len(answers), sum(answer.seconds for answer in answers))
            todo.put_back(tasks[len(answers) :])
            yield from (_done(each, answer) for each, answer in zip(tasks, answers, strict=False))

    def _finish_start(self, at: int) -> None:
        lane = self._lanes[at]
        assert lane.starting is not None
        try:
            self._answers(lane.starting)
        except WorkerDied as death:
            self._stop(at)
            lane.failed_starts += 1
            if lane.failed_starts == MOST_FAILED_STARTS:
                raise ZermeloError(f"workers die while they start: {death}") from None
        else:
            lane.starting, lane.failed_starts = None, 0

    def _blame(self, tasks: list[Task[Item]], todo: Todo[Item], retries: int) -> Iterator[Done[Item, Any]]:
        """Let the tasks of a dead worker run again; yield the one that has had its last chance."""
        if len(tasks) == 1:
            (task,) = tasks
            task.deaths += 1
            if task.deaths > retries:
                times = format_count(task.deaths, "time")
                yield Done(task.number, task.item, None, f"the worker that ran it died {times}")
                return
        for task in tasks:
            task.alone = True
        todo.put_back(tasks)

    def _stop(self, at: int) -> None:
        lane = self._lanes[at]
        if lane.running:
            self._end(at)
        lane.running, lane.starting = False, None
        lane.batches.clear()

    def close(self) -> None:
        """End all workers."""
        for at in range(self.workers):
            self._stop(at)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _done(task: Task[Item], answer: Answer) -> Done[Item, Any]:
    if answer.value is None:
        return Done(task.number, task.item, None, answer.error, answer.seconds)
    try:
        return Done(task.number, task.item, pickle.loads(answer.value), None, answer.seconds)
    except Exception as error:
        problem = f"the value cannot be read back: {describe(error)}"
        return Done(task.number, task.item, None, problem, answer.seconds)
