"""Compile a game's functions with Numba, from its class as it stands.

The class is a `NamedTuple` whose fields are integers, tuples of them, or arrays (see `arrays`). Numba supports such tuples,
but not their methods or the Python functions that they call: each of these is copied with every function that it calls
replaced by its compiled copy. The outermost functions are C functions over the packed state; `cache` stores their source,
next to which Numba stores the machine code.
"""

from __future__ import annotations

import types as python
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from itertools import count
from typing import Any, NamedTuple

import numba
import numpy
from numba import types
from numba.core import cgutils
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload, overload_attribute, overload_method

from zermelo.engine.compiling import (
    arrays,
    chance,
    move_lists,
    probabilities,
    rewrite,
    syntax_trees,
    tuple_updates,
    units,
    views,
)
from zermelo.engine.compiling.fields import has_arrays, is_record
from zermelo.engine.compiling.fingerprints import members
from zermelo.engine.compiling.payoff_types import check_payoff_types
from zermelo.state import ZermeloError

OPTIONS = {"boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
FAILED = 1
_LONG = 16  # longer constant tuples become arrays: compiled code copies a tuple whole
_STATE, _OUT, _KEY = types.CPointer(types.int64), types.CPointer(types.int32), types.CPointer(types.uint64)
_WEIGHTS = types.CPointer(types.int64)
SIGNATURES = {
    "view": types.int32(_STATE, _OUT),
    "moves": types.int32(_STATE, _OUT, _OUT),
    "play": types.int32(_STATE, types.int32, _OUT),
    "evaluate": types.int32(_STATE, _OUT),
    "key": types.int32(_STATE, _KEY),
    "chances": types.int32(_STATE, _OUT, _WEIGHTS, _OUT),
    "payoffs": types.int32(_STATE, _OUT),
}


# Extensions of Numba


@intrinsic
def _ones(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _zeros_above(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], cgutils.false_bit)

    return types.int64(types.int64), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(number: Any) -> Any:
    def count(number: Any) -> Any:
        return _ones(abs(number))

    return count


@overload_method(types.Integer, "bit_length")
def _bit_length(number: Any) -> Any:
    def length(number: Any) -> Any:
        return 64 - _zeros_above(abs(number))

    return length


@intrinsic
def _present(typing: Any, value: Any) -> Any:
    """Return an optional value that is known not to be None."""
    target = value.type if isinstance(value, types.Optional) else value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], value, target)

    return target(value), generate


@overload(tuple_updates.replaced, jit_options=OPTIONS)
def _replaced_compiled(items: Any, place: Any, value: Any) -> Any:
    if not isinstance(items, types.UniTuple):
        raise numba.errors.TypingError(f"only a tuple whose items are of one type can be changed, not {items}")

    def change(items: Any, place: Any, value: Any) -> Any:
        if place < -len(items) or place >= len(items):
            raise IndexError
        return tuple_setitem(items, place if place >= 0 else place + len(items), value)

    return change


def _put(out: Any, count: Any, move: Any, most: Any) -> Any:
    """Append a move to the buffer; compiled code uses `_put_compiled`, which checks it."""
    out[count] = move
    return count + 1


@overload(_put, jit_options=OPTIONS)
def _put_compiled(out: Any, count: Any, move: Any, most: Any) -> Any:
    if not isinstance(move, types.Integer):
        raise numba.errors.TypingError(f"a move of a compiled game must be an int, not {move}")

    def put(out: Any, count: Any, move: Any, most: Any) -> Any:
        if count >= most or move < 0 or move > 2147483647:
            raise OverflowError
        out[count] = move
        return count + 1

    return put


overload(chance.put, jit_options=OPTIONS)(chance.put_compiled)


@numba.njit
def _fold(hash_: Any, part: Any) -> Any:
    mixed = (numpy.uint64(hash_) ^ numpy.uint64(part)) * numpy.uint64(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> numpy.uint64(32))


arrays.register_hashes(_fold, OPTIONS)


@contextmanager
def local_numba_cache() -> Iterator[None]:
    """Let Numba store machine code next to its source, even if NUMBA_CACHE_DIR is set, so that both are removed together."""
    place, numba.config.CACHE_DIR = numba.config.CACHE_DIR, ""
    try:
        yield
    finally:
        numba.config.CACHE_DIR = place


# The functions of a game


