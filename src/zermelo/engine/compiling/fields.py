"""The layout of a state in bytes: integers and bools take eight bytes each, NumPy arrays and records lie as in memory, padded to
a multiple of eight. The first state of the game determines the types.

A state is a NamedTuple or a frozen dataclass, and so may be its parts. NumPy is not imported here: a game with arrays has
imported it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from typing import Any

from zermelo.audit.comparison import is_array
from zermelo.state import ZermeloError

WORD = 8
_MOST_DIMENSIONS = 3
_ADVICE = {
    "float": "use an integer, in a smaller unit",
    "str": "use an integer for each text that it may be",
    "NoneType": "use an integer that means nothing, such as -1",
    "list": "use a tuple of integers",
    "set": "use the bits of an integer, or a tuple of integers",
    "frozenset": "use the bits of an integer, or a tuple of integers",
    "dict": "use a tuple of integers, with one place for each key",
}
_WORDS = {"str": "string", "NoneType": "None", "int": "integer"}


def field_names(kind: Any) -> tuple[str, ...] | None:
    """Return the fields of a NamedTuple or a dataclass; None for other classes."""
    if not isinstance(kind, type):
        return None
    if issubclass(kind, tuple):
        names: tuple[str, ...] | None = getattr(kind, "_fields", None)
        return names
    return tuple(field.name for field in dataclass_fields(kind)) if is_dataclass(kind) else None


def children(value: Any) -> tuple[Any, ...] | None:
    """Return the items of a tuple or the fields of a state; None for a number, an array or a record."""
    if type(value) is tuple:
        return value
    names = field_names(type(value))
    return None if names is None else tuple(getattr(value, name) for name in names)


def leaves(value: Any) -> Iterator[Any]:
    """Yield the numbers, arrays and records in a value."""
    items = children(value)
    if items is None:
        yield value
        return
    for item in items:
        yield from leaves(item)


def size(value: Any) -> int:
    """Return the number of bytes that a value takes."""
    return sum(-(-leaf.nbytes // WORD) * WORD if is_array(leaf) else WORD for leaf in leaves(value))


def regular_shape(value: Any) -> tuple[int, ...] | None:
    """Return the lengths of a tuple of integers, or of tuples of one length; None for other values. A number has the shape ()."""
    if isinstance(value, int):
        return ()
    if type(value) is not tuple or not value:
        return None
    shapes = {regular_shape(item) for item in value}
    shape = shapes.pop()
    return None if shapes or shape is None else (len(value), *shape)


def is_record(value: Any) -> bool:
    """Return whether a value is a NumPy record."""
    return bool(getattr(getattr(value, "dtype", None), "names", None)) and not value.shape


def has_arrays(start: Any) -> bool:
    """Return whether a state holds arrays or records."""
    return any(map(is_array, leaves(start)))


def kinds(value: Any) -> str:
    """Return the types of all parts of a state as text."""
    items = children(value)
    if items is None:
        return f"{value.dtype}{value.shape}" if is_array(value) else type(value).__name__
    return f"{type(value).__name__}({', '.join(map(kinds, items))})"


def pack(state: Any) -> bytes:
    """Return a state as bytes."""
    start = type(state)()
    names = field_names(type(state)) or ()
    return b"".join(_packed(getattr(state, name), getattr(start, name), name, state) for name in names)


def unpack(game: Any, packed: bytes) -> Any:
    """Return the state of some bytes; its arrays are read-only."""
    return _unpacked(game(), packed)


def _packed(value: Any, like: Any, field: str, state: Any) -> bytes:
    items, expected = children(value), children(like)
    if expected is not None:
        if items is None or len(items) != len(expected):
            raise ZermeloError(
                f"the field {field!r} of {_shown(state)} has another form than at the start: tuples of a compiled state must keep "
                "the length that they have at the start"
            )
        return b"".join(_packed(*pair, field, state) for pair in zip(items, expected, strict=True))
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
            f"the fields of a compiled game must be integers that fit 64 bits, but the field {field!r} of {_shown(state)} is "
            f"{value!r}"
        ) from None


def _unpacked(like: Any, packed: bytes) -> Any:
    items = children(like)
    if items is not None:
        values, at = [], 0
        for item in items:
            values.append(_unpacked(item, packed[at : at + size(item)]))
            at += size(item)
        return tuple(values) if type(like) is tuple else type(like)(*values)
    if is_array(like):
        from numpy import frombuffer

        array = frombuffer(packed[: like.nbytes], dtype=like.dtype)
        return array.reshape(like.shape) if like.shape else array[0]
    (number,) = struct.unpack("=q", packed)
    return bool(number) if isinstance(like, bool) else number


def problem(value: Any) -> str | None:
    """Return why a field of this value cannot be compiled and what to write instead; None if it can."""
    if type(value) is tuple and not value:
        return "is an empty tuple, and tuples of a compiled game keep their length; use a tuple of the largest length"
    items = children(value)
    if items is not None:
        found = next((sentence for sentence in map(problem, items) if sentence), None)
        if not found and any(map(is_record, items)):
            found = "is a record; make the record a field of its own"
        if found is None or not (found.startswith("is a ") and type(value) is tuple):
            return found
        what, _, advice = found.removeprefix("is a ").partition("; ")
        return f"holds a {what}; {advice}"
    if isinstance(value, int):
        return None
    return _array_problem(value) if is_array(value) else _number_problem(value)


def _number_problem(value: Any) -> str:
    kind = type(value).__name__
    inside = sorted({_WORDS.get(type(item).__name__, type(item).__name__) for item in value}) if _holds(value) else []
    of = f" of {inside[0]}s" if len(inside) == 1 else " of several types" if inside else ""
    advice = _ADVICE.get(kind, "use integers, or tuples or arrays of integers")
    return f"is {'' if value is None else 'a '}{_WORDS.get(kind, kind)}{of}; {advice}"


def _holds(value: Any) -> bool:
    return isinstance(value, list | set | frozenset | dict)


def _array_problem(value: Any) -> str | None:
    dtype = getattr(value, "dtype", None)
    if dtype is None or not (is_record(value) or type(value).__name__ == "ndarray"):
        return f"is a {type(value).__name__}; use a NumPy array"
    if dtype.names:
        if value.shape:
            return "is an array of records; use single records, or arrays of numbers"
        items = {name: dtype.fields[name][0] for name in dtype.names}
        wrong = [name for name, item in items.items() if not _is_integer(item.base)]
        if wrong:
            return f"is a record with {items[wrong[0]].base} in {wrong[0]!r}; use integers or bools"
        bools = [name for name, item in items.items() if item.shape and item.base.kind == "b"]
        return f"is a record with an array of bools in {bools[0]!r}; use np.int8" if bools else None
    if not _is_integer(dtype):
        return f"is an array of {dtype}; use an array of integers or bools, as with dtype=np.int8"
    if not 1 <= value.ndim <= _MOST_DIMENSIONS or not value.size:
        return f"is an array of shape {value.shape}; use one to three dimensions, none of them empty"
    return None


def _is_integer(dtype: Any) -> bool:
    return dtype.kind in "iub" and dtype.isnative


def _shown(state: Any) -> str:
    return " ".join(repr(state).split())


def _describe(array: Any) -> str:
    return f"{array.dtype} of shape {array.shape}"
