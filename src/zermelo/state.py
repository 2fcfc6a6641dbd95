"""What a game is: a class of immutable, hashable states.

A game is defined by its states, who moves in each, the moves, what each move leads to, when the game is over and
what it is then worth: the formal definition of every textbook. Anything with the four members of `State` below is a
game; nothing has to be inherited or registered. Optional members are found by their presence:

    chances()    at a CHANCE state: every move with its probability
    evaluate()   a static value for MAX, for searches that stop before the end
    quiet()      False where a static value is not to be trusted yet (quiescence)
    key()        what transpositions are recognised by; the state itself when absent
    name         what the state is called in traces and pictures; the moves that led to it when absent
    zero_sum     False says that payoff tuples are not meant to add up to one constant
    outcome(past) how the game has ended, with the reason, given the positions before: `zermelo.games.outcome.Outcome` or None
    mate(value)  in how many moves a value wins, where wins are counted by their distance: `zermelo.result.Mate` or None
    move_number  what is written before the next move, where the moves of both sides count as one
    san(move)    a move as people write it, which parse_san(text) reads back
    board()      a `zermelo.games.board.Board`: the position as cells, each with the move that a click on it makes
    notation()   the position as text, which the class method parse(text) reads back
    title, seats, position_help   what the game, those who play it and its positions are called, for the lab's menus
    decided      a value from which on the game is won, at a distance that the value tells
    text(last)   the board for a terminal with the last move marked; also takes flipped, figures and colour
    thumbnail()  a drawing in SVG for the nodes of a tree, where `_repr_svg_` has too much on it
    __str__, _repr_svg_   how the state looks
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # typing has TypeVar(default=) from Python 3.13 on

    Move = TypeVar("Move", default=Any)
else:
    from typing import TypeVar

    Move = TypeVar("Move")

MAX = 0
MIN = 1
CHANCE = -1
SIMULTANEOUS = -2

Number: TypeAlias = int | float | Fraction
Payoff: TypeAlias = Number | tuple[Number, ...]


class ZermeloError(ValueError):
    """A question that cannot be answered as asked; its text is one sentence that says what is wrong and where."""


@runtime_checkable
class State(Protocol[Move]):
    """One position of a game, seen by everyone alike.

    `player` is 0 for MAX, 1 for MIN, 2 and up for more players, CHANCE for nature, or SIMULTANEOUS: then `moves()`
    gives one sequence per player and `play()` takes one move of each as a tuple.
    """

    @property
    def player(self) -> int: ...

    def moves(self) -> Sequence[Move]:
        """The legal moves, in the game's natural order; never empty while the game goes on."""

    def play(self, move: Move) -> State[Move]:
        """The state after the move; the state itself does not change."""

    def utility(self) -> Payoff | None:
        """None while the game goes on; at the end a number, MAX's in a zero-sum game, or one payoff per player."""


def as_payoffs(worth: Payoff) -> tuple[Number, ...]:
    """One payoff per player; a lone number is MAX's in a zero-sum game of two.

    >>> as_payoffs((1, 2, 3)), as_payoffs(5)
    ((1, 2, 3), (5, -5))
    """
    if isinstance(worth, tuple):
        return worth
    plain = plain_number(worth)  # one of NumPy's may have no sign
    return (plain, -plain)


def as_number(value: Payoff | None) -> Number:
    """Return a value that is known to be one number, as the values of two-player searches are.

    >>> as_number(3)
    3
    >>> as_number((1, 2, 3))
    Traceback (most recent call last):
    ...
    zermelo.state.ZermeloError: expected one number, not one payoff per player: (1, 2, 3)
    """
    if value is None:
        raise ZermeloError("expected a number, but the search has no value")
    if isinstance(value, tuple):
        raise ZermeloError(f"expected one number, not one payoff per player: {format_payoff(value)}")
    return value


def count_moves(moves: Any) -> int:
    """How many moves are listed; a TypeError where they are not: something else might never end, and an array is neither empty nor
    equal to another as a list is."""
    if hasattr(moves, "tobytes"):
        raise TypeError("an array is no list of moves")
    return len(moves)


def plain_number(number: Any) -> Any:
    """A number of NumPy's as one of Python's, which is not of a fixed width and writes no more than itself; anything else as it
    is.

    >>> plain_number(Fraction(1, 3)), plain_number("a3")
    (Fraction(1, 3), 'a3')
    """
    item = getattr(number, "item", None)
    return item() if item is not None and isinstance(number, Real) else number


def plain_payoff(worth: Payoff) -> Payoff:
    """The same of a value or of one payoff per player: what is negated must not be a number without a sign."""
    plain: Payoff = tuple(map(plain_number, worth)) if isinstance(worth, tuple) else plain_number(worth)
    return plain


def format_number(number: Number) -> str:
    """A number as people write it: no trailing zeros, fractions as fractions, ∞ for infinity.

    >>> format_number(3.0), format_number(Fraction(10, 3)), format_number(float("-inf")), format_number(-5e-324)
    ('3', '10/3', '-∞', '0')
    """
    if isinstance(number, float):
        if not isfinite(number):
            return "∞" if number > 0 else "-∞" if number < 0 else "nan"
        # The step from 0 to the next number, which tests use as a window, is no number that people write.
        if abs(number) < sys.float_info.min or (number == int(number) and abs(number) < 1e15):
            return str(int(number))
        return f"{number:.6g}"
    return str(number)


def format_payoff(payoff: Payoff) -> str:
    """A value or a payoff tuple, as `format_number` writes numbers.

    >>> format_payoff((1, 2.5, -3))
    '(1, 2.5, -3)'
    """
    if isinstance(payoff, tuple):
        return "(" + ", ".join(map(format_number, payoff)) + ")"
    return format_number(payoff)


def format_count(number: int, thing: str) -> str:
    """So many things of a kind.

    >>> format_count(1, "state"), format_count(2000, "state")
    ('1 state', '2,000 states')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
