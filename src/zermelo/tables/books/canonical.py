"""What a position and a move are called in a book, the same in every run and version, so that positions that play alike meet.

A position is a text: four fields of the FEN for chess and anti-chess (en passant only where a pawn can take so), the board
for other native games, else `notation()` or `key()`. Where Black is to move in chess, it is the text of the board with the
colours reversed, and its moves are mirrored likewise. The key of a position is the BLAKE2b hash of its text, in eight bytes.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from zermelo.games import GAMES
from zermelo.games.chess import Chess
from zermelo.games.faces import NativeState
from zermelo.state import MIN, State, ZermeloError

KEY = 8
"""Bytes of a key, and of a move."""
_OTHER_RANK = str.maketrans("12345678", "87654321")
_SLUGS = {place: slug for slug, place in GAMES.items()}


class Canonical(NamedTuple):
    """A position by its text, and whether its moves are those of the board with the colours reversed."""

    text: str
    mirrored: bool = False

    @property
    def key(self) -> bytes:
        return _hash(self.text)

    def move(self, move: Any) -> bytes:
        """A move of the position as it stands in a book: its text where that fits, else the hash of it."""
        text = mirror(str(move)) if self.mirrored else str(move)
        data = text.encode()
        return data.ljust(KEY, b"\0") if len(data) <= KEY else _hash(text)


def canonical(state: State) -> Canonical:
    """What a position is called in a book.

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
    if isinstance(state, NativeState):
        return Canonical(state.native.board)
    given: Any = state
    if hasattr(given, "notation"):
        return Canonical(str(given.notation()))
    known = given.key() if hasattr(given, "key") else given
    if not _is_plain(known):
        raise ZermeloError(
            f"the positions of {game_of(state)} cannot be told apart in a file: they need a notation(), or a key() made of "
            "numbers, texts and tuples"
        )
    return Canonical(repr(known))


def mirror(move: str) -> str:
    """A move of chess, or a square, with the colours reversed.

    >>> mirror("e7e8q"), mirror("a3")
    ('e2e1q', 'a6')
    """
    return move.translate(_OTHER_RANK)


def game_of(state: State) -> str:
    """The name of a state's game: one of Zermelo's, or module:Class.

    >>> game_of(Chess())
    'chess'
    """
    place = f"{type(state).__module__}:{type(state).__qualname__}"
    return _SLUGS.get(place, place)


def _hash(text: str) -> bytes:
    return blake2b(text.encode(), digest_size=KEY).digest()


def _is_plain(key: Any) -> bool:
    """Whether the key is written alike in every run: sets and addresses are not."""
    if isinstance(key, tuple):
        return all(map(_is_plain, key))
    return key is None or isinstance(key, int | float | str | bytes | Fraction)
