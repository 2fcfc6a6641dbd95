"""What a thousand workers would do: the work from rates measured here, and a simulation of stragglers and failures.

The simulation follows the executors of `zermelo.cluster`: one driver hands a task to each free worker, a task whose worker died
runs again from its beginning, and every task costs the driver a little time. `backup` also lets idle workers repeat tasks that are
still running at the end (Dean and Ghemawat 2004), which the executors do not do.
"""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from benchmarks.table import Table
from zermelo import solve
from zermelo.games.connect_four import ConnectFour

WORKERS = 1_000
SEED = 1913
HOUR, DAY = 3_600.0, 86_400.0
Needs: TypeAlias = Sequence[Sequence[int]]
"""For each task the tasks it needs; empty if none needs any."""


@dataclass(frozen=True)
class Cluster:
    """Workers of a cluster.

    workers      how many
    between      seconds between two failures of one worker, on average
    repair       seconds until a failed worker is back
    slow         the share of workers that are slow
    slowdown     how many times as long a slow one takes
    dispatch     seconds of the driver for each task
    """

    workers: int = WORKERS
    between: float = 7 * DAY
    repair: float = 300.0
    slow: float = 0.02
    slowdown: float = 4.0
    dispatch: float = 0.0015


@dataclass(frozen=True)
class Run:
    """How a simulated run went: seconds until the last result, the share of the workers' time that was useful, and retries."""

    seconds: float
    efficiency: float
    retries: int


class _Simulation:
    """Workers that take tasks as these become ready."""

    def __init__(self, cluster: Cluster, durations: Sequence[float], needs: Needs, backup: bool, seed: int) -> None:
        random = Random(seed)
        self.cluster, self.durations, self.backup, self.random = cluster, durations, backup, random
        self.speed = [cluster.slowdown if random.random() < cluster.slow else 1.0 for _ in range(cluster.workers)]
        self.fails_at = [random.expovariate(1 / cluster.between) for _ in range(cluster.workers)]
        self.finished = [math.inf] * len(durations)
        self.missing = [len(needs[task]) if needs else 0 for task in range(len(durations))]
        self.wanted_by: list[list[int]] = [[] for _ in durations]
        for task, needed in enumerate(needs):
            for each in needed:
                self.wanted_by[each].append(task)
        self.ready = deque(task for task, missing in enumerate(self.missing) if not missing)
        self.idle = deque(range(cluster.workers))
        self.running = dict[int, int]()  # copies of each task
        self.late: list[tuple[float, int]] = []  # the end of each running task, the latest first
        self.events: list[tuple[float, int, int, bool]] = []  # when a worker ends a task, or fails at it
        self.driver, self.retries = 0.0, 0

    def run(self) -> Run:
        now = 0.0
        while True:
            while self.idle and (task := self.next_task(now)) is not None:
                self.begin(self.idle.popleft(), task, now)
            if not self.events:
                break
            now, worker, task, works = heappop(self.events)
            self.idle.append(worker)
            if task >= 0:
                self.end(worker, task, now, works)
        seconds = max(self.finished)
        return Run(seconds, sum(self.durations) / (self.cluster.workers * seconds), self.retries)

    def next_task(self, now: float) -> int | None:
        if self.ready:
            return self.ready.popleft()
        while self.backup and self.late:
            task = heappop(self.late)[1]
            if self.finished[task] > now and self.running.get(task) == 1:
                return task
        return None

    def begin(self, worker: int, task: int, now: float) -> None:
        self.driver = max(self.driver, now) + self.cluster.dispatch
        end = self.driver + self.durations[task] * self.speed[worker]
        while self.fails_at[worker] < self.driver:
            self.fails_at[worker] += self.cluster.repair + self.random.expovariate(1 / self.cluster.between)
        self.running[task] = self.running.get(task, 0) + 1
        heappush(self.late, (-end, task))
        heappush(self.events, (min(end, self.fails_at[worker]), worker, task, end <= self.fails_at[worker]))

    def end(self, worker: int, task: int, now: float, works: bool) -> None:
        self.running[task] -= 1
        if not works:
            self.retries += 1
            self.idle.pop()
            heappush(self.events, (now + self.cluster.repair, worker, -1, True))
            if math.isinf(self.finished[task]) and not self.running[task]:
                self.ready.append(task)
        elif math.isinf(self.finished[task]):
            self.finished[task] = now
            for other in self.wanted_by[task]:
                self.missing[other] -= 1
                if not self.missing[other]:
                    self.ready.append(other)


def simulate(
    cluster: Cluster, durations: Sequence[float], needs: Needs = (), *, backup: bool = False, seed: int = SEED
) -> Run:
    """Simulate a run of tasks that take so many seconds on an ordinary worker, each after those it needs.

    With `backup` a worker without a task repeats the one that would end last; whichever ends first counts.

    >>> calm = Cluster(workers=2, between=1e12, slow=0.0, dispatch=0.0)
    >>> simulate(calm, [3, 2, 2]).seconds, simulate(calm, [3, 2, 2], [(), (0,), (0,)]).seconds
    (4.0, 5.0)
    """
    return _Simulation(cluster, durations, needs, backup, seed).run()


