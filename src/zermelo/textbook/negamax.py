"""Negamax: alpha-beta written once for both players.

Source: Knuth and Moore 1975, section 2. What is good for me is as bad for you, so a value seen from the other side
changes its sign, and so does the window. MIN needs no code of its own.

    1. At a leaf the value is the leaf's, seen by the player who would move there.
    2. Elsewhere it is the largest of the children's values, each with its sign changed (unless the same player moves
       again); stop as soon as it reaches beta.
"""

from __future__ import annotations

from math import inf
from typing import Any, Unpack

from zermelo.registry import Declaration
from zermelo.result import Fail, Result, Ties
from zermelo.state import MAX, MIN, Move, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, FAIL, ORDER, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "negamax",
    "Negamax",
    "Alpha-beta written once for both players.",
    options=(DEPTH, TIES, FAIL, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root, -∞, ∞)         | answer
    value(node, α, β) for the player to move: | enter
      if node is a leaf or at the horizon:
        return its value for that player     | evaluate
      best ← -∞
      for each child of node:
        v ← -value(child, -β, -α)
        best ← max(best, v)
        α ← max(α, best)                     | improve
        if α ≥ β (strict ties: α > β):
          skip the other children            | cutoff, skip
      return best                            | leave
    """)


def negamax(
    state: State[Move],
    *,
    ties: Ties = "equal",
    fail: Fail = "soft",
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the minimax value, visiting the nodes that alpha-beta visits.

    Parameters are those of `alpha_beta`, without the window. The result's value is from MAX's point of view, as in every search.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(negamax(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    negamax: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger(SEARCH, state, common, ties=ties, fail=fail)
    root, trace = ledger.root, ledger.trace
    cut_on_equal = ties != "strict"
    if trace:
        trace.by_mover = True

    @ledger.recorded
    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        """Return the value and the line; the value, alpha and beta are those of the player to move at `state`."""
        player = state.player
        leaf = ledger.arrive(state, depth)
        if leaf is not None:
            return leaf if player == MAX else -leaf, None
        if player not in (MAX, MIN):
            ledger.wrong_player(player)
        best: Any = -inf
        line: Line = None
        moves = order(state) if order else state.moves()
        for move in moves:
            child = state.play(move)
            if child.player == player:
                worth, rest = value(child, move, depth - 1, alpha, beta)
            else:
                worth, rest = value(child, move, depth - 1, -beta, -alpha)
                worth = -worth
            if state is root:
                shown, *window = (worth, alpha, beta) if player == MAX else (-worth, -beta, -alpha)
                ledger.root_move(move, shown, window_bound(shown, *window))
            if line is None or worth > best:
                best, line = worth, (move, rest)
                alpha = max(alpha, best)
                if trace:
                    trace.improve(best, alpha, beta, moves)
                if alpha > beta or (alpha == beta and cut_on_equal):
                    break
        return best, line

    def search() -> tuple[Any, Line]:
        worth, line = value(root, None, ledger.depth, -inf, inf)
        return worth if root.player == MAX else -worth, line

    return ledger.run(search)
