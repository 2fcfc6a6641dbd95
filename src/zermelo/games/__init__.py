"""The games that come with Zermelo, one module each, and the way to any other game by its name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module, invalidate_caches
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.audit.telling import describe
from zermelo.registry import unknown_name
from zermelo.state import State, ZermeloError

GAMES: dict[str, str] = {
    "tic_tac_toe": "zermelo.games.tic_tac_toe:TicTacToe",
    "connect_four": "zermelo.games.connect_four:ConnectFour",
    "othello": "zermelo.games.othello:Othello",
    "chess": "zermelo.games.chess:Chess",
    "antichess": "zermelo.games.antichess:AntiChess",
    "pacman": "zermelo.games.pacman:Pacman",
    "nim": "zermelo.games.nim:Nim",
    "pig": "zermelo.games.pig:Pig",
    "coins": "zermelo.games.coins:Coins",
}
"""Every game with the place of its class; nothing is imported before it is asked for."""
LIBRARIES = (".so", ".dylib", ".dll")
"""How the names of shared libraries end."""


def load(slug: str) -> Any:
    """The class of a game that comes with Zermelo.

    >>> print(*load("nim")((2,)).moves(), sep=", ")
    1 from heap 1, 2 from heap 1
    """
    if slug.endswith(".py"):
        raise ZermeloError(f"{slug} is a file: say which class in it is the game, as in {slug}:Class")
    if slug not in GAMES:
        raise unknown_name("game", slug, GAMES, ", or your own as module:Class, file.py:Class or library.so")
    return find_named(GAMES[slug])


def load_game(name: str) -> State:
    """The start of a game, named as one of Zermelo's own, as module:Class, found in the current directory too, as file.py:Class,
    or as the shared library of a game from outside.

    >>> load_game("tic_tac_toe") == load_game("zermelo.games.tic_tac_toe:TicTacToe")
    True
    """
    if name.endswith(LIBRARIES):
        from zermelo.games.foreign import load_library

        return load_library(name)
    found = find_named(name) if ":" in name else load(name)
    if isinstance(found, State) and not isinstance(found, type):
        return found
    if not callable(found):
        raise ZermeloError(f"{name} is neither a class nor a state of a game")
    try:
        start = found()
    except (Exception, SystemExit) as error:
        alone = isinstance(error, TypeError) and "argument" in str(error)
        how = "cannot be started without arguments" if alone else "could not be started"
        raise ZermeloError(f"{name} {how}: {_words(error)}") from None
    return start  # type: ignore[no-any-return]


def find_named(name: str, what: str = f"a game: write module:Class, as in {GAMES['nim']}, or file.py:Class") -> Any:
    """Whatever module:name or file.py:name stands for, found in the current directory too; `what` it should be is said where it
    is not."""
    module_name, _, attribute = name.rpartition(":")
    in_file = module_name.endswith(".py")
    if not (in_file or all(map(str.isidentifier, module_name.split(".")))) or not attribute.isidentifier():
        raise ZermeloError(f"{name!r} does not name {what}{_meant(module_name, attribute)}")
    if in_file and not Path(module_name).is_file():
        raise ZermeloError(f"there is no file called {module_name}")
    kind = "file" if in_file else "module"
    try:
        with _found_in(os.getcwd()):
            module = _import_file(Path(module_name).resolve()) if in_file else import_module(module_name)
    except ModuleNotFoundError as error:
        if not in_file and error.name is not None and (module_name + ".").startswith(error.name + "."):
            hint = _meant(module_name, attribute)
            raise ZermeloError(f"there is no module called {error.name}, here or installed{hint}") from None
        raise ZermeloError(f"the {kind} {module_name} could not be imported: {_words(error)}") from None
    except (Exception, SystemExit) as error:
        raise ZermeloError(f"the {kind} {module_name} could not be imported: {_words(error)}") from None
    try:
        return getattr(module, attribute)
    except AttributeError:
        hidden = "" if in_file else _hidden(module, os.getcwd())
        raise ZermeloError(f"the {kind} {module_name} has no {attribute}{hidden}") from None


@contextmanager
def _found_in(folder: str) -> Iterator[None]:
    """Modules are looked for in this folder first."""
    sys.path.insert(0, folder)
    invalidate_caches()
    try:
        yield
    finally:
        # A module may have changed the path itself: take away what was put there, wherever it is now.
        if folder in sys.path:
            sys.path.remove(folder)


def _import_file(path: Path) -> Any:
    """The module that a file is, within its package if it has one; under a name of its own where Python has another module of
    that name, or could not have one."""
    folder, names = path.parent, [path.stem]
    while (folder / "__init__.py").is_file():
        folder, names = folder.parent, [folder.name, *names]
    with _found_in(str(folder)):
        if all(map(str.isidentifier, names)):
            module = import_module(".".join(names))
            if getattr(module, "__file__", None) == str(path):
                return module
        own = str(path)
        if own not in sys.modules:
            module = sys.modules[own] = ModuleType(own)
            module.__file__ = own
            try:
                SourceFileLoader(own, own).exec_module(module)
            except BaseException:
                del sys.modules[own]
                raise
        return sys.modules[own]


def _words(error: BaseException) -> str:
    return str(error) if isinstance(error, ZermeloError) else describe(error)


def _meant(module_name: str, attribute: str) -> str:
    """What to write, where folders were named instead of packages."""
    parts = Path(module_name).parts
    meant = f"{'.'.join(parts)}:{attribute}"
    if meant.startswith(module_name + ":") or not all(each.isidentifier() for each in (*parts, attribute)):
        return ""
    return f" (did you mean {meant}?)"


def _hidden(module: Any, here: str) -> str:
    """Why a file of this folder was not the one that was found."""
    name, found = f"{module.__name__}.py", getattr(module, "__file__", None)
    if "." in module.__name__ or not Path(here, name).is_file() or found == str(Path(here, name)):
        return ""
    return f": Python has one of its own, which hides your {name}; give the file another name"
