"""Max^n: many players, each out for itself.

Source: Luckhardt and Irani, "An algorithmic solution of n-person games", 1986. A value is one payoff per player.

    1. At a leaf it is the leaf's payoffs.
    2. Elsewhere the player to move takes the child that is best for that player, the first of several alike.
    3. Where chance moves, each player's payoff is averaged.

In a two-player zero-sum game this is minimax, the second payoff being the first with its sign changed.
"""

from __future__ import annotations

from typing import Any

from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, State, ZermeloError
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch
from zermelo.textbook.telling import MANY_PLAYERS


class _Payoffs(Ledger):
    def check_payoff(self, worth: Any) -> None:
        """Any payoff will do here."""


def max_n(
    root: State,
    *,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The payoffs of `root` when everybody plays for themselves; `value` is a tuple.

    >>> from zermelo import tree
    >>> print(max_n(tree("A(B(D=(1,2,6) E=(4,3,3)) C(F=(6,1,2) G=(7,4,1)))")))
    max_n: (7, 4, 1) by C G (7 nodes, 4 evaluations)
    """
    ledger = _Payoffs("max_n", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, roles=MANY_PLAYERS)
    tell = ledger.tell

    def value(state: State, move: Any, depth: int) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return as_payoffs(worth), None
        best: Any = None
        line: Line = None
        player = state.player
        if player == CHANCE:
            for move, probability in chances(state):
                worth, _ = value(state.play(move), move, depth - 1)
                best = _weighted(best, probability, worth)
                if state is root:
                    ledger.root_move(move, worth)
        elif player >= 0:
            for move in order(state) if order else state.moves():
                worth, rest = value(state.play(move), move, depth - 1)
                if player >= len(worth):
                    raise ZermeloError(f"player {player + 1} moves, but a payoff has only {len(worth)} parts")
                if state is root:
                    ledger.root_move(move, worth)
                if best is None or worth[player] > best[player]:
                    best, line = worth, (move, rest)
                    if tell:
                        tell.improve(best)
        else:
            raise ledger.wrong_player(state)
        if tell:
            tell.leave(best)
        return best, line

    return ledger.run(lambda: value(root, None, ledger.depth))


def as_payoffs(worth: Any) -> tuple[Any, ...]:
    """One payoff per player; a lone number is MAX's in a zero-sum game of two."""
    return worth if isinstance(worth, tuple) else (worth, -worth)


def _weighted(total: Any, probability: Any, worth: tuple[Any, ...]) -> tuple[Any, ...]:
    if total is None:
        return tuple(probability * each for each in worth)
    return tuple(sum_ + probability * each for sum_, each in zip(total, worth, strict=True))
