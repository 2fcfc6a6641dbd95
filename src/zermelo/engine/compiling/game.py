"""`compiled`: run a game written in Python as machine code.

Numba compiles the game's class as it stands, and the core calls it through the same table as a library written in C. Every
compiled state can be converted back to the Python one: failures are replayed in Python with a normal traceback, and a few random
games are played both ways to verify the compiled code.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter
from types import FunctionType
from typing import Any, ClassVar, NoReturn

from zermelo._core import ForeignRules
from zermelo.engine.compiling import cache, fields
from zermelo.engine.compiling.dry_run import play_in_python, readonly_arrays
from zermelo.engine.compiling.error_messages import explain_numba_error
from zermelo.engine.compiling.fields import pack, unpack
from zermelo.engine.compiling.probabilities import check_chances
from zermelo.engine.compiling.sources import Problem, class_place, refusal
from zermelo.extras import MissingExtra, install_command
from zermelo.imports import import_object
from zermelo.kinds.kind import check_information
from zermelo.kinds.profile import game_profile
from zermelo.native.faces import ForeignState, NativeState, make_foreign_class
from zermelo.native.foreign import Table
from zermelo.native.pickles import PICKLE_VERSION, check_rules, check_version, read_content
from zermelo.state import CHANCE, MIN, ZermeloError

MOST_MOVES = 128
"""The largest number of moves of a state, unless its class sets `most_moves = ...`."""
MOST_PLAYERS = 16
CHANCE_TOLERANCE = 1e-12
"""The largest difference between compiled probabilities and those of the class."""
_LARGEST_STATE, _MOST_MOVES = 1024, 1024
_NEEDED = {
    "player": "player: int = 0, or a property",
    "moves": "def moves(self): return [...]",
    "play": "def play(self, move): return the state after the move",
    "utility": "def utility(self): return None while the game goes on, its value at the end",
}
_compiled_classes: dict[type, type[CompiledState]] = {}


class CompiledState(ForeignState):
    """A state of a compiled game; it takes the fields of its class and has all of its members."""

    __slots__ = ()

    game: ClassVar[Any]
    fingerprint: ClassVar[str]
    """A hash of the game's code and the compiler."""

    def __init__(self, *fields: Any, **named: Any) -> None:
        self._native = self.rules.state(pack(self.game(*fields, **named)))

    @property
    def uncompiled(self) -> Any:
        """The same state as an instance of the game's class."""
        return unpack(self.game, self._native.bytes)

    def chances(self) -> Any:
        """Return the probabilities as the game's class gives them."""
        return self.uncompiled.chances()

    def __reduce__(self) -> tuple[Any, ...]:
        module, name = self.game.__module__, self.game.__qualname__
        if "." in name:
            raise ZermeloError(f"{name} cannot be pickled: define the class at the top level of {module}")
        return restore_compiled, (PICKLE_VERSION, module, name, self.fingerprint, self.to_pickled())

    def __getattr__(self, name: str) -> Any:
        # Do not delegate special methods, such as those for copying, nor slots that are not set yet.
        if name.startswith("__") or name in NativeState.__slots__:
            raise AttributeError(f"{type(self).__name__} has no {name}")
        return getattr(self.uncompiled, name)

    def __str__(self) -> str:
        return str(self.uncompiled)

    def __repr__(self) -> str:
        return f"compiled {self.uncompiled!r}"


def compiled(game: type) -> type[CompiledState]:
    """Compile a game's class with Numba.

    The machine code is cached for later runs. Needs the extra `compile`.

    Parameters
    ----------
    game
        A `NamedTuple` with the members of a `State`. Its fields are 64-bit integers, bools, or tuples, NumPy arrays and
        records of these; their defaults give the start of the game. Moves are integers from 0 up.

    Returns
    -------
    type[CompiledState]
        The class of the compiled states; it takes the same fields as `game`.

    Raises
    ------
    ZermeloError
        If the class cannot be compiled, or if compiled and Python games differ.
    MissingExtra
        If Numba is not installed.
    """
    if game not in _compiled_classes:
        start = _check(game)
        try:
            from zermelo.engine.compiling import compiler, native
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("numba", "numpy", "llvmlite"):
                raise
            raise MissingExtra(f"compiled() needs Numba: {install_command('compile')}") from None
        state_class = _compile(game, start, compiler, native)
        with readonly_arrays(game):
            _verify(state_class)
        _compiled_classes[game] = state_class
    return _compiled_classes[game]


