"""Paranoid search: many players, and I assume that all the others are in league against me.

Source: Sturtevant and Korf, "On pruning techniques for multi-player games", 2000. The game becomes one of two: I am
MAX, everybody else is MIN, and only my payoff counts, so alpha-beta applies.
"""

from __future__ import annotations

from typing import Any

from zermelo.limits import Limits
from zermelo.result import Result, Ties
from zermelo.state import CHANCE, MAX, MIN, Number, Payoff, State, ZermeloError
from zermelo.textbook.alpha_beta import search
from zermelo.textbook.ledger import Evaluation, Ledger, Order, Watch
from zermelo.textbook.max_n import as_payoffs


class _AgainstMe:
    """A state seen by one player, `me`, who takes all the others for one enemy."""

    __slots__ = ("_me", "_state", "player")

    def __init__(self, state: State, me: int) -> None:
        if state.player < 0 and state.utility() is None:
            what = "chance moves" if state.player == CHANCE else "moves at the same time"
            raise ZermeloError(f"this game has {what}, which paranoid cannot search: use max_n")
        self._state, self._me = state, me
        self.player = MAX if state.player == me else MIN

    def moves(self) -> Any:
        return self._state.moves()

    def play(self, move: Any) -> _AgainstMe:
        return _AgainstMe(self._state.play(move), self._me)

    def utility(self) -> Number | None:
        worth = self._state.utility()
        return None if worth is None else _share(worth, self._me)

    def evaluate(self) -> Number:
        evaluate = getattr(self._state, "evaluate", None)
        if evaluate is None:
            raise ZermeloError(
                f"the search stops before the end of the game, and {type(self._state).__name__} has no evaluate(): "
                "write one, or pass evaluate="
            )
        return _share(evaluate(), self._me)

    def __getattr__(self, attribute: str) -> Any:
        # name, children and leaves, where the state has them, for the trace
        return getattr(self._state, attribute)


def _share(worth: Payoff, me: int) -> Number:
    share: Number = as_payoffs(worth)[me]
    return share


def paranoid(
    root: State,
    *,
    depth: int | None = None,
    ties: Ties = "equal",
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """What the player to move at `root` can be sure of; `value` is that player's payoff.

    >>> from zermelo import tree
    >>> print(paranoid(tree("A(B(D=(1,2,6) E=(4,3,3)) C(F=(6,1,2) G=(7,4,1)))")))
    paranoid: 6 by C F (7 nodes, 4 evaluations)
    """
    me = root.player

    def own(given: Evaluation, state: Any) -> Payoff:
        return _share(given(state._state), me)

    seen = _AgainstMe(root, me)
    ledger = Ledger(
        "paranoid",
        seen,
        depth=depth,
        evaluate=None if evaluate is None else lambda state: own(evaluate, state),
        limits=limits,
        watch=watch,
        ties=ties,
    )
    own_order: Order | None = None if order is None else lambda state: order(state._state)
    return ledger.run(lambda: search(ledger, seen, ledger.depth, order=own_order))
