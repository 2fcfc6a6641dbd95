"""The games that come with Zermelo, one module each, and the way to any other game by its name."""

from __future__ import annotations

import os
import sys
from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

from zermelo.audit.telling import describe
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
    if slug not in GAMES:
        raise ZermeloError(
            f"there is no game called {slug!r}: {', '.join(GAMES)} are, and your own as module:Class or library.so"
        )
    return find_named(GAMES[slug])


def load_game(name: str) -> State:
    """The start of a game, named as one of Zermelo's own, as module:Class, found in the current directory too, or as the
    shared library of a game from outside.

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


def find_named(name: str, what: str = f"a game: write module:Class, as in {GAMES['nim']}") -> Any:
    """Whatever module:name stands for, found in the current directory too; `what` it should be is said where it is not."""
    module_name, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")) or not attribute.isidentifier():
        raise ZermeloError(f"{name!r} does not name {what}{_meant(module_name, attribute)}")
    here = os.getcwd()
    sys.path.insert(0, here)
    invalidate_caches()
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name + ".").startswith(error.name + "."):
            hint = _meant(module_name, attribute)
            raise ZermeloError(f"there is no module called {error.name}, here or installed{hint}") from None
        raise ZermeloError(f"the module {module_name} could not be imported: {_words(error)}") from None
    except (Exception, SystemExit) as error:
        raise ZermeloError(f"the module {module_name} could not be imported: {_words(error)}") from None
    finally:
        # The module may have changed the path itself: take away what was put there, wherever it is now.
        if here in sys.path:
            sys.path.remove(here)
    try:
        return getattr(module, attribute)
    except AttributeError:
        raise ZermeloError(f"the module {module_name} has no {attribute}{_hidden(module, here)}") from None


def _words(error: BaseException) -> str:
    return str(error) if isinstance(error, ZermeloError) else describe(error)


def _meant(module_name: str, attribute: str) -> str:
    """What to write, where a file was named instead of a module."""
    parts = Path(module_name.removesuffix(".py")).parts
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
