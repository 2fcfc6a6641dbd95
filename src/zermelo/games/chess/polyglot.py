"""Read opening books in PolyGlot's format, which many chess programs share.

A file is a sequence of big-endian entries of 16 bytes, sorted by key: the key of the position (8), the move (2), its weight (2)
and learning data (4). The key is a Zobrist hash over the numbers in polyglot.keys, which the format prescribes. "Polyglot
book format" by Michel Van den Bergh (hgm.nubati.net/book_format.html) describes it.
"""

from __future__ import annotations

import mmap
from functools import cache
from importlib.resources import files
from pathlib import Path
from struct import Struct
from typing import Self

from zermelo.games.chess.rules import Chess
from zermelo.state import State, ZermeloError
from zermelo.tables.books.opening import BookMove, OpeningBook
from zermelo.tables.files import mapped

ENTRY = Struct(">QHHI")
_PIECES = "pPnNbBrRqQkK"  # in the order of the format, 64 numbers each
_CASTLING, _PASSED, _TURN = 768, 772, 780
_PROMOTED = ["", "n", "b", "r", "q"]
_CASTLES = {"e1h1": "e1g1", "e1a1": "e1c1", "e8h8": "e8g8", "e8a8": "e8c8"}  # the king takes its rook


class Polyglot(OpeningBook):
    """A chess book in a .bin file."""

    game = "chess"

    def __init__(self, data: mmap.mmap | bytes, place: str) -> None:
        if len(data) % ENTRY.size:
            raise ZermeloError(
                f"{place} is damaged: its length is not a multiple of {ENTRY.size} bytes, the size of an entry"
            )
        super().__init__(data, place)
        self.entries = len(data) // ENTRY.size

    @classmethod
    def open(cls, path: str | Path) -> Self:
        return cls(mapped(path), str(path))

    def _key(self, at: int) -> int:
        key: int = ENTRY.unpack_from(self.data, at * ENTRY.size)[0]
        return key

    def _find(self, state: State) -> list[BookMove]:
        assert isinstance(state, Chess)
        found = []
        for key in _keys(state):
            for at in self._places(key):
                _, code, weight, _ = ENTRY.unpack_from(self.data, at * ENTRY.size)
                move = _move(state, code)
                if move is not None:
                    found.append(BookMove(move, weight))
            if found:
                break
        return found


def polyglot_key(state: Chess) -> int:
    """Return the key of a position, with en passant as in its FEN.

    >>> f"{polyglot_key(Chess()):016x}"
    '463b96181691fc9c'
    """
    _, side, castling, passed, *_ = state.fen.split()
    numbers = _numbers()
    key = numbers[_TURN] if side == "w" else 0
    for row, pieces in enumerate(state.rows()):
        for column, piece in enumerate(pieces):
            if piece != ".":
                key ^= numbers[64 * _PIECES.index(piece) + 8 * (7 - row) + column]
    for at, right in enumerate("KQkq"):
        if right in castling:
            key ^= numbers[_CASTLING + at]
    if passed != "-":
        key ^= _passed(passed)
    return key


def _passed(square: str) -> int:
    return _numbers()[_PASSED + "abcdefgh".index(square[0])]


def _keys(state: Chess) -> list[int]:
    """Return the keys that a position may have in a book.

    The format hashes the en passant file even if the capturing pawn is pinned. A Chess state drops the right then, so every
    file that might have had it is tried too.
    """
    key = polyglot_key(state)
    board, side, castling, passed, clock, number = state.fen.split()
    if passed != "-":
        return [key]
    rows = state.rows()
    own_pawn, other_pawn = ("P", "p") if side == "w" else ("p", "P")
    rank, here, behind, origin = ("6", 3, 2, 1) if side == "w" else ("3", 4, 5, 6)
    keys = [key]
    for column, name in enumerate("abcdefgh"):
        beside = rows[here][max(column - 1, 0) : column] + rows[here][column + 1 : column + 2]
        if (
            rows[here][column] == other_pawn
            and own_pawn in beside
            and rows[behind][column] == rows[origin][column] == "."
        ):
            taken = type(state)(f"{board} {side} {castling} {name}{rank} {clock} {number}")
            if taken.fen.split()[3] == "-":
                keys.append(key ^ _passed(name))
    return keys


def _move(state: Chess, code: int) -> str | None:
    """Decode a move; None if it is not legal."""
    to, origin, promoted = code & 63, code >> 6 & 63, code >> 12 & 7
    if promoted >= len(_PROMOTED):
        return None
    text = _square(origin) + _square(to) + _PROMOTED[promoted]
    legal = state.moves()
    if text not in legal and state.rows()[7 - origin // 8][origin % 8] in "kK":
        text = _CASTLES.get(text, text)
    return text if text in legal else None


def _square(at: int) -> str:
    return "abcdefgh"[at % 8] + str(at // 8 + 1)


@cache
def _numbers() -> tuple[int, ...]:
    lines = (files("zermelo.games.chess") / "polyglot.keys").read_text(encoding="utf-8").splitlines()
    return tuple(int(line, 16) for line in lines if not line.startswith("#"))
