"""What must be true of an event at which a line of pseudocode is marked."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.textbook.claims.truth import Case
from zermelo.events import Event
from zermelo.events.base import is_test
from zermelo.textbook import PSEUDOCODES

Condition = Callable[[Case, Any], bool]


def _parent(case: Case, event: Any) -> Any:
    return case.tree[event.node].parent


def _place(case: Case, event: Any) -> int:
    """The number of a node among its siblings, in the order of the search."""
    return [child.name for child in case.order(_parent(case, event))].index(event.node)


def _root_moves(case: Case, name: str) -> bool:
    """Whether the player at the root moves at a node."""
    return case.mover(name) == case.mover(case.tree.name)


def _plain(tag: str) -> Condition:
    return lambda case, event: _tag(event) == tag


def _tag(event: Any) -> str:
    return str(event.__struct_config__.tag)


def _improve(role: str) -> Condition:
    return lambda case, event: _tag(event) == "improve" and case.mover(event.node) == role


def _average(case: Case, event: Any) -> bool:
    return _tag(event) == "average" and case.mover(event.node) == "CHANCE"


def _taken(case: Case, event: Any) -> bool:
    return _tag(event) == "improve" and case.mover(event.node) != "CHANCE"


def _evaluate(case: Case, event: Any) -> bool:
    own_depth = case.search == "deepening"  # which changes from pass to pass
    return _tag(event) == "evaluate" and (own_depth or case.ends(event.node))


def _answer(bound: str) -> Condition:
    return lambda case, event: _tag(event) == "answer" and event.bound == bound


def _question(case: Case, event: Any) -> bool:
    return _tag(event) == "iteration" and is_test(event.alpha, event.beta)


def _select(chance: bool) -> Condition:
    return lambda case, event: _tag(event) == "select" and (event.role == "CHANCE") == chance


CONDITIONS: dict[str, Condition] = {
    r"(value|outcomes)\(node.*:": lambda case, event: _tag(event) == "enter" and not event.probe,
    r"search one move below each of them": lambda case, event: (
        _tag(event) == "enter" and event.probe and case.mover(_parent(case, event).name) == "CHANCE"
    ),
    r"return its (value|payoffs)( for that player)?|a leaf or horizon: .*": _evaluate,
    r"if MAX moves: best ← max\(best, v\)": _improve("MAX"),
    r"if MIN moves: best ← min\(best, v\)|β ← min\(β, best\)": _improve("MIN"),
    # Negamax calls the player to move MAX.
    r"α ← max\(α, best\)": lambda case, event: (
        _tag(event) == "improve" and (case.mover(event.node) == "MAX" or event.mover == case.mover(event.node))
    ),
    r"to move: best ← v|player to move: best ← it|parent: the parent takes it": _taken,
    r"(if chance|otherwise): .*P\(child\) v|of the other children": _average,
    r"skip the other children": lambda case, event: _tag(event) in ("cutoff", "skip"),
    r"return (best|best, or the average|the outcomes, the best first)": _plain("leave"),
    r"must beat: ties leave several": lambda case, event: _tag(event) == "tie" and event.outcomes > 1,
    r"else look again for its value": _plain("again"),
    r"if the table decides: return from it": _plain("recall"),
    r"best ← its static value \(stand pat\)": lambda case, event: (
        _tag(event) == "extend" and case.plies[event.node] >= case.options["depth"]
    ),
    r"the answers? (is|are) (value|outcomes)\(root.*|answer ← value\(root.*|the root: .*|the answer is .*": _plain(
        "answer"
    ),
    r"(v ← value\(root, α, β\)|search to this depth:)": _plain("iteration"),
    r"test: is the value ≥ v, or > v once": _question,
    r"if v ≤ α: .*|if it fails: upper ← v": _answer("upper"),
    r"if v ≥ β: .*|if the test succeeds: lower ← v": _answer("lower"),
    r"otherwise the answer is v": _answer("exact"),
    r"sort the children by their values": _plain("reorder"),
    r"if it is not solved:|if it has no value:": _plain("enter"),
    r"its merit is the worse of the two": lambda case, event: _tag(event) == "solve" and case.ends(event.node),
    r"P moves: open all children": lambda case, event: (
        _tag(event) == "reopen" and _root_moves(case, _parent(case, event).name)
    ),
    r"else: open the first child": lambda case, event: (
        _tag(event) == "reopen" and not _root_moves(case, _parent(case, event).name) and _place(case, event) == 0
    ),
    r"else: open the next sibling, or": lambda case, event: (
        _tag(event) == "reopen" and not _root_moves(case, _parent(case, event).name) and _place(case, event) > 0
    ),
    r"P moves above: solve the parent": lambda case, event: _tag(event) == "solve" and _root_moves(case, event.node),
    r"if there is none, solve the parent": lambda case, event: (
        _tag(event) == "solve" and not _root_moves(case, event.node)
    ),
    r"its children go in front of it": lambda case, event: (
        _tag(event) == "openlist" and event.front[0] == case.order(case.tree[event.node])[0].name
    ),
    r"if it has a value: remove it from OPEN": lambda case, event: (
        _tag(event) == "leave" or (_tag(event) == "openlist" and event.node not in event.front)
    ),
    r"the tree is the root": lambda case, event: _tag(event) == "expand" and event.parent is None,
    r"expand: add .*": lambda case, event: _tag(event) == "expand" and event.parent is not None,
    r"(the largest )?mean \+ c √\(ln N / n\)|a move in proportion to its regret": _select(False),
    r"\(or (to what )?chance draws\)": _select(True),
    r"simulate: play at random to the end": _plain("simulate"),
    r"count a visit and add the payoff|back up: count a visit at each node on": _plain("backup"),
    r"how much better other moves were": lambda case, event: _tag(event) == "backup" and bool(event.regrets),
}


@cache
def conditions_of(line: str) -> list[Condition]:
    return [condition for shape, condition in CONDITIONS.items() if re.fullmatch(shape, line)]


def check_line(case: Case, event: Event) -> None:
    """Check that the marked line's condition holds at an event."""
    code = PSEUDOCODES[case.search]
    line = code.lines[code.line_of(event)].strip()
    conditions = conditions_of(line)
    assert conditions, f"no condition is known for the line {line!r}"
    assert any(condition(case, event) for condition in conditions), f"the line {line!r} does not run at {event!r}"
