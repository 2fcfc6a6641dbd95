"""Games from outside: a shared library that exports the table of `zermelo/foreign.h`, written in C, Rust, Zig or whatever else
can make C functions. `load_library` gives the start of such a game, a `State` like any other.

A library runs inside this process and could bring it down, so it is first tried in another one: a few random games, in which
every promise of the table that can be seen is looked at.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NoReturn

from zermelo._core import ForeignRules
from zermelo.games.faces import ForeignState, make_foreign_class, readable
from zermelo.state import ZermeloError

TRIAL_SECONDS = 20.0
_TRIAL_GAMES, _TRIAL_PLIES = 30, 1000
_READ_GAMES, _READ_PLIES = 3, 200
_TRIED = b"tried: "
_loaded: dict[tuple[Path, int], type[ForeignState]] = {}
"""The games of libraries by file and time, so that each is tried but once."""


class Table(ctypes.Structure):
    """The struct `zermelo_game` of `zermelo/foreign.h`, for tables that are made in Python."""

    VERSION: ClassVar[int] = 3
    _fields_: ClassVar[Any] = [
        *((name, ctypes.c_uint32) for name in ("version", "size", "state_size", "most_moves", "scale", "players")),
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("start", "view", "moves", "play", "evaluate", "key", "rank")),
        *((name, ctypes.c_void_p) for name in ("write_state", "write_move", "chances", "payoffs")),
    ]


def foreign_include() -> str:
    """The folder to give a C compiler with -I, so that it finds `zermelo/foreign.h`."""
    return str(Path(str(sys.modules["zermelo._core"].__file__)).parent / "include")


def load_library(path: str | os.PathLike[str]) -> ForeignState:
    """The start of the game in a shared library, which is tried first; what is wrong with it is said in one sentence."""
    shown = readable(os.fspath(path))
    try:
        file = Path(path).resolve()
        stamp = (file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        raise ZermeloError(f"there is no file called {shown}") from None
    if not file.is_file():
        raise ZermeloError(f"{shown} is no file")
    if stamp not in _loaded:
        _try_elsewhere(file, shown)
        _loaded[stamp] = _load(file, shown)
    return _loaded[stamp]()


def _load(file: Path, shown: str) -> type[ForeignState]:
    try:
        library = ctypes.CDLL(os.fspath(file))
    except OSError as error:
        reason = readable(str(error)).replace(os.fspath(file), shown)
        raise ZermeloError(f"{shown} cannot be loaded: {reason.removeprefix(f'{shown}: ')}") from None
    try:
        find = library.zermelo_find_game
    except AttributeError:
        raise ZermeloError(
            f"{shown} is no game: it does not export zermelo_find_game, which zermelo/foreign.h asks for"
        ) from None
    find.restype, find.argtypes = ctypes.c_void_p, ()

    def explain(function: str, status: int, promise: str | None, move: int, state: bytes) -> NoReturn:
        what = f"{function}({move})" if move >= 0 else function
        said = f"broke its promise: {promise}" if promise else f"gave the status {status}"
        raise ZermeloError(f"{shown}: {what} {said}, in the state {state.hex()}")

    address = find() or 0
    try:
        rules = ForeignRules(address, library, explain)
    except ValueError as error:
        raise ZermeloError(f"{shown}: {error}") from None
    name = str(rules.name or file.stem)
    if not name.isprintable():
        raise ZermeloError(f"{shown}: the name of the game must be one line of plain text, not {name!r}")
    made: type[ForeignState] = make_foreign_class(ForeignState, "ForeignGame", rules, title=name)
    return made


def answer_trial(path: str) -> None:
    """Says on standard output, after `_TRIED`, what a trial finds; what the library itself prints is lost."""
    with os.fdopen(os.dup(1), "wb") as channel:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        channel.write(_TRIED + trial(path).encode("utf-8", "replace"))


def trial(path: str) -> str:
    """What is wrong with a library, in one sentence; empty if nothing was found. It may crash."""
    try:
        game = _load(Path(path), path)
    except ZermeloError:
        return ""  # told better where it is really loaded
    problem: str = game.rules.trial(_TRIAL_GAMES, _TRIAL_PLIES, 1)
    return problem or _read_aloud(game)


def _read_aloud(game: type[ForeignState]) -> str:
    """What is wrong with the texts of a game, as far as some random games show them."""
    random = Random(1)
    for _ in range(_READ_GAMES):
        state: Any = game()
        for _ in range(_READ_PLIES):
            if not all(line.isprintable() for line in str(state).expandtabs().splitlines()):
                return f"write_state must give plain text, not {str(state)!r}"
            if state.utility() is not None:
                break
            moves = list(map(str, state.moves()))
            for word in moves:
                if word.split() != [word] or not word.isprintable():
                    return f"write_move must give one word of plain text, not {word!r}"
            if len(set(moves)) < len(moves):
                word, _ = Counter(moves).most_common(1)[0]
                return f"write_move gives {word!r} for two moves of one state"
            state = state.play(random.choice(state.moves()))
    return ""


def _try_elsewhere(file: Path, shown: str) -> None:
    if not sys.executable:
        return  # Python is part of another program, which cannot be started again
    program = "import sys; from zermelo.games.foreign import answer_trial; answer_trial(sys.argv[1])"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-P", "-c", program, os.fspath(file)]
    try:
        tried = subprocess.run(
            command, capture_output=True, env=environment, timeout=TRIAL_SECONDS, stdin=subprocess.DEVNULL, check=False
        )
    except subprocess.TimeoutExpired:
        raise ZermeloError(
            f"{shown} was not done with {_TRIAL_GAMES} random games after {TRIAL_SECONDS:g} seconds: one of its functions does "
            "not come back"
        ) from None
    if tried.returncode < 0:
        raise ZermeloError(f"{shown} crashed (signal {-tried.returncode}) when it was tried with random games")
    if tried.returncode or not tried.stdout.startswith(_TRIED):
        raise ZermeloError(
            f"{shown} ended the process (exit code {tried.returncode}) when it was tried with random games"
        )
    if problem := tried.stdout.removeprefix(_TRIED):
        raise ZermeloError(f"{shown}: {problem.decode('utf-8', 'replace')}")
