"""The canonical text and key of a position in a book, the same in every run and version.

The text is four fields of the FEN for chess and anti-chess (en passant only if a pawn can capture so), the FEN without the
clock for checkers, the board for other native games, else `notation()` or `key()`. A chess position with Black to move is
stored with the colours reversed, and its moves are mirrored likewise. The key of a position is the BLAKE2b hash of its text, in
eight bytes.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from zermelo.games import GAMES
from zermelo.games.checkers import Checkers
from zermelo.games.chess import Chess
from zermelo.games.faces import NativeState
from zermelo.state import MIN, State, ZermeloError

KEY = 8
"""Bytes of a key, and of a move."""
_OTHER_RANK = str.maketrans("12345678", "87654321")
_SLUGS = {place: slug for slug, place in GAMES.items()}


class Canonical(NamedTuple):
    """The text of a position, and whether its colours are reversed."""

    text: str
    mirrored: bool = False

    @property
    def key(self) -> bytes:
        return _hash(self.text)

    def move(self, move: Any) -> bytes:
        """Return a move as stored in a book: its text if that fits into eight bytes, else a hash of it."""
        text = mirror(str(move)) if self.mirrored else str(move)
        data = text.encode()
        return data.ljust(KEY, b"\0") if len(data) <= KEY else _hash(text)


def canonical(state: State) -> Canonical:
    """Return the canonical form of a position. Raise ZermeloError for a state with no text that is the same in every run.

    >>> canonical(Chess("1. e4 e5")).key == canonical(Chess("1. e3 e5 2. e4")).key
    True
    """
    if isinstance(state, Chess):
        board, side, castling, passed, *_ = state.fen.split()
        if state.player == MIN:
            board = "/".join(reversed(board.swapcase().split("/")))
            castling = "".join(sorted(castling.swapcase(), key=str.islower))
            return Canonical(f"{board} w {castling} {mirror(passed)}", True)
        return Canonical(f"{board} {side} {castling} {passed}")
    if isinstance(state, Checkers):
        return Canonical(":".join(state.fen.split(":")[:3]))
    if isinstance(state, NativeState):
        return Canonical(state.native.board)
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


def mirror(move: str) -> str:
    """Return a chess move, or a square, with the colours reversed.

    >>> mirror("e7e8q"), mirror("a3")
    ('e2e1q', 'a6')
    """
    return move.translate(_OTHER_RANK)


def game_of(state: State) -> str:
    """Return the name of a state's game: a slug of `GAMES`, or module:Class.

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
