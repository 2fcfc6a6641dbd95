"""The messages of the Matrix page.

    POST /api/matrix/examples  MatrixMenu -> MatrixExamples   the games of the menu
    POST /api/matrix/read      MatrixText -> MatrixTable      a table, JSON or a Gambit file
    POST /api/matrix/solve     MatrixAsk -> MatrixReply       the analysis of a table

Numbers are texts, so that fractions stay exact; plots get floats too. A cell is its row and column, from 0.
"""

from __future__ import annotations

from typing import Literal

from zermelo.lab.messages import Record


class MatrixTable(Record, frozen=True):
    """A game of two players: `payoffs` has the two payoffs of each cell as typed, row by row."""

    players: tuple[str, ...]
    actions: tuple[tuple[str, ...], ...]
    payoffs: tuple[tuple[tuple[str, ...], ...], ...]
    title: str = ""


class MatrixMenu(Record, frozen=True):
    """Asks for the examples."""


class MatrixExample(Record, frozen=True):
    name: str
    description: str
    table: MatrixTable


class MatrixExamples(Record, frozen=True):
    examples: tuple[MatrixExample, ...]
    largest: int
    """The most actions of a player on this page."""


class MatrixText(Record, frozen=True):
    text: str


class MatrixAsk(Record, frozen=True):
    table: MatrixTable
    weak: bool = False
    """Whether to eliminate weakly dominated actions too."""


class MatrixStep(Record, frozen=True):
    """One sentence of the analysis. A reply is about `player`'s payoffs in `cells`; an elimination removes `player`'s `action`;
    `number` is that of an equilibrium; -1 is none."""

    kind: Literal["reply", "eliminate", "left", "equilibrium", "component", "value", "better"]
    says: str
    player: int
    action: int
    cells: tuple[tuple[int, ...], ...]
    number: int


class MatrixEquilibrium(Record, frozen=True):
    """The probability of every action of each player, as text and as float, and the payoffs; `cell` if it is pure."""

    name: str
    mixes: tuple[tuple[str, ...], ...]
    shares: tuple[tuple[float, ...], ...]
    payoffs: tuple[str, ...]
    cell: tuple[int, ...] | None


class MatrixFact(Record, frozen=True):
    """A line of the panel, as in Value: 1/7."""

    name: str
    says: str


class MatrixPiece(Record, frozen=True):
    """A segment in the plot of best replies: Row's probability of the first action from `left` to `right`, Column's from
    `bottom` to `top`."""

    left: float
    right: float
    bottom: float
    top: float


class MatrixReply(Record, frozen=True):
    text: str
    """The game as JSON, which `zermelo matrix` and /api/matrix/read read back."""
    steps: tuple[MatrixStep, ...]
    equilibria: tuple[MatrixEquilibrium, ...]
    continuum: bool
    facts: tuple[MatrixFact, ...]
    pareto: tuple[tuple[int, ...], ...]
    curves: tuple[tuple[MatrixPiece, ...], ...] | None
    """The best replies of both players, if each has two actions."""
    continua: tuple[MatrixPiece, ...]
    """The segments that they share, beyond single points."""
