"""Paranoid search: many players, and I assume that all the others are in league against me.

Source: Sturtevant and Korf, "On pruning techniques for multi-player games", 2000. It is the coalition of one: I am MAX,
everybody else is MIN, and only my payoff counts, so alpha-beta applies.
"""

from __future__ import annotations

from zermelo.limits import Limits
from zermelo.result import Result, Ties
from zermelo.state import State
from zermelo.textbook.coalition import ally
from zermelo.textbook.ledger import Evaluation, Order, Watch


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
    return ally("paranoid", root, None, depth, ties, order, evaluate, limits, watch)
