"""Benchmarks of executors: what a task costs beside its own work, and how much two processes gain."""

from __future__ import annotations

import importlib.util
from collections import deque
from collections.abc import Callable
from time import perf_counter

from benchmarks.table import Table
from zermelo.cluster import Executor, open_executor
from zermelo.games.connect_four import ConnectFour
from zermelo.methods import search

EMPTY_TASKS, SEARCHES, NODES = 20_000, 1_500, 20_000
START = "44444"


def nothing(number: int) -> int:
    return number


def search_once(number: int) -> int:
    """Search for about 5 ms."""
    return search(ConnectFour(START), nodes=NODES + number % 7, table=None).nodes


def seconds_of(executor: Executor, task: Callable[[int], object], count: int) -> float:
    """Return how long the tasks take, with workers that run already."""
    deque(executor.run(nothing, range(executor.workers)), maxlen=0)
    start = perf_counter()
    deque(executor.run(task, range(count)), maxlen=0)
    return perf_counter() - start


def overhead() -> Table:
    """Measure empty tasks, and the same searches in one process, in two, and on a local Ray cluster."""
    with open_executor() as executor:
        alone = seconds_of(executor, search_once, SEARCHES)
    rows: list[list[str]] = []
    figures: dict[str, float] = {}
    for name, ray in (("two processes", None), ("Ray, two actors", "local")):
        if ray is not None and importlib.util.find_spec("ray") is None:
            continue
        begun = perf_counter()
        with open_executor(2, ray) as executor:
            deque(executor.run(nothing, range(2)), maxlen=0)
            started = perf_counter() - begun
            per_task = seconds_of(executor, nothing, EMPTY_TASKS) / EMPTY_TASKS
            gain = alone / seconds_of(executor, search_once, SEARCHES)
        rows.append([name, f"{started:.1f} s", f"{per_task * 1e6:.0f} µs", f"{gain:.2f}"])
        key = "cluster_ray" if ray else "cluster_processes"
        figures |= {f"{key}_task_milliseconds": round(per_task * 1e3, 3), f"{key}_gain": round(gain, 2)}
    return Table(
        "Executors",
        f"The start of two workers, {EMPTY_TASKS:,} empty tasks, and {SEARCHES:,} searches of {alone / SEARCHES * 1e3:.1f} ms "
        "against the same searches in one process.",
        ["workers", "start", "an empty task", "two against one"],
        rows,
        figures,
    )
