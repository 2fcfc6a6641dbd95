"""Finds the nodes of a picture, breadth-first, so that the top of a tree too large to draw is what is left of it.

The children of a node of an explicit tree are all there to be asked; those of a state of a game are the ones that the
events have told of, and their states come from playing the moves again.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from zermelo.draw.marks import Branch, Trace
from zermelo.draw.model import Picture, PictureNode, printable
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, format_number, plain_payoff

MAX_NODES = 2_000
ROOT_NAME = "start"

_ROLES = {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE", SIMULTANEOUS: "SIMULTANEOUS"}


def grow(root: State, trace: Trace) -> Picture:
    """The bare tree: names, roles, edges and the values that stand in it before any search."""
    grower = _Grower(root, trace)
    drawn = Picture([grower.root(root)], written=grower.written)
    for number, node in enumerate(drawn.nodes):
        odds = _odds(node.state)
        for branch, state in grower.branches(node):
            if len(drawn.nodes) >= MAX_NODES:
                drawn.hidden += grower.count(branch, state)
                continue
            node.children.append(len(drawn.nodes))
            child = grower.child(node, number, branch, state)
            child.odds = odds.get(branch.move or "", "")
            drawn.nodes.append(child)
    if grower.written and not drawn.hidden:
        drawn.leaves = sum(not node.children for node in drawn.nodes)
    return drawn


class _Grower:
    """`written` is an explicit tree, with all its nodes; `named` states have names of their own."""

    def __init__(self, root: State, trace: Trace) -> None:
        self.trace = trace
        self.written = isinstance(getattr(root, "children", None), tuple | list)
        self.named = isinstance(getattr(root, "name", None), str)

    def root(self, state: State) -> PictureNode:
        name: str = state.name if self.named else self.trace.root or ROOT_NAME  # type: ignore[attr-defined]
        return self._node(name, -1, 0, state)

    def child(self, parent: PictureNode, number: int, branch: Branch, state: State | None) -> PictureNode:
        node = self._node(branch.name, number, parent.depth + 1, state)
        node.move = branch.move
        action = getattr(state, "action", None) if self.written else None
        move = None if self.named and branch.move == branch.name else branch.move
        node.branch = printable(action if isinstance(action, str) else move or "")
        return node

    def _node(self, name: str, parent: int, depth: int, state: State | None) -> PictureNode:
        role = self.trace.roles.get(name, "LEAF")
        node = PictureNode(name, printable(name) if self.named else "", parent, depth, role, state=state)
        if state is None:
            return node
        worth = state.utility()
        if worth is not None:
            node.role, node.value, node.bound = "LEAF", plain_payoff(worth), "exact"
            return node
        if role == "LEAF":
            node.role = _ROLES.get(state.player, f"P{state.player + 1}")
        if self.written:
            node.static = getattr(state, "value", None)
        return node

    def branches(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        """The children of a node, in the order they are drawn."""
        found = self._all_children(node) if self.written else self._told_children(node)
        order = self.trace.orders.get(node.name)
        if order:
            found.sort(key=lambda each: order.get(each[0].name, len(order)))
        return found

    def _all_children(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        assert node.state is not None
        found: list[tuple[Branch, State | None]] = []
        for move in node.state.moves():
            child = node.state.play(move)
            if self.named:
                name = str(getattr(child, "name", move))
            else:
                name = str(move) if node.parent < 0 else f"{node.name} {move}"
            found.append((Branch(name, str(move)), child))
        return found

    def _told_children(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        told = self.trace.branches.get(node.name, [])
        state = node.state
        if not told or state is None:
            return [(branch, None) for branch in told]
        all_moves = product(*state.moves()) if state.player == SIMULTANEOUS else state.moves()
        moves = {str(move): move for move in all_moves}
        return [(branch, state.play(moves[branch.move]) if branch.move in moves else None) for branch in told]

    def count(self, branch: Branch, state: State | None) -> int:
        """How many nodes there are at and below one that is not drawn."""
        number = 0
        waiting: list[Any] = [state if self.written else branch.name]
        while waiting:
            top = waiting.pop()
            if self.written:
                waiting.extend(top.play(move) for move in top.moves())
            else:
                waiting.extend(each.name for each in self.trace.branches.get(top, ()))
            number += 1
        return number


def _odds(state: State | None) -> dict[str, str]:
    """The probability of each move at a chance node."""
    if state is None or state.player != CHANCE or state.utility() is not None or not hasattr(state, "chances"):
        return {}
    return {str(move): format_number(chance) for move, chance in state.chances()}
