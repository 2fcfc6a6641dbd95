"""A player's answer: the move it chooses and what it knows about it, with values for MAX."""

from __future__ import annotations

from typing import Any

import msgspec

from zermelo.result import Bound, Mate, Pass, Result, RootMove, plain_value, win_rate_of


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was chosen, or the best one so far while a player thinks.

    Parameters
    ----------
    move
        None only if a search was stopped before it knew any.
    sure
        The value is proven.
    depth
        How many moves deep the player looked; None if it does not count depths.
    value
        For MAX; the first player's payoff where there is one for each player; None if nothing gave a value.
    bound
        Whether the value is exact, a bound or an estimate.
    line
        The play that is expected, beginning with the move.
    nodes, seconds
        What the choice cost.
    moves
        The root moves that have values.
    mate
        In how many moves the game is won or lost, where that was seen.
    in_tables
        An endgame table knows the position at the end of the line.
    resigns
        The player gives the game up instead.
    why
        The reason in a few words, where the player can give one, such as the rule that fired.
    search
        The search behind the choice, if a record of it was asked for: of the best move alone, with the values of all moves.
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
    in_tables: bool = False
    resigns: bool = False
    why: str = ""
    search: Result | None = None

    @property
    def win_rate(self) -> float | None:
        """That of the move, as in `RootMove`."""
        return win_rate_of(self.move, self.moves)


def for_max(value: Any) -> float | None:
    """Return a value as one number for MAX, None for an infinite one.

    >>> for_max(3), for_max((5, 2, 8)), for_max(float("inf"))
    (3.0, 5.0, None)
    """
    first = value[0] if isinstance(value, tuple) else value
    plain = plain_value(first)
    return None if plain is None else float(plain)


def to_choice(searched: Result | Pass) -> Choice:
    """Return the result of a search as a choice, or a finished pass as the best choice so far."""
    return Choice(
        move=searched.move,
        sure=isinstance(searched, Result) and searched.proven,
        depth=searched.depth,
        value=for_max(searched.value),
        bound=searched.bound,
        line=searched.line,
        nodes=searched.nodes,
        seconds=searched.seconds,
        moves=searched.moves,
        mate=searched.mate,
        in_tables=searched.in_tables,
    )
