"""Tic-tac-toe. A board is two nine-bit numbers, the squares of X (MAX) and of O (MIN):

 0 | 1 | 2
---+---+---
 3 | 4 | 5
---+---+---
 6 | 7 | 8
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo.kinds.board import Board, Cell, SetUp
from zermelo.kinds.profile import declare
from zermelo.kinds.symmetry import square_symmetries
from zermelo.state import ZermeloError, illegal_move

LINES = tuple(
    sum(1 << square for square in line)
    for line in ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
)
FULL = 0b111_111_111
WON = [any(squares & line == line for line in LINES) for squares in range(FULL + 1)]
FREE = [tuple(square for square in range(9) if not taken >> square & 1) for taken in range(FULL + 1)]

CENTRE, CORNERS, SIDES = 4, (0, 2, 6, 8), (1, 3, 5, 7)
LINE_SCORES = {(2, 0): 100, (0, 2): 50, (1, 0): 4, (0, 1): 3, (0, 0): 1}
"""The score of a line by the number of own squares and of the opponent's squares in it."""


@declare(
    title="Tic-tac-toe",
    seats=("X", "O"),
    position_help="Nine squares row by row, as in X.O/.X./..., or the moves, as in 4 0 8.",
    values_help="Values are for X: 1 is a win, 0 a draw, -1 a loss; before the end, lines open for X less lines open for O.",
    setup=SetUp(("x", "o")),
)
class TicTacToe(NamedTuple):
    """A position. A move is the number of a square."""

    player: int = 0
    x: int = 0
    o: int = 0

    def moves(self) -> tuple[int, ...]:
        return FREE[self.x | self.o]

    def play(self, move: int) -> TicTacToe:
        if move not in FREE[self.x | self.o]:
            raise illegal_move(move)
        if self.player:
            return TicTacToe(0, self.x, self.o | 1 << move)
        return TicTacToe(1, self.x | 1 << move, self.o)

    def utility(self) -> int | None:
        if WON[self.x]:
            return 1
        if WON[self.o]:
            return -1
        return 0 if self.x | self.o == FULL else None

    def evaluate(self) -> int:
        """Return the lines still open for X minus those still open for O."""
        return sum(not line & self.o for line in LINES) - sum(not line & self.x for line in LINES)

    def symmetries(self) -> tuple[tuple[Any, ...], ...]:
        """Return the board turned and reflected in all eight ways."""
        return square_symmetries([(self.x >> square & 1) - (self.o >> square & 1) for square in range(9)])

    def rules(self) -> Iterator[tuple[str, list[int]]]:
        return rules(self)

    def strategy(self) -> tuple[int, str]:
        return strategy(self)

    @classmethod
    def parse(cls, text: str) -> TicTacToe:
        """Parse nine squares row by row; X moves when both players have equally many.

        >>> TicTacToe.parse("X.O/.X./...").player
        1
        """
        squares = "".join(text.upper().replace("/", " ").split())
        x, o = (sum(1 << i for i, piece in enumerate(squares) if piece == side) for side in "XO")
        if len(squares) != 9 or not set(squares) <= set("XO.") or x.bit_count() - o.bit_count() not in (0, 1):
            raise ZermeloError(f"{text[:40]!r} is not a position: write nine squares, as in X.O/.X./...; X begins")
        return cls(x.bit_count() - o.bit_count(), x, o)

    def notation(self) -> str:
        return str(self).replace(" ", "").replace("\n", "/")

    def board(self) -> Board:
        free = self.moves() if self.utility() is None else ()
        pieces = {"X": "x", "O": "o", ".": ""}
        cells = (Cell(pieces[cell], str(i) if i in free else None) for i, cell in enumerate(str(self).split()))
        return Board("lines", 3, 3, tuple(cells))

    def _repr_svg_(self) -> str:
        at = [(20 * (square % 3) + 10, 20 * (square // 3) + 10) for square in range(9)]
        crosses = "".join(f"M{x - 5} {y - 5}l10 10m0-10l-10 10" for i, (x, y) in enumerate(at) if self.x >> i & 1)
        rings = "".join(f"M{x - 6} {y}a6 6 0 1 0 12 0a6 6 0 1 0-12 0" for i, (x, y) in enumerate(at) if self.o >> i & 1)
        paths = (("M20 2V58M40 2V58M2 20H58M2 40H58", "#bbb", 1), (crosses, "#345", 2), (rings, "#a53", 2))
        drawn = "".join(f'<path d="{path}" stroke="{tone}" stroke-width="{width}"/>' for path, tone, width in paths)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60" width="120" fill="none">{drawn}</svg>'

    def __str__(self) -> str:
        cells = ["X" if self.x >> i & 1 else "O" if self.o >> i & 1 else "." for i in range(9)]
        return "\n".join(" ".join(cells[row : row + 3]) for row in (0, 3, 6))


# ---- playing well, by the rules of Newell and Simon ("Human Problem Solving", 1972) and by counting lines


def rules(state: TicTacToe) -> Iterator[tuple[str, list[int]]]:
    """Yield the rules, the most important first, each with the squares that it proposes."""
    me, other = _sides(state)
    free = state.moves()
    yield "win, three in a row", _wins(me, other)
    yield "block, the opponent's three in a row", _wins(other, me)
    yield "fork, two threats at once", _forks(me, other)
    forks = _forks(other, me)
    forcing = [square for square in free if (answers := _wins(me | 1 << square, other)) and answers[0] not in forks]
    yield "block a fork, by a threat", forcing if forks else []
    yield "block a fork, by its square", forks
    yield "centre", [CENTRE] if CENTRE in free else []
    yield "opposite corner", [square for square in CORNERS if square in free and other >> (8 - square) & 1]
    yield "corner", [square for square in CORNERS if square in free]
    yield "side", [square for square in SIDES if square in free]


def strategy(state: TicTacToe) -> tuple[int, str]:
    """Return the square whose lines are worth most (see `LINE_SCORES`), and the reason."""
    me, other = _sides(state)
    scores = dict.fromkeys(state.moves(), 0)
    for line in LINES:
        score = LINE_SCORES.get(((me & line).bit_count(), (other & line).bit_count()), 0)
        for square in scores:
            scores[square] += score * (line >> square & 1)
    best = max(scores, key=scores.__getitem__)
    return best, f"its lines are worth {scores[best]}"


def _sides(state: TicTacToe) -> tuple[int, int]:
    """Return the squares of the player to move and of the opponent."""
    return (state.o, state.x) if state.player else (state.x, state.o)


def _wins(me: int, other: int) -> list[int]:
    """Return the free squares that complete a line of `me`."""
    return [square for square in FREE[me | other] if WON[me | 1 << square]]


def _forks(me: int, other: int) -> list[int]:
    """Return the free squares after which `me` could complete a line in two ways."""
    return [square for square in FREE[me | other] if len(_wins(me | 1 << square, other)) > 1]
