"""Load games from shared libraries that export the table of `zermelo/foreign.h`, written in C, Rust, Zig or any language
with C functions.

A library runs inside this process and could crash it, so it is first tested in another process: a few random games, in
which the promises of the table are checked.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NoReturn

from zermelo._core import ForeignRules
from zermelo.cluster.child import Child, python
from zermelo.native.faces import ForeignState, make_foreign_class, readable
from zermelo.native.pickles import check_rules, check_version, content_hash, read_content
from zermelo.state import ZermeloError

TRIAL_SECONDS = 20.0
_TRIAL_GAMES, _TRIAL_PLIES = 30, 1000
_TEXT_GAMES, _TEXT_PLIES = 3, 200
_TRIED = b"tried: "
_loaded: dict[tuple[Path, int], type[ForeignState]] = {}
"""The games by file and modification time, so that each is tested only once."""


class Table(ctypes.Structure):
    """The struct `zermelo_game` of `zermelo/foreign.h`, to build tables in Python."""

    VERSION: ClassVar[int] = 3
    _fields_: ClassVar[Any] = [
        *((name, ctypes.c_uint32) for name in ("version", "size", "state_size", "most_moves", "scale", "players")),
        ("name", ctypes.c_char_p),
        *((name, ctypes.c_void_p) for name in ("start", "view", "moves", "play", "evaluate", "key", "rank")),
        *((name, ctypes.c_void_p) for name in ("write_state", "write_move", "chances", "payoffs")),
    ]


def foreign_include() -> str:
    """Return the folder of `zermelo/foreign.h`, for the compiler option -I.

    >>> Path(foreign_include(), "zermelo", "foreign.h").is_file()
    True
    """
    return str(Path(str(sys.modules["zermelo._core"].__file__)).parent / "include")


def load_library(path: str | os.PathLike[str]) -> ForeignState:
    """Test the game in a shared library and return its first state.

    Parameters
    ----------
    path
        The shared library; `zermelo/foreign.h` describes what it must export.

    Raises
    ------
    ZermeloError
        If the file cannot be loaded, crashes, does not return, or breaks a promise of the table.
    """
    shown = readable(os.fspath(path))
    try:
        file = Path(path).resolve()
        stamp = (file, file.stat().st_mtime_ns)
    except (OSError, ValueError):
        raise ZermeloError(f"there is no file called {shown}") from None
    if not os.path.isfile(file):
        raise ZermeloError(f"{shown} is not a file")
    if stamp not in _loaded:
        _try_in_subprocess(file, shown)
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
        raise ZermeloError(f"{shown} is not a game: it must export zermelo_find_game, see zermelo/foreign.h") from None
    find.restype, find.argtypes = ctypes.c_void_p, ()

    def explain(function: str, status: int, promise: str | None, move: int, state: bytes) -> NoReturn:
        call = f"{function}({move})" if move >= 0 else function
        problem = f"broke its promise: {promise}" if promise else f"gave the status {status}"
        raise ZermeloError(f"{shown}: {call} {problem}, in the state {state.hex()}")

    address = find() or 0
    try:
        rules = ForeignRules(address, library, explain)
    except ValueError as error:
        raise ZermeloError(f"{shown}: {error}") from None
    name = str(rules.name or file.stem)
    if not name.isprintable():
        raise ZermeloError(f"{shown}: the name of the game must be one line of printable text, not {name!r}")
    identity = (os.fspath(file), content_hash(file.read_bytes()))
    game: type[ForeignState] = make_foreign_class(ForeignState, "ForeignGame", rules, title=name, library=identity)
    return game


def restore_foreign(version: int, path: str, library_hash: str, content: bytes) -> ForeignState:
    """Return a pickled state of a game in a shared library, which must be at the same path and hold the same.

    Raises
    ------
    ZermeloError
        If there is no such library, if it has changed, or if the state was pickled by another version.
    """
    check_version(path, version)
    game = type(load_library(path))
    check_rules(path, library_hash, game.library[1])
    state: ForeignState = read_content(game, content)
    return state


def print_trial(path: str) -> None:
    """Print `_TRIED` and the result of a trial; discard what the library prints."""
    with os.fdopen(os.dup(1), "wb") as channel:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        channel.write(_TRIED + trial(path).encode("utf-8", "replace"))


def trial(path: str) -> str:
    """Return what is wrong with a library, in one sentence, or an empty text. The library may crash."""
    try:
        game = _load(Path(path), path)
    except ZermeloError:
        return ""  # loading it in the first process raises the same error
    problem: str = game.rules.trial(_TRIAL_GAMES, _TRIAL_PLIES, 1)
    return problem or _check_texts(game)


def _check_texts(game: type[ForeignState]) -> str:
    """Return what is wrong with the texts of states and moves in a few random games, or an empty text."""
    random = Random(1)
    for _ in range(_TEXT_GAMES):
        state: Any = game()
        for _ in range(_TEXT_PLIES):
            if not all(line.isprintable() for line in str(state).expandtabs().splitlines()):
                return f"write_state must give printable text, not {str(state)!r}"
            if state.utility() is not None:
                break
            moves = list(map(str, state.moves()))
            for word in moves:
                if word.split() != [word] or not word.isprintable():
                    return f"write_move must give one printable word, not {word!r}"
            if len(set(moves)) < len(moves):
                word, _ = Counter(moves).most_common(1)[0]
                return f"write_move gives {word!r} for two moves of one state"
            state = state.play(random.choice(state.moves()))
    return ""


def _try_in_subprocess(file: Path, shown: str) -> None:
    if not sys.executable:
        return  # Python is embedded in a program that cannot be started again
    program = "import sys; from zermelo.native.foreign import print_trial; print_trial(sys.argv[1])"
    try:
        with Child(*python("-c", program, os.fspath(file))) as process:
            code, output = process.communicate(b"", TRIAL_SECONDS)
    except TimeoutError:
        raise ZermeloError(
            f"{shown} did not finish {_TRIAL_GAMES} random games within {TRIAL_SECONDS:g} seconds: one of its functions "
            "may not return"
        ) from None
    if code < 0:
        raise ZermeloError(f"{shown} crashed (signal {-code}) in a trial of random games")
    if code or not output.startswith(_TRIED):
        raise ZermeloError(f"{shown} ended the process (exit code {code}) in a trial of random games")
    if problem := output.removeprefix(_TRIED):
        raise ZermeloError(f"{shown}: {problem.decode('utf-8', 'replace')}")
