"""Aspiration search: alpha-beta with a narrow window around a guess.

Source: Slate and Atkin, "Chess 4.5", 1977. A narrow window cuts more; a wrong guess costs a second search.

    1. Search by alpha-beta with the window (guess - margin, guess + margin).
    2. A value inside the window is exact: stop.
    3. A value at or below the window is an upper bound: search again below it. One at or above it is a lower bound: search
       again above it.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Any, Unpack

from zermelo.registry import Declaration
from zermelo.result import Result
from zermelo.state import Move, Number, State, ZermeloError
from zermelo.textbook.alpha_beta import VALUE, search
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, GUESS, MARGIN, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "aspiration",
    "Aspiration window",
    "Alpha-beta with a narrow window around a guess.",
    options=(GUESS, MARGIN, DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode(
    """
    (α, β) ← (guess - margin, guess + margin)
    repeat:
      v ← value(root, α, β)                  | iteration
      if v ≤ α: (α, β) ← (-∞, just above v)  | answer upper
      if v ≥ β: (α, β) ← (just below v, ∞)   | answer lower
      otherwise the answer is v              | answer exact
    """,
    VALUE,
)


def aspiration(
    state: State[Move], *, guess: Number = 0, margin: Number = 1, order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the minimax value; `history` has one pass if the guess was good, else two.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    guess
        The expected value for MAX.
    margin
        How far the value may be from the guess to be found by the first pass.

    Examples
    --------
    >>> from zermelo import tree
    >>> good, bad = (aspiration(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), guess=guess) for guess in (3, 9))
    >>> (good.value, len(good.history)), (bad.value, len(bad.history))
    ((3, 1), (3, 2))
    """
    if not margin > 0:
        raise ZermeloError(f"margin must be above 0, not {margin}")
    ledger = Ledger(SEARCH, state, common)

    def passes() -> tuple[Any, Line]:
        alpha, beta = guess - margin, guess + margin
        while True:
            ledger.new_pass()
            if ledger.trace:
                ledger.trace.iteration(ledger.asked_depth, alpha, beta)
            worth, line = search(ledger, state, ledger.depth, (alpha, beta), order)
            bound = window_bound(worth, alpha, beta)
            # A value outside the window proves no line of best play.
            ledger.end_pass(ledger.asked_depth, worth, line if bound == "exact" else None, bound)
            if bound == "exact":
                return worth, line
            alpha, beta = (-inf, nextafter(worth, inf)) if bound == "upper" else (nextafter(worth, -inf), inf)

    return ledger.run(passes, answer=False)
