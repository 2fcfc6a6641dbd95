"""Runs searches within the lab's limits, and sends the steps of watched ones in batches as they happen."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from time import perf_counter
from typing import Any

import msgspec

from zermelo.events import Event
from zermelo.kinds.survey import quick_kind
from zermelo.lab.context import RequestContext
from zermelo.lab.messages import GameSource, SearchOptions, Source, Step
from zermelo.lab.searches import ENGINE, run_engine
from zermelo.lab.server.frames import STEPS, ZIPPED
from zermelo.lab.topics.tree.messages import Finished, Steps, Watch
from zermelo.lab.topics.tree.options import read_options
from zermelo.limits import Stop
from zermelo.state import Payoff, State
from zermelo.textbook import profile
from zermelo.textbook.backward_induction import Conduct
from zermelo.textbook.run import Run, report, run

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
    """Run a search within the limits of the lab."""
    state = context.read(source)
    asked = read_options(search, options, state)
    if search == ENGINE.name:
        past = context.states(source)[:-1] if isinstance(source, GameSource) else []
        evaluate, seconds = _evaluation(source, state), context.settings.caps.seconds
        return run_engine(state, asked, past=past, evaluate=evaluate, seconds=seconds, cancel=context.cancel, tell=tell)
    if search != "mcts":
        asked["evaluate"] = _evaluation(source, state)
    return run(state, search, asked, watch=tell, **context.limits)


def run_profile(context: RequestContext, source: Source, number: int, options: SearchOptions) -> list[Conduct]:
    """Return the moves of all players in equilibrium `number` of those that backward induction finds."""
    state = context.read(source)
    asked = read_options("backward_induction", options, state)
    return profile(state, number, evaluate=_evaluation(source, state), **asked, **context.limits)


def _evaluation(source: Source, position: State) -> Callable[[Any], Payoff] | None:
    """At the depth limit, a game without a static evaluation counts as even."""
    if not isinstance(source, GameSource) or hasattr(position, "evaluate"):
        return None
    kind = quick_kind(position)
    even: Payoff = (0,) * max(kind.players, 2) if kind.payoffs else 0
    return lambda _: even


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
        settings, full = self.context.settings, self.count >= self.context.settings.steps
        if full or len(self._events) >= settings.batch or perf_counter() > self._due:
            self.flush()
            if full or self.sent >= settings.bytes:
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
