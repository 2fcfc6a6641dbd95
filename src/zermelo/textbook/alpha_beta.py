"""Alpha-beta: minimax that does not look where the answer cannot be.

Source: Knuth and Moore, "An analysis of alpha-beta pruning", 1975. Alpha is the best that MAX is already sure of on
the way to this node, at any MAX ancestor and not only the parent; beta likewise for MIN. A node that MAX would avoid
because of alpha, or MIN because of beta, need not be finished.

    1. At a leaf the value is the leaf's.
    2. Where MAX moves, raise alpha to the best child so far; stop as soon as it reaches beta (a beta cutoff).
    3. Where MIN moves, lower beta likewise; stop as soon as it reaches alpha (an alpha cutoff).

The contract of a returned value v for the window (alpha, beta): inside the window v is exact; v <= alpha means the
true value is at most v; v >= beta means it is at least v.

Two conventions differ between courses and are arguments. `ties`: stop when alpha = beta ("equal") or only when
alpha > beta ("strict"). `fail`: report how far outside the window a value fell ("soft"), or only that it did ("hard").
Both rules look at the same nodes whatever `fail` is.
"""

from __future__ import annotations

from math import inf
from typing import Any, Unpack

from zermelo.limits import check_range
from zermelo.registry import Declaration
from zermelo.result import Fail, Result, Ties
from zermelo.state import MAX, MIN, Move, Number, State, ZermeloError, format_number
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, FAIL, ORDER, STOP_AT, TIES, WINDOW
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "alpha_beta",
    "Alpha-beta",
    "Minimax that does not look where the answer cannot be.",
    options=(DEPTH, STOP_AT, TIES, FAIL, WINDOW, ORDER),
)
VALUE = """
    value(node, α, β):                       | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      best ← -∞ for MAX, ∞ for MIN
      for each child of node:
        v ← value(child, α, β)
        if MAX moves: best ← max(best, v)
                      α ← max(α, best)       | improve MAX
        if MIN moves: best ← min(best, v)
                      β ← min(β, best)       | improve MIN
        if α ≥ β (strict ties: α > β):
          skip the other children            | cutoff, skip
      return best                            | leave
    """
_CUT = "        if α ≥ β (strict ties: α > β):"
_CUT_OR_WIN = "        if α ≥ β (strict ties: α > β), or\n        if this wins and a win is enough:"
PSEUDOCODE = parse_pseudocode("the answer is value(root, -∞, ∞)         | answer", VALUE.replace(_CUT, _CUT_OR_WIN))


def alpha_beta(
    state: State[Move],
    *,
    stop_at: Number | None = None,
    ties: Ties = "equal",
    fail: Fail = "soft",
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the minimax value, skipping what cannot change it.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    ties
        "equal" cuts when alpha >= beta, "strict" only when alpha > beta.
    fail
        "soft" reports how far outside the window a value is, "hard" clamps it to the window.
    window
        Search for a value between these two numbers, the smaller one first; a value outside is a bound.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    alpha_beta: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger(SEARCH, state, common, ties=ties, fail=fail, stop_at=stop_at)
    check_range("window", window)
    lost, won = ledger.undecided
    if window[0] >= won or window[1] <= lost:
        raise ZermeloError(
            f"with stop_at={format_number(won)} a value of {format_number(won)} or more is a win like any other: the window "
            f"must begin below {format_number(won)} and end above {format_number(lost)}"
        )

    def clamped() -> tuple[Any, Line]:
        worth, line = search(ledger, state, ledger.depth, ledger.undecided_part(window), order)
        return (min(max(worth, window[0]), window[1]) if fail == "hard" else worth), line

    return ledger.run(clamped, window=(max(lost, window[0]), min(won, window[1])))


def search(
    ledger: Ledger,
    root: State,
    depth: int,
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
) -> tuple[Any, Line]:
    """Run one alpha-beta pass and return the value and the line of best play."""
    trace, worst = ledger.trace, ledger.worst
    cut_on_equal = ledger.ties != "strict"

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
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if line is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if player == MAX and best > alpha:
                    alpha = best
                elif player == MIN and best < beta:
                    beta = best
                if trace:
                    trace.improve(best, alpha, beta, moves)
                if alpha > beta or (alpha == beta and cut_on_equal):
                    break
        return best, line

    return value(root, None, depth, *window)
