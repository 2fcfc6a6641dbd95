"""The `State` protocol: what a class of game states must have.

A game is a class of immutable, hashable states: the player to move, the moves, the state after a move, and the utility at the
end, as in every textbook. Any class with the four members of `State` is a game; nothing has to be inherited or registered.
Optional members are used if they are present:

    chances()    at a CHANCE state: every move with its probability
    information() what the player to move knows, in games that hide something; no search takes these yet
    evaluate()   a static value for MAX, for searches that stop before the end
    quiet()      False where the static value is not to be trusted yet (quiescence)
    key()        identifies transpositions; the state itself by default
    symmetries() the images of the position under the game's symmetries, itself included: see `zermelo.kinds.symmetry`
    strategy()   the move of the game's own strategy, and the reason in a few words
    rules()      if-then rules in order: pairs of a rule's name and the moves that it proposes
    name         the name of the state in traces and pictures; the moves that led to it by default
    zero_sum     False if payoff tuples need not add up to a constant
    outcome(past) how the game has ended, given the positions before: `zermelo.kinds.outcome.Outcome` or None
    mate(value)  the moves to a forced win that a value stands for: `zermelo.result.Mate` or None
    move_number  the number written before the next move, where a move of each side counts as one
    san(move)    a move as people write it, which parse_san(text) reads back
    board()      a `zermelo.kinds.board.Board`: the position as cells, each with the move that a click on it makes
    setup        the pieces of positions set up by hand: a `zermelo.kinds.board.SetUp`; compose(cells, player, options) writes one
    notation()   the position as text, which the class method parse(text) reads back
    title, seats, position_help, values_help   names of the game and its sides, how positions are written, what values mean
    published_size   the power of ten of the number of games in the literature, and its source: (120, "Shannon 1950")
    expected_scale   turns static values into expected scores: 1 / (1 + exp(-value / expected_scale)) for MAX
    decided      a value from which on the game is won, at a distance that the value tells
    text(last)   the board for a terminal with the last move marked; also takes flipped, figures and colour
    thumbnail()  an SVG drawing for the nodes of a tree, where `_repr_svg_` shows too much
    __str__, _repr_svg_   how the state is shown
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, runtime_checkable

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # typing has TypeVar(default=) from Python 3.13 on

    Move = TypeVar("Move", default=Any)
    Move_co = TypeVar("Move_co", default=Any, covariant=True)
else:
    from typing import TypeVar

    Move = TypeVar("Move")
    Move_co = TypeVar("Move_co", covariant=True)

MAX = 0
MIN = 1
CHANCE = -1
SIMULTANEOUS = -2

PROBABILITY_TOLERANCE = 1e-9
"""How far the sum of probabilities may be from 1."""
REPEATED = "lists a move twice: list it once, with the sum of its probabilities"

Number: TypeAlias = int | float | Fraction
Payoff: TypeAlias = Number | tuple[Number, ...]


class ZermeloError(ValueError):
    """Wrong input; the message is one sentence that says what is wrong, where, and what to do."""


@runtime_checkable
class State(Protocol[Move_co]):
    """One position of a game.

    Every player sees all of it: searches look at `moves()` and play on from there for both sides. A class whose states hold what a
    player must not know, such as the other's cards, has to say so by `information()`; then searches refuse it.

    `player` is 0 for MAX, 1 for MIN, 2 and up for more players, CHANCE for nature, or SIMULTANEOUS: then `moves()` returns one
    sequence per player and `play()` takes a tuple with one move of each.
    """

    @property
    def player(self) -> int: ...

    def moves(self) -> Sequence[Move_co]:
        """Return the legal moves in the game's natural order; never empty before the end of the game."""

    def play(self, move: Any) -> State[Move_co]:
        """Return the state after the move; this state does not change."""

    def utility(self) -> Payoff | None:
        """Return None before the end of the game, then MAX's payoff in a zero-sum game, or one payoff per player."""


def hides_information(state: object) -> bool:
    """Return whether players do not see all of a state: its class has a method `information()`."""
    return callable(getattr(state, "information", None))


def outcomes_of(state: Any) -> Sequence[tuple[Any, Number]]:
    """Return the moves of chance with their probabilities; raise ZermeloError unless these add up to 1."""
    outcomes: Sequence[tuple[Any, Number]] = state.chances()
    name = f"chances() of {type(state).__name__}"
    if not outcomes:
        raise ZermeloError(f"{name} is empty although utility() is None")
    total: Any = 0
    for move, probability in outcomes:
        if not is_number(probability) or probability <= 0:
            raise ZermeloError(f"{name}: {explain_probability(move, probability)}")
        total += probability
    if not abs(total - 1) <= PROBABILITY_TOLERANCE:
        raise ZermeloError(f"the probabilities in {name} add up to {float(total):.12g}, not 1")
    if len({move for move, _ in outcomes}) < len(outcomes):
        raise ZermeloError(f"{name} {REPEATED}")
    return outcomes


