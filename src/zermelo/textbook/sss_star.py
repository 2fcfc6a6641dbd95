"""SSS*: best-first search of a game tree.

Source: Stockman, "A minimax algorithm better than alpha-beta?", 1979. It keeps a list of open nodes, each with a
merit: the most that any strategy for MAX through that node can still be worth. It always works on the one of highest
merit, the leftmost of several. A strategy fixes one move wherever MAX moves and must stand up to every reply, so
where MAX moves all children are opened at once, and where MIN moves one after another.

The steps are Stockman's six cases, for the node taken from the list:

    live, a leaf              it is solved, with merit lowered to its value if that is less
    live, MAX moves           every child is live, with the same merit
    live, MIN moves           the first child is live, with the same merit
    solved, below MIN         the next sibling is live; if there is none, the parent is solved
    solved, below MAX         the parent is solved; everything else below the parent is off the list
    solved, the root          its merit is the value

On trees without ties it never evaluates a leaf that alpha-beta skips. Where MIN moves at the root the same is done
with the signs changed.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from typing import Any, Literal, Unpack

from zermelo.events import ROOT_NAME, Enter, Reopen, Solve, child_name
from zermelo.registry import Declaration
from zermelo.result import Result
from zermelo.state import MAX, MIN, Move, State, state_name
from zermelo.textbook.explanations import plain
from zermelo.textbook.ledger import Common, Ledger, Line, Order
from zermelo.textbook.options import DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "sss_star",
    "SSS*",
    "Best-first search of a game tree.",
    options=(DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    P moves at the root; its merit is ∞ for P
    repeat with the best open node for P:
      if it is not solved:                   | enter
        a leaf or horizon: take its value    | evaluate
          its merit is the worse of the two  | solve leaf
        P moves: open all children           | reopen all
        else: open the first child           | reopen first
      if it is solved:
        P moves above: solve the parent      | solve any
        else: open the next sibling, or      | reopen next
          if there is none, solve the parent | solve last
        the root: its merit is the answer    | answer
    """)


class _Open:
    """A node on the list. Heap order: highest merit first, then leftmost in the tree."""

    __slots__ = (
        "best",
        "depth",
        "merit",
        "move",
        "moves",
        "name",
        "next",
        "number",
        "parent",
        "ply",
        "solved",
        "state",
    )

    def __init__(self, state: State, parent: _Open | None, move: Any, number: int, depth: int, merit: Any) -> None:
        self.state, self.parent, self.move, self.number, self.depth, self.merit = (
            state,
            parent,
            move,
            number,
            depth,
            merit,
        )
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.moves: Any = ()
        self.next = 0
        self.solved = False
        self.best: _Open | None = None
        self.name = ""

    def __lt__(self, other: _Open) -> bool:
        if self.merit != other.merit:
            return bool(self.merit > other.merit)
        return _is_left_of(self, other)

    @property
    def is_below_solved(self) -> bool:
        """Whether an ancestor is solved already, so that this node is off the list."""
        above = self.parent
        while above is not None:
            if above.solved:
                return True
            above = above.parent
        return False


def _is_left_of(one: _Open, other: _Open) -> bool:
    a: Any = one
    b: Any = other
    while a.ply > b.ply:
        a = a.parent
    while b.ply > a.ply:
        b = b.parent
    if a is b:
        return one.ply > other.ply
    while a.parent is not b.parent:
        a, b = a.parent, b.parent
    return bool(a.number < b.number)


def sss_star(state: State[Move], *, order: Order | None = None, **common: Unpack[Common]) -> Result[Move]:
    """Find the minimax value best-first. Parameters are those of `minimax`.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(sss_star(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    sss_star: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger(SEARCH, state, common)
    root, trace = ledger.root, ledger.trace
    sign = 1 if root.player != MIN else -1

    def merit_of(node: _Open) -> Any:
        return None if node.merit in (inf, -inf) else plain(sign * node.merit)

    def open_child(above: _Open, number: int, kind: Literal["all", "first", "next"]) -> _Open:
        move = above.moves[number]
        child = _Open(above.state.play(move), above, move, number, above.depth - 1, above.merit)
        if trace:
            child.name = child_name(above.name, child.state, move)
            trace.watch(Reopen(child.name, merit_of(child), kind, "most" if sign == 1 else "least"))
        return child

    def solve(node: _Open, merit: Any, kind: Literal["leaf", "last", "any"]) -> None:
        node.merit, node.solved = merit, True
        if trace:
            trace.watch(Solve(node.name, merit_of(node), kind))
        heappush(waiting, node)

    def expand(node: _Open) -> None:
        """Expand a live node: a leaf is solved, any other opens its first child, or all of them."""
        if trace:
            above = node.parent
            role = "LEAF" if not getattr(node.state, "children", True) else trace.roles[node.state.player]
            move = None if above is None else str(node.move)
            trace.watch(Enter(node.name, above.name if above else None, move, role, node.ply))
            trace.enter_leaf(node.state, node.name)
        worth = ledger.arrive(node.state, node.depth)
        if worth is not None:
            solve(node, min(node.merit, sign * worth), "leaf")
            return
        if trace:
            trace.drop_leaf()
        if node.state.player not in (MAX, MIN):
            ledger.wrong_player(node.state.player)
        node.moves = order(node.state) if order else node.state.moves()
        opens_all = _chooses(node, sign)
        node.next = len(node.moves) if opens_all else 1
        for number in range(node.next):
            heappush(waiting, open_child(node, number, "all" if opens_all else "first"))

    def propagate(node: _Open, above: _Open) -> None:
        """Propagate a solved node to its parent."""
        if _chooses(above, sign):
            above.best = node
            if above.parent is None:
                ledger.root_move(node.move, sign * node.merit)
            solve(above, node.merit, "any")
        else:
            if above.best is None or node.merit < above.best.merit:
                above.best = node
            if above.next < len(above.moves):
                above.merit = node.merit
                above.next += 1
                heappush(waiting, open_child(above, above.next - 1, "next"))
            else:
                solve(above, node.merit, "last")

    waiting: list[_Open] = []

    def best_first() -> tuple[Any, Line]:
        start = _Open(root, None, None, 0, ledger.depth, inf)
        start.name = state_name(root) or ROOT_NAME
        heappush(waiting, start)
        while True:
            node = heappop(waiting)
            if node.is_below_solved:
                continue
            if not node.solved:
                expand(node)
            elif node.parent is not None:
                propagate(node, node.parent)
            else:
                return sign * node.merit, _line(node)

    return ledger.run(best_first)


def _chooses(node: _Open, sign: int) -> bool:
    """Return whether the owner of the strategies moves here: MAX, or MIN if the sign is -1."""
    return (node.state.player == MAX) == (sign == 1)


def _line(node: _Open) -> Line:
    moves = []
    step = node.best
    while step is not None:
        moves.append(step.move)
        step = step.best
    line: Line = None
    for move in reversed(moves):
        line = (move, line)
    return line