def durations(count: int, mean: float, spread: float, seed: int = SEED) -> list[float]:
    """Draw durations with this mean from a log-normal distribution with this standard deviation of the logarithm."""
    random = Random(seed)
    return [mean * random.lognormvariate(-spread * spread / 2, spread) for _ in range(count)]


# ---- the work


@dataclass(frozen=True)
class Job:
    """Work for a cluster.

    name         what is done
    durations    seconds of each task on an ordinary worker
    gigabytes    the size of the results
    moved        gigabytes that workers read and write
    needs        for each task those it needs
    """

    name: str
    durations: Sequence[float]
    gigabytes: float
    moved: float
    needs: Needs = ()


SOLVED_SAMPLE = 24
BOOK_POSITIONS = (12_236_101 - 573_323) // 2
"""Positions of Connect Four after twelve plies that are not over, one of each mirrored pair.

Source: github.com/markus7800/Connect4-Strong-Solver.
"""
POSITION_BYTES = 9
TABLE_RATE, TABLE_BITS = 3_260_000, 0.15
"""Positions of six-piece tables that one core finishes a second, and bits of each in its file; see `checkers_proofs`."""
BUILD_BITS = 10
"""Memory for each position of the slice that is built; see `core/zermelo/tables/retrograde.hpp`."""
GAME_SECONDS = 2 * 2 + 0.02 * 80
"""The most that a game of eighty plies takes with two seconds for each player and 0.02 for each move."""
GAME_BYTES = 5_000


def tournament() -> Job:
    """A million games of chess, fifty in a task."""
    gigabytes = 1e6 * GAME_BYTES / 1e9
    return Job("a million games of chess at 2+0.02", durations(20_000, 50 * GAME_SECONDS, 0.1), gigabytes, gigabytes)


def book(seconds: float) -> Job:
    """The value of each position of Connect Four after twelve plies, in 20,000 tasks."""
    gigabytes = BOOK_POSITIONS * POSITION_BYTES / 1e9
    tasks = durations(20_000, BOOK_POSITIONS * seconds / 20_000, 0.4)
    return Job("a book of Connect Four to twelve plies", tasks, gigabytes, 2 * gigabytes)


def book_seconds() -> float:
    """Measure how long one position after twelve plies takes to solve, on average over random ones."""
    random, states = Random(SEED), list[ConnectFour]()
    while len(states) < SOLVED_SAMPLE:
        state = ConnectFour()
        for _ in range(12):
            if state.utility() is None:
                state = state.play(random.choice(state.moves()))
        if state.utility() is None:
            states.append(state)
    began = process_time()
    for state in states:
        solve(state)
    return (process_time() - began) / len(states)


class Force(NamedTuple):
    """The pieces of one side; `lead` is the row of its most advanced man, counted from its own back rank."""

    men: int
    kings: int
    lead: int = 0


Slice: TypeAlias = tuple[Force, Force]
"""The stronger side first, as in `core/zermelo/games/checkers/endgame_index.hpp`."""


def ordered(one: Force, other: Force) -> Slice:
    """Return the slice of two sides.

    >>> ordered(Force(1, 0), Force(0, 1))
    (Force(men=0, kings=1, lead=0), Force(men=1, kings=0, lead=0))
    """
    return (one, other) if _rank(one) >= _rank(other) else (other, one)


def _rank(force: Force) -> tuple[int, int, int]:
    return force.men + force.kings, force.kings, force.lead


def slices(pieces: int) -> list[Slice]:
    """List the slices of all endgames with this many pieces."""
    sides = [
        Force(men, kings, lead)
        for men in range(pieces)
        for kings in range(pieces - men)
        if men + kings > 0
        for lead in (range(7) if men else (0,))
    ]
    return [
        (one, other)
        for one in sides
        for other in sides
        if sum(one[:2]) + sum(other[:2]) == pieces and _rank(one) >= _rank(other)
    ]


def positions(slice_: Slice) -> int:
    """Count the positions of a slice, with each side to move.

    >>> sum(map(positions, slices(4)))  # as zermelo.games.checkers.endgames.count_positions has it
    6209316
    """
    one, other = slice_
    # With at least one man on the row of the lead: all up to that row, less those up to the row before.
    men = sum(
        (1 if less_one == less_other else -1) * _men(one, other, one.lead - less_one, other.lead - less_other)
        for less_one in range(1 + (one.men > 0))
        for less_other in range(1 + (other.men > 0))
    )
    free = 32 - one.men - other.men
    kings = math.comb(free, one.kings) * math.comb(free - one.kings, other.kings)
    return men * kings * (1 if one == other else 2)


def _men(one: Force, other: Force, lead: int, other_lead: int) -> int:
    """Count the ways to place the men of both sides on rows up to these, four squares each; from row 4 on they share some."""
    own, theirs = (4 * (row + 1) * (force.men > 0) for force, row in ((one, lead), (other, other_lead)))
    shared = max(own + theirs - 32, 0)
    return sum(
        math.comb(shared, among) * math.comb(own - shared, one.men - among) * math.comb(theirs - among, other.men)
        for among in range(min(shared, one.men) + 1)
    )


