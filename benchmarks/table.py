"""The table of a benchmark, and its timer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any


@dataclass
class Table:
    """One benchmark's results. README and docs quote its `figures` by name."""

    title: str
    about: str
    columns: list[str]
    rows: list[list[str]]
    figures: dict[str, float] = field(default_factory=dict)


def best_in_turn(runs: int, *works: Callable[[], Any]) -> list[float]:
    """Return the shortest processor time of each work, in seconds. They take turns, so that all meet the same machine, and what
    else it does counts little: the ratios are what this is for."""
    return [
        min(times) for times in zip(*([_timed(work, process_time) for work in works] for _ in range(runs)), strict=True)
    ]


def best_of(runs: int, work: Callable[[], Any]) -> float:
    """Return the shortest time of several runs, in seconds."""
    return min(_timed(work, perf_counter) for _ in range(runs))


def _timed(work: Callable[[], Any], clock: Callable[[], float]) -> float:
    start = clock()
    work()
    return clock() - start
