"""The server's side of its workers: starts them when they are needed, hands out jobs fairly, and ends what does not stop.

There are two lanes. Questions that take milliseconds have workers of their own, so that no search ever stands in their way.
A job that is not wanted any more is cancelled by cancelling the task that waits for it: the worker is told to stop, and is
ended if it has not done so after a moment.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from zermelo.lab import frames
from zermelo.lab.caps import Settings
from zermelo.lab.worker import Contract

START_SECONDS = 30.0

Hear = Callable[[bytes, bytes], None]
End = tuple[bytes, bytes]


class Busy(Exception):
    """Too many are waiting already."""


class Hung(Exception):
    """A job took longer than it may, and its worker was ended."""


class Died(Exception):
    """A worker ended in the middle of a job."""


class Worker:
    """One worker process. `end` is set while it has a job, and done once the job is."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.jobs = 0
        self.end: asyncio.Future[End] | None = None
        self.alive = True
        self._ready = asyncio.Event()
        self._hear: Hear = _ignore
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def start(cls, contract: Contract) -> Worker:
        # -P: what lies in the current directory must not pass for a module of ours.
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-P", "-m", "zermelo.lab.worker", msgspec.json.encode(contract).decode()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers itself
        )
        worker = cls(process)
        try:
            await asyncio.wait_for(worker._ready.wait(), START_SECONDS)
        except TimeoutError:
            worker.kill()
        return worker

    async def run(self, path: str, body: bytes, hear: Hear, seconds: float) -> End:
        """The end of a job. If this is cancelled the worker still has the job, and is to be settled."""
        self.jobs += 1
        self._hear = hear
        self.end = asyncio.get_running_loop().create_future()
        if self.alive:
            self._write(frames.pack(frames.JOB, self.jobs, path.encode() + b"\n" + body))
        else:
            self.end.set_result((frames.DIED, b""))
        done, _ = await asyncio.wait([self.end], timeout=seconds)
        if not done:
            self.kill()
            raise Hung
        kind, payload = self.end.result()
        self.end = None
        if kind == frames.DIED:
            raise Died
        return kind, payload

    async def settle(self, grace: float) -> None:
        """Ends a job that nobody waits for."""
        self._hear = _ignore
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
        # Its output ends with it, unless a game has started a process of its own that holds it open.
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
                    self._hear(kind, payload)
                elif self.end is not None and not self.end.done():
                    self.end.set_result((kind, payload))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            self.alive = False
            self._ready.set()
            if self.end is not None and not self.end.done():
                self.end.set_result((frames.DIED, b""))


class Lane:
    """Workers that do the same kind of jobs, at most `size` of them. Visitors who wait take turns.

    `_holds` counts the workers that each visitor has.
    """

    def __init__(self, contract: Contract, size: int) -> None:
        self.contract, self.size = contract, size
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self._starting = 0
        self._holds: Counter[Hashable] = Counter()
        self._waiting: OrderedDict[Hashable, deque[asyncio.Future[Worker]]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """How many workers have a job."""
        return len(self.workers) - len(self.idle)

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    async def do(self, visitor: Hashable, path: str, body: bytes, hear: Hear, seconds: float) -> End:
        """How a job ended. Raises `Busy`, `Hung` or `Died`; to cancel the job, cancel the task that waits here."""
        worker = await self._take(visitor)
        try:
            return await worker.run(path, body, hear, seconds)
        finally:
            self._let_go(visitor)
            if worker.end is None or not worker.alive:
                self._give_back(worker)
            else:
                self._spawn(self._settle(worker))

    async def close(self) -> None:
        self._closed = True
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*(worker.close() for worker in self.workers))

    async def _take(self, visitor: Hashable) -> Worker:
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                self._holds[visitor] += 1
                return worker
            self._give_back(worker)
        if self.waiting >= self.contract.settings.waiting:
            raise Busy
        future: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(visitor, deque()).append(future)
        self._start_more()
        try:
            return await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                self._let_go(visitor)
                self._give_back(future.result())
            elif visitor in self._waiting:
                self._waiting[visitor] = deque(each for each in self._waiting[visitor] if each is not future)
                if not self._waiting[visitor]:
                    del self._waiting[visitor]
            raise

    def _let_go(self, visitor: Hashable) -> None:
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
            worker = await Worker.start(self.contract)
        except OSError as error:
            print(f"zermelo: a worker of the lab could not be started: {error}", file=sys.stderr)
        finally:
            self._starting -= 1
        if worker is not None and worker.alive:
            self.workers.add(worker)
            self._give_back(worker)
        elif (waiting := self._next_waiting()) is not None:
            # One that cannot even start would not start the next time either.
            waiting[1].set_exception(Died())

    async def _settle(self, worker: Worker) -> None:
        await worker.settle(self.contract.settings.grace)
        self._give_back(worker)

    def _give_back(self, worker: Worker) -> None:
        """A worker is free: for whoever's turn it is, or until it is needed. One that is gone is replaced if need be."""
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
        """Whose turn it is: of those who hold the fewest workers the one who was not served for longest."""
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


class Pool:
    """All workers of a server."""

    def __init__(self, settings: Settings, games: dict[str, str]) -> None:
        cores = os.cpu_count() or 1
        self.settings = settings
        self.quick = Lane(Contract(settings, games), 2)
        self.searches = Lane(Contract(settings, games, patient=True), max(cores, 2))

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.searches.close())


def _ignore(kind: bytes, payload: bytes) -> None:
    pass
