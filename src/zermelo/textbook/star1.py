"""Star1: alpha-beta for games of chance, when every value is known to lie within bounds.

Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983. An average cannot be cut
before it is complete, unless the rest of it is bounded: with every value between `low` and `high`, each child that is
not yet searched contributes between low and high times its probability.

    1. At a chance node, give each child the window in which its value can still decide.
    2. Stop when even the best (or worst) of the rest cannot bring the average back into the window.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any, Unpack

from zermelo.limits import check_range
from zermelo.registry import WITH_CHANCE, Declaration
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, Move, Number, State, ZermeloError
from zermelo.textbook.expectiminimax import chances
from zermelo.textbook.ledger import Common, Ledger, Line, Order, window_bound
from zermelo.textbook.options import BOUNDS, DEPTH, ORDER
from zermelo.textbook.pseudocode import parse_pseudocode

SEARCH = Declaration(
    "star1",
    "Star1",
    "Alpha-beta for games of chance in which every value lies within bounds.",
    WITH_CHANCE,
    options=(BOUNDS, DEPTH, ORDER),
)
VALUE = """
    value(node, α, β):                       | enter
      if node is a leaf or at the horizon:
        return its value                     | evaluate
      for each child of node:
        if chance: narrow (α, β) to where v
          can bring the average into (α, β)
        v ← value(child, α, β)
        if MAX moves: best ← max(best, v)
                      α ← max(α, best)       | improve MAX
        if MIN moves: best ← min(best, v)
                      β ← min(β, best)       | improve MIN
        if chance: add P(child) v            | average
        if α ≥ β, or no rest of the average
          can come back into (α, β):
          skip the other children            | cutoff, skip
      return best, or the average            | leave
    """
PSEUDOCODE = parse_pseudocode("the answer is value(root, -∞, ∞)         | answer", VALUE)


def star1(
    state: State[Move], *, bounds: tuple[Number, Number], order: Order | None = None, **common: Unpack[Common]
) -> Result[Move]:
    """Find the expectiminimax value, skipping what cannot change it.

    Parameters are those of `minimax`, and:

    Parameters
    ----------
    bounds
        The smallest and the largest value that a leaf can have.

    Raises
    ------
    ZermeloError
        If a leaf has a value outside the bounds.

    Examples
    --------
    >>> from zermelo import tree
    >>> dice = tree("A(B?(1/2:D=8 1/2:E=10) C?(1/2:F=1 1/2:G=10))")
    >>> result = star1(dice, bounds=(0, 10))
    >>> result.value, result.evaluations
    (Fraction(9, 1), 3)
    """
    ledger = Ledger(SEARCH, state, common)
    return ledger.run(lambda: search(ledger, bounds, order, probing=False))


def search(ledger: Ledger, bounds: tuple[Number, Number], order: Order | None, probing: bool) -> tuple[Any, Line]:
    """Return the value and the line; `probing` is Star2."""
    low, high = check_range("bounds", bounds)
    root, trace = ledger.root, ledger.trace
    if trace:
        trace.bounds = low, high

    @ledger.recorded
    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any, weight: Number = 1) -> tuple[Any, Line]:
        leaf = ledger.arrive(state, depth)
        if leaf is not None:
            if not low <= leaf <= high:
                raise ZermeloError(f"a leaf is worth {leaf}, outside the bounds {low} to {high}")
            return leaf, None
        if state.player == CHANCE:
            return average(state, depth, alpha, beta), None
        return choice(state, depth, alpha, beta, order(state) if order else state.moves())

    def choice(state: State, depth: int, alpha: Any, beta: Any, moves: Sequence[Any]) -> tuple[Any, Line]:
        """Return the value and the line where MAX or MIN chooses among these moves: alpha-beta."""
        player = state.player
        if player not in (MAX, MIN):
            ledger.wrong_player(player)
        best: Any = None
        line: Line = None
        for move in moves:
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if best is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                alpha, beta = (max(alpha, best), beta) if player == MAX else (alpha, min(beta, best))
                if trace:
                    trace.improve(best, alpha, beta, moves)
                if alpha >= beta:
                    break
        return best, line

    def average(state: State, depth: int, alpha: Any, beta: Any) -> Any:
        """Return the average where chance moves. `least` and `most` hold the bounds of each child's contribution."""
        outcomes = list(chances(state))
        least = [probability * low for _, probability in outcomes]
        most = [probability * high for _, probability in outcomes]
        if trace:
            trace.list_moves([move for move, _ in outcomes])
        if probing and depth != 1 and (alpha != -inf or beta != inf):
            for number, (move, probability) in enumerate(outcomes):
                probe(state.play(move), move, depth - 1, probability, number, least, most)
                if sum(least) >= beta or sum(most) <= alpha:
                    break
            if trace:
                trace.restart_children()
        for number, (move, probability) in enumerate(outcomes):
            if sum(least) >= beta or sum(most) <= alpha:
                break
            # Outside this window the average is outside (alpha, beta), whatever the values of the others.
            floor = (alpha - (sum(most) - most[number])) / probability
            ceiling = (beta - (sum(least) - least[number])) / probability
            worth, _ = value(state.play(move), move, depth - 1, max(low, floor), min(high, ceiling), probability)
            if state is root:
                ledger.root_move(move, worth)
            if worth > floor:
                least[number] = probability * worth
            if worth < ceiling:
                most[number] = probability * worth
            if trace:
                trace.average(sum(least[: number + 1]), probability, sum(least), sum(most))
            if not floor < worth < ceiling:
                break
        return sum(least) if sum(least) >= beta else sum(most)

    def probe(child: State, move: Any, depth: int, probability: Number, number: int, least: Any, most: Any) -> None:
        """Search the first move below a child of a chance node, which bounds it: from below for MAX, from above for MIN."""
        if child.utility() is not None or child.player not in (MAX, MIN):
            return
        if trace:
            trace.enter(child, move, low, high, probability, probe=True)
        ledger.arrive(child, depth)
        moves = order(child) if order else child.moves()
        worth, _ = choice(child, depth, low, high, moves[:1])
        if child.player == MAX:
            least[number] = max(least[number], probability * worth)
        else:
            most[number] = min(most[number], probability * worth)
        if trace:
            trace.leave_probe(worth, moves)

    return value(root, None, ledger.depth, -inf, inf)
