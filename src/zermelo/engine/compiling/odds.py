"""Probabilities of a compiled game as the core takes them: whole weights, which lose nothing.

What people write is `1 / 6`, `0.25` or `Fraction(1, 6)`; compiled, all of them are floats. The weight of each is its share of
`WHOLE`, which every number up to 36 divides, and many others: of halves, thirds, sixths, percents and thousandths none is lost
to rounding, and of any other probability no more than a float loses anyway.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from zermelo.state import ZermeloError, format_number

WHOLE = 2**6 * 3**4 * 5**3 * 7 * 11 * 13 * 17 * 19 * 23 * 29 * 31
"""Less than 2 to the 52nd, so that the product of a float and it is right to the nearest whole number."""
SLACK = WHOLE // 10**9
"""By how much weights may miss it together: probabilities add up to 1 as nearly as floats do."""


def weight_of(probability: Any) -> int:
    """The weight of a probability.

    >>> weight_of(1 / 6) * 6 == weight_of(Fraction(1, 36)) * 36 == weight_of(0.001) * 1000 == WHOLE
    True
    """
    return int(float(probability) * WHOLE + 0.5)


def floats(value: Any) -> Any:
    """A constant of a module or a class with its fractions as floats.

    >>> floats(((1, Fraction(1, 4)), (2, 0.75)))
    ((1, 0.25), (2, 0.75))
    """
    if isinstance(value, Fraction):
        return float(value)
    if type(value) in (tuple, list):
        return type(value)(map(floats, value))
    return value


def is_table(value: Any) -> bool:
    """Whether a constant is a list of moves with their probabilities.

    >>> is_table([(0, 0.25), (1, 0.75)]), is_table([(0, 1), (1, 0)])
    (True, False)
    """
    return type(value) in (tuple, list) and bool(value) and all(map(_is_chance, value))


def _is_chance(value: Any) -> bool:
    return type(value) is tuple and len(value) == 2 and type(value[0]) is int and type(value[1]) is float


def check_chances(state: Any, most_moves: int) -> None:
    """What is wrong with the chances of a state, in words."""
    chances = list(state.chances())
    if not chances:
        raise ZermeloError(f"chances() of {state!r} is empty although utility() is None")
    if len(chances) > most_moves:
        raise ZermeloError(
            f"{state!r} has {len(chances)} chances, and compiled states have at most {most_moves}: say most_moves = ... in the "
            f"class {type(state).__name__}"
        )
    for move, probability in chances:
        if not 0 <= move < 2**31:
            raise ZermeloError(f"{state!r} has the move {move}, and those of a compiled game are numbers from 0 up")
        if not 0 < probability <= 1 or weight_of(probability) < 1:
            raise ZermeloError(
                f"chances() of {state!r} gives {move} the probability {format_number(probability)}, which must be above 0 and "
                "at most 1"
            )
    total = sum(probability for _, probability in chances)
    if abs(total - 1) > 1e-9:
        raise ZermeloError(f"the probabilities in chances() of {state!r} add up to {float(total):.12g}, not 1")
