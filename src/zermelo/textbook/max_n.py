"""Max^n: many players, each playing for itself.

Source: Luckhardt and Irani, "An algorithmic solution of n-person games", 1986. A value is one payoff per player.

    1. At a leaf it is the leaf's payoffs.
    2. Elsewhere the player to move takes the child that is best for that player, the first of several alike.
    3. Where chance moves, each player's payoff is averaged.

In a two-player zero-sum game this is minimax, the second payoff being the first with its sign changed.

Where nobody gets less than `least` and all together no more than `total`, what one player gets is lost to the others
(Korf, "Multi-player alpha-beta pruning", 1991). If the player to move has so much here that nobody else can get more than
the player of the parent already has, then the parent's player avoids this node, and the rest can be skipped: shallow pruning.
A bound from further up does not help, since the players between may choose otherwise.
"""

from __future__ import annotations

from typing import Any, TypeAlias, Unpack

from zermelo.kinds.payoffs import check_shares, check_turn, weighted
from zermelo.registry import ANY_TURNS, Declaration
from zermelo.result import Bound, Result
from zermelo.state import CHANCE, Move, Number, State, as_payoffs
from zermelo.textbook.expectiminimax import chances
from zermelo.textbook.explanations import MANY_PLAYERS
from zermelo.textbook.ledger import Common, Ledger, Line, Order
from zermelo.textbook.options import DEPTH, LEAST, ORDER, TOTAL
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "max_n",
    "Max^n",
    "Many players, each playing for itself.",
    ANY_TURNS,
    options=(TOTAL, LEAST, DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root)                | answer
    value(node), one payoff per player:      | enter
      if node is a leaf or at the horizon:
        return its payoffs                   | evaluate
      for each child of node:
        v ← value(child)
        if chance: best ← best + P(child) v  | average
        else if v is better for the player
          to move: best ← v                  | improve
          if the total leaves the player of
            the parent no more than it has:
            skip the other children          | cutoff, skip
      return best                            | leave
    """)
_Rival: TypeAlias = "tuple[int, Number] | None"
"""    The player of the parent node and the payoff that this player already has there."""


class PayoffLedger(Ledger):
    """The ledger of a search that accepts one payoff per player."""

    def check_payoff(self, worth: Any) -> None:
        pass


def max_n(
    state: State[Move],
    *,
    total: Number | None = None,
    least: Number = 0,
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the payoffs when every player maximises its own.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    total
        Payoffs never add up to more than this; with it the search prunes.
    least
        With `total`: no payoff is smaller than this.
    evaluate
        Returns one payoff per player, or a number for MAX in a zero-sum game of two.

    Returns
    -------
    Result
        `value` is a tuple: one payoff per player.

    Raises
    ------
    ZermeloError
        If payoffs contradict `total` or `least`.

    Examples
    --------
    >>> from zermelo import tree
    >>> three = tree("A(B(D=(1,2,6) E=(4,3,2)) C(F=(2,6,1) G=(7,1,1)))")
    >>> print(max_n(three))
    max_n: (4, 3, 2) by B E (7 nodes, 4 evaluations)
    >>> print(max_n(three, total=9))
    max_n: (4, 3, 2) by B E (6 nodes, 3 evaluations)
    """
    ledger = PayoffLedger(SEARCH, state, common, roles=MANY_PLAYERS)
    root, trace = ledger.root, ledger.trace

    def value(state: State, move: Any, depth: int, rival: _Rival) -> tuple[Any, Line, Bound]:
        if trace:
            trace.enter(state, move)
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
                if trace:
                    trace.average(best, probability)
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
                    if trace:
                        trace.improve(best)
                    if total is None or number == len(moves):
                        continue
                    left = total - best[player] - (len(best) - 2) * least
                    if left <= least:
                        if trace:
                            trace.cutoff_full(best, moves)
                        break
                    if rival is not None and rival[0] != player and left <= rival[1]:
                        if trace:
                            trace.cutoff_shallow(best, left, moves)
                        # Upper bounds: what is left for the others, and all but the smallest payoffs for the player to move.
                        most = total - (len(best) - 1) * least
                        best = tuple(most if each == player else left for each in range(len(best)))
                        bound = "upper"
                        break
        else:
            ledger.wrong_player(state.player)
        if trace:
            trace.leave(best)
        return best, line, bound

    return ledger.run(lambda: value(root, None, ledger.depth, None)[:2])