class _SingleType(types.Type):
    """A single Numba type where Numba expects a class of types."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(name=f"only {kind}")

    def __instancecheck__(self, kind: Any) -> bool:
        return bool(kind == self.kind)

    def __eq__(self, other: object) -> bool:
        return bool(self.kind == (other.kind if isinstance(other, _SingleType) else other))

    def __hash__(self) -> int:
        return hash(self.kind)


class GameFunctions:
    """The compiled functions of a game; `start` is its first state, `most_moves` the largest number of moves of a state."""

    def __init__(self, game: Any, start: Any, most_moves: int) -> None:
        self.game, self.start, self.state = game, start, views.stored_type(numba.typeof(start))
        self._compiled: dict[int, Any] = {}
        self.array_names: dict[str, Any] = {}
        """The functions that read and write arrays, by name."""
        self.constructor = arrays.compiled_constructor(game, start, OPTIONS) if has_arrays(start) else game
        self._register_members()
        self.play = self._compile_play(game.play) if has_arrays(start) else self._compile(game.play)
        self.utility = self._compile(game.utility)
        self.evaluate = self._compile(game.evaluate) if hasattr(game, "evaluate") else None
        self.key = self._compile_key(game.key) if hasattr(game, "key") else None
        self.player = numba.njit(lambda state: state.player)
        self.moves = self._compile_list(game.moves, _bound(_put, most_moves))
        self.chances = (
            self._compile_list(game.chances, _bound(chance.put, most_moves)) if hasattr(game, "chances") else None
        )

    def functions(self) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
        """Yield each function with its argument types."""
        yield "player", self.player, (self.state,)
        yield "utility", self.utility, (self.state,)
        yield "moves", self.moves, (self.state, _OUT)
        yield "play", self.play, (self.state, types.int64, *([views.POINTER] if self.array_names else []))
        if self.evaluate:
            yield "evaluate", self.evaluate, (self.state,)
        if self.key:
            yield "key", self.key, (self.state,)
        if self.chances:
            yield "chances", self.chances, (self.state, types.Tuple((_OUT, _WEIGHTS)))

    def read_state(self, base: str) -> str:
        """Return the source of the expression that reads a state from the words called `base`."""
        places = count()
        return f"GAME({', '.join(arrays.read(value, places, base) for value in self.start)})"

    def namespace(self) -> dict[str, Any]:
        """Return the names that the source of the C functions refers to."""
        return {
            "GAME": self.game,
            **self.array_names,
            **{name.upper(): function for name, function, _ in self.functions()},
            "present": _present,
            "whole": units.whole,
            "thousandths": units.thousandths,
            "exact_thousandths": units.exact_thousandths,
            "fold": _fold,
            "check_weights": chance.check_weights,
        }

    def _compile(self, function: python.FunctionType) -> Any:
        if id(function) not in self._compiled:
            names: dict[str, Any] = {"__builtins__": __builtins__, **rewrite.NAMES}
            code = rewrite.rewritten(function).__code__
            cells = tuple(python.CellType() for _ in code.co_freevars)
            copy = python.FunctionType(code, names, function.__name__, function.__defaults__, cells)
            # Register it before resolving its names: functions may call each other recursively.
            self._compiled[id(function)] = numba.njit(**OPTIONS)(copy)
            names.update(self._compile_values(syntax_trees.referenced_values(function)))
            for name, cell in zip(code.co_freevars, cells, strict=True):
                if name in names:
                    cell.cell_contents = names[name]
        return self._compiled[id(function)]

    def _compile_play(self, function: python.FunctionType) -> Any:
        """Compile `play` with a room for the arrays that it copies."""
        rewritten = arrays.with_room(function)
        if rewritten is None:  # without its source, copies are made on the heap
            self.array_names, play = arrays.names_for(self.start, 0), self._compile(function)
            return numba.njit(**OPTIONS)(lambda state, move, room: play(state, move))
        definition, copies = rewritten
        copied, slot = arrays.copier(self.start, OPTIONS)
        self.array_names = arrays.names_for(self.start, copies * slot)
        return self._compile_rewritten(definition, function, {arrays.COPIED: copied})

    def _compile_key(self, function: python.FunctionType) -> Any:
        rewritten = arrays.with_hashes(function) if has_arrays(self.start) else None
        if rewritten is None:
            return self._compile(function)
        return self._compile_rewritten(rewritten, function, {arrays.HASHED: arrays.hashed})

    def _compile_rewritten(
        self, rewritten: python.FunctionType, function: python.FunctionType, names: dict[str, Any]
    ) -> Any:
        """Compile a rewritten function with the values of its names."""
        values = self._compile_values(syntax_trees.referenced_values(function))
        namespace = {"__builtins__": __builtins__, **rewrite.NAMES, **values, **names}
        return numba.njit(**OPTIONS)(python.FunctionType(rewritten.__code__, namespace, function.__name__))

    def _compile_values(self, values: dict[str, Any]) -> dict[str, Any]:
        return {name: self._compile_value(value) for name, value in values.items()}

    def _compile_value(self, value: Any) -> Any:
        if isinstance(value, python.FunctionType):
            return self._compile(value)
        if value is self.game:
            return self.constructor
        if value is Fraction:
            return chance.fraction
        value = probabilities.fractions_to_floats(value)
        if probabilities.is_chance_table(value):
            return tuple(value)
        if isinstance(value, list) or (isinstance(value, tuple) and len(value) > _LONG):
            table = numpy.asarray(value)
            return table if table.dtype.kind in "iufb" else value
        return value

    def _compile_list(self, function: python.FunctionType, put_item: Callable[..., Any]) -> Any:
        """Compile a function that returns a list into one that fills a buffer and returns the number of items."""
        put = numba.njit(**OPTIONS)(put_item)
        rewritten = move_lists.without_list(function)
        if rewritten is None:
            return self._from_list(function, put)
        return self._compile_rewritten(rewritten, function, {move_lists.PUT: put})

    def _from_list(self, function: python.FunctionType, put: Any) -> Any:
        list_items = self._compile(function)

        @numba.njit(**OPTIONS)
        def put_all(state: Any, out: Any) -> Any:
            count = 0
            for item in list_items(state):
                count = put(out, count, item)
            return count

        return put_all

    def _register_members(self) -> None:
        """Register the game's methods, properties and constants for the type of its states; Numba then looks nowhere else, so
        the fields are registered too."""
        state_type: Any = _SingleType(self.state)
        for at, field in enumerate(self.game._fields):
            item = "[0]" if is_record(self.start[at]) else ""
            overload_attribute(state_type, field)(eval(f"lambda state: lambda state: state[{at}]{item}"))
        overload_method(state_type, "_replace", jit_options=OPTIONS)(self._replace_method())
        for name, value in members(self.game):
            if isinstance(value, python.FunctionType):
                overload_method(state_type, name, jit_options=OPTIONS)(self._implementation(value))
            elif isinstance(value, property) and isinstance(value.fget, python.FunctionType):
                overload_attribute(state_type, name, jit_options=OPTIONS)(self._implementation(value.fget))
            elif isinstance(value, int | float | Fraction | tuple | numpy.ndarray):
                overload_attribute(state_type, name)(_constant(self._compile_value(value)))

    def _replace_method(self) -> Callable[..., Any]:
        """Return the overload of `_replace`, which every NamedTuple has."""
        fields = self.game._fields
        parameters = ", ".join(f"{field}=None" for field in fields)

        def choose(*kinds: Any) -> Any:
            chosen = [
                f"state[{at}]" if kind is None or isinstance(kind, types.NoneType | types.Omitted) else field
                for at, (field, kind) in enumerate(zip(fields, kinds, strict=True))
            ]
            return eval(f"lambda state, {parameters}: game({', '.join(chosen)})", {"game": self.constructor})

        method: Callable[..., Any] = eval(
            f"lambda state, {parameters}: choose({', '.join(fields)})", {"choose": choose}
        )
        return method

    def _implementation(self, function: python.FunctionType) -> Callable[..., Any]:
        """Return an overload as Numba expects it: a function with the same parameters that returns the one to compile."""
        code = function.__code__
        parameters = ", ".join(code.co_varnames[: code.co_argcount])
        implementation = eval(f"lambda {parameters}: function({parameters})", {"function": self._compile(function)})
        choose: python.FunctionType = eval(f"lambda {parameters}: implementation", {"implementation": implementation})
        choose.__defaults__ = implementation.__defaults__ = function.__defaults__
        return choose


def _constant(constant: Any) -> Callable[..., Any]:
    return lambda state: lambda state: constant


def _bound(put: Callable[..., Any], most_moves: int) -> Callable[..., Any]:
    return lambda out, count, item: put(out, count, item, most_moves)


class Shape(NamedTuple):
    """What the C functions need to know of the return types."""

    scale: int
    key_parts: int | None  # the length of a tuple; None for an integer
    payoffs: int | None  # the number of payoffs; None for one number


def check_types(functions: GameFunctions) -> Shape:
    """Compile every function and check its return type; Numba's errors propagate."""
    returned = {}
    for name, function, arguments in functions.functions():
        function.compile(arguments)
        returned[name] = function.overloads[arguments].signature.return_type
    for name in ("moves", "chances"):
        if not isinstance(returned.get(name, types.int64), types.Integer):  # the count
            raise ZermeloError(
                f"{functions.game.__name__}.{name}() must return the {name} in every case: is a return missing?"
            )
    _check_fields(functions, returned["play"])
    _check_play(functions, returned["play"])
    if not isinstance(returned["player"], types.Integer):
        raise ZermeloError(
            f"{functions.game.__name__}.player must be an int, but is {returned['player']} when compiled"
        )
    payoffs, floating = check_payoff_types(functions.game.__name__, returned["utility"], returned.get("evaluate"))
    return Shape(units.DECIMALS if floating else 1, _key_parts(functions, returned.get("key")), payoffs)


