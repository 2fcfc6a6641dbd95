"""Alpha-beta with a transposition table: a position reached by another order of moves is not searched twice.

Source: Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967; Knuth and Moore's bounds.

    1. Before searching a state, look it up. An exact value, or a bound outside the window, from at least this depth
       answers at once.
    2. Otherwise try the move that was best last time first.
    3. Afterwards store the value, and whether it is exact or which bound it is: a value at or below the window is an
       upper bound, one at or above it a lower bound.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Any, NamedTuple

from zermelo.limits import Limits
from zermelo.result import Bound, Result, Ties
from zermelo.state import MAX, MIN, Number, State
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch, window_bound

TO_THE_END = -1


class Entry(NamedTuple):
    """What the table knows of a state: searched how deep (or TO_THE_END), and what came out."""

    depth: int
    worth: Any
    bound: Bound
    line: Line


Table = dict[Hashable, Entry]


def transpositions(
    root: State,
    *,
    depth: int | None = None,
    ties: Ties = "equal",
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The minimax value of `root`; positions are recognised by `key()` where the game has one, else by equality.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> print(transpositions(TicTacToe()))
    transpositions: 0 by 0 4 1 2 6 3 5 7 8 (4,852 nodes, 1,074 evaluations)
    """
    ledger = Ledger("transpositions", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, ties=ties)
    return ledger.run(lambda: search(ledger, root, ledger.depth, {}, order=order))


def search(
    ledger: Ledger,
    root: State,
    depth: int,
    table: Table,
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
) -> tuple[Any, Line]:
    """One alpha-beta pass with a table that may already be filled."""
    tell = ledger.tell
    cut_on_equal = ledger.ties != "strict"

    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move, alpha, beta)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return worth, None
        key = _key(state)
        known = table.get(key)
        to_go = max(depth, TO_THE_END)
        if known is not None and state is not root and _answers(known, to_go, alpha, beta):
            if tell:
                tell.recall(known.worth, known.bound)
            return known.worth, known.line
        player = state.player
        if player not in (MAX, MIN):
            raise ledger.wrong_player(state)
        moves = list(order(state) if order else state.moves())
        if known is not None and known.line is not None and known.line[0] in moves:
            moves.sort(key=lambda move: move != known.line[0])  # type: ignore[index]
        first_alpha, first_beta = alpha, beta
        best: Any = None
        line: Line = None
        for move in moves:
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if best is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if player == MAX:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if tell:
                    tell.improve(best, alpha, beta)
                if alpha > beta or (cut_on_equal and alpha == beta):
                    if tell:
                        tell.cutoff(best, first_alpha, first_beta, moves)
                    break
        table[key] = Entry(to_go, best, window_bound(best, first_alpha, first_beta), line)
        if tell:
            tell.leave(best)
        return best, line

    return value(root, None, depth, *window)


def _key(state: State) -> Hashable:
    key = getattr(state, "key", None)
    return (state.player, key()) if key is not None else (state.player, state)


def _answers(known: Entry, depth: int, alpha: Number, beta: Number) -> bool:
    """An entry serves if it was searched to the same depth, and its bound, if it is one, is all this window needs."""
    if known.depth != depth:
        return False
    if known.bound == "exact":
        return True
    return bool(known.worth >= beta) if known.bound == "lower" else bool(known.worth <= alpha)
