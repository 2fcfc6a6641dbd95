"""Go on boards of 2 to 19 lines, with area scoring: a side owns its stones and the empty points that only they reach.

A move is a point, a letter without I and a number ("D4"), or "pass"; two passes in a row end the game. A position is the moves from
the empty board ("D4 E5 pass"), with another size before them ("13: D4 E5"), or a board set up row by row from the top, with X for
Black, O for White and numbers for empty points, then the side to move and moves if there are any ("4/1X2/1OX1/4 w: A1 pass").
Before the colon it may bring its own rules ("9 komi=6.5: D4", "4/1X2/1OX1/4 w superko=none suicide").
Values are points for Black, komi included.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Self

from zermelo._core import Go as NativeGo
from zermelo._core import GoTraining, load_go_gammas
from zermelo.kinds.board import Board, Cell, SetUp
from zermelo.kinds.outcome import Outcome
from zermelo.kinds.symmetry import square_symmetries
from zermelo.native.faces import NativeState, readable
from zermelo.native.training import Trainable
from zermelo.native.weights import read_shipped
from zermelo.state import State, ZermeloError, format_number

COLUMNS = "ABCDEFGHJKLMNOPQRST"
FIGURES = {"X": "●", "O": "○", ".": "·", "+": "+"}
Superko = Literal["none", "positional", "situational"]


def _load_gammas() -> None:
    """Give the core the trained priors that ship with the package."""
    if problem := load_go_gammas(read_shipped("go", "go.gammas")):
        raise ZermeloError(f"go.gammas, {problem}")


_load_gammas()


class Go(NativeState):
    """A position.

    Parameters
    ----------
    position
        Moves or a board, see above; the empty board by default. It may bring its own size and rules.
    size
        How many lines the board has, from 2 to 19.
    komi
        The points that White gets for moving second; a multiple of one half.
    superko
        Which positions may not recur: with "positional" none, with "situational" none with the same side to move, with "none"
        only the one before a single stone was taken.
    suicide
        Whether a side may leave its own stones without liberties, which are then taken off.

    >>> Go("2: A1 B2").moves()
    ['B1', 'A2', 'pass']
    >>> Go("B2 pass pass", size=3).utility()
    1.5
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativeGo
    title: ClassVar[str] = "Go"
    training: ClassVar[Trainable | None] = Trainable(
        GoTraining, "the gamma of each feature of a move", subject="The priors"
    )
    seats: ClassVar[tuple[str, ...]] = ("Black", "White")
    position_help: ClassVar[str] = (
        "The moves, as in D4 E5 pass, with another size as in 13: D4 E5, or the rows from the top and the side to move, as in "
        "4/1X2/1OX1/4 w, and then : and moves; rules such as komi=6.5 before the colon."
    )
    values_help: ClassVar[str] = "Values are points for Black: the area at the end, less White's and komi."
    margin: ClassVar[str] = " by {} points"
    expected_scale: ClassVar[float] = 10.0
    setup: ClassVar[SetUp] = SetUp(("black", "white"))
    plugins: ClassVar[Mapping[str, str]] = {"sgf": "zermelo.games.go.sgf_games:SGF"}
    programs: ClassVar[tuple[str, ...]] = ("gtp",)
    record_format = "sgf"
    prefers_mcts = True
    mcts_options: ClassVar[Mapping[str, Any]] = {"selection": "puct", "exploration": 1.0}

    def __init__(
        self,
        position: str | None = None,
        *,
        size: int = 9,
        komi: float = 7.5,
        superko: Superko = "positional",
        suicide: bool = False,
    ) -> None:
        try:
            self._native = NativeGo.parse(readable(position or ""), size, komi, superko, suicide)
        except TypeError:
            raise ZermeloError(f"size is a whole number and komi a number, not {size!r:.40} and {komi!r:.40}") from None
        except ValueError as error:
            raise ZermeloError(str(error)) from None

    @classmethod
    def position_in(cls, line: str) -> str:
        return line.strip()

    def with_position(self, position: str) -> Self:
        """Return a position on a board of the same size, under the same rules, unless the text brings its own.

        >>> Go(size=5, komi=0.5).with_position("C3").notation()
        '5 komi=0.5: C3'
        """
        native = self._native
        return type(self)(position, size=native.size, komi=native.komi, superko=native.superko, suicide=native.suicide)

    @property
    def published_size(self) -> tuple[int, str] | None:
        """The power of ten of the number of games on the full board."""
        return (360, "Allis 1994") if self.size == 19 else None

    # ---- the rules in force, and the past

    @property
    def size(self) -> int:
        """How many lines the board has."""
        size: int = self._native.size
        return size

    @property
    def komi(self) -> float:
        """The points that White gets for moving second."""
        komi: float = self._native.komi
        return komi

    @property
    def rules_key(self) -> tuple[Any, ...]:
        """The board's size, komi and the rules of ko and suicide."""
        native = self._native
        return NativeGo, native.size, native.komi, native.superko, native.suicide

    @property
    def line(self) -> list[str]:
        """The moves since the start, or since the board was set up.

        >>> Go("D4 pass").line
        ['D4', 'pass']
        """
        line: list[str] = self._native.line
        return line

    @property
    def last_move(self) -> str | None:
        """The last move, None at the start."""
        return line[-1] if (line := self.line) else None

    def symmetries(self) -> tuple[Any, ...]:
        """Return the board and, under superko, those before it, turned and reflected in all eight ways."""
        native = self._native
        ko = _cell(native.ko, self.size) if native.ko else None
        cells = [f"{cell}!" if at == ko else cell for at, cell in enumerate(native.board)]
        images = [(native.passes, image) for image in square_symmetries(cells)]
        if native.superko == "none":
            return tuple(images)
        boards = native.past
        sides = [(self.player + back) % 2 if native.superko == "situational" else 0 for back in range(len(boards))][
            ::-1
        ]
        past = zip(*map(square_symmetries, boards), strict=True)
        return tuple(
            (image, frozenset(zip(before, sides, strict=True))) for image, before in zip(images, past, strict=True)
        )

    # ---- the score

    def score(self) -> float:
        """Return by how many points Black would win if the game ended here; White wins where it is below 0.

        >>> Go("4/1X2/1OX1/4 w", komi=0.5).score()
        0.5
        """
        score: float = self._native.evaluate()
        return score

    def owners(self) -> str:
        """Return the owner of each point, X, O or a dot, row by row from the top.

        >>> Go(".X./X.O/.O. b").owners()
        'XX.X.O.OO'
        """
        owners: str = self._native.owners()
        return owners

    def ownership(self, playouts: int = 200, *, seed: int = 0, uniform: bool = False) -> tuple[list[float], float]:
        """Return whose each point is in the end and the score, on average over random games.

        Parameters
        ----------
        playouts
            How many games are played from here.
        seed
            The same seed gives the same games.
        uniform
            Choose moves with equal probability, instead of answering ataris and contacts.

        Returns
        -------
        tuple
            A number for each point, row by row from the top, from -1 for White's to 1 for Black's; and the mean score for Black.

        >>> points, score = Go("3/XXX/3 w").ownership(20)
        >>> points[4], score
        (1.0, 1.5)
        """
        try:
            points, score = self._native.ownership(playouts, seed, uniform)
        except (TypeError, ValueError):
            raise ZermeloError(f"playouts must be at least 1 and seed at least 0, not {playouts} and {seed}") from None
        return points, score

    def dead_stones(self, playouts: int = 200, *, seed: int = 0) -> list[str]:
        """Return the points of stones that are lost in most random games from here.

        >>> Go("5/XXXXX/O1X1X/XXXXX/5 w").dead_stones()
        ['A3']
        """
        owners = self.ownership(playouts, seed=seed)[0]
        signs = {"X": 1, "O": -1, ".": 0}
        return [_point(at, self.size) for at, cell in enumerate(self._native.board) if signs[cell] * owners[at] < 0]

    def priors(self) -> dict[str, float]:
        """Return how likely each move is by its features: captures, ataris, ladders, patterns, distances. They add up to 1.

        >>> priors = Go().priors()
        >>> priors["C3"] > priors["A1"]
        True
        """
        priors: dict[str, float] = self._native.priors()
        return priors

    def evaluate(self) -> float:
        """Return the score as if the game ended here."""
        return self.score()

    def outcome(self, past: Sequence[State] = ()) -> Outcome | None:
        """Return how the game has ended; None while it goes on.

        >>> Go("pass pass").outcome()
        Outcome(value=-7.5, reason='both passed: White wins by 7.5 points')
        """
        value = self.utility()
        if value is None:
            return None
        winner, by = self.seats[value < 0], abs(value)
        result = f"{winner} wins by {format_number(by)} point{'' if by == 1 else 's'}" if value else "a draw"
        return Outcome(value, f"both passed: {result}")

    # ---- text and pictures

    def notation(self) -> str:
        """Return the start, the rules that differ from the usual ones, and all moves, on which superko depends.

        >>> Go("D4 E5").notation(), Go("4/1X2/1OX1/4 w: A1", komi=6.5).notation()
        ('9: D4 E5', '4/1X2/1OX1/4 w komi=6.5: A1')
        """
        text: str = self._native.position
        return text

    def to_pickled(self) -> str:
        return self.notation()

    @property
    def rows(self) -> str:
        """The stones alone, as a position is set up.

        >>> Go("3: B2").rows
        '3/1X1/3'
        """
        rows: str = self._native.rows
        return rows

    def compose(self, cells: Sequence[str], player: int, options: Mapping[str, str]) -> str:
        letters = "".join({"": ".", "black": "X", "white": "O"}[cell] for cell in cells)
        rows = (letters[start : start + self.size] for start in range(0, len(letters), self.size))
        return f"{'/'.join(rows)} {'bw'[player]} {self._native.rules}".rstrip()

    def board(self) -> Board:
        """Return the board; the pass has no cell."""
        pieces, size = {".": "", "X": "black", "O": "white"}, self.size
        legal = set(self.moves())
        cells = []
        for at, letter in enumerate(self._native.board):
            point = _point(at, size)
            cells.append(Cell(pieces[letter], point if point in legal else None))
        labels = tuple(str(row) for row in range(size, 0, -1))
        return Board("go", size, size, tuple(cells), column_labels=tuple(COLUMNS[:size]), row_labels=labels)

    def _marks(self) -> list[str]:
        """Return X and O for stones, + for empty star points and dots for other points, row by row from the top."""
        stars = _stars(self.size)
        return ["+" if cell == "." and at in stars else cell for at, cell in enumerate(self._native.board)]

    def text(
        self, last: str | None = None, *, flipped: bool = False, figures: bool = True, colour: bool = False
    ) -> str:
        """Return the board for a terminal; the move `last`, or else the last one, stands in brackets."""
        size, last = self.size, last or self.last_move
        marked = _cell(last, size) if last and last != "pass" else None
        order = -1 if flipped else 1
        lines = []
        for row in range(size)[::order]:
            line = f"{size - row:2} "
            for column in range(size)[::order]:
                at = row * size + column
                mark = self._marks()[at]
                mark = FIGURES[mark] if figures else mark
                if colour and at == marked:
                    mark = f"\x1b[7m{mark}\x1b[0m"
                before = (
                    "(" if at == marked else ")" if at - order == marked and column != range(size)[::order][0] else " "
                )
                line += before + mark
            ends = marked is not None and marked == row * size + range(size)[::order][-1]
            lines.append(f"{line}{')' if ends else ' '}{size - row}")
        letters = f"    {' '.join(COLUMNS[:size][::order])}"
        return "\n".join([letters, *lines, letters])

    def __str__(self) -> str:
        turn = "the game is over" if self.utility() is not None else f"{self.seats[self.player]} to move"
        return f"{self.text(figures=False)}\n{turn}"

    def __repr__(self) -> str:
        return f"Go({self.notation()!r})"

    def _repr_svg_(self) -> str:
        size, line, wood = self.size, "#4A4032", "#E9CF9B"
        edge = 20 * size
        lines = "".join(f"M{20 * at + 10} 10V{edge - 10}M10 {20 * at + 10}H{edge - 10}" for at in range(size))
        drawn = [
            f'<rect x="-18" y="-18" width="{edge + 36}" height="{edge + 36}" rx="4" fill="{wood}"/>',
            f'<path d="{lines}" stroke="{line}" fill="none"/>',
        ]
        last = self.last_move
        for at, mark in enumerate(self._marks()):
            x, y = 20 * (at % size) + 10, 20 * (at // size) + 10
            if mark == "+":
                drawn.append(f'<circle cx="{x}" cy="{y}" r="2.2" fill="{line}"/>')
            elif mark != ".":
                fill, ink = ("#1B1B1B", "#FFFFFF") if mark == "X" else ("#FFFFFF", "#1B1B1B")
                drawn.append(f'<circle cx="{x}" cy="{y}" r="9.4" fill="{fill}" stroke="#1B1B1B" stroke-width="0.8"/>')
                if _point(at, size) == last:
                    drawn.append(f'<circle cx="{x}" cy="{y}" r="4" fill="none" stroke="{ink}" stroke-width="1.4"/>')
        for at in range(size):
            place = 20 * at + 10
            drawn += [f'<text x="{place}" y="{y}">{COLUMNS[at]}</text>' for y in (-4, edge + 11)]
            drawn += [f'<text x="{x}" y="{place + 3}">{size - at}</text>' for x in (-8, edge + 8)]
        width = edge + 36
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 -18 {width} {width}" width="{width}" height="{width}" '
            f'font-family="sans-serif" font-size="9" text-anchor="middle" fill="{line}">{"".join(drawn)}</svg>'
        )


def _cell(point: str, size: int) -> int:
    """Return the cell of a point, counted row by row from the top."""
    return (size - int(point[1:])) * size + COLUMNS.index(point[0].upper())


def _point(cell: int, size: int) -> str:
    return f"{COLUMNS[cell % size]}{size - cell // size}"


def _stars(size: int) -> set[int]:
    """Return the cells of the star points: on the third line of small boards and the fourth of others, and between.

    >>> len(_stars(9)), len(_stars(13)), len(_stars(19)), len(_stars(4))
    (5, 5, 9, 0)
    """
    if size < 7:
        return {size * size // 2} if size == 5 else set()
    near = 2 if size < 12 else 3
    lines = {near, size - 1 - near}
    stars = {(row, column) for row in lines for column in lines}
    if size % 2:
        middle = size // 2
        stars |= {(middle, middle)}
        if size > 13:
            stars |= {(row, middle) for row in lines} | {(middle, column) for column in lines}
    return {row * size + column for row, column in stars}
