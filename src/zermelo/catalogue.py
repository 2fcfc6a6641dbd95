"""The list of the games that come with Zermelo, and `load_game`, which starts any game by name.

A new game is its module and one line in `GAMES`. Its class declares what people need to know about it, see
`zermelo.kinds.profile`, and what else the game brings, see `zermelo.kinds.plugins`. Rooms that are about games in general know
them by these names only.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

from zermelo.imports import import_object, start_state
from zermelo.kinds.plugins import plugin
from zermelo.registry import unknown_name
from zermelo.state import State

GAMES: dict[str, str] = {
    "tic_tac_toe": "zermelo.games.tic_tac_toe:TicTacToe",
    "connect_four": "zermelo.games.connect_four:ConnectFour",
    "othello": "zermelo.games.othello:Othello",
    "chess": "zermelo.games.chess:Chess",
    "antichess": "zermelo.games.antichess:AntiChess",
    "checkers": "zermelo.games.checkers:Checkers",
    "go": "zermelo.games.go:Go",
    "breakthrough": "zermelo.games.breakthrough:Breakthrough",
    "hex": "zermelo.games.hex:Hex",
    "pacman": "zermelo.games.pacman:Pacman",
    "nim": "zermelo.games.nim:Nim",
    "pig": "zermelo.games.pig:Pig",
    "coins": "zermelo.games.coins:Coins",
    "goofspiel": "zermelo.games.goofspiel:Goofspiel",
}
"""Slug -> "module:Class"; a module is imported when its game is first loaded."""
SIMULTANEOUS_GAMES = ("goofspiel",)
"""The games of `GAMES` in which players move at the same time."""
TURN_GAMES: dict[str, str] = {slug: place for slug, place in GAMES.items() if slug not in SIMULTANEOUS_GAMES}
"""The others, which the lab offers."""
SMALL_BOARDS: dict[str, str] = {
    "checkers6": "zermelo.games.checkers:Checkers6",
    "checkers4": "zermelo.games.checkers:Checkers4",
    "breakthrough6": "zermelo.games.breakthrough:Breakthrough6",
    "breakthrough5": "zermelo.games.breakthrough:Breakthrough5",
    "othello6": "zermelo.games.othello:Othello6",
    "othello4": "zermelo.games.othello:Othello4",
}
"""Games of `GAMES` on smaller boards: they have names, but are in no list of games."""

LOADERS: dict[str, str] = {
    ".py": "zermelo.imports:load_python_file",
    ".so": "zermelo.native.foreign:load_library",
    ".dylib": "zermelo.native.foreign:load_library",
    ".dll": "zermelo.native.foreign:load_library",
    ".kif": "zermelo.games.gdl.game:load_sheet",
}
"""File suffix -> "module:function"; the function takes the name, such as "kalah.py:Kalah", and returns the first state."""

MORE_GAMES = ("zermelo.games.gdl.sheets:sheet_files",)
"""Functions that list the names of further games."""
GGP_PLAYER = "zermelo.games.gdl.ggp.player:GgpPlayer"
"""What plays games of rule sheets by asking a program."""
FILES: dict[str, tuple[str, str]] = {
    ".fen": ("fen", "chess"),
    ".epd": ("epd", "chess"),
    ".pgn": ("pgn", "chess"),
    ".pdn": ("pdn", "checkers"),
    ".sgf": ("sgf", "go"),
    ".obf": ("obf", "othello"),
}
"""How the name of a file of positions or games ends, its format, and the game unless another one is asked for."""
BOOKS = {".bin": "zermelo.games.chess.polyglot:Polyglot"}
"""How the names of opening books in other formats end, and what reads them."""


def game_class(slug: str) -> Any:
    """Return the class of one of the games in `GAMES` or `SMALL_BOARDS`.

    >>> print(*game_class("nim")((2,)).moves(), sep=", ")
    1 from heap 1, 2 from heap 1
    """
    path = GAMES.get(slug) or SMALL_BOARDS.get(slug)
    if path is None:
        raise unknown_name("game", slug, GAMES, ", or your own as module:Class, file.py:Class or library.so")
    return import_object(path)


def more_games() -> list[str]:
    """Return the names of the games that are files which come with Zermelo.

    >>> more_games()[-1]
    'tic_tac_toe_three.kif'
    """
    return [name for place in MORE_GAMES for name in import_object(place)()]


def games_with(name: str) -> list[str]:
    """Return the games that bring something under a name, see `zermelo.kinds.plugins`.

    >>> games_with("ballots")
    ['checkers']
    """
    return [slug for slug in (*GAMES, *SMALL_BOARDS) if plugin(game_class(slug), name) is not None]


def played_by(protocol: str) -> str:
    """Return the titles of the games that programs of a protocol play.

    >>> played_by("uci")
    'Chess and Anti-chess'
    """
    classes = map(game_class, GAMES)
    return " and ".join(game.title for game in classes if protocol in getattr(game, "programs", ()))


def load_game(name: str) -> State:
    """Return the first state of a game.

    Parameters
    ----------
    name
        A slug from `GAMES` or `SMALL_BOARDS`; `module:Class` or `file.py:Class`, also found in the current directory; or the
        path of a shared library that exports the table of `zermelo/foreign.h`. In place of a class there may be a function
        without arguments or a state.

    Raises
    ------
    ZermeloError
        If there is no such game, or if it cannot be imported or started.

    >>> load_game("tic_tac_toe") == load_game("zermelo.games.tic_tac_toe:TicTacToe")
    True
    """
    if loader := _loader(name):
        state: State = import_object(loader)(name)
        return state
    return start_state(import_object(name) if ":" in name else game_class(name), name)


def names_game(source: str) -> bool:
    """Return whether a text is meant as the name of a game: a slug, module:Class, or a file with one of the `LOADERS`.

    >>> names_game("nim"), names_game("my_games.kalah:Kalah"), names_game("kalah.py:Kalah"), names_game("[[1, 2], [3, 4]]")
    (True, True, True, False)
    """
    return source in GAMES or source in SMALL_BOARDS or _loader(source) is not None or names_class(source)


def names_class(source: str) -> bool:
    """Return whether a text is meant as module:Class or file.py:Class; slashes instead of dots are a likely mistake.

    >>> names_class("my_games.kalah:Kalah"), names_class("my_games/kalah:Kalah"), names_class("nim")
    (True, True, False)
    """
    module, colon, name = source.rpartition(":")
    dotted = all(part.isidentifier() for part in module.removeprefix("./").replace("/", ".").split("."))
    return bool(colon) and name.isidentifier() and (dotted or module.endswith(".py"))


def _loader(name: str) -> str | None:
    path, _, attribute = name.rpartition(":")
    return LOADERS.get(PurePath(path or attribute).suffix)
