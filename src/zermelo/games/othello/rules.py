"""Othello on 8x8, 6x6 and 4x4 boards. Passes are moves, written "--".

A position is written as the moves played so far ("f5d6c3"), or as a board of X, O and - from a1 to h8 followed by the side
to move. A finished game is worth the difference in discs; the empty squares count for the winner.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, ClassVar

from zermelo._core import Othello as NativeOthello
from zermelo._core import Othello4 as NativeOthello4
from zermelo._core import Othello6 as NativeOthello6
from zermelo._core import OthelloTraining, load_othello_weights
from zermelo.kinds.board import Board, Cell, SetUp, spell
from zermelo.kinds.symmetry import square_symmetries
from zermelo.native.faces import NativeState
from zermelo.native.training import Trainable
from zermelo.native.weights import read_shipped
from zermelo.state import ZermeloError


def _load_weights() -> None:
    """Give the core the trained evaluation that ships with the package."""
    if not load_othello_weights(read_shipped("othello", "othello.patterns")):
        raise ZermeloError("othello.patterns does not hold weights of Othello that this version reads")


_load_weights()


class Othello(NativeState):
    """A position on the 8x8 board. A move is a square such as "f5", or "--" for a pass.

    >>> Othello("f5d6c3").moves()[:3]
    ['d3', 'f3', 'f4']
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeOthello
    title: ClassVar[str] = "Othello"
    training: ClassVar[Trainable | None] = Trainable(
        OthelloTraining, "the weights of its patterns by stage of the game, in hundredths of a disc", nodes=False
    )
    seats: ClassVar[tuple[str, ...]] = ("Black", "White")
    position_help: ClassVar[str] = (
        "The moves, as in f5d6c3, or 64 squares of X, O and - from a1 on and then the side to move."
    )
    margin: ClassVar[str] = " by {} discs"
    values_help: ClassVar[str] = "Values are discs: how many more Black has at the end than White."
    plugins: ClassVar[Mapping[str, str]] = {"obf": "zermelo.games.othello.obf:read_problem"}
    joined_moves: ClassVar[bool] = True
    expected_scale: ClassVar[float] = 8.0
    setup: ClassVar[SetUp] = SetUp(("black", "white"))
    solver_counts_nodes: ClassVar[bool] = False
    solver_threads: ClassVar[bool] = False
    published_size: ClassVar[tuple[int, str] | None] = (58, "Allis 1994")

    def solver_nodes(self) -> float:
        """Estimate how many nodes the exact solver needs: about 20 million at 22 empty squares, as measured."""
        return float(10 ** (7.3 + 0.42 * (self._native.board.count("-") - 22)))

    def symmetries(self) -> tuple[tuple[str, ...], ...]:
        """Return the board turned and reflected in all eight ways."""
        return square_symmetries(self._native.board.split()[0])

    def __str__(self) -> str:
        cells, side = self._native.board.split()
        size = isqrt(len(cells))
        files_ = " ".join("abcdefgh"[:size])
        rows = [f"{row + 1} {' '.join(cells[row * size : (row + 1) * size])}" for row in range(size)]
        return "\n".join([f"  {files_}", *rows, f"{side} to move"])

    def notation(self) -> str:
        text: str = self._native.board
        return text

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        return f"{spell(cells, {'': '-', 'black': 'X', 'white': 'O'})} {'XO'[player]}"

    def board(self) -> Board:
        pieces = {"-": "", "X": "black", "O": "white"}
        squares = self._native.board.split()[0]
        size = isqrt(len(squares))
        open_squares = self.moves() if self.utility() is None else []
        cells = []
        for place, piece in enumerate(squares):
            square = f"{'abcdefgh'[place % size]}{place // size + 1}"
            cells.append(Cell(pieces[piece], square if square in open_squares else None))
        files_, ranks = tuple("abcdefgh"[:size]), tuple(str(rank) for rank in range(1, size + 1))
        return Board("squares", size, size, tuple(cells), column_labels=files_, row_labels=ranks)

    def _repr_svg_(self) -> str:
        cells = self._native.board.split()[0]
        size = isqrt(len(cells))
        width = 10 * size
        lines = "".join(
            f'<path d="M{10 * at} 0V{width}M0 {10 * at}H{width}" stroke="#7A8A80" stroke-width="0.4"/>'
            for at in range(size + 1)
        )
        colours = {"X": "#14171C", "O": "#FFFFFF"}
        discs = "".join(
            f'<circle cx="{10 * (place % size) + 5}" cy="{10 * (place // size) + 5}" r="4" '
            f'fill="{colours[cell]}" stroke="#14171C" stroke-width="0.5"/>'
            for place, cell in enumerate(cells)
            if cell in colours
        )
        ground = f'<rect width="{width}" height="{width}" fill="#DCE8E0"/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2} {width + 2}" '
            f'width="{2 * width}" height="{2 * width}">{ground}{lines}{discs}</svg>'
        )


class Othello6(Othello):
    """A position on the 6x6 board."""

    __slots__ = ()

    native_class = NativeOthello6
    published_size = None
    solver_counts_nodes = solver_threads = True


class Othello4(Othello):
    """A position on the 4x4 board."""

    __slots__ = ()

    native_class = NativeOthello4
    published_size = None
    solver_counts_nodes = solver_threads = True
