"""Expectimax and expectiminimax: games in which chance has a say.

Source: Michie, "Game-playing and game-learning automata", 1966.

    1. At a leaf the value is the leaf's.
    2. Where MAX moves, it is the largest value among the children.
    3. Where chance moves, it is the average of the children's values, each weighted by its probability.
    4. Where MIN moves: in expectiminimax the smallest. In expectimax there is no enemy: an opponent is taken to move
       at random, every move as likely as any other.

Averages are exact where the probabilities are fractions and the values whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Literal

from zermelo.games.kinds import TOLERANCE, Unsuitable
from zermelo.games.survey import refusal
from zermelo.games.tree import Node
from zermelo.limits import Limits
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, MIN, Number, State, ZermeloError, format_number
from zermelo.textbook.ledger import Evaluation, Ledger, Line, Order, Watch
from zermelo.textbook.telling import NO_ENEMY


def expectimax(
    root: State,
    *,
    opponent: Literal["random"] | None = None,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """MAX against chance. A MIN player moves at random; if the game has chance moves too, say so: opponent="random".

    >>> from zermelo import tree
    >>> expectimax(tree([[3, 12, 9], [2, 4, 6], [15, 6, 0]])).value
    Fraction(8, 1)
    """
    if opponent not in (None, "random"):
        raise ZermeloError(f"opponent must be 'random' or left out, not {opponent!r}")
    met: set[int] = set()

    def at_random(state: State) -> bool:
        met.add(state.player)
        if opponent is None and {MIN, CHANCE} <= met:
            raise Unsuitable(f"{refusal('expectimax', root, (MIN, None), (CHANCE, None))}, or say opponent='random'")
        return state.player in (MIN, CHANCE)

    ledger = Ledger("expectimax", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch, roles=NO_ENEMY)
    return ledger.run(lambda: _expect(ledger, root, order, at_random))


def expectiminimax(
    root: State,
    *,
    depth: int | None = None,
    order: Order | None = None,
    evaluate: Evaluation | None = None,
    limits: Limits | None = None,
    watch: Watch | None = None,
) -> Result:
    """MAX against MIN, with chance between them.

    >>> from zermelo import tree
    >>> expectiminimax(tree("A(B?(1/2:D(F=3 G=5) 1/2:E=8) C=5)")).value
    Fraction(11, 2)
    """
    ledger = Ledger("expectiminimax", root, depth=depth, evaluate=evaluate, limits=limits, watch=watch)
    return ledger.run(lambda: _expect(ledger, root, order, lambda state: state.player == CHANCE))


def _expect(ledger: Ledger, root: State, order: Order | None, at_random: Callable[[State], bool]) -> tuple[Any, Line]:
    tell = ledger.tell

    def value(state: State, move: Any, depth: int, weight: Number) -> tuple[Any, Line]:
        if tell:
            tell.enter(state, move, weight=weight)
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
                if tell:
                    tell.improve(best)
        elif state.player in (MAX, MIN):
            for move in order(state) if order else state.moves():
                worth, rest = value(state.play(move), move, depth - 1, 1)
                if state is root:
                    ledger.root_move(move, worth)
                if best is None or (worth > best if state.player == MAX else worth < best):
                    best, line = worth, (move, rest)
                    if tell:
                        tell.improve(best)
        else:
            raise ledger.wrong_player(state)
        if tell:
            tell.leave(best)
        return best, line

    return value(root, None, ledger.depth, 1)


def chances(state: State) -> Sequence[tuple[Any, Number]]:
    """The moves of a state where nobody chooses, with their probabilities; alike where the game gives none."""
    if state.player == CHANCE:
        given: Sequence[tuple[Any, Number]] = state.chances()  # type: ignore[attr-defined]
        if isinstance(state, Node):
            return given  # which were looked at when the tree was built
        parts: list[Any] = [probability for _, probability in given]
        if min(parts, default=0) < 0 or not abs(sum(parts) - 1) <= TOLERANCE:
            words = " + ".join(map(format_number, parts))
            raise ZermeloError(f"the probabilities of {type(state).__name__} must add up to 1, not {words}")
        return given
    moves = state.moves()
    return [(move, Fraction(1, len(moves))) for move in moves]
