"""Events of single nodes: the search enters one, evaluates it, takes a child's value, leaves."""

from __future__ import annotations

from typing import Literal

import msgspec

from zermelo.events.base import (
    AT,
    Record,
    Value,
    format_chance,
    format_names,
    format_value,
    is_test,
    question,
)
from zermelo.events.mover import Mover, other, seen, seen_bound, seen_window
from zermelo.result import SIGNS, Bound
from zermelo.state import format_payoff


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


class Enter(Record, frozen=True, gc=False):
    """The search enters a node with a window; `alpha_from` and `beta_from` are the ancestors that set its ends. Only the engine's
    nodes have a `visit`. Star2's `probe` looks at one move below the node only. In a search that knows bounds of all leaves
    (`bounded`, as in star1), ends that no ancestor set are these bounds; elsewhere, they were given to the search.

    `mover` is the player to move if the search tells values from that player's point of view, as negamax does: then the sentence
    changes the signs. The numbers of events are MAX's all the same."""

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
    probe: bool = False
    mover: Mover | None = None
    bounded: bool = False

    def __str__(self) -> str:
        who = f"{'a leaf' if self.role == 'LEAF' else self.role}{self.visit or ''}"
        if self.visit is not None and self.visit.asks is not None:
            limit = self.alpha if self.visit.asks == "more" else self.beta
            return f"Test {self.node} ({who}): is it worth {self.visit.asks} than {format_value(limit)}?"
        look = f"Probe one move of {self.node} ({who})" if self.probe else f"Look at {self.node} ({who})"
        if self.alpha is None and self.beta is None:
            return f"{look}."
        if self.mover is None and self.alpha is not None and self.beta is not None and is_test(self.alpha, self.beta):
            return f"Test {self.node} ({who}): is it worth {self._question(self.alpha, self.beta)}?"
        return f"{look}: {'' if self.mover is None else f'for {self.mover}, '}{self._window()}."

    def _question(self, alpha: float, beta: float) -> str:
        """What a test asks: about the end that an ancestor has set."""
        if self.beta_from is not None:
            return f"less than {format_value(beta)}"
        return question(alpha, beta) if self.alpha_from is None else f"more than {format_value(alpha)}"

    def _window(self) -> str:
        mover = self.mover or "MAX"
        ends = []
        sources = (self.alpha_from, self.beta_from) if mover == "MAX" else (self.beta_from, self.alpha_from)
        origins = (
            ("the least a leaf can be worth", "the most a leaf can be worth") if self.bounded else ("given", "given")
        )
        window = seen_window(self.alpha, self.beta, mover)
        for greek, (text, end), source, known in zip("αβ", window, sources, origins, strict=True):
            origin = "" if end is None else f", from {source}" if source else f", {known}"
            ends.append(f"{greek} is {text}{origin}")
        return "; ".join(ends)


class Evaluate(Record, frozen=True, gc=False):
    """A leaf is evaluated: the end of the game, a static value at the horizon, there with captures and the like played out, a
    value that the game knows without a search, or one cached by an earlier pass or probe. `mover` is as in `Enter`."""

    node: str
    value: Value
    kind: Literal["end", "static", "quiescence", "known", "cached"] = "end"
    mover: Mover | None = None

    def __str__(self) -> str:
        value = format_value(self.value)
        if self.mover is not None:
            turn = "who is to move" if self.kind == "static" else "whose turn it would be"
            turned = f"so {seen(self.value, 'MIN')} for MIN, " if self.mover == "MIN" else ""
            value += f" for MAX, {turned}{turn}"
        return {
            "end": f"{self.node} is a leaf worth {value}.",
            "static": f"{self.node} is at the horizon; its static value is {value}.",
            "quiescence": f"{self.node} is at the horizon; once it is quiet, its static value is {value}.",
            "known": f"{self.node} is worth {value}, as the game knows without a search.",
            "cached": f"{self.node} was valued before: {value}, at no cost.",
        }[self.kind]


