"""Star2: Star1 with a probe of every child of a chance node.

Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983.

    1. At a chance node, first search one move of every child. Where MAX moves next this bounds the child from below, where
       MIN moves from above, and often the probes alone are enough for a cutoff.
    2. Then search the children as Star1 does.
"""

from __future__ import annotations

from typing import Unpack

from zermelo.registry import WITH_CHANCE, Declaration
from zermelo.result import Result
from zermelo.state import Move, Number, State
from zermelo.textbook.ledger import Common, Ledger, Order
from zermelo.textbook.options import BOUNDS, DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode
from zermelo.textbook.star1 import VALUE, search

SEARCH = Declaration(
    "star2",
    "Star2",
    "Star1 that first probes one move of every child of a chance node.",
    WITH_CHANCE,
    options=(BOUNDS, DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode(
    """
    the answer is value(root, -∞, ∞)         | answer
    before chance averages its children:
      search one move below each of them     | enter probe
      MAX's bounds the child from below
      MIN's bounds the child from above
    """,
    VALUE,
)


def star2(
    state: State[Move], *, bounds: tuple[Number, Number], order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the expectiminimax value, skipping what cannot change it. Parameters are those of `star1`.

    Examples
    --------
    >>> from zermelo import tree
    >>> dice = tree("A(B=7 C?(1/2:D(F=6 G=8) 1/2:E(H=2 I=4)))", root="max")
    >>> star2(dice, bounds=(0, 10)).value
    7
    """
    ledger = Ledger(SEARCH, state, common)
    ledger.remember_values()
    return ledger.run(lambda: search(ledger, bounds, order, probing=True))
