"""The messages of the Pac-Man page.

    POST /api/pacman/open    PacmanPosition -> PacmanScene    the maze, and every round of a game so far
    POST /api/pacman/play    PacmanPlay -> PacmanRounds       the next rounds
    POST /api/pacman/choose  PacmanThink -> PacmanChoice      what an agent would do, and what each move is worth to it
    POST /api/pacman/why     PacmanThink -> PacmanWhy         the same as a tree
    POST /api/pacman/save    PacmanSave -> Text               the game as the record that `zermelo pacman` writes
    POST /api/pacman/load    PacmanLoad -> PacmanLoaded       and back
    POST /api/pacman/lessons PacmanMenu -> PacmanLessons      the lessons of `zermelo lesson`, to be watched

A round is a move of Pac-Man and then one of every ghost. The server remembers nothing: a position is a layout and the
moves of all agents since, and whatever is drawn by lot follows from the seed and the number of the move.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from zermelo.lab.messages import MoveValue, Record


class PacmanPosition(Record, frozen=True):
    """`layout` is the name of one that ships, a layout's own text, or a position as one line; `ghosts` keeps the first so
    many of them; `moves` are those of all agents in turn."""

    layout: str
    ghosts: int | None = None
    moves: tuple[str, ...] = ()


class Spot(Record, frozen=True):
    """A place in the maze: column and line, from 1 at the top left."""

    column: int
    line: int


class MazeGhost(Record, frozen=True):
    """Where a ghost is; a slow one may be halfway between two cells. `scared` is for how many more moves."""

    column: float
    line: float
    direction: str
    scared: int


class PacmanFrame(Record, frozen=True):
    """The maze between two rounds. Food and capsules are told once, in the scene: they are gone where Pac-Man has been."""

    pacman: Spot
    ghosts: tuple[MazeGhost, ...]
    score: int
    food: int
    moves: tuple[str, ...]
    """What Pac-Man may do."""
    features: tuple[int, ...]
    """What the static value is made of, in the order of the scene's names."""
    result: Literal["", "won", "lost"]


class PacmanChoice(Record, frozen=True):
    """What Pac-Man does, and what each of its moves is worth to it; an agent that does not look ahead gives no values."""

    move: str
    value: float | None
    bound: Literal["exact", "lower", "upper", "estimate"]
    depth: int | None
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]


class PacmanRound(Record, frozen=True):
    """`move` is Pac-Man's; `moves` are those of all, in turn. Only a position in which a ghost is to move begins with a round
    without one of Pac-Man. `choice` is missing where a person moved, or the moves were only played again."""

    move: str
    moves: tuple[str, ...]
    after: PacmanFrame
    choice: PacmanChoice | None = None


class PacmanScene(Record, frozen=True):
    """`rows` is the maze at the start: % a wall, . food, o a capsule."""

    layouts: dict[str, str]
    """The names of the layouts that ship, each with a sentence about it."""
    text: str
    """The layout as it is written, to be changed."""
    rows: tuple[str, ...]
    homes: int
    """How many ghosts the layout has room for."""
    features: tuple[str, ...]
    weights: dict[str, float]
    start: PacmanFrame
    rounds: tuple[PacmanRound, ...]


class PacmanThink(Record, frozen=True):
    """`pacman` is an agent, as in expectimax:4; `weights` are those that differ from the usual ones."""

    at: PacmanPosition
    pacman: str
    weights: dict[str, float] = msgspec.field(default_factory=dict)
    seed: int = 0


class PacmanPlay(Record, frozen=True):
    """Plays up to so many rounds, fewer where the game ends or that takes long. With `move` a person moves Pac-Man, in one
    round. `ghosts` is who they are, as in random:2."""

    at: PacmanPosition
    ghosts: str
    pacman: str = ""
    weights: dict[str, float] = msgspec.field(default_factory=dict)
    seed: int = 0
    rounds: int = 1
    move: str | None = None


class PacmanRounds(Record, frozen=True):
    rounds: tuple[PacmanRound, ...]


class PacmanWhy(Record, frozen=True):
    """A decision as a tree: `text` and `search` open it on the Tree page. Its leaves have what the agent finds below them.
    `position` opens the first moves of the same search on the Inside page, which draws the mazes: `depth` of them, or after
    so many playouts where the search is mcts, which has no other tree than that."""

    text: str
    search: str
    position: str
    depth: int


class PacmanSave(Record, frozen=True):
    at: PacmanPosition
    pacman: str
    ghosts: str
    weights: dict[str, float] = msgspec.field(default_factory=dict)
    seed: int = 0


class PacmanLoad(Record, frozen=True):
    text: str


class PacmanLoaded(Record, frozen=True):
    at: PacmanPosition
    pacman: str
    ghosts: str
    weights: dict[str, float]
    seed: int


class PacmanMenu(Record, frozen=True):
    """Asks for the lessons."""


class PacmanCast(Record, frozen=True):
    """Who plays in a lesson; `weights` are those that differ from the usual ones."""

    title: str
    pacman: str
    ghosts: str
    weights: dict[str, float]


class PacmanLesson(Record, frozen=True):
    """A question, the maze to watch it in, and who plays there; `text` is what it shows, in a paragraph."""

    slug: str
    title: str
    question: str
    text: str
    layout: str
    casts: tuple[PacmanCast, ...]


class PacmanLessons(Record, frozen=True):
    lessons: tuple[PacmanLesson, ...]
