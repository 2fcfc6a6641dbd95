"""Chess. All rules apply except the draw by repetition, which a position alone cannot tell; `outcome(past)` knows it.

A position is a FEN, the moves from the start ("e2e4 e7e5" or "1. e4 e5"), or a FEN followed by the word moves and moves.
Chess960 positions are accepted; castling is then written as the king capturing its rook. White is MAX. Values are
centipawns; a win is worth 10,000 and a draw 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from zermelo._core import Chess as NativeChess
from zermelo._core import ChessTraining, load_chess_weights
from zermelo.draw import checkerboard
from zermelo.kinds.board import Board, Cell, Path, SetUp, SetUpChoice, spell
from zermelo.kinds.outcome import Outcome
from zermelo.native.faces import TaperedState, readable
from zermelo.native.training import Trainable
from zermelo.native.weights import read_shipped
from zermelo.state import MAX, State, ZermeloError

FIFTY_MOVES = 100
"""The game is drawn after this many plies without a capture or a pawn move."""
PIECES = tuple(side + piece for side in "wb" for piece in "KQRBNP")
EN_PASSANT = SetUpChoice("en_passant", "Pawn that may be taken en passant", ("-", *"abcdefgh"))

_OTHER_RANK = str.maketrans("12345678", "87654321")


def _load_weights() -> None:
    """Give the core the trained weights that ship with the package."""
    load_chess_weights(read_shipped("chess", "chess.polynomial").decode())


_load_weights()


class Chess(TaperedState):
    """A position. Moves are in UCI notation: "e2e4", "e7e8q", castling "e1g1".

    >>> Chess("1. e4 e5 2. Nf3").fen
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2'
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeChess
    title: ClassVar[str] = "Chess"
    training: ClassVar[Trainable | None] = Trainable(
        ChessTraining, "each feature's weight in the middlegame and in the endgame, in centipawns"
    )
    seats: ClassVar[tuple[str, ...]] = ("White", "Black")
    position_help: ClassVar[str] = "A FEN, or the moves, as in 1. e4 e5 2. Nf3; a whole game is written as PGN."
    values_help: ClassVar[str] = (
        "Values are centipawns for White: 100 is a pawn. A forced mate is shown as its distance: #3 is mate by White in 3 moves, "
        "#-3 by Black."
    )
    unit: ClassVar[tuple[float, str] | None] = (100, "pawns")
    plugins: ClassVar[Mapping[str, str]] = {
        "tables": "zermelo.games.chess.endgames:TABLES",
        "epd": "zermelo.games.chess.epd:read_problem",
    }
    programs: ClassVar[tuple[str, ...]] = ("uci",)
    record_format = "pgn"
    expected_scale: ClassVar[float] = 250.0
    setup: ClassVar[SetUp] = SetUp(
        PIECES,
        (
            SetUpChoice("white_castling", "White may castle", ("-", "KQ", "K", "Q")),
            SetUpChoice("black_castling", "Black may castle", ("-", "kq", "k", "q")),
            EN_PASSANT,
        ),
    )
    mate_words: ClassVar[tuple[str, str]] = ("mate", "mated")
    published_size: ClassVar[tuple[int, str] | None] = (120, "Shannon 1950")

    @classmethod
    def position_in(cls, line: str) -> str:
        """Return the position in a line of an EPD file: four fields, and the two counters if they follow."""
        words = line.partition(";")[0].split()
        clocks = 2 if len(words) >= 6 and words[4].isdigit() and words[5].isdigit() else 0
        return " ".join(words[: 4 + clocks]) if "/" in line else " ".join(words)

    @property
    def fen(self) -> str:
        """The position as a FEN."""
        fen: str = self._native.board
        return fen

    @property
    def move_number(self) -> int:
        """The number of the next full move."""
        return int(self.fen.rpartition(" ")[2])

    def uci(self, move: str, *, takes_rook: bool = False) -> str:
        """Return a legal move as `moves` writes it, or with castling as the king taking its rook; either form is read.

        >>> state = Chess("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
        >>> state.uci("e1h1"), state.uci("e1g1", takes_rook=True)
        ('e1g1', 'e1h1')
        """
        return self._convert(self._native.uci, move, takes_rook)

    def san(self, move: str) -> str:
        """Return a move in standard algebraic notation.

        >>> Chess().san("g1f3")
        'Nf3'
        """
        return self._convert(self._native.san, move)

    def parse_san(self, text: str) -> str:
        """Return the move that a text in standard algebraic notation stands for.

        >>> Chess().parse_san("Nf3")
        'g1f3'
        """
        return self._convert(self._native.parse_san, text)

    @staticmethod
    def _convert(convert: Any, text: str, *options: bool) -> str:
        try:
            converted: str = convert(readable(text), *options)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return converted

    def legal_moves(self) -> list[str]:
        """List the legal moves, also where the game is drawn by rule and `moves` is empty.

        >>> Chess("8/8/8/4k3/8/8/8/K7 w - - 0 1").legal_moves()
        ['a1b1', 'a1a2', 'a1b2']
        """
        moves: list[str] = self._native.legal_moves()
        return moves

    # ---- the end of the game

    def outcome(self, past: Sequence[State] = ()) -> Outcome | None:
        """Return how the game has ended, given the positions before this one; None while it goes on.

        >>> Chess("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1").outcome()
        Outcome(value=0, reason='stalemate')
        """
        utility = self.utility()
        if utility:
            return Outcome(utility, self._win_reason(self.seats[utility < 0]))
        if utility is not None:
            return Outcome(0, self._draw_reason())
        key = self._native.key()
        if sum(isinstance(state, Chess) and state.native.key() == key for state in past) >= 2:
            return Outcome(0, "drawn: the position occurred for the third time")
        return None

    def _win_reason(self, winner: str) -> str:
        return f"checkmate: {winner} wins"

    def _draw_reason(self) -> str:
        if self._native.perft(1) == 0:
            return "stalemate"
        if self._native.clock >= FIFTY_MOVES:
            return "drawn: fifty moves without a capture or a pawn move"
        return "drawn: neither side can mate"

    # ---- text and pictures

    def rows(self) -> list[str]:
        """Return the ranks from 8 down to 1: a letter for each piece, capitals for White, and a dot for an empty square."""
        board = self.fen.partition(" ")[0]
        return ["".join("." * int(cell) if cell.isdigit() else cell for cell in row) for row in board.split("/")]

    def book_text(self) -> tuple[str, Callable[[str], str] | None]:
        """Return four fields of the FEN, en passant only if a pawn can capture so; Black to move is stored as White."""
        board, side, castling, passed, *_ = self.fen.split()
        if self.player == MAX:
            return f"{board} {side} {castling} {passed}", None
        board = "/".join(reversed(board.swapcase().split("/")))
        castling = "".join(sorted(castling.swapcase(), key=str.islower))
        return f"{board} w {castling} {mirror(passed)}", mirror

    def notation(self) -> str:
        return self.fen

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        letters = spell(cells, {"": " ", **{_piece_name(letter): letter for letter in "KQRBNPkqrbnp"}})
        rows = (re.sub(" +", lambda gap: str(len(gap[0])), letters[start : start + 8]) for start in range(0, 64, 8))
        castling = "".join(options.get(f"{side}_castling", "-") for side in ("white", "black")).replace("-", "")
        file = options[EN_PASSANT.name]
        passed = file if file == "-" else f"{file}{3 if player else 6}"
        board, *_, clock, number = self.fen.split()
        set_up = "/".join(rows)
        return f"{set_up} {'wb'[player]} {castling or '-'} {passed} {clock if set_up == board else 0} {number}"

    def setup_choices(self) -> dict[str, str]:
        """Return what this position has of the options of `setup`.

        >>> Chess("4k3/8/8/8/3pP3/8/8/4K2R b K e3 0 9").setup_choices()
        {'white_castling': 'K', 'black_castling': '-', 'en_passant': 'e'}
        """
        castling, passed = self.fen.split()[2:4]
        found = {
            "white_castling": "".join(filter(str.isupper, castling)),
            "black_castling": "".join(filter(str.islower, castling)),
            EN_PASSANT.name: passed[0],
        }
        return {name: found[name] if found[name] in choices else choices[0] for name, _, choices in self.setup.options}

    def board(self) -> Board:
        side = "b" if self.player else "w"
        pieces = ["" if letter == "." else _piece_name(letter) for letter in "".join(self.rows())]
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
        """Return the square of the king in check, counted from a8, or nothing."""
        king = "k" if self.player else "K"
        return ("".join(self.rows()).index(king),) if self._native.check else ()

    def text(
        self, last: str | None = None, *, flipped: bool = False, figures: bool = True, colour: bool = False
    ) -> str:
        """Return the board for a terminal, with the move `last` marked."""
        return checkerboard.text(
            self.rows(), last=_ends(last), check=self.checked(), flipped=flipped, figures=figures, colour=colour
        )

    def svg(self, last: str | None = None, *, flipped: bool = False) -> str:
        """Return the board as SVG, with the move `last` marked; `flipped` shows it from Black's side."""
        return checkerboard.svg(
            self.rows(), last=_ends(last), check=self.checked(), flipped=flipped, title=f"{self.title}: {self.fen}"
        )

    def thumbnail(self) -> str:
        """Return the board as SVG without labels, for the nodes of a tree."""
        return checkerboard.svg(self.rows(), check=self.checked(), labels=False)

    def __str__(self) -> str:
        rows = [f"{8 - at} {' '.join(row)}" for at, row in enumerate(self.rows())]
        check = ", in check" if self._native.check else ""
        return "\n".join([*rows, "  a b c d e f g h", f"{self.seats[self.player]} to move{check}"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen!r})"

    def _repr_svg_(self) -> str:
        return self.svg()


def _piece_name(letter: str) -> str:
    return ("w" if letter.isupper() else "b") + letter.upper()


def _square(name: str) -> int:
    """Return the index, counted from a8, of the square whose name a text begins with."""
    return "abcdefgh".index(name[0]) + 8 * (8 - int(name[1]))


def _ends(move: str | None) -> tuple[int, ...]:
    return () if move is None else (_square(move), _square(move[2:]))


def mirror(move: str) -> str:
    """Return a move, or a square, with the colours reversed.

    >>> mirror("e7e8q"), mirror("a3")
    ('e2e1q', 'a6')
    """
    return move.translate(_OTHER_RANK)
