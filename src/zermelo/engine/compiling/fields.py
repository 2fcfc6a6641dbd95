"""The fields of a game's states as bytes in a row, and back: whole numbers and bools in eight bytes each, tuples item by item, and
NumPy's arrays and records as they lie in memory, filled up with zeros to the next eight. What the start of the game holds says what
each field is.

NumPy is never imported here: whoever has an array has imported it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from zermelo.audit.comparison import is_array
from zermelo.state import ZermeloError

WORD = 8
_MOST_DIMENSIONS = 3
_WHOLE = "whole numbers or bools"


def pack(state: Any) -> bytes:
    """The bytes of a state."""
    start = type(state)()
    if shape(state) != shape(start):
        raise ZermeloError(
            f"the tuples in {_shown(state)} are not as long as those at the start, and those of compiled states are"
        )
    packed = b""
    for field, value, first in zip(state._fields, state, start, strict=True):
        for part, like in zip(parts(value), parts(first), strict=True):
            packed += _packed(part, like, field, state)
    return packed


def unpack(game: Any, packed: bytes) -> Any:
    """The state of these bytes; its arrays cannot be changed."""
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
    """How many bytes a part of a state takes."""
    return -(-value.nbytes // WORD) * WORD if is_array(value) else WORD


def parts(value: Any) -> Iterator[Any]:
    """The numbers, arrays and records in a value, one after the other."""
    if not isinstance(value, tuple):
        yield value
        return
    for each in value:
        yield from parts(each)


def shape(value: Any) -> Any:
    """How long the tuples in a value are; 0 for what is no tuple."""
    return tuple(map(shape, value)) if isinstance(value, tuple) else 0


def kinds(start: Any) -> Any:
    """All that compiled code has to know of the fields, as a value."""
    names = tuple(f"{part.dtype} {part.shape}" if is_array(part) else type(part).__name__ for part in parts(start))
    return names, shape(start)


def is_record(value: Any) -> bool:
    return bool(getattr(getattr(value, "dtype", None), "names", None)) and not value.shape


def has_arrays(start: Any) -> bool:
    return any(map(is_array, parts(start)))


def check(game: Any, start: Any) -> None:
    """Refuses fields that compiled code cannot hold."""
    for field, value in zip(game._fields, start, strict=True):
        for part in parts(value):
            problem = _array_problem(part) if is_array(part) else _number_problem(part, isinstance(value, tuple))
            if is_record(part) and isinstance(value, tuple) and not problem:
                problem = "is a tuple with a record in it, and a record of a compiled game has a field to itself"
            if problem:
                raise ZermeloError(f"the field {field!r} of {game.__name__} {problem}")


def _packed(value: Any, like: Any, field: str, state: Any) -> bytes:
    if is_array(like):
        if not is_array(value):
            raise ZermeloError(f"the field {field!r} of {_shown(state)} is no array, and at the start it is one")
        if (value.dtype, value.shape) != (like.dtype, like.shape):
            raise ZermeloError(
                f"the field {field!r} of {_shown(state)} is {_in_words(value)}, and at the start {_in_words(like)}: an array of a "
                "compiled game keeps its shape and its dtype, so write .astype(...) where it would change"
            )
        bytes_: bytes = value.tobytes()
        return bytes_.ljust(size(like), b"\0")
    try:
        return struct.pack("=q", value)
    except struct.error:
        raise ZermeloError(
            f"the fields of a compiled game are whole numbers that fit 64 bits, and {_shown(state)} has others"
        ) from None


def _unpacked(like: Any, packed: bytes) -> Any:
    """An array or a record of these bytes."""
    from numpy import frombuffer  # which is there already

    found = frombuffer(packed[: like.nbytes], dtype=like.dtype)
    return found.reshape(like.shape) if hasattr(like, "ndim") and like.shape else found[0]


def _shown(state: Any) -> str:
    return " ".join(repr(state).split())


def _in_words(array: Any) -> str:
    return f"{array.dtype} of shape {array.shape}"


def _number_problem(value: Any, inside: bool) -> str:
    if isinstance(value, int):
        return ""
    return (
        f"{'holds' if inside else 'is'} a {type(value).__name__}, and those of a compiled game are whole numbers, tuples or arrays "
        "of them"
    )


def _array_problem(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    if dtype is None or not (is_record(value) or type(value).__name__ == "ndarray"):
        return f"is a {type(value).__name__}, and an array of a compiled game is a plain one of NumPy's"
    if dtype.names:
        if value.shape:
            return "is an array of records, and those of a compiled game are single records or arrays of numbers"
        for name in dtype.names:
            each = dtype.fields[name][0]
            if not _is_whole(each.base):
                return f"is a record with {each.base} in {name!r}, and those of a compiled game hold {_WHOLE}"
            if each.shape and each.base.kind == "b":
                return f"is a record with an array of bools in {name!r}, which the compiler does not take: say np.int8"
        return ""
    if not _is_whole(dtype):
        hint = ": say dtype=np.int8 when it is made" if dtype.kind == "f" else ""
        return f"is an array of {dtype}, and those of a compiled game hold {_WHOLE}{hint}"
    if not 1 <= value.ndim <= _MOST_DIMENSIONS or not value.size:
        return f"is an array of shape {value.shape}, and those of a compiled game have one to three dimensions and are not empty"
    return ""


def _is_whole(dtype: Any) -> bool:
    return dtype.kind in "iub" and dtype.isnative
