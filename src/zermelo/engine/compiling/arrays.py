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
from itertools import count
from types import FunctionType
from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from zermelo.audit.comparing import is_array
from zermelo.engine.compiling.fields import WORD, parts, size
from zermelo.engine.compiling.rewriting import rewrite
from zermelo.engine.compiling.sources import made_from, parsed

COPIED, HASHED, ROOM = "zermelo_copied", "zermelo_hashed", "zermelo_room"
"""Names in rewritten functions: what makes a copy in the room, what makes a number of an array, and the room."""
POINTER = types.CPointer(types.int64)
_LONGEST_PIECE = 16
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.FunctionDef, ast.Lambda)


# Types


def kept_type(kind: Any) -> Any:
    """The type of what a state holds: arrays cannot be changed."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(kept_type, kind)), getattr(kind, "instance_class", None))
    return kind.copy(layout="C", readonly=True) if isinstance(kind, types.Array) else kind


def is_kept_type(kind: Any) -> bool:
    return isinstance(kind, types.Array | types.Record)


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


def _called_method(node: ast.Call, name: str) -> ast.expr | None:
    """What a method of this name is called on, if it is called with nothing."""
    plain = isinstance(node.func, ast.Attribute) and node.func.attr == name and not node.args and not node.keywords
    return node.func.value if plain and isinstance(node.func, ast.Attribute) else None


class _Copies(ast.NodeTransformer):
    def __init__(self) -> None:
        self.count = 0

    def visit(self, node: ast.AST) -> Any:
        return node if isinstance(node, _LOOPS) else super().visit(node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole = _called_method(node, "copy")
        if whole is None:
            return node
        slot, self.count = ast.Constant(self.count), self.count + 1
        made = ast.Call(ast.Name(COPIED, ast.Load()), [whole, ast.Name(ROOM, ast.Load()), slot], [])
        return ast.copy_location(made, node)


class _Hashes(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        whole = _called_method(node, "tobytes")
        return node if whole is None else ast.copy_location(ast.Call(ast.Name(HASHED, ast.Load()), [whole], []), node)


# Reading and writing a state


def names_for(start: Any, room: int) -> dict[str, Any]:
    """What the C functions of a game with arrays need by name: `READ_8` reads the array that begins at word 8 of a state, `WRITE_8`
    writes it there, `MAKE_ROOM` makes a room of so many bytes and puts the state into it."""
    words = sum(map(size, parts(start))) // WORD
    names: dict[str, Any] = {"MAKE_ROOM": _room_maker(words, room)}
    at = 0
    for part in parts(start):
        if is_array(part):
            names[f"READ_{at}"] = _reader(part)
            names[f"WRITE_{at}"] = _writer(part.nbytes)
        at += size(part) // WORD
    return names


def making(game: Any, start: Any, options: dict[str, Any]) -> Any:
    """What the game's class is in compiled code: a function of its fields that puts each into the type it has at the start."""
    names: dict[str, Any] = {"GAME": game}
    numbers = count()
    fields = game._fields

    def taken(value: Any, name: str) -> str:
        if isinstance(value, tuple):
            return tuple_of(taken(each, f"{name}[{at}]") for at, each in enumerate(value))
        number = next(numbers)
        names[f"TAKE_{number}"] = _taker(value, name, options)
        return f"TAKE_{number}({name})"

    made = ", ".join(taken(value, field) for field, value in zip(fields, start, strict=True))
    for field, value in zip(fields, start, strict=True):
        names[f"START_{field}"] = value
    given = ", ".join(f"{field}=START_{field}" for field in fields)
    return numba.njit(**options)(eval(f"lambda {given}: GAME({made})", names))


def tuple_of(items: Iterable[str]) -> str:
    """The expression of a tuple. A long one is put together from pieces: Python makes it by way of a list, which is not compiled."""
    listed = list(items)
    pieces = [listed[at : at + _LONGEST_PIECE] for at in range(0, len(listed), _LONGEST_PIECE)]
    return "(" + " + ".join("(" + "".join(f"{item}, " for item in piece) + ")" for piece in pieces or [[]]) + ")"


