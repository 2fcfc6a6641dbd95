"""The messages of the Play page.

POST /api/play/position  GameSource -> Position
POST /api/play/load      Load -> Loaded           a saved game
live                     Think -> Progress, ..., Chosen
"""

from __future__ import annotations

from typing import Literal

from zermelo.lab.messages import BoundName, GameSource, LiveRequest, Mate, MoveValue, Record


class Cell(Record, frozen=True):
    """One cell of a board. `piece` is "" for none, or a name that the pages can draw (x, o, black, white, first, second,
    stone, or a chess piece as in wK); `move` is the move that a click makes."""

    piece: str
    move: str | None = None


class Path(Record, frozen=True):
    """A move from one cell to another; `becomes` is the promotion piece, where several moves share the cells."""

    move: str
    start: int
    end: int
    becomes: str = ""


class Board(Record, frozen=True):
    """A board of cells, row by row from the top. `look` says how to draw it: lines (tic-tac-toe), holes (Connect Four),
    squares (Othello), chequered (chess), heaps (nim: stones in columns, no frame). `paths` are the moves from cell to
    cell, `last` the cells of the last move, `threatened` cells such as that of a king in check."""

    look: Literal["lines", "holes", "squares", "chequered", "heaps"]
    columns: int
    rows: int
    cells: tuple[Cell, ...]
    column_labels: tuple[str, ...] = ()
    row_labels: tuple[str, ...] = ()
    last: tuple[int, ...] = ()
    paths: tuple[Path, ...] = ()
    threatened: tuple[int, ...] = ()


class Written(Record, frozen=True):
    """A move that was played in the game's usual notation, with the number before it (empty for Black's moves in chess)."""

    number: str
    move: str


class Position(Record, frozen=True):
    """A position as the Play page shows it: `board` where the game describes one, else `picture` (its own SVG) where it
    draws itself; `text` always. The page shows legal `moves` that no cell makes as buttons."""

    game: str
    player: int
    """The player to move; -1 is chance (the page asks for a throw with Think and the player "chance")."""
    moves: tuple[str, ...]
    names: tuple[str, ...]
    """The legal moves in the game's usual notation, such as Nf3."""
    written: tuple[Written, ...]
    """The moves of the source, likewise."""
    board: Board | None
    picture: str | None
    text: str
    notation: str
    """The position as text that `GameSource.position` accepts, or the moves where a game has no notation of its own."""
    record: str
    """The game so far in the game's usual format, as Save writes it and Load reads it."""
    over: bool
    verdict: str
    """Who won and by how much, once the game is over."""
    value: float | None = None
    """MAX's payoff, once the game is over."""


class Load(Record, frozen=True):
    game: str
    text: str


class Loaded(Record, frozen=True):
    source: GameSource
    position: Position


class Think(LiveRequest, frozen=True, tag="think"):
    """Let a player choose a move: `strength` as its `PlayerInfo` says, or `seconds` on the clock. The best `lines` root moves
    get values (0: all of them). With `reasons` an engine also says why."""

    source: GameSource
    player: str
    strength: int | None = None
    seconds: float | None = None
    lines: int = 1
    reasons: bool = False

    def time_limit(self) -> float | None:
        return self.seconds


class Section(Record, frozen=True):
    title: str
    sentences: tuple[str, ...]


class Reasons(Record, frozen=True):
    """The engine's reasons for a move, by its own search. `options` repeat the search on the Inside page, where it is called
    engine; None where there is no tree to show."""

    sections: tuple[Section, ...]
    options: dict[str, str] | None


class Progress(Record, frozen=True, tag="progress"):
    """What a player has found so far; a page gets the latest only."""

    id: int
    depth: int | None
    value: float | None
    bound: BoundName
    line: tuple[str, ...]
    written: tuple[str, ...]
    """The line in the game's usual notation."""
    mate: Mate | None
    why: str
    """The reason for the move in a few words, where the player gives one."""
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]


class Chosen(Record, frozen=True, tag="chosen"):
    """A player's move. `sure` is True where the value is proven."""

    id: int
    move: str | None
    sure: bool
    depth: int | None
    value: float | None
    bound: BoundName
    line: tuple[str, ...]
    written: tuple[str, ...]
    """The line in the game's usual notation."""
    mate: Mate | None
    why: str
    """The reason for the move in a few words, where the player gives one."""
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]
    reasons: Reasons | None = None