def restore_compiled(version: int, module: str, name: str, identity: str, content: bytes) -> CompiledState:
    """Return a pickled state of a compiled game: import the class by its name and compile it, unless that is done already.

    Raises
    ------
    ZermeloError
        If there is no such class, if its code or the compiler is another, or if the state was pickled by another version.
    """
    check_version(name, version)
    found = import_object(f"{module}:{name}")
    game = found if isinstance(found, type) and issubclass(found, CompiledState) else compiled(found)
    check_rules(name, identity, game.fingerprint)
    state: CompiledState = read_content(game, content)
    return state


def _check(given: object) -> Any:
    """Return the start of the game; raise ZermeloError if the class does not have the form that can be compiled."""
    names = fields.field_names(given)
    if names is None:
        raise ZermeloError(
            f"compiled() takes a class that is a NamedTuple or a frozen dataclass of integers, not {given!r}"
            if not isinstance(given, type) or given.__module__ == "builtins"
            else str(
                Problem(
                    *class_place(given),
                    f"{given.__name__} is a plain class; make it a NamedTuple, whose fields are the state",
                )
            )
        )
    game: Any = given
    name = game.__name__
    for member, line in _NEEDED.items():
        if not hasattr(game, member) and member not in names:
            raise ZermeloError(f"{name} has no {member}; add: {line}")
    for member in ("moves", "play", "utility", "evaluate", "key", "chances"):
        if hasattr(game, member) and not isinstance(getattr(game, member), FunctionType):
            raise ZermeloError(f"{name}.{member} must be an ordinary method to be compiled")
    function = game.play
    if name in function.__code__.co_names and function.__globals__.get(name) is not game:
        raise ZermeloError(
            f"{name} is not the name of this class in its module: write Fast = zermelo.compiled({name}) below the class"
        )
    try:
        start = game()
    except TypeError:
        raise ZermeloError(f"{name}() must be the start of the game: give every field a default") from None
    check_information(start)
    most = getattr(game, "most_moves", MOST_MOVES)
    if not isinstance(most, int) or not 1 <= most <= _MOST_MOVES:
        raise ZermeloError(f"{name}.most_moves must be a whole number from 1 to {_MOST_MOVES}, not {most!r}")
    return start


def _field_problems(game: Any, start: Any) -> list[Problem]:
    found = [(name, fields.problem(getattr(start, name))) for name in fields.field_names(game) or ()]
    return [
        Problem(*class_place(game, name), f"the field {name!r} of {game.__name__} {sentence}")
        for name, sentence in found
        if sentence
    ]


def _compile(game: Any, start: Any, compiler: Any, native: Any) -> type[CompiledState]:
    most_moves = getattr(game, "most_moves", MOST_MOVES)
    wrong = _field_problems(game, start)
    functions = compiler.Compiler(game, start, most_moves)
    wrong += functions.problems
    if wrong:
        raise refusal(game, wrong)
    size = fields.size(start)
    if size > _LARGEST_STATE:
        raise ZermeloError(
            f"the fields of {game.__name__} take {size:,} bytes, but those of a compiled game may take at most {_LARGEST_STATE:,}: "
            "a number takes eight, an item of an array with dtype=np.int8 one"
        )
    sample = play_in_python(game)
    functions.players = sample.players
    if (sample.players or 1) > MOST_PLAYERS:
        raise ZermeloError(
            f"{game.__name__}.utility() pays {sample.players} players, but the engine takes at most {MOST_PLAYERS}"
        )
    identity = functions.fingerprint((most_moves, fields.kinds(start), pack(start), sample))
    file = cache.cache_file(game.__name__, identity)
    try:
        compiled_functions = None if file is None else _cached_functions(file, native)
        if compiled_functions is None:
            with _progress(game.__name__):
                compiled_functions = _new_functions(functions, file, native, sample.floats)
    except ZermeloError:
        raise
    except Exception as error:
        raise ZermeloError(explain_numba_error(game, error)) from None
    return _state_class(game, start, most_moves, compiled_functions, identity)