def read(value: Any, places: Iterator[int], base: str) -> str:
    """The expression that reads a field from the words of a state."""
    if isinstance(value, tuple):
        return tuple_of(read(each, places, base) for each in value)
    at = next(places)
    if is_array(value):
        for _ in range(size(value) // WORD - 1):
            next(places)
        return f"READ_{at}({base}, {at})"
    return f"{base}[{at}]" + (" != 0" if isinstance(value, bool) else "")


def written(value: Any, name: str, places: Iterator[int]) -> Iterator[str]:
    """The statements that write a field into the words of a state."""
    if isinstance(value, tuple):
        for at, each in enumerate(value):
            yield from written(each, f"{name}[{at}]", places)
        return
    at = next(places)
    if is_array(value):
        for _ in range(size(value) // WORD - 1):
            next(places)
        yield f"WRITE_{at}(state, {at}, {name})"
    else:
        yield f"state[{at}] = {name}"


def _bytes_at(builder: Any, pointer: Any, word: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [word]), cgutils.voidptr_t)


def _copy(builder: Any, target: Any, source: Any, length: Any) -> None:
    cgutils.raw_memcpy(builder, target, source, length, 1)


def _room_maker(words: int, room: int) -> Any:
    @intrinsic
    def make_room(typing: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            made = cgutils.alloca_once(builder, ir.ArrayType(word, words + room // WORD))
            pointer = builder.bitcast(made, word.as_pointer())
            source = builder.bitcast(arguments[0], cgutils.voidptr_t)
            _copy(builder, builder.bitcast(made, cgutils.voidptr_t), source, ir.Constant(word, words * WORD))
            return pointer

        return POINTER(POINTER), generate

    return make_room


def _reader(like: Any) -> Any:
    """What gives a window on a state's bytes."""
    kind = kept_type(numba.typeof(like))

    @intrinsic
    def read_array(typing: Any, state: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = _bytes_at(builder, *arguments)
            if isinstance(kind, types.Record):
                return builder.bitcast(data, context.get_value_type(kind))
            shape = [context.get_constant(types.intp, length) for length in like.shape]
            return _window(context, builder, kind, data, shape)

        return kind(POINTER, types.int64), generate

    return read_array


def _window(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """An array over bytes that belong to somebody else."""
    from numba.np.arrayobj import make_array, populate_array

    array = make_array(kind)(context, builder)
    item = context.get_abi_sizeof(context.get_data_type(kind.dtype))
    itemsize = context.get_constant(types.intp, item)
    strides = [itemsize]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    populate_array(
        array,
        data=builder.bitcast(data, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=itemsize,
        meminfo=None,
    )
    return array._getvalue()


def _data_of(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """Where the bytes of an array or a record begin."""
    if isinstance(kind, types.Record):
        return builder.bitcast(value, cgutils.voidptr_t)
    from numba.np.arrayobj import make_array

    return builder.bitcast(make_array(kind)(context, builder, value).data, cgutils.voidptr_t)


def _writer(length: int) -> Any:
    @intrinsic
    def write_array(typing: Any, state: Any, word: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, at, value = arguments
            _copy(
                builder,
                _bytes_at(builder, pointer, at),
                _data_of(context, builder, array, value),
                ir.Constant(ir.IntType(64), length),
            )
            return context.get_dummy_value()

        return types.none(POINTER, types.int64, array), generate

    return write_array


# Taking what the author's code gives


def _taker(like: Any, name: str, options: dict[str, Any]) -> Any:
    """What puts a value into the type that a field has at the start."""
    kind = kept_type(numba.typeof(like))

    def take(value: Any) -> Any:
        """The name by which compiled functions ask for what follows; Python never runs it."""
        raise NotImplementedError

    def choose(value: Any) -> Any:
        if is_array(like):
            return _array_taker(kind, like, name, value)
        if not isinstance(value, types.Integer | types.Boolean | types.Omitted):
            raise numba.errors.TypingError(f"a field of the game, {name!r}, is {value} when compiled, not {kind}")
        return (lambda value: bool(value)) if isinstance(like, bool) else (lambda value: types.int64(value))

    overload(take, jit_options=options, strict=False)(choose)
    return take


def _array_taker(kind: Any, like: Any, name: str, value: Any) -> Any:
    value = numba.typeof(value.value) if isinstance(value, types.Omitted) else value
    wrong = numba.errors.TypingError(f"a field of the game, {name!r}, is {value} when compiled, not {kind}")
    if isinstance(kind, types.Record):
        if value != kind:
            raise wrong
        return lambda value: value
    if not isinstance(value, types.Array) or value.ndim != kind.ndim:
        raise wrong
    shape = like.shape
    if value.dtype != kind.dtype:
        if not isinstance(value.dtype, types.Integer | types.Boolean):
            raise wrong
        dtype = like.dtype

        def convert(value: Any) -> Any:
            if value.shape != shape:
                raise ValueError
            converted = value.astype(dtype)
            for before, after in zip(value.flat, converted.flat):  # noqa: B905 - the compiler knows no strict=
                if before != after:
                    raise OverflowError
            return _kept(converted)

        return convert
    if value.layout != "C":

        def line_up(value: Any) -> Any:
            if value.shape != shape:
                raise ValueError
            return _kept(value.copy())

        return line_up

    def check(value: Any) -> Any:
        if value.shape != shape:
            raise ValueError
        return _kept(value)

    return check


@intrinsic
def _kept(typing: Any, array: Any) -> Any:
    """The same array, which can no longer be changed."""
    kind = kept_type(array)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.core.imputils import impl_ret_borrowed

        return impl_ret_borrowed(context, builder, kind, arguments[0])

    return kind(array), generate


# Copies in the room


def copier(start: Any, options: dict[str, Any]) -> tuple[Callable[..., Any], int]:
    """What makes a copy in the room, and how many bytes each slot there has."""
    words = sum(map(size, parts(start))) // WORD
    slot = max(size(part) for part in parts(start) if is_array(part))

    def copied(whole: Any, room: Any, number: Any) -> Any:
        """The name by which compiled functions ask for what follows; Python never runs it."""
        raise NotImplementedError

    def choose(whole: Any, room: Any, number: Any) -> Any:
        if isinstance(whole, types.Record):
            if whole.size > slot:
                raise numba.errors.TypingError(f"{whole} is no record of the game's own")
            return lambda whole, room, number: _placed(whole, room, words + number * (slot // WORD))
        if not (isinstance(whole, types.Array) and whole.layout == "C" and whole.ndim):
            return lambda whole, room, number: whole.copy()

        def copy(whole: Any, room: Any, number: Any) -> Any:
            if whole.size * whole.itemsize > slot:
                return whole.copy()
            return _placed(whole, room, words + number * (slot // WORD))

        return copy

    overload(copied, jit_options=options, strict=False)(choose)
    return copied, slot


@intrinsic
def _placed(typing: Any, whole: Any, room: Any, word: Any) -> Any:
    """A copy of an array or a record at some word of the room."""
    kind = whole if isinstance(whole, types.Record) else whole.copy(readonly=False)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, pointer, at = arguments
        target = _bytes_at(builder, pointer, at)
        source = _data_of(context, builder, whole, value)
        if isinstance(whole, types.Record):
            _copy(builder, target, source, ir.Constant(ir.IntType(64), whole.size))
            return builder.bitcast(target, context.get_value_type(kind))
        from numba.np.arrayobj import make_array

        array = make_array(whole)(context, builder, value)
        _copy(builder, target, source, builder.mul(array.nitems, array.itemsize))
        return _window(context, builder, kind, target, cgutils.unpack_tuple(builder, array.shape))

    return kind(whole, room, types.int64), generate


# Numbers for keys


@intrinsic
def _word_of(typing: Any, whole: Any, at: Any) -> Any:
    """Eight bytes of an array or a record as a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        place = builder.gep(data, [arguments[1]])
        return builder.load(builder.bitcast(place, ir.IntType(64).as_pointer()), align=1)

    return types.uint64(whole, types.int64), generate


@intrinsic
def _byte_of(typing: Any, whole: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        return builder.zext(builder.load(builder.gep(data, [arguments[1]])), ir.IntType(64))

    return types.uint64(whole, types.int64), generate


def hashed(whole: Any) -> Any:
    """The name by which compiled functions ask for what follows; Python never runs it."""
    raise NotImplementedError


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
            hash_ = fold(hash_, _word_of(whole, word * WORD))
        for at in range(length - length % WORD, length):
            hash_ = fold(hash_, _byte_of(whole, at))
        return hash_
