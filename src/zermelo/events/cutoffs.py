"""Events of what a search leaves out: cutoffs, the children that they skip, and the engine's pruning."""

from __future__ import annotations

from typing import Literal

from zermelo.events.base import AT, Record, Value, format_end, format_names, format_value
from zermelo.events.mover import Mover, other, seen
from zermelo.result import Bound


class Cutoff(Record, frozen=True, gc=False):
    """The rest of a node cannot matter: an ancestor already has something at least as good elsewhere.

    An alpha cutoff happens where the value is at most `limit`, at a MIN node because of a MAX ancestor; a beta cutoff where it is
    at least `limit`. `role` and `by_role` are who moves at the node and at that ancestor, `by`; the cutoff is deep if that is not
    the parent. `by_child` is the child of `by` that gives it the limit. The limit may also be

    - what an average needs: then chance moves at `by`, and `by_child` is the child on the way to the node;
    - an end of the window that the search was given, or of a null-window test (`test`), as in scout and MTD(f): then `by` is None.

    Where chance moves at the node, the value is a bound of the average whatever the rest is worth.

    In max^n the kind is `payoffs`: the payoff of the player at the node leaves nobody else more than the limit, which the
    player of the parent already has; or, if `by` is None, no payoff can be larger than the limit. The kind is `win` if the player
    at the node has found a win and the search was told to stop there.

    `skipped` are the leaves that are not looked at, or the states where the tree is not explicit; `children` are the children
    of the node that lead there, each of which gets a `Skip`. A cutoff `within` a null-window test or a probe does not last: the
    search may come back for the node's value. `mover` is as in `Enter`.
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
    role: str
    by_role: str | None = None
    test: bool = False
    within: Literal["test", "probe"] | None = None
    mover: Mover | None = None

    def __str__(self) -> str:
        rest = format_names(self.skipped) + (" is" if len(self.skipped) == 1 else " are") + " not looked at"
        if self.within is not None:
            rest += f" in this {self.within}"
        deep = f" (deep, by {self.by})" if self.deep else ""
        if self.mover is not None and self.by is not None:
            return f"{self._for_mover(self.mover)}: {rest}{deep}."
        return f"{self._reason()}: {rest}{deep}."

    def _reason(self) -> str:
        value = format_value(self.value)
        if self.kind == "win":
            return f"{self.role} at {self.node} has a move worth {value}, which wins"
        if self.kind == "payoffs":
            return self._payoffs()
        least = "at least" if self.kind == "beta" else "at most"
        worth = f"{self.node} is worth {least} {value}"
        if self.role == "CHANCE":
            worth += " whatever the rest is worth"
        if self.by is None:
            limit = format_value(self.limit)
            return f"{worth}, which settles the test against {limit}" if self.test else f"{worth}, and {self._end()}"
        if self.by_role == "CHANCE":
            side = "less" if self.kind == "beta" else "more"
            # The number is what the window allows for the child, rounded.
            return f"{worth}, and the average at {self.by} matters only if {self.by_child} is worth {side} than {self._limit()}"
        if self.role == "CHANCE":
            return f"{worth}, and {self._has()}"
        if self.deep:
            return f"{self.role} at {self.node} can reach {value}, and {self._has()}"
        if self.by_child == self.by:
            return f"{worth}, and {self._has()}"
        return (
            f"{self.by} already has {self._limit()}; {worth}, so {self.by_role} at {self.by} will never let play reach "
            f"{self.node}"
        )

    def _payoffs(self) -> str:
        reach = f"{self.role} at {self.node} can reach {format_value(self.value)}"
        if self.by is None:
            return f"{reach}, and nobody can ever get more than {self._limit()}"
        return (
            f"{reach}, which leaves at most {self._limit()} for {self.by_role}, who already has as much at {self.by} "
            f"by {self.by_child}"
        )

    def _limit(self) -> str:
        return format_value(None) if self.limit is None else format_end(self.limit)

    def _end(self) -> str:
        return f"the window ends at {self._limit()}"

    def _has(self) -> str:
        where = "by standing still" if self.by_child == self.by else f"by {self.by_child}"
        return f"{self.by_role} at {self.by} already has {self._limit()} {where}"

    def _for_mover(self, mover: Mover) -> str:
        """Return the reason from the view of the player to move, which makes every cutoff a beta cutoff."""
        return (
            f"{self.node} is worth at least {seen(self.value, mover)} for {mover}, and β is {seen(self.limit, mover)}, since "
            f"{self.by_role} at {self.by} already has {seen(self.limit, other(mover))} by {self.by_child}"
        )


class Skip(Record, frozen=True, gc=False):
    """A child is not generated; `leaves` are those below it in an explicit tree."""

    node: str
    parent: str
    leaves: tuple[str, ...]

    def __str__(self) -> str:
        below = [leaf for leaf in self.leaves if leaf != self.node]
        return f"{self.node} is skipped" + (f", and with it {format_names(below)}." if below else ".")


class Prune(Record, frozen=True, gc=False):
    """The engine leaves a node without searching its moves to the full depth; `by` says what made it sure enough."""

    node: str
    value: Value
    bound: Bound
    by: Literal["mate_distance", "futility", "null_move", "probcut", "multi_cut"]

    def __str__(self) -> str:
        worth = f"{AT[self.bound]}{format_value(self.value)}"
        return {
            "mate_distance": f"{self.node} cannot matter: a quicker win is known elsewhere.",
            "futility": f"{self.node} is worth {worth}: its static value is so far outside the window that no search is needed.",
            "null_move": f"{self.node} is worth {worth}: even passing would be good enough for the player to move (null move).",
            "probcut": f"{self.node} is worth {worth}: a shallower search is so far outside the window that a deeper one "
            "would be too (ProbCut).",
            "multi_cut": f"{self.node} is worth {worth}: a shallower search finds several moves that are good enough "
            "(multi-cut).",
        }[self.by]
