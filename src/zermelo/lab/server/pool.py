"""Worker processes: the server starts them when needed, hands out jobs fairly, and kills workers that do not stop.

Questions that take milliseconds have workers of their own, so that searches never delay them. Cancel the task that waits
for a job to cancel the job: the server tells the worker to stop, and kills it if it has not stopped in time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from msgspec.structs import replace

from zermelo.lab.server import frames
from zermelo.lab.server.settings import WorkerOptions

START_SECONDS = 30.0

OnFrame = Callable[[bytes, bytes], None]
End = tuple[bytes, bytes]


class QueueFull(Exception):
    """Too many requests wait for a worker already."""


class TimedOut(Exception):
    """A job took too long, and the server killed its worker."""


class WorkerDied(Exception):
    """A worker exited in the middle of a job."""


class Worker:
    """One worker process. `end` is set while it has a job, and done once the job has ended."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.jobs = 0
        self.end: asyncio.Future[End] | None = None
        self.alive = True
        self._ready = asyncio.Event()
        self._on_frame: OnFrame = _ignore
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, options: WorkerOptions) -> Worker:
        # -P: files in the current directory must not be imported in place of our modules.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "zermelo.lab.worker", msgspec.json.encode(options).decode()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C goes to the server, which ends its workers itself
        )
        worker = cls(process)
        try:
            await asyncio.wait_for(worker._ready.wait(), START_SECONDS)
        except TimeoutError:
            worker.kill()
        return worker

    async def run(self, path: str, body: bytes, on_frame: OnFrame, seconds: float) -> End:
        """Run a job to its end. If this is cancelled the worker still has the job: call `stop`."""
        self.jobs += 1
        self._on_frame = on_frame
        self.end = asyncio.get_running_loop().create_future()
        if self.alive:
            self._write(frames.pack(frames.JOB, self.jobs, path.encode() + b"\n" + body))
        else:
            self.end.set_result((frames.DIED, b""))
        done, _ = await asyncio.wait([self.end], timeout=seconds)
        if not done:
            self.kill()
            raise TimedOut
        kind, payload = self.end.result()
        self.end = None
        if kind == frames.DIED:
            raise WorkerDied
        return kind, payload

    async def stop(self, grace: float) -> None:
        """End a job that nobody waits for; kill the process if it does not end within `grace` seconds."""
        self._on_frame = _ignore
        if self.end is None:
            return
        if self.alive and not self.end.done():
            self._write(frames.pack(frames.CANCEL, self.jobs))
            await asyncio.wait([self.end], timeout=grace)
        if not self.end.done():
            self.kill()
        self.end = None

    def kill(self) -> None:
        self.alive = False
        if self.process.returncode is None:
            self.process.kill()

    async def close(self) -> None:
        self.kill()
        await self.process.wait()
        # The output ends with the process, unless a game has started a process of its own that holds it open.
        await asyncio.wait([self._reading], timeout=1)
        self._reading.cancel()

    def _write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    async def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        try:
            while True:
                length, kind, number = frames.HEAD.unpack(await stream.readexactly(frames.HEAD.size))
                payload = await stream.readexactly(length)
                if kind == frames.READY:
                    self._ready.set()
                if number != self.jobs:
                    continue
                if kind not in frames.ENDS:
                    self._on_frame(kind, payload)
                elif self.end is not None and not self.end.done():
                    self.end.set_result((kind, payload))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.alive = False
            self._ready.set()
            if self.end is not None and not self.end.done():
                self.end.set_result((frames.DIED, b""))


class WorkerPool:
    """At most `size` workers that do the same kind of jobs. Waiting visitors take turns.

    `_holds` counts the workers that each visitor has.
    """

    def __init__(self, options: WorkerOptions, size: int) -> None:
        self.options, self.size = options, size
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self._starting = 0
        self._holds: Counter[Hashable] = Counter()
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[Worker]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """The number of workers that have a job."""
        return len(self.workers) - len(self.idle)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a worker."""
        return sum(map(len, self._waiting.values()))

    async def run(self, visitor: Hashable, path: str, body: bytes, on_frame: OnFrame, seconds: float) -> End:
        """Run a job for a visitor, once it is their turn.

        Cancel the task that waits here to cancel the job.

        Raises
        ------
        QueueFull, TimedOut, WorkerDied
        """
        worker = await self._acquire(visitor)
        try:
            return await worker.run(path, body, on_frame, seconds)
        finally:
            self._release_hold(visitor)
            if worker.end is None or not worker.alive:
                self._release(worker)
            else:
                self._spawn(self._stop(worker))

    async def close(self) -> None:
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*(worker.close() for worker in self.workers))

    async def _acquire(self, visitor: Hashable) -> Worker:
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                self._holds[visitor] += 1
                return worker
            self._release(worker)
        if self.waiting >= self.options.settings.waiting:
            raise QueueFull
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, deque()).append(future)
        self._start_more()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._release_hold(visitor)
                self._release(future.result())
            elif visitor in self._waiting:
                self._waiting[visitor] = deque(other for other in self._waiting[visitor] if other is not future)
                if not self._waiting[visitor]:
                    del self._waiting[visitor]
            raise

    def _release_hold(self, visitor: Hashable) -> None:
        self._holds[visitor] -= 1
        if not self._holds[visitor]:
            del self._holds[visitor]

    def _start_more(self) -> None:
        while not self._closed and self._starting < self.waiting and len(self.workers) + self._starting < self.size:
            self._starting += 1
            self._spawn(self._start())

    async def _start(self) -> None:
        worker = None
        try:
            worker = await Worker.start(self.options)
        except OSError as error:
            print(f"zermelo: the lab could not start a worker process: {error}", file=sys.stderr)
        finally:
            self._starting -= 1
        if worker is not None and worker.alive:
            self.workers.add(worker)
            self._release(worker)
        elif (waiting := self._next_waiting()) is not None:
            # Another attempt would fail too.
            waiting[1].set_exception(WorkerDied())

    async def _stop(self, worker: Worker) -> None:
        await worker.stop(self.options.settings.grace)
        self._release(worker)

    def _release(self, worker: Worker) -> None:
        """Give a free worker to the next visitor in turn, or keep it idle; replace one that is gone if visitors wait."""
        if not worker.alive:
            self.workers.discard(worker)
            self._spawn(worker.close())
            self._start_more()
            return
        waiting = self._next_waiting()
        if waiting is None:
            self.idle.append(worker)
        else:
            visitor, future = waiting
            self._holds[visitor] += 1
            future.set_result(worker)

    def _next_waiting(self) -> tuple[Hashable, asyncio.Future[Worker]] | None:
        """Return whose turn it is: of the visitors with the fewest workers, the one who has waited longest."""
        while self._waiting:
            visitor = min(self._waiting, key=self._holds.__getitem__)
            futures = self._waiting.pop(visitor)
            future = futures.popleft()
            if futures:
                self._waiting[visitor] = futures
            if not future.done():
                return visitor, future
        return None

    def _spawn(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Pools:
    """All workers of a server: those for questions, and those for searches."""

    def __init__(self, options: WorkerOptions) -> None:
        self.settings = options.settings
        self.quick = WorkerPool(options, 2)
        self.searches = WorkerPool(replace(options, low_priority=True), max(os.cpu_count() or 1, 2))

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.searches.close())


def _ignore(kind: bytes, payload: bytes) -> None:
    pass
