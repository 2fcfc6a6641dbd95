"""Turns the record of an engine's search into events, which are explained and drawn like those of a textbook search.

The record holds the top of the tree in the pass that gave the answer. Below it nothing is known but the value: a node whose
moves were not recorded is left as it was entered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from zermelo.events import (
    ROOT_NAME,
    Again,
    Answer,
    Cutoff,
    Enter,
    Evaluate,
    Event,
    Improve,
    Iteration,
    Leave,
    Prune,
    Recall,
    Skip,
    Visit,
    child_name,
)
from zermelo.result import Pass, RecordedNode, Result, plain_value
from zermelo.state import MAX, State

NODES = 2_000
"""The usual size of a record."""
FEW_MOVES = 8
"""Where a cutoff skips more moves than these, they are named in its sentence but not drawn."""

_Source: TypeAlias = tuple[str | None, str | None, str | None]
_GIVEN: _Source = (None, None, None)


def record_events(state: State, result: Result[Any]) -> Iterator[Event]:
    """Return the events of a recorded search of `state`: what each pass answered, and the tree of the one that counts.

    >>> from zermelo.games.nim import Nim
    >>> from zermelo.methods import search
    >>> state = Nim((1, 1))
    >>> print(*list(record_events(state, search(state, record=100)))[-1:])
    The answer is -1: 1 from heap 1, 1 from heap 2.
    """
    record, value = result.record, plain_value(result.value)
    if not record:
        if result.move is None and value is not None:  # the game is over
            yield Enter(_root_name(state), None, None, "LEAF", 0)
            yield Evaluate(_root_name(state), value)
            yield Answer(value, "exact", ())
        return
    root = record[0]
    earlier = [each for each in result.history if each.depth is not None and each.depth < root.depth]
    for number, each in enumerate(earlier, 1):
        yield from _pass(number, state, root, each)
    yield Iteration(len(earlier) + 1, root.depth, root.alpha, root.beta)
    yield from _Telling(state, record).tell(0, None)
    yield Answer(value, result.bound, tuple(map(str, result.line)))


def _pass(number: int, state: State, root: RecordedNode[Any], each: Pass[Any]) -> Iterator[Event]:
    """Tell what an earlier pass chose; its tree was not kept."""
    depth, value, name = each.depth or 0, plain_value(each.value), _root_name(state)
    child = state.play(each.move)
    below = child_name(name, child, each.move)
    yield Iteration(number, each.depth)
    yield Enter(name, None, None, _role(root.player), 0, visit=Visit(depth))
    yield Enter(below, name, str(each.move), _role(child.player), 1, visit=Visit(depth - 1))
    yield Leave(below, value, each.bound)
    yield Leave(name, value, each.bound)
    yield Answer(value, each.bound, (str(each.move),))


def _role(player: int) -> str:
    return "MAX" if player == MAX else "MIN"


def _root_name(state: State) -> str:
    name = getattr(state, "name", None)
    return name if isinstance(name, str) else ROOT_NAME


def children_of(record: Sequence[RecordedNode[Any]]) -> list[list[int]]:
    """Return the numbers of the visits below each visit, in their order."""
    children: list[list[int]] = [[] for _ in record]
    for number, node in enumerate(record):
        if node.parent is not None:
            children[node.parent].append(number)
    return children


class _Open:
    """An open node: its name, its state, and its window with the ancestors that gave the ends."""

    def __init__(self, node: RecordedNode[Any], state: State, name: str, above: _Open | None) -> None:
        self.node, self.state, self.name, self.above = node, state, name, above
        self.alpha, self.beta = node.alpha, node.beta
        self.alpha_by = self.beta_by = _GIVEN
        self.asks: Any = None
        if above is not None:
            self._inherit(above)

    @property
    def role(self) -> str:
        return _role(self.node.player)

    def _inherit(self, above: _Open) -> None:
        """An end of the window that is not the parent's is that of a null window, which only asks on which side the value is."""
        if self.alpha == above.alpha:
            self.alpha_by = above.alpha_by
        if self.beta == above.beta:
            self.beta_by = above.beta_by
        if self.alpha == above.alpha and self.beta == above.beta:
            self.asks = above.asks
        elif self.alpha is not None and self.beta is not None:
            self.asks = "more" if above.node.player == MAX else "less"

    def is_better(self, value: float) -> bool:
        """Whether a child's value narrows the window."""
        if self.node.player == MAX:
            return self.alpha is None or value > self.alpha
        return self.beta is None or value < self.beta

    def narrow(self, value: float, child: str) -> None:
        if self.node.player == MAX:
            self.alpha, self.alpha_by = value, (self.name, child, self.role)
        else:
            self.beta, self.beta_by = value, (self.name, child, self.role)


