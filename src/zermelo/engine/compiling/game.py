"""`compiled`: a game written in Python, run by the engine as machine code.

The game's class is compiled by Numba as it stands, and called by the core through the same table as a library written in C. The
class itself stays what it was, and every state of the compiled game can show it: so a failure is replayed in Python, with the
traceback that its author expects, and a few random games are played both ways before anybody relies on the result.
"""

from __future__ import annotations

import ctypes
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from time import perf_counter
from types import FunctionType
from typing import Any, ClassVar, NoReturn

from zermelo._core import ForeignRules
from zermelo.engine.compiling import fields, keeping
from zermelo.engine.compiling.fields import pack, unpack
from zermelo.engine.compiling.odds import check_chances
from zermelo.engine.compiling.rehearsing import arrays_kept, rehearse
from zermelo.engine.compiling.words import in_words
from zermelo.extras import MissingExtra, install_command
from zermelo.games.faces import ForeignState, NativeState, make_foreign_class
from zermelo.games.foreign import Table
from zermelo.state import CHANCE, MIN, ZermeloError

MOST_MOVES = 128
"""How many moves a state may have where its class does not say `most_moves = ...`."""
CLOSE = 1e-12
"""How near to the class's own the probabilities of compiled chances must be."""
_LARGEST_STATE, _MOST_MOVES = 1024, 1024
_NEEDED = {
    "player": "player: int = 0, or a property",
    "moves": "def moves(self): return [...]",
    "play": "def play(self, move): return the state after the move",
    "utility": "def utility(self): return None while the game goes on, its value at the end",
}
_made: dict[type, type[CompiledState]] = {}


class CompiledState(ForeignState):
    """A state of a compiled game: made with the fields of its class, and with all that the class has."""

    __slots__ = ()

    game: ClassVar[Any]

    def __init__(self, *fields: Any, **named: Any) -> None:
        self._native = self.rules.state(pack(self.game(*fields, **named)))

    @property
    def plain(self) -> Any:
        """The same state, uncompiled."""
        return unpack(self.game, self._native.bytes)

    def chances(self) -> Any:
        """Probabilities as the class itself gives them."""
        return self.plain.chances()

    def __getattr__(self, name: str) -> Any:
        # What Python asks for when it copies is not the plain state's, nor is what a state has before it is made.
        if name.startswith("__") or name in NativeState.__slots__:
            raise AttributeError(f"{type(self).__name__} has no {name}")
        return getattr(self.plain, name)

    def __str__(self) -> str:
        return str(self.plain)

    def __repr__(self) -> str:
        return f"compiled {self.plain!r}"


def compiled(game: type) -> type[CompiledState]:
    """The class of a game's compiled states, from the class of its plain ones: a `NamedTuple` whose fields are whole numbers
    that fit 64 bits, or tuples, NumPy arrays and records of such, with defaults that make the start of the game. Moves are whole
    numbers from 0 up.

    The same class gives the same answer at once; the machine code is kept for the next run. Needs the extra
    `compile`.
    """
    if game not in _made:
        start = _check(game)
        try:
            from zermelo.engine.compiling import twins
        except ImportError as error:
            if (error.name or "").partition(".")[0] not in ("numba", "numpy", "llvmlite"):
                raise
            raise MissingExtra(f"compiled() needs Numba: {install_command('compile')}") from None
        rehearse(game)
        face = _compile(game, start, twins)
        with arrays_kept(game):
            _verify(face)
        _made[game] = face
    return _made[game]


