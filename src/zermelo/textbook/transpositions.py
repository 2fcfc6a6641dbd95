"""Alpha-beta with a transposition table: a position reached by another order of moves is not searched twice.

Source: Greenblatt, Eastlake and Crocker, "The Greenblatt chess program", 1967; Knuth and Moore's bounds.

    1. Before searching a state, look it up. An exact value, or a bound outside the window, searched to this depth
       answers at once.
    2. Otherwise try the move that was best last time first.
    3. Afterwards store the value, and whether it is exact or which bound it is: a value at or below the window is an
       upper bound, one at or above it a lower bound.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import inf
from typing import Any, NamedTuple, Unpack

from zermelo.registry import Declaration
from zermelo.result import Bound, Result, Ties
from zermelo.state import MAX, Move, Number, State
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import DEPTH, ORDER, TIES
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "transpositions",
    "Transposition table",
    "Alpha-beta that searches no position twice, whatever the order of moves.",
    options=(DEPTH, TIES, ORDER),
)
VALUE = """
    value(node, α, β):                       | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      if the table decides: return from it   | recall
      try the best move of the table first
      for each child of node:
        v ← value(child, α, β)
        if MAX moves: best ← max(best, v)
                      α ← max(α, best)       | improve MAX
        if MIN moves: best ← min(best, v)
                      β ← min(β, best)       | improve MIN
        if α ≥ β (strict ties: α > β):
          skip the other children            | cutoff, skip
      store best, and whether it is a bound
      return best                            | leave
    """
PSEUDOCODE = parse_pseudocode("the answer is value(root, -∞, ∞)         | answer", VALUE)


TO_THE_END = -1


class Entry(NamedTuple):
    """What the table knows of a state: the depth it was searched to (or TO_THE_END), and the outcome."""

    depth: int
    worth: Any
    bound: Bound
    line: Line


Table = dict[Hashable, Entry]


def transpositions(
    state: State[Move], *, ties: Ties = "equal", order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the minimax value; positions are recognised by `key()` where the game has one, else by equality.

    Parameters are those of `scout`.

    Examples
    --------
    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> print(transpositions(TicTacToe()))
    transpositions: 0 by 0 4 1 2 6 3 5 7 8 (4,852 nodes, 1,074 evaluations)
    """
    ledger = Ledger(SEARCH, state, common, ties=ties)
    return ledger.run(lambda: search(ledger, state, ledger.depth, {}, order=order))


def search(
    ledger: Ledger,
    root: State,
    depth: int,
    table: Table,
    window: tuple[Number, Number] = (-inf, inf),
    order: Order | None = None,
) -> tuple[Any, Line]:
    """Run one alpha-beta pass with a table that may already be filled."""
    trace, worst = ledger.trace, ledger.worst
    cut_on_equal = ledger.ties != "strict"

    @ledger.recorded
    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
        leaf = ledger.arrive(state, depth)
        if leaf is not None:
            return leaf, None
        key = _key(state)
        entry = table.get(key)
        to_go = max(depth, TO_THE_END)
        if entry is not None and state is not root and _decides(entry, to_go, alpha, beta):
            if trace:
                trace.recall(entry.worth, entry.bound)
            return entry.worth, entry.line
        player = state.player
        moves = list(order(state) if order else state.moves())
        if entry is not None and entry.line is not None:
            stored = entry.line[0]
            moves.sort(key=lambda move: move != stored)
        first_alpha, first_beta = alpha, beta
        best: Any = worst[player]
        line: Line = None
        for move in moves:
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if line is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                if player == MAX:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                if trace:
                    trace.improve(best, alpha, beta, moves)
                if alpha > beta or (alpha == beta and cut_on_equal):
                    break
        table[key] = Entry(to_go, best, window_bound(best, first_alpha, first_beta), line)
        return best, line

    return value(root, None, depth, *window)


def _key(state: State) -> Hashable:
    key = getattr(state, "key", None)
    return (state.player, key()) if key is not None else (state.player, state)


def _decides(entry: Entry, depth: int, alpha: Number, beta: Number) -> bool:
    """Return whether an entry decides: it was searched to the same depth, and is exact or a bound outside the window."""
    if entry.depth != depth:
        return False
    if entry.bound == "exact":
        return True
    return bool(entry.worth >= beta) if entry.bound == "lower" else bool(entry.worth <= alpha)
