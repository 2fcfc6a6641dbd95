"""The claims of searches that go down one path at a time, with or without windows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf, nextafter
from typing import Any

from tests.textbook.claims.checker import NAME, VALUE, Checker, at_most, claim, close, holds, number, value
from tests.textbook.claims.truth import Case
from zermelo.state import as_payoffs

WINDOWED = (
    *("alpha_beta", "negamax", "scout", "aspiration", "deepening", "mtdf", "transpositions", "quiescence"),
    *("star1", "star2", "paranoid", "coalition"),
)
INFINITE = (-inf, inf)


@dataclass
class Returned:
    """A child that the search has left, with what it returned."""

    name: str
    value: Any


@dataclass
class Open:
    """A node on the path: its window as it stands, what it has taken, and the children that the search has left."""

    name: str
    alpha: Any = -inf
    beta: Any = inf
    best: Any = None
    best_child: str = ""
    asked: tuple[str, Any] | None = None
    probe: bool = False
    entered: set[str] = field(default_factory=set)
    probed: dict[str, set[str]] = field(default_factory=dict)
    left: list[Returned] = field(default_factory=list)
    interval: tuple[Any, Any] = INFINITE


class PathClaims(Checker):
    """The path, and what is true of it; values are MAX's."""

    def __init__(self, case: Case) -> None:
        self.case, self.tree = case, case.tree
        self.path: list[Open] = []
        self.given: tuple[Any, Any] = case.options.get("window", INFINITE)
        self.asked: tuple[str, Any] | None = None
        self.skipped: set[str] = set()
        self.cut: list[str] = []
        self.orders: dict[str, tuple[str, ...]] = {}
        self.returns: dict[str, Any] = {}  # of the run
        self.in_pass: dict[str, Any] = {}
        self.depth: int | None = None if case.search == "deepening" else case.options.get("depth")
        self.passes = 0
        self.second_look = ""
        self.windowed = case.search in WINDOWED
        self.hard = case.options.get("fail") == "hard"
        self.bounds: Any = case.options.get("bounds")

    @property
    def top(self) -> Open:
        return self.path[-1]

    def true(self, name: str) -> Any:
        return self.case.value(name, self.depth)

    def sign(self, name: str) -> int:
        return -1 if self.case.mover(name) == "MIN" else 1

    def own(self, name: str, worth: Any) -> Any:
        """What a value is worth to the player who moves at a node."""
        return worth[self.tree[name].player] if isinstance(worth, tuple) else self.sign(name) * worth

    def at(self, name: str) -> Open:
        assert self.top.name == name, f"the search is at {self.top.name}"
        return self.top

    def returned(self, name: str, worth: Any) -> None:
        node = self.at(name)
        self.path.pop()
        self.returns[name] = self.in_pass[name] = worth
        if self.path and node.probe:
            self.top.probed[name] = node.entered
        elif self.path:
            self.top.left.append(Returned(name, worth))

    def has(self, name: str, limit: Any, child: str | None) -> None:
        """A node on the path already has a value by a child, so that it is truly worth as much to the player there."""
        node = next((node for node in self.path[:-1] if node.name == name), None)
        assert node is not None, f"{name} is not above {self.top.name}"
        assert node.best is not None, f"{name} has nothing yet"
        assert close(node.best, limit), f"{name} has {node.best}"
        assert child in (None, node.best_child), f"{name} has it by {node.best_child}"
        assert at_most(self.own(name, limit), self.own(name, self.true(name))), f"{name} is worth {self.true(name)}"

    # Entering a node.

    _END = "<{0}:V>(?:, from <{0}_from:N>)?(?P<{0}_given>, given)?(?:, the (?P<{0}_bounded>least|most) a leaf can be worth)?"
    _WINDOW = f"α is {_END.format('alpha')}; β is {_END.format('beta')}"

    @claim(rf"(?:Look at|Probe one move of) <node:N> \(<role:R>\)(?:: (?:for <mover:W>, )?{_WINDOW})?\.")
    def look(self, node: str, role: str, mover: str | None, **window: Any) -> None:
        opened = self.enter(node, role)
        opened.probe = str(self.event).startswith("Probe")
        above = self.path[-2] if len(self.path) > 1 else None
        if opened.probe:
            assert above is not None
            assert self.case.mover(above.name) == "CHANCE"
            above.entered.discard(node)
        if window["alpha"] is None:
            assert not self.windowed or (opened.alpha, opened.beta) == INFINITE, f"its window is {opened}"
            return
        assert self.windowed
        sign = self.sign(node) if self.case.search == "negamax" else 1
        assert self.case.search != "negamax" or mover == self.case.mover(node)
        ends = ("alpha", "beta")[::sign]
        for is_beta, end in enumerate(ends):
            given, bounded = window[f"{end}_given"] is not None, window[f"{end}_bounded"]
            assert bounded in (None, ("least", "most")[is_beta])
            self.window(bool(is_beta), sign * number(window[end]), window[f"{end}_from"], given, bounded is not None)

    @claim(r"Test <node:N> \(<role:R>\): is it worth (?P<asks>more than|at least|less than) <limit:V>\?")
    def test(self, node: str, role: str, asks: str, limit: str) -> None:
        opened = self.enter(node, role)
        above = self.path[-2] if len(self.path) > 1 else None
        expected = self.asked if above is None else above.asked
        if expected is None:  # the parent begins the test
            assert above is not None
            assert self.case.search != "mtdf"
            is_max = self.case.mover(above.name) == "MAX"
            expected = ("more than", above.alpha) if is_max else ("less than", above.beta)
        assert asks == expected[0], f"it is asked whether the value is {expected}"
        assert close(number(limit), expected[1]), f"it is asked whether the value is {expected}"
        opened.asked, exact = expected, expected[1]
        above_it, below_it = nextafter(exact, inf), nextafter(exact, -inf)
        opened.alpha, opened.beta = (exact, above_it) if asks == "more than" else (below_it, exact)

    def enter(self, name: str, role: str) -> Open:
        node = self.tree[name]
        assert self.case.role(name) == role, f"{self.case.role(name)} moves at {name}"
        assert (node.parent.name if node.parent else None) == (self.path[-1].name if self.path else None)
        assert name not in self.skipped, f"{name} was said not to be looked at"
        if not self.path:
            self.path.append(Open(name, *self.given))
        else:
            above = self.top
            self.next_child(above, name)
            above.entered.add(name)
            ends = INFINITE if self.case.mover(above.name) == "CHANCE" else (above.alpha, above.beta)
            self.path.append(Open(name, *ends))
        return self.top

    def next_child(self, above: Open, name: str) -> None:
        """The children come in their order, unless the table knows a better one; a second look is at the last of them."""
        if self.case.search in ("transpositions", "mtdf") or str(self.event).startswith("Probe"):
            return
        listed = [child for child in self.ordered(self.tree[above.name]) if child not in above.entered]
        assert name in (self.second_look, *listed[:1]), f"the next child is {listed[:1]}"
        self.second_look = ""

    def ordered(self, node: Any) -> list[str]:
        """The children as this pass meets them."""
        return list(self.orders.get(node.name) or (child.name for child in self.case.order(node)))

    def window(self, is_beta: bool, claimed: Any, source: str | None, given: bool, bounded: bool) -> None:
        """An end of the window is what the best ancestor has, what the search was given, or a bound of all leaves."""
        node, above = self.top, self.path[-2] if len(self.path) > 1 else None
        infinite = claimed in INFINITE
        assert (source is not None) + given + bounded == (not infinite)
        assert not (given if self.bounds else bounded), "bounds are not given as a window"
        if bounded:
            assert close(claimed, self.bounds[is_beta]), f"the bounds are {self.bounds}"
        if above is not None and self.case.mover(above.name) == "CHANCE":
            self.needed(is_beta, claimed, source)
        else:
            own = node.beta if is_beta else node.alpha
            assert close(claimed, own), f"it is {own}"
            ancestor = None if source is None else self.case.mover(source)
            if ancestor in ("MAX", "MIN"):
                assert ancestor == ("MIN" if is_beta else "MAX"), f"{ancestor} moves at {source}"
                self.has(str(source), claimed, None)
            elif given:
                assert close(claimed, self.given[is_beta]), f"{self.given} is given"
            claimed = own
        node.alpha, node.beta = (node.alpha, claimed) if is_beta else (claimed, node.beta)

    def needed(self, is_beta: bool, claimed: Any, source: str | None) -> None:
        """Below a chance node: with a value beyond this end, the average is beyond the chance node's own."""
        above = self.path[-2]
        if source is None:
            assert close(claimed, self.bounds[is_beta]), f"the bounds are {self.bounds}"
            return
        assert source == above.name
        shares = {child: self.case.probability(child) for child in self.tree[source].moves()}
        rest = sum(share * self.true(child) for child, share in shares.items() if child != self.top.name)
        average = shares[self.top.name] * claimed + rest
        digits = 1e-5 * max(1, abs(claimed))  # are not shown
        assert above.beta <= average + digits if is_beta else average - digits <= above.alpha

    # Leaves.

    @claim(r"<node:N> is a leaf worth <worth:V>(?: for MAX, (?:so <turned:V> for MIN, )?whose turn it would be)?\.")
    def leaf(self, node: str, worth: str, turned: str | None) -> None:
        assert not self.tree[node].children
        self.evaluated(node, worth, turned)

    @claim(
        r"<node:N> is at the horizon; its static value is <worth:V>"
        r"(?: for MAX, (?:so <turned:V> for MIN, )?who is to move)?\."
    )
    def horizon(self, node: str, worth: str, turned: str | None) -> None:
        assert self.tree[node].children, f"{node} is a leaf"
        assert self.case.ends(node, self.depth)
        self.evaluated(node, worth, turned)

    @claim(r"<node:N> was valued before: <worth:V>, at no cost\.")
    def cached(self, node: str, worth: str) -> None:
        assert node in self.returns
        self.evaluated(node, worth, None)

    def evaluated(self, name: str, worth: str, turned: str | None) -> None:
        true = self.case.static(name)
        told = as_payoffs(value(worth)) if isinstance(true, tuple) else value(worth)
        assert close(told, true), f"{name} is worth {true}"
        if self.case.search == "negamax":
            assert (turned is not None) == (self.case.mover(name) == "MIN")
        assert turned is None or close(value(turned), -true)
        self.returned(name, true)

    # A child's value.

    @claim(
        r"<role:W> at <node:N> (?:can reach|gets <bound:AT>)\s?<worth:V> by <child:N>"
        r"(?:, <turned_bound:AT><turned:V> with the sign changed|, where <again:W> moves again)?"
        r"(?: \((?P<greek>[αβ]) (?P<how>is now|stays) <end:V>\))?\."
    )
    def improve(
        self, role: str, node: str, bound: str | None, worth: str, child: str, end: str | None, how: str, **more: Any
    ) -> None:
        """The player takes a child's value, the first or a better one; alpha or beta is as the sentence says."""
        opened = self.at(node)
        sign = self.sign(node) if self.case.search == "negamax" else 1
        assert self.case.mover(node) == role, f"{self.case.mover(node)} moves at {node}"
        last = opened.left[-1]
        assert last.name == child, f"the search was at {last.name}"
        if self.hard:  # what is returned is cut off at the window
            last.value = self.unclamped(last, sign * value(worth))
        assert close(value(worth), sign * last.value if sign < 0 else last.value), f"{child} returned {last.value}"
        true = self.true(child)
        assert holds(bound or "", value(worth), -true if sign < 0 else true), f"{child} is worth {true}"
        if bound is None:
            own = self.own(node, last.value), self.own(node, self.true(node))
            assert at_most(*own), f"{node} is worth {self.true(node)}"
        assert opened.best is None or self.own(node, last.value) > self.own(node, opened.best)
        opened.best, opened.best_child = last.value, child
        if self.case.search == "negamax":
            self.signs(role, child, bound or "", worth, **more)
        if role not in ("MAX", "MIN") or not self.windowed:
            assert end is None
            return
        before = opened.alpha if role == "MAX" else opened.beta
        after = max(before, last.value) if role == "MAX" else min(before, last.value)
        if -self.own(node, last.value) >= self.case.options.get("stop_at", inf):
            after = before  # a loss, however large, is no bound
        opened.alpha, opened.beta = (after, opened.beta) if role == "MAX" else (opened.alpha, after)
        assert (end is None) == (after in INFINITE), f"it is {after}"
        if end is not None:
            assert more["greek"] == ("α" if role == "MAX" or self.case.search == "negamax" else "β")
            assert close(number(end), sign * after), f"it is {sign * after}"
            changed = not close(after, before) if self.hard else after != before
            assert (how == "is now") == changed, f"it was {before}"

    def unclamped(self, last: Returned, worth: Any) -> Any:
        if close(worth, last.value):
            return last.value
        low, high = self.top.alpha, self.top.beta
        assert close(min(max(worth, low), high), last.value), f"{last.name} returned {last.value}"
        return worth

    def signs(self, role: str, child: str, bound: str, worth: str, **more: Any) -> None:
        """The child's value as its own player sees it."""
        if more["again"] is not None:
            assert more["again"] == role == self.case.mover(child)
        else:
            assert self.case.mover(child) != role
            assert close(value(more["turned"]), -value(worth))
            assert {bound, more["turned_bound"]} in ({""}, {"at most ", "at least "})

    @claim(
        r"<child:N> adds <bound:AT><share:V> × <worth:V> to the average at <node:N>"
        r"(?:: <so_far:V> so far, and the children still to come have a probability of <left:V>"
        r"|, which is <average:V>|, which is from <low:V> to <high:V> now)\."
    )
    def average(self, child: str, bound: str, share: str, worth: str, node: str, **sums: Any) -> None:
        opened = self.at(node)
        assert self.case.mover(node) == "CHANCE"
        assert opened.left[-1].name == child
        assert close(number(share), self.case.probability(child))
        assert close(value(worth), opened.left[-1].value)
        assert holds(bound, value(worth), self.true(child)), f"{child} is worth {self.true(child)}"
        shares = [self.case.probability(each.name) for each in opened.left]
        if sums["so_far"] is not None:
            assert close(value(sums["so_far"]), self.case.mix(shares, [each.value for each in opened.left]))
            assert close(number(sums["left"]), 1 - sum(shares))
        elif sums["average"] is not None:
            assert close(value(sums["average"]), self.true(node)), f"{node} is worth {self.true(node)}"
            assert self.bounds or close(sum(shares), 1)
        else:
            before, now = opened.interval, (number(sums["low"]), number(sums["high"]))
            true = self.true(node)
            assert now[0] < now[1]
            assert at_most(now[0], true), f"{node} is worth {true}"
            assert at_most(true, now[1]), f"{node} is worth {true}"
            assert at_most(before[0], now[0]), f"it was {before}"
            assert at_most(now[1], before[1]), f"it was {before}"
            assert sum(shares) < 1 or bound, "every child is counted"
            opened.interval = now

    @claim(r"<node:N> is not quiet: the search goes on below the horizon; standing still would be worth <worth:V>\.")
    def stand(self, node: str, worth: str) -> None:
        opened, static = self.at(node), self.case.static(node)
        assert self.tree[node].noisy
        assert not self.case.ends(node)
        assert self.case.plies[node] >= self.case.options["depth"]
        assert self.case.stands_still(node)
        assert close(value(worth), static)
        opened.best, opened.best_child = static, "standing still"
        if self.case.mover(node) == "MAX":
            opened.alpha = max(opened.alpha, static)
        else:
            opened.beta = min(opened.beta, static)

    # Leaving a node.

    @claim(r"<node:N> is worth <bound:AT><worth:V>(?: for <mover:W>, which is <turned:AT><also:V> for <other:W>)?\.")
    def leave(self, node: str, bound: str, worth: str, mover: str | None, **more: Any) -> None:
        true, claimed = self.true(node), value(worth)
        if mover is not None:
            assert mover == self.case.mover(node)
            assert {mover, more["other"]} == {"MAX", "MIN"}
            assert close(value(more["also"]), -claimed)
            assert holds(more["turned"], -claimed, -self.sign(node) * true)
            assert holds(bound, claimed, self.sign(node) * true), f"{node} is worth {true}"
            claimed *= self.sign(node)
        else:
            assert holds(bound, claimed, true), f"{node} is worth {true}"
        best = self.top.best
        if best is not None and not self.hard and not isinstance(best, tuple):
            assert close(best, claimed), f"{node} has {best}"
        exact = [each for each in (true, self.at(node).best) if each is not None and close(each, claimed)]
        self.returned(node, exact[-1] if exact else claimed)

    @claim(r"<node:N> was met before: (?P<sign>[≤≥] )?<worth:V>\.")
    def recall(self, node: str, sign: str | None, worth: str) -> None:
        bound = {"≥ ": "at least", "≤ ": "at most", None: ""}[sign]
        opened = self.at(node)
        assert node in self.returns
        assert holds(bound, value(worth), self.true(node)), f"{node} is worth {self.true(node)}"
        assert not bound or at_most(opened.beta, value(worth)) or at_most(value(worth), opened.alpha)
        assert close(self.returns[node], value(worth))
        self.returned(node, self.returns[node])

    @claim(r"<node:N> passed the test \(<worth:V>\): look again for its value\.")
    def again(self, node: str, worth: str) -> None:
        opened = self.top
        last = opened.left.pop()
        assert last.name == node
        self.second_look = node
        assert close(value(worth), last.value)
        is_max = self.case.mover(opened.name) == "MAX"
        assert holds("at least" if is_max else "at most", value(worth), self.true(node))
        assert self.true(node) > opened.alpha if is_max else self.true(node) < opened.beta

    @claim(r"<node:N> has (?P<count>[\d,]+) outcomes of good play: (?P<listed>.+)\.")
    def tie(self, node: str, count: str, listed: str) -> None:
        true = self.case.outcomes(self.at(node).name)
        assert int(count.replace(",", "")) == len(true) > 1, f"{node} has {len(true)}"
        shown = re.findall(rf"({VALUE})(?: by ({NAME}))?(?=, | and |$)", listed)
        more = re.search(r" and ([\d,]+) more$", listed)
        assert len(shown) + (int(more[1]) if more else 0) == len(true)
        left = [(worth, line[0] if line else "") for worth, line in true]
        for worth, child in shown:
            match = next((each for each in left if close(each[0], value(worth)) and each[1] == child), None)
            assert match is not None, f"{worth} by {child} is none"
            left.remove(match)
