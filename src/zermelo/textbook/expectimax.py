"""Expectimax: MAX against chance.

Source: Michie, "Game-playing and game-learning automata", 1966.

    1. At a leaf the value is the leaf's.
    2. Where MAX moves, it is the largest value among the children.
    3. Where chance moves, it is the average of the children's values, each weighted by its probability.
    4. There is no enemy: where MIN moves, every move counts as equally likely.
"""

from __future__ import annotations

from typing import Literal, Unpack

from zermelo.kinds.kind import Unsuitable
from zermelo.kinds.survey import refusal
from zermelo.registry import Declaration, Suits
from zermelo.result import Result
from zermelo.state import CHANCE, MIN, Move, State, ZermeloError
from zermelo.textbook.expectiminimax import expect
from zermelo.textbook.explanations import NO_ENEMY
from zermelo.textbook.ledger import Common, Ledger, Order
from zermelo.textbook.options import DEPTH, OPPONENT, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "expectimax",
    "Expectimax",
    "MAX against chance, or against an opponent who moves at random.",
    Suits(chance=True, opponent_and_chance=False),
    options=(OPPONENT, DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root)                | answer
    value(node):                             | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      best ← -∞ for MAX, 0 for chance
      for each child of node:
        v ← value(child)
        if MAX moves: best ← max(best, v)    | improve MAX
        otherwise: best ← best + P(child) v  | average
      return best                            | leave
    """)


def expectimax(
    state: State[Move],
    *,
    opponent: Literal["random"] | None = None,
    order: Order | None = None,
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the expected value for MAX when everything else happens at random.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    opponent
        "random" lets MIN move at random in a game that has chance moves too; without it such a game is refused.

    Examples
    --------
    >>> from zermelo import tree
    >>> expectimax(tree([[3, 12, 9], [2, 4, 6], [15, 6, 0]])).value
    Fraction(8, 1)
    """
    if opponent not in (None, "random"):
        raise ZermeloError(f"opponent must be 'random' or left out, not {opponent!r}")
    ledger = Ledger(SEARCH, state, common, roles=NO_ENEMY)
    seen: set[int] = set()

    def at_random(state: State) -> bool:
        seen.add(state.player)
        if opponent is None and {MIN, CHANCE} <= seen:
            from zermelo.textbook import DECLARATIONS

            refused = refusal(SEARCH, ledger.root, (MIN, None), (CHANCE, None), among=DECLARATIONS.values())
            raise Unsuitable(f"{refused}, or pass opponent='random'")
        return state.player in (MIN, CHANCE)

    return ledger.run(lambda: expect(ledger, order, at_random))
