"""Shares of the workers: nobody gets all of them, visitors without one go first, and searches that have had the most end for
them. The workers are stand-ins whose jobs end when the test says so."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest

from tests.event_loop import run_async
from zermelo.lab.server import frames
from zermelo.lab.server.pool import Job, Preempted, QueueFull, WorkerPool
from zermelo.lab.server.settings import Settings, WorkerOptions
from zermelo.lab.server.shares import Shares, Use, Visitor
from zermelo.lab.server.worker_process import End, Worker, WorkerDied

SIZE = 8
PATIENT = Settings(slice=1e6)
IMPATIENT = Settings(slice=0.0)
DONE = (frames.DONE, b"")


class StandIn:
    """A worker whose job ends when `end` gets a result. `obeys` says whether it answers when it is asked to end."""

    obeys = True

    def __init__(self) -> None:
        self.alive = True
        self.end: asyncio.Future[End] | None = None

    async def run(self, path: str, body: bytes, on_frame: Any, seconds: float) -> End:
        self.end = asyncio.get_running_loop().create_future()
        kind, payload = await self.end
        self.end = None
        if kind == frames.DIED:
            self.alive = False
            raise WorkerDied
        return kind, payload

    def finish(self, grace: float) -> None:
        assert self.end is not None
        self.end.set_result((frames.DONE, b"so far") if self.obeys else (frames.DIED, b""))

    async def stop(self, grace: float) -> None:
        self.end = None

    async def close(self) -> None:
        self.alive = False


@pytest.fixture(autouse=True)
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    async def start(options: WorkerOptions) -> StandIn:
        return StandIn()

    monkeypatch.setattr(Worker, "start", start)
    yield
    StandIn.obeys = True


class Crowd:
    """Requests to a pool, in the order they came."""

    def __init__(self, settings: Settings, **options: Any) -> None:
        self.pool = WorkerPool(WorkerOptions(settings, {}), SIZE, **options)
        self.asked: list[tuple[Job, asyncio.Task[End]]] = []

    async def ask(self, address: str, connection: int = 0, *, yields: bool = True, slices: int = 1) -> Job:
        job = Job(Visitor(address, connection), yields=yields, slices=slices)
        coming = asyncio.create_task(self.pool.run(job, "", b"", lambda kind, payload: None, 1e6))
        self.asked.append((job, coming))
        await settle()
        return job

    async def end(self, job: Job) -> None:
        worker: Any = job.worker
        worker.end.set_result(DONE)
        await settle()

    def task(self, job: Job) -> asyncio.Task[End]:
        return next(task for each, task in self.asked if each is job)

    def served(self) -> list[Job]:
        """The requests that have a worker."""
        return [job for job, _ in self.asked if job in self.pool.running]

    async def close(self) -> None:
        for _, task in self.asked:
            task.cancel()
        await asyncio.gather(*(task for _, task in self.asked), return_exceptions=True)
        await self.pool.close()


async def settle() -> None:
    """Let everything happen that can happen now."""
    for _ in range(20):
        await asyncio.sleep(0)


def in_a_crowd(test: Callable[[Crowd], Awaitable[None]], settings: Settings, **options: Any) -> None:
    async def run() -> None:
        crowd = Crowd(settings, **options)
        try:
            await test(crowd)
        finally:
            await crowd.close()

    run_async(run())


def test_one_visitor_gets_half_of_the_workers() -> None:
    async def test(crowd: Crowd) -> None:
        for _ in range(SIZE):
            await crowd.ask("here")
        assert len(crowd.served()) == SIZE // 2
        assert await crowd.ask("here", 1) in crowd.served()

    in_a_crowd(test, PATIENT)


def test_one_address_leaves_a_worker_to_others() -> None:
    async def test(crowd: Crowd) -> None:
        for connection in range(45):
            await crowd.ask("flood", connection)
        assert len(crowd.served()) == SIZE - 1
        assert await crowd.ask("elsewhere") in crowd.served()
        assert not any(job.asked_to_end for job in crowd.served())

    in_a_crowd(test, PATIENT)


def test_addresses_take_turns_and_so_do_their_visitors() -> None:
    async def test(crowd: Crowd) -> None:
        first = [await crowd.ask("flood", connection) for connection in range(SIZE - 1)]
        last = await crowd.ask("third")
        again = [await crowd.ask("flood", 0), await crowd.ask("flood", 99)]
        other = await crowd.ask("second")
        await crowd.end(last)
        assert other in crowd.served()
        await crowd.end(first[1])
        # Of one address, a visitor who has none goes before one who has one.
        assert again[1] in crowd.served()
        assert again[0] not in crowd.served()

    in_a_crowd(test, PATIENT)


def test_a_newcomer_gets_the_worker_of_whoever_has_had_the_most() -> None:
    async def test(crowd: Crowd) -> None:
        greedy = [await crowd.ask("here", 0) for _ in range(4)]
        modest = [await crowd.ask("here", connection) for connection in (1, 2, 3)]
        assert len(crowd.served()) == SIZE - 1
        newcomer = await crowd.ask("here", 4)
        assert newcomer in crowd.served()
        asked = [job for job in greedy + modest if job.asked_to_end]
        assert len(asked) == 1
        assert asked[0] in greedy
        assert await crowd.task(asked[0]) == (frames.DONE, b"so far")

    in_a_crowd(test, IMPATIENT)


def test_a_search_runs_on_while_its_time_is_not_up() -> None:
    async def test(crowd: Crowd) -> None:
        for connection in range(SIZE):
            await crowd.ask("here", connection)
        assert len(crowd.served()) == SIZE - 1
        assert not any(job.asked_to_end for job in crowd.served())

    in_a_crowd(test, PATIENT)


def test_a_search_ends_once_its_time_is_up() -> None:
    async def test(crowd: Crowd) -> None:
        first = [await crowd.ask("here", connection) for connection in range(SIZE - 1)]
        newcomer = await crowd.ask("here", SIZE)
        await newcomer.ready
        assert sum(job.asked_to_end for job in first) == 1

    in_a_crowd(test, Settings(slice=0.01))


def test_a_tournament_has_several_slices_to_end_a_game() -> None:
    async def test(crowd: Crowd) -> None:
        tournaments = [await crowd.ask("here", connection, slices=10) for connection in range(SIZE // 2)]
        searches = [await crowd.ask("here", SIZE + connection) for connection in range(3)]
        for job in [*tournaments, *searches]:
            job.started -= 5000.0  # five slices
        # Those who wait are many, but that shortens no tournament.
        waiting = [await crowd.ask("here", 2 * SIZE + number) for number in range(5 * SIZE)]
        assert all(job.asked_to_end for job in searches)
        assert not any(job.asked_to_end for job in tournaments)
        tournaments[0].started -= 5000.0
        waiting.append(await crowd.ask("here", 9 * SIZE))
        assert [job for job in tournaments if job.asked_to_end] == tournaments[:1]
        assert len([job for job in waiting if job in crowd.served()]) == 4

    in_a_crowd(test, Settings(slice=1000.0))


def test_tournaments_leave_workers_to_searches() -> None:
    async def test(crowd: Crowd) -> None:
        tournaments = [await crowd.ask("here", connection, slices=10) for connection in range(20)]
        assert crowd.served() == tournaments[: SIZE // 2]
        search = await crowd.ask("here", 20)
        assert search in crowd.served(), "at once, and nobody has to end"
        assert not any(job.asked_to_end for job in tournaments)
        await crowd.end(tournaments[0])
        assert crowd.served() == [*tournaments[1 : SIZE // 2 + 1], search]

    in_a_crowd(test, PATIENT)


def test_waiting_tournaments_end_tournaments_and_no_search() -> None:
    async def test(crowd: Crowd) -> None:
        tournaments = [await crowd.ask("here", connection, slices=10) for connection in range(SIZE // 2)]
        searches = [await crowd.ask("here", SIZE + connection) for connection in range(3)]
        for job in [*tournaments, *searches]:
            job.started -= 5_000.0
        waiting = [await crowd.ask("here", 2 * SIZE + connection, slices=10) for connection in range(6)]
        assert not any(job.asked_to_end for job in [*tournaments, *searches])
        tournaments[0].started -= 5_000.0
        await crowd.ask("here", 99, slices=10)
        assert [job for job in [*tournaments, *searches] if job.asked_to_end] == tournaments[:1]
        assert waiting[0] in crowd.served()

    in_a_crowd(test, Settings(slice=1000.0))


def test_a_flood_cannot_take_the_worker_of_another_address() -> None:
    async def test(crowd: Crowd) -> None:
        visitor = await crowd.ask("elsewhere")
        for connection in range(45):
            await crowd.ask("flood", connection)
        assert visitor in crowd.served()
        assert not visitor.asked_to_end

    in_a_crowd(test, IMPATIENT)


def test_a_search_that_does_not_end_is_refused() -> None:
    async def test(crowd: Crowd) -> None:
        StandIn.obeys = False
        first = [await crowd.ask("here", connection) for connection in range(SIZE - 1)]
        await crowd.ask("here", SIZE)
        with pytest.raises(Preempted):
            await next(crowd.task(job) for job in first if job.asked_to_end)

    in_a_crowd(test, IMPATIENT)


def test_questions_that_cannot_end_early_leave_workers_to_searches() -> None:
    async def test(crowd: Crowd) -> None:
        for connection in range(SIZE):
            await crowd.ask("here", connection, yields=False)
        assert len(crowd.served()) == 3
        assert await crowd.ask("here", SIZE) in crowd.served()
        assert not any(job.asked_to_end for job in crowd.served())

    in_a_crowd(test, IMPATIENT, unyielding=3)


def test_a_full_queue_turns_away_whoever_has_most_in_it() -> None:
    async def test(crowd: Crowd) -> None:
        for connection in range(SIZE - 1):
            await crowd.ask("here", connection)
        often = [await crowd.ask("here", 50) for _ in range(4)]
        assert crowd.pool.waiting == 4
        once = await crowd.ask("here", 51)
        with pytest.raises(QueueFull):
            await crowd.task(often[-1])
        assert once in crowd.pool.queue
        with pytest.raises(QueueFull):
            await crowd.task(await crowd.ask("here", 50))

    in_a_crowd(test, Settings(slice=1e6, waiting=4))


def test_whoever_gives_up_waiting_is_forgotten() -> None:
    async def test(crowd: Crowd) -> None:
        first = [await crowd.ask("here", connection) for connection in range(SIZE - 1)]
        leaving = await crowd.ask("here", 50)
        staying = await crowd.ask("here", 51)
        crowd.task(leaving).cancel()
        await settle()
        assert crowd.pool.waiting == 1
        await crowd.end(first[0])
        assert staying in crowd.served()
        assert crowd.pool.shares.held["here"] == SIZE - 1

    in_a_crowd(test, PATIENT)


def test_a_worker_is_kept_ready_and_the_rest_are_closed() -> None:
    async def test(crowd: Crowd) -> None:
        crowd.pool.warm()
        await settle()
        assert len(crowd.pool.idle) == 1
        jobs = [await crowd.ask("here", connection) for connection in range(4)]
        assert len(crowd.pool.workers) == 5
        for job in jobs:
            await crowd.end(job)
        assert len(crowd.pool.workers) == len(crowd.pool.idle) == 3

    in_a_crowd(test, PATIENT, spare=1)


def test_use_counts_less_with_time() -> None:
    now = 0.0
    use = Use(lambda: now)
    use.add("early", 10)
    now = 60.0
    use.add("late", 3)
    assert use["late"] > use["early"] > use["never"] == 0
    now = 30.0 * 500
    use.add("new", 1e-6)
    assert use["new"] > use["late"]


def test_many_names_are_not_kept_for_ever() -> None:
    use = Use(lambda: 0.0)
    for number in range(30_000):
        use.add(number, 1.0 + number)
    assert sum(use[number] > 0 for number in range(30_000)) <= 10_001
    assert use[29_999] == 30_000


def test_a_visitor_who_has_had_less_goes_first() -> None:
    shares = Shares(lambda: 0.0)
    one, two, far = Visitor("here", 1), Visitor("here", 2), Visitor("there", 1)
    shares.take(one)
    shares.give_back(one, 5.0)
    assert sorted([one, two, far], key=shares.rank) == [far, two, one]
    assert not shares.held


def test_the_real_worker_has_what_the_stand_in_has() -> None:
    assert {name for name in vars(StandIn) if not name.startswith("_")} - {"obeys"} <= set(dir(Worker))