def _check(given: object) -> Any:
    """The start of the game, if its class has the shape that can be compiled."""
    if not (isinstance(given, type) and issubclass(given, tuple) and hasattr(given, "_fields")):
        raise ZermeloError(f"compiled() takes a class that is a NamedTuple of whole numbers, not {given!r}")
    game: Any = given
    name = game.__name__
    for member, line in _NEEDED.items():
        if not hasattr(game, member):
            raise ZermeloError(f"{name} has no {member}; add: {line}")
    for member in ("moves", "play", "utility", "evaluate", "key", "chances"):
        if hasattr(game, member) and not isinstance(getattr(game, member), FunctionType):
            raise ZermeloError(f"{name}.{member} must be a plain method to be compiled")
    for member in ("moves", "chances"):
        if inspect.isgeneratorfunction(getattr(game, member, None)):
            raise ZermeloError(f"{name}.{member}() must return a list or a tuple, and yields its {member} one by one")
    function = game.play
    if name in function.__code__.co_names and function.__globals__.get(name) is not game:
        raise ZermeloError(
            f"{name} is not the name of this class in its module: write Fast = zermelo.compiled({name}) below the class"
        )
    try:
        start = game()
    except TypeError:
        raise ZermeloError(f"{name}() must be the start of the game: give every field a default") from None
    fields.check(game, start)
    size = len(pack(start))
    if size > _LARGEST_STATE:
        raise ZermeloError(
            f"the fields of {name} take {size:,} bytes, and those of a compiled game at most {_LARGEST_STATE:,}: a number takes "
            "eight, an item of an array with dtype=np.int8 one"
        )
    most = getattr(game, "most_moves", MOST_MOVES)
    if not isinstance(most, int) or not 1 <= most <= _MOST_MOVES:
        raise ZermeloError(f"{name}.most_moves must be a whole number from 1 to {_MOST_MOVES}, not {most!r}")
    return start


def _compile(game: Any, start: Any, twins: Any) -> type[CompiledState]:
    from zermelo.engine.compiling.fingerprints import fingerprint

    most_moves = getattr(game, "most_moves", MOST_MOVES)
    held = fields.kinds(start), pack(start) if fields.has_arrays(start) else b""
    print_ = fingerprint(game, (most_moves, held))
    file = None if print_ is None else keeping.file_for(game.__name__, print_)
    try:
        made = twins.Twins(game, start, most_moves)
        functions = None if file is None else _kept(file, made, twins)
        if functions is None:
            with _progress(game.__name__):
                text = keeping.sealed(twins.source(made, twins.check_types(made)))
                there = file is not None and keeping.keep(file, text)
                functions = _functions(text, made, twins, file if there else None)
    except ZermeloError:
        raise
    except Exception as error:
        raise ZermeloError(in_words(game, error)) from None
    return _face(game, start, most_moves, functions)


def _kept(file: Path, made: Any, twins: Any) -> dict[str, Any] | None:
    """The functions that an earlier run has compiled; None where there are none, or what there is has been damaged."""
    text = keeping.kept(file)
    if text is not None:
        with suppress(Exception):
            return _functions(text, made, twins, file)
    with suppress(OSError):
        keeping.forget(file)
    return None


def _functions(text: str, made: Any, twins: Any, file: Path | None) -> dict[str, Any]:
    """The C functions by name, their scale and the number of players."""
    names: dict[str, Any] = {"__name__": twins.__name__, **made.namespace()}
    exec(compile(text, str(file or "<compiled game>"), "exec"), names)
    options = {**twins.OPTIONS, "cache": file is not None}
    with twins.code_beside_its_file():
        functions = {
            name: twins.numba.cfunc(signature, **options)(names[name])
            for name, signature in twins.SIGNATURES.items()
            if name in names
        }
    return {"scale": names["SCALE"], "players": names["PLAYERS"], **functions}


def _face(game: Any, start: Any, most_moves: int, functions: dict[str, Any]) -> type[CompiledState]:
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
    title = getattr(game, "title", None) or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", game.__name__)
    made: type[CompiledState] = make_foreign_class(
        CompiledState, game.__name__, rules, game=game, title=title, __doc__=game.__doc__, __module__=game.__module__
    )
    return made


@contextmanager
def _progress(name: str) -> Iterator[None]:
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(f"Compiling {name}: some seconds, the first time only"):
        yield


# What goes wrong


def _explainer(game: Any, most_moves: int, scale: int) -> Callable[..., NoReturn]:
    """Asks Python what compiled code has failed at: what is wrong there is raised with its own traceback."""

    @arrays_kept(game)
    def explain(function: str, status: int, promise: str | None, move: int, packed: bytes) -> NoReturn:
        state = unpack(game, packed)
        if function == "play":
            state = state.play(move)
            pack(state)
            function = "view"
        if promise is None:
            if function in ("view", "payoffs"):
                _check_size(state.utility(), scale, f"utility() of {state!r}")
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
                or "compiled it raises what it does not raise in Python; do all its numbers fit 64 bits, and those of arrays their "
                "dtype?"
            )
        )

    return explain


