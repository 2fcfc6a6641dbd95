"""Windows of compiled code on bytes that belong to somebody else: the arrays and records of a state, read where they lie and
written back, and copies of them in a room on the stack. This is the part of `arrays` that speaks to Numba in its own terms.
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


def kept_type(kind: Any) -> Any:
    """The type of what a state holds: arrays cannot be changed, and a record is the only one in an array, as compiled functions do
    not return a tuple with a record in it."""
    if isinstance(kind, types.BaseTuple):
        return types.BaseTuple.from_types(tuple(map(kept_type, kind)), getattr(kind, "instance_class", None))
    if isinstance(kind, types.Record):
        return types.Array(kind, 1, "C", readonly=True)
    return kind.copy(layout="C", readonly=True) if isinstance(kind, types.Array) else kind


def _bytes_at(builder: Any, pointer: Any, word: Any) -> Any:
    return builder.bitcast(builder.gep(pointer, [word]), cgutils.voidptr_t)


def _copy(builder: Any, target: Any, source: Any, length: Any) -> None:
    cgutils.raw_memcpy(builder, target, source, length, 1)


def room_maker(words: int, room: int) -> Any:
    @intrinsic
    def make_room(typing: Any, state: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            made = cgutils.alloca_once(builder, _INT, size=_INT(words + room // WORD))
            source, target = (builder.bitcast(each, cgutils.voidptr_t) for each in (arguments[0], made))
            _copy(builder, target, source, _INT(words * WORD))
            return made

        return POINTER(POINTER), generate

    return make_room


def reader(like: Any) -> Any:
    """What gives a window on a state's bytes."""
    kind = kept_type(numba.typeof(like))

    @intrinsic
    def read_array(typing: Any, state: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            shape = [_INT(length) for length in like.shape or (1,)]
            return _window(context, builder, kind, _bytes_at(builder, *arguments), shape)

        return kind(POINTER, types.int64), generate

    return read_array


def _window(context: Any, builder: Any, kind: Any, data: Any, shape: list[Any]) -> Any:
    """An array over bytes that belong to somebody else."""
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
    return builder.bitcast(make_array(kind)(context, builder, value).data, cgutils.voidptr_t)


def writer(length: int) -> Any:
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
def alone(typing: Any, record: Any) -> Any:
    """A record as the only one in an array."""
    kind = kept_type(record)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, record, arguments[0])
        return _window(context, builder, kind, data, [_INT(1)])

    return kind(record), generate


@intrinsic
def kept(typing: Any, array: Any) -> Any:
    """The same array, which can no longer be changed."""
    kind = kept_type(array)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, kind, arguments[0])

    return kind(array), generate


@intrinsic
def placed(typing: Any, whole: Any, room: Any, word: Any) -> Any:
    """A copy of an array or a record at some word of the room."""
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
        return _window(context, builder, kind, target, cgutils.unpack_tuple(builder, array.shape))

    return kind(whole, room, types.int64), generate


@intrinsic
def word_of(typing: Any, whole: Any, at: Any) -> Any:
    """Eight bytes of an array or a record as a number."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        place = builder.gep(data, [arguments[1]])
        return builder.load(builder.bitcast(place, _INT.as_pointer()), align=1)

    return types.uint64(whole, types.int64), generate


@intrinsic
def byte_of(typing: Any, whole: Any, at: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _data_of(context, builder, whole, arguments[0])
        return builder.zext(builder.load(builder.gep(data, [arguments[1]])), _INT)

    return types.uint64(whole, types.int64), generate
