"""Compiled twins of a game's functions, made by Numba from the game's class as it stands.

The class is a `NamedTuple` whose fields are whole numbers, tuples of them, or arrays (see `arrays`). Numba knows such tuples, but
neither their methods nor the plain functions they call: each gets a twin here, a copy with the same code in which every function is
replaced by its own twin. The outermost functions are C functions over the state's numbers in a row; they are written to a file of
their own, named by a hash of everything that the game depends on, beside which Numba keeps the machine code for the next run.
"""

from __future__ import annotations

import math
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

from zermelo.engine.compiling import arrays, boards, chance, listing, odds, rewriting, sources, windows
from zermelo.engine.compiling.fields import has_arrays, is_record
from zermelo.engine.compiling.fingerprints import members
from zermelo.engine.compiling.worth import check_worth
from zermelo.state import ZermeloError

OPTIONS = {"boundscheck": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
MOST = 134_000_000
FAILED = 1
DECIMALS = 1000
_LONG = 16  # from here on constants are arrays: compiled code copies a tuple whole
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


# What compiled code needs beyond Numba


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
    """A value that is known not to be None."""
    target = value.type if isinstance(value, types.Optional) else value

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], value, target)

    return target(value), generate


@overload(boards.replaced, jit_options=OPTIONS)
def _replaced_compiled(items: Any, place: Any, value: Any) -> Any:
    if not isinstance(items, types.UniTuple):
        raise numba.errors.TypingError(
            f"only a tuple whose items are of one type can be changed, and here it is {items}"
        )

    def change(items: Any, place: Any, value: Any) -> Any:
        if place < -len(items) or place >= len(items):
            raise IndexError
        return tuple_setitem(items, place if place >= 0 else place + len(items), value)

    return change


def _put(out: Any, count: Any, move: Any, most: Any) -> Any:
    """Puts a move behind those in the buffer; compiled it is `_put_compiled`, which looks at the move first."""
    out[count] = move
    return count + 1


@overload(_put, jit_options=OPTIONS)
def _put_compiled(out: Any, count: Any, move: Any, most: Any) -> Any:
    if not isinstance(move, types.Integer):
        raise numba.errors.TypingError(f"a move of a compiled game must be an int, and here it is {move}")

    def put(out: Any, count: Any, move: Any, most: Any) -> Any:
        if count >= most or move < 0 or move > 2147483647:
            raise OverflowError
        out[count] = move
        return count + 1

    return put


overload(chance.put, jit_options=OPTIONS)(chance.put_compiled)


@numba.njit
def _whole(value: Any) -> Any:
    if value > MOST or value < -MOST:
        raise OverflowError
    return value


@numba.njit
def _thousandths(value: Any) -> Any:
    scaled = value * DECIMALS
    if not (-MOST <= scaled <= MOST):
        raise OverflowError
    rounded = math.floor(abs(scaled) + 0.5)
    return int(rounded if scaled >= 0 else -rounded)


@numba.njit
def _fold(hash_: Any, part: Any) -> Any:
    mixed = (numpy.uint64(hash_) ^ numpy.uint64(part)) * numpy.uint64(0x9E3779B97F4A7C15)
    return mixed ^ (mixed >> numpy.uint64(32))


arrays.teach_hashes(_fold, OPTIONS)


@contextmanager
def code_beside_its_file() -> Iterator[None]:
    """Lets Numba keep machine code beside the file it was made from, also where the user has named one place for all of it: what
    is kept is one thing, to be found and removed together."""
    place, numba.config.CACHE_DIR = numba.config.CACHE_DIR, ""
    try:
        yield
    finally:
        numba.config.CACHE_DIR = place


# The twins


