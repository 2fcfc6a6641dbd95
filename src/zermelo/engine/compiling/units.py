"""The engine's whole numbers for values of a compiled game: its points, or thousandths of them where it has floats.

Static values are rounded; payoffs that are not whole thousandths are refused, as no value of a search would be exact.
"""

from __future__ import annotations

import math
from typing import Any

import numba

MOST = 134_000_000
DECIMALS = 1000
ROUNDING = 1e-12
"""What sums of floats that are meant to be equal may differ by, as a share of them."""


@numba.njit
def whole(value: Any) -> Any:
    """Return a whole number that the engine can hold."""
    if value > MOST or value < -MOST:
        raise OverflowError
    return value


@numba.njit
def thousandths(value: Any) -> Any:
    """Return a value in thousandths, rounded."""
    scaled = value * DECIMALS
    if not (-MOST <= scaled <= MOST):
        raise OverflowError
    rounded = math.floor(abs(scaled) + 0.5)
    return int(rounded if scaled >= 0 else -rounded)


@numba.njit
def exact_thousandths(value: Any) -> Any:
    """Return a value in thousandths if it is a whole number of them."""
    rounded = thousandths(value)
    if abs(value * DECIMALS - rounded) > ROUNDING * abs(rounded):
        raise OverflowError
    return rounded
