"""Numba's side of a compiled game: what the rewritten functions call, and the C functions for the engine.

Only documented parts of Numba are used: `njit`, `cfunc`, `carray`, and `overload`, `overload_method` and `intrinsic` for what
Python has and Numba does not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numba
import numpy
from llvmlite import ir
from numba import carray, types
from numba.extending import intrinsic, overload, overload_method

from zermelo.engine.compiling.error_messages import OWN

OPTIONS = {"boundscheck": True}
MOST, DECIMALS, FAILED = 134_000_000, 1000, 1
INT, FLOAT, WORD, BYTE = map(numpy.dtype, (numpy.int64, numpy.float64, numpy.uint64, numpy.uint8))
SLOT = 1024
"""The bytes of a copy on the stack; larger ones are made on the heap."""
_OUT = types.CPointer(types.int32)
SIGNATURES = {
    "view": types.int32(types.voidptr, _OUT),
    "moves": types.int32(types.voidptr, _OUT, _OUT),
    "play": types.int32(types.voidptr, types.int32, _OUT),
    "evaluate": types.int32(types.voidptr, _OUT),
    "key": types.int32(types.voidptr, types.CPointer(types.uint64)),
    "chances": types.int32(types.voidptr, _OUT, types.CPointer(types.int64), _OUT),
    "payoffs": types.int32(types.voidptr, _OUT),
}
jit = numba.njit(**OPTIONS)
inlined = numba.njit(inline="always", **OPTIONS)


def _is_number(kind: Any) -> bool:
    return isinstance(kind, types.Integer | types.Boolean | types.Float)


def is_numbers(kind: Any) -> bool:
    """Return whether a type is a tuple of numbers."""
    return isinstance(kind, types.BaseTuple) and all(map(_is_number, kind))


def error(sentence: str) -> Exception:
    made: Exception = numba.errors.TypingError(OWN + sentence)
    return made


def function(choose: Callable[..., Any], boundscheck: bool = True) -> Callable[..., Any]:
    """Return a function for compiled code; `choose` returns the Python to compile for given types."""
    code = choose.__code__
    names = ", ".join(code.co_varnames[: code.co_argcount])
    stub: Callable[..., Any] = eval(f"lambda {names}: None")
    overload(stub, jit_options={"boundscheck": boundscheck}, strict=False)(choose)
    return stub


unchecked = partial(function, boundscheck=False)
"""The same for functions that check the lengths themselves, so that their loops become vector instructions."""


def unrolled(length: int, text: str, names: dict[str, Any], parameters: str) -> Any:
    """Return a function that does something for each item of a tuple."""
    lines = [text.format(at=at) for at in range(length)]
    exec("\n    ".join([f"def made({parameters}):", *lines, "return None" if "return" not in text else ""]), names)
    return names["made"]


# Memory


def stack(size: int) -> Any:
    """Return a function that gives some bytes on the stack of its caller."""

    @intrinsic
    def space(typing: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            with builder.goto_entry_block():
                words = builder.alloca(ir.ArrayType(ir.IntType(64), size // 8))
            return builder.bitcast(words, ir.IntType(8).as_pointer())

        return types.voidptr(), generate

    return space


@intrinsic
def at_byte(typing: Any, pointer: Any, byte: Any) -> Any:
    """Return the address of a byte after a pointer, or after the address of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        start = arguments[0]
        if signature.args[0] != types.voidptr:
            start = builder.inttoptr(start, ir.IntType(8).as_pointer())
        return builder.gep(start, [arguments[1]])

    return types.voidptr(pointer, types.int64), generate