def leads_to(slice_: Slice) -> set[Slice]:
    """Return slices that must be there first. Each needs those with farther leads, so the one farthest back is enough."""
    found = set[Slice]()
    for own, other in (slice_, slice_[::-1]):
        if own.men and own.lead < 6:
            found.add(ordered(own._replace(lead=own.lead + 1), other))
        for men in range(other.men + 1):
            for kings in range(other.kings + 1):
                taken = men + kings
                rest = Force(other.men - men, other.kings - kings, 0 if taken or other.men == men else other.lead)
                if taken and sum(rest[:2]):
                    found.add(ordered(own, rest))
                if own.men and sum(rest[:2]):
                    found.add(ordered(Force(own.men - 1, own.kings + 1), rest))
    return found


def _material(slice_: Slice) -> Any:
    one, other = slice_
    return one[:2], other[:2]


def tables(*, whole: bool) -> Job:
    """The checkers tables of seven and eight pieces, a task for each slice or for each whole endgame."""
    every = [each for pieces in (7, 8) for each in slices(pieces)]
    names = {each: _material(each) if whole else each for each in every}
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names.values()))}
    needs: list[set[int]] = [set() for _ in numbers]
    sizes = {each: positions(each) for each in every}
    seconds, files = [0.0] * len(numbers), Counter[Any]()
    read = dict[int, set[Any]]()  # the files that a task reads
    for each, size in sizes.items():
        number = numbers[names[each]]
        seconds[number] += size / TABLE_RATE
        files[_material(each)] += size
        for needed in leads_to(each) & sizes.keys():
            read.setdefault(number, set()).add(_material(needed))
            if numbers[names[needed]] != number:
                needs[number].add(numbers[names[needed]])
    total = sum(sizes.values())
    moved = total + sum(files[name] for names_read in read.values() for name in names_read)
    what = "an endgame" if whole else "a slice"
    to_gigabytes = TABLE_BITS / 8e9
    return Job(
        f"checkers tables of 7 and 8 pieces, {what} a task",
        seconds,
        total * to_gigabytes,
        moved * to_gigabytes,
        [tuple(each) for each in needs],
    )


def scale() -> Table:
    """Simulate three large jobs on a thousand workers, the last one divided in two ways."""
    position = book_seconds()
    jobs = tournament(), book(position), tables(whole=True), tables(whole=False)
    rows, figures = [], dict[str, float]()
    ordinary, calm = Cluster(), Cluster(between=1e12, slow=0.0)
    for number, job in enumerate(jobs, 1):
        tasks = job.durations
        ideal, real = simulate(calm, tasks, job.needs), simulate(ordinary, tasks, job.needs)
        backed = simulate(ordinary, tasks, job.needs, backup=True)
        bad = simulate(Cluster(between=DAY / 2, slow=0.1), tasks, job.needs)
        mean = sum(tasks) / len(tasks)
        rate = 1000 * job.moved / real.seconds
        rows.append(
            [
                job.name,
                f"{sum(tasks) / HOUR:,.0f}",
                f"{len(tasks):,} of {mean:,.1f} s",
                f"{max(tasks):,.1f} s",
                f"{job.gigabytes:.1f}",
                f"{rate:,.1f}",
                *(f"{run.seconds / 60:,.1f} ({100 * run.efficiency:.0f} %)" for run in (ideal, real, backed, bad)),
                f"{real.retries:,}",
            ]
        )
        figures |= {
            f"scale_{number}_core_hours": round(sum(tasks) / HOUR, 1),
            f"scale_{number}_tasks": len(tasks),
            f"scale_{number}_task_seconds": round(mean, 1),
            f"scale_{number}_longest_seconds": round(max(tasks), 1),
            f"scale_{number}_gigabytes": round(job.gigabytes, 1),
            f"scale_{number}_megabytes_a_second": round(rate, 1),
            f"scale_{number}_minutes": round(real.seconds / 60, 1),
            f"scale_{number}_backup_minutes": round(backed.seconds / 60, 1),
            f"scale_{number}_useful_percent": round(100 * real.efficiency),
            f"scale_{number}_retries": real.retries,
        }
    twenty = simulate(Cluster(workers=20), jobs[-1].durations, jobs[-1].needs)
    figures["scale_twenty_workers_minutes"] = round(twenty.seconds / 60, 1)
    figures["scale_book_position_seconds"] = round(position, 3)
    largest = max(positions(each) for each in slices(8))
    figures["scale_slice_gigabytes"] = round(largest * BUILD_BITS / 8e9, 1)
    return Table(
        "A thousand workers",
        "Minutes and the share of useful time in a simulation: without trouble; with one failure of each worker a week, five "
        "minutes of repair and 2 % of workers four times as slow; the same with backup tasks at the end; and with two failures "
        "a day and 10 % slow workers. The work rests on rates measured on one core; tables wait for those they lead to.",
        [
            "work",
            "core-hours",
            "tasks",
            "longest",
            "GB",
            "MB/s",
            "calm",
            "ordinary",
            "with backups",
            "bad",
            "retries",
        ],
        rows,
        figures,
    )
