"""Runs a textbook search in a worker and sends its steps as they happen, in batches."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from math import isfinite
from time import perf_counter
from typing import Any

import msgspec

from zermelo.events import Event
from zermelo.games.survey import quick_kind
from zermelo.games.tree import Tree
from zermelo.games.tree.nodes import MAX_PLAYERS, exact
from zermelo.lab.desk import Desk
from zermelo.lab.frames import STEPS, ZIPPED
from zermelo.lab.messages import Finished, GameSource, SearchOptions, Source, Step, Steps, Watch
from zermelo.limits import Stop
from zermelo.state import Number, Payoff, State, ZermeloError
from zermelo.textbook import SEARCHES, profile
from zermelo.textbook.backward_induction import Conduct
from zermelo.textbook.run import Run, make_order, report, run, value_range

MAX_SIMULATIONS = 100_000
_FLUSH_SECONDS = 0.05


def watch(message: Watch, desk: Desk) -> Finished:
    """The steps go out on the way; the answer is what they came to."""
    batches = Batches(message.id, desk)
    done = run_search(desk, message.source, message.search, message.options, batches.add)
    batches.flush()
    return Finished(message.id, batches.count, report(done))


def run_search(
    desk: Desk,
    source: Source,
    search: str,
    options: SearchOptions,
    tell: Callable[[Event], object] | None = None,
) -> Run:
    """A textbook search within the limits of the lab."""
    position = desk.read(source)
    is_game = isinstance(source, GameSource)
    if is_game and options.order in ("best", "worst"):
        raise ZermeloError(f"the {options.order} order needs the whole game searched first: it is for trees only")
    asked: dict[str, Any] = {
        "depth": options.depth,
        "ties": options.ties,
        "fail": options.fail,
        "order": make_order(options.order, position, options.seed),
        "simulations": _simulations(options.simulations),
        "seed": None if options.order == "random" and search != "mcts" else options.seed,
        "partners": _partners(options.partners),
        "total": _number("total", options.total),
        "least": _number("least", options.least),
        "bounds": _bounds(options, position),
    }
    if search in SEARCHES and search != "mcts":
        asked["evaluate"] = _evaluation(source, position)
    return run(position, search, asked, watch=tell, **desk.limits)


def run_profile(desk: Desk, source: Source, number: int, options: SearchOptions) -> list[Conduct]:
    """What everybody does in an equilibrium that backward induction finds, within the limits of the lab."""
    position = desk.read(source)
    return profile(
        position,
        number,
        depth=options.depth,
        order=make_order(options.order, position, options.seed),
        evaluate=_evaluation(source, position),
        **desk.limits,
    )


def _evaluation(source: Source, position: State) -> Callable[[Any], Payoff] | None:
    """A game without static values of its own is taken to be even at the horizon."""
    if not isinstance(source, GameSource) or hasattr(position, "evaluate"):
        return None
    kind = quick_kind(position)
    even: Payoff = (0,) * max(kind.players, 2) if kind.payoffs else 0
    return lambda _: even


def _simulations(simulations: int | None) -> int | None:
    if simulations is not None and not 1 <= simulations <= MAX_SIMULATIONS:
        raise ZermeloError(f"simulations must be from 1 to {MAX_SIMULATIONS:,}, not {simulations:,}")
    return simulations


def _partners(partners: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if partners is not None and not all(0 <= each < MAX_PLAYERS for each in partners):
        raise ZermeloError(f"partners are numbers of players, from 0 to {MAX_PLAYERS - 1}")
    return partners


def _bounds(options: SearchOptions, position: State) -> tuple[Number, Number] | None:
    """Of a tree the one that is not given is the tree's own; a game has none of its own."""
    low, high = _number("low", options.low), _number("high", options.high)
    if isinstance(position, Tree) and (low is None) != (high is None):
        least, most = value_range(position)
        return least if low is None else low, most if high is None else high
    return None if low is None or high is None else (low, high)


def _number(name: str, text: str | None) -> Number | None:
    if text is None:
        return None
    try:
        number = exact(text.strip())
    except (ValueError, ZeroDivisionError):
        number = None
    if number is None or not isfinite(number):
        raise ZermeloError(f"{name} takes a number such as 9, 2.5 or 7/2, not {text[:40]!r}")
    return number


class Batches:
    """Gathers steps and sends them off: so many at a time, or what there is after a moment, so that slow games show
    something too. Those beyond the first few will wait for the page to ask, and are packed."""

    def __init__(self, number: int, desk: Desk) -> None:
        self.number, self.desk = number, desk
        self.count = self.sent = self.batches = 0
        self._events: list[Event] = []
        self._due = perf_counter() + _FLUSH_SECONDS

    def add(self, event: Event) -> None:
        self._events.append(event)
        self.count += 1
        if len(self._events) >= self.desk.settings.batch or perf_counter() > self._due:
            self.flush()
            if self.count >= self.desk.settings.steps or self.sent >= self.desk.settings.bytes:
                raise Stop("nodes")

    def flush(self) -> None:
        if not self._events:
            return
        first = self.count - len(self._events)
        steps = tuple(Step(event, str(event)) for event in self._events)
        data = msgspec.json.encode(Steps(self.number, first, steps))
        self._events.clear()
        self.sent += len(data)
        self.batches += 1
        if self.batches <= self.desk.settings.room:
            self.desk.send(STEPS, data)
        else:
            self.desk.send(ZIPPED, zlib.compress(data, 1))
        self._due = perf_counter() + _FLUSH_SECONDS
