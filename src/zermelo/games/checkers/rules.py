"""Checkers (English draughts) on 8x8, 6x6 and 4x4 boards: men and kings, compulsory captures; a player without moves loses.

Squares are numbered from 1 in Black's back rank to 32; Black moves first and is MAX. A move is its squares: "11-15", a
capture "22x15x8" with every square it lands on; those between may be left out where that leaves one move. A position is
the FEN of PDN files ("B:W21,22,K5:B1,2"), the moves from the start ("11-15 23-19"), or a FEN followed by the word moves
and moves. Values are hundredths of a man; a win is worth 10,000 and a draw 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from zermelo._core import Checkers as NativeCheckers
from zermelo._core import Checkers4 as NativeCheckers4
from zermelo._core import Checkers6 as NativeCheckers6
from zermelo._core import CheckersTraining, load_checkers_weights
from zermelo.kinds.board import Board, Cell, Path, SetUp
from zermelo.kinds.outcome import Outcome
from zermelo.native.faces import TaperedState, readable
from zermelo.native.training import Trainable
from zermelo.native.weights import read_shipped
from zermelo.state import State, ZermeloError

FORTY_MOVES = 80
"""The game is drawn after this many plies without a capture or a man's move."""
FIGURES = {"b": "⛂", "B": "⛃", "w": "⛀", "W": "⛁"}
PIECES = {"b": "black", "B": "black_king", "w": "white", "W": "white_king"}


def _plugins(tables: str) -> dict[str, str]:
    return {"tables": f"zermelo.games.checkers.endgames:{tables}", "proof": "zermelo.games.checkers.proof:PROOF"}


def _load_weights() -> None:
    """Give the core the trained weights that ship with the package."""
    load_checkers_weights(read_shipped("checkers", "checkers.polynomial").decode())


_load_weights()


