"""What a search does, as small typed records: recorded once, replayed anywhere.

A search given `watch=` calls it with one event at a time. An event names the nodes it speaks of, holds plain numbers,
and says itself as one sentence (`str(event)`). `encode` and `decode` turn events into JSON and back; `schema` is the
JSON schema that other programs share. In an event None stands for "no bound yet": alpha's -∞ and beta's +∞.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from zermelo.result import SIGNS, Bound, format_line
from zermelo.state import format_payoff

Value: TypeAlias = int | float | tuple[int | float, ...] | None


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    # No event can be part of a reference cycle, so the garbage collector need not look at millions of them.
    pass


class Enter(_Event, frozen=True, gc=False):
    """The search arrives at a node with a window, and each end of the window was given by some ancestor."""

    node: str
    parent: str | None
    move: str | None
    role: str
    ply: int
    alpha: int | float | None = None
    beta: int | float | None = None
    alpha_from: str | None = None
    beta_from: str | None = None

    def __str__(self) -> str:
        who = "a leaf" if self.role == "LEAF" else self.role
        if self.alpha is None and self.beta is None:
            return f"Look at {self.node} ({who})."
        if self.alpha is not None and self.beta is not None and _text(self.alpha) == _text(self.beta):
            asked = _asked(self.alpha, self.beta) if self.beta_from is None else "less than"
            return f"Test {self.node} ({who}): is it worth {asked} {_text(self.beta)}?"
        ends = []
        for greek, bound, giver in (("α", self.alpha, self.alpha_from), ("β", self.beta, self.beta_from)):
            if bound is None:
                ends.append(f"{greek} is {'-∞' if greek == 'α' else '∞'}")
            else:
                ends.append(f"{greek} is {format_payoff(bound)}, {'from ' + giver if giver else 'given'}")
        return f"Look at {self.node} ({who}): {'; '.join(ends)}."


class Evaluate(_Event, frozen=True, gc=False):
    """A leaf's value is asked for: the end of the game, or a static value at the horizon, fresh or remembered."""

    node: str
    value: Value
    kind: Literal["end", "static", "cached"] = "end"

    def __str__(self) -> str:
        value = _text(self.value)
        return {
            "end": f"{self.node} is a leaf worth {value}.",
            "static": f"{self.node} is at the horizon; its static value is {value}.",
            "cached": f"{self.node} was valued before: {value}, at no cost.",
        }[self.kind]


class Improve(_Event, frozen=True, gc=False):
    """A node takes a child's value as its best so far, and its window shrinks."""

    node: str
    child: str
    value: Value
    role: str
    bound: Bound = "exact"
    alpha: int | float | None = None
    beta: int | float | None = None

    def __str__(self) -> str:
        value = _text(self.value)
        if self.role == "CHANCE":
            return f"With {self.child} counted, the average at {self.node} stands at {value}."
        greek, end = ("α", self.alpha) if self.role == "MAX" else ("β", self.beta)
        window = ""
        if end is not None and self.role in ("MAX", "MIN"):
            window = f" ({greek} {'is now' if end == self.value else 'stays'} {_text(end)})"
        if self.bound == "exact":
            return f"{self.role} at {self.node} can reach {value} by {self.child}{window}."
        least = "at most" if self.bound == "upper" else "at least"
        return f"{self.role} at {self.node} gets {least} {value} by {self.child}{window}."


