"""The messages of the Play page.

POST /api/play/position  GameSource -> Position
POST /api/play/load      Load -> Loaded           a saved game
POST /api/play/save      Save -> Saved
POST /api/play/compose   Compose -> Composed      a position set up by hand
POST /api/play/ownership AskOwnership -> Ownership
live                     Think -> Progress, ..., Chosen
live                     Review -> Reviewing, ..., Reviewed
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import field

from zermelo.lab.messages import BoundName, FactTable, GameSource, LiveRequest, Mate, MoveValue, Record

Judgement: TypeAlias = Literal["", "inaccuracy", "mistake", "blunder"]


class Cell(Record, frozen=True):
    """One cell of a board. `piece` is "" for none, or a name that the pages can draw (x, o, black, white, first, second,
    red, blue, stone, or a chess piece as in wK); `move` is the move that a click makes; `name` is drawn in the cell's corner."""

    piece: str
    move: str | None = None
    name: str = ""


class Path(Record, frozen=True):
    """A move from one cell to another; `becomes` is the promotion piece, where several moves share the cells, `via` the
    cells where the piece lands on its way."""

    move: str
    start: int
    end: int
    becomes: str = ""
    via: tuple[int, ...] = ()


class Board(Record, frozen=True):
    """A board of cells, row by row from the top. `look` says how to draw it: lines (tic-tac-toe), holes (Connect Four),
    squares (Othello), chequered (chess), go (stones on the crossings of lines), heaps (nim: stones in columns, no frame), hex
    (rows of hexagons, each half a cell further to the right). `paths` are the moves from cell to cell, `last` the cells of the
    last move, `threatened` cells such as that of a king in check."""

    look: Literal["lines", "holes", "squares", "chequered", "go", "heaps", "hex"]
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
    """A position as the Play page shows it: `board` where the game describes one, else `table` for rule sheets, else `picture`
    (its own SVG) where it draws itself; `text` always. The page shows legal `moves` that no cell makes as buttons."""

    game: str
    player: int
    """The player to move; -1 is chance (the page asks for a throw with Think and the player "chance")."""
    moves: tuple[str, ...]
    names: tuple[str, ...]
    """The legal moves in the game's usual notation, such as Nf3."""
    written: tuple[Written, ...]
    """The moves of the source, likewise."""
    board: Board | None
    table: FactTable | None
    picture: str | None
    text: str
    notation: str
    """The position as text that `GameSource.position` accepts, or the moves where a game has no notation of its own."""
    over: bool
    verdict: str
    """Who won and by how much, once the game is over."""
    value: float | None = None
    """MAX's payoff, once the game is over."""
    options: dict[str, str] = field(default_factory=dict)
    """What the position has of the options of `SetUpInfo`, such as castling rights."""


class Load(Record, frozen=True):
    """Ask for a game of a text, by its number counted from 0; by default the first that can be read."""

    game: str
    text: str
    number: int | None = None


class Turn(Record, frozen=True):
    """A move of a game with variations. `written` and `number` are its notation and the number before it, as in `Written`; Save
    needs neither. `annotations` are PGN's numeric glyphs, `comment` follows the move, and each of the `variations` begins
    instead of the move."""

    move: str
    written: str = ""
    number: str = ""
    annotations: tuple[int, ...] = ()
    comment: str = ""
    variations: tuple[tuple[Turn, ...], ...] = ()


class Loaded(Record, frozen=True):
    """A saved game; `source` and `position` follow the main line, `headers` are PGN's tags. `games` names the games of the text,
    and the game has this `number` among them."""

    source: GameSource
    headers: dict[str, str]
    turns: tuple[Turn, ...]
    position: Position
    games: tuple[str, ...] = ()
    number: int = 0


class Save(Record, frozen=True):
    game: str
    position: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    turns: tuple[Turn, ...] = ()


class Saved(Record, frozen=True):
    """A game as PGN if the game has it, otherwise its main line in the game's own format; `suffix` is that of a file, as in
    .pgn."""

    text: str
    suffix: str


class Compose(Record, frozen=True):
    """A position set up by hand: the pieces row by row from the top, named as in `Cell.piece`, and the player to move. What
    `options` leave out has its first choice; `like` is a position on a board of the same size, which the new one is like in all
    that is not set up, such as the rules of Go or the number of the move."""

    game: str
    cells: tuple[str, ...]
    player: int
    options: dict[str, str] = field(default_factory=dict)
    like: str | None = None


class Composed(Record, frozen=True):
    """`position` is the text that `GameSource.position` accepts."""

    position: str
    position_shown: Position


class AskOwnership(Record, frozen=True):
    """Ask whose the points of a Go board are after so many random games."""

    source: GameSource
    playouts: int = 200


class Ownership(Record, frozen=True):
    """The mean owner of each point, row by row from the top, from -1 for White to 1 for Black, and the mean score for Black."""

    points: tuple[float, ...]
    score: float


class Think(LiveRequest, frozen=True, tag="think"):
    """Let a player choose a move: `strength` as its `PlayerInfo` says, or `seconds` on the clock. The best `lines` root moves
    get values (0: all of them). With `reasons` an engine also says why. The player "analysis" is the engine that searches the
    `lines` side by side."""

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


class Review(LiveRequest, frozen=True, tag="review"):
    """Review all moves of a game, with this many seconds for each position; less where the whole game would take too long."""

    source: GameSource
    seconds: float

    def time_limit(self) -> float | None:
        return 2 * self.seconds * (len(self.source.moves) + 1)  # moves that seem wrong are searched twice


class ReviewedMove(Record, frozen=True):
    """A move with what it cost. Values are for MAX; the loss is that of the player who moved, in the game's points, and None
    where nothing gave a value."""

    move: str
    written: str
    best: str | None
    best_written: str
    line: tuple[str, ...]
    """The best line instead of the move, in the game's usual notation."""
    value: float | None
    """Before the move."""
    after: float | None
    mate: Mate | None
    """After the move, where a win is proven."""
    expected: float | None
    """The expected score of MAX after the move, from 0 to 1."""
    loss: float | None
    judgement: Judgement
    says: str


class ReviewedPlayer(Record, frozen=True):
    """A player's moves by judgement, and the mean of their losses."""

    seat: str
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    mean_loss: float | None


class Reviewing(Record, frozen=True, tag="reviewing"):
    """Move number `at`, counted from 0. The page has to ask for `More` of them, as for steps."""

    id: int
    at: int
    move: ReviewedMove


class Reviewed(Record, frozen=True, tag="reviewed"):
    """The whole review. It has fewer moves than the game if it was stopped."""

    id: int
    moves: tuple[ReviewedMove, ...]
    players: tuple[ReviewedPlayer, ...]
