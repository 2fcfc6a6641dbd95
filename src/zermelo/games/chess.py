"""Chess, with all its rules but the draw by repetition, which a position alone cannot tell.

A position is written as a FEN, as the moves from the start ("e2e4 e7e5" or "1. e4 e5"), or as a FEN followed by the word
moves and moves. Chess960 positions can be given too; castling is then written as the king taking its rook. White is MAX;
values are centipawns, a won game is worth 10,000 and a draw 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from zermelo._core import Chess as NativeChess
from zermelo._core import load_chess_weights
from zermelo.draw import checkerboard
from zermelo.games.board import Board, Cell, Path
from zermelo.games.faces import NativeState, readable
from zermelo.games.outcome import Outcome
from zermelo.games.weights import read_shipped
from zermelo.result import Mate
from zermelo.state import MAX, State, ZermeloError

FIFTY_MOVES = 100
"""Moves of either side without a capture or a pawn move, after which the game is drawn."""
LONGEST_WIN = 256
"""The engine counts no win that takes more moves of both sides together."""


def _load_weights() -> None:
    """Give the core the trained weights that ship with the package."""
    load_chess_weights(read_shipped("chess.polynomial").decode())


_load_weights()


class Chess(NativeState):
    """A position. A move is written as UCI does: "e2e4", "e7e8q", castling "e1g1".

    >>> Chess("1. e4 e5 2. Nf3").fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeChess
    title: ClassVar[str] = "Chess"
    seats: ClassVar[tuple[str, ...]] = ("White", "Black")
    position_help: ClassVar[str] = "A FEN, or the moves, as in 1. e4 e5 2. Nf3; a whole game is written as PGN."
    decided: ClassVar[int] = NativeChess.unit - LONGEST_WIN
    mate_words: ClassVar[tuple[str, str]] = ("mate", "mated")

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

    @property
    def move_number(self) -> int:
        """The number that players write before the next move."""
        return int(self.fen.rpartition(" ")[2])

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
            found: str = answer(readable(text))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return found

    def legal_moves(self) -> list[str]:
        """List the legal moves, also where the game is drawn by rule and `moves` is empty.

        >>> Chess("8/8/8/4k3/8/8/8/K7 w - - 0 1").legal_moves()
        ['a1b1', 'a1a2', 'a1b2']
        """
        moves: list[str] = self._native.legal_moves()
        return moves

    # ---- the end

    def mate(self, value: float) -> Mate | None:
        """In how many moves a value that a search found here wins: a won game is worth 10,000 less the moves it takes.

        >>> print(Chess().mate(9995), Chess().mate(-9998), Chess().mate(250), sep=", ")
        mate in 3, mated in 1, None
        """
        won = self._native.unit
        # Exactly 10,000 is a win at an unknown distance, as an exact search gives it, or a game that is over.
        if not self.decided < abs(value) < won:
            return None
        moves = (won - int(abs(value)) + 1) // 2
        return Mate(moves if value > 0 else -moves, self.mate_words)

    def outcome(self, past: Sequence[State] = ()) -> Outcome | None:
        """How the game has ended here, after the positions in `past`.

        >>> Chess("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1").outcome()
        Outcome(value=0, reason='stalemate')
        """
        worth = self.utility()
        if worth:
            return Outcome(worth, self._won_by(self.seats[worth < 0]))
        if worth is not None:
            return Outcome(0, self._drawn_by())
        key = self._native.key()
        if sum(isinstance(each, Chess) and each.native.key() == key for each in past) >= 2:
            return Outcome(0, "drawn: the position stood for the third time")
        return None

    def _won_by(self, winner: str) -> str:
        return f"checkmate: {winner} wins"

    def _drawn_by(self) -> str:
        if self._native.perft(1) == 0:
            return "stalemate"
        if self._native.clock >= FIFTY_MOVES:
            return "drawn: fifty moves without a capture or a pawn move"
        return "drawn: neither side can mate"

    # ---- the static value

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

    # ---- how it looks

    def rows(self) -> list[str]:
        """The board from rank 8 down to rank 1, a letter for each piece (capitals are White's) and a dot for none."""
        board = self.fen.partition(" ")[0]
        return ["".join("." * int(cell) if cell.isdigit() else cell for cell in row) for row in board.split("/")]

    def notation(self) -> str:
        return self.fen

    def board(self) -> Board:
        side = "b" if self.player else "w"
        pieces = ["" if letter == "." else _named(letter) for letter in "".join(self.rows())]
        paths = tuple(
            Path(move, _square(move), _square(move[2:]), f"{side}{move[4].upper()}" if len(move) > 4 else "")
            for move in self.moves()
        )
        return Board(
            "chequered",
            8,
            8,
            tuple(map(Cell, pieces)),
            column_labels=tuple("abcdefgh"),
            row_labels=tuple("87654321"),
            paths=paths,
            threatened=self.checked(),
        )

    def checked(self) -> tuple[int, ...]:
        """The square of the king that is in check, counted from a8."""
        king = "k" if self.player else "K"
        return ("".join(self.rows()).index(king),) if self._native.check else ()

    def text(
        self, last: str | None = None, *, flipped: bool = False, figures: bool = True, colour: bool = False
    ) -> str:
        """The board for a terminal; `last` is the move that led here."""
        return checkerboard.text(
            self.rows(), last=_ends(last), check=self.checked(), flipped=flipped, figures=figures, colour=colour
        )

    def svg(self, last: str | None = None, *, flipped: bool = False) -> str:
        """The board as a drawing; `last` is the move that led here, `flipped` shows it as Black sees it."""
        return checkerboard.svg(
            self.rows(), last=_ends(last), check=self.checked(), flipped=flipped, title=f"{self.title}: {self.fen}"
        )

    def thumbnail(self) -> str:
        return checkerboard.svg(self.rows(), check=self.checked(), labels=False)

    def __str__(self) -> str:
        rows = [f"{8 - at} {' '.join(row)}" for at, row in enumerate(self.rows())]
        check = ", in check" if self._native.check else ""
        return "\n".join([*rows, "  a b c d e f g h", f"{self.seats[self.player]} to move{check}"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen!r})"

    def _repr_svg_(self) -> str:
        return self.svg()


def _named(letter: str) -> str:
    return ("w" if letter.isupper() else "b") + letter.upper()


def _square(name: str) -> int:
    """The number of a square whose name a text begins with, counted from a8."""
    return "abcdefgh".index(name[0]) + 8 * (8 - int(name[1]))


def _ends(move: str | None) -> tuple[int, ...]:
    return () if move is None else (_square(move), _square(move[2:]))
