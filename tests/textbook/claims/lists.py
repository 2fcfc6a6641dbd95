"""The claims of searches with a list of open nodes: SSS* and minimax with OPEN."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tests.textbook.claims.checker import Checker, at_most, claim, close, names, number, value
from tests.textbook.claims.truth import Case
from zermelo.trees import Node


class ListClaims(Checker):
    """What both lists have in common: they come to a node, and take a leaf's value."""

    def __init__(self, case: Case) -> None:
        self.case, self.tree = case, case.tree
        self.last = ""

    def children(self, name: str) -> list[str]:
        return [child.name for child in self.case.order(self.tree[name])]

    def come_to(self, name: str) -> None:
        raise NotImplementedError

    def valued(self, name: str) -> None:
        raise NotImplementedError

    @claim(r"Look at <node:N> \(<role:R>\)\.")
    def look(self, node: str, role: str) -> None:
        assert role == self.case.role(node), f"{self.case.role(node)} moves at {node}"
        self.come_to(node)
        self.last = node

    @claim(r"<node:N> is (?:a leaf worth|at the horizon; its static value is) <worth:V>\.")
    def leaf(self, node: str, worth: str) -> None:
        assert node == self.last
        assert self.case.ends(node)
        assert bool(self.tree[node].children) == ("horizon" in str(self.event))
        assert close(value(worth), self.case.static(node))
        self.valued(node)

    @claim(r"The answer is <worth:V>(?:: (?P<line>[A-Z ]+))?\.")
    def answer(self, worth: str, line: str | None) -> None:
        true = self.case.value(self.tree.name)
        assert close(value(worth), true)
        node: Node = self.tree
        for move in line.split() if line else ():
            node = node.play(move)
            assert close(self.case.value(node.name), true), f"{node.name} is worth {self.case.value(node.name)}"
        assert self.case.ends(node.name)


class OpenClaims(ListClaims):
    """OPEN as the procedure keeps it, the front first."""

    @cached_property
    def opened(self) -> list[str]:
        return [self.tree.name]

    best: dict[str, Any]
    gone = ""

    def come_to(self, name: str) -> None:
        assert self.opened[0] == name, f"OPEN is {self.opened}"
        if name == self.tree.name:
            self.best = {}
        if not self.case.ends(name):
            self.opened[:0] = self.children(name)

    def valued(self, name: str) -> None:
        assert self.opened.pop(0) == name
        self.gone = name

    @claim(r"OPEN is <front:Ns>\.|OPEN is (?P<more>.+)\.")
    def lists(self, front: str | None, more: str | None) -> None:
        shown, hidden = names(front or more or "")
        assert shown == self.opened[: len(shown)], f"it is {self.opened}"
        assert len(shown) + hidden == len(self.opened)

    @claim(r"<role:W> at <node:N> can reach <worth:V> by <child:N>\.")
    def improve(self, role: str, node: str, worth: str, child: str) -> None:
        assert role == self.case.mover(node)
        assert child == self.gone
        assert self.tree[child].parent is self.tree[node]
        sign = -1 if role == "MIN" else 1
        assert close(value(worth), self.case.value(child))
        assert at_most(sign * value(worth), sign * self.case.value(node))
        assert node not in self.best or sign * value(worth) > sign * self.best[node]
        self.best[node] = value(worth)

    @claim(r"<node:N> is worth <worth:V>\.")
    def leave(self, node: str, worth: str) -> None:
        assert close(value(worth), self.case.value(node))
        self.valued(node)


class SssClaims(ListClaims):
    """Stockman's list; merits are seen by the player at the root, as in his paper."""

    @cached_property
    def sign(self) -> int:
        return -1 if self.case.mover(self.tree.name) == "MIN" else 1

    @cached_property
    def merits(self) -> dict[str, Any]:
        return {self.tree.name: number("∞")}

    @cached_property
    def solved(self) -> set[str]:
        return set()

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        places: dict[str, tuple[int, ...]] = {self.tree.name: ()}
        for name in list(places):
            self._place(name, places)
        return places

    def _place(self, name: str, places: dict[str, tuple[int, ...]]) -> None:
        for number_, child in enumerate(self.children(name)):
            places[child] = (*places[name], number_)
            self._place(child, places)

    def chooses(self, name: str) -> bool:
        return self.case.mover(name) == self.case.mover(self.tree.name)

    def hope(self, name: str) -> Any:
        """The best that the root's player can get by going to a node: the opponent still has all alternatives on the way."""
        worth, node = self.sign * self.case.value(name), self.tree[name]
        while node.parent is not None:
            if not self.chooses(node.parent.name):
                worth = min(worth, self.sign * self.case.value(node.parent.name))
            node = node.parent
        return worth

    def best(self, name: str) -> None:
        """A node is on the list, and the first of those with the best merit; it leaves the list."""
        assert name in self.merits, f"{name} is not open"
        first = min(self.merits, key=lambda each: (-self.merits[each], self.places[each]))
        assert first == name, f"{first} is better, with merit {self.merits[first]}"
        del self.merits[name]

    def come_to(self, name: str) -> None:
        self.left = self.merits.get(name)
        assert name not in self.solved
        self.best(name)

    def valued(self, name: str) -> None:
        pass

    @claim(r"<node:N> is open, with merit <merit:V>\.")
    def opens(self, node: str, merit: str) -> None:
        claimed = self.sign * number(merit)
        parent = self.tree[node].parent
        assert parent is not None
        before = self.children(parent.name).index(node)
        opened = [child for child in self.children(parent.name) if child in self.merits or child in self.solved]
        assert len(opened) == before, f"{opened} are open"
        if not self.chooses(parent.name) and before:
            previous = self.children(parent.name)[before - 1]
            assert previous in self.solved, f"{previous} is not solved"
            self.left = self.merits[previous]
            self.best(previous)
        assert close(claimed, self.left), f"it is {self.left}"
        assert at_most(self.hope(node), claimed), f"there is hope for {self.hope(node)}"
        self.merits[node] = self.left

    @claim(r"<node:N> is solved, with merit <merit:V>\.")
    def solves(self, node: str, merit: str) -> None:
        claimed = self.sign * number(merit)
        if self.case.ends(node):
            true = min(self.left, self.sign * self.case.static(node))
        else:
            children = [child for child in self.children(node) if child in self.merits and child in self.solved]
            best = max(children, key=self.merits.__getitem__)  # the leftmost of several
            assert self.chooses(node) or children == self.children(node)[-1:]
            true = self.merits[best]
            self.best(best)
        assert close(claimed, true), f"it is {true}"
        assert at_most(self.hope(node), claimed), f"there is hope for {self.hope(node)}"
        assert at_most(claimed, self.sign * self.case.value(node)), f"{node} is worth {self.case.value(node)}"
        self.solved.add(node)
        place = self.places[node]
        for below in [each for each in self.merits if self.places[each][: len(place)] == place]:
            del self.merits[below]
        self.merits[node] = true
