"""List the nodes of a picture breadth-first, so that a tree too large to draw is cut off at the bottom.

An explicit tree is drawn whole. Of a game only the states that occur in the events are drawn; they are found by playing
the moves again.
"""

from __future__ import annotations

from itertools import product
from typing import Any

from zermelo.draw.marks import Branch, Trace
from zermelo.draw.model import Picture, PictureNode, printable
from zermelo.events import ROOT_NAME
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, State, format_number, plain_payoff, state_name

MAX_NODES = 2_000

_ROLES = {MAX: "MAX", MIN: "MIN", CHANCE: "CHANCE", SIMULTANEOUS: "SIMULTANEOUS"}


def build_tree(root: State, trace: Trace) -> Picture:
    """Build the tree without marks of a search: names, roles, edges, leaf values and static values."""
    builder = _TreeBuilder(root, trace)
    picture = Picture([builder.root(root)], explicit=builder.explicit)
    for number, node in enumerate(picture.nodes):
        probabilities = _probabilities(node.state)
        for branch, state in builder.branches(node):
            if len(picture.nodes) >= MAX_NODES:
                picture.hidden += builder.count(branch, state)
                continue
            node.children.append(len(picture.nodes))
            child = builder.child(node, number, branch, state)
            child.probability = probabilities.get(branch.move or "", "")
            picture.nodes.append(child)
    if builder.explicit and not picture.hidden:
        picture.leaves = sum(not node.children for node in picture.nodes)
    return picture


class _TreeBuilder:
    """`explicit` says that the whole tree is given; `named` that its states have a `name`."""

    def __init__(self, root: State, trace: Trace) -> None:
        self.trace = trace
        self.explicit = isinstance(getattr(root, "children", None), tuple | list)
        self.named = state_name(root) is not None

    def root(self, state: State) -> PictureNode:
        return self._node(state_name(state) or self.trace.root or ROOT_NAME, -1, 0, state)

    def child(self, parent: PictureNode, number: int, branch: Branch, state: State | None) -> PictureNode:
        node = self._node(branch.name, number, parent.depth + 1, state)
        node.move = branch.move
        action = getattr(state, "action", None) if self.explicit else None
        move = None if self.named and branch.move == branch.name else branch.move
        node.edge_label = printable(action if isinstance(action, str) else move or "")
        return node

    def _node(self, name: str, parent: int, depth: int, state: State | None) -> PictureNode:
        role = self.trace.roles.get(name, "LEAF")
        node = PictureNode(name, printable(name) if self.named else "", parent, depth, role, state=state)
        if state is None:
            return node
        payoff = state.utility()
        if payoff is not None:
            node.role, node.value, node.bound = "LEAF", plain_payoff(payoff), "exact"
            return node
        if role == "LEAF":
            node.role = _ROLES.get(state.player, f"P{state.player + 1}")
        if self.explicit:
            node.static = getattr(state, "value", None)
        return node

    def branches(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        """Return the children of a node in the order in which they are drawn."""
        children = self._all_children(node) if self.explicit else self._met_children(node)
        order = self.trace.orders.get(node.name)
        if order:
            children.sort(key=lambda child: order.get(child[0].name, len(order)))
        return children

    def _all_children(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        assert node.state is not None
        children: list[tuple[Branch, State | None]] = []
        for move in node.state.moves():
            child = node.state.play(move)
            if self.named:
                name = str(getattr(child, "name", move))
            else:
                name = str(move) if node.parent < 0 else f"{node.name} {move}"
            children.append((Branch(name, str(move)), child))
        return children

    def _met_children(self, node: PictureNode) -> list[tuple[Branch, State | None]]:
        branches = self.trace.branches.get(node.name, [])
        state = node.state
        if not branches or state is None:
            return [(branch, None) for branch in branches]
        all_moves = product(*state.moves()) if state.player == SIMULTANEOUS else state.moves()
        moves = {str(move): move for move in all_moves}
        return [(branch, state.play(moves[branch.move]) if branch.move in moves else None) for branch in branches]

    def count(self, branch: Branch, state: State | None) -> int:
        """Count the nodes of a subtree that is not drawn."""
        number = 0
        stack: list[Any] = [state if self.explicit else branch.name]
        while stack:
            top = stack.pop()
            if self.explicit:
                stack.extend(top.play(move) for move in top.moves())
            else:
                stack.extend(child.name for child in self.trace.branches.get(top, ()))
            number += 1
        return number


def _probabilities(state: State | None) -> dict[str, str]:
    """Return the probability of each move of a chance node as text."""
    if state is None or state.player != CHANCE or state.utility() is not None or not hasattr(state, "chances"):
        return {}
    return {str(move): format_number(chance) for move, chance in state.chances()}
