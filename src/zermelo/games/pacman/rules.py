"""Pac-Man, as in Berkeley's CS188 projects.

Agents move one at a time, Pac-Man first, then each ghost. Pac-Man is MAX. The role of a ghost makes it MIN, MAX, or a
chance player that moves at random or mostly towards Pac-Man. A position is a maze as its layout draws it, or the line that
`notation` gives. A finished game is worth its score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, Self

from zermelo._core import Pacman as NativePacman
from zermelo.draw import maze
from zermelo.games.pacman.layouts import LAYOUTS, read_layout
from zermelo.native.faces import NativeState, readable
from zermelo.state import ZermeloError

ROLES = ("max", "min", "random", "directional")
"""A ghost is MAX, MIN, or chance: uniformly random, or mostly moving towards Pac-Man."""
_DENOMINATOR = 100
"""The largest denominator: fifths, divided among at most four moves twice."""

CellAt = tuple[int, int]


class Ghost(NamedTuple):
    """A ghost: its cell (with halves while it is scared), its direction, the moves it stays scared, and its home cell."""

    column: float
    line: float
    direction: str
    scared: int
    home: CellAt


class Pacman(NativeState):
    """A position. A move is North, South, East, West or Stop. Cells are (column, line), counted from 1 from the top left.

    >>> start = Pacman("trap")
    >>> start.moves(), start.play("Stop").moves()
    (['East', 'West', 'Stop'], ['North'])
    """

    __slots__ = ()

    native_class: ClassVar[Any] = NativePacman
    title: ClassVar[str] = "Pac-Man"
    seats: ClassVar[tuple[str, ...]] = ("Pac-Man", "Ghosts")
    position_help: ClassVar[str] = (
        "The line that describes the maze, the agent to move, the score and the places of all agents."
    )
    values_help: ClassVar[str] = (
        "Values are points: the score that Pac-Man has at the end, or expects by its static value."
    )

    def __init__(
        self, layout: str = "small", *, roles: str | Sequence[str] | None = None, ghosts: int | None = None
    ) -> None:
        if not isinstance(layout, str):
            raise ZermeloError(f"a layout is a text or a name such as small, not {layout!r:.60}")
        if "\n" in layout or layout in LAYOUTS:
            text = read_layout(layout) if layout in LAYOUTS else layout
            self._native = self._read(text, ghosts)
        else:
            if ghosts is not None:
                raise ZermeloError("ghosts can only be given with a layout, not with a position")
            self._native = self._parse(layout)
        if roles is not None:
            self._native = self.with_roles(roles)._native

    @staticmethod
    def _read(text: str, ghosts: int | None) -> Any:
        if ghosts is not None and (not isinstance(ghosts, int) or ghosts < 0):
            raise ZermeloError(f"ghosts must be a whole number from 0 up, not {ghosts}")
        try:
            return NativePacman.read(readable(text), -1 if ghosts is None else min(ghosts, 1000))
        except ValueError as error:
            raise ZermeloError(str(error)) from None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the position that a text describes."""
        return cls(text)

    def with_roles(self, roles: str | Sequence[str]) -> Self:
        """Return the position with other roles: one for all ghosts, or one for each."""
        count = self.agents - 1
        given = [roles] * count if isinstance(roles, str) else list(roles)
        for role in [roles] if isinstance(roles, str) else given:
            if role not in ROLES:
                raise ZermeloError(f"{role!r} is not a role of a ghost: choose from {', '.join(ROLES)}")
        if len(given) != count:
            raise ZermeloError(f"there are {count} ghosts, but {len(given)} roles")
        return self.of(self._native.with_roles([ROLES.index(role) for role in given]))

    @property
    def agent(self) -> int:
        """The agent to move: 0 is Pac-Man, then the ghosts in the order of the layout."""
        return int(self._native.agent)

    @property
    def agents(self) -> int:
        return int(self._native.agents)

    @property
    def roles(self) -> tuple[str, ...]:
        return tuple(self._native.roles)

    @property
    def score(self) -> int:
        return int(self._native.score)

    @property
    def won(self) -> bool:
        return bool(self._native.won)

    @property
    def lost(self) -> bool:
        return bool(self._native.lost)

    @property
    def width(self) -> int:
        return int(self._native.width)

    @property
    def height(self) -> int:
        return int(self._native.height)

    @property
    def pacman(self) -> CellAt:
        place: CellAt = self._native.pacman
        return place

    @property
    def ghosts(self) -> tuple[Ghost, ...]:
        return tuple(Ghost(*each) for each in self._native.ghosts)

    @property
    def walls(self) -> frozenset[CellAt]:
        return self._cells("%")

    @property
    def food(self) -> frozenset[CellAt]:
        return self._cells(".")

    @property
    def capsules(self) -> frozenset[CellAt]:
        return self._cells("o")

    def _cells(self, character: str) -> frozenset[CellAt]:
        return frozenset(
            (column, line)
            for line, row in enumerate(self._native.rows, 1)
            for column, found in enumerate(row, 1)
            if found == character
        )

    def chances(self) -> list[tuple[str, Fraction]]:
        """Return the probabilities of the moves of the ghost to move, by its role."""
        return self._fractions(self._native.chances)

    def directional(self) -> list[tuple[str, Fraction]]:
        """Return the probabilities of the moves of the ghost to move as if it were directional."""
        return self._fractions(self._native.directional)

    def _fractions(self, asked: Any) -> list[tuple[str, Fraction]]:
        try:
            chances = asked()
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return [(move, Fraction(chance).limit_denominator(_DENOMINATOR)) for move, chance in chances]

    def evaluate(self, weights: Mapping[str, float] | None = None) -> float:
        """Return the static value for Pac-Man: the sum of the features times their weights. Features are always Pac-Man's."""
        chosen = self.weights() if weights is None else weights
        return sum(chosen.get(name, 0.0) * value for name, value in self.features().items())

    def notation(self) -> str:
        text: str = self._native.board
        return text

    def __str__(self) -> str:
        turn = "won" if self.won else "lost" if self.lost else f"{self.name_of(self.agent)} to move"
        return "\n".join([*maze.text(self._native.rows, self.pacman, self.ghosts), f"score {self.score}, {turn}"])

    @staticmethod
    def name_of(agent: int) -> str:
        """Return what an agent is called."""
        return f"ghost {agent}" if agent else "Pac-Man"

    def _repr_svg_(self) -> str:
        return self.drawing()

    def drawing(self, *, notes: Mapping[CellAt, str] | None = None, trail: Sequence[CellAt] = ()) -> str:
        """Return the maze as SVG, with notes at cells and the trail of Pac-Man."""
        return maze.svg(self._native.rows, self.pacman, self.ghosts, notes=notes or {}, trail=trail)
