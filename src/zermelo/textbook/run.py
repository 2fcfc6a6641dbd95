"""Runs a textbook search by its name with options from outside Python, and reports what it did."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from zermelo.events import Cutoff, Enter, Evaluate, Event, Extend, Iteration
from zermelo.kinds.kind import Kind, unsuited
from zermelo.kinds.survey import tree_kind
from zermelo.limits import check_count
from zermelo.result import Result, SearchInterrupted, plain_move, plain_value
from zermelo.state import MAX, State, ZermeloError, as_number, format_payoff
from zermelo.textbook import DECLARATIONS, expectiminimax, find_search
from zermelo.textbook.ledger import Cancel, Order
from zermelo.textbook.options import ORDERS
from zermelo.trees import Node, Tree
from zermelo.trees.cs188 import TreeTest

MAX_EVENTS = 2_000_000
"""How many events of a run are kept, in about a gigabyte at most."""
_LEAST_EVENTS = 2
"""How many events a simulation has at least."""


class Run(NamedTuple):
    """A finished search and its events."""

    state: State
    result: Result
    events: list[Event]


def options_of_test(test: TreeTest, search: str) -> dict[str, Any]:
    """Return the options with which a search does as a course's test file says: its depth, and no cut at equal values."""
    decided = {"depth": test.depth, "ties": "strict"}
    return {name: value for name, value in decided.items() if DECLARATIONS[search].has_option(name)}


