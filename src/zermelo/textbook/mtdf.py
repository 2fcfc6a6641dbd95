"""MTD(f): close in on the value with nothing but tests.

Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996. They showed that SSS*
is this algorithm with a first guess of +infinity.

    1. Guess a value.
    2. Ask alpha-beta, with a null window and a table that remembers, whether the true value is at least the guess.
    3. The answer is a new lower or upper bound, and the next guess. Stop when the bounds meet.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Any, Unpack

from zermelo.registry import Declaration
from zermelo.result import Result
from zermelo.state import MAX, Move, Number, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order
from zermelo.textbook.options import DEPTH, GUESS, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode
from zermelo.textbook.transpositions import VALUE, Table, search

SEARCH = Declaration(
    "mtdf",
    "MTD(f)",
    "Closes in on the value with null-window tests only.",
    options=(GUESS, DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode(
    """
    (lower, upper) ← (-∞, ∞), v ← guess
    while lower < upper:
      test: is the value ≥ v, or > v once    | iteration
        v is the lower bound?
      v ← value(root, null window at v)
      if the test succeeds: lower ← v        | answer lower
      if it fails: upper ← v                 | answer upper
    the answer is v                          | answer exact
    """,
    VALUE,
)


def mtdf(
    state: State[Move], *, guess: Number = 0, order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the minimax value and the move that reaches it; `history` has every test.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    guess
        The first guess of the value for MAX; a good one saves tests.

    Examples
    --------
    >>> from zermelo import tree
    >>> result = mtdf(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> result.value, [(test.bound, test.value) for test in result.history]
    (3, [('lower', 3), ('upper', 3)])
    """
    ledger = Ledger(SEARCH, state, common)
    table: Table = {}

    def tests() -> tuple[Any, Line]:
        worth: Any = guess
        lower: Any = -inf
        upper: Any = inf
        move: Line = None
        while lower < upper:
            beta = nextafter(worth, inf) if worth == lower else worth
            alpha = nextafter(beta, -inf)
            ledger.new_pass()
            if ledger.trace:
                ledger.trace.iteration(ledger.asked_depth, alpha, beta)
            worth, line = search(ledger, state, ledger.depth, table, (alpha, beta), order)
            reached = worth >= beta
            if reached:
                lower = worth
            else:
                upper = worth
            # A test proves one move: MAX's when it succeeds, MIN's when it fails. The replies below it are only good
            # enough for the test, so the line ends there.
            if line is not None and reached == (state.player == MAX):
                move = (line[0], None)
            ledger.end_pass(ledger.asked_depth, worth, move, "lower" if reached else "upper")
        return worth, move

    return ledger.run(tests)
