"""Paranoid search: for many players; the player to move expects all others to play against it.

Source: Sturtevant and Korf, "On pruning techniques for multi-player games", 2000. It is the coalition of one: the player to
move is MAX, everybody else is MIN, and only that player's payoff counts, so alpha-beta applies.
"""

from __future__ import annotations

from typing import Unpack

from zermelo.registry import MANY_PLAYERS, Declaration
from zermelo.result import Result, Ties
from zermelo.state import Move, State
from zermelo.textbook.alpha_beta import VALUE
from zermelo.textbook.coalition import search_for
from zermelo.textbook.ledger import Common, Order
from zermelo.textbook.options import DEPTH, ORDER, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "paranoid",
    "Paranoid",
    "One player against all others, who are expected to play together.",
    MANY_PLAYERS,
    options=(DEPTH, TIES, ORDER),
)
PSEUDOCODE = parse_pseudocode(
    """
    MAX is the player to move, MIN the others
    the answer is value(root, -∞, ∞)         | answer
    """,
    VALUE,
)


def paranoid(
    state: State[Move], *, ties: Ties = "equal", order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the payoff that the player to move can guarantee against all others.

    Parameters are those of `scout`; `evaluate` returns one payoff per player.

    Returns
    -------
    Result
        `value` is the payoff of the player to move at `state`.

    Examples
    --------
    >>> from zermelo import tree
    >>> print(paranoid(tree("A(B(D=(1,2,6) E=(4,3,3)) C(F=(6,1,2) G=(7,4,1)))")))
    paranoid: 6 by C F (7 nodes, 4 evaluations)
    """
    return search_for(SEARCH, state, None, common, ties=ties, order=order)
