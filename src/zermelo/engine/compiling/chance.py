"""Compiled functions for chance moves."""

from __future__ import annotations

from typing import Any

import numba
from numba import types

from zermelo.engine.compiling.probabilities import TOLERANCE, UNIT_WEIGHT


def put(out: Any, count: Any, chance: Any, most: Any) -> Any:
    """Append a move and its weight to the buffers; compiled code uses `put_compiled`, which checks both."""
    move, probability = chance
    out[0][count], out[1][count] = move, int(probability * UNIT_WEIGHT + 0.5)
    return count + 1


def put_compiled(out: Any, count: Any, chance: Any, most: Any) -> Any:
    """Return what Numba compiles for `put`."""
    pair = tuple(chance) if isinstance(chance, types.BaseTuple) and len(chance) == 2 else (None, None)
    if not (isinstance(pair[0], types.Integer) and isinstance(pair[1], types.Integer | types.Float)):
        raise numba.errors.TypingError(
            f"a chance of a compiled game must be a move, which is an int, and its probability, not {chance}"
        )

    def put(out: Any, count: Any, chance: Any, most: Any) -> Any:
        move, probability = chance
        if count >= most or move < 0 or move > 2147483647 or not (0 < probability <= 1):
            raise OverflowError
        out[0][count] = move
        out[1][count] = int(probability * UNIT_WEIGHT + 0.5)
        return count + 1

    return put


@numba.njit
def check_weights(weights: Any, count: Any) -> Any:
    """Return the number of chances; raise OverflowError unless their weights are positive and add up to `UNIT_WEIGHT`."""
    total = 0
    for at in range(count):
        if weights[at] < 1:
            raise OverflowError
        total += weights[at]
    if abs(total - UNIT_WEIGHT) > TOLERANCE:
        raise OverflowError
    return count


@numba.njit
def fraction(numerator: Any, denominator: Any = 1) -> Any:
    """Replace `Fraction` in compiled code."""
    return numerator / denominator
