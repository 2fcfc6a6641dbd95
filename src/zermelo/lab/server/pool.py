"""A pool of worker processes: starts them when needed, and hands out jobs fairly.

Addresses take turns, and so do the visitors of one address; nobody gets all workers. There are more workers than
processors, and the system shares the processors among them. When a visitor without a worker waits and there is none to be
had, the search that has had the most is asked for its answer so far, once it has run for a short time.

Questions that take milliseconds have workers of their own, so that searches never delay them. Cancel the task that waits
for a job to cancel the job: the server tells the worker to stop, and kills it if it has not stopped in time.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Coroutine, Hashable
from typing import Any

from msgspec.structs import replace

from zermelo.lab.server.settings import WorkerOptions
from zermelo.lab.server.shares import Shares, Visitor
from zermelo.lab.server.worker_process import End, OnFrame, Worker, WorkerDied

_SHORTEST_SLICE = 0.1


class QueueFull(Exception):
    """Too many requests wait for a worker already."""


class Preempted(Exception):
    """A job was stopped, so that a visitor without a worker could have this one."""


class Job:
    """A visitor's request: waits for a worker, then has one.

    `yields` says that it may be asked to end early, after so many `slices` of time, and `asked_to_end` that it was: then its
    answer is that of a search which was cancelled.
    """

    def __init__(self, visitor: Visitor, *, yields: bool = False, slices: int = 1) -> None:
        self.visitor, self.yields, self.slices = visitor, yields, slices
        self.is_long = slices > 1
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.worker: Worker | None = None
        self.started = 0.0
        self.asked_to_end = False


class WorkerPool:
    """At most `size` workers for one kind of job. At most `unyielding` of them do jobs that cannot end early, and `spare` are kept
    ready for the next visitor.

    One visitor gets at most half of the workers, as do all jobs of several slices together, and one address leaves one to others.
    """

    def __init__(self, options: WorkerOptions, size: int, *, unyielding: int | None = None, spare: int = 0) -> None:
        self.options, self.settings, self.size, self.spare = options, options.settings, size, spare
        self.unyielding, self.most_long = unyielding or size, max(size // 2, 1)
        self.idle: list[Worker] = []
        self.workers: set[Worker] = set()
        self.running: set[Job] = set()
        self.queue: list[Job] = []
        self.shares = Shares()
        self._starting = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def busy(self) -> int:
        """The number of workers that have a job."""
        return len(self.workers) - len(self.idle)

    @property
    def waiting(self) -> int:
        """The number of requests that wait for a worker."""
        return len(self.queue)

    async def run(self, job: Job, path: str, body: bytes, on_frame: OnFrame, seconds: float) -> End:
        """Run a job, once it is its visitor's turn.

        Cancel the task that waits here to cancel the job.

        Raises
        ------
        QueueFull, TimedOut, WorkerDied, Preempted
        """
        worker = await self._acquire(job)
        try:
            return await worker.run(path, body, on_frame, seconds)
        except WorkerDied:
            if job.asked_to_end:
                raise Preempted from None
            raise
        finally:
            self.running.discard(job)
            self.shares.give_back(job.visitor, asyncio.get_running_loop().time() - job.started)
            if worker.end is None or not worker.alive:
                self._release(worker)
            else:
                self._spawn(self._stop(worker))

    def warm(self) -> None:
        """Start the spare workers before anybody asks."""
        self._dispatch()

    async def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.gather(*self._closing, *(worker.close() for worker in self.workers))

    async def _acquire(self, job: Job) -> Worker:
        if len(self.queue) >= self.settings.waiting:
            self._turn_away(job)
        self.queue.append(job)
        self._dispatch()
        try:
            await job.ready
        except asyncio.CancelledError:
            if job.worker is not None:
                self._return_unused(job)
            elif job in self.queue:
                self.queue.remove(job)
            raise
        assert job.worker is not None
        return job.worker

    def _return_unused(self, job: Job) -> None:
        assert job.worker is not None
        self.running.discard(job)
        self.shares.give_back(job.visitor, 0.0)
        self._release(job.worker)

    def _turn_away(self, job: Job) -> None:
        """Make room in a full queue: refuse the last request of whoever has most of them there, perhaps this one."""
        addresses = Counter(each.visitor.address for each in [*self.queue, job])
        visitors = Counter(each.visitor for each in [*self.queue, job])
        greediest = max(
            reversed([*self.queue, job]), key=lambda each: (addresses[each.visitor.address], visitors[each.visitor])
        )
        if greediest is job:
            raise QueueFull
        self.queue.remove(greediest)
        greediest.ready.set_exception(QueueFull())

    def _dispatch(self) -> None:
        """Hand out what workers there are; start more, or ask for one to be given back, for those who still wait."""
        if self._closed:
            return
        while (job := self._next()) is not None:
            worker = self._take_idle()
            if worker is None:
                break
            self.queue.remove(job)
            self.running.add(job)
            self.shares.take(job.visitor)
            job.worker, job.started = worker, asyncio.get_running_loop().time()
            job.ready.set_result(None)
        self._start_more()
        self._preempt()

    def _next(self) -> Job | None:
        """Return whose turn it is, of those who may have a worker now."""
        # Requests that were cancelled a moment ago leave the queue by themselves.
        waiting = [job for job in self.queue if not job.ready.done() and self._may_start(job)]
        return min(waiting, key=lambda job: self.shares.rank(job.visitor), default=None)

    def _may_start(self, job: Job) -> bool:
        return (
            self._has_share(job.visitor)
            and (job.yields or self._unyielding < self.unyielding)
            and not (job.is_long and self._all_long_run)
        )

    def _has_share(self, visitor: Visitor) -> bool:
        held = self.shares.held
        return held[visitor] < max(self.size // 2, 1) and held[visitor.address] < self._most_of_address

    @property
    def _most_of_address(self) -> int:
        return max(self.size - 1, 1)

    @property
    def _unyielding(self) -> int:
        return sum(not job.yields for job in self.running)

    @property
    def _all_long_run(self) -> bool:
        """Whether as many jobs of several slices run as may; the others wait for one of these."""
        return sum(job.is_long for job in self.running) >= self.most_long

    def _take_idle(self) -> Worker | None:
        while self.idle:
            worker = self.idle.pop()
            if worker.alive:
                return worker
            self._forget(worker)
        return None

    def _start_more(self) -> None:
        """Start workers for those who may have one, and keep one ready for the next visitor."""
        wanted = sum(map(self._may_start, self.queue)) + self.spare
        while len(self.idle) + self._starting < wanted and len(self.workers) + self._starting < self.size:
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
        elif (job := self._next()) is not None:
            # Another attempt would fail too.
            self.queue.remove(job)
            job.ready.set_exception(WorkerDied())

    def _preempt(self) -> None:
        """Ask searches to end, as many as there are visitors without a worker who wait: those that have had the most."""
        held = Counter(self.shares.held)
        ending = [job.visitor for job in self.running if job.asked_to_end]
        held.subtract(visitor.address for visitor in ending)
        left_out = dict[Visitor, Job]()
        for job in sorted(self.queue, key=lambda job: job.is_long):
            if not (job.ready.done() or held[job.visitor]) and (job.yields or self._unyielding < self.unyielding):
                left_out.setdefault(job.visitor, job)
        only_long = {visitor for visitor, job in left_out.items() if job.is_long and self._all_long_run}
        missing = len(left_out) - self._starting - len(ending)
        if missing <= 0:
            return
        now, most = asyncio.get_running_loop().time(), self.settings.slice
        shortened = max(most * min(1.0, self.size / max(len(left_out) - len(only_long), 1)), min(most, _SHORTEST_SLICE))
        candidates = [job for job in self.running if job.yields and not job.asked_to_end]
        # A job of several slices would lose its work each time if many visitors shortened them.
        left = {job: job.started + (shortened if job.slices == 1 else most * job.slices) - now for job in candidates}
        for visitor in sorted(left_out, key=self.shares.rank)[:missing]:
            ripe = [
                job
                for job in candidates
                if left[job] <= 0
                and (job.is_long or visitor not in only_long)
                and self._may_take(visitor.address, job.visitor.address, held)
            ]
            if not ripe:
                continue
            job = max(ripe, key=lambda job: (held[job.visitor.address], *self.shares.rank(job.visitor), -job.started))
            candidates.remove(job)
            held[job.visitor.address] -= 1
            job.asked_to_end = True
            assert job.worker is not None
            job.worker.finish(self.settings.last_words)
        unripe = [left[job] for job in candidates if left[job] > 0]
        if unripe:
            self._again_in(min(unripe))

    def _may_take(self, address: str, other: str, held: Counter[Hashable]) -> bool:
        """Whether an address may have a worker of another: not while it has its own share, nor so that it has more."""
        if address == other:
            return True
        return held[address] < self._most_of_address and held[other] > held[address] + 1

    def _again_in(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._dispatch)

    async def _stop(self, worker: Worker) -> None:
        await worker.stop(self.settings.grace)
        self._release(worker)

    def _release(self, worker: Worker) -> None:
        """Keep a free worker for whoever is next, unless enough are idle; replace one that is gone if visitors wait."""
        if not worker.alive:
            self._forget(worker)
        else:
            self.idle.append(worker)
        self._dispatch()
        while len(self.idle) > self.spare + 2:
            self._forget(self.idle.pop(0))

    def _forget(self, worker: Worker) -> None:
        self.workers.discard(worker)
        task = asyncio.get_running_loop().create_task(worker.close())
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


class Pools:
    """All workers of a server: those for questions, and those for searches and for questions that take long."""

    def __init__(self, options: WorkerOptions) -> None:
        self.settings = options.settings
        searches = max(4 * (os.cpu_count() or 1), 8)
        self.quick = WorkerPool(options, 4)
        self.searches = WorkerPool(
            replace(options, low_priority=True), searches, unyielding=searches // 2, spare=self.settings.spare
        )

    async def close(self) -> None:
        await asyncio.gather(self.quick.close(), self.searches.close())
