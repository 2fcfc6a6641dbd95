"""NumPy arrays and records in compiled states.

An array of a state is a read-only view of the state's bytes: reading copies nothing, and code that would change it does not
compile. Copies that `play` makes in order to change them go to scratch space on the stack, the "room": a copy on the heap
costs more than the rest of a move.

The room holds the state before the move, followed by one slot for each `copy()` in `play`. Copies in loops, or in functions
that `play` calls, are made on the heap.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from types import FunctionType
from typing import Any

import numba
import numpy
from numba import types
from numba.extending import overload, overload_method

from zermelo.audit.comparison import is_array
from zermelo.engine.compiling.fields import WORD, is_record, parts, size
from zermelo.engine.compiling.rewrite import rewrite
from zermelo.engine.compiling.syntax_trees import called_method, compile_tree, parse_function
from zermelo.engine.compiling.views import (
    as_array,
    byte_of,
    copy_to_room,
    make_room_maker,
    reader,
    readonly,
    stored_type,
    word_of,
    writer,
)

COPIED, HASHED, ROOM = "zermelo_copied", "zermelo_hashed", "zermelo_room"
"""Names in rewritten functions: the copy to the room, the hash of an array, and the room."""
_LONGEST_PIECE = 16
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)


# Rewriting


def with_room(function: Any) -> tuple[FunctionType, int] | None:
    """Return `play` as `play(self, move, zermelo_room)` and the number of its copies; None if its source cannot be found."""
    definition = parse_function(function)
    if definition is None:
        return None
    copies = _Copies()
    definition.body = [copies.visit(statement) for statement in definition.body]
    definition.args.args.append(ast.arg(ROOM))
    rewrite(definition, function)
    # The last parameter must have a default if one before it has.
    definition.args.defaults += [ast.Constant(None)] if definition.args.defaults else []
    return compile_tree(definition, function), copies.count


def with_hashes(function: Any) -> FunctionType | None:
    """Return `key` with 64-bit hashes in place of `tobytes()`: the core's keys have 64 bits."""
    definition = parse_function(function)
    if definition is None:
        return None
    definition.body = [_Hashes().visit(statement) for statement in definition.body]
    rewrite(definition, function)
    return compile_tree(definition, function)


