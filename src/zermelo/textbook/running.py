"""Runs a textbook search by its name with options from outside, and reports what it did in the words of the tree."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from zermelo.events import Cutoff, Evaluate, Event, Extend, Iteration
from zermelo.games.kinds import verdicts
from zermelo.games.survey import tree_kind
from zermelo.games.tree import Node, Tree
from zermelo.limits import Limits
from zermelo.result import Result, plain_move, plain_value
from zermelo.state import MAX, State, ZermeloError, as_number, format_payoff
from zermelo.textbook import SEARCHES, expectiminimax
from zermelo.textbook.ledger import Order

ORDERS = ("natural", "reverse", "best", "worst", "random")


class Run(NamedTuple):
    """A finished search with everything it told."""

    position: State
    result: Result
    events: list[Event]


def run(
    position: State,
    search: str,
    options: dict[str, Any],
    limits: Limits,
    *,
    watch: Callable[[Event], object] | None = None,
    watched: bool = True,
    spell: Callable[[str], str] = str,
) -> Run:
    """Runs a search; `watch` hears of each event as it happens.

    Options that are None were not given; one that the search has no use for is refused in words, where `spell` writes
    its name as the one who asks knows it.
    """
    if search not in SEARCHES:
        raise ZermeloError(f"{search!r} is not a search: {', '.join(SEARCHES)} are")
    function = SEARCHES[search]
    accepted = inspect.signature(function).parameters
    given = {name: value for name, value in options.items() if value is not None}
    for name in given:
        if name not in accepted:
            takers = ", ".join(other for other in SEARCHES if name in inspect.signature(SEARCHES[other]).parameters)
            raise ZermeloError(f"{search} has no use for {spell(name)}; these searches have: {takers}")
    if "bounds" in accepted and "bounds" not in given:
        if not isinstance(position, Tree):
            raise ZermeloError(
                f"star1 and star2 need {spell('bounds')} in a game: the least and the most that any leaf can be worth"
            )
        given["bounds"] = value_range(position)
    events: list[Event] = []
    tell: Callable[[Event], object] = events.append
    if watch is not None:

        def tell(event: Event) -> None:
            events.append(event)
            watch(event)

    result = function(position, limits=limits, watch=tell if watched else None, **given)
    return Run(position, result, events)


def value_range(position: Tree) -> tuple[Any, Any]:
    """Bounds of every value that is written in a tree, the smaller of which is first."""
    values: list[Any] = [node.value for node in position.nodes if node.value is not None]
    if isinstance(values[0], tuple):
        return 0, 1
    low, high = min(values), max(values)
    return low, high if low < high else low + 1


def make_order(text: str | None, position: State, seed: int | None) -> Order | None:
    """natural, reverse, best, worst, random, or for single nodes of a tree: "A: C B D; C: H G"."""
    if text is None or text == "natural":
        return None
    if text == "reverse":
        return lambda state: list(reversed(state.moves()))
    if text == "random":
        source = Random(seed or 0)
        return lambda state: source.sample(list(state.moves()), len(state.moves()))
    if text in ("best", "worst"):
        return lambda state: _by_true_value(state, best_first=text == "best")
    if not isinstance(position, Tree) or ":" not in text:
        raise ZermeloError(f"{text!r} is not an order: {', '.join(ORDERS)}, or for a tree as in 'A: C B D; C: H G'")
    orders = {}
    for part in text.split(";"):
        name, _, children = part.partition(":")
        orders[name.strip()] = children.replace(",", " ").split()
        position[name.strip()]
    position.reordered(orders)  # refuses an order that does not name each child once
    return lambda state: orders.get(state.name) or state.moves()


def _by_true_value(state: State, best_first: bool) -> Sequence[Any]:
    worth = {move: as_number(expectiminimax(state.play(move)).value) for move in state.moves()}
    return sorted(worth, key=worth.__getitem__, reverse=(state.player == MAX) == best_first)


def evaluated(events: Sequence[Event]) -> list[str]:
    """The leaves whose value was asked for, in order; of a search of several passes, those of the last one."""
    names: list[str] = []
    for event in events:
        if isinstance(event, Iteration):
            names.clear()
        elif isinstance(event, Evaluate | Extend):
            names.append(event.node)
    return names


def skipped(position: State, events: Sequence[Event]) -> list[str]:
    """The leaves of a tree that were not looked at, from left to right; for a game, the moves that were cut off."""
    if not isinstance(position, Tree):
        return [name for event in last_pass(events) if isinstance(event, Cutoff) for name in event.skipped]
    seen = set(evaluated(events))
    unseen: list[str] = []
    stack: list[Node] = [position]
    while stack:
        node = stack.pop()
        if node.name in seen:
            continue
        if node.children:
            stack.extend(reversed(node.children))
        else:
            unseen.append(node.name)
    return unseen


def last_pass(events: Sequence[Event]) -> list[Event]:
    starts = [number for number, event in enumerate(events) if isinstance(event, Iteration)]
    return list(events[starts[-1] :]) if starts else list(events)


def report(done: Run) -> dict[str, Any]:
    """What `zermelo tree --json` prints."""
    position, result, events = done
    root = [position.name] if isinstance(position, Tree) else []
    document: dict[str, Any] = {
        "value": plain_value(result.value),
        "path": [*root, *map(plain_move, result.line)],
        "evaluated": evaluated(events),
        "skipped": skipped(position, events),
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


def suitable(position: Tree) -> dict[str, str | None]:
    """Every search, with None if it suits the tree or the reason why not."""
    return verdicts(tree_kind(position))