class _Only(types.Type):
    """One type of Numba's, in a place where Numba expects a class of types."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        super().__init__(name=f"only {kind}")

    def __instancecheck__(self, kind: Any) -> bool:
        return bool(kind == self.kind)

    def __eq__(self, other: object) -> bool:
        return bool(self.kind == (other.kind if isinstance(other, _Only) else other))

    def __hash__(self) -> int:
        return hash(self.kind)


class Twins:
    """The compiled functions of one game: `start` is its first state, `most_moves` the most that a state has."""

    def __init__(self, game: Any, start: Any, most_moves: int) -> None:
        self.game, self.start, self.state = game, start, windows.kept_type(numba.typeof(start))
        self._known: dict[int, Any] = {}
        self.held: dict[str, Any] = {}
        """What the C functions need by name in order to read and write arrays."""
        self.maker = arrays.making(game, start, OPTIONS) if has_arrays(start) else game
        self._teach_attributes()
        self.play = self._in_room(game.play) if has_arrays(start) else self._twin(game.play)
        self.utility = self._twin(game.utility)
        self.evaluate = self._twin(game.evaluate) if hasattr(game, "evaluate") else None
        self.key = self._keyed(game.key) if hasattr(game, "key") else None
        self.player = numba.njit(lambda state: state.player)
        self.moves = self._listed(game.moves, _bound(_put, most_moves))
        self.chances = self._listed(game.chances, _bound(chance.put, most_moves)) if hasattr(game, "chances") else None

    def functions(self) -> Iterator[tuple[str, Any, tuple[Any, ...]]]:
        """Each function with the types it is called with."""
        yield "player", self.player, (self.state,)
        yield "utility", self.utility, (self.state,)
        yield "moves", self.moves, (self.state, _OUT)
        yield "play", self.play, (self.state, types.int64, *([windows.POINTER] if self.held else []))
        if self.evaluate:
            yield "evaluate", self.evaluate, (self.state,)
        if self.key:
            yield "key", self.key, (self.state,)
        if self.chances:
            yield "chances", self.chances, (self.state, types.Tuple((_OUT, _WEIGHTS)))

    def reading(self, base: str) -> str:
        """The expression of a state that lies in a row of numbers called `base`."""
        places = count()
        return f"GAME({', '.join(arrays.read(value, places, base) for value in self.start)})"

    def namespace(self) -> dict[str, Any]:
        """What the names in the file of C functions stand for."""
        return {
            "GAME": self.game,
            **self.held,
            **{name.upper(): twin for name, twin, _ in self.functions()},
            "present": _present,
            "whole": _whole,
            "thousandths": _thousandths,
            "fold": _fold,
            "weighed": chance.weighed,
        }

    def _twin(self, function: python.FunctionType) -> Any:
        if id(function) not in self._known:
            names: dict[str, Any] = {"__builtins__": __builtins__, **rewriting.NAMES}
            code = rewriting.rewritten(function).__code__
            cells = tuple(python.CellType() for _ in code.co_freevars)
            twin = python.FunctionType(code, names, function.__name__, function.__defaults__, cells)
            # Known before its names are looked at, as functions may call each other in circles.
            self._known[id(function)] = numba.njit(**OPTIONS)(twin)
            names.update(self._twins_of(sources.values_of(function)))
            for name, cell in zip(code.co_freevars, cells, strict=True):
                if name in names:
                    cell.cell_contents = names[name]
        return self._known[id(function)]

    def _in_room(self, function: python.FunctionType) -> Any:
        """`play` with a room for the arrays that it copies."""
        rewritten = arrays.with_room(function)
        if rewritten is None:  # its text cannot be found, so that it makes its copies on the heap
            self.held, twin = arrays.names_for(self.start, 0), self._twin(function)
            return numba.njit(**OPTIONS)(lambda state, move, room: twin(state, move))
        made, copies = rewritten
        copied, slot = arrays.copier(self.start, OPTIONS)
        self.held = arrays.names_for(self.start, copies * slot)
        return self._given(made, function, {arrays.COPIED: copied})

    def _keyed(self, function: python.FunctionType) -> Any:
        rewritten = arrays.with_hashes(function) if has_arrays(self.start) else None
        return self._given(rewritten, function, {arrays.HASHED: arrays.hashed}) if rewritten else self._twin(function)

    def _given(self, rewritten: python.FunctionType, function: python.FunctionType, names: dict[str, Any]) -> Any:
        """The twin of a function that was rewritten, with what its names stand for."""
        known = self._twins_of(sources.values_of(function))
        every = {"__builtins__": __builtins__, **rewriting.NAMES, **known, **names}
        return numba.njit(**OPTIONS)(python.FunctionType(rewritten.__code__, every, function.__name__))

    def _twins_of(self, values: dict[str, Any]) -> dict[str, Any]:
        return {name: self._twin_of(value) for name, value in values.items()}

    def _twin_of(self, value: Any) -> Any:
        if isinstance(value, python.FunctionType):
            return self._twin(value)
        if value is self.game:
            return self.maker
        if value is Fraction:
            return chance.quotient
        value = odds.floats(value)
        if odds.is_table(value):
            return tuple(value)
        if isinstance(value, list) or (isinstance(value, tuple) and len(value) > _LONG):
            table = numpy.asarray(value)
            return table if table.dtype.kind in "iufb" else value
        return value

    def _listed(self, function: python.FunctionType, putting: Callable[..., Any]) -> Any:
        """A function of a state that puts what the game's own function lists into a buffer, and returns how much."""
        put = numba.njit(**OPTIONS)(putting)
        rewritten = listing.without_list(function)
        if rewritten is None:
            return self._from_list(function, put)
        return self._given(rewritten, function, {listing.PUT: put})

    def _from_list(self, function: python.FunctionType, put: Any) -> Any:
        listed = self._twin(function)

        @numba.njit(**OPTIONS)
        def put_all(state: Any, out: Any) -> Any:
            count = 0
            for each in listed(state):
                count = put(out, count, each)
            return count

        return put_all

    def _teach_attributes(self) -> None:
        """Lets compiled code use the game's own methods, properties and constants. They belong to the type of this game's
        states alone; Numba then asks nobody else, so that the fields have to be taught as well."""
        own: Any = _Only(self.state)
        for at, field in enumerate(self.game._fields):
            alone = "[0]" if is_record(self.start[at]) else ""
            overload_attribute(own, field)(eval(f"lambda state: lambda state: state[{at}]{alone}"))
        overload_method(own, "_replace", jit_options=OPTIONS)(self._replacing())
        for name, value in members(self.game):
            if isinstance(value, python.FunctionType):
                overload_method(own, name, jit_options=OPTIONS)(self._implementation(value))
            elif isinstance(value, property) and isinstance(value.fget, python.FunctionType):
                overload_attribute(own, name, jit_options=OPTIONS)(self._implementation(value.fget))
            elif isinstance(value, int | float | Fraction | tuple | numpy.ndarray):
                overload_attribute(own, name)(_constant(self._twin_of(value)))

    def _replacing(self) -> Callable[..., Any]:
        """`_replace`, which every NamedTuple has."""
        fields = self.game._fields
        given = ", ".join(f"{field}=None" for field in fields)

        def choose(*kinds: Any) -> Any:
            chosen = [
                f"state[{at}]" if kind is None or isinstance(kind, types.NoneType | types.Omitted) else field
                for at, (field, kind) in enumerate(zip(fields, kinds, strict=True))
            ]
            return eval(f"lambda state, {given}: game({', '.join(chosen)})", {"game": self.maker})

        replacing: Callable[..., Any] = eval(f"lambda state, {given}: choose({', '.join(fields)})", {"choose": choose})
        return replacing

    def _implementation(self, function: python.FunctionType) -> Callable[..., Any]:
        """What Numba asks for: a function that gives the function to compile, with the very same parameters."""
        code = function.__code__
        given = ", ".join(code.co_varnames[: code.co_argcount])
        implementation = eval(f"lambda {given}: twin({given})", {"twin": self._twin(function)})
        choose: python.FunctionType = eval(f"lambda {given}: implementation", {"implementation": implementation})
        choose.__defaults__ = implementation.__defaults__ = function.__defaults__
        return choose


