"""What compiled code needs where chance moves, beyond Numba."""

from __future__ import annotations

from typing import Any

import numba
from numba import types

from zermelo.engine.compiling.odds import SLACK, WHOLE


def put(out: Any, count: Any, chance: Any, most: Any) -> Any:
    """Puts a move and its weight behind those in the buffers; compiled it is `put_compiled`, which looks at both first."""
    move, probability = chance
    out[0][count], out[1][count] = move, int(probability * WHOLE + 0.5)
    return count + 1


def put_compiled(out: Any, count: Any, chance: Any, most: Any) -> Any:
    """What Numba compiles for `put`: a move and its weight go into two buffers."""
    pair = tuple(chance) if isinstance(chance, types.BaseTuple) and len(chance) == 2 else (None, None)
    if not (isinstance(pair[0], types.Integer) and isinstance(pair[1], types.Integer | types.Float)):
        raise numba.errors.TypingError(
            f"a chance of a compiled game must be a move, which is an int, and its probability, and here it is {chance}"
        )

    def put(out: Any, count: Any, chance: Any, most: Any) -> Any:
        move, probability = chance
        if count >= most or move < 0 or move > 2147483647 or not (0 < probability <= 1):
            raise OverflowError
        out[0][count] = move
        out[1][count] = int(probability * WHOLE + 0.5)
        return count + 1

    return put


@numba.njit
def weighed(weights: Any, count: Any) -> Any:
    """The number of chances, if their weights are positive and as good as whole together."""
    total = 0
    for at in range(count):
        if weights[at] < 1:
            raise OverflowError
        total += weights[at]
    if abs(total - WHOLE) > SLACK:
        raise OverflowError
    return count


@numba.njit
def quotient(numerator: Any, denominator: Any = 1) -> Any:
    """What stands for `Fraction` in compiled code."""
    return numerator / denominator
