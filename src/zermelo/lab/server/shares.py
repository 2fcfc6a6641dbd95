"""Who goes first: how much of the workers every address and visitor has, and has had lately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from time import monotonic
from typing import NamedTuple

from starlette.requests import HTTPConnection

_HALF_LIFE = 30.0
"""Seconds after which a visitor's use counts half."""
_MOST_EXPONENT = 200.0
_MOST_KNOWN = 10_000


class Visitor(NamedTuple):
    """Who asks: an address, and the number of a connection from there. What they used is kept by this name for long, so it
    must hold nothing of the connection itself."""

    address: str
    connection: int

    @classmethod
    def of(cls, connection: HTTPConnection) -> Visitor:
        """Return who is at the other end; 0 is a test without a socket."""
        return cls(*connection.client) if connection.client else cls("", 0)


class Use:
    """Seconds of workers by name; what was long ago counts less.

    Instead of shrinking all numbers as time goes on, later seconds are added with a larger weight: the order is the same.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock, self._start = clock, clock()
        self._seconds: dict[Hashable, float] = {}

    def __getitem__(self, name: Hashable) -> float:
        return self._seconds.get(name, 0.0)

    def add(self, name: Hashable, seconds: float) -> None:
        exponent = (self.clock() - self._start) / _HALF_LIFE
        if exponent > _MOST_EXPONENT or len(self._seconds) > _MOST_KNOWN:
            self._start = self.clock()
            most = sorted(self._seconds.items(), key=lambda item: item[1])[-_MOST_KNOWN // 2 :]
            self._seconds = {each: used * 2**-exponent for each, used in most}
            exponent = 0.0
        self._seconds[name] = self[name] + seconds * 2**exponent


class Shares:
    """The workers that addresses and visitors have now, and the seconds that they had workers before.

    `rank` sorts visitors: addresses take turns, and so do the visitors of one address.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.held: Counter[Hashable] = Counter()
        self.used = Use(clock)

    def rank(self, visitor: Visitor) -> tuple[float, ...]:
        """Return the place of a visitor in the queue; who has had less has a smaller one."""
        address = visitor.address
        return self.held[address], self.used[address], self.held[visitor], self.used[visitor]

    def take(self, visitor: Visitor) -> None:
        """Give a visitor a worker."""
        self.held[visitor.address] += 1
        self.held[visitor] += 1

    def give_back(self, visitor: Visitor, seconds: float) -> None:
        """Take a worker back from a visitor who had it for this many seconds."""
        for name in (visitor.address, visitor):
            self.held[name] -= 1
            if not self.held[name]:
                del self.held[name]
            self.used.add(name, seconds)
