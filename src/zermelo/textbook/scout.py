"""Scout, or principal variation search: expect the first move to be best, and only test the others.

Source: Pearl, "SCOUT", 1980; Reinefeld, "An improvement to the scout tree search algorithm", 1983.

    1. Search the first child with the whole window.
    2. Test every other child with a null window: is it better than the best so far? A test is cheap, as nearly
       everything cuts off.
    3. If it is, and its value matters, search that child again for its value.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Any, Unpack

from zermelo.registry import Declaration
from zermelo.result import Result, Ties
from zermelo.state import MAX, Move, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, ORDER, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "scout",
    "Scout",
    "Expects the first move to be best and only tests the others.",
    options=(DEPTH, TIES, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root, -∞, ∞)         | answer
    value(node, α, β):                       | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      for each child of node:
        if there is a best already:
          test the child with a null window
          if it fails: go on with the next
          else look again for its value      | again
        v ← value(child, α, β)
        if MAX moves: best ← max(best, v)
                      α ← max(α, best)       | improve MAX
        if MIN moves: best ← min(best, v)
                      β ← min(β, best)       | improve MIN
        if α ≥ β (strict ties: α > β):
          skip the other children            | cutoff, skip
      return best                            | leave
    """)


def scout(
    state: State[Move], *, ties: Ties = "equal", order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the minimax value; with a good order of moves it visits fewer nodes than alpha-beta.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    ties
        "equal" cuts when alpha >= beta, "strict" only when alpha > beta.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(scout(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    scout: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger(SEARCH, state, common, ties=ties)
    root, trace, worst = ledger.root, ledger.trace, ledger.worst
    cut_on_equal = ties != "strict"

    @ledger.recorded
    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        leaf = ledger.arrive(state, depth)
        if leaf is not None:
            return leaf, None
        player = state.player
        best: Any = worst[player]
        line: Line = None
        moves = order(state) if order else state.moves()
        for move in moves:
            child = state.play(move)
            worth, rest = test(state, child, move, depth, alpha, beta) if line is not None else (None, None)
            if worth is None or (alpha < worth < beta and depth != 1 and child.utility() is None):
                if trace and worth is not None:
                    trace.again(worth)
                worth, rest = value(child, move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if line is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if player == MAX:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if trace:
                    trace.improve(best, alpha, beta, moves)
                if alpha > beta or (alpha == beta and cut_on_equal):
                    break
        return best, line

    def test(state: State, child: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        """Test whether the child beats the best of `state`; there is no test before it has one, or within another test."""
        null = (alpha, nextafter(alpha, inf)) if state.player == MAX else (nextafter(beta, -inf), beta)
        if -inf in null or inf in null or nextafter(alpha, inf) >= float(beta):
            return None, None
        if trace:
            trace.test_child()
        answer = value(child, move, depth - 1, *null)
        if trace:
            trace.tested()
        return answer

    return ledger.run(lambda: value(root, None, ledger.depth, -inf, inf))
