"""The events of a search as small typed records: recorded once, replayed anywhere.

A search calls its `watch=` function with one event at a time. An event names its nodes and holds plain numbers; `str(event)`
is one sentence. Values, alpha and beta are from MAX's point of view; alpha and beta are None while they are infinite.
`encode` and `decode` turn events into JSON and back; `schema` returns the JSON schema for other programs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from zermelo.result import SIGNS, Bound, format_line
from zermelo.state import State, format_payoff, state_name

Value: TypeAlias = int | float | tuple[int | float, ...] | None

ROOT_NAME = "start"
"""What events call the root of a game whose states have no names."""


class _Event(msgspec.Struct, frozen=True, gc=False, tag_field="event", tag=str.lower):
    # No event can be part of a reference cycle, so the garbage collector need not look at millions of them.
    pass


class Visit(msgspec.Struct, frozen=True, gc=False):
    """How the engine visits a node: `depth` moves ahead, `reduction` fewer than usual (negative for an extension); with a null
    window it only asks whether the node is worth `more` than alpha or `less` than beta."""

    depth: int
    reduction: int = 0
    asks: Literal["more", "less"] | None = None

    def __str__(self) -> str:
        if self.depth <= 0:
            return ", at the horizon"
        size, change = abs(self.reduction), "fewer" if self.reduction > 0 else "more"
        return f", {self.depth} ahead" + (f", {size} {change} than usual" if size else "")


class Enter(_Event, frozen=True, gc=False):
    """The search enters a node with a window; `alpha_from` and `beta_from` are the ancestors that set its ends. Only the engine's
    nodes have a `visit`."""

    node: str
    parent: str | None
    move: str | None
    role: str
    ply: int
    alpha: int | float | None = None
    beta: int | float | None = None
    alpha_from: str | None = None
    beta_from: str | None = None
    visit: Visit | None = None

    def __str__(self) -> str:
        who = f"{'a leaf' if self.role == 'LEAF' else self.role}{self.visit or ''}"
        if self.visit is not None and self.visit.asks is not None:
            limit = self.alpha if self.visit.asks == "more" else self.beta
            return f"Test {self.node} ({who}): is it worth {self.visit.asks} than {_text(limit)}?"
        if self.alpha is None and self.beta is None:
            return f"Look at {self.node} ({who})."
        if self.alpha is not None and self.beta is not None and _text(self.alpha) == _text(self.beta):
            asked = _asked(self.alpha, self.beta) if self.beta_from is None else "less than"
            return f"Test {self.node} ({who}): is it worth {asked} {_text(self.beta)}?"
        ends = []
        for greek, bound, source in (("α", self.alpha, self.alpha_from), ("β", self.beta, self.beta_from)):
            if bound is None:
                ends.append(f"{greek} is {'-∞' if greek == 'α' else '∞'}")
            else:
                ends.append(f"{greek} is {format_payoff(bound)}, {'from ' + source if source else 'given'}")
        return f"Look at {self.node} ({who}): {'; '.join(ends)}."


class Evaluate(_Event, frozen=True, gc=False):
    """A leaf is evaluated: the end of the game, a static value at the horizon, there with captures and the like played out, a
    value that the game knows without a search, or one cached by an earlier pass."""

    node: str
    value: Value
    kind: Literal["end", "static", "quiescence", "known", "cached"] = "end"

    def __str__(self) -> str:
        value = _text(self.value)
        return {
            "end": f"{self.node} is a leaf worth {value}.",
            "static": f"{self.node} is at the horizon; its static value is {value}.",
            "quiescence": f"{self.node} is at the horizon; once it is quiet, its static value is {value}.",
            "known": f"{self.node} is worth {value}, as the game knows without a search.",
            "cached": f"{self.node} was valued before: {value}, at no cost.",
        }[self.kind]


class Improve(_Event, frozen=True, gc=False):
    """A node takes a child's value as its best so far, which narrows its window."""

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

    An alpha cutoff happens at a MIN node because of a MAX ancestor, a beta cutoff at a MAX node because of a MIN ancestor. It
    is deep if that ancestor, `by`, is not the parent. `by` is None if the limit is that of a null-window test, as in scout and
    MTD(f).

    In max^n the kind is `payoffs`: the payoff of the player at the node leaves nobody else more than the limit, which the
    player of the parent already has; or, if `by` is None, no payoff can be larger. The kind is `win` if the player at the node
    has found a win and the search was told to stop there.

    `skipped` are the leaves that are not looked at, or the states where the tree is not explicit; `children` are the children
    of the node that lead there, each of which gets a `Skip`.
    """

    node: str
    kind: Literal["alpha", "beta", "payoffs", "win"]
    value: Value
    limit: int | float | None
    by: str | None
    by_child: str | None
    deep: bool
    skipped: tuple[str, ...]
    children: tuple[str, ...]

    def __str__(self) -> str:
        value, limit = _text(self.value), _text(self.limit)
        rest = format_names(self.skipped) + (" is" if len(self.skipped) == 1 else " are") + " not looked at"
        if self.kind == "win":
            return f"A move at {self.node} is worth {value}, which wins: {rest}."
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
    """A child is never generated; `leaves` are those below it in an explicit tree."""

    node: str
    parent: str
    leaves: tuple[str, ...]

    def __str__(self) -> str:
        below = [leaf for leaf in self.leaves if leaf != self.node]
        return f"{self.node} is skipped" + (f", and with it {format_names(below)}." if below else ".")


class Leave(_Event, frozen=True, gc=False):
    """The search leaves a node with a value, exact or a bound."""

    node: str
    value: Value
    bound: Bound = "exact"

    def __str__(self) -> str:
        return f"{self.node} is worth {_AT[self.bound]}{_text(self.value)}."


class Iteration(_Event, frozen=True, gc=False):
    """A pass over the tree begins, to a depth or with a window."""

    number: int
    depth: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None

    def __str__(self) -> str:
        what = f"to depth {self.depth}" if self.depth is not None else "to the end of the game"
        if self.alpha is not None and self.beta is not None and _text(self.alpha) == _text(self.beta):
            what += f", asking whether the value is {_asked(self.alpha, self.beta)} {_text(self.beta)}"
        elif self.alpha is not None or self.beta is not None:
            ends = ("-∞" if self.alpha is None else _text(self.alpha), "∞" if self.beta is None else _text(self.beta))
            what += f", with the window from {ends[0]} to {ends[1]}"
        return f"Pass {self.number}: {what}."


class Reorder(_Event, frozen=True, gc=False):
    """The children of a node are sorted by their values in the last pass."""

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
    """Moves tie at a node or below it, so several outcomes are good play. The first few are listed, each with the child that
    leads there, unless chance moves."""

    node: str
    outcomes: int
    values: tuple[Value, ...]
    children: tuple[str, ...]

    def __str__(self) -> str:
        shown = [_text(value) for value in self.values]
        if self.children:
            shown = [f"{value} by {child}" for value, child in zip(shown, self.children, strict=True)]
        if self.outcomes > len(shown):
            shown.append(f"{self.outcomes - len(shown):,} more")
        return f"{self.node} has {self.outcomes:,} outcomes of good play: {format_names(shown)}."


class Answer(_Event, frozen=True, gc=False):
    """A pass or the search has ended with this value and line."""

    value: Value
    bound: Bound
    line: tuple[str, ...]

    def __str__(self) -> str:
        how = format_line(self.line) if self.line else "the game is over"
        return f"The answer is {SIGNS[self.bound]}{_text(self.value)}: {how}."


class Recall(_Event, frozen=True, gc=False):
    """The transposition table knows the value of a position that was searched before."""

    node: str
    value: Value
    bound: Bound

    def __str__(self) -> str:
        return f"{self.node} was met before: {SIGNS[self.bound]}{_text(self.value)}."


class Prune(_Event, frozen=True, gc=False):
    """The engine leaves a node without searching its moves to the full depth; `by` says what made it sure enough."""

    node: str
    value: Value
    bound: Bound
    by: Literal["mate_distance", "futility", "null_move", "probcut", "multi_cut"]

    def __str__(self) -> str:
        worth = f"{_AT[self.bound]}{_text(self.value)}"
        return {
            "mate_distance": f"{self.node} cannot matter: a quicker win is known elsewhere.",
            "futility": f"{self.node} is worth {worth}: its static value is so far outside the window that no search is needed.",
            "null_move": f"{self.node} is worth {worth}: even passing would be good enough for the player to move (null move).",
            "probcut": f"{self.node} is worth {worth}: a shallower search is so far outside the window that a deeper one "
            "would be too (ProbCut).",
            "multi_cut": f"{self.node} is worth {worth}: a shallower search finds several moves that are good enough "
            "(multi-cut).",
        }[self.by]


class Again(_Event, frozen=True, gc=False):
    """A null-window test found the node better than expected, so it is searched again for its value."""

    node: str
    value: Value

    def __str__(self) -> str:
        return f"{self.node} passed the test ({_text(self.value)}): look again for its value."


class Extend(_Event, frozen=True, gc=False):
    """A node at the horizon is not quiet, so the search goes on below it."""

    node: str
    value: Value

    def __str__(self) -> str:
        stand = "" if self.value is None else f"; standing still would be worth {_text(self.value)}"
        return f"{self.node} is not quiet: the search goes on below the horizon{stand}."


class Reopen(_Event, frozen=True, gc=False):
    """Best-first search opens a node; `merit` is an upper bound of the solutions through it."""

    node: str
    merit: int | float | None

    def __str__(self) -> str:
        return f"{self.node} is open" + (f", worth at most {_text(self.merit)}." if self.merit is not None else ".")


class Solve(_Event, frozen=True, gc=False):
    """Best-first search has solved a node."""

    node: str
    merit: int | float | None

    def __str__(self) -> str:
        return f"{self.node} is solved: {_text(self.merit)}."


class OpenList(_Event, frozen=True, gc=False):
    """The list of open nodes after `node` was expanded or left it: the nodes at its front, and how many there are in all."""

    node: str
    front: tuple[str, ...]
    size: int

    def __str__(self) -> str:
        names = [*self.front, f"{self.size - len(self.front):,} more"] if self.size > len(self.front) else self.front
        return f"OPEN is {format_names(names, None)}."


class Select(_Event, frozen=True, gc=False):
    """Monte-Carlo tree search goes down from a node to a child: to the one with the largest sum of mean and bonus, or to the one
    that chance draws, or to which the players' choices lead where they move at the same time. The mean is that of the player who
    chooses, scaled to 0..1; `visits` are those of the child."""

    node: str
    child: str
    role: str
    visits: int
    node_visits: int
    mean: float | None = None
    bonus: float | None = None

    def __str__(self) -> str:
        if self.role == "CHANCE":
            return f"At {self.node} chance draws {self.child}."
        if self.mean is None or self.bonus is None:
            return f"At {self.node} the choices lead to {self.child}, after {self.visits:,} of {self.node_visits:,} visits."
        return (
            f"At {self.node}, {self.child} has the largest sum: mean {self.mean:.2f} + bonus {self.bonus:.2f} "
            f"after {self.visits:,} of {self.node_visits:,} visits."
        )


class Expand(_Event, frozen=True, gc=False):
    """Monte-Carlo tree search adds a node to its tree."""

    node: str
    parent: str | None
    move: str | None
    role: str

    def __str__(self) -> str:
        return f"{self.node} joins the tree."


class Simulate(_Event, frozen=True, gc=False):
    """A random game is played from a node to its end."""

    node: str
    plies: int
    value: Value

    def __str__(self) -> str:
        if self.plies == 0:
            return f"The game is over at {self.node}: {_text(self.value)}."
        moves = "1 move" if self.plies == 1 else f"{self.plies} moves"
        return f"A random game from {self.node} ends after {moves}: {_text(self.value)}."


class Backup(_Event, frozen=True, gc=False):
    """The payoff of a simulation is added at a node on the way back to the root."""

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
    | Prune
    | Again
    | Extend
    | Reopen
    | Solve
    | OpenList
    | Select
    | Expand
    | Simulate
    | Backup
)

_SHOWN_NAMES = 6
_AT: dict[Bound, str] = {"exact": "", "lower": "at least ", "upper": "at most ", "estimate": ""}


def format_names(names: Sequence[str], limit: int | None = _SHOWN_NAMES) -> str:
    """Join names for a sentence: at most `limit` of them, and the number of the others.

    >>> format_names(["L"]), format_names(["Q", "R", "N"])
    ('L', 'Q, R and N')
    """
    if limit is not None and len(names) > limit:
        names = [*names[: limit - 1], f"{len(names) - limit + 1:,} more"]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def child_name(parent: str, child: State | None, move: Any) -> str:
    """Return the name of a node: the state's own name if it has one, else the moves that lead to it."""
    return state_name(child) or (str(move) if parent == ROOT_NAME else f"{parent} {move}")


def _asked(alpha: float, beta: float) -> str:
    """Return what a null window tests. One of its ends is the number in question, the other the nearest float, which takes
    more digits to write."""
    return "more than" if len(repr(alpha)) <= len(repr(beta)) else "at least"


def _text(value: Value) -> str:
    """Format a value; None is infinite, since JSON has no number for it, and its sign is lost."""
    return "±∞" if value is None else format_payoff(value)


def encode(events: Iterable[Event]) -> bytes:
    """Return the events as one JSON array."""
    return msgspec.json.encode(list(events))


def decode(data: bytes | str) -> list[Event]:
    """Return the events of a JSON array written by `encode`."""
    return msgspec.json.decode(data, type=list[Event])


def schema() -> dict[str, Any]:
    """Return the JSON schema of an array of events."""
    return msgspec.json.schema(list[Event])
