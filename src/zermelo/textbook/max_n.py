"""Max^n: many players, each out for itself.

Source: Luckhardt and Irani, "An algorithmic solution of n-person games", 1986. A value is one payoff per player.

    1. At a leaf it is the leaf's payoffs.
    2. Elsewhere the player to move takes the child that is best for that player, the first of several alike.
    3. Where chance moves, each player's payoff is averaged.

In a two-player zero-sum game this is minimax, the second payoff being the first with its sign changed.

Where nobody gets less than `least` and all together no more than `total`, what one player has is lost to the others
(Korf, "Multi-player alpha-beta pruning", 1991). If the player to move has so much here that nobody else can get more than
the player of the parent already has, then that one will not come here, and the rest need not be looked at: shallow pruning.
A bound from further up does not help, since the players between may have other plans.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from zermelo.games.payoffs import check_shares, check_turn, weighted
from zermelo.limits import Limits
from zermelo.result import Bound, Result
from zermelo.state import CHANCE, Number, State, as_payoffs
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch
from zermelo.textbook.telling import MANY_PLAYERS

_Rival: TypeAlias = "tuple[int, Number] | None"
"""The player of the parent, and what that one already has there."""


class Payoffs(Ledger):
    """The books of a search for which any payoff will do."""

    def check_payoff(self, worth: Any) -> None:
        pass


def max_n(
    root: State,
    *,
    total: Number | None = None,
    least: Number = 0,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The payoffs of `root` when everybody plays for themselves; `value` is a tuple. With `total` it leaves out what cannot
    change it, all payoffs being at least `least` and adding up to no more than `total`.

    >>> from zermelo import tree
    >>> three = tree("A(B(D=(1,2,6) E=(4,3,2)) C(F=(2,6,1) G=(7,1,1)))")
    >>> print(max_n(three))
    max_n: (4, 3, 2) by B E (7 nodes, 4 evaluations)
    >>> print(max_n(three, total=9))
    max_n: (4, 3, 2) by B E (6 nodes, 3 evaluations)
    """
    ledger = Payoffs("max_n", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, roles=MANY_PLAYERS)
    tell = ledger.tell

    def value(state: State, move: Any, depth: int, rival: _Rival) -> tuple[Any, Line, Bound]:
        if tell:
            tell.enter(state, move)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            worth = as_payoffs(worth)
            if total is not None:
                check_shares(worth, least, total)
            return worth, None, "exact"
        best: Any = None
        line: Line = None
        bound: Bound = "exact"
        player = state.player
        if player == CHANCE:
            for move, probability in chances(state):
                worth, _, _ = value(state.play(move), move, depth - 1, None)
                best = weighted(best, probability, worth)
                if state is root:
                    ledger.root_move(move, worth)
                if tell:
                    tell.improve(best)
        elif player >= 0:
            moves = order(state) if order else state.moves()
            for number, move in enumerate(moves, 1):
                has = None if best is None else (player, best[player])
                worth, rest, proven = value(state.play(move), move, depth - 1, has)
                check_turn(player, worth)
                if state is root:
                    ledger.root_move(move, worth, proven)
                if best is None or worth[player] > best[player]:
                    best, line = worth, (move, rest)
                    if tell:
                        tell.improve(best)
                    if total is None or number == len(moves):
                        continue
                    left = total - best[player] - (len(best) - 2) * least
                    if left <= least:
                        if tell:
                            tell.cutoff_full(best, moves)
                        break
                    if rival is not None and rival[0] != player and left <= rival[1]:
                        if tell:
                            tell.cutoff_shallow(best, left, moves)
                        # Nobody else gets more than what is left, and the player to move no more than there is.
                        most = total - (len(best) - 1) * least
                        best = tuple(most if each == player else left for each in range(len(best)))
                        bound = "upper"
                        break
        else:
            raise ledger.wrong_player(state)
        if tell:
            tell.leave(best)
        return best, line, bound

    return ledger.run(lambda: value(root, None, ledger.depth, None)[:2])