class Improve(Record, frozen=True, gc=False):
    """A node takes a child's value, which is exact or a bound, as its best so far; `narrows` if that changes its window.

    `mover` is as in `Enter`, and `child_mover` the same at the child."""

    node: str
    child: str
    value: Value
    role: str
    bound: Bound = "exact"
    alpha: int | float | None = None
    beta: int | float | None = None
    narrows: bool = False
    mover: Mover | None = None
    child_mover: Mover | None = None

    def __str__(self) -> str:
        mover = self.mover or "MAX"
        value, bound = seen(self.value, mover), seen_bound(self.bound, mover)
        by = f"{self.child}"
        if self.mover is not None and self.child_mover is not None:
            turned = f"{AT[seen_bound(self.bound, self.child_mover)]}{seen(self.value, self.child_mover)}"
            same = self.mover == self.child_mover
            by += f", where {mover} moves again" if same else f", {turned} with the sign changed"
        reach = "can reach" if bound == "exact" else f"gets {AT[bound].strip()}"
        return f"{self.role} at {self.node} {reach} {value} by {by}{self._window()}."

    def _window(self) -> str:
        if self.role not in ("MAX", "MIN"):
            return ""
        low, high = seen_window(self.alpha, self.beta, self.mover or "MAX")
        greek, (text, end) = ("α", low) if self.role == "MAX" or self.mover is not None else ("β", high)
        return "" if end is None else f" ({greek} {'is now' if self.narrows else 'stays'} {text})"


class Average(Record, frozen=True, gc=False):
    """A node where chance moves counts a child, whose value may be a bound. `value` is the sum of what is counted so far, and
    `left` the probability of the children still to come. `low` and `high` bound the average of all, if the search knows bounds of
    all values."""

    node: str
    child: str
    probability: float
    worth: Value
    bound: Bound
    value: Value
    left: float
    low: int | float | None = None
    high: int | float | None = None

    def __str__(self) -> str:
        adds = f"{self.child} adds {AT[self.bound]}{format_chance(self.probability)} × {format_value(self.worth)}"
        to = f"to the average at {self.node}"
        if self.low is not None and self.high is not None:
            low, high = format_payoff(self.low), format_payoff(self.high)
            return f"{adds} {to}, which is " + (f"{low}." if low == high else f"from {low} to {high} now.")
        if not self.left:
            return f"{adds} {to}, which is {format_value(self.value)}."
        rest = f"the children still to come have a probability of {format_chance(self.left)}"
        return f"{adds} {to}: {format_value(self.value)} so far, and {rest}."


class Leave(Record, frozen=True, gc=False):
    """The search leaves a node with a value, exact or a bound. `mover` is as in `Enter`."""

    node: str
    value: Value
    bound: Bound = "exact"
    mover: Mover | None = None

    def __str__(self) -> str:
        def worth(mover: Mover) -> str:
            return f"{AT[seen_bound(self.bound, mover)]}{seen(self.value, mover)}"

        if self.mover is None:
            return f"{self.node} is worth {worth('MAX')}."
        mover, opponent = self.mover, other(self.mover)
        return f"{self.node} is worth {worth(mover)} for {mover}, which is {worth(opponent)} for {opponent}."


class Tie(Record, frozen=True, gc=False):
    """Moves tie at a node or below it, so several outcomes are good play. The first few are listed, each with the child that
    leads there, unless chance moves."""

    node: str
    outcomes: int
    values: tuple[Value, ...]
    children: tuple[str, ...]

    def __str__(self) -> str:
        shown = [format_value(value) for value in self.values]
        if self.children:
            shown = [f"{value} by {child}" for value, child in zip(shown, self.children, strict=True)]
        if self.outcomes > len(shown):
            shown.append(f"{self.outcomes - len(shown):,} more")
        return f"{self.node} has {self.outcomes:,} outcomes of good play: {format_names(shown)}."


class Recall(Record, frozen=True, gc=False):
    """The transposition table knows the value of a position that was searched before."""

    node: str
    value: Value
    bound: Bound

    def __str__(self) -> str:
        return f"{self.node} was met before: {SIGNS[self.bound]}{format_value(self.value)}."


class Again(Record, frozen=True, gc=False):
    """A null-window test found the node better than expected, so it is searched again for its value."""

    node: str
    value: Value

    def __str__(self) -> str:
        return f"{self.node} passed the test ({format_value(self.value)}): look again for its value."


class Extend(Record, frozen=True, gc=False):
    """A node at the horizon is not quiet, so the search goes on below it."""

    node: str
    value: Value

    def __str__(self) -> str:
        stand = "" if self.value is None else f"; standing still would be worth {format_value(self.value)}"
        return f"{self.node} is not quiet: the search goes on below the horizon{stand}."
