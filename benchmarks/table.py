"""The table of a benchmark, and its timer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any


@dataclass
class Table:
    """One benchmark's results. README and docs quote its `figures` by name."""

    title: str
    about: str
    columns: list[str]
    rows: list[list[str]]
    figures: dict[str, float] = field(default_factory=dict)


def best_of(runs: int, work: Callable[[], Any]) -> float:
    """Return the shortest time of several runs, in seconds."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)