def _constant(constant: Any) -> Callable[..., Any]:
    return lambda state: lambda state: constant


def _bound(put: Callable[..., Any], most_moves: int) -> Callable[..., Any]:
    return lambda out, count, each: put(out, count, each, most_moves)


class Shape(NamedTuple):
    """What the C functions have to know of the results' types."""

    scale: int
    key_parts: int | None  # None for a whole number, else how many parts the tuple has
    payoffs: int | None  # None where an end is worth a number, else how many players are paid


def check_types(twins: Twins) -> Shape:
    """Compiles every function and looks at what it returns; Numba's errors come through."""
    found = {}
    for name, twin, arguments in twins.functions():
        twin.compile(arguments)
        found[name] = twin.overloads[arguments].signature.return_type
    for name in ("moves", "chances"):
        if not isinstance(found.get(name, types.int64), types.Integer):  # their number
            raise ZermeloError(
                f"{twins.game.__name__}.{name}() must return the {name} in every case: is a return missing?"
            )
    _check_fields(twins, found["play"])
    _check_play(twins, found["play"])
    if not isinstance(found["player"], types.Integer):
        raise ZermeloError(f"{twins.game.__name__}.player must be an int, and is {found['player']} when compiled")
    payoffs, floating = check_worth(twins.game.__name__, found["utility"], found.get("evaluate"))
    return Shape(DECIMALS if floating else 1, _key_parts(twins, found.get("key")), payoffs)