def explain_probability(move: object, probability: object) -> str:
    """Return what is wrong with a probability.

    >>> explain_probability("heads", -0.5)
    "the probability of 'heads' must be above 0, not -0.5"
    """
    must = "above 0" if is_number(probability) else "a number above 0"
    return f"the probability of {move!r:.60} must be {must}, not {probability!s:.60}{number_hint(probability)}"


def illegal_move(move: object) -> ZermeloError:
    """Return the error for a move that `moves()` does not list.

    >>> print(illegal_move("e2e5"))
    'e2e5' is not a legal move here
    """
    return ZermeloError(f"{move!r:.60} is not a legal move here")


def state_name(state: object) -> str | None:
    """Return the name of a state that has one, as the nodes of explicit trees do."""
    name = getattr(state, "name", None)
    return name if isinstance(name, str) else None


def is_real(value: object) -> bool:
    """Return whether a game may use something as a number: an int, a float, a Fraction or a number of NumPy. A bool is a truth
    value, and a Decimal does not mix with floats and fractions.

    >>> is_real(1), is_real(Fraction(1, 2)), is_real(float("inf")), is_real(True), is_real("1")
    (True, True, True, False, False)
    """
    kind = value.__class__
    return kind is Fraction or (isinstance(value, Real) and kind is not bool)  # an abstract class is slow to ask


def is_number(value: Any) -> bool:
    """Return whether `is_real` holds of something, and floating point can represent it.

    >>> is_number(2), is_number(10**400), is_number(float("inf"))
    (True, False, False)
    """
    try:
        return is_real(value) and isfinite(value)
    except OverflowError:
        return False


def number_hint(value: object) -> str:
    """Return what to write instead of something that looks like a number but is none, as the end of a sentence.

    >>> from decimal import Decimal
    >>> number_hint(Decimal("0.5")), number_hint(0.5)
    (', which is a Decimal: write float(...) or Fraction(...)', '')
    """
    if isinstance(value, Decimal):
        return ", which is a Decimal: write float(...) or Fraction(...)"
    if type(value).__name__ in ("bool", "bool_"):  # of Python or NumPy
        return ", which is a truth value: write int(...)"
    return ""


def as_payoffs(worth: Payoff) -> tuple[Number, ...]:
    """Return one payoff per player; a single number is MAX's in a zero-sum game of two.

    >>> as_payoffs((1, 2, 3)), as_payoffs(5)
    ((1, 2, 3), (5, -5))
    """
    if isinstance(worth, tuple):
        return worth
    plain = plain_number(worth)  # a NumPy number may be unsigned
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
    """Return the number of moves; raise TypeError if they are not in a list or tuple. Iterators may never end, and arrays do not
    compare as lists do."""
    if hasattr(moves, "tobytes"):
        raise TypeError("moves() must return a list, not an array")
    return len(moves)


def plain_number(number: Any) -> Any:
    """Return a NumPy number as a Python number, which has no fixed width; anything else unchanged.

    >>> plain_number(Fraction(1, 3)), plain_number("a3")
    (Fraction(1, 3), 'a3')
    """
    item = getattr(number, "item", None)
    return item() if item is not None and isinstance(number, Real) else number


def plain_payoff(worth: Payoff) -> Payoff:
    """Return a value or payoffs with Python numbers instead of NumPy's, which may be unsigned; raise TypeError if something is no
    number."""
    if not all(map(is_real, worth if isinstance(worth, tuple) else (worth,))):
        raise TypeError(f"{worth} is not a payoff")
    plain: Payoff = tuple(map(plain_number, worth)) if isinstance(worth, tuple) else plain_number(worth)
    return plain


def format_number(number: Number) -> str:
    """Format a number for people: no trailing zeros, fractions as fractions, ∞ for infinity.

    >>> format_number(3.0), format_number(Fraction(10, 3)), format_number(float("-inf")), format_number(-5e-324)
    ('3', '10/3', '-∞', '0')
    """
    if isinstance(number, float):
        if not isfinite(number):
            return "∞" if number > 0 else "-∞" if number < 0 else "nan"
        # The smallest float above 0 appears as the end of null windows, and stands for 0.
        if abs(number) < sys.float_info.min or (number == int(number) and abs(number) < 1e15):
            return str(int(number))
        return f"{number:.6g}"
    return str(number)


def format_payoff(payoff: Payoff) -> str:
    """Format a value or a payoff tuple with `format_number`.

    >>> format_payoff((1, 2.5, -3))
    '(1, 2.5, -3)'
    """
    if isinstance(payoff, tuple):
        return "(" + ", ".join(map(format_number, payoff)) + ")"
    return format_number(payoff)


def format_count(number: int, thing: str) -> str:
    """Format a count with its noun.

    >>> format_count(1, "state"), format_count(2000, "state")
    ('1 state', '2,000 states')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"
