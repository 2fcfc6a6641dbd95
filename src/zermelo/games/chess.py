"""Chess, with all its rules but the draw by repetition, which a position alone cannot tell.

A position is written as a FEN, as the moves from the start ("e2e4 e7e5" or "1. e4 e5"), or as a FEN followed by the word
moves and moves. Chess960 positions can be given too; castling is then written as the king taking its rook. White is MAX;
values are centipawns, a won game is worth 10,000 and a draw 0.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any, ClassVar

from zermelo._core import Chess as NativeChess
from zermelo._core import load_chess_weights
from zermelo.games.native import NativeState
from zermelo.state import MAX, ZermeloError

_FIGURES = {"k": "♚", "q": "♛", "r": "♜", "b": "♝", "n": "♞", "p": "♟"}
_LIGHT, _DARK = "#EEF1F4", "#B9C4CF"


def _load_weights() -> None:
    """The trained weights that ship with the package; without them only material counts."""
    source = files("zermelo") / "data" / "chess.polynomial"
    if source.is_file():
        load_chess_weights(source.read_text(encoding="utf-8"))


_load_weights()


class Chess(NativeState):
    """A position. A move is written as UCI does: "e2e4", "e7e8q", castling "e1g1".

    >>> Chess("1. e4 e5 2. Nf3").fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeChess

    @classmethod
    def position_in(cls, line: str) -> str:
        """The position in a line of an EPD file: four fields, two numbers if they follow, and no operations."""
        words = line.partition(";")[0].split()
        clocks = 2 if len(words) >= 6 and words[4].isdigit() and words[5].isdigit() else 0
        return " ".join(words[: 4 + clocks]) if "/" in line else " ".join(words)

    @property
    def fen(self) -> str:
        fen: str = self._native.board
        return fen

    def san(self, move: str) -> str:
        """A move as people write it.

        >>> Chess().san("g1f3")
        'Nf3'
        """
        return self._ask(self._native.san, move)

    def parse_san(self, text: str) -> str:
        """The move that people write so.

        >>> Chess().parse_san("Nf3")
        'g1f3'
        """
        return self._ask(self._native.parse_san, text)

    @staticmethod
    def _ask(answer: Any, text: str) -> str:
        try:
            found: str = answer(text)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return found

    def halves(self) -> dict[str, tuple[float, float]]:
        """Each feature's weight in the middlegame and in the endgame."""
        return {name: (middlegame, endgame) for name, (middlegame, endgame, _) in self._weighed().items()}

    def weights(self) -> dict[str, float]:
        """The weights in this position, in centipawns: between middlegame and endgame by the pieces left."""
        return {name: weight for name, (_, _, weight) in self._weighed().items()}

    def _weighed(self) -> dict[str, tuple[int, int, float]]:
        weighed: dict[str, tuple[int, int, float]] = getattr(self._native, "weights", dict)()
        return weighed

    def evaluate(self) -> float:
        """The static value for White in centipawns: the features times their weights, in whole numbers.

        >>> Chess("4k3/8/8/8/8/8/8/Q3K3 b - - 0 1").evaluate() > 500
        True
        """
        if not self._native.judges:
            return super().evaluate()
        worth: int = self._native.evaluate()
        return worth if self.player == MAX else -worth

    def rows(self) -> list[str]:
        """The board from rank 8 down to rank 1, a letter for each piece (capitals are White's) and a dot for none."""
        board = self.fen.partition(" ")[0]
        return ["".join("." * int(cell) if cell.isdigit() else cell for cell in row) for row in board.split("/")]

    def __str__(self) -> str:
        rows = [f"{8 - at} {' '.join(row)}" for at, row in enumerate(self.rows())]
        return "\n".join([*rows, "  a b c d e f g h", f"{'Black' if self.player else 'White'} to move"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen!r})"

    def _repr_svg_(self) -> str:
        squares = "".join(
            f'<rect x="{10 * (at % 8)}" y="{10 * (at // 8)}" width="10" height="10" '
            f'fill="{_DARK if (at + at // 8) % 2 else _LIGHT}"/>'
            for at in range(64)
        )
        # White's pieces are the same solid figures, filled light within a dark outline.
        figures = "".join(
            f'<text x="{10 * (at % 8) + 5}" y="{10 * (at // 8) + 8.2}" '
            f'fill="{"#FFFFFF" if cell.isupper() else "#14171C"}">{_FIGURES[cell.lower()]}</text>'
            for at, cell in enumerate("".join(self.rows()))
            if cell != "."
        )
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 82 82" width="246" height="246">'
            f'{squares}<g font-size="9" font-family="DejaVu Sans, sans-serif" text-anchor="middle" '
            f'stroke="#14171C" stroke-width="0.25">{figures}</g></svg>'
        )