@intrinsic
def copy_bytes(typing: Any, target: Any, source: Any, length: Any) -> Any:
    """Copy some bytes to an address from that of an array or a state."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        pointer, size = ir.IntType(8).as_pointer(), ir.IntType(64)
        copy = builder.module.declare_intrinsic("llvm.memcpy", [pointer, pointer, size])
        builder.call(copy, [*arguments, ir.Constant(ir.IntType(1), 0)])
        return arguments[0]

    return types.voidptr(types.voidptr, types.voidptr, types.int64), generate


@unchecked
def fill(target: Any, items: Any) -> Any:
    """Write items into an array of the same length."""
    if is_numbers(items):
        text = f"if len(target) != {len(items)}: raise ValueError\n    "
        return unrolled(
            1, text + "; ".join(f"target[{at}] = items[{at}]" for at in range(len(items))), {}, "target, items"
        )
    if target.ndim > 1:

        def fill_rows(target: Any, items: Any) -> Any:
            if len(target) != len(items):
                raise ValueError
            for at in range(len(target)):
                fill(target[at], items[at])

        return fill_rows

    def fill_items(target: Any, items: Any) -> Any:
        if len(target) != len(items):
            raise ValueError
        for at in range(len(target)):
            target[at] = items[at]

    return fill_items


# Lists


@function
def copied(items: Any, slot: Any) -> Any:
    """Return a list of numbers as a new array, in a slot on the stack if there is one; lists of other things stay lists."""
    on_heap = isinstance(slot, types.NoneType)
    if isinstance(items, types.Array) and (on_heap or items.layout != "C"):
        return lambda items, slot: items.copy()
    if isinstance(items, types.Array):

        def copy(items: Any, slot: Any) -> Any:
            if items.size * items.itemsize > SLOT:
                return items.copy()
            return carray(
                copy_bytes(slot, at_byte(items.ctypes.data, 0), items.size * items.itemsize), items.shape, items.dtype
            )

        return copy
    if is_numbers(items):
        length, dtype = len(items), FLOAT if any(isinstance(item, types.Float) for item in items) else INT

        def from_tuple(items: Any, slot: Any) -> Any:
            target: Any = numpy.empty(length, dtype)
            fill(target, items)
            return target

        def from_short_tuple(items: Any, slot: Any) -> Any:
            target: Any = carray(slot, length, dtype)
            fill(target, items)
            return target

        return from_tuple if on_heap or 8 * length > SLOT else from_short_tuple
    item = getattr(items, "dtype", None)
    if isinstance(items, types.List) and isinstance(item, types.Array | types.List):

        def rows(items: Any, slot: Any) -> Any:
            target: Any = numpy.empty((len(items), len(items[0])), INT)
            fill(target, items)
            return target

        return rows
    if isinstance(items, types.List | types.RangeType) and _is_number(item):
        dtype = FLOAT if isinstance(item, types.Float) else INT

        def from_list(items: Any, slot: Any) -> Any:
            target: Any = numpy.empty(len(items), dtype)
            for at, item in enumerate(items):
                target[at] = item
            return target

        return from_list
    return lambda items, slot: [item for item in items]


@function
def taken(items: Any) -> Any:
    """Return a list as a tuple, where the list is not used any more."""
    return (lambda items: items) if isinstance(items, types.Array) else (lambda items: copied(items, None))


@function
def unpacked(items: Any, length: Any) -> Any:
    """Return the items as a tuple, to assign them to several names."""
    if isinstance(items, types.BaseTuple) or not isinstance(length, types.IntegerLiteral):
        return (lambda items, length: items) if isinstance(items, types.BaseTuple) else None
    values = ", ".join(f"items[{at}]" for at in range(length.literal_value))
    return eval(f"lambda items, length: ({values},)")


@function
def replaced(items: Any, place: Any, item: Any) -> Any:
    """Return the items with one of them changed."""

    def change(items: Any, place: Any, item: Any) -> Any:
        items[place] = item
        return items

    return change


_LISTS = (types.Array, types.BaseTuple, types.List)


def joined_of(whole: bool) -> Any:
    """Return the sum of two numbers, or two lists one after the other; arrays are lists unless the game has arrays of NumPy."""

    @function
    def joined(one: Any, other: Any) -> Any:
        lists = isinstance(one, _LISTS) and isinstance(other, _LISTS)
        arrays = isinstance(one, types.Array) and isinstance(other, types.Array)
        if not lists or (arrays and not whole) or (isinstance(one, types.List) and isinstance(other, types.List)):
            return lambda one, other: one + other
        if not arrays:
            return lambda one, other: joined_arrays(copied(one, None), copied(other, None))
        return joined_arrays.py_func

    return joined


@jit
def joined_arrays(one: Any, other: Any) -> Any:
    if isinstance(one, list):
        return one + other
    return numpy.concatenate((one, other))


@function
def repeated(items: Any, number: Any) -> Any:
    """Return a product of numbers, or a list several times."""
    if is_numbers(items):
        return lambda items, number: repeated_array(copied(items, None), number)
    return (
        (lambda items, number: repeated(number, items))
        if is_numbers(number)
        else (lambda items, number: items * number)
    )


@jit
def repeated_array(items: Any, number: Any) -> Any:
    target: Any = numpy.empty(len(items) * number, items.dtype)
    for at in range(len(target)):
        target[at] = items[at % len(items)]
    return target


def same_of(whole: bool) -> Any:
    """Return whether two values are equal; arrays are compared as tuples unless the game has arrays of NumPy."""

    @function
    def same(one: Any, other: Any) -> Any:
        lists = isinstance(one, _LISTS) and isinstance(other, _LISTS)
        arrays = isinstance(one, types.Array) and isinstance(other, types.Array)
        if not lists or (arrays and not whole):
            return lambda one, other: one == other
        if not arrays:
            return lambda one, other: same(copied(one, None), copied(other, None))

        def compare(one: Any, other: Any) -> Any:
            if len(one) != len(other):
                return False
            equal = True
            for at in range(len(one)):
                equal &= same(one[at], other[at])
            return equal

        return compare

    return same


@function
def contains(items: Any, item: Any) -> Any:
    if not isinstance(item, _LISTS):
        return lambda items, item: item in items
    compare = same_of(True)

    def search(items: Any, item: Any) -> Any:
        found = False
        for each in items:
            found |= compare(each, item)
        return found

    return search


@function
def true(value: Any) -> Any:
    return (lambda value: len(value) > 0) if isinstance(value, _LISTS) else (lambda value: bool(value))


@jit
def total(items: Any, start: Any) -> Any:
    """Return a sum; the check of the index keeps short sums in scalar registers, which just-written states are read faster into."""
    for at in range(len(items)):
        start += items[at]
    return start


@jit
def index(items: Any, item: Any) -> Any:
    for at, each in enumerate(items):
        if each == item:
            return at
    raise ValueError


@jit
def count(items: Any, item: Any) -> Any:
    found = 0
    for each in items:
        found += each == item
    return found


@jit
def tolist(items: Any) -> Any:
    return [item for item in items]


@jit
def sorted_list(items: Any) -> Any:
    made = [item for item in items]
    made.sort()
    return made


@function
def reversed_list(items: Any) -> Any:
    if isinstance(items, types.RangeType):
        return lambda items: range(items.start + (len(items) - 1) * items.step, items.start - items.step, -items.step)
    return lambda items: items[::-1]


@jit
def row(bounds: Any, items: Any) -> Any:
    """Return a row of a table whose rows have different lengths."""
    if bounds[0] < 0:
        raise IndexError
    return items[bounds[0] : bounds[1]]


@jit
def rows(bounds: Any, items: Any) -> Any:
    """Yield the rows of such a table."""
    for at in range(len(bounds)):
        if bounds[at, 0] >= 0:
            yield items[bounds[at, 0] : bounds[at, 1]]


@jit
def length(bounds: Any) -> Any:
    """Return the number of rows of such a table."""
    found = 0
    for at in range(len(bounds)):
        found += bounds[at, 0] >= 0
    return found


@jit
def fraction(numerator: Any, denominator: Any = 1) -> Any:
    return numerator / denominator


# Integers


def _counted(name: str, *more: Any) -> Any:
    @intrinsic
    def counted(typing: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return getattr(builder, name)(arguments[0], *more)

        return types.int64(types.int64), generate

    return counted


_ones, _zeros_above = _counted("ctpop"), _counted("ctlz", ir.Constant(ir.IntType(1), 0))


@overload_method(types.Integer, "bit_count", strict=False)
def _bit_count(number: Any) -> Any:
    return lambda number: _ones(abs(number))


@overload_method(types.Integer, "bit_length", strict=False)
def _bit_length(number: Any) -> Any:
    return lambda number: 64 - _zeros_above(abs(number))


RUNTIME = {
    "zermelo_copied": copied,
    "zermelo_taken": taken,
    "zermelo_unpacked": unpacked,
    "zermelo_replaced": replaced,
    "zermelo_repeated": repeated,
    "zermelo_contains": contains,
    "zermelo_true": true,
    "zermelo_index": index,
    "zermelo_total": total,
    "zermelo_count": count,
    "zermelo_tolist": tolist,
    "zermelo_sorted": sorted_list,
    "zermelo_reversed": reversed_list,
    "zermelo_row": row,
    "zermelo_rows": rows,
    "zermelo_length": length,
    "zermelo_fraction": fraction,
}
