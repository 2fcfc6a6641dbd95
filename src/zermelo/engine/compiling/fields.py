"""Pack the fields of a state into bytes and back: integers and bools in eight bytes each, tuples item by item, NumPy arrays and
records as in memory, padded with zeros to a multiple of eight. The first state of the game determines the types.

NumPy is not imported here: a game with arrays has imported it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from zermelo.audit.comparison import is_array
from zermelo.state import ZermeloError

WORD = 8
_MOST_DIMENSIONS = 3
_INTEGERS = "integers or bools"


def pack(state: Any) -> bytes:
    """Return a state as bytes."""
    start = type(state)()
    if shape(state) != shape(start):
        raise ZermeloError(
            f"tuples of a compiled state must keep the length that they have at the start, but {_shown(state)} has others"
        )
    packed = b""
    for field, value, first in zip(state._fields, state, start, strict=True):
        for part, like in zip(parts(value), parts(first), strict=True):
            packed += _packed(part, like, field, state)
    return packed


def unpack(game: Any, packed: bytes) -> Any:
    """Return the state of some bytes; its arrays are read-only."""
    at = 0

    def like(value: Any) -> Any:
        nonlocal at
        if isinstance(value, tuple):
            return tuple(map(like, value))
        here = packed[at : at + size(value)]
        at += size(value)
        if is_array(value):
            return _unpacked(value, here)
        (number,) = struct.unpack("=q", here)
        return bool(number) if isinstance(value, bool) else number

    return game(*map(like, game()))


def size(value: Any) -> int:
    """Return the number of bytes of a part of a state."""
    return -(-value.nbytes // WORD) * WORD if is_array(value) else WORD


def parts(value: Any) -> Iterator[Any]:
    """Yield the numbers, arrays and records in a value."""
    if not isinstance(value, tuple):
        yield value
        return
    for item in value:
        yield from parts(item)


def shape(value: Any) -> Any:
    """Return the lengths of the tuples in a value; 0 stands for anything else."""
    return tuple(map(shape, value)) if isinstance(value, tuple) else 0


def kinds(start: Any) -> Any:
    """Return the types of the fields as a hashable value."""
    names = tuple(f"{part.dtype} {part.shape}" if is_array(part) else type(part).__name__ for part in parts(start))
    return names, shape(start)


def is_record(value: Any) -> bool:
    """Return whether a value is a NumPy record."""
    return bool(getattr(getattr(value, "dtype", None), "names", None)) and not value.shape


def has_arrays(start: Any) -> bool:
    """Return whether a state holds arrays or records."""
    return any(map(is_array, parts(start)))


def check(game: Any, start: Any) -> None:
    """Raise ZermeloError for fields that compiled code does not support."""
    for field, value in zip(game._fields, start, strict=True):
        for part in parts(value):
            problem = _array_problem(part) if is_array(part) else _number_problem(part, isinstance(value, tuple))
            if is_record(part) and isinstance(value, tuple) and not problem:
                problem = "is a tuple with a record in it: a record of a compiled game must be a field of its own"
            if problem:
                raise ZermeloError(f"the field {field!r} of {game.__name__} {problem}")


def _packed(value: Any, like: Any, field: str, state: Any) -> bytes:
    if is_array(like):
        if not is_array(value):
            raise ZermeloError(f"the field {field!r} of {_shown(state)} must be an array, as at the start")
        if (value.dtype, value.shape) != (like.dtype, like.shape):
            raise ZermeloError(
                f"the field {field!r} of {_shown(state)} is {_describe(value)}, but at the start {_describe(like)}: an array of a "
                "compiled game must keep its shape and dtype, so write .astype(...) where it would change"
            )
        data: bytes = value.tobytes()
        return data.ljust(size(like), b"\0")
    try:
        return struct.pack("=q", value)
    except struct.error:
        raise ZermeloError(
            f"the fields of a compiled game must be integers that fit 64 bits, but {_shown(state)} has others"
        ) from None


def _unpacked(like: Any, packed: bytes) -> Any:
    """Return the array or record of some bytes."""
    from numpy import frombuffer

    array = frombuffer(packed[: like.nbytes], dtype=like.dtype)
    return array.reshape(like.shape) if hasattr(like, "ndim") and like.shape else array[0]


def _shown(state: Any) -> str:
    return " ".join(repr(state).split())


def _describe(array: Any) -> str:
    return f"{array.dtype} of shape {array.shape}"


def _number_problem(value: Any, inside: bool) -> str:
    if isinstance(value, int):
        return ""
    return (
        f"{'holds' if inside else 'is'} a {type(value).__name__}: fields of a compiled game must be integers, or tuples or arrays "
        "of integers"
    )


def _array_problem(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    if dtype is None or not (is_record(value) or type(value).__name__ == "ndarray"):
        return f"is a {type(value).__name__}: arrays of a compiled game must be NumPy arrays"
    if dtype.names:
        if value.shape:
            return "is an array of records: a compiled game takes single records and arrays of numbers"
        for name in dtype.names:
            item = dtype.fields[name][0]
            if not _is_integer(item.base):
                return f"is a record with {item.base} in {name!r}: records of a compiled game must hold {_INTEGERS}"
            if item.shape and item.base.kind == "b":
                return (
                    f"is a record with an array of bools in {name!r}, which the compiler does not support: use np.int8"
                )
        return ""
    if not _is_integer(dtype):
        hint = ": create it with dtype=np.int8" if dtype.kind == "f" else ""
        return f"is an array of {dtype}, but arrays of a compiled game must hold {_INTEGERS}{hint}"
    if not 1 <= value.ndim <= _MOST_DIMENSIONS or not value.size:
        return f"is an array of shape {value.shape}: arrays of a compiled game must have one to three dimensions and not be empty"
    return ""


def _is_integer(dtype: Any) -> bool:
    return dtype.kind in "iub" and dtype.isnative
