"""The games that come with Zermelo, one module each, and the way to any other game by its name."""

from __future__ import annotations

import os
import sys
from importlib import import_module, invalidate_caches
from typing import Any

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
    except TypeError as error:
        raise ZermeloError(f"{name} cannot be started without arguments: {_words(error)}") from None
    except (Exception, SystemExit) as error:
        raise ZermeloError(f"{name} could not be started: {_words(error)}") from None
    return start  # type: ignore[no-any-return]


def find_named(name: str, what: str = f"a game: write module:Class, as in {GAMES['nim']}") -> Any:
    """Whatever module:name stands for, found in the current directory too; `what` it should be is said where it is not."""
    module_name, _, attribute = name.partition(":")
    if not all(part.isidentifier() for part in module_name.split(".")) or not attribute.isidentifier():
        raise ZermeloError(f"{name!r} does not name {what}")
    here = os.getcwd()
    sys.path.insert(0, here)
    invalidate_caches()
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name + ".").startswith(error.name + "."):
            raise ZermeloError(f"there is no module called {error.name}, here or installed") from None
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
        raise ZermeloError(f"the module {module_name} has no {attribute}") from None


def _words(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())
