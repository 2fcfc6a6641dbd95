"""What a player answers: the move it would make and what it knows about it, in plain numbers for MAX."""

from __future__ import annotations

from typing import Any

import msgspec

from zermelo.result import Bound, Mate, Pass, Result, RootMove, plain_value


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was chosen, or the one that is best so far while a player thinks.

    move    None only where a search was stopped before it knew any, or the game is over
    sure    the value is proven
    value   for MAX; where there is a payoff for each player, the first player's
    moves   the root moves that were given values
    mate    in how many moves the game is won or lost, where that was seen
    """

    move: Any
    sure: bool = False
    depth: int | None = None
    value: float | None = None
    bound: Bound = "estimate"
    line: tuple[Any, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    moves: tuple[RootMove, ...] = ()
    mate: Mate | None = None


def for_max(value: Any) -> float | None:
    """A value as one number for MAX.

    >>> for_max(3), for_max((5, 2, 8)), for_max(float("inf"))
    (3.0, 5.0, None)
    """
    first = value[0] if isinstance(value, tuple) else value
    plain = plain_value(first)
    return None if plain is None else float(plain)


def from_result(result: Result) -> Choice:
    """What a search found, as a choice."""
    return Choice(
        move=result.move,
        sure=result.proven,
        depth=result.depth,
        value=for_max(result.value),
        bound=result.bound,
        line=result.line,
        nodes=result.nodes,
        seconds=result.seconds,
        moves=result.moves,
        mate=result.mate,
    )


def from_pass(each: Pass) -> Choice:
    """What a finished pass of the engine found, as the choice so far."""
    return Choice(
        move=each.move,
        depth=each.depth,
        value=for_max(each.value),
        bound=each.bound,
        line=each.line,
        nodes=each.nodes,
        seconds=each.seconds,
        moves=each.moves,
        mate=each.mate,
    )
