"""Star1 and Star2: alpha-beta for games of chance, when every value is known to lie within bounds.

Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983. An average cannot be cut
before it is complete, unless the rest of it is bounded: with every value between `low` and `high`, the children not
yet seen can add no less than low and no more than high, each by its probability.

    Star1. At a chance node, give each child the window in which its value could still decide; stop when even the best
           (or worst) of the rest cannot bring the average back into the window.
    Star2. First probe: look at one move of every child. Where MAX moves next this bounds the child from below, where
           MIN moves from above, and often the probes alone already settle it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, Number, State, ZermeloError
from zermelo.textbook.expectimax import chances
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch, window_bound


def star1(
    root: State,
    *,
    bounds: tuple[Number, Number],
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """The expectiminimax value of `root`, all of whose leaves are worth between bounds[0] and bounds[1].

    >>> from zermelo import tree
    >>> dice = tree("A(B?(1/2:D=8 1/2:E=10) C?(1/2:F=1 1/2:G=10))")
    >>> result = star1(dice, bounds=(0, 10))
    >>> result.value, result.evaluations
    (Fraction(9, 1), 3)
    """
    ledger = Ledger("star1", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch)
    return ledger.run(lambda: _search(ledger, root, bounds, order, probing=False))


def star2(
    root: State,
    *,
    bounds: tuple[Number, Number],
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """As `star1`, probing every child of a chance node before searching any of them."""
    ledger = Ledger("star2", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch)
    ledger.remember_values()
    return ledger.run(lambda: _search(ledger, root, bounds, order, probing=True))


def _search(
    ledger: Ledger, root: State, bounds: tuple[Number, Number], order: Order | None, probing: bool
) -> tuple[Any, Line]:
    low, high = bounds
    if not low < high:
        raise ZermeloError(f"bounds must be a smaller and a larger number, not {low} and {high}")
    tell = ledger.tell

    def value(state: State, move: Any, depth: int, alpha: Any, beta: Any, weight: Number = 1) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move, alpha, beta, weight)
        worth = ledger.arrive(state, depth)
        if worth is not None:
            if not low <= worth <= high:
                raise ZermeloError(f"a leaf is worth {worth}, outside the bounds {low} to {high}")
            return worth, None
        line: Line = None
        if state.player == CHANCE:
            best = average(state, depth, alpha, beta)
        else:
            moves = order(state) if order else state.moves()
            best, line = choice(state, depth, alpha, beta, moves)
        if tell:
            tell.leave(best)
        return best, line

    def choice(state: State, depth: int, alpha: Any, beta: Any, moves: Sequence[Any]) -> tuple[Any, Line]:
        """MAX or MIN moves, choosing among these moves: plain alpha-beta."""
        player = state.player
        if player not in (MAX, MIN):
            raise ledger.wrong_player(state)
        first_alpha, first_beta = alpha, beta
        best: Any = None
        line: Line = None
        for move in moves:
            worth, rest = value(state.play(move), move, depth - 1, alpha, beta)
            if state is root:
                ledger.root_move(move, worth, window_bound(worth, alpha, beta))
            if best is None or (worth > best if player == MAX else worth < best):
                best, line = worth, (move, rest)
                alpha, beta = (max(alpha, best), beta) if player == MAX else (alpha, min(beta, best))
                if tell:
                    tell.improve(best, alpha, beta)
                if alpha >= beta:
                    if tell:
                        tell.cutoff(best, first_alpha, first_beta, moves)
                    break
        return best, line

    def average(state: State, depth: int, alpha: Any, beta: Any) -> Any:
        """Chance moves. `least` and `most` hold what each child adds to the average at least and at most."""
        outcomes = list(chances(state))
        moves = [move for move, _ in outcomes]
        least = [probability * low for _, probability in outcomes]
        most = [probability * high for _, probability in outcomes]
        if probing and depth != 1 and (alpha != -inf or beta != inf):
            for number, (move, probability) in enumerate(outcomes):
                probe(state.play(move), move, depth - 1, probability, number, least, most)
                if sum(least) >= beta or sum(most) <= alpha:
                    break
            if tell:
                tell.forget_children()
        for number, (move, probability) in enumerate(outcomes):
            if sum(least) >= beta or sum(most) <= alpha:
                break
            # The window of the child: outside it the average is outside (alpha, beta), whatever the others are worth.
            floor = (alpha - (sum(most) - most[number])) / probability
            ceiling = (beta - (sum(least) - least[number])) / probability
            worth, _ = value(state.play(move), move, depth - 1, max(low, floor), min(high, ceiling), probability)
            if state is root:
                ledger.root_move(move, worth)
            if worth > floor:
                least[number] = probability * worth
            if worth < ceiling:
                most[number] = probability * worth
            if tell:
                tell.improve(sum(least[: number + 1]))
            if not floor < worth < ceiling:
                break
        settled = sum(least) if sum(least) >= beta else sum(most)
        if tell:
            tell.cutoff(settled, alpha, beta, moves)
        return settled

    def probe(child: State, move: Any, depth: int, probability: Number, number: int, least: Any, most: Any) -> None:
        """Looks at the first move below a child of a chance node: MAX can have no less, MIN need give no more."""
        if child.utility() is not None or child.player not in (MAX, MIN):
            return
        if tell:
            tell.enter(child, move, low, high, probability)
        ledger.arrive(child, depth)
        first = (order(child) if order else child.moves())[:1]
        worth, _ = choice(child, depth, low, high, first)
        if child.player == MAX:
            least[number] = max(least[number], probability * worth)
        else:
            most[number] = min(most[number], probability * worth)
        if tell:
            tell.cut_short()
            tell.leave(worth)

    return value(root, None, ledger.depth, -inf, inf)
