"""The searches that the pages watch: those of the textbook, and the recorded top of the engine's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from zermelo.engine import Table
from zermelo.engine.record import NODES, record_events
from zermelo.events import Event
from zermelo.kinds.kind import Kind, unsuited
from zermelo.methods import search
from zermelo.players.engine import TABLE
from zermelo.registry import Declaration, Option, unknown_name
from zermelo.result import Result
from zermelo.state import State
from zermelo.textbook import DECLARATIONS
from zermelo.textbook.options import DEPTH
from zermelo.textbook.run import Run, verdicts

USUAL_NODES = 100_000
"""Where the engine stops if there is no other limit: the same tree every time, in a moment."""

ENGINE = Declaration(
    "engine",
    "The engine",
    "The engine's own alpha-beta, with its table, reductions and pruning: the top of the tree in its last pass.",
    options=(
        DEPTH,
        Option("nodes", "integer", f"Stop after this many nodes; {USUAL_NODES:,} if there is no other limit."),
    ),
)

SEARCHES: dict[str, Declaration] = {**DECLARATIONS, ENGINE.name: ENGINE}
"""Every search by name, in the order of the menus."""


def declaration_of(name: str) -> Declaration:
    """Return what a search declares; raise ZermeloError, with a suggestion, if there is none of that name."""
    if name not in SEARCHES:
        raise unknown_name("search", name, SEARCHES)
    return SEARCHES[name]


def suitable(kind: Kind) -> dict[str, str | None]:
    """Return every search, with None if it suits games of a kind, or the reason why not."""
    return {**verdicts(kind), ENGINE.name: unsuited(ENGINE.suits, kind)}


def repeating(result: Result[Any]) -> dict[str, str] | None:
    """Return the options with which `run_engine` repeats a search of one thread with a fresh table; None if it has no record.

    The answer of a finished pass is that of a search to its depth. An unfinished one is repeated to the node.
    """
    if not result.record:
        return None
    root = result.record[0]
    return {"nodes": str(result.nodes)} if root.ending == "stopped" else {"depth": str(root.depth)}


def run_engine(
    state: State,
    options: dict[str, Any],
    *,
    past: Sequence[State] = (),
    evaluate: Callable[[Any], Any] | None = None,
    seconds: float,
    cancel: Callable[[], bool],
    tell: Callable[[Event], object] | None = None,
) -> Run:
    """Search as the engine does and tell the events of the last pass."""
    limits = options or {"nodes": USUAL_NODES}
    result = search(
        state,
        method="alpha_beta",
        past=past,
        table=Table(TABLE),
        evaluate=evaluate,
        cancel=cancel,
        record=NODES,
        seconds=seconds,
        **limits,
    )
    events = list(_told(record_events(state, result), tell))
    # A search that ends where it was asked to end is complete.
    return Run(state, result if result.stopped == "cancelled" else replace(result, stopped="complete"), events)


def _told(events: Iterator[Event], tell: Callable[[Event], object] | None) -> Iterator[Event]:
    for event in events:
        if tell is not None:
            tell(event)
        yield event
