"""Coalition search: some of many players are partners, and I assume that all the others are in league against them.

Source: Sturtevant and Korf, "On pruning techniques for multi-player games", 2000, with more than one on my side. The game
becomes one of two: the partners are MAX, everybody else is MIN, and what counts is the sum of the partners' payoffs, so
alpha-beta applies.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from zermelo.game_errors import explain_game_errors
from zermelo.games.coalition import CoalitionView, check_partners, coalition_payoff
from zermelo.games.survey import refusal
from zermelo.limits import Limits
from zermelo.result import Result, Ties
from zermelo.state import MAX, State, ZermeloError
from zermelo.textbook.alpha_beta import search
from zermelo.textbook.ledger import Evaluation, Ledger, Order, Watch


class _Books(Ledger):
    root: CoalitionView

    def wrong_player(self, state: State) -> ZermeloError:
        """Advice is about the game itself, not about how the partners see it."""
        return refusal(self.search, self.game, (state.player, None))

    @property
    def game(self) -> State:
        return self.root.state


def coalition(
    root: State,
    *,
    partners: Collection[int] | None = None,
    depth: int | None = None,
    ties: Ties = "equal",
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """What the partners can be sure of together; `value` is the sum of their payoffs. Players are counted from 0; the one to
    move at `root` plays alone if nobody is named.

    >>> from zermelo import tree
    >>> three = tree("A(B(D=(1,2,6) E=(4,3,3)) C(F=(6,1,2) G=(7,4,1)))")
    >>> print(coalition(three, partners=(0, 2)))
    coalition: 8 by C F (7 nodes, 4 evaluations)
    """
    return ally("coalition", root, partners, depth, ties, order, evaluate, limits, watch)


def ally(
    name: str,
    root: State,
    partners: Collection[int] | None,
    depth: int | None,
    ties: Ties,
    order: Order | None,
    evaluate: Evaluation | None,
    limits: Limits | None,
    watch: Watch | None,
) -> Result:
    """Alpha-beta for the partners against the rest."""
    with explain_game_errors(root):
        chosen = check_partners((max(root.player, MAX),) if partners is None else partners)
    seen = CoalitionView(root, chosen)

    def own(state: Any) -> Any:
        assert evaluate is not None
        return coalition_payoff(evaluate(state.state), chosen)

    ledger = _Books(
        name,
        seen,
        depth=depth,
        evaluate=None if evaluate is None else own,
        limits=limits,
        watch=watch,
        ties=ties,
    )
    own_order: Order | None = None if order is None else lambda state: order(state.state)
    return ledger.run(lambda: search(ledger, seen, ledger.depth, order=own_order))