class Cutoff(_Event, frozen=True, gc=False):
    """The rest of a node cannot matter: an ancestor already has something at least as good elsewhere.

    An alpha cutoff happens at a MIN node (a MAX ancestor is responsible), a beta cutoff at a MAX node. It is deep if
    that ancestor is not the parent. `by` is None when the limit is no ancestor's but a test, as the null windows of
    scout and MTD(f) are.

    Among many players the kind is `payoffs`: what the player at the node has leaves nobody else more than the limit, and the
    player of the parent already has as much; or, where `by` is None, there is nothing better to be had.
    """

    node: str
    kind: Literal["alpha", "beta", "payoffs"]
    value: Value
    limit: int | float | None
    by: str | None
    by_child: str | None
    deep: bool
    skipped: tuple[str, ...]

    def __str__(self) -> str:
        value, limit = _text(self.value), _text(self.limit)
        rest = format_names(self.skipped) + (" is" if len(self.skipped) == 1 else " are") + " not looked at"
        if self.kind == "payoffs":
            if self.by is None:
                return f"{self.node} is worth {value}, and nothing can be better for the player to move: {rest}."
            return (
                f"At {self.node} the player to move is sure of {value} or better, which leaves at most {limit} to the player "
                f"at {self.by}, who already has as much by {self.by_child}: {rest}."
            )
        least = "at least" if self.kind == "beta" else "at most"
        if self.by is None:
            return f"{self.node} is worth {least} {value}, which settles the test against {limit}: {rest}."
        here, there = ("MAX", "MIN") if self.kind == "beta" else ("MIN", "MAX")
        if self.deep:
            where = f" at {self.by_child}" if self.by_child else ""
            return (
                f"{here} at {self.node} can reach {value}, and {there} at {self.by} already has {limit}{where}: "
                f"{rest} (deep, by {self.by})."
            )
        return (
            f"{self.by} already has {limit}; {self.node} is worth {least} {value}, so {there} at {self.by} "
            f"will never let play reach {self.node}: {rest}."
        )


class Skip(_Event, frozen=True, gc=False):
    """A child that is never generated, with the leaves below it where they can be known."""

    node: str
    parent: str
    leaves: tuple[str, ...]

    def __str__(self) -> str:
        below = [leaf for leaf in self.leaves if leaf != self.node]
        return f"{self.node} is skipped" + (f", and with it {format_names(below)}." if below else ".")


class Leave(_Event, frozen=True, gc=False):
    """The search is done with a node: its value, exact or a bound."""

    node: str
    value: Value
    bound: Bound = "exact"

    def __str__(self) -> str:
        least = {"lower": "at least ", "upper": "at most "}.get(self.bound, "")
        return f"{self.node} is worth {least}{_text(self.value)}."


class Iteration(_Event, frozen=True, gc=False):
    """A pass over the tree begins, to a depth or with a window."""

    number: int
    depth: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None

    def __str__(self) -> str:
        what = f"to depth {self.depth}" if self.depth is not None else "to the end of the game"
        if self.alpha is not None and self.beta is not None:
            what += f", asking whether the value is {_asked(self.alpha, self.beta)} {format_payoff(self.beta)}"
        return f"Pass {self.number}: {what}."


class Reorder(_Event, frozen=True, gc=False):
    """The children of a node are put in the order the last pass suggests, each with the value it had there."""

    node: str
    children: tuple[str, ...]
    values: tuple[int | float | None, ...]

    def __str__(self) -> str:
        parts = [
            child if value is None else f"{child} ({format_payoff(value)})"
            for child, value in zip(self.children, self.values, strict=True)
        ]
        first, rest = parts[0], parts[1:]
        return f"Next time at {self.node}: {first} first" + "".join(f", then {each}" for each in rest) + "."


class Tie(_Event, frozen=True, gc=False):
    """Where moves tie, at a node or below it, several outcomes of it are good play. The first few of them are told, each with
    the child that leads there; where chance moves there is none."""

    node: str
    outcomes: int
    values: tuple[Value, ...]
    children: tuple[str, ...]

    def __str__(self) -> str:
        told = [_text(value) for value in self.values]
        if self.children:
            told = [f"{value} by {child}" for value, child in zip(told, self.children, strict=True)]
        if self.outcomes > len(told):
            told.append(f"{self.outcomes - len(told):,} more")
        return f"{self.node} has {self.outcomes:,} outcomes of good play: {format_names(told)}."


class Answer(_Event, frozen=True, gc=False):
    """A move is ready: at the end of every pass, and at the end of the search."""

    value: Value
    bound: Bound
    line: tuple[str, ...]

    def __str__(self) -> str:
        how = format_line(self.line) if self.line else "the game is over"
        return f"The answer is {SIGNS[self.bound]}{_text(self.value)}: {how}."


