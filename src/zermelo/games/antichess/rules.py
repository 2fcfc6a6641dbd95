"""Anti-chess, also called losing chess or giveaway: a player with no pieces or no move wins.

Captures are compulsory, the king is an ordinary piece, pawns may promote to kings ("e7e8k"), and there is no castling.
Positions and moves are written as in chess.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from zermelo._core import AntiChess as NativeAntiChess
from zermelo._core import AntiChessTraining, load_antichess_weights
from zermelo.games.chess import EN_PASSANT, FIFTY_MOVES, PIECES, Chess
from zermelo.kinds.board import SetUp
from zermelo.native.training import Trainable
from zermelo.native.weights import read_shipped


def _load_weights() -> None:
    """Give the core the trained weights that ship with the package."""
    load_antichess_weights(read_shipped("antichess", "antichess.polynomial").decode())


_load_weights()


class AntiChess(Chess):
    """A position of anti-chess.

    >>> AntiChess("1. e3 b5").moves()
    ['f1b5']
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeAntiChess
    plugins: ClassVar[Mapping[str, str]] = {"epd": "zermelo.games.chess.epd:read_problem"}
    title: ClassVar[str] = "Anti-chess"
    training: ClassVar[Trainable | None] = Trainable(
        AntiChessTraining, "each feature's weight on a full board and on an empty one; 250 is a chance of 73 %"
    )
    record_tags: ClassVar[Mapping[str, str]] = {"Variant": "Antichess"}
    values_help: ClassVar[str] = (
        "Values are the engine's points for White; a win is worth 10,000. A forced win is shown as its distance: #3 is a "
        "win of White in 3 moves, #-3 of Black."
    )
    unit: ClassVar[None] = None
    mate_words: ClassVar[tuple[str, str]] = ("win", "loss")
    setup: ClassVar[SetUp] = SetUp(PIECES, (EN_PASSANT,))
    published_size: ClassVar[None] = None

    def _win_reason(self, winner: str) -> str:
        left = any(cell != "." and cell.isupper() == (winner == "White") for row in self.rows() for cell in row)
        return f"{winner} has no {'move' if left else 'pieces'} left and wins"

    def _draw_reason(self) -> str:
        if self._native.clock >= FIFTY_MOVES:
            return "drawn: fifty moves without a capture or a pawn move"
        return "drawn: the bishops that are left never meet"