class Checkers(TaperedState):
    """A position on the 8x8 board.

    Parameters
    ----------
    position
        A FEN or moves; the start by default.
    repetition
        The game is drawn when a position occurs for the third time.
    forty_moves
        The game is drawn after 40 moves of each side without a capture or a man's move.

    >>> Checkers("11-15 22-18").moves()
    ['15x22']
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeCheckers
    title: ClassVar[str] = "Checkers"
    training: ClassVar[Trainable | None] = Trainable(
        CheckersTraining, "each feature's weight on a full board and on an empty one, in hundredths of a man"
    )
    seats: ClassVar[tuple[str, ...]] = ("Black", "White")
    position_help: ClassVar[str] = "A FEN, as in B:W21,22,K5:B1,2, or the moves, as in 11-15 22-18."
    values_help: ClassVar[str] = (
        "Values are hundredths of a man for Black. A forced win is shown as its distance: #3 is a win of Black in 3 moves, #-3 of "
        "White; values past 9,000 are wins in the endgame tables."
    )
    unit: ClassVar[tuple[float, str] | None] = (100, "men")
    plugins: ClassVar[Mapping[str, str]] = {
        **_plugins("TABLES"),
        "ballots": "zermelo.games.checkers.ballots:ballots_of",
    }
    record_format = "pdn"
    record_tags: ClassVar[Mapping[str, str]] = {"GameType": "21"}
    expected_scale: ClassVar[float] = 80.0
    setup: ClassVar[SetUp] = SetUp(tuple(PIECES.values()))
    size: ClassVar[int] = 8
    published_size: ClassVar[tuple[int, str] | None] = (31, "Allis 1994")

    def __init__(self, position: str | None = None, *, repetition: bool = True, forty_moves: bool = True) -> None:
        super().__init__(position)
        self._native = self._native.under(repetition, forty_moves)

    @property
    def rules_key(self) -> tuple[Any, ...]:
        """The board's size and the draw rules."""
        return type(self._native), self._native.repetition, self._native.forty_moves

    def to_pickled(self) -> tuple[str, bool, bool]:
        return self.fen, self._native.repetition, self._native.forty_moves

    @classmethod
    def from_pickled(cls, content: Any) -> Self:
        position, repetition, forty_moves = content
        return cls.of(super().from_pickled(position).native.under(repetition, forty_moves))

    @property
    def fen(self) -> str:
        """The position as the FEN of PDN files; a clock that counts is written as :H12.

        >>> Checkers4().fen
        'B:W7,8:B1,2'
        """
        fen: str = self._native.board
        return fen

    def parse_san(self, text: str) -> str:
        """Return the move that a text stands for; a capture may be only its first and last square where one move fits.

        >>> Checkers("B:W6,14:B1").parse_san("1-17")
        '1x10x17'
        """
        after, moves = self.play(readable(text)), self.moves()
        return text if text in moves else next(move for move in moves if self.play(move) == after)

    # ---- the end of the game

    def outcome(self, past: Sequence[State] = ()) -> Outcome | None:
        """Return how the game has ended, given the positions before this one; None while it goes on.

        >>> Checkers("W:W29:B22,25").outcome()
        Outcome(value=10000, reason='White has no move left: Black wins')
        """
        utility = self.utility()
        if utility:
            loser, winner = self.seats[self.player], self.seats[1 - self.player]
            left = any(cell in ("wW" if self.player else "bB") for row in self.rows() for cell in row)
            return Outcome(utility, f"{loser} has no {'move' if left else 'piece'} left: {winner} wins")
        if utility is not None:
            return Outcome(0, "drawn: forty moves without a capture or a man's move")
        key = self._native.key()
        if (
            self._native.repetition
            and sum(isinstance(state, Checkers) and state.native.key() == key for state in past) >= 2
        ):
            return Outcome(0, "drawn: the position occurred for the third time")
        return None

    def rules(self) -> Iterator[tuple[str, list[str]]]:
        from zermelo.games.checkers import strategy  # which imports this module

        return strategy.rules(self)

    # ---- text and pictures

    def rows(self) -> list[str]:
        """Return the rows from Black's back rank: b and w for men, B and W for kings, a dot for an empty square."""
        cells = ["."] * self.size**2
        for side in self.fen.split(":")[1:3]:
            for name in filter(None, side[1:].split(",")):
                cells[self.cell(int(name.lstrip("K")))] = side[0] if name.startswith("K") else side[0].lower()
        return ["".join(cells[start : start + self.size]) for start in range(0, len(cells), self.size)]

    def cell(self, square: int) -> int:
        """Return the cell of the board, row by row from 0, that a square is."""
        row, place = divmod(square - 1, self.size // 2)
        return row * self.size + 2 * place + (row % 2 == 0)

    def book_text(self) -> tuple[str, Callable[[str], str] | None]:
        """Return the FEN without the clock."""
        return ":".join(self.fen.split(":")[:3]), None

    def notation(self) -> str:
        return self.fen

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        names = {"black": "", "black_king": "K", "white": "", "white_king": "K"}
        squares = [(square, cells[-1 - self.cell(square)]) for square in range(1, self.size**2 // 2 + 1)]
        if sum(map(bool, cells)) > sum(bool(piece) for _, piece in squares):
            raise ZermeloError("pieces stand on the dark squares only")
        sides = (
            ",".join(f"{names[piece]}{square}" for square, piece in squares if piece.startswith(side))
            for side in ("white", "black")
        )
        return f"{'BW'[player]}:W{next(sides)}:B{next(sides)}"

    def board(self) -> Board:
        """Return the board as Black sees it, with its own men below."""
        last = self.size**2 - 1
        names = {last - self.cell(square): str(square) for square in range(1, self.size**2 // 2 + 1)}
        pieces = [PIECES.get(letter, "") for row in self.rows() for letter in row][::-1]
        cells = tuple(Cell(piece, name=names.get(at, "")) for at, piece in enumerate(pieces))
        paths = []
        for move in self.moves():
            start, *via, end = (last - self.cell(int(square)) for square in move.replace("x", "-").split("-"))
            paths.append(Path(move, start, end, via=tuple(via)))
        return Board("chequered", self.size, self.size, cells, paths=tuple(paths))

    def text(
        self, last: str | None = None, *, flipped: bool = False, figures: bool = True, colour: bool = False
    ) -> str:
        """Return the board for a terminal, seen from Black's side; empty squares show their numbers, the move `last` stands out."""
        moved = {self.cell(int(square)) for square in (last or "").replace("x", "-").split("-") if square}
        names = {self.cell(square): f"{square:2}" for square in range(1, self.size**2 // 2 + 1)}
        cells = []
        for at, letter in enumerate("".join(self.rows())):
            cell = names.get(at, "  ") if letter == "." else f" {FIGURES[letter] if figures else letter}"
            if colour and at in names:
                ground, ink = 186 if at in moved else 250, 242 if letter == "." else 16
                cells.append(f"\x1b[48;5;{ground};38;5;{ink}m {cell} \x1b[0m")
            else:
                cells.append(f"[{cell}]" if at in moved else f" {cell} ")
        cells = cells if flipped else cells[::-1]
        return "\n".join(
            "".join(cells[start : start + self.size]).rstrip() for start in range(0, len(cells), self.size)
        )

    def __str__(self) -> str:
        half = self.size // 2
        rows = [f"{' '.join(row)}   {at * half + 1}-{at * half + half}" for at, row in enumerate(self.rows())]
        return "\n".join([*rows, f"{self.seats[self.player]} to move"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.fen!r})"

    def _repr_svg_(self) -> str:
        width = 20 * self.size
        squares, pieces = [], []
        for at, letter in enumerate("".join(self.rows())):
            row, column = divmod(at, self.size)
            if (row + column) % 2:
                squares.append(f"M{20 * column} {20 * row}h20v20h-20z")
            if letter != ".":
                fill, ink = ("#20242B", "#FBFBF8") if letter in "bB" else ("#FBFBF8", "#20242B")
                x, y = 20 * column + 10, 20 * row + 10
                pieces.append(f'<circle cx="{x}" cy="{y}" r="7.5" fill="{fill}" stroke="#20242B"/>')
                if letter.isupper():
                    pieces.append(f'<path d="M{x - 4} {y + 3}v-6l2 3 2-4 2 4 2-3v6z" fill="{ink}"/>')
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {width + 2}" width="{2 * width}" '
            f'height="{2 * width}"><rect width="{width}" height="{width}" fill="#EEF1F4"/>'
            f'<path d="{"".join(squares)}" fill="#B3C0CD"/>{"".join(pieces)}</svg>'
        )


class Checkers6(Checkers):
    """A position on the 6x6 board, with six men for each side."""

    __slots__ = ()

    native_class = NativeCheckers6
    plugins = _plugins("TABLES6")
    title = "Checkers 6x6"
    training = None
    size = 6
    published_size = None


class Checkers4(Checkers):
    """A position on the 4x4 board, with two men for each side."""

    __slots__ = ()

    native_class = NativeCheckers4
    plugins = _plugins("TABLES4")
    title = "Checkers 4x4"
    training = None
    size = 4
    published_size = None
