"""MTD(f): close in on the value with nothing but tests.

Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996. They showed that SSS*
is this algorithm with a first guess of +infinity.

    1. Guess a value.
    2. Ask alpha-beta, with a null window and a table that remembers, whether the true value is at least the guess.
    3. The answer is a new lower or upper bound, and the next guess. Stop when the bounds meet.
"""

from __future__ import annotations

from math import inf, nextafter
from typing import Any

from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import MAX, Number, State
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch
from zermelo.textbook.transpositions import Table, search


def mtdf(
    root: State,
    *,
    guess: Number = 0,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The minimax value of `root` and the move that reaches it; `history` has every test.

    >>> from zermelo import tree
    >>> result = mtdf(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]))
    >>> result.value, [(test.bound, test.value) for test in result.history]
    (3, [('lower', 3), ('upper', 3)])
    """
    ledger = Ledger("mtdf", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch)
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
            if ledger.tell:
                ledger.tell.iteration(depth, alpha, beta)
            worth, line = search(ledger, root, ledger.depth, table, (alpha, beta), order)
            reached = worth >= beta
            if reached:
                lower = worth
            else:
                upper = worth
            # A test proves one move: MAX's when it succeeds, MIN's when it fails. The replies below it are only good
            # enough for the test, so the line ends there.
            if line is not None and reached == (root.player == MAX):
                move = (line[0], None)
            ledger.end_pass(depth, worth, move, "lower" if reached else "upper")
        return worth, move

    return ledger.run(tests)
