"""Compile the functions of a game with Numba into C functions over the bytes of a state.

`rewrite` turns each function of the class into one that Numba compiles; this module reads and writes states, makes the functions
that make states, and writes the source of the C functions, which `cache` stores beside their machine code.
"""

from __future__ import annotations

import ast
from collections import namedtuple
from collections.abc import Iterator
from hashlib import blake2b
from itertools import count, islice
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
import numpy
from numba import carray

from zermelo.audit.comparison import is_array
from zermelo.engine.compiling import native, results
from zermelo.engine.compiling.fields import WORD, children, field_names, is_record, regular_shape, size
from zermelo.engine.compiling.rewrite import Maker, Rewriter
from zermelo.engine.compiling.sources import Problem

_ENTRIES = ("moves", "play", "utility", "evaluate", "key", "chances")


class Compiler:
    """The functions of one game, rewritten and not yet compiled."""

    def __init__(self, game: Any, start: Any, most_moves: int) -> None:
        self.game, self.start, self.most_moves = game, start, most_moves
        self.players: int | None = None
        """The number of payoffs; None if a value is one number."""
        self.likes: dict[Any, Any] = {}
        """A state of each class: the game's, and those of its parts."""
        self._add(start)
        self.rewriters: list[Rewriter] = []
        self._known: dict[int, Rewriter] = {}
        self.mirrors = {kind: namedtuple(kind.__name__, field_names(kind) or ()) for kind in self.likes}
        likes = [(name, getattr(like, name)) for kind, like in self.likes.items() for name in field_names(kind) or ()]
        self.dimensions = {
            name: len(getattr(value, "shape", None) or regular_shape(value) or (1,))
            for name, value in likes
            if not isinstance(value, int)
        }
        self.record_fields = {name for name, value in likes if is_record(value)}
        self.entries = {
            name: self.rewritten(Rewriter(getattr(game, name), self, name)) for name in _ENTRIES if hasattr(game, name)
        }
        self.player = self.member("player", game)
        if isinstance(self.player, property) and isinstance(self.player.fget, FunctionType):
            self.player = self.function(self.player.fget)

    @property
    def problems(self) -> list[Problem]:
        return [problem for rewriter in self.rewriters for problem in rewriter.problems]

    def _add(self, value: Any) -> None:
        if field_names(type(value)) is not None:
            self.likes.setdefault(type(value), value)
        for item in children(value) or ():
            self._add(item)

    # What the rewriter asks

    def rewritten(self, rewriter: Rewriter) -> Rewriter:
        self.rewriters.append(rewriter)
        rewriter.run()
        return rewriter

    def function(self, function: FunctionType) -> Rewriter:
        if id(function) not in self._known:
            rewriter = self._known[id(function)] = Rewriter(function, self)
            self.rewritten(rewriter)
        return self._known[id(function)]

    def owner(self, function: FunctionType) -> Any:
        """Return the class whose method or property a function is."""
        for kind in self.likes:
            for base in kind.__mro__:
                if any(function in (value, getattr(value, "fget", None)) for value in vars(base).values()):
                    return kind
        return None

    def member(self, name: str, owner: Any = None) -> Any:
        """Return the method, property or constant of a class that is no field."""
        for kind in [owner] if owner else self.likes:
            for base in kind.__mro__:
                if base not in (object, tuple) and name in vars(base) and name not in (field_names(kind) or ()):
                    return vars(base)[name]
        return None

    def kind_with(self, names: list[str], owner: Any) -> Any:
        """Return the class of states that has these fields."""
        kinds = [kind for kind in (owner, *self.likes) if kind and set(names) <= set(field_names(kind) or ())]
        return kinds[0] if kinds else None

    def maker(self, kind: Any, names: tuple[str, ...], from_state: bool, stored: bool) -> Any:
        """Return the function that a `Maker` stands for."""
        if kind not in self.likes:
            self._add(kind())
            self.mirrors[kind] = namedtuple(kind.__name__, field_names(kind) or ())
        scope: dict[str, Any] = {"KIND": self.mirrors[kind]}
        values = []
        for name in field_names(kind) or ():
            like = getattr(self.likes[kind], name)
            if name in names:
                scope[f"AS_{name}"] = self._conversion(name, like)
                values.append(name if stored else f"AS_{name}({name})")
            elif from_state:
                values.append(f"state.{name}")
            else:
                scope[f"DEFAULT_{name}"] = self._constant(like)
                values.append(f"DEFAULT_{name}")
        parameters = ", ".join(["state"] * from_state + list(names))
        return native.jit(eval(f"lambda {parameters}: KIND({', '.join(values)})", scope))

    def _conversion(self, field: str, like: Any) -> Any:
        """Return a function that converts what becomes of a field, or a part of one, to its type at the start."""
        if isinstance(like, int):
            return results.whole_number(field, type(like))
        if is_array(like) or regular_shape(like):
            return results.array_of(field, like if is_array(like) else numpy.array(like, dtype=numpy.int64))
        if type(like) is not tuple:
            return results.unchanged
        parts = {f"PART_{at}": self._conversion(field, item) for at, item in enumerate(like)}
        return results.tuple_of(field, parts)

    def _constant(self, value: Any) -> Any:
        """Return a state, or a part of one, as compiled code has it."""
        if isinstance(value, int) or (is_array(value) and not is_record(value)):
            return value
        if is_record(value) or regular_shape(value):
            return numpy.array([value]) if is_record(value) else numpy.array(value, dtype=numpy.int64)
        items = tuple(map(self._constant, children(value) or ()))
        return items if type(value) is tuple else self.mirrors[type(value)](*items)

    # Reading and writing states

    def _read(self, value: Any, words: Iterator[int], scope: dict[str, Any]) -> str:
        """Return the source of the expression that reads a part of a state."""
        if isinstance(value, int):
            return f"words[{next(words)}]" + (" != 0" if isinstance(value, bool) else "")
        if is_array(value) or regular_shape(value):
            return self._view(value, words, scope)
        items = "".join(f"{self._read(item, words, scope)}, " for item in children(value) or ())
        if type(value) is tuple:
            return f"({items})"
        scope[f"KIND_{type(value).__name__}"] = self.mirrors[type(value)]
        return f"KIND_{type(value).__name__}({items})"

    def _view(self, value: Any, words: Iterator[int], scope: dict[str, Any]) -> str:
        like = value if is_array(value) else numpy.empty(regular_shape(value) or (), numpy.int64)
        at = self._skip(value, words)
        scope[f"DTYPE_{at}"] = like.dtype
        return f"carray(at_byte(state, {WORD * at}), {like.shape or (1,)}, DTYPE_{at})"

    @staticmethod
    def _skip(value: Any, words: Iterator[int]) -> int:
        """Return the first word of a value and consume all of them."""
        first, *_ = islice(words, size(value) // WORD)
        return first

    def reader(self) -> Any:
        scope: dict[str, Any] = {"carray": carray, "at_byte": native.at_byte, "INT": native.INT}
        text = self._read(self.start, count(), scope)
        exec(
            f"def read(state):\n    words = carray(state, {size(self.start) // WORD}, INT)\n    return {text}\n", scope
        )
        return native.inlined(scope["read"])

    def writer(self) -> Any:
        """Return the function that writes the state that play() returns."""
        scope: dict[str, Any] = {"carray": carray, "at_byte": native.at_byte, "INT": native.INT}
        lines = list(self._write("value", self.start, "", count(), scope))
        text = "\n    ".join(
            ["def write(state, value):", f"words = carray(state, {size(self.start) // WORD}, INT)", *lines]
        )
        exec(text, scope)
        return results.state_writer(self.mirrors[self.game], scope["write"], self.game.__name__)

    def _write(self, name: str, value: Any, field: str, words: Iterator[int], scope: dict[str, Any]) -> Iterator[str]:
        if isinstance(value, int) or is_array(value) or regular_shape(value):
            convert = f"AS_{len(scope)}"
            scope[convert] = self._conversion(field, value)
            if isinstance(value, int):
                yield f"words[{next(words)}] = {convert}({name})"
            else:
                store = f"STORE_{len(scope)}"
                like = value if is_array(value) else numpy.array(value, dtype=numpy.int64)
                scope[store] = results.array_writer(scope[convert], like)
                at = self._skip(value, words)
                yield f"{store}(at_byte(state, {WORD * at}), {name})"
        elif type(value) is tuple:
            yield f"if len({name}) != {len(value)}: raise ValueError"
            for at, item in enumerate(value):
                yield from self._write(f"{name}[{at}]", item, field, words, scope)
        else:
            for inner in field_names(type(value)) or ():
                yield from self._write(f"{name}.{inner}", getattr(value, inner), field or inner, words, scope)

    # The C functions

    def fingerprint(self, more: object) -> str:
        """Return a hash of everything that the machine code depends on; `more` holds the parts outside the functions."""
        digest = blake2b(repr((numba.__version__, more)).encode(), digest_size=16)
        for module in sorted(Path(__file__).parent.glob("*.py")):
            digest.update(module.read_bytes())
        for rewriter in self.rewriters:
            assert rewriter.definition is not None  # else there is a problem
            digest.update(
                f"{rewriter.entry} {ast.unparse(rewriter.definition)} {rewriter.function.__defaults__}".encode()
            )
            for name, value in rewriter.names.items():
                digest.update(f"{name} {self._shown(value)}".encode())
        return digest.hexdigest()

    def _shown(self, value: Any) -> str:
        if isinstance(value, Rewriter):
            return str(self.rewriters.index(value))
        if isinstance(value, numpy.ndarray):
            return f"{value.dtype} {value.tolist()}"
        return str(getattr(value, "__name__", value))

    def namespace(self, scale: int, seen: set[str]) -> dict[str, Any]:
        """Return the names that the source of the C functions refers to; `seen` gets the kinds of values met while compiling."""
        points, static = results.points_of(scale, seen, exact=True), results.points_of(scale, seen)
        payoffs = results.payoffs_of(points, self.players or 1)
        returned: dict[str, Any] = {
            "play": self.writer(),
            "utility": results.ended_of(points, self.players is not None),
            "evaluate": results.payoffs_of(static, self.players) if self.players else results.value_of(static),
            "key": results.put_key,
        }
        whole = not any(is_array(value) for like in self.likes.values() for value in children(like) or ())
        shared = {**native.RUNTIME, "zermelo_joined": native.joined_of(whole), "zermelo_same": native.same_of(whole)}
        shared["zermelo_put"] = results.put_move
        dispatchers = self.dispatchers = {
            id(rewriter): (native.inlined if rewriter.entry else native.jit)(rewriter.compile())
            for rewriter in self.rewriters
        }
        names: dict[str, Any] = {
            "carray": carray,
            "INT": native.INT,
            "READ": self.reader(),
            "STACK": native.stack(native.SLOT),
        }
        for rewriter in self.rewriters:
            own = rewriter.names
            own.update({name: self.maker(*value) for name, value in own.items() if isinstance(value, Maker)})
            own.update({name: dispatchers[id(value)] for name, value in own.items() if isinstance(value, Rewriter)})
            own.update(shared, zermelo_returned=returned.get(rewriter.entry))
            if rewriter.entry == "chances":
                own["zermelo_put"] = results.put_chance
            names[rewriter.entry.upper()] = dispatchers[id(rewriter)]
        if self.players:
            rewriter = self.entries["utility"]
            function = rewriter.compile()
            again = FunctionType(function.__code__, {**rewriter.names, "zermelo_returned": payoffs}, "payoffs")
            names["PAYOFFS"] = native.inlined(again)
        player = dispatchers[id(self.player)] if isinstance(self.player, Rewriter) else native.jit(self._player())
        return {
            **names,
            "PLAYER": player,
            "WHOLE": results.whole_number("player", int),
            "check_weights": results.check_weights,
            "copy_bytes": native.copy_bytes,
        }

    def _player(self) -> Any:
        constant = self.player
        return (lambda state: state.player) if constant is None else (lambda state: constant)

    def source(self, scale: int) -> str:
        """Return the source of the C functions. Exceptions become a status; `game` replays the call in Python to explain it."""
        words = size(self.start) // WORD
        view = [
            "view = carray(out, 3)",
            "view[0] = WHOLE(PLAYER(here))",
            f"UTILITY(here, view, {self._slots('utility')})",
        ]
        here = "here = READ(state)"
        arrays = any(not isinstance(value, int) for value in children(self.start) or ())
        moves = f"carray(moves, {self.most_moves})"
        bodies = {
            "view(state, out)": [here, *view],
            "moves(state, moves, count)": [here, f"carray(count, 1)[0] = MOVES(here, {moves}, {self._slots('moves')})"],
            "play(state, move, out)": [
                f"here = READ(copy_bytes(STACK(), state, {WORD * words}))" if arrays else here,
                f"PLAY(here, int(move), state, {self._slots('play')})",
                "here = READ(state)",
                *view,
            ],
        }
        if self.players:
            bodies["payoffs(state, out)"] = [
                here,
                f"PAYOFFS(here, carray(out, {self.players}), {self._slots('utility')})",
            ]
        if "evaluate" in self.entries:
            values = f"carray(out, {self.players or 1})"
            bodies["evaluate(state, out)"] = [here, f"EVALUATE(here, {values}, {self._slots('evaluate')})"]
        if "key" in self.entries:
            bodies["key(state, out)"] = [here, f"KEY(here, carray(out, 1), {self._slots('key')})"]
        if "chances" in self.entries:
            weights = f"carray(weights, {self.most_moves})"
            bodies["chances(state, moves, weights, count)"] = [
                here,
                f"number = CHANCES(here, ({moves}, {weights}), {self._slots('chances')})",
                f"carray(count, 1)[0] = check_weights({weights}, number)",
            ]
        lines = [f'"""The game {self.game.__name__} as C functions, written by Zermelo."""', f"SCALE = {scale}"]
        lines.append(f"PLAYERS = {self.players or 2}")
        for head, statements in bodies.items():
            body = "\n    ".join([*statements, "return 0"])
            lines.append(f"\n\n@jit\ndef inner_{head}:\n    {body}")
            lines.append(
                f"\n\ndef {head}:\n    try:\n        return inner_{head}\n    except Exception:\n        return {native.FAILED}"
            )
        return "\n".join(lines) + "\n"

    def _slots(self, entry: str) -> str:
        return "(" + "STACK(), " * self.entries[entry].slots + ")"
