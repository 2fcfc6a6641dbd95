"""What the functions of a compiled game return: fields of states, values in the engine's units, moves, chances and keys."""

from __future__ import annotations

import math
from typing import Any

import numba
import numpy
from numba import carray, types

from zermelo.engine.compiling.native import (
    BYTE,
    MOST,
    WORD,
    at_byte,
    copied,
    copy_bytes,
    error,
    fill,
    function,
    is_numbers,
    jit,
    unchecked,
    unrolled,
)
from zermelo.engine.compiling.probabilities import TOLERANCE, UNIT_WEIGHT

ROUNDING = 1e-12
"""What sums of floats that are meant to be equal may differ by, as a share of them."""


def whole_number(field: str, kind: type) -> Any:
    """Return a function that checks what becomes of a field that is a number."""

    @function
    def convert(value: Any) -> Any:
        if not isinstance(value, types.Integer | types.Boolean):
            raise error(f"the field {field!r} becomes {value} here, but is {kind.__name__} at the start")
        return (lambda value: bool(value)) if kind is bool else (lambda value: types.int64(value))

    return convert


@jit
def unchanged(value: Any) -> Any:
    return value


def tuple_of(field: str, parts: dict[str, Any]) -> Any:
    """Return a function that makes the tuple of a field of a tuple or a list; it converts each item."""
    items = "".join(f"{name}(value[{at}]), " for at, name in enumerate(parts))

    @function
    def convert(value: Any) -> Any:
        if not isinstance(value, types.List | types.BaseTuple) or (
            isinstance(value, types.BaseTuple) and len(value) != len(parts)
        ):
            raise error(f"the field {field!r} becomes {value} here, but is a tuple of {len(parts)} items at the start")
        exec(
            f"def made(value):\n    if len(value) != {len(parts)}: raise ValueError\n    return ({items})",
            scope := dict(parts),
        )
        return scope["made"]

    return convert


def array_writer(convert: Any, like: Any) -> Any:
    """Return a function that writes an array, a tuple or a list into the bytes of a state."""
    length, shape, dtype = like.nbytes, like.shape or (1,), like.dtype

    @function
    def write(address: Any, value: Any) -> Any:
        items = value if isinstance(value, types.BaseTuple) else [getattr(value, "dtype", None)]
        if not isinstance(value, types.Array) and all(
            isinstance(item, types.Integer | types.Boolean) for item in items
        ):
            return lambda address, value: fill(carray(address, shape, dtype), value)

        def copy(address: Any, value: Any) -> Any:
            copy_bytes(address, at_byte(convert(value).ctypes.data, 0), length)

        return copy

    return write


def state_writer(mirror: Any, write: Any, name: str) -> Any:
    """Return a function that writes a state, if it is one."""

    @function
    def written(out: Any, value: Any) -> Any:
        if getattr(value, "fields", None) != mirror._fields:
            raise error(f"play() must return a {name}, but returns {value} here")
        return write_state

    compiled = jit(write)

    def write_state(out: Any, value: Any) -> Any:
        compiled(out, value)

    return written


def value_of(points: Any) -> Any:
    @function
    def put_value(out: Any, value: Any) -> Any:
        def put(out: Any, value: Any) -> Any:
            out[0] = points(value)

        return put

    return put_value


def array_of(field: str, like: Any) -> Any:
    """Return a function that makes the array of a field of a list; an array of NumPy must have its dtype, unless it fits."""
    shape, dtype = like.shape, like.dtype

    @function
    def convert(value: Any) -> Any:
        kind = value if isinstance(value, types.Array) else None
        if kind is None and (isinstance(value, types.List) or is_numbers(value)):
            return lambda value: convert(copied(value, None))
        if kind is None or kind.ndim != max(len(shape), 1) or isinstance(kind.dtype, types.Float):
            raise error(f"the field {field!r} becomes {value} here, but is another array at the start")
        expected = shape or (1,)
        if kind.dtype == numba.from_dtype(dtype):
            if kind.layout == "C":

                def check(value: Any) -> Any:
                    if value.shape != expected:
                        raise ValueError
                    return value

                return check
            return lambda value: convert(value.copy())

        def fit(value: Any) -> Any:
            target: Any = numpy.empty(value.shape, dtype)
            fill(target, value)
            if not numpy.array_equal(target, value):
                raise OverflowError
            return convert(target)

        return fit

    return convert


def points_of(scale: int, seen: set[str], *, exact: bool = False) -> Any:
    """Return a function that gives a value in the engine's units; `seen` gets the kinds of values that it meets.

    Static values are rounded. A payoff must be `exact`, a whole number of units: otherwise no value of a search would be exact.
    """

    @function
    def points(value: Any) -> Any:
        if isinstance(value, types.Optional):
            return lambda value: points(value + 0)
        if isinstance(value, types.Float):
            seen.add("float")

            def round_to_thousandths(value: Any) -> Any:
                scaled = value * scale
                if not (-MOST <= scaled <= MOST):
                    raise OverflowError
                rounded = math.floor(abs(scaled) + 0.5)
                if exact and abs(abs(scaled) - rounded) > ROUNDING * rounded:
                    raise OverflowError
                return int(rounded if scaled >= 0 else -rounded)

            return round_to_thousandths
        if not isinstance(value, types.Integer | types.Boolean):
            raise error(
                f"a value of a compiled game must be an int or a float, or a tuple of one for each player, not {value}"
            )

        def check(value: Any) -> Any:
            if value > MOST // scale or value < -MOST // scale:
                raise OverflowError
            return types.int64(value) * scale

        return check

    return points


