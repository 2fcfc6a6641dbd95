"""What a thousand workers would do: the work from rates measured here, and a simulation of stragglers and failures.

The simulation follows the executors of `zermelo.cluster`: one driver hands a task to each free worker, a task whose worker died
runs again from its beginning, and every task costs the driver a little time. `backup` also lets idle workers repeat tasks that are
still running at the end (Dean and Ghemawat 2004), which the executors do not do.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from random import Random

from benchmarks.table import Table
from zermelo import solve
from zermelo.games.connect_four import ConnectFour

WORKERS = 1_000
SEED = 1913
HOUR, DAY = 3_600.0, 86_400.0


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


def simulate(cluster: Cluster, durations: list[float], *, backup: bool = False, seed: int = SEED) -> Run:
    """Simulate a run of tasks that take so many seconds on an ordinary worker."""
    random = Random(seed)
    speed = [cluster.slowdown if random.random() < cluster.slow else 1.0 for _ in range(cluster.workers)]
    free = [(0.0, worker) for worker in range(cluster.workers)]
    heapify(free)
    fails_at = [random.expovariate(1 / cluster.between) for _ in range(cluster.workers)]
    waiting = list(range(len(durations)))[::-1]
    failed: list[tuple[float, int]] = []  # tasks to run again, and from when on
    finished = [math.inf] * len(durations)
    running: list[tuple[float, int]] = []
    driver, retries = 0.0, 0
    while free:
        now, worker = heappop(free)
        if failed and failed[0][0] <= now:
            task = heappop(failed)[1]
        elif waiting:
            task = waiting.pop()
        elif failed:
            heappush(free, (failed[0][0], worker))
            continue
        else:
            late = [task for end, task in running if end > now and finished[task] > now] if backup else []
            if not late:
                continue
            task = max(late, key=lambda each: finished[each])
        driver = max(driver, now) + cluster.dispatch
        end = driver + durations[task] * speed[worker]
        while fails_at[worker] < driver:
            fails_at[worker] += cluster.repair + random.expovariate(1 / cluster.between)
        if end > fails_at[worker]:
            retries += 1
            if math.isinf(finished[task]):
                heappush(failed, (fails_at[worker], task))
            heappush(free, (fails_at[worker] + cluster.repair, worker))
            continue
        finished[task] = min(finished[task], end)
        if backup:
            running.append((end, task))
            if len(running) > 4 * cluster.workers:
                running = [each for each in running if each[0] > now]
        heappush(free, (end, worker))
    seconds = max(finished)
    return Run(seconds, sum(durations) / (cluster.workers * seconds), retries)


def durations(count: int, mean: float, spread: float, seed: int = SEED) -> list[float]:
    """Draw durations with this mean from a log-normal distribution with this standard deviation of the logarithm."""
    random = Random(seed)
    return [mean * random.lognormvariate(-spread * spread / 2, spread) for _ in range(count)]


# ---- the work

SOLVED_SAMPLE = 24
BOOK_POSITIONS = (12_236_101 - 573_323) // 2
"""Positions of Connect Four after twelve plies that are not over, one of each mirrored pair.

Source: github.com/markus7800/Connect4-Strong-Solver.
"""
EIGHT_PIECES = 406_309_208_481 + 34_779_531_480
"""Positions of checkers with seven and eight pieces (Schaeffer and others 2007)."""
TABLE_RATE, TABLE_BITS = 3_260_000, 0.15
"""Positions of six-piece tables that one core finishes a second, and bits of each in its file; see `checkers_proofs`."""
GAME_SECONDS = 2 * 2 + 0.02 * 80
"""The most that a game of eighty plies takes with two seconds for each player and 0.02 for each move."""
GAME_BYTES = 5_000


def book_seconds() -> float:
    """Measure how long one position after twelve plies takes to solve, on average over random ones."""
    from time import process_time

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


def scale() -> Table:
    """Simulate three large jobs on a thousand workers."""
    book = book_seconds()
    tables = EIGHT_PIECES / TABLE_RATE
    slices = 4_000
    jobs = {
        "a million games of chess at 2+0.02": (durations(20_000, 50 * GAME_SECONDS, 0.1), 1e6 * GAME_BYTES / 1e9),
        "a book of Connect Four to twelve plies": (
            durations(20_000, BOOK_POSITIONS * book / 20_000, 0.4),
            BOOK_POSITIONS * 9 / 1e9,
        ),
        "tables of checkers to eight pieces": (
            durations(slices, tables / slices, 1.5),
            EIGHT_PIECES * TABLE_BITS / 8e9,
        ),
    }
    rows, figures = [], dict[str, float]()
    ordinary, calm = Cluster(), Cluster(between=1e12, slow=0.0)
    for number, (name, (tasks, gigabytes)) in enumerate(jobs.items(), 1):
        ideal, real, backed = simulate(calm, tasks), simulate(ordinary, tasks), simulate(ordinary, tasks, backup=True)
        bad = simulate(Cluster(between=DAY / 2, slow=0.1), tasks)
        mean = sum(tasks) / len(tasks)
        rows.append(
            [
                name,
                f"{sum(tasks) / DAY:,.1f}",
                f"{len(tasks):,} of {mean:,.1f} s",
                f"{gigabytes:.1f}",
                *(f"{run.seconds / 60:,.1f} ({100 * run.efficiency:.0f} %)" for run in (ideal, real, backed, bad)),
                f"{real.retries:,}",
            ]
        )
        figures |= {
            f"scale_{number}_core_days": round(sum(tasks) / DAY, 1),
            f"scale_{number}_minutes": round(real.seconds / 60, 1),
            f"scale_{number}_backup_minutes": round(backed.seconds / 60, 1),
            f"scale_{number}_gigabytes": round(gigabytes, 1),
            f"scale_{number}_task_seconds": round(mean, 1),
            f"scale_{number}_retries": real.retries,
        }
    figures["scale_book_position_seconds"] = round(book, 3)
    return Table(
        "A thousand workers",
        "Minutes and the share of useful time in a simulation: without trouble; with one failure of each worker a week, five "
        "minutes of repair and 2 % of workers four times as slow; the same with backup tasks at the end; and with two failures "
        "a day and 10 % slow workers. The work rests on rates measured on one core.",
        ["work", "core-days", "tasks", "GB", "calm", "ordinary", "with backups", "bad", "retries"],
        rows,
        figures,
    )
