"""Events of whole passes: one begins, its children are put in order, the search answers."""

from __future__ import annotations

from zermelo.events.base import Record, Value, format_end, format_mean, format_value, is_test, question
from zermelo.result import SIGNS, Bound, format_line
from zermelo.state import format_payoff


class Iteration(Record, frozen=True, gc=False):
    """A pass over the tree begins, to a depth or with a window."""

    number: int
    depth: int | None = None
    alpha: int | float | None = None
    beta: int | float | None = None

    def __str__(self) -> str:
        what = f"to depth {self.depth}" if self.depth is not None else "to the end of the game"
        alpha, beta = self.alpha, self.beta
        if alpha is not None and beta is not None and is_test(alpha, beta):
            what += f", asking whether the value is {question(alpha, beta)}"
        elif alpha is not None or beta is not None:
            ends = ("-∞" if alpha is None else format_end(alpha), "∞" if beta is None else format_end(beta))
            what += f", with the window from {ends[0]} to {ends[1]}"
        return f"Pass {self.number}: {what}."


class Reorder(Record, frozen=True, gc=False):
    """The children of a node are sorted by the values that the last pass returned for them."""

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


class Answer(Record, frozen=True, gc=False):
    """A pass or the search has ended with this value. The line is the one that reaches it; it is empty where the game is over,
    where chance moves first, and where no move is proven to reach a bound."""

    value: Value
    bound: Bound
    line: tuple[str, ...]

    def __str__(self) -> str:
        how = f": {format_line(self.line)}" if self.line else ""
        value = format_mean(self.value) if self.bound == "estimate" else format_value(self.value)
        return f"The answer is {SIGNS[self.bound]}{value}{how}."
