"""Minimax: the value of a game between two players who both play perfectly.

Source: Shannon, "Programming a computer for playing chess", 1950; Zermelo 1913 for the idea that the value exists.

    1. At the end of the game, or at the horizon, the value is the leaf's.
    2. Where MAX moves, it is the largest value among the children.
    3. Where MIN moves, the smallest.
"""

from __future__ import annotations

from typing import Any, Unpack

from zermelo.registry import Declaration
from zermelo.result import Result
from zermelo.state import MAX, Move, Number, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, ORDER, STOP_AT
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "minimax",
    "Minimax",
    "The value of a game between two players who both play perfectly.",
    options=(DEPTH, STOP_AT, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root)                | answer
    value(node):                             | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      best ← -∞ for MAX, ∞ for MIN
      for each child of node:
        v ← value(child)
        if MAX moves: best ← max(best, v)    | improve MAX
        if MIN moves: best ← min(best, v)    | improve MIN
        if this wins, and a win is enough:
          skip the other children            | cutoff, skip
      return best                            | leave
    """)


def minimax(
    state: State[Move], *, stop_at: Number | None = None, order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the minimax value and the first best line by visiting every state.

    Parameters
    ----------
    state
        The state to search from. Games of two players, without chance.
    depth
        Stop after this many moves and take static values; None is to the end of the game.
    nodes, seconds
        Stop after this many nodes or seconds with the best found so far.
    cancel
        Called about every two milliseconds; the search stops once it returns True.
    stop_at
        What a win is worth to its player, such as 1: MAX looks no further at a node once a move is worth that much, MIN once
        one is worth -stop_at or less. A value of the root that wins is then a bound.
    order
        Returns the moves of a state in the order in which to search them; `state.moves()` by default.
    evaluate
        Returns the static value of a state for MAX; the state's own `evaluate()` by default.
    watch
        Called with every event of the search; see `zermelo.events`.

    Returns
    -------
    Result
        `value` is from MAX's point of view, whoever moves. If a limit stops the search, it is a bound, or None if no root move
        was finished.

    Raises
    ------
    Unsuitable
        If the game is not for this search; the message names those that suit it.
    ZermeloError
        If a static value is needed and there is no `evaluate`.
    SearchInterrupted
        On Ctrl-C; its `result` is the best found so far.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(minimax(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    minimax: 3 by B E (13 nodes, 9 evaluations)
    """
    ledger = Ledger(SEARCH, state, common, stop_at=stop_at)
    root, trace, worst = ledger.root, ledger.trace, ledger.worst
    lost, won = ledger.undecided

    def value(state: State, move: Any, depth: int) -> tuple[Any, Line]:
        if trace:
            trace.enter(state, move)
        leaf = ledger.arrive(state, depth)
        if leaf is not None:
            return leaf, None
        player = state.player
        best: Any = worst[player]
        line: Line = None
        moves = order(state) if order else state.moves()
        for move in moves:
            worth, rest = value(state.play(move), move, depth - 1)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, lost, won))
            if line is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if trace:
                    trace.improve(best, moves=moves)
                if stop_at is not None and (best >= won if player == MAX else best <= lost):
                    break
        if trace:
            trace.leave(best)
        return best, line

    return ledger.run(lambda: value(root, None, ledger.depth), window=ledger.undecided)