def payoffs_of(points: Any, players: int) -> Any:
    """Return a function that writes one value for each player."""

    @function
    def payoffs(out: Any, value: Any) -> Any:
        if isinstance(value, types.NoneType):
            return lambda out, value: None
        if isinstance(value, types.BaseTuple):
            if len(value) != players:
                raise error(f"there must be {players} payoffs, as at the end of other games, not {len(value)}")
            return unrolled(players, "out[{at}] = points(value[{at}])", {"points": points}, "out, value")
        if not isinstance(value, types.Array | types.List | types.Optional):
            raise error(f"there must be {players} payoffs, as at the end of other games, not {value}")

        def write(out: Any, value: Any) -> Any:
            if len(value) != players:
                raise ValueError
            for at in range(players):
                out[at] = points(value[at])

        return write

    return payoffs


def ended_of(points: Any, has_payoffs: bool) -> Any:
    """Return a function that writes whether the game is over, and its value."""

    @function
    def ended(out: Any, value: Any) -> Any:
        if isinstance(value, types.NoneType):

            def goes_on(out: Any, value: Any) -> Any:
                out[1] = 0

            return goes_on
        if not has_payoffs and isinstance(value, types.BaseTuple | types.Array | types.List):
            raise error(f"this expression must be one number, as at the end of other games, not {value}")

        def over(out: Any, value: Any) -> Any:
            out[1] = 1
            out[2] = 0 if has_payoffs else points(value)

        if not isinstance(value, types.Optional):
            return over

        def perhaps(out: Any, value: Any) -> Any:
            if value is None:
                out[1] = 0
            else:
                out[1] = 1
                out[2] = 0 if has_payoffs else points(value)

        return perhaps

    return ended


@function
def put_move(out: Any, count: Any, move: Any) -> Any:
    if not isinstance(move, types.Integer):
        raise error(f"a move of a compiled game must be an int, not {move}")

    def put(out: Any, count: Any, move: Any) -> Any:
        if move < 0 or move > 2147483647:
            raise OverflowError
        out[count] = move
        return count + 1

    return put


@function
def put_chance(out: Any, count: Any, move: Any) -> Any:
    pair = tuple(move) if isinstance(move, types.BaseTuple) and len(move) == 2 else (None, None)
    if not (isinstance(pair[0], types.Integer) and isinstance(pair[1], types.Integer | types.Float)):
        raise error(f"a chance of a compiled game must be a move, which is an int, and its probability, not {move}")

    def put(out: Any, count: Any, move: Any) -> Any:
        number, probability = move
        if number < 0 or number > 2147483647 or not (0 < probability <= 1):
            raise OverflowError
        out[0][count] = number
        out[1][count] = int(probability * UNIT_WEIGHT + 0.5)
        return count + 1

    return put


@jit
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


@jit
def mixed(hashed: Any, part: Any) -> Any:
    product = (numpy.uint64(hashed) ^ numpy.uint64(part)) * numpy.uint64(0x9E3779B97F4A7C15)
    return product ^ (product >> numpy.uint64(32))


@unchecked
def hashed(before: Any, value: Any) -> Any:
    """Return a hash of 64 bits of numbers, arrays and tuples of them, after another one."""
    if isinstance(value, types.Integer | types.Boolean):
        return lambda before, value: mixed(before, numpy.int64(value))
    if isinstance(value, types.BaseTuple):
        steps = "before"
        for at in range(len(value)):
            steps = f"hashed({steps}, value[{at}])"
        return eval(f"lambda before, value: {steps}", {"hashed": hashed})
    if isinstance(value, types.Array) and value.layout == "C":

        def by_words(before: Any, value: Any) -> Any:
            length = value.size * value.itemsize
            for word in carray(at_byte(value.ctypes.data, 0), length // 8, WORD):
                before = mixed(before, word)
            for byte in carray(at_byte(value.ctypes.data, length - length % 8), length % 8, BYTE):
                before = mixed(before, byte)
            return mixed(before, length)

        return by_words
    if isinstance(value, types.Array | types.List):

        def by_items(before: Any, value: Any) -> Any:
            before = mixed(before, len(value))
            for item in value:
                before = hashed(before, item)
            return before

        return by_items
    raise error(f"key() must return an int, or a tuple or an array of ints, not {value}")


@function
def put_key(out: Any, value: Any) -> Any:
    if isinstance(value, types.Integer):

        def put_number(out: Any, value: Any) -> Any:
            out[0] = mixed(0, value)

        return put_number

    def put(out: Any, value: Any) -> Any:
        out[0] = hashed(numpy.uint64(0), value)

    return put
