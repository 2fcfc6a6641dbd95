"""Arrays and records of NumPy's in compiled states.

An array of a state is a window on the state's own bytes that Numba knows as read-only, so that nothing is copied to look at it
and code that would change it is not compiled. What `play` copies in order to change it lies in a room on the stack that the C
function has made for it: a copy on the heap costs more than the rest of a move.

The room holds the state as it was before the move, and then one slot for each `copy()` that stands in `play`. A copy in a loop, or
in a function that `play` calls, is made on the heap as usual.
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
from zermelo.engine.compiling.rewriting import rewrite
from zermelo.engine.compiling.sources import called_method, made_from, parsed
from zermelo.engine.compiling.windows import (
    alone,
    byte_of,
    kept,
    kept_type,
    placed,
    reader,
    room_maker,
    word_of,
    writer,
)

COPIED, HASHED, ROOM = "zermelo_copied", "zermelo_hashed", "zermelo_room"
"""Names in rewritten functions: what makes a copy in the room, what makes a number of an array, and the room."""
_LONGEST_PIECE = 16
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)


# Rewriting


def with_room(function: Any) -> tuple[FunctionType, int] | None:
    """`play` as `play(self, move, zermelo_room)`, with how many copies it makes there; None where its text cannot be found."""
    definition = parsed(function)
    if definition is None:
        return None
    copies = _Copies()
    definition.body = [copies.visit(statement) for statement in definition.body]
    definition.args.args.append(ast.arg(ROOM))
    rewrite(definition, function)
    # A last parameter must have a default where one before it has.
    definition.args.defaults += [ast.Constant(None)] if definition.args.defaults else []
    return made_from(definition, function), copies.count


def with_hashes(function: Any) -> FunctionType | None:
    """`key` with a number of 64 bits for what `tobytes()` gives: the core knows states by no more than that."""
    definition = parsed(function)
    if definition is None:
        return None
    definition.body = [_Hashes().visit(statement) for statement in definition.body]
    rewrite(definition, function)
    return made_from(definition, function)


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
        made = ast.Call(ast.Name(COPIED, ast.Load()), [whole, ast.Name(ROOM, ast.Load()), slot], [])
        return ast.copy_location(made, node)


class _Hashes(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole = called_method(node, "tobytes")
        return node if whole is None else ast.copy_location(ast.Call(ast.Name(HASHED, ast.Load()), [whole], []), node)


# Reading and writing a state


def names_for(start: Any, room: int) -> dict[str, Any]:
    """What the C functions of a game with arrays need by name: `READ_8` reads the array that begins at word 8 of a state, `WRITE_8`
    writes it there, `MAKE_ROOM` makes a room of so many bytes and puts the state into it."""
    words = sum(map(size, parts(start))) // WORD
    names: dict[str, Any] = {"MAKE_ROOM": room_maker(words, room)}
    at = 0
    for part in parts(start):
        if is_array(part):
            names[f"READ_{at}"] = reader(part)
            names[f"WRITE_{at}"] = writer(part.nbytes)
        at += size(part) // WORD
    return names


def making(game: Any, start: Any, options: dict[str, Any]) -> Any:
    """What the game's class is in compiled code: a function of its fields that puts each into the type it has at the start."""
    names: dict[str, Any] = {"GAME": game}
    numbers = count()
    fields = game._fields

    def taken(value: Any, name: str) -> str:
        taker = f"TAKE_{next(numbers)}"
        names[taker] = _taker(value, name, options)
        if not isinstance(value, tuple):
            return f"{taker}({name})"
        # The whole tuple is looked at once, with its first item.
        return tuple_of(taken(each, f"{name}[{at}]" if at else f"{taker}({name})[0]") for at, each in enumerate(value))

    made = ", ".join(taken(value, field) for field, value in zip(fields, start, strict=True))
    for field, value in zip(fields, start, strict=True):
        names[f"START_{field}"] = numpy.array([value]) if is_record(value) else _lined_up(value)
    given = ", ".join(f"{field}=START_{field}" for field in fields)
    return numba.njit(**options)(eval(f"lambda {given}: GAME({made})", names))


def _lined_up(value: Any) -> Any:
    return numpy.ascontiguousarray(value) if is_array(value) else value


def tuple_of(items: Iterable[str]) -> str:
    """The expression of a tuple. A long one is put together from pieces: Python would make it by way of a list, which is not
    compiled."""
    listed = list(items)
    pieces = [listed[at : at + _LONGEST_PIECE] for at in range(0, len(listed), _LONGEST_PIECE)]
    return "(" + " + ".join("(" + "".join(f"{item}, " for item in piece) + ")" for piece in pieces or [[]]) + ")"


def read(value: Any, places: Iterator[int], base: str) -> str:
    """The expression that reads a field from the words of a state."""
    if isinstance(value, tuple):
        return tuple_of(read(each, places, base) for each in value)
    at = _place(value, places)
    if is_array(value):
        return f"READ_{at}({base}, {at})"
    return f"{base}[{at}]" + (" != 0" if isinstance(value, bool) else "")


