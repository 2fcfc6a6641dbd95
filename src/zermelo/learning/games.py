"""Games of a training that workers of an executor play.

Each game has random numbers of its own, by its number and the seed, so it is the same whoever plays it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from zermelo.cluster import Executor, in_order
from zermelo.state import ZermeloError

PARTS = 8
"""Parts for each worker: one that is late or dies costs little."""
LARGEST_PART = 100

Played = TypeVar("Played")


class Numbers(NamedTuple):
    """The numbers of some games, or pairs of games."""

    first: int
    length: int


class WorkerTraining(NamedTuple):
    """What a worker needs to know of a training to play games for it.

    native       its native class
    options      the arguments of that class
    generation   how many generations are finished
    weights      of the last generation, as in a file
    before       those of the generation before
    """

    native: type[Any]
    options: tuple[int, int, int, int, int]
    generation: int
    weights: bytes
    before: bytes

    def make(self) -> Any:
        """Return a native training with these weights, which can play but not learn."""
        training = self.native(*self.options)
        training.adopt(self.generation, self.weights, self.before)
        return training


def play_games(training: WorkerTraining, numbers: Numbers) -> list[bytes] | None:
    """Play games of the next generation."""
    games: list[bytes] | None = training.make().play(*numbers, None)
    return games


def play_pairs(training: WorkerTraining, with_start: bool, numbers: Numbers) -> list[float] | None:
    """Play pairs of games of a match, and return the points of the newer weights in each, from 0 to 1."""
    points: list[float] | None = training.make().play_pairs(with_start, *numbers, None)
    return points


def play_parts(
    executor: Executor,
    task: Callable[[Numbers], list[Played] | None],
    count: int,
    watch: Callable[[int], bool | None] | None,
) -> list[Played] | None:
    """Play games in parts and return them in order; None if `watch`, called with how many are played, returns False.

    Raises
    ------
    ZermeloError
        If a part of the games could not be played.
    """
    size = max(1, min(count // (PARTS * executor.workers), LARGEST_PART))
    parts = [Numbers(first, min(size, count - first)) for first in range(0, count, size)]
    played: list[Played] = []
    stopped = False

    def cancel() -> bool:
        nonlocal stopped
        stopped = watch is not None and watch(len(played)) is False
        return stopped

    for done in in_order(executor.run(task, parts, cancel=cancel)):
        if done.value is None:
            numbers = f"{done.item.first + 1} to {done.item.first + done.item.length}"
            raise ZermeloError(f"games {numbers} could not be played: {done.error}")
        played += done.value
    return None if stopped else played
