"""Views of memory in compiled code, written with Numba's intrinsics: the arrays and records of a state are read in place and
written back, and copied to scratch space on the stack (the "room", see `arrays`).
"""

from __future__ import annotations

from typing import Any

import numba
from numba import types
from numba.core import cgutils
from numba.core.imputils import impl_ret_borrowed
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from zermelo.engine.compiling.fields import WORD

POINTER = types.CPointer(types.int64)
_INT = cgutils.intp_t


def stored_type(kind: Any) -> Any:
    """Return the type of a field in a compiled state: arrays are read-only, and a record is an array of length 1, since compiled
    functions cannot return tuples with records."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(stored_type, kind)), getattr(kind, "instance_class", None))
    if isinstance(kind, types.Record):
        return types.Array(kind, 1, "C", readonly=True)
    return kind.copy(layout="C", readonly=True) if isinstance(kind, types.Array) else kind


def _bytes_at(builder: Any, pointer: Any, word: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [word]), cgutils.voidptr_t)


def _copy(builder: Any, target: Any, source: Any, length: Any) -> None:
    cgutils.raw_memcpy(builder, target, source, length, 1)


def make_room_maker(words: int, room: int) -> Any:
    """Return a function that allocates scratch space on the stack and copies the state to its beginning."""

    @intrinsic
    def make_room(typing: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            space = cgutils.alloca_once(builder, _INT, size=_INT(words + room // WORD))
            source, target = (builder.bitcast(pointer, cgutils.voidptr_t) for pointer in (arguments[0], space))
            _copy(builder, target, source, _INT(words * WORD))
            return space

        return POINTER(POINTER), generate

    return make_room


def reader(like: Any) -> Any:
    """Return a function that gives a view of an array in a state."""
    kind = stored_type(numba.typeof(like))

    @intrinsic
    def read_array(typing: Any, state: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            shape = [_INT(length) for length in like.shape or (1,)]
            return _view(context, builder, kind, _bytes_at(builder, *arguments), shape)

        return kind(POINTER, types.int64), generate

    return read_array


def _view(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """Return an array over memory that it does not own."""
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
    """Return the address of the data of an array or a record."""
    if isinstance(kind, types.Record):
        return builder.bitcast(value, cgutils.voidptr_t)
    return builder.bitcast(make_array(kind)(context, builder, value).data, cgutils.voidptr_t)


def writer(length: int) -> Any:
    """Return a function that copies an array into a state."""

    @intrinsic
    def write_array(typing: Any, state: Any, word: Any, array: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, at, value = arguments
            _copy(
                builder,
                _bytes_at(builder, pointer, at),
                _data_of(context, builder, array, value),
                _INT(length),
            )
            return context.get_dummy_value()

        return types.none(POINTER, types.int64, array), generate

    return write_array


@intrinsic
def as_array(typing: Any, record: Any) -> Any:
    """Return a record as an array of length 1."""
    kind = stored_type(record)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, record, arguments[0])
        return _view(context, builder, kind, data, [_INT(1)])

    return kind(record), generate


@intrinsic
def readonly(typing: Any, array: Any) -> Any:
    """Return the same array as a read-only one."""
    kind = stored_type(array)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, arguments[0])

    return kind(array), generate


@intrinsic
def copy_to_room(typing: Any, whole: Any, room: Any, word: Any) -> Any:
    """Return a copy of an array or a record at a word of the room."""
    kind = whole if isinstance(whole, types.Record) else whole.copy(readonly=False)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        value, pointer, at = arguments
        target = _bytes_at(builder, pointer, at)
        source = _data_of(context, builder, whole, value)
        if isinstance(whole, types.Record):
            _copy(builder, target, source, _INT(whole.size))
            return builder.bitcast(target, context.get_value_type(kind))
        array = make_array(whole)(context, builder, value)
        _copy(builder, target, source, builder.mul(array.nitems, array.itemsize))
        return _view(context, builder, kind, target, cgutils.unpack_tuple(builder, array.shape))

    return kind(whole, room, types.int64), generate


@intrinsic
def word_of(typing: Any, whole: Any, at: Any) -> Any:
    """Return eight bytes of an array or a record as an integer."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        place = builder.gep(data, [arguments[1]])
        return builder.load(builder.bitcast(place, _INT.as_pointer()), align=1)

    return types.uint64(whole, types.int64), generate


@intrinsic
def byte_of(typing: Any, whole: Any, at: Any) -> Any:
    """Return one byte of an array or a record."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        return builder.zext(builder.load(builder.gep(data, [arguments[1]])), _INT)

    return types.uint64(whole, types.int64), generate
