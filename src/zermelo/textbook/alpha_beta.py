"""Alpha-beta: minimax that does not look where the answer cannot be.

Source: Knuth and Moore, "An analysis of alpha-beta pruning", 1975. Alpha is the best that MAX is already sure of on
the way to this node, at any MAX ancestor and not only the parent; beta likewise for MIN. A node that MAX would avoid
because of alpha, or MIN because of beta, need not be finished.

    1. At a leaf the value is the leaf's.
    2. Where MAX moves, raise alpha to the best child so far; stop as soon as it reaches beta (a beta cutoff).
    3. Where MIN moves, lower beta likewise; stop as soon as it reaches alpha (an alpha cutoff).

The contract of a returned value v for the window (alpha, beta): inside the window v is exact; v <= alpha means the
true value is at most v; v >= beta means it is at least v.

Two conventions differ between courses and are arguments. `ties`: stop when alpha = beta ("equal") or only when
alpha > beta ("strict"). `fail`: report how far outside the window a value fell ("soft"), or only that it did ("hard").
Both rules look at the same nodes whatever `fail` is.
"""

from __future__ import annotations

from math import inf
from typing import Any

from zermelo.limits import Limits
from zermelo.result import Fail, Result, Ties
from zermelo.state import MAX, MIN, Number, State
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Note, Order, Watch, window_bound


def alpha_beta(
    root: State,
    *,
    depth: int | None = None,
    ties: Ties = "equal",
    fail: Fail = "soft",
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The minimax value of `root`, leaving out what cannot change it.

    >>> from zermelo import tree
    >>> print(alpha_beta(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])))
    alpha_beta: 3 by B E (11 nodes, 7 evaluations)
    """
    ledger = Ledger(
        "alpha_beta", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, ties=ties, fail=fail
    )
    return ledger.run(lambda: search(ledger, root, ledger.depth, window, order))


def search(
    ledger: Ledger,
    root: State,
    depth: int,
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
    notes: dict[State, Note] | None = None,
) -> tuple[Any, Line]:
    """One alpha-beta pass kept in the given books: the value and the line of best play.

    `notes` takes down what each child of each state was found to be worth, in the order the states were met.
    """
    tell = ledger.tell
    cut_on_equal = ledger.ties != "strict"
    hard = ledger.fail == "hard"

    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move, alpha, beta)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return worth, None
        moves = order(state) if order else state.moves()
        first_alpha, first_beta = alpha, beta
        line: Line = None
        if notes is not None:
            notes.setdefault(state, Note(tell.path[-1].name if tell else ""))
        if state.player == MAX:
            best: Any = -inf
            for move in moves:
                worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
                if state is root:
                    ledger.root_move(move, worth, window_bound(worth, alpha, beta))
                if notes is not None:
                    notes[state].values[move] = worth
                if worth > best or line is None:
                    best, line = worth, (move, rest)
                    if worth > alpha:
                        alpha = worth
                    if tell:
                        tell.improve(best, alpha, beta)
                    if best > beta or (cut_on_equal and best == beta):
                        if tell:
                            tell.cutoff(best, first_alpha, first_beta, moves)
                        break
        elif state.player == MIN:
            best = inf
            for move in moves:
                worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
                if state is root:
                    ledger.root_move(move, worth, window_bound(worth, alpha, beta))
                if notes is not None:
                    notes[state].values[move] = worth
                if worth < best or line is None:
                    best, line = worth, (move, rest)
                    if worth < beta:
                        beta = worth
                    if tell:
                        tell.improve(best, alpha, beta)
                    if best < alpha or (cut_on_equal and best == alpha):
                        if tell:
                            tell.cutoff(best, first_alpha, first_beta, moves)
                        break
        else:
            raise ledger.wrong_player(state)
        if tell:
            tell.leave(min(max(best, first_alpha), first_beta) if hard else best)
        return best, line

    worth, line = value(root, None, depth, *window)
    return (min(max(worth, window[0]), window[1]) if hard else worth), line
