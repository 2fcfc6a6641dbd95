"""Progressive deepening: an answer at any time, and each pass puts the next one in a better order.

Source: Slate and Atkin, "Chess 4.5", 1977; the lecture calls the shallow passes an insurance policy.

    1. Search to depth 1, then to depth 2, and so on, each time by alpha-beta: a move is ready after every pass.
    2. No static value is paid for twice: it is remembered.
    3. After a pass, put the children of each node in the order of the values found: best first for MAX, smallest
       first for MIN, those not looked at last. Alpha-beta does best when the best comes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, Unpack

from zermelo.events import child_name
from zermelo.limits import check_depth
from zermelo.registry import Declaration
from zermelo.result import Fail, Result, Ties
from zermelo.state import MAX, Move, State
from zermelo.textbook.alpha_beta import VALUE, search
from zermelo.textbook.ledger import Common, Evaluation, Ledger, Line, Note
from zermelo.textbook.options import DEPTH, DEPTHS, FAIL, REORDER, TIES
from zermelo.textbook.pseudocode import parse_pseudocode
from zermelo.trees import Node, Tree

SEARCH = Declaration(
    "deepening",
    "Progressive deepening",
    "An answer at any time, and each pass puts the next one in a better order.",
    options=(DEPTH, DEPTHS, REORDER, TIES, FAIL),
)
PSEUDOCODE = parse_pseudocode(
    """
    for depth = 1, 2, ...:
      search to this depth:                  | iteration
      answer ← value(root, -∞, ∞)            | answer
      sort the children by their values      | reorder
    """,
    VALUE,
)


def deepening(
    state: State[Move],
    *,
    depths: Sequence[int | None] | None = None,
    reorder: bool = True,
    ties: Ties = "equal",
    fail: Fail = "soft",
    **common: Unpack[Common],
) -> Result[Move]:
    """Find the minimax value at depth 1, 2 and so on; `history` has every finished pass.

    Parameters are those of `alpha_beta`, without the window and the order, and:

    Parameters
    ----------
    depth
        The last depth; None is the end of the game. Depths at which some node of an explicit tree has no static value are
        left out.
    depths
        The depth of each pass instead; None in it is a pass to the end.
    reorder
        Put the children in a better order after each pass; False keeps the order of `moves()`, as a search by hand does that
        only wants an answer at any time.

    Returns
    -------
    Result
        The value and the move of the last finished pass, for MAX.

    Examples
    --------
    >>> from zermelo import tree
    >>> result = deepening(tree("A(B(E=2 F=3(K=3 L=0)) C(G=7(M(Q=1 R=5) N=7) H=6) D(I=1 J=20(O=2 P=20)))"))
    >>> [(one.depth, one.move, one.evaluations) for one in result.history]
    [(2, 'C', 5), (4, 'C', 6)]
    """
    ledger = Ledger(SEARCH, state, common, ties=ties, fail=fail)
    ledger.remember_values()
    limits = _usable_depths(state, common.get("depth"), common.get("evaluate")) if depths is None else depths
    orders: dict[State, list[Any]] = {}

    def order(state: State) -> Sequence[Any]:
        return orders.get(state) or state.moves()

    def passes() -> tuple[Any, Line]:
        worth, line = None, None
        notes: dict[State, Note] = {}
        for limit in limits:
            if reorder:
                _reorder(notes, orders, ledger)
            notes = {}
            before = ledger.statics
            ledger.new_pass()
            if ledger.trace:
                ledger.trace.iteration(limit)
            worth, line = search(ledger, state, check_depth(limit), order=order, notes=notes)
            ledger.end_pass(limit, worth, line)
            if ledger.statics == before and depths is None:
                break  # no state was cut off by the depth, so deeper passes find the same
        return worth, line

    return ledger.run(passes, answer=False)


def _usable_depths(root: State, depth: int | None, evaluate: Evaluation | None) -> Iterator[int]:
    if depth == 0 or root.utility() is not None:
        yield 0
    elif isinstance(root, Tree) and evaluate is None:
        level: list[Node] = [root]
        for reached in count(1) if depth is None else range(1, depth + 1):
            level = [child for node in level for child in node.children]
            if level and (reached == depth or all(node.value is not None for node in level)):
                yield reached
            elif not level:
                return
    else:
        yield from count(1) if depth is None else range(1, depth + 1)


def _reorder(notes: dict[State, Note], orders: dict[State, list[Any]], ledger: Ledger) -> None:
    """Sort the children of each node by the values of the last pass; those without a value come last."""
    for state, note in notes.items():
        values, moves = note.values, orders.get(state) or list(state.moves())
        known = sorted((move for move in moves if move in values), key=values.__getitem__, reverse=state.player == MAX)
        new = known + [move for move in moves if move not in values]
        if ledger.trace and len(new) > 1 and (new != moves or state is ledger.root):
            children = [child_name(note.name, state.play(move), move) for move in new]
            ledger.trace.reorder(note.name, children, [values.get(move) for move in new])
        orders[state] = new
