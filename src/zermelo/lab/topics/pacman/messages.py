"""The messages of the Pac-Man page.

    POST /api/pacman/open    PacmanPosition -> PacmanScene    the maze, and every round of a game so far
    POST /api/pacman/play    PacmanPlay -> PacmanRounds       the next rounds
    POST /api/pacman/choose  PacmanThink -> PacmanChoice      what an agent would do, and what each move is worth to it
    POST /api/pacman/why     PacmanThink -> PacmanWhy         the same as a tree
    POST /api/pacman/save    PacmanSave -> Text               the game as the record that `zermelo pacman` writes
    POST /api/pacman/load    PacmanLoad -> PacmanLoaded       and back
    POST /api/pacman/lessons PacmanMenu -> PacmanLessons      the lessons of `zermelo lesson`, to be watched

A round is a move of Pac-Man and then one of every ghost. The server keeps no state: a position is a layout and the moves of
all agents since, and random moves follow from the seed and the number of the move.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from zermelo.lab.messages import MoveValue, Record


class PacmanPosition(Record, frozen=True):
    """`layout` is the name of a layout of Zermelo, the text of one, or a position on one line; `ghosts` keeps only the first
    of them; `moves` are those of all agents in turn."""

    layout: str
    ghosts: int | None = None
    moves: tuple[str, ...] = ()


class Spot(Record, frozen=True):
    """A place in the maze: column and line, from 1 at the top left."""

    column: int
    line: int


class MazeGhost(Record, frozen=True):
    """A ghost; a slow one may be halfway between two cells. `scared` is the number of moves that it stays scared."""

    column: float
    line: float
    direction: str
    scared: int


class PacmanFrame(Record, frozen=True):
    """The maze between two rounds. The scene has food and capsules; they are gone where Pac-Man has been."""

    pacman: Spot
    ghosts: tuple[MazeGhost, ...]
    score: int
    food: int
    moves: tuple[str, ...]
    """Pac-Man's legal moves."""
    features: tuple[int, ...]
    """The features of the static evaluation, in the order of the scene's names."""
    result: Literal["", "won", "lost"]


class PacmanChoice(Record, frozen=True):
    """Pac-Man's move and the value of each move for it; agents that do not search give no values."""

    move: str
    value: float | None
    bound: Literal["exact", "lower", "upper", "estimate"]
    depth: int | None
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]


class PacmanRound(Record, frozen=True):
    """`move` is Pac-Man's, empty if a ghost moved first; `moves` are those of all agents in turn. `choice` is None where a person
    moved or moves were replayed."""

    move: str
    moves: tuple[str, ...]
    after: PacmanFrame
    choice: PacmanChoice | None = None


class PacmanScene(Record, frozen=True):
    """`rows` is the maze at the start: % a wall, . food, o a capsule."""

    layouts: dict[str, str]
    """The layouts of Zermelo by name, each with a sentence about it."""
    text: str
    """The text of the layout, for editing."""
    rows: tuple[str, ...]
    homes: int
    """The number of ghosts in the layout."""
    features: tuple[str, ...]
    weights: dict[str, float]
    start: PacmanFrame
    rounds: tuple[PacmanRound, ...]


class PacmanThink(Record, frozen=True):
    """`pacman` is the spec of a player, as in expectimax:4; `weights` are those that differ from the defaults."""

    at: PacmanPosition
    pacman: str
    weights: dict[str, float] = msgspec.field(default_factory=dict)
    seed: int = 0


class PacmanPlay(Record, frozen=True):
    """Play up to `rounds` rounds, fewer if the game ends or they take long. With `move` a person moves Pac-Man, in one round.
    `ghosts` are specs, as in random:2."""

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
    """A decision as a tree: `text` and `search` open it on the Tree page; the value of a leaf is what the agent finds below it.
    `position` opens the first `depth` moves of the same search on the Inside page, which draws the mazes; the agent itself searches
    `decided` moves deep, so its values may differ. For mcts both are numbers of simulations."""

    text: str
    search: str
    position: str
    depth: int
    decided: int


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
    """The players of a lesson; `weights` are those that differ from the defaults."""

    title: str
    pacman: str
    ghosts: str
    weights: dict[str, float]


class PacmanLesson(Record, frozen=True):
    """A question, the maze that answers it, and the players; `text` explains it in a paragraph."""

    slug: str
    title: str
    question: str
    text: str
    layout: str
    casts: tuple[PacmanCast, ...]


class PacmanLessons(Record, frozen=True):
    lessons: tuple[PacmanLesson, ...]
