"""Expectiminimax: MAX against MIN, with chance between them.

Source: Michie, "Game-playing and game-learning automata", 1966.

    1. At a leaf the value is the leaf's.
    2. Where MAX moves, it is the largest value among the children; where MIN moves, the smallest.
    3. Where chance moves, it is the average of the children's values, each weighted by its probability.

Averages are exact where the probabilities are fractions and the values whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Unpack

from zermelo.registry import WITH_CHANCE, Declaration
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, Move, Number, State, outcomes_of
from zermelo.textbook.ledger import Common, Ledger, Line, Order
from zermelo.textbook.options import DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode
from zermelo.trees import Node

SEARCH = Declaration(
    "expectiminimax",
    "Expectiminimax",
    "MAX against MIN, with chance between them.",
    WITH_CHANCE,
    options=(DEPTH, ORDER),
)
PSEUDOCODE = parse_pseudocode("""
    the answer is value(root)                | answer
    value(node):                             | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      best ← -∞ for MAX, ∞ for MIN, else 0
      for each child of node:
        v ← value(child)
        if MAX moves: best ← max(best, v)    | improve MAX
        if MIN moves: best ← min(best, v)    | improve MIN
        if chance: best ← best + P(child) v  | average
      return best                            | leave
    """)


def expectiminimax(state: State[Move], *, order: Order | None = None, **common: Unpack[Common]) -> Result[Move]:
    """Find the expected value for MAX when MIN plays perfectly too. Parameters are those of `minimax`.

    Where chance moves at the root, the result has a value and no move.

    Examples
    --------
    >>> from zermelo import tree
    >>> expectiminimax(tree("A(B?(1/2:D(F=3 G=5) 1/2:E=8) C=5)")).value
    Fraction(11, 2)
    """
    ledger = Ledger(SEARCH, state, common)
    return ledger.run(lambda: expect(ledger, order, lambda state: state.player == CHANCE))


def expect(ledger: Ledger, order: Order | None, at_random: Callable[[State], bool]) -> tuple[Any, Line]:
    """Return the value and the line of a search that averages wherever `at_random` says so."""
    root, trace = ledger.root, ledger.trace

    def value(state: State, move: Any, depth: int, weight: Number) -> tuple[Any, Line]:
        if trace:
            trace.enter(state, move, weight=weight)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            return worth, None
        best: Any = None
        line: Line = None
        if at_random(state):
            best = 0
            for move, probability in chances(state):
                worth, _ = value(state.play(move), move, depth - 1, probability)
                if state is root:
                    ledger.root_move(move, worth)
                best = best + probability * worth
                if trace:
                    trace.average(best, probability)
        elif state.player in (MAX, MIN):
            for move in order(state) if order else state.moves():
                worth, rest = value(state.play(move), move, depth - 1, 1)
                if state is root:
                    ledger.root_move(move, worth)
                if best is None or (worth > best if state.player == MAX else worth < best):
                    best, line = worth, (move, rest)
                    if trace:
                        trace.improve(best)
        else:
            ledger.wrong_player(state.player)
        if trace:
            trace.leave(best)
        return best, line

    return value(root, None, ledger.depth, 1)


def chances(state: Any) -> Sequence[tuple[Any, Number]]:
    """Return the moves of a state where nobody chooses with their probabilities, which are equal unless the game says."""
    if state.player == CHANCE:
        # Those of a tree were checked when it was built.
        given: Sequence[tuple[Any, Number]] = state.chances() if isinstance(state, Node) else outcomes_of(state)
        return given
    moves = state.moves()
    return [(move, Fraction(1, len(moves))) for move in moves]