def written(value: Any, name: str, places: Iterator[int]) -> Iterator[str]:
    """The statements that write a field into the words of a state."""
    if isinstance(value, tuple):
        for at, each in enumerate(value):
            yield from written(each, f"{name}[{at}]", places)
        return
    at = _place(value, places)
    yield f"WRITE_{at}(state, {at}, {name})" if is_array(value) else f"state[{at}] = {name}"


def _place(value: Any, places: Iterator[int]) -> int:
    """The first word of a value, whose words are then behind us."""
    first, *_ = islice(places, size(value) // WORD)
    return first


# Taking what the author's code gives


def _taker(like: Any, name: str, options: dict[str, Any]) -> Any:
    """What puts a value into the type that a field has at the start."""
    kind = kept_type(numba.typeof(like))

    def take(value: Any) -> Any:
        """Python's values change no type; compiled ones do, as `choose` says."""
        return value

    def choose(value: Any) -> Any:
        if is_array(like):
            return _array_taker(kind, like, name, value)
        if isinstance(like, tuple):
            given = numba.typeof(value.value) if isinstance(value, types.Omitted) else value
            if not isinstance(given, types.BaseTuple) or len(given) != len(like):
                raise numba.errors.TypingError(_other_type(name, given, kind))
            return lambda value: value
        if not isinstance(value, types.Integer | types.Boolean | types.Omitted):
            raise numba.errors.TypingError(_other_type(name, value, kind))
        return (lambda value: bool(value)) if isinstance(like, bool) else (lambda value: types.int64(value))

    overload(take, jit_options=options, strict=False)(choose)
    return take


def _other_type(name: str, value: Any, kind: Any) -> str:
    return f"the field {name!r} becomes {value} here when compiled, and is {kind} at the start"


def _array_taker(kind: Any, like: Any, name: str, value: Any) -> Any:
    value = numba.typeof(value.value) if isinstance(value, types.Omitted) else value
    wrong = numba.errors.TypingError(_other_type(name, value, kind))
    if isinstance(value, types.Record) and value == kind.dtype:
        return lambda value: alone(value)
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
            return kept(converted)

        return convert
    if value.layout != "C":

        def line_up(value: Any) -> Any:
            if value.shape != shape:
                raise ValueError
            return kept(value.copy())

        return line_up

    def check(value: Any) -> Any:
        if value.shape != shape:
            raise ValueError
        return kept(value)

    return check


# Copies in the room


def copier(start: Any, options: dict[str, Any]) -> tuple[Callable[..., Any], int]:
    """What makes a copy in the room, and how many bytes each slot there has."""
    words = sum(map(size, parts(start))) // WORD
    slot = max(size(part) for part in parts(start) if is_array(part))

    def copied(whole: Any, room: Any, number: Any) -> Any:
        """Python has no room but the heap; compiled copies go where `choose` says."""
        return whole.copy()

    def choose(whole: Any, room: Any, number: Any) -> Any:
        if isinstance(whole, types.Record):
            if whole.size > slot:
                raise numba.errors.TypingError(f"{whole} is no record of the game's own")
            return lambda whole, room, number: placed(whole, room, words + number * (slot // WORD))
        if not (isinstance(whole, types.Array) and whole.layout == "C" and whole.ndim):
            return lambda whole, room, number: whole.copy()

        def copy(whole: Any, room: Any, number: Any) -> Any:
            if whole.size * whole.itemsize > slot:
                return whole.copy()
            return placed(whole, room, words + number * (slot // WORD))

        return copy

    overload(copied, jit_options=options, strict=False)(choose)
    return copied, slot


@overload_method(types.Array, "tolist")
def _listed(array: Any) -> Any:
    if array.ndim != 1:
        raise numba.errors.TypingError(f"tolist() is compiled for arrays of one dimension, and here it is {array}")

    def listed(array: Any) -> Any:
        return [array[at] for at in range(len(array))]

    return listed


# Numbers for keys


def hashed(whole: Any) -> Any:
    """A number made of an array or a record; compiled it is another one, made as `teach_hashes` says."""
    return hash(whole.tobytes())


def teach_hashes(fold: Any, options: dict[str, Any]) -> None:
    """Lets compiled code make numbers of arrays and records, folding their bytes together."""

    @overload(hashed, jit_options=options, strict=False)
    def choose(whole: Any) -> Any:
        if isinstance(whole, types.Record):
            length = whole.size
            return lambda whole: _folded(whole, length)
        if isinstance(whole, types.Array) and whole.layout == "C":
            return lambda whole: _folded(whole, whole.size * whole.itemsize)
        if isinstance(whole, types.Array):

            def line_up(whole: Any) -> Any:
                copy = whole.copy()
                return _folded(copy, copy.size * copy.itemsize)

            return line_up
        raise numba.errors.TypingError(f"tobytes() is for arrays, and here it is {whole}")

    @numba.njit(**options)
    def _folded(whole: Any, length: Any) -> Any:
        hash_ = types.uint64(length)
        for word in range(length // WORD):
            hash_ = fold(hash_, word_of(whole, word * WORD))
        for at in range(length - length % WORD, length):
            hash_ = fold(hash_, byte_of(whole, at))
        return hash_
