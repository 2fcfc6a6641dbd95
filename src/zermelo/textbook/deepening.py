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
from zermelo.state import MAX, Move, Number, State
from zermelo.textbook.alpha_beta import VALUE, search
from zermelo.textbook.ledger import Common, Evaluation, Ledger, Line, WindowSearch
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


class _NotingLedger(Ledger):
    """Notes the value of every child in one pass, and searches in the order that the values of the last one gave."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.notes: dict[State, dict[Any, Number]] = {}
        self.names: dict[State, str] = {}
        self.orders: dict[State, list[Any]] = {}

    def order(self, state: State) -> Sequence[Any]:
        self._open[-1] = self.notes.setdefault(state, {})
        if self.trace:
            self.names.setdefault(state, self.trace.path[-1].name)
        return self.orders.get(state) or state.moves()

    def recorded(self, value: WindowSearch) -> WindowSearch:
        visit = super().recorded(value)
        leaf: dict[Any, Number] = {}
        self._open = notes = [leaf]

        def noted(state: State, move: Any, depth: int, alpha: Any, beta: Any) -> tuple[Any, Line]:
            notes.append(leaf)
            worth, line = visit(state, move, depth, alpha, beta)
            notes.pop()
            notes[-1][move] = worth
            return worth, line

        return noted

    def new_pass(self) -> None:
        super().new_pass()
        self.notes, self.names = {}, {}


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
    ledger = _NotingLedger(SEARCH, state, common, ties=ties, fail=fail)
    ledger.remember_values()
    limits = _usable_depths(state, common.get("depth"), common.get("evaluate")) if depths is None else depths

    def passes() -> tuple[Any, Line]:
        worth, line = None, None
        for limit in limits:
            if reorder:
                _reorder(ledger)
            before = ledger.statics
            ledger.new_pass()
            if ledger.trace:
                ledger.trace.iteration(limit)
            worth, line = search(ledger, state, check_depth(limit), order=ledger.order)
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


def _reorder(ledger: _NotingLedger) -> None:
    """Sort the children of each node by the values of the last pass; those without a value come last."""
    for state, values in ledger.notes.items():
        moves = ledger.orders.get(state) or list(state.moves())
        known = sorted((move for move in moves if move in values), key=values.__getitem__, reverse=state.player == MAX)
        new = known + [move for move in moves if move not in values]
        if ledger.trace and len(new) > 1 and (new != moves or state is ledger.root):
            name = ledger.names[state]
            children = [child_name(name, state.play(move), move) for move in new]
            ledger.trace.reorder(name, children, [values.get(move) for move in new])
        ledger.orders[state] = new
