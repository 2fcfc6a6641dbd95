"""Minimax with an explicit list of OPEN nodes instead of recursion.

Source: the procedure as lectured at IIT Madras (Khemani, "A First Course in Artificial Intelligence", 2013). OPEN begins with
the root. The steps are repeated for the node at its front:

    1. It has no value and is a leaf: it takes the leaf's value, and stays in OPEN.
    2. It has no value and is not a leaf: it takes -∞ where MAX moves and ∞ where MIN moves, and its children are put in
       front of it.
    3. It has a value: it leaves OPEN, and its parent takes the value if that is better for the player who moves there.
    4. The root has a value and is at the front: that is the answer.

A node is at the front for the second time once all its children have left OPEN, so its value is then final. The nodes are
visited in the same order as by the recursive version.
"""

from __future__ import annotations

from math import inf
from typing import Any, Literal, Unpack

from zermelo.events import ROOT_NAME, OpenList, child_name
from zermelo.registry import Declaration
from zermelo.result import Result
from zermelo.state import MAX, MIN, Move, State, state_name
from zermelo.textbook.ledger import Common, Ledger, Line, Order
from zermelo.textbook.options import DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "minimax_open",
    "Minimax with OPEN",
    "Minimax without recursion: a list of open nodes, with values propagated upwards.",
    options=(DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    OPEN ← [root]
    repeat with the node in front of OPEN:
      if it has no value:                    | enter
        a leaf or horizon: it takes its own  | evaluate
        MAX or MIN: it takes -∞ or ∞, and
        its children go in front of it       | openlist expand
      if it has a value: remove it from OPEN | leave, openlist remove
        if the value is better for the
        parent: the parent takes it          | improve
        the root: its value is the answer    | answer
    """)
SHOWN_NODES = 8
"""How many nodes at the front of OPEN an event lists."""


class _Node:
    """A node in OPEN; `value` is None until it is labelled, `line` begins with the best move so far."""

    __slots__ = ("depth", "is_leaf", "line", "move", "name", "parent", "state", "value")

    def __init__(self, state: State, parent: _Node | None, move: Any, depth: int, name: str = "") -> None:
        self.state, self.parent, self.move, self.depth, self.name = state, parent, move, depth, name
        self.is_leaf = False
        self.value: Any = None
        self.line: Line = None


def minimax_open(state: State[Move], *, order: Order | None = None, **common: Unpack[Common]) -> Result[Move]:
    """Find the minimax value with a list of open nodes. Parameters are those of `minimax`.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(minimax_open(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    minimax_open: 3 by B E (13 nodes, 9 evaluations)
    """
    ledger = Ledger(SEARCH, state, common)
    root, trace = ledger.root, ledger.trace
    opened = [_Node(root, None, None, ledger.depth, state_name(root) or ROOT_NAME)]
    # The front of OPEN is the end of the list, where Python adds and removes quickly.

    def report_open(node: _Node, kind: Literal["expand", "remove"]) -> None:
        if trace and opened:
            shown = tuple(each.name for each in opened[: -SHOWN_NODES - 1 : -1])
            trace.watch(OpenList(node.name, shown, len(opened), kind))

    def label(node: _Node) -> None:
        """Give the node at the front its first value (steps 1 and 2)."""
        if trace:
            trace.enter(node.state, node.move)
        node.value = ledger.arrive(node.state, node.depth)
        if node.value is not None:
            node.is_leaf = True
            return
        player = node.state.player
        if player not in (MAX, MIN):
            ledger.wrong_player(node.state.player)
        node.value = -inf if player == MAX else inf
        children = []
        for move in order(node.state) if order else node.state.moves():
            child = node.state.play(move)
            name = child_name(node.name, child, move) if trace else ""
            children.append(_Node(child, node, move, node.depth - 1, name))
        opened.extend(reversed(children))
        report_open(node, "expand")

    def propagate(node: _Node, above: _Node) -> None:
        """Let the parent take the node's value if it is the first or a better one (step 3)."""
        if above.parent is None:
            ledger.root_move(node.move, node.value)
        better = node.value > above.value if above.state.player == MAX else node.value < above.value
        if better or above.line is None:
            above.value, above.line = node.value, (node.move, node.line)
            if trace:
                trace.improve(above.value)

    def search() -> tuple[Any, Line]:
        while True:
            node = opened[-1]
            if node.value is None:
                label(node)
                continue
            if trace and not node.is_leaf:
                trace.leave(node.value)
            opened.pop()
            if node.parent is None:
                return node.value, node.line
            propagate(node, node.parent)
            report_open(node, "remove")

    return ledger.run(search)
