"""Pickled states of native games: their notation with a version and a hash of the rules, so that nothing else is read.

Workers of a cluster may run another Zermelo than the driver, and a state means something only under its own rules. A pickle can
run any code when it is loaded: never load one from somebody else.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Any

from zermelo.state import ZermeloError

PICKLE_VERSION = 1
"""Rises when pickled states are written in another way."""
_PLIES = 60


@cache
def rules_hash(game: Any) -> str:
    """Return a hash of how a game is played and written: positions, moves and results of one game from its start.

    >>> from zermelo.games.othello import Othello4, Othello6
    >>> len(rules_hash(Othello4)), rules_hash(Othello4) == rules_hash(Othello6)
    (16, False)
    """
    digest = blake2b(digest_size=8)
    state = game()
    for ply in range(_PLIES):
        moves, utility = state.moves(), state.utility()
        digest.update(f"{state.native.board} {moves} {utility}\n".encode())
        if utility is not None or not moves:
            break
        state = state.play(moves[7 * ply % len(moves)])
    return digest.hexdigest()


def content_hash(content: bytes) -> str:
    """Return a hash of the file that a game comes from."""
    return blake2b(content, digest_size=16).hexdigest()


def restore_state(game: Any, version: int, rules: str, content: Any) -> Any:
    """Return a pickled state of one of the games in C++; the opposite of `NativeState.__reduce__`.

    Raises
    ------
    ZermeloError
        If it was pickled by another version or under other rules, or if it is no position of the game.
    """
    check_version(game.title, version)
    check_rules(game.title, rules, rules_hash(game))
    return read_content(game, content)


def check_version(title: str, version: int) -> None:
    """Raise ZermeloError for a state of another version of the format."""
    if version != PICKLE_VERSION:
        raise ZermeloError(
            f"the state of {title} was pickled in version {version!r:.40} of the format, and this Zermelo reads version "
            f"{PICKLE_VERSION}"
        )


def check_rules(title: str, pickled: str, known: str) -> None:
    """Raise ZermeloError for a state of other rules."""
    if pickled != known:
        raise ZermeloError(
            f"the state of {title} was pickled under other rules: their hash is {pickled!r:.60}, and here it is {known!r}"
        )


def read_content(game: Any, content: Any) -> Any:
    """Return the state of a game that its class reads from what it pickled; raise ZermeloError if that is not one."""
    try:
        return game.from_pickled(content)
    except ZermeloError as error:
        raise ZermeloError(f"the pickled state of {game.title} cannot be read: {error}") from None
    except (TypeError, ValueError, LookupError, ArithmeticError, AttributeError):
        raise ZermeloError(
            f"the pickled state of {game.title} cannot be read: {content!r:.60} is no position"
        ) from None
