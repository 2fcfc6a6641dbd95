"""Tasks in processes of this machine.

Each worker has a pipe of its own, so that the death of one neither disturbs the others nor leaves a doubt about what it was doing;
`concurrent.futures` ends a whole pool instead, and cannot end a task that hangs. A thread of the worker reads the pipe all the
time: what the driver sends never waits for a task, and when the driver dies, even by SIGKILL, the worker ends at once.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, ClassVar, NamedTuple, cast

from zermelo.cluster.batches import Answer, Batch, own_environment, run_batch
from zermelo.cluster.child import read_messages
from zermelo.cluster.pool import PooledExecutor, WorkerDied

_METHOD = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
"""Neither copies the driver's threads; forkserver imports modules once for all workers."""


_SAFE_PATH = "PYTHONSAFEPATH"
_END_SECONDS = 0.5
"""For a worker to end by itself before it is killed."""


class Question(NamedTuple):
    """The handle of a batch or of a start: the number of the worker, and that of the question, the first being its start."""

    worker: int
    number: int


class _Worker:
    """A process, the driver's end of its pipe, and the answers that have come through it."""

    def __init__(self, context: Any) -> None:
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, own_environment()), daemon=True)
        with _safe_path():
            self.process.start()
        theirs.close()
        self.asked = 1  # its start
        self.answered = 0
        self.answers: deque[list[Answer]] = deque()
        self.dead = False

    def receive(self) -> None:
        """Collect the answers that the worker has sent, and notice if it has died."""
        try:
            while self.connection.poll():
                self.answers.append(self.connection.recv())
                self.answered += 1
        except Exception:  # the end of the pipe, or half a message
            self.dead = True


class ProcessExecutor(PooledExecutor[Question]):
    """Runs tasks in processes of this machine.

    Parameters
    ----------
    jobs
        How many processes run tasks at a time.

    >>> with ProcessExecutor(2) as executor:
    ...     sorted(done.value for done in executor.run(abs, [-1, 2, -3]))
    [1, 2, 3]
    """

    batch_seconds: ClassVar[float] = 0.05

    def __init__(self, jobs: int) -> None:
        super().__init__(jobs)
        self._context = multiprocessing.get_context(_METHOD)
        self._processes: dict[int, _Worker] = {}
        self._started = 0
        self._places: dict[int, int] = {}
        """The number of the worker in each lane."""

    def _start(self, lane: int) -> Question:
        self._started += 1
        self._places[lane] = self._started
        self._processes[self._started] = _Worker(self._context)
        return Question(self._started, 0)

    def _submit(self, lane: int, batch: Batch) -> Question:
        number = self._places[lane]
        worker = self._processes[number]
        question = Question(number, worker.asked)
        worker.asked += 1
        with suppress(OSError):  # the worker has died; the caller learns it from the pipe when it waits for the answer
            worker.connection.send(batch)
        return question

    def _wait(self, handles: Collection[Question], seconds: float) -> Collection[Question]:
        asked = {handle.worker for handle in handles}
        by_connection = {self._processes[number].connection: self._processes[number] for number in asked}
        for connection in wait(list(by_connection), seconds):
            by_connection[cast("Connection", connection)].receive()
        return [handle for handle in handles if self._ended(handle)]

    def _ended(self, handle: Question) -> bool:
        worker = self._processes[handle.worker]
        return worker.dead or worker.answered > handle.number

    def _answers(self, handle: Question) -> list[Answer]:
        worker = self._processes[handle.worker]
        if worker.answered <= handle.number:
            raise WorkerDied('a script must run its tasks under if __name__ == "__main__"')
        return worker.answers.popleft()  # a worker answers in the order of the questions

    def _end(self, lane: int) -> None:
        worker = self._processes.pop(self._places.pop(lane))
        worker.connection.close()  # asks it to end
        worker.process.join(_END_SECONDS)
        worker.process.kill()
        worker.process.join()
        worker.process.close()


@contextmanager
def _safe_path() -> Iterator[None]:
    """Keep Python's own modules apart from files of the current folder when the server of processes starts."""
    usual = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        del os.environ[_SAFE_PATH]
        if usual is not None:
            os.environ[_SAFE_PATH] = usual


def _serve(connection: Connection, environment: Mapping[str, str]) -> None:
    """Answer batches until the driver closes the pipe or dies; the first answer says that the worker is ready."""
    os.environ.update(environment)
    os.environ.pop(_SAFE_PATH, None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the driver, which ends its workers
    batches = read_messages(connection.recv, lambda: os._exit(1))
    connection.send([])
    while True:
        connection.send(run_batch(batches.get()))