def _cached_functions(file: Path, native: Any) -> dict[str, Any] | None:
    """Return the functions that an earlier run has compiled; None if there are none or they are damaged."""
    text = cache.read(file)
    if text is not None:
        with suppress(Exception):
            return _functions(text, {}, native, file)
    with suppress(OSError):
        cache.remove(file)
    return None


def _new_functions(functions: Any, file: Path | None, native: Any, floats: bool) -> dict[str, Any]:
    """Compile the functions; values are in thousandths if any of them is a float."""
    seen: set[str] = set()
    for scale in (native.DECIMALS,) if floats else (1, native.DECIMALS):
        text = cache.with_checksum(functions.source(scale))
        names = functions.namespace(scale, seen)
        stored = file if file is not None and cache.write(file, text) else None
        made = _functions(text, names, native, stored)
        if scale > 1 or not seen:
            break
        if stored is not None:
            cache.remove(stored)
    return made


def _functions(text: str, names: dict[str, Any], native: Any, file: Path | None) -> dict[str, Any]:
    """Return the C functions by name, their scale and the number of players."""
    names = {"__name__": native.__name__, "jit": native.jit, **names}
    exec(compile(text, str(file or "<compiled game>"), "exec"), names)
    with cache.beside_source(native.numba):
        functions = {
            name: native.numba.cfunc(signature, cache=file is not None, **native.OPTIONS)(names[name])
            for name, signature in native.SIGNATURES.items()
            if name in names
        }
    return {"scale": names["SCALE"], "players": names["PLAYERS"], **functions}


def _state_class(
    game: Any, start: Any, most_moves: int, functions: dict[str, Any], identity: str
) -> type[CompiledState]:
    packed = pack(start)

    def write_start(state: int) -> int:
        ctypes.memmove(state, packed, len(packed))
        return 0

    begin = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p)(write_start)
    table = Table(
        version=Table.VERSION,
        size=ctypes.sizeof(Table),
        state_size=len(packed),
        most_moves=most_moves,
        scale=functions["scale"],
        players=functions["players"],
        name=game.__name__.encode(),
        start=ctypes.cast(begin, ctypes.c_void_p),
        **{name: functions[name].address for name in functions.keys() - {"scale", "players"}},
    )
    rules = ForeignRules(
        ctypes.addressof(table), (table, begin, functions), _explainer(game, most_moves, functions["scale"])
    )
    state_class: type[CompiledState] = make_foreign_class(
        CompiledState,
        game.__name__,
        rules,
        game=game,
        fingerprint=identity,
        **game_profile(game)._asdict(),
        __doc__=game.__doc__,
        __module__=game.__module__,
    )
    return state_class


@contextmanager
def _progress(name: str) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"Compiling {name}: some seconds, the first time only"):
        yield


# Errors


def _explainer(game: Any, most_moves: int, scale: int) -> Callable[..., NoReturn]:
    """Return a function that replays a failed call in Python, which raises the error with a normal traceback."""

    @readonly_arrays(game)
    def explain(function: str, status: int, promise: str | None, move: int, packed: bytes) -> NoReturn:
        state = unpack(game, packed)
        if function == "play":
            state = state.play(move)
            pack(state)
            function = "view"
        if promise is None:
            if function in ("view", "payoffs"):
                _check_size(state.utility(), scale, f"utility() of {state!r}", exact=True)
            elif function == "moves":
                _check_moves(game, state, most_moves)
            elif function == "chances":
                check_chances(state, most_moves)
            elif function == "evaluate":
                _check_size(state.evaluate(), scale, f"evaluate() of {state!r}")
            elif function == "key":
                state.key()
        elif function == "view":
            _check_player(state)
        member = "utility" if function in ("view", "payoffs") else function
        raise ZermeloError(
            f"{game.__name__}.{member}() fails at {state!r}: "
            + (
                promise
                or "the compiled code raises an error that Python does not; do all numbers fit 64 bits, and those of arrays their "
                "dtype?"
            )
        )

    return explain


