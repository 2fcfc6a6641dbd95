"""Runs textbook searches within the lab's limits, and sends the steps of watched ones in batches as they happen."""

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
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import GameSource, SearchOptions, Source, Step
from zermelo.lab.server.frames import STEPS, ZIPPED
from zermelo.lab.topics.tree.messages import Finished, Steps, Watch
from zermelo.limits import Stop
from zermelo.state import Number, Payoff, State, ZermeloError
from zermelo.textbook import SEARCHES, profile
from zermelo.textbook.backward_induction import Conduct
from zermelo.textbook.run import Run, make_order, report, run, value_range

MAX_SIMULATIONS = 100_000
_FLUSH_SECONDS = 0.05


def watch(message: Watch, context: RequestContext) -> Finished:
    """Run a search, send its steps on the way, and return its report."""
    batches = Batches(message.id, context)
    done = run_search(context, message.source, message.search, message.options, batches.add)
    batches.flush()
    return Finished(message.id, batches.count, report(done))


def run_search(
    context: RequestContext,
    source: Source,
    search: str,
    options: SearchOptions,
    tell: Callable[[Event], object] | None = None,
) -> Run:
    """Run a textbook search within the limits of the lab."""
    position = context.read(source)
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
    return run(position, search, asked, watch=tell, **context.limits)


def run_profile(context: RequestContext, source: Source, number: int, options: SearchOptions) -> list[Conduct]:
    """Return the moves of all players in equilibrium `number` of those that backward induction finds."""
    position = context.read(source)
    return profile(
        position,
        number,
        depth=options.depth,
        order=make_order(options.order, position, options.seed),
        evaluate=_evaluation(source, position),
        **context.limits,
    )


def _evaluation(source: Source, position: State) -> Callable[[Any], Payoff] | None:
    """At the depth limit, a game without a static evaluation counts as even."""
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
    """Return the bounds of the leaves' values; one that is not given is the tree's own. Games have no bounds of their own."""
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
    """Sends steps in batches: of a fixed size, or smaller after 50 ms, so that slow games show something too.

    Batches beyond the first few wait in the server until the page asks for them, so they are compressed.
    """

    def __init__(self, number: int, context: RequestContext) -> None:
        self.number, self.context = number, context
        self.count = self.sent = self.batches = 0
        self._events: list[Event] = []
        self._due = perf_counter() + _FLUSH_SECONDS

    def add(self, event: Event) -> None:
        self._events.append(event)
        self.count += 1
        if len(self._events) >= self.context.settings.batch or perf_counter() > self._due:
            self.flush()
            if self.count >= self.context.settings.steps or self.sent >= self.context.settings.bytes:
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
        if self.batches <= self.context.settings.room:
            self.context.send(STEPS, data)
        else:
            self.context.send(ZIPPED, zlib.compress(data, 1))
        self._due = perf_counter() + _FLUSH_SECONDS
