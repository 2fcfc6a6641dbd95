"""Events of searches that keep a list of open nodes instead of a path."""

from __future__ import annotations

from typing import Literal

from zermelo.events.base import Record, format_names, format_value


class Reopen(Record, frozen=True, gc=False):
    """Best-first search opens a node. Its merit is the best that the root's player can still hope for through it, for MAX; None
    while that is infinite, -∞ where MIN moves at the root. `kind` is why: all children are opened where the root's player moves
    (`all`), elsewhere the `first`, and the `next` when that is solved."""

    node: str
    merit: int | float | None
    kind: Literal["all", "first", "next"] = "all"
    best: Literal["most", "least"] = "most"

    def __str__(self) -> str:
        infinite = "∞" if self.best == "most" else "-∞"
        return f"{self.node} is open, with merit {infinite if self.merit is None else format_value(self.merit)}."


class Solve(Record, frozen=True, gc=False):
    """Best-first search has solved a node with this merit. `kind` is how: it is a `leaf`, its `last` child is solved where the
    opponent moves, or `any` child where the root's player moves."""

    node: str
    merit: int | float | None
    kind: Literal["leaf", "last", "any"] = "leaf"

    def __str__(self) -> str:
        return f"{self.node} is solved, with merit {format_value(self.merit)}."


class OpenList(Record, frozen=True, gc=False):
    """The list of open nodes after `node` was expanded (`kind` is `expand`) or left it (`remove`): the nodes at its front, and
    how many there are in all."""

    node: str
    front: tuple[str, ...]
    size: int
    kind: Literal["expand", "remove"] = "expand"

    def __str__(self) -> str:
        names = [*self.front, f"{self.size - len(self.front):,} more"] if self.size > len(self.front) else self.front
        return f"OPEN is {format_names(names, None)}."
