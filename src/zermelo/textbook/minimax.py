"""Minimax: the value of a game between two players who both play perfectly.

Source: Shannon, "Programming a computer for playing chess", 1950; Zermelo 1913 for the idea that the value exists.

    1. At the end of the game, or at the horizon, the value is the leaf's.
    2. Where MAX moves, it is the largest value among the children.
    3. Where MIN moves, the smallest.
"""

from __future__ import annotations

from typing import Any

from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import MAX, MIN, State
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch


def minimax(
    root: State,
    *,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The minimax value of `root` and the first best line, looking at every state.

    >>> from zermelo import tree
    >>> print(minimax(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    minimax: 3 by B E (13 nodes, 9 evaluations)
    """
    ledger = Ledger("minimax", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch)
    tell = ledger.tell

    def value(state: State, move: Any, depth: int) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return worth, None
        player = state.player
        if player not in (MAX, MIN):
            raise ledger.wrong_player(state)
        best: Any = None
        line: Line = None
        for move in order(state) if order else state.moves():
            worth, rest = value(state.play(move), move, depth - 1)
            if state is root:
                ledger.root_move(move, worth)
            if best is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if tell:
                    tell.improve(best)
        if tell:
            tell.leave(best)
        return best, line

    return ledger.run(lambda: value(root, None, ledger.depth))
