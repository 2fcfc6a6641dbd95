"""Negamax: alpha-beta written once for both players.

Source: Knuth and Moore 1975, section 2. What is good for me is as bad for you, so a value seen from the other side
changes its sign, and so does the window. MIN needs no code of its own.

    1. At a leaf the value is the leaf's, seen by the player who would move there.
    2. Elsewhere it is the largest of the children's values, each with its sign changed (unless the same player moves
       again); stop as soon as it reaches beta.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.limits import Limits
from zermelo.result import Fail, Result, Ties
from zermelo.state import MAX, MIN, State
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch, window_bound


def negamax(
    root: State,
    *,
    depth: int | None = None,
    ties: Ties = "equal",
    fail: Fail = "soft",
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The minimax value of `root`, with the nodes alpha-beta looks at. The result's value is MAX's, as everywhere.

    >>> from zermelo import tree
    >>> print(negamax(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    negamax: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger("negamax", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, ties=ties, fail=fail)
    tell = ledger.tell
    cut_on_equal, hard = ties != "strict", fail == "hard"

    def for_max(worth: Any, player: int) -> Any:
        return worth if player == MAX else -worth

    def window_for_max(alpha: Any, beta: Any, player: int) -> tuple[Any, Any]:
        return (alpha, beta) if player == MAX else (-beta, -alpha)

    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        """The value for the player to move at `state`; so are alpha and beta."""
        player = state.player
        if tell:
            tell.enter(state, move, *window_for_max(alpha, beta, player))
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return for_max(worth, player), None
        if player not in (MAX, MIN):
            raise ledger.wrong_player(state)
        moves = order(state) if order else state.moves()
        first_alpha, best = alpha, -inf
        line: Line = None
        for move in moves:
            child = state.play(move)
            if child.player == player:
                worth, rest = value(child, move, depth - 1, alpha, beta)
            else:
                worth, rest = value(child, move, depth - 1, -beta, -alpha)
                worth = -worth
            if state is root:
                seen = for_max(worth, player)
                ledger.root_move(move, seen, window_bound(seen, *window_for_max(alpha, beta, player)))
            if worth > best or line is None:
                best, line = worth, (move, rest)
                alpha = max(alpha, best)
                if tell:
                    tell.improve(for_max(best, player), *window_for_max(alpha, beta, player))
                if best > beta or (cut_on_equal and best == beta):
                    if tell:
                        tell.cutoff(for_max(best, player), *window_for_max(first_alpha, beta, player), moves)
                    break
        if tell:
            tell.leave(for_max(min(max(best, first_alpha), beta) if hard else best, player))
        return best, line

    def search() -> tuple[Any, Line]:
        worth, line = value(root, None, ledger.depth, -inf, inf)
        return for_max(worth, root.player), line

    return ledger.run(search)