class _Telling:
    def __init__(self, state: State, record: Sequence[RecordedNode[Any]]) -> None:
        self.state, self.record = state, record
        self.children = children_of(record)

    def tell(self, number: int, above: _Open | None) -> Iterator[Event]:
        """Tell one visit of a node and all below it."""
        node = self.record[number]
        if above is None:
            here = _Open(node, self.state, _root_name(self.state), None)
        else:
            state = above.state.play(node.move)
            here = _Open(node, state, child_name(above.name, state, node.move), above)
        usual = node.depth if above is None or above.node.depth <= 0 else above.node.depth - 1
        yield Enter(
            here.name,
            None if above is None else above.name,
            None if node.move is None else str(node.move),
            here.role,
            node.ply,
            here.alpha,
            here.beta,
            here.alpha_by[0],
            here.beta_by[0],
            Visit(node.depth, usual - node.depth, here.asks),
        )
        yield from self._below(number, here)
        yield from _end(here)

    def _below(self, number: int, here: _Open) -> Iterator[Event]:
        visits, seen = self.children[number], list[Any]()
        for place, visit in enumerate(visits):
            child = self.record[visit]
            yield from self.tell(visit, here)
            if child.value is None:
                return
            name = child_name(here.name, here.state.play(child.move), child.move)
            if place + 1 < len(visits) and self.record[visits[place + 1]].move == child.move:
                yield Again(name, child.value)
                continue
            first = not seen
            seen.append(child.move)
            better = here.is_better(child.value)
            if better:
                here.narrow(child.value, name)
            if better or first:
                yield Improve(here.name, name, child.value, here.role, child.bound, here.alpha, here.beta, better)
        if seen and here.node.ending == "cutoff":
            yield from _cutoff(here, seen)


def _cutoff(here: _Open, seen: Sequence[Any]) -> Iterator[Event]:
    node, above = here.node, here.above
    left = [move for move in here.state.moves() if move not in seen]
    if not left or node.value is None:
        return
    names = tuple(child_name(here.name, here.state.play(move), move) for move in left)
    # The window as it was on entry: the last move has narrowed its own end since.
    limit, (by, by_child, by_role) = (node.beta, here.beta_by) if node.player == MAX else (node.alpha, here.alpha_by)
    deep = by is not None and above is not None and by != above.name
    drawn = names if len(names) <= FEW_MOVES else ()
    kind: Literal["alpha", "beta"] = "beta" if node.player == MAX else "alpha"
    test = by is None and here.asks is not None
    yield Cutoff(here.name, kind, node.value, limit, by, by_child, deep, names, drawn, here.role, by_role, test)
    for name in drawn:
        yield Skip(name, here.name, (name,))


def _end(here: _Open) -> Iterator[Event]:
    node, name = here.node, here.name
    if node.value is None:
        return
    match node.ending:
        case "end":
            yield Evaluate(name, node.value, "end")
        case "horizon" | "quiescence" | "known":
            yield Evaluate(name, node.value, "static" if node.ending == "horizon" else node.ending)
            if node.bound != "exact":
                yield Leave(name, node.value, node.bound)
        case "table":
            yield Recall(name, node.value, node.bound)
        case "mate_distance" | "futility" | "null_move" | "probcut" | "multi_cut":
            yield Prune(name, node.value, node.bound, node.ending)
        case "stopped" | "cutoff" | "searched":
            yield Leave(name, node.value, node.bound)