def _check_moves(game: Any, state: Any, most_moves: int) -> None:
    moves = state.moves()
    if len(moves) > most_moves:
        raise ZermeloError(
            f"{state!r} has {len(moves)} moves, and compiled states have at most {most_moves}: say most_moves = ... in the class "
            f"{game.__name__}"
        )
    for move in moves:
        if not 0 <= move < 2**31:
            raise ZermeloError(f"{state!r} has the move {move}, and those of a compiled game are numbers from 0 up")


def _check_player(state: Any) -> None:
    name, player, worth = type(state).__name__, state.player, state.utility()
    if player == CHANCE and not hasattr(state, "chances"):
        line = "def chances(self): return [(move, probability), ...]"
        raise ZermeloError(f"chance moves at {state!r}, and {name} has no chances; add: {line}")
    if player < CHANCE or player > MIN:
        paid = f", and {len(worth)} are paid" if isinstance(worth, tuple) else ""
        raise ZermeloError(
            f"player {player} moves at {state!r}: of two players MAX is 0 and MIN is 1, and where there are more, utility() gives "
            f"one payoff for each{paid}"
        )


def _check_size(value: Any, scale: int, what: str) -> None:
    for number in value if isinstance(value, tuple) else () if value is None else (value,):
        if not abs(number) * scale <= 134_000_000:
            raise ZermeloError(f"{what} is {value}, and the engine holds values up to {134_000_000 // scale:,}")


def _verify(face: type[CompiledState], games: int = 30, plies: int = 500, seconds: float = 0.25) -> None:
    """Plays random games both ways: what differs is an overflow, or a place where Numba and Python disagree."""
    game, random = face.game, Random(1)
    deadline = perf_counter() + seconds
    for _ in range(games):
        held = pack(game())
        plain, fast = unpack(game, held), face()
        for _ in range(plies):
            _compare(plain, "player", fast.player, plain.player)
            utility = plain.utility()
            _compare_worth(plain, "utility()", fast.utility(), utility)
            if utility is not None or perf_counter() > deadline:
                break
            moves = _compare_chances(plain, fast) if plain.player == CHANCE else list(plain.moves())
            _compare(plain, "moves()", fast.moves(), moves)
            if hasattr(plain, "evaluate"):
                _compare_worth(plain, "evaluate()", fast.evaluate(), plain.evaluate())
            if fast.native.bytes != held:
                raise ZermeloError(f"compiled, one of the methods that only look at {plain!r} makes it {fast.plain!r}")
            move = random.choice(moves)
            held = pack(plain.play(move))
            after = unpack(game, held)
            fast = fast.play(move)
            if fast.native.bytes != held:
                _differ(plain, f"play({move})", fast.plain, after)
            plain = after
        if perf_counter() > deadline:
            break


def _compare_chances(plain: Any, fast: Any) -> list[Any]:
    """What may happen where chance moves, if its probabilities are the same both ways."""
    found, expected = ForeignState.chances(fast), list(map(tuple, plain.chances()))
    near = [
        (move, fast_chance if abs(fast_chance - chance) > CLOSE else chance)
        for (move, fast_chance), (_, chance) in zip(found, expected, strict=False)
    ]
    _compare(plain, "chances()", near, expected)
    return [move for move, _ in expected]


def _compare_worth(state: Any, what: str, found: Any, expected: Any) -> None:
    """One number, or one for each player."""
    if isinstance(found, tuple) and isinstance(expected, tuple) and len(found) == len(expected):
        for one, other in zip(found, expected, strict=True):
            _compare(state, what, one, other)
    else:
        _compare(state, what, found, expected)


def _compare(state: Any, what: str, found: Any, expected: Any) -> None:
    same = found == expected
    if not same and isinstance(expected, float) and not isinstance(found, list | tuple | None):
        same = abs(found - expected) <= 0.001
    if not same:
        _differ(state, what, found, expected)


def _differ(state: Any, what: str, found: Any, expected: Any) -> NoReturn:
    raise ZermeloError(
        f"compiled, {what} of {state!r} is {found!r}, but Python says {expected!r}: whole numbers of a compiled game are those "
        "that fit 64 bits, the sign included"
    )
