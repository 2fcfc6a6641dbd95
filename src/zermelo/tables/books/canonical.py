"""The canonical text and key of a position in a book, the same in every run and version.

The text is what `book_text()` of a native game returns, else `notation()` or `key()`. A game may store the positions of one
player with the colours reversed, and mirror their moves likewise. The key of a position is the BLAKE2b hash of its text, in
eight bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from zermelo.catalogue import GAMES
from zermelo.native.faces import NativeState
from zermelo.state import State, ZermeloError

KEY = 8
"""Bytes of a key, and of a move."""
_SLUGS = {place: slug for slug, place in GAMES.items()}


class Canonical(NamedTuple):
    """The text of a position, and how its moves are mirrored, where the text has the colours reversed."""

    text: str
    mirror: Callable[[str], str] | None = None

    @property
    def key(self) -> bytes:
        return _hash(self.text)

    def move(self, move: Any) -> bytes:
        """Return a move as stored in a book: its text if that fits into eight bytes, else a hash of it."""
        text = str(move) if self.mirror is None else self.mirror(str(move))
        data = text.encode()
        return data.ljust(KEY, b"\0") if len(data) <= KEY else _hash(text)


def canonical(state: State) -> Canonical:
    """Return the canonical form of a position. Raise ZermeloError for a state with no text that is the same in every run.

    >>> from zermelo.games.chess import Chess
    >>> canonical(Chess("1. e4 e5")).key == canonical(Chess("1. e3 e5 2. e4")).key
    True
    """
    if isinstance(state, NativeState):
        return Canonical(*state.book_text())
    python_state: Any = state
    if hasattr(python_state, "notation"):
        return Canonical(str(python_state.notation()))
    key = python_state.key() if hasattr(python_state, "key") else python_state
    if not _is_plain(key):
        raise ZermeloError(
            f"positions of {game_of(state)} cannot be stored in a book: give the class a notation(), or a key() made of "
            "numbers, strings and tuples"
        )
    return Canonical(repr(key))


def game_of(state: State) -> str:
    """Return the name of a state's game: a slug of `GAMES`, or module:Class.

    >>> from zermelo.games.chess import Chess
    >>> game_of(Chess())
    'chess'
    """
    place = f"{type(state).__module__}:{type(state).__qualname__}"
    return _SLUGS.get(place, place)


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=KEY).digest()


def _is_plain(key: Any) -> bool:
    """Return whether repr(key) is the same in every run, as it is not for sets and addresses."""
    if isinstance(key, tuple):
        return all(map(_is_plain, key))
    return key is None or isinstance(key, int | float | str | bytes | Fraction)