class Recall(_Event, frozen=True, gc=False):
    """A position met before: what the table remembers of it is used instead of searching it again."""

    node: str
    value: Value
    bound: Bound

    def __str__(self) -> str:
        return f"{self.node} was met before: {SIGNS[self.bound]}{_text(self.value)}."


class Again(_Event, frozen=True, gc=False):
    """A test with a null window said "better than expected", so the node is searched once more for its value."""

    node: str
    value: Value

    def __str__(self) -> str:
        return f"{self.node} passed the test ({_text(self.value)}): look again for its value."


class Extend(_Event, frozen=True, gc=False):
    """The horizon falls on a node that is not quiet, so the search goes on there."""

    node: str
    value: Value

    def __str__(self) -> str:
        stand = "" if self.value is None else f"; standing still would be worth {_text(self.value)}"
        return f"{self.node} is not quiet: the search goes on below the horizon{stand}."


class Reopen(_Event, frozen=True, gc=False):
    """Best-first search puts a node on its list, with the most that a solution through it can be worth."""

    node: str
    merit: int | float | None

    def __str__(self) -> str:
        return f"{self.node} is open" + (f", worth at most {_text(self.merit)}." if self.merit is not None else ".")


class Solve(_Event, frozen=True, gc=False):
    """Best-first search has settled the best solution tree below a node."""

    node: str
    merit: int | float | None

    def __str__(self) -> str:
        return f"{self.node} is solved: {_text(self.merit)}."


class Expand(_Event, frozen=True, gc=False):
    """Monte-Carlo search adds a node to its tree."""

    node: str
    parent: str | None
    move: str | None
    role: str

    def __str__(self) -> str:
        return f"{self.node} joins the tree."


class Simulate(_Event, frozen=True, gc=False):
    """A game is played out at random from a node."""

    node: str
    plies: int
    value: Value

    def __str__(self) -> str:
        moves = "1 move" if self.plies == 1 else f"{self.plies} moves"
        return f"A random game from {self.node} ends after {moves}: {_text(self.value)}."


class Backup(_Event, frozen=True, gc=False):
    """A playout's payoff is counted at a node on the way back to the root."""

    node: str
    visits: int
    mean: Value

    def __str__(self) -> str:
        times = "1 visit" if self.visits == 1 else f"{self.visits} visits"
        return f"{self.node}: {times}, {_text(self.mean)} on average."


Event: TypeAlias = (
    Enter
    | Evaluate
    | Improve
    | Cutoff
    | Skip
    | Leave
    | Iteration
    | Reorder
    | Tie
    | Answer
    | Recall
    | Again
    | Extend
    | Reopen
    | Solve
    | Expand
    | Simulate
    | Backup
)

_SHOWN_NAMES = 6


def format_names(names: Sequence[str], limit: int | None = _SHOWN_NAMES) -> str:
    """Names as a sentence lists them: at most `limit` of them, and how many more there are.

    >>> format_names(["L"]), format_names(["Q", "R", "N"])
    ('L', 'Q, R and N')
    """
    if limit is not None and len(names) > limit:
        names = [*names[: limit - 1], f"{len(names) - limit + 1:,} more"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _asked(alpha: float, beta: float) -> str:
    """What a window without room asks. One end is the number asked about, the other its nearest neighbour, which takes
    more digits to write."""
    return "more than" if len(repr(alpha)) <= len(repr(beta)) else "at least"


def _text(value: Value) -> str:
    """None is an infinite value: JSON has no number for it, so its sign is lost on the way."""
    return "±∞" if value is None else format_payoff(value)


def encode(events: Iterable[Event]) -> bytes:
    """The events as one JSON array."""
    return msgspec.json.encode(list(events))


def decode(data: bytes | str) -> list[Event]:
    """The events of a JSON array written by `encode`."""
    return msgspec.json.decode(data, type=list[Event])


def schema() -> dict[str, Any]:
    """The JSON schema of an array of events."""
    return msgspec.json.schema(list[Event])