def run(
    state: State,
    search: str,
    options: dict[str, Any] | None = None,
    *,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    watch: Callable[[Event], object] | None = None,
    watched: bool = True,
    spell: Callable[[str], str] = str,
    keep_interrupted: bool = False,
) -> Run:
    """Run a search by its name and collect its events.

    Parameters
    ----------
    state
        The state to search from.
    search
        One of `zermelo.textbook.SEARCHES`.
    options
        Keyword arguments of the search; those that are None count as not given.
    nodes, seconds, cancel
        Limits, as in every search.
    watch
        Called with each event as it happens.
    watched
        False collects no events, which is quicker.
    spell
        Writes the name of an option in error messages as the user knows it.
    keep_interrupted
        Ctrl-C returns the run so far instead of raising SearchInterrupted.

    Raises
    ------
    ZermeloError
        If there is no such search, or it has no such option.
    """
    function = find_search(search)
    parameters = inspect.signature(function).parameters
    accepted = {name for name, each in parameters.items() if each.kind is each.KEYWORD_ONLY}
    if "common" in parameters:
        accepted |= {"depth", "evaluate"}
    given = {name: value for name, value in (options or {}).items() if value is not None}
    for name in given:
        if name not in accepted:
            others = [each.name for each in DECLARATIONS.values() if each.has_option(name)]
            advice = f"; these searches have it: {', '.join(others)}" if others else ""
            raise ZermeloError(f"{search} has no option {spell(name)}{advice}")
    for option in DECLARATIONS[search].options:
        if option.required and option.name not in given:
            if not isinstance(state, Tree):
                raise ZermeloError(f"{search} needs {spell(option.name)} in a game. {option.help}")
            given[option.name] = value_range(state)
    events: list[Event] = []
    if watched and "simulations" in given and seconds is None and nodes is None:
        check_count(spell("simulations"), given["simulations"], MAX_EVENTS // _LEAST_EVENTS)

    def tell(event: Event) -> None:
        if len(events) == MAX_EVENTS:
            raise ZermeloError(
                f"the search takes more than {MAX_EVENTS:,} steps, and no more are kept: limit its depth, nodes or simulations"
            )
        events.append(event)
        if watch is not None:
            watch(event)

    try:
        result = function(state, nodes=nodes, seconds=seconds, cancel=cancel, watch=tell if watched else None, **given)
    except SearchInterrupted as interrupt:
        if not keep_interrupted:
            raise
        result = interrupt.result
    return Run(state, result, events)


def verdicts(kind: Kind) -> dict[str, str | None]:
    """Return every textbook search, with None if it suits games of a kind, or the reason why not."""
    return {name: unsuited(each.suits, kind) for name, each in DECLARATIONS.items()}


def suitable(tree: Tree) -> dict[str, str | None]:
    """Return every textbook search, with None if it suits the tree, or the reason why not."""
    return verdicts(tree_kind(tree))


def value_range(tree: Tree) -> tuple[Any, Any]:
    """Return the smallest and the largest value written in a tree, which are made to differ."""
    values: list[Any] = [node.value for node in tree.nodes if node.value is not None]
    if isinstance(values[0], tuple):
        return 0, 1
    low, high = min(values), max(values)
    return low, high if low < high else low + 1


def make_order(text: str | None, state: State, seed: int | None) -> Order | None:
    """Return the order of moves that a text names: one of `ORDERS`, or for nodes of a tree "A: C B D; C: H G"."""
    if text is None or text == "natural":
        return None
    if text == "reverse":
        return lambda state: list(reversed(state.moves()))
    if text == "random":
        source = Random(seed or 0)
        return lambda state: source.sample(list(state.moves()), len(state.moves()))
    if text in ("best", "worst"):
        return lambda state: _by_true_value(state, best_first=text == "best")
    if not isinstance(state, Tree) or ":" not in text:
        raise ZermeloError(f"{text!r} is not an order: {', '.join(ORDERS)}, or for a tree as in 'A: C B D; C: H G'")
    orders = {}
    for part in text.split(";"):
        name, _, children = part.partition(":")
        orders[name.strip()] = children.replace(",", " ").split()
        state[name.strip()]  # raises if there is no such node
    state.reordered(orders)  # raises if an order does not name each child once
    return lambda state: orders.get(state.name) or state.moves()


def _by_true_value(state: State, best_first: bool) -> Sequence[Any]:
    worth = {move: as_number(expectiminimax(state.play(move)).value) for move in state.moves()}
    return sorted(worth, key=worth.__getitem__, reverse=(state.player == MAX) == best_first)


def evaluated(events: Sequence[Event]) -> list[str]:
    """Return the names of the evaluated leaves in order, from the last pass of the search."""
    names: list[str] = []
    for event in events:
        if isinstance(event, Iteration):
            names.clear()
        elif isinstance(event, Evaluate | Extend):
            names.append(event.node)
    return names


def skipped(state: State, events: Sequence[Event]) -> list[str]:
    """Return the leaves of a tree that were not evaluated, from left to right; for a game, the moves that were cut off."""
    if not isinstance(state, Tree):
        return [name for event in last_pass(events) if isinstance(event, Cutoff) for name in event.skipped]
    seen = set(evaluated(events))
    unseen: list[str] = []
    stack: list[Node] = [state]
    while stack:
        node = stack.pop()
        if node.name in seen:
            continue
        if node.children:
            stack.extend(reversed(node.children))
        else:
            unseen.append(node.name)
    return unseen


def generated(events: Sequence[Event]) -> list[str]:
    """Return the names of the nodes that the last pass of a search entered, in alphabetical order."""
    return sorted({event.node for event in last_pass(events) if isinstance(event, Enter)})


def last_pass(events: Sequence[Event]) -> list[Event]:
    """Return the events of the last pass of a search."""
    starts = [number for number, event in enumerate(events) if isinstance(event, Iteration)]
    return list(events[starts[-1] :]) if starts else list(events)


def report(done: Run) -> dict[str, Any]:
    """Return what `zermelo tree --json` prints."""
    state, result, events = done
    root = [state.name] if isinstance(state, Tree) else []
    document: dict[str, Any] = {
        "value": plain_value(result.value),
        "path": [*root, *map(plain_move, result.line)],
        "evaluated": evaluated(events),
        "skipped": skipped(state, events),
        "cutoffs": [
            {"node": cut.node, "kind": cut.kind, "deep": cut.deep, "by": cut.by, "skipped": list(cut.skipped)}
            for cut in last_pass(events)
            if isinstance(cut, Cutoff)
        ],
        "method": result.method,
        "bound": result.bound,
        "move": None if result.move is None else plain_move(result.move),
        "moves": [
            {
                "move": plain_move(each.move),
                "value": plain_value(each.value),
                "bound": each.bound,
                **({"visits": each.visits} if each.visits is not None else {}),
            }
            for each in result.moves
        ],
        "ties": result.ties,
        "fail": result.fail,
        "depth": result.depth,
        "nodes": result.nodes,
        "evaluations": result.evaluations,
        "cached": result.cached,
        "seconds": round(result.seconds, 6),
        "stopped": result.stopped,
    }
    if isinstance(state, Tree):
        document["action"] = None if result.move is None else state.play(result.move).action or result.move
        document["generated"] = generated(events)
    if _is_fraction(result.value):
        document["exact"] = str(result.value)
    if result.history:
        document["insurance"] = round(result.insurance, 6)
        document["passes"] = [
            {
                "depth": each.depth,
                "value": plain_value(each.value),
                "bound": each.bound,
                "line": list(map(plain_move, each.line)),
                "nodes": each.nodes,
                "evaluations": each.evaluations,
                "cached": each.cached,
            }
            for each in result.history
        ]
    if result.equilibria:
        document["equilibria"] = [
            {
                "value": plain_value(each.value),
                "path": [*root, *map(plain_move, each.line)],
                **({"exact": format_payoff(each.value)} if any(map(_is_fraction, each.value)) else {}),
            }
            for each in result.equilibria
        ]
    return document


def _is_fraction(number: Any) -> bool:
    return isinstance(number, Fraction) and number.denominator != 1
