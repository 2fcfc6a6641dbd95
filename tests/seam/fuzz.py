"""Asks random requests, one after the other and from several threads at once."""

from __future__ import annotations

import faulthandler
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from random import Random

from tests.seam.checks import Broken, run, same_again
from tests.seam.positions import FEW_SHEETS, positions
from tests.seam.requests import Workbench, draw_request

ROUND, FEW = 200, 12
"""Requests of a round, and how many positions it has: few, so that searches meet in its tables. The next round has other tables."""
AGAIN = 0.02
"""The share of requests that are asked again."""


class Fuzzer:
    """Asks requests that are numbered from its seed on.

    Parameters
    ----------
    seed
        Determines the positions and the requests, but for what threads do to each other.
    few
        Take few rule sheets, as grounding them takes time.
    stuck
        After so many seconds in one round, print the stacks and end the process; 0 is never.
    """

    def __init__(self, seed: str, *, few: bool = True, stuck: float = 0) -> None:
        self.seed, self.stuck, self.done = seed, stuck, 0
        self.positions = positions(Random(f"positions {seed}"), sheets=FEW_SHEETS if few else None)
        self.ended: Counter[str] = Counter()

    def round(self, threads: int = 1) -> None:
        """Ask a round of requests; every other one from several threads at once, which share tables."""
        if self.stuck:
            faulthandler.dump_traceback_later(self.stuck, exit=True)
        bench = self._bench(f"{self.seed}.{self.done}")
        numbers = [f"{self.seed}.{self.done + number}" for number in range(ROUND)]
        if threads > 1 and self.done // ROUND % 2:
            with ThreadPoolExecutor(threads) as pool:
                self.ended.update(pool.map(lambda number: self._ask(bench, number), numbers))
        else:
            self.ended.update(self._ask(bench, number) for number in numbers)
        self.done += ROUND
        if self.stuck:
            faulthandler.cancel_dump_traceback_later()

    def run_one(self, number: str) -> str:
        """Ask one request by its number."""
        asked = int(number.partition("/")[0].rpartition(".")[2])
        return self._ask(self._bench(f"{self.seed}.{asked // ROUND * ROUND}"), number)

    def _bench(self, number: str) -> Workbench:
        return Workbench(Random(f"bench {number}").sample(self.positions, FEW))

    def summary(self) -> str:
        return ", ".join(f"{count:,} {end}" for end, count in sorted(self.ended.items()))

    def _ask(self, bench: Workbench, number: str) -> str:
        request = draw_request(bench, number)
        try:
            ended = run(bench, request)
            if ended == "answered" and Random(number).random() < AGAIN:
                same_again(request)
        except Exception as error:
            raise Broken(f"{type(error).__name__}: {error}\n{request}") from error
        return ended