def _check_fields(functions: GameFunctions, result: Any) -> None:
    """Raise ZermeloError if play() omits fields: compiled code does not fill in defaults."""
    name, fields, field_types = functions.game.__name__, functions.game._fields, getattr(result, "types", ())
    if getattr(result, "instance_class", None) is functions.game and len(field_types) < len(fields):
        raise ZermeloError(
            f"{name}.play() omits the field {fields[len(field_types)]!r}: compiled code must give all fields of a state, also "
            "those with defaults"
        )


def _check_play(functions: GameFunctions, result: Any) -> None:
    name = functions.game.__name__
    if getattr(result, "instance_class", None) is not functions.game:
        raise ZermeloError(f"{name}.play() must return a {name}, but returns {result} when compiled")
    for field, kind, first in zip(result.fields, result.types, functions.state.types, strict=True):
        if not _compatible(kind, first):
            raise ZermeloError(
                f"every field must keep the type that it has at the start, but {field!r} is {kind} in the result of "
                f"{name}.play() when compiled, not {first}"
            )


def _compatible(kind: Any, first: Any) -> bool:
    """Return whether a value of one type can replace one of another."""
    if isinstance(first, types.BaseTuple):
        return (
            isinstance(kind, types.BaseTuple)
            and len(kind) == len(first)
            and all(map(_compatible, tuple(kind), tuple(first)))
        )
    return kind == first if isinstance(first, types.Array) else isinstance(kind, types.Integer | types.Boolean)


