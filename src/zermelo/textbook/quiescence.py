"""Quiescence: where the horizon falls in the middle of an exchange, look on until things are quiet.

Source: Shannon 1950 (his type B strategy); Harris, "The heuristic search and the game of chess", 1975. It makes the
tree uneven: deep where much happens, shallow where little does.

    1. Search by alpha-beta to the depth given.
    2. At the horizon a quiet state is worth its static value.
    3. One that is not quiet is searched on; but nobody is forced into the exchange, so the side to move may also
       stand still for the static value ("stand pat").
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, Unpack

from zermelo.limits import check_depth
from zermelo.registry import Declaration
from zermelo.result import Result, Ties
from zermelo.state import MAX, MIN, Move, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, EXTRA, ORDER, STAND_PAT, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "quiescence",
    "Quiescence",
    "Where the horizon falls in the middle of an exchange, it looks on until things are quiet.",
    options=(DEPTH, STAND_PAT, EXTRA, TIES, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root, -∞, ∞)         | answer
    value(node, α, β):                       | enter
      if node is a leaf, or at the horizon
      and quiet, or `extra` moves beyond it:
        return its value                     | evaluate
      if node is at the horizon, or beyond:
        best ← its static value (stand pat)  | extend
      for each child of node:
        v ← value(child, α, β)
        if MAX moves: best ← max(best, v)
                      α ← max(α, best)       | improve MAX
        if MIN moves: best ← min(best, v)
                      β ← min(β, best)       | improve MIN
        if α ≥ β (strict ties: α > β):
          skip the other children            | cutoff, skip
      return best                            | leave
    """)


def quiescence(
    state: State[Move],
    *,
    quiet: Callable[[Any], bool] | None = None,
    stand_pat: bool = True,
    extra: int | None = None,
    ties: Ties = "equal",
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Search by alpha-beta to `depth`, and on from there until the states are quiet.

    Parameters are those of `scout`, and:

    Parameters
    ----------
    quiet
        Returns whether the static value of a state can be trusted; the state's own `quiet()` by default. A state without one
        is quiet.
    stand_pat
        Let the player to move keep the static value instead of playing on.
    extra
        Search at most this many moves beyond `depth`; None is no limit.

    Examples
    --------
    >>> from zermelo import tree
    >>> uneven = tree("A(B!=9(D=-5 E=9) C=1(F=2 G=1))")
    >>> quiescence(uneven, depth=1).move, quiescence(uneven, depth=1, quiet=lambda state: True).move
    ('C', 'B')
    """
    ledger = Ledger(SEARCH, state, common, ties=ties)
    root, trace = ledger.root, ledger.trace
    cut_on_equal = ties != "strict"
    furthest, has_horizon = check_depth(extra), ledger.depth >= 0

    def is_quiet(state: State) -> bool:
        if quiet is not None:
            return quiet(state)
        own: Callable[[], bool] | None = getattr(state, "quiet", None)
        return own is None or own()

    @ledger.recorded
    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        """Return the value and the line; `depth` is 0 at the horizon and negative beyond it."""
        at_horizon = has_horizon and depth <= 0
        noisy = at_horizon and -depth != furthest and state.utility() is None and not is_quiet(state)
        leaf = ledger.arrive(state, noisy or not at_horizon)
        if leaf is not None:
            return leaf, None
        player = state.player
        if player not in (MAX, MIN):
            ledger.wrong_player(player)
        moves = order(state) if order else state.moves()
        best: Any = None
        line: Line = None
        if noisy:
            if trace:
                trace.list_moves(moves)
            best = ledger.stand_pat(state) if stand_pat else None
            if best is not None:
                alpha, beta = (max(alpha, best), beta) if player == MAX else (alpha, min(beta, best))
        for move in moves if alpha < beta or (alpha == beta and not cut_on_equal) else ():
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if best is None or (worth > best if player == MAX else worth < best):
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

    return ledger.run(lambda: value(root, None, ledger.depth, -inf, inf))
