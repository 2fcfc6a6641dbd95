"""The probabilities of a compiled game as the integer weights that the core takes.

Probabilities such as `1 / 6`, `0.25` or `Fraction(1, 6)` are floats when compiled. A weight is a probability times
`UNIT_WEIGHT`, which all numbers up to 36, 100 and 1000 divide, so the usual fractions are exact; rounding of others is
below float precision.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zermelo.state import PROBABILITY_TOLERANCE, ZermeloError, format_number

UNIT_WEIGHT = 2**6 * 3**4 * 5**3 * 7 * 11 * 13 * 17 * 19 * 23 * 29 * 31
"""The weight of probability 1; below 2**52, so that its product with a float rounds to the right integer."""
TOLERANCE = int(UNIT_WEIGHT * PROBABILITY_TOLERANCE)
"""How far the sum of the weights may be from `UNIT_WEIGHT`."""


def weight_of(probability: Any) -> int:
    """Return the weight of a probability.

    >>> weight_of(1 / 6) * 6 == weight_of(Fraction(1, 36)) * 36 == weight_of(0.001) * 1000 == UNIT_WEIGHT
    True
    """
    return int(float(probability) * UNIT_WEIGHT + 0.5)


def fractions_to_floats(value: Any) -> Any:
    """Return a constant with its fractions as floats.

    >>> fractions_to_floats(((1, Fraction(1, 4)), (2, 0.75)))
    ((1, 0.25), (2, 0.75))
    """
    if isinstance(value, Fraction):
        return float(value)
    if type(value) in (tuple, list):
        return type(value)(map(fractions_to_floats, value))
    return value


def is_chance_table(value: Any) -> bool:
    """Return whether a constant is a list of moves with their probabilities.

    >>> is_chance_table([(0, 0.25), (1, 0.75)]), is_chance_table([(0, 1), (1, 0)])
    (True, False)
    """
    return type(value) in (tuple, list) and bool(value) and all(map(_is_chance, value))


def _is_chance(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is int and type(value[1]) is float


def check_chances(state: Any, most_moves: int) -> None:
    """Raise ZermeloError for what is wrong with the chances of a state."""
    chances = list(state.chances())
    if not chances:
        raise ZermeloError(f"chances() of {state!r} is empty although utility() is None")
    if len(chances) > most_moves:
        raise ZermeloError(
            f"{state!r} has {len(chances)} chances, but compiled states have at most {most_moves}: set most_moves = ... in "
            f"the class {type(state).__name__}"
        )
    for move, probability in chances:
        if not 0 <= move < 2**31:
            raise ZermeloError(
                f"{state!r} has the move {move}, but moves of a compiled game must be integers from 0 up"
            )
        if not 0 < probability <= 1 or weight_of(probability) < 1:
            raise ZermeloError(
                f"chances() of {state!r} gives {move} the probability {format_number(probability)}, which must be above 0 and "
                "at most 1"
            )
    total = sum(probability for _, probability in chances)
    if abs(total - 1) > PROBABILITY_TOLERANCE:
        raise ZermeloError(f"the probabilities in chances() of {state!r} add up to {float(total):.12g}, not 1")