def _key_parts(functions: GameFunctions, kind: Any) -> int | None:
    parts = tuple(kind) if isinstance(kind, types.BaseTuple) else () if kind is None else (kind,)
    if not all(isinstance(part, types.Integer | types.Boolean) for part in parts):
        raise ZermeloError(
            f"{functions.game.__name__}.key() must return an int or a tuple of ints, but returns {kind} when compiled"
        )
    return len(parts) if isinstance(kind, types.BaseTuple) else None


def _play_lines(functions: GameFunctions, here: str) -> list[str]:
    if not functions.array_names:
        return [f"after = PLAY({here}, int(move))"]
    return ["room = MAKE_ROOM(state)", f"after = PLAY({functions.read_state('room')}, int(move), room)"]


def source(functions: GameFunctions, shape: Shape) -> str:
    """Return the source of the C functions. Exceptions become a status; `game` replays the call in Python to explain it."""
    here = functions.read_state("state")
    rounded, scaled = ("thousandths", "exact_thousandths") if shape.scale > 1 else ("whole", "whole")
    parts = ["key"] if shape.key_parts is None else [f"key[{at}]" for at in range(shape.key_parts)]
    has_payoffs = shape.payoffs is not None
    view = [
        f"here = {here}",
        "out[0] = PLAYER(here)",
        "value = UTILITY(here)",
        "if value is None:",
        "    out[1] = 0",
        "else:",
        "    out[1] = 1",
        f"    out[2] = {'0' if has_payoffs else f'{scaled}(present(value))'}",
    ]
    bodies = {
        "view(state, out)": view,
        "moves(state, out, count)": [f"count[0] = MOVES({here}, out)"],
        "play(state, move, out)": [
            *_play_lines(functions, here),
            *arrays.write(tuple(functions.start), "after", count()),
            *view,
        ],
    }
    places = range(shape.payoffs or 0)
    if has_payoffs:
        payoffs = [f"out[{at}] = {scaled}(value[{at}])" for at in places]
        bodies["payoffs(state, out)"] = [f"value = present(UTILITY({here}))", *payoffs]
    if functions.evaluate:
        static = f"EVALUATE({here})"
        values = [f"value = {static}", *(f"out[{at}] = {rounded}(value[{at}])" for at in places)]
        bodies["evaluate(state, out)"] = values if has_payoffs else [f"out[0] = {rounded}({static})"]
    if functions.chances:
        bodies["chances(state, out, weights, count)"] = [
            f"count[0] = check_weights(weights, CHANCES({here}, (out, weights)))"
        ]
    if functions.key:
        folded = reduce(lambda before, part: f"fold({before}, {part})", parts, "0")
        bodies["key(state, out)"] = [f"key = KEY({here})", f"out[0] = {folded}"]
    lines = [f'"""The game {functions.game.__name__} as C functions, written by Zermelo."""', f"SCALE = {shape.scale}"]
    lines.append(f"PLAYERS = {shape.payoffs or 2}")
    for head, statements in bodies.items():
        body = "\n        ".join([*statements, "return 0"])
        lines.append(f"\n\ndef {head}:\n    try:\n        {body}\n    except Exception:\n        return {FAILED}")
    return "\n".join(lines) + "\n"
