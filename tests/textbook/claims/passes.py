"""The claims of cutoffs, passes and answers."""

from __future__ import annotations

import re
from typing import Any

from tests.textbook.claims.checker import NAME, at_most, claim, close, holds, names, number, value
from tests.textbook.claims.paths import PathClaims
from zermelo.state import MIN
from zermelo.trees import Node

REST = r": <rest:Ns> (?:is|are) not looked at(?: in this (?P<within>test|probe))?(?: \(deep, by <deep:N>\))?\."
CHILD = rf"(?P<by_child>standing still|{NAME})"
WORTH = r"<node:N> is worth <bound:AT><worth:V>(?P<average> whatever the rest is worth)?"


class TreeClaims(PathClaims):
    """All claims of the searches that go down one path at a time."""

    # Cutoffs.

    @claim(
        rf"<by:N> already has <limit:V>; {WORTH}, so <by_role:W> at <also:N> will never let play reach <again:N>{REST}"
    )
    @claim(rf"{WORTH}, and <by_role:W> at <by:N> already has <limit:V> by {CHILD}{REST}")
    @claim(
        rf"<role:W> at <node:N> can reach <worth:V>, and <by_role:W> at <by:N> already has <limit:V> by {CHILD}{REST}"
    )
    def cut_by_ancestor(
        self,
        node: str,
        worth: str,
        limit: str,
        by: str,
        by_role: str,
        rest: str,
        by_child: str | None = None,
        **more: Any,
    ) -> None:
        assert by_role == self.case.mover(by), f"{self.case.mover(by)} moves at {by}"
        self.has(by, number(limit), by_child)
        bound = "at most" if by_role == "MAX" else "at least"
        assert more.get("bound", bound).strip() == bound
        assert (more.get("also", by), more.get("again", node)) == (by, node)
        assert (more.get("average") is not None) == (self.case.mover(node) == "CHANCE")
        assert "role" not in more or more["role"] == self.case.mover(node)
        assert {self.case.mover(node), by_role} == {"MAX", "MIN"} or more.get("average")
        self.settled(node, bound, value(worth), value(limit))
        self.rest(node, by, rest, more)

    @claim(
        rf"<node:N> is worth at least <worth:V> for <mover:W>, and β is <beta:V>, since <by_role:W> at <by:N> already has "
        rf"<limit:V> by <by_child:N>{REST}"
    )
    def cut_for_mover(self, node: str, worth: str, mover: str, beta: str, by: str, limit: str, **more: Any) -> None:
        sign = self.sign(node)
        assert mover == self.case.mover(node)
        assert more["by_role"] == self.case.mover(by) != mover
        assert close(number(beta), -number(limit))
        self.has(by, -sign * number(limit), more["by_child"])
        self.settled(node, "at least" if sign > 0 else "at most", sign * value(worth), sign * number(beta))
        self.rest(node, by, more["rest"], more)

    @claim(rf"{WORTH}, which settles the test against <limit:V>{REST}")
    def cut_by_test(self, node: str, bound: str, worth: str, limit: str, rest: str, **more: Any) -> None:
        asked = self.at(node).asked
        assert asked is not None, "there is no test"
        assert close(number(limit), asked[1])
        self.settled(node, bound, value(worth), asked[1])
        self.rest(node, None, rest, more)

    @claim(rf"{WORTH}, and the window ends at <limit:V>{REST}")
    def cut_by_window(self, node: str, bound: str, worth: str, limit: str, rest: str, **more: Any) -> None:
        ends = self.given if self.bounds is None else self.bounds
        assert close(number(limit), ends[bound == "at least "]), f"{ends} is given"
        self.settled(node, bound, value(worth), number(limit))
        self.rest(node, None, rest, more)

    @claim(
        rf"{WORTH}, and the average at <by:N> matters only if <by_child:N> is worth (?P<side>more|less) than <limit:V>{REST}"
    )
    def cut_by_average(self, node: str, bound: str, worth: str, by: str, by_child: str, **more: Any) -> None:
        place = next(number for number, each in enumerate(self.path) if each.name == by)
        assert self.case.mover(by) == "CHANCE"
        assert self.path[place + 1].name == by_child
        limit = number(more["limit"])
        assert bound == ("at most " if more["side"] == "more" else "at least ")
        below = self.path[place + 1 :]
        assert any(close(limit, each.alpha if more["side"] == "more" else each.beta) for each in below)
        self.settled(node, bound, value(worth), limit)
        self.rest(node, by, more["rest"], more)

    @claim(rf"<role:W> at <node:N> has a move worth <worth:V>, which wins{REST}")
    def cut_by_win(self, role: str, node: str, worth: str, rest: str, **more: Any) -> None:
        sign, stop_at = self.sign(node), self.case.options["stop_at"]
        assert role == self.case.mover(node)
        assert at_most(stop_at, sign * value(worth))
        assert close(self.at(node).best, value(worth))
        assert at_most(sign * value(worth), sign * self.true(node))
        self.rest(node, None, rest, more)

    @claim(
        rf"<role:W> at <node:N> can reach <worth:V>, which leaves at most <limit:V> for <by_role:W>, who already has as much at "
        rf"<by:N> by <by_child:N>{REST}"
    )
    @claim(rf"<role:W> at <node:N> can reach <worth:V>, and nobody can ever get more than <limit:V>{REST}")
    def cut_by_payoffs(
        self, role: str, node: str, worth: str, limit: str, rest: str, by: str | None = None, **more: Any
    ) -> None:
        total, least = self.case.options["total"], self.case.options["least"]
        opened = self.at(node)
        assert role == self.case.mover(node)
        assert close(opened.best, value(worth))
        own = self.own(node, opened.best)
        assert at_most(own, self.own(node, self.true(node)))
        others = len(opened.best) - 1
        if by is None:
            assert close(number(limit), own)
            assert own + others * least >= total
        else:
            above = self.path[-2]
            assert above.name == by
            assert more["by_role"] == self.case.mover(by) != role
            assert close(number(limit), total - own - (others - 1) * least)
            assert above.best_child == more["by_child"]
            assert at_most(number(limit), self.own(by, above.best))
            assert at_most(self.true(node)[self.tree[by].player], number(limit))
        self.rest(node, by, rest, more)

    def settled(self, name: str, bound: str, worth: Any, limit: Any) -> None:
        """A node is at most or at least worth as much as is said, and so on the far side of the limit."""
        opened = self.at(name)
        assert holds(bound, worth, self.true(name)), f"{name} is worth {self.true(name)}"
        assert at_most(worth, limit) if bound.startswith("at most") else at_most(limit, worth)
        if self.case.options.get("ties") == "strict":
            assert worth != limit, "a tie is not enough"
        if self.case.mover(name) != "CHANCE":
            assert close(opened.best, worth), f"{name} has {opened.best}"

    def rest(self, name: str, by: str | None, rest: str, more: dict[str, Any]) -> None:
        """The leaves that are named are those below the children that the search has not entered, and it never will."""
        opened = self.at(name)
        self.cut = [
            leaf
            for child in self.order(self.tree[name])
            if child.name not in opened.entered
            for below in self.unprobed(opened.probed, child)
            for leaf in self.leaves(below)
        ]
        shown, hidden = names(rest)
        assert self.cut, "nothing is left"
        assert shown == self.cut[: len(shown)], f"they are {self.cut}"
        assert len(shown) + hidden == len(self.cut), f"they are {self.cut}"
        parent = self.path[-2].name if len(self.path) > 1 else None
        assert more["deep"] == (by if by != parent else None)
        in_test = self.case.search == "scout" and any(each.asked for each in self.path)
        in_probe = any(each.probe for each in self.path)
        assert more["within"] == ("probe" if in_probe else "test" if in_test else None)
        if more["within"] is None:
            self.skipped.update(self.cut)

    def order(self, node: Node) -> list[Node]:
        """The children as this pass meets them."""
        return [node.play(move) for move in self.ordered(node)]

    def unprobed(self, probed: dict[str, set[str]], child: Node) -> list[Node]:
        if child.name not in probed:
            return [child]
        return [below for below in self.order(child) if below.name not in probed[child.name]]

    def leaves(self, node: Node) -> list[str]:
        return [leaf.name for leaf in node.leaves()]

    @claim(r"<node:N> is skipped(?:, and with it <below:Ns>)?\.")
    def skip(self, node: str, below: str | None) -> None:
        leaves = self.leaves(self.tree[node])
        assert set(leaves) <= set(self.cut), f"the cutoff skips {self.cut}"
        parent = self.tree[node].parent
        assert parent is not None
        assert parent.name in (self.top.name, *self.top.probed)
        shown, hidden = names(below) if below else (leaves, 0)
        assert shown == leaves[: len(shown)]
        assert len(shown) + hidden == len(leaves)

    # Passes and the answer.

    @claim(
        r"Pass (?P<count>\d+): to (?:the end of the game|depth (?P<depth>\d+))"
        r"(?:, asking whether the value is (?P<asks>more than|at least) <limit:V>|, with the window from <low:V> to <high:V>)?\."
    )
    def begin(self, count: str, depth: str | None, asks: str | None, **window: str | None) -> None:
        self.passes += 1
        assert int(count) == self.passes
        assert not self.path
        if self.case.search == "deepening":
            assert depth is None or self.depth is None or int(depth) > self.depth
            self.depth = None if depth is None else int(depth)
        else:
            assert (None if depth is None else int(depth)) == self.depth
        if asks is not None:
            limit = number(str(window["limit"]))
            self.asked, self.given = (asks, limit), (limit, limit)
        elif window["low"] is not None:
            self.given = number(window["low"]), number(str(window["high"]))
            assert self.given[0] < self.given[1]
        self.skipped.clear()
        self.in_pass = {}

    @claim(r"Next time at <node:N>: <first:N>(?: \(<worth:V>\))? first(?P<rest>(?:, then .+)?)\.")
    def reorder(self, node: str, first: str, worth: str | None, rest: str) -> None:
        listed = [(first, worth)]
        listed += [(each[0], each[1] or None) for each in re.findall(rf", then ({NAME})(?: \(([^)]*)\))?", rest)]
        assert sorted(child for child, _ in listed) == sorted(self.tree[node].moves())
        found = [self.in_pass.get(child) for child, _ in listed]
        for (_, shown), true in zip(listed, found, strict=True):
            assert (shown is None) == (true is None)
            # With fail="hard" only less is reported than was found.
            assert shown is None or close(number(shown), true) or self.hard
        known = [self.own(node, number(shown)) for _, shown in listed if shown is not None]
        assert known == sorted(known, reverse=True)
        assert None not in found[: len(known)]
        self.orders = {**self.orders, node: tuple(child for child, _ in listed)}

    @claim(r"The answer is (?P<sign>[≤≥] )?<worth:V>(?:: (?P<line>[A-Z ]+))?\.")
    def answer(self, sign: str | None, worth: str, line: str | None) -> None:
        root, claimed = self.tree, value(worth)
        true = self.true(root.name)
        bound = {"≥ ": "at least", "≤ ": "at most", None: ""}[sign]
        assert not self.path
        assert holds(bound, claimed, true), f"{root.name} is worth {true}"
        assert close(claimed, self.returns[root.name]), f"{root.name} returned {self.returns[root.name]}"
        node: Node = root
        for move in line.split() if line else ():
            node = node.play(move)
        if line and bound:
            first = self.true(line.split()[0])
            assert holds(bound, claimed, first), f"the move is worth {first}"
            assert (bound == "at least") == (root.player != MIN)
        elif line:
            self.follows(line.split(), node, true)
        elif not bound:
            assert self.case.ends(root.name, self.depth) or self.case.mover(root.name) == "CHANCE"

    def follows(self, line: list[str], last: Node, true: Any) -> None:
        """Every node on the line is worth as much as the root; MTD(f) proves one move only."""
        assert all(close(self.true(name), true) for name in line), "the line loses value"
        stops = self.case.ends(last.name, self.depth) or self.case.mover(last.name) == "CHANCE"
        assert stops or self.case.search in ("mtdf", "quiescence"), f"play goes on at {last.name}"