def _check_moves(game: Any, state: Any, most_moves: int) -> None:
    moves = state.moves()
    if len(moves) > most_moves:
        raise ZermeloError(
            f"{state!r} has {len(moves)} moves, but compiled states have at most {most_moves}: set most_moves = ... in the "
            f"class {game.__name__}"
        )
    for move in moves:
        if not 0 <= move < 2**31:
            raise ZermeloError(
                f"{state!r} has the move {move}, but moves of a compiled game must be integers from 0 up"
            )


def _check_player(state: Any) -> None:
    name, player, utility = type(state).__name__, state.player, state.utility()
    if player == CHANCE and not hasattr(state, "chances"):
        line = "def chances(self): return [(move, probability), ...]"
        raise ZermeloError(f"chance moves at {state!r}, but {name} has no chances; add: {line}")
    if player < CHANCE or player > MIN:
        given = f", not {len(utility)} payoffs" if isinstance(utility, tuple) else ""
        raise ZermeloError(
            f"player {player} moves at {state!r}: with two players MAX is 0 and MIN is 1; with more, utility() must give one "
            f"payoff for each{given}"
        )


def _check_size(value: Any, scale: int, what: str, *, exact: bool = False) -> None:
    for number in value if isinstance(value, tuple) else () if value is None else (value,):
        if exact and abs(number * scale - round(number * scale)) > 1e-12 * abs(number * scale):
            raise ZermeloError(
                f"{what} is {value}, and compiled games count payoffs in whole thousandths: count in smaller units"
            )
        if not abs(number) * scale <= 134_000_000:
            raise ZermeloError(f"{what} is {value}, but the engine's values go up to {134_000_000 // scale:,}")


def _verify(state_class: type[CompiledState], games: int = 30, plies: int = 500, seconds: float = 0.25) -> None:
    """Play random games both ways; differences are overflows or places where Numba and Python disagree."""
    game, random = state_class.game, Random(1)
    deadline = perf_counter() + seconds
    for _ in range(games):
        packed = pack(game())
        state, fast = unpack(game, packed), state_class()
        for _ in range(plies):
            _compare(state, "player", fast.player, state.player)
            utility = state.utility()
            _compare_payoffs(state, "utility()", fast.utility(), utility)
            if utility is not None or perf_counter() > deadline:
                break
            moves = _compare_chances(state, fast) if state.player == CHANCE else list(state.moves())
            _compare(state, "moves()", fast.moves(), moves)
            if hasattr(state, "evaluate"):
                _compare_payoffs(state, "evaluate()", fast.evaluate(), state.evaluate())
            if fast.native.bytes != packed:
                raise ZermeloError(f"when compiled, a method changes the state {state!r} to {fast.uncompiled!r}")
            move = random.choice(moves)
            packed = pack(state.play(move))
            after = unpack(game, packed)
            fast = fast.play(move)
            if fast.native.bytes != packed:
                _differ(state, f"play({move})", fast.uncompiled, after)
            state = after
        if perf_counter() > deadline:
            break


def _compare_chances(state: Any, fast: Any) -> list[Any]:
    """Compare the probabilities of a chance state and return its moves."""
    actual, expected = ForeignState.chances(fast), list(map(tuple, state.chances()))
    near = [
        (move, fast_chance if abs(fast_chance - chance) > CHANCE_TOLERANCE else chance)
        for (move, fast_chance), (_, chance) in zip(actual, expected, strict=False)
    ]
    _compare(state, "chances()", near, expected)
    return [move for move, _ in expected]


def _compare_payoffs(state: Any, what: str, actual: Any, expected: Any) -> None:
    """Compare one number, or one for each player."""
    if isinstance(actual, tuple) and isinstance(expected, tuple) and len(actual) == len(expected):
        for one, other in zip(actual, expected, strict=True):
            _compare(state, what, one, other)
    else:
        _compare(state, what, actual, expected)


def _compare(state: Any, what: str, actual: Any, expected: Any) -> None:
    same = actual == expected
    if not same and isinstance(expected, float) and not isinstance(actual, list | tuple | None):
        same = abs(actual - expected) <= 0.001
    if not same:
        _differ(state, what, actual, expected)


def _differ(state: Any, what: str, actual: Any, expected: Any) -> NoReturn:
    raise ZermeloError(
        f"when compiled, {what} of {state!r} is {actual!r}, but Python gives {expected!r}: integers of a compiled game must fit 64 "
        "bits, including the sign"
    )