def _check_fields(twins: Twins, result: Any) -> None:
    """Defaults stand for fields in Python only."""
    name, fields, given = twins.game.__name__, twins.game._fields, getattr(result, "types", ())
    if getattr(result, "instance_class", None) is twins.game and len(given) < len(fields):
        raise ZermeloError(
            f"{name}.play() leaves out the field {fields[len(given)]!r}: compiled, a state is made with all its fields, also those "
            "that have defaults"
        )


def _check_play(twins: Twins, result: Any) -> None:
    name = twins.game.__name__
    if getattr(result, "instance_class", None) is not twins.game:
        raise ZermeloError(f"{name}.play() must return a {name}, and returns {result} when compiled")
    for field, kind, first in zip(result.fields, result.types, twins.state.types, strict=True):
        if not _alike(kind, first):
            raise ZermeloError(
                f"{name}.play() must return in every field what it has at the start, and {field!r} is {kind} when compiled, "
                f"not {first}"
            )


def _alike(kind: Any, first: Any) -> bool:
    """Whether a value of one type can stand where there was one of another."""
    if isinstance(first, types.BaseTuple):
        return (
            isinstance(kind, types.BaseTuple)
            and len(kind) == len(first)
            and all(map(_alike, tuple(kind), tuple(first)))
        )
    return kind == first if isinstance(first, types.Array) else isinstance(kind, types.Integer | types.Boolean)


def _key_parts(twins: Twins, kind: Any) -> int | None:
    parts = tuple(kind) if isinstance(kind, types.BaseTuple) else () if kind is None else (kind,)
    if not all(isinstance(part, types.Integer | types.Boolean) for part in parts):
        raise ZermeloError(
            f"{twins.game.__name__}.key() must return an int or a tuple of ints, and returns {kind} when compiled"
        )
    return len(parts) if isinstance(kind, types.BaseTuple) else None


def _played(twins: Twins, here: str) -> list[str]:
    if not twins.held:
        return [f"after = PLAY({here}, int(move))"]
    return ["room = MAKE_ROOM(state)", f"after = PLAY({twins.reading('room')}, int(move), room)"]


def source(twins: Twins, shape: Shape) -> str:
    """The file of C functions. Whatever they raise is a status; what went wrong is found out by asking Python again."""
    here = twins.reading("state")
    units = "thousandths" if shape.scale > 1 else "whole"
    parts = ["known"] if shape.key_parts is None else [f"known[{at}]" for at in range(shape.key_parts)]
    paid = shape.payoffs is not None
    view = [
        f"here = {here}",
        "out[0] = PLAYER(here)",
        "value = UTILITY(here)",
        "if value is None:",
        "    out[1] = 0",
        "else:",
        "    out[1] = 1",
        f"    out[2] = {'0' if paid else f'{units}(present(value))'}",
    ]
    bodies = {
        "view(state, out)": view,
        "moves(state, out, count)": [f"count[0] = MOVES({here}, out)"],
        "play(state, move, out)": [
            *_played(twins, here),
            *arrays.written(tuple(twins.start), "after", count()),
            *view,
        ],
    }
    shares = [f"out[{at}] = {units}(value[{at}])" for at in range(shape.payoffs or 0)]
    if paid:
        bodies["payoffs(state, out)"] = [f"value = present(UTILITY({here}))", *shares]
    if twins.evaluate:
        static = [f"value = EVALUATE({here})", *shares] if paid else [f"out[0] = {units}(EVALUATE({here}))"]
        bodies["evaluate(state, out)"] = static
    if twins.chances:
        bodies["chances(state, out, weights, count)"] = [
            f"count[0] = weighed(weights, CHANCES({here}, (out, weights)))"
        ]
    if twins.key:
        folded = reduce(lambda before, part: f"fold({before}, {part})", parts, "0")
        bodies["key(state, out)"] = [f"known = KEY({here})", f"out[0] = {folded}"]
    written = [f'"""The game {twins.game.__name__} as C functions, written by Zermelo."""', f"SCALE = {shape.scale}"]
    written.append(f"PLAYERS = {shape.payoffs or 2}")
    for head, lines in bodies.items():
        body = "\n        ".join([*lines, "return 0"])
        written.append(f"\n\ndef {head}:\n    try:\n        {body}\n    except Exception:\n        return {FAILED}")
    return "\n".join(written) + "\n"