class _Copies(ast.NodeTransformer):
    def __init__(self) -> None:
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, _LOOPS) else super().visit(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole = called_method(node, "copy")
        if whole is None:
            return node
        slot, self.count = ast.Constant(self.count), self.count + 1
        call = ast.Call(ast.Name(COPIED, ast.Load()), [whole, ast.Name(ROOM, ast.Load()), slot], [])
        return ast.copy_location(call, node)


class _Hashes(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole = called_method(node, "tobytes")
        return node if whole is None else ast.copy_location(ast.Call(ast.Name(HASHED, ast.Load()), [whole], []), node)


# Reading and writing a state


def names_for(start: Any, room: int) -> dict[str, Any]:
    """Return the functions that the C functions of a game with arrays call: `READ_8` reads the array at word 8 of a state,
    `WRITE_8` writes it, `MAKE_ROOM` allocates a room of `room` bytes."""
    words = sum(map(size, parts(start))) // WORD
    names: dict[str, Any] = {"MAKE_ROOM": make_room_maker(words, room)}
    at = 0
    for part in parts(start):
        if is_array(part):
            names[f"READ_{at}"] = reader(part)
            names[f"WRITE_{at}"] = writer(part.nbytes)
        at += size(part) // WORD
    return names


def compiled_constructor(game: Any, start: Any, options: dict[str, Any]) -> Any:
    """Return the game's constructor for compiled code; it converts each field to the type that it has at the start."""
    names: dict[str, Any] = {"GAME": game}
    numbers = count()
    fields = game._fields

    def conversion(value: Any, name: str) -> str:
        convert = f"CONVERT_{next(numbers)}"
        names[convert] = _converter(value, name, options)
        if not isinstance(value, tuple):
            return f"{convert}({name})"
        # The conversion of the first item checks the whole tuple.
        return tuple_of(
            conversion(item, f"{name}[{at}]" if at else f"{convert}({name})[0]") for at, item in enumerate(value)
        )

    values = ", ".join(conversion(value, field) for field, value in zip(fields, start, strict=True))
    for field, value in zip(fields, start, strict=True):
        names[f"START_{field}"] = numpy.array([value]) if is_record(value) else _contiguous(value)
    parameters = ", ".join(f"{field}=START_{field}" for field in fields)
    return numba.njit(**options)(eval(f"lambda {parameters}: GAME({values})", names))


def _contiguous(value: Any) -> Any:
    return numpy.ascontiguousarray(value) if is_array(value) else value


def tuple_of(items: Iterable[str]) -> str:
    """Return the source of a tuple. A long one is concatenated: Python's bytecode would build it from a list, which Numba does
    not compile."""
    sources = list(items)
    pieces = [sources[at : at + _LONGEST_PIECE] for at in range(0, len(sources), _LONGEST_PIECE)]
    return "(" + " + ".join("(" + "".join(f"{item}, " for item in piece) + ")" for piece in pieces or [[]]) + ")"


def read(value: Any, places: Iterator[int], base: str) -> str:
    """Return the source of the expression that reads a field of a state."""
    if isinstance(value, tuple):
        return tuple_of(read(item, places, base) for item in value)
    at = _place(value, places)
    if is_array(value):
        return f"READ_{at}({base}, {at})"
    return f"{base}[{at}]" + (" != 0" if isinstance(value, bool) else "")


def write(value: Any, name: str, places: Iterator[int]) -> Iterator[str]:
    """Yield the sources of the statements that write a field of a state."""
    if isinstance(value, tuple):
        for at, item in enumerate(value):
            yield from write(item, f"{name}[{at}]", places)
        return
    at = _place(value, places)
    yield f"WRITE_{at}(state, {at}, {name})" if is_array(value) else f"state[{at}] = {name}"


def _place(value: Any, places: Iterator[int]) -> int:
    """Return the first word of a value and consume all of its words."""
    first, *_ = islice(places, size(value) // WORD)
    return first


# Converting fields


def _converter(like: Any, name: str, options: dict[str, Any]) -> Any:
    """Return a function that converts a value to the type that a field has at the start."""
    kind = stored_type(numba.typeof(like))

    def convert(value: Any) -> Any:
        """Return the value; compiled code uses what `choose` returns."""
        return value

    def choose(value: Any) -> Any:
        if is_array(like):
            return _array_converter(kind, like, name, value)
        if isinstance(like, tuple):
            given = numba.typeof(value.value) if isinstance(value, types.Omitted) else value
            if not isinstance(given, types.BaseTuple) or len(given) != len(like):
                raise numba.errors.TypingError(_other_type(name, given, kind))
            return lambda value: value
        if not isinstance(value, types.Integer | types.Boolean | types.Omitted):
            raise numba.errors.TypingError(_other_type(name, value, kind))
        return (lambda value: bool(value)) if isinstance(like, bool) else (lambda value: types.int64(value))

    overload(convert, jit_options=options, strict=False)(choose)
    return convert


def _other_type(name: str, value: Any, kind: Any) -> str:
    return f"the field {name!r} becomes {value} here when compiled, but is {kind} at the start"


def _array_converter(kind: Any, like: Any, name: str, value: Any) -> Any:
    value = numba.typeof(value.value) if isinstance(value, types.Omitted) else value
    wrong = numba.errors.TypingError(_other_type(name, value, kind))
    if isinstance(value, types.Record) and value == kind.dtype:
        return lambda value: as_array(value)
    if not isinstance(value, types.Array) or value.ndim != kind.ndim:
        raise wrong
    shape = like.shape or (1,)
    if value.dtype != kind.dtype:
        if not isinstance(value.dtype, types.Integer | types.Boolean):
            raise wrong
        dtype = like.dtype

        def convert(value: Any) -> Any:
            if value.shape != shape:
                raise ValueError
            converted = value.astype(dtype)
            for at in range(value.size):
                if value.flat[at] != converted.flat[at]:
                    raise OverflowError
            return readonly(converted)

        return convert
    if value.layout != "C":

        def make_contiguous(value: Any) -> Any:
            if value.shape != shape:
                raise ValueError
            return readonly(value.copy())

        return make_contiguous

    def check(value: Any) -> Any:
        if value.shape != shape:
            raise ValueError
        return readonly(value)

    return check


# Copies in the room


def copier(start: Any, options: dict[str, Any]) -> tuple[Callable[..., Any], int]:
    """Return the function that copies to the room, and the size of its slots in bytes."""
    words = sum(map(size, parts(start))) // WORD
    slot = max(size(part) for part in parts(start) if is_array(part))

    def copied(whole: Any, room: Any, number: Any) -> Any:
        """Copy on the heap; compiled code uses what `choose` returns."""
        return whole.copy()

    def choose(whole: Any, room: Any, number: Any) -> Any:
        if isinstance(whole, types.Record):
            if whole.size > slot:
                raise numba.errors.TypingError(f"{whole} is not a record of the game")
            return lambda whole, room, number: copy_to_room(whole, room, words + number * (slot // WORD))
        if not (isinstance(whole, types.Array) and whole.layout == "C" and whole.ndim):
            return lambda whole, room, number: whole.copy()

        def copy(whole: Any, room: Any, number: Any) -> Any:
            if whole.size * whole.itemsize > slot:
                return whole.copy()
            return copy_to_room(whole, room, words + number * (slot // WORD))

        return copy

    overload(copied, jit_options=options, strict=False)(choose)
    return copied, slot


@overload_method(types.Array, "tolist")
def _listed(array: Any) -> Any:
    if array.ndim != 1:
        raise numba.errors.TypingError(f"tolist() is compiled for arrays of one dimension, not for {array}")

    def listed(array: Any) -> Any:
        return [array[at] for at in range(len(array))]

    return listed


# Hashes for keys


def hashed(whole: Any) -> Any:
    """Return a hash of an array or a record; compiled code uses another one, see `register_hashes`."""
    return hash(whole.tobytes())


def register_hashes(fold: Any, options: dict[str, Any]) -> None:
    """Register the compiled hash of arrays and records, which folds their bytes."""

    @overload(hashed, jit_options=options, strict=False)
    def choose(whole: Any) -> Any:
        if isinstance(whole, types.Record):
            length = whole.size
            return lambda whole: _folded(whole, length)
        if isinstance(whole, types.Array) and whole.layout == "C":
            return lambda whole: _folded(whole, whole.size * whole.itemsize)
        if isinstance(whole, types.Array):

            def hash_copy(whole: Any) -> Any:
                copy = whole.copy()
                return _folded(copy, copy.size * copy.itemsize)

            return hash_copy
        raise numba.errors.TypingError(f"tobytes() is for arrays, not for {whole}")

    @numba.njit(**options)
    def _folded(whole: Any, length: Any) -> Any:
        hash_ = types.uint64(length)
        for word in range(length // WORD):
            hash_ = fold(hash_, word_of(whole, word * WORD))
        for at in range(length - length % WORD, length):
            hash_ = fold(hash_, byte_of(whole, at))
        return hash_
