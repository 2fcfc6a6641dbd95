"""Coalition search: some of many players are partners, and expect all others to play against them.

Source: Sturtevant and Korf, "On pruning techniques for multi-player games", 2000, with more than one player on a side. The
game becomes one of two players: the partners are MAX, everybody else is MIN, and the value is the sum of the partners'
payoffs, so alpha-beta applies.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Unpack

from zermelo.game_errors import explain_game_errors
from zermelo.kinds.coalition import CoalitionView, check_partners, coalition_payoff
from zermelo.registry import MANY_PLAYERS, Declaration
from zermelo.result import Result, Ties
from zermelo.state import MAX, Move, State
from zermelo.textbook.alpha_beta import VALUE, search
from zermelo.textbook.ledger import Common, Ledger, Order
from zermelo.textbook.options import DEPTH, ORDER, PARTNERS, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "coalition",
    "Coalition",
    "Some players together against all others.",
    MANY_PLAYERS,
    options=(PARTNERS, DEPTH, TIES, ORDER),
)
PSEUDOCODE = parse_pseudocode(
    """
    MAX are the partners, MIN all others;
    a value is the sum of MAX's payoffs
    the answer is value(root, -∞, ∞)         | answer
    """,
    VALUE,
)


class _CoalitionLedger(Ledger):
    root: CoalitionView

    @property
    def game(self) -> State:
        return self.root.state


def coalition(
    state: State[Move],
    *,
    partners: Collection[int] | None = None,
    ties: Ties = "equal",
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the sum of payoffs that the partners can guarantee against all others.

    Parameters are those of `scout`, and:

    Parameters
    ----------
    partners
        The players of the coalition, counted from 0; the player to move alone by default.
    evaluate
        Returns one payoff per player.

    Returns
    -------
    Result
        `value` is the sum of the partners' payoffs.

    Examples
    --------
    >>> from zermelo import tree
    >>> three = tree("A(B(D=(1,2,6) E=(4,3,3)) C(F=(6,1,2) G=(7,4,1)))")
    >>> print(coalition(three, partners=(0, 2)))
    coalition: 8 by C F (7 nodes, 4 evaluations)
    """
    return search_for(SEARCH, state, partners, common, ties=ties, order=order)


def search_for(
    declaration: Declaration,
    state: State[Move],
    partners: Collection[int] | None,
    common: Common,
    *,
    ties: Ties,
    order: Order | None,
) -> Result[Move]:
    """Search by alpha-beta for the partners against the rest."""
    with explain_game_errors(state):
        players = check_partners((max(state.player, MAX),) if partners is None else partners)

    evaluate = common.get("evaluate")
    if evaluate is not None:
        common = {**common, "evaluate": lambda view: coalition_payoff(evaluate(view.state), players)}
    ledger = _CoalitionLedger(declaration, CoalitionView(state, players), common, ties=ties)
    order_of_view: Order | None = None if order is None else lambda view: order(view.state)
    return ledger.run(lambda: search(ledger, ledger.root, ledger.depth, order=order_of_view))
