"""Every message between the lab's pages and its server, as typed records. This module is the contract: the server
decodes and encodes nothing else, and the pages' TypeScript types are written from it (`zermelo.lab.typescript`).

Short questions go over HTTP (POST /api/...: one record in, one record out, or `Problem` with a 4xx). Searches run over
one WebSocket (/api/live): a page sends `Watch`, `Think`, `Cancel` and `More`, and gets batches back. A batch is sent only
when the page has asked for more of them, so a slow page never has a queue; a page that is slow to read the progress of
the engine gets the latest only.

A state of a game is always described, never sent: the game's name, the text of the position it began from, and the
moves since then, each as the game writes it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec

from zermelo.events import Event


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message or a part of one."""


# ---- What the lab has to offer: GET /api/about -> About


class SearchInfo(Record, frozen=True):
    """A textbook search: `options` are those of `SearchOptions` that it has a use for; `summary` is one sentence."""

    name: str
    title: str
    summary: str
    options: tuple[str, ...]
    chance: bool
    """Whether it can search trees and games with chance nodes."""


class ExampleInfo(Record, frozen=True):
    """A tree of the classroom; `text` is as `TreeReply` writes it."""

    name: str
    text: str
    description: str


class PlayerInfo(Record, frozen=True):
    """A way of playing, for the menus of the Play page: `strength` says what `Think.strength` means for it, if it has one."""

    name: str
    title: str
    strength: str
    least: int
    most: int
    usual: int
    clock: bool
    """Whether `Think.seconds` means something to it."""


class PieceShape(Record, frozen=True):
    """How a piece of chess is drawn: paths in the language of SVG, around the middle of a square of 60 by 60. `lines` lie on
    the body."""

    body: str
    lines: str


class GameInfo(Record, frozen=True):
    slug: str
    title: str
    players: tuple[str, ...]
    """The names of the ways of playing that can play it."""
    searches: tuple[str, ...]
    """The names of the textbook searches that can look inside it."""
    seats: tuple[str, ...]
    """What the players are called, as in Black and White."""
    position_help: str
    """How a position is written, in a sentence with an example."""
    chance: bool
    decided: float | None
    """A value from which on the game is won at a distance, where wins are counted so: the graph ends there."""


class KindInfo(Record, frozen=True):
    slug: str
    title: str
    description: str
    points: int
    options: tuple[str, ...]
    """The names of what `Ask.options` may hold."""


class Caps(Record, frozen=True):
    """What a visitor may ask for at most."""

    text: int
    nodes: int
    seconds: float
    searches: int


class About(Record, frozen=True):
    version: str
    searches: tuple[SearchInfo, ...]
    examples: tuple[ExampleInfo, ...]
    players: tuple[PlayerInfo, ...]
    games: tuple[GameInfo, ...]
    kinds: tuple[KindInfo, ...]
    pieces: dict[str, PieceShape]
    """The pieces of chess by their letters."""
    caps: Caps


class Problem(Record, frozen=True):
    """Why a request was refused, as one sentence for a person. `line` and `column` (from 1) name the place in a text."""

    error: str
    line: int | None = None
    column: int | None = None
    retry_after: float | None = None


# ---- Trees: POST /api/tree/read, /api/tree/random -> TreeReply; /api/tree/export -> Text; /api/tree/profile -> Profile


class TreeNode(Record, frozen=True):
    """A node of an explicit tree. Nodes come breadth-first, children in their order; the first is the root."""

    name: str
    parent: int
    role: str
    """MAX, MIN, CHANCE, LEAF, or P1, P2, ... in trees with a payoff for each player."""
    value: str | None = None
    """A leaf's payoff, or the static value written on an inner node, as text."""
    odds: str | None = None
    """The probability of the branch that leads here from a chance node."""
    action: str | None = None
    """What that branch is called, where the format names branches."""
    noisy: bool = False


class Stakes(Record, frozen=True):
    """What there is to get in a tree, in numbers as trees write them: `total` is the most that all players get together,
    `least` the least that any of them gets; where one number is MAX's, it lies from `low` to `high`."""

    players: int
    total: str
    least: str
    low: str | None
    high: str | None


class TreeReply(Record, frozen=True):
    text: str
    """The tree in the names style, which reads back as the same tree."""
    nodes: tuple[TreeNode, ...]
    leaves: int
    least: int | None
    """The fewest leaves alpha-beta must value, b^ceil(d/2) + b^floor(d/2) - 1, where the tree is uniform."""
    unsuitable: dict[str, str]
    """The searches that do not suit the tree, each with the reason."""
    stakes: Stakes


class ReadTree(Record, frozen=True):
    text: str
    root: Literal["max", "min", "chance"] = "max"
    """Who moves first, where the text does not say."""


class RandomTree(Record, frozen=True):
    seed: int
    depth: int = 3
    branching: int = 3
    uneven: bool = False
    chance: bool = False
    root: Literal["max", "min"] = "max"


class TreeSource(Record, frozen=True, tag="tree"):
    """An explicit tree, as text."""

    text: str
    root: Literal["max", "min", "chance"] = "max"


class GameSource(Record, frozen=True, tag="game"):
    """A position of a game: `position` is where play began (None: the start of the game), `moves` what was played."""

    game: str
    position: str | None = None
    moves: tuple[str, ...] = ()


Source: TypeAlias = TreeSource | GameSource


class SearchOptions(Record, frozen=True):
    """Options of a textbook search; None is the search's own default. One that the search has no use for is refused."""

    depth: int | None = None
    ties: Literal["equal", "strict"] | None = None
    fail: Literal["soft", "hard"] | None = None
    order: str | None = None
    """natural, reverse, best, worst, random, or for nodes of a tree: "A: C B D; C: H G"."""
    seed: int | None = None
    simulations: int | None = None
    """Random games of Monte-Carlo tree search."""
    partners: tuple[int, ...] | None = None
    """Who plays together in a coalition, counted from 0; None is the player to move alone."""
    total: str | None = None
    """The most that all players get together, by which max^n prunes; a number as trees write it, such as 9 or 7/2."""
    least: str | None = None
    """The least that any player gets there, likewise."""
    low: str | None = None
    """The least that a leaf is worth, for Star1 and Star2, likewise; None is the tree's own."""
    high: str | None = None
    """And the most."""


class Export(Record, frozen=True):
    """A picture of a search at one step; `step` None is its end, and without a search the bare tree. `equilibrium` shows the
    one of that number, counted from 0, in place of the answer of backward induction."""

    source: Source
    format: Literal["svg", "tikz", "json"]
    search: str | None = None
    options: SearchOptions = SearchOptions()
    step: int | None = None
    equilibrium: int | None = None


class Text(Record, frozen=True):
    text: str


class AskProfile(Record, frozen=True):
    """Asks for the equilibrium of that number, counted from 0, among those that backward induction finds with these options."""

    source: Source
    number: int
    options: SearchOptions = SearchOptions()


class Profile(Record, frozen=True):
    """What everybody does in an equilibrium, wherever they are: the names of the nodes to which players move, and what each
    node that is no leaf is then worth, as text."""

    chosen: tuple[str, ...]
    values: dict[str, str]


# ---- Play: POST /api/play/position -> Position; /api/play/load -> Loaded


class Cell(Record, frozen=True):
    """One place of a board. `piece` is what stands there: "" for nothing, else a name that the pages know how to draw
    (x, o, black, white, first, second, stone, or a chess piece as in wK); `move` is the move that a click makes."""

    piece: str
    move: str | None = None


class Path(Record, frozen=True):
    """A move from one cell to another; `becomes` is the piece that tells apart several that lead the same way."""

    move: str
    start: int
    end: int
    becomes: str = ""


class Board(Record, frozen=True):
    """A board of cells, row by row from the top. `look` says how it is drawn: lines (tic-tac-toe), holes (Connect Four),
    squares (Othello), chequered (chess), heaps (nim: stones in columns, no frame). `paths` are the moves of a game
    that go from cell to cell. `last` are the cells of the last move, `threatened` such as that of a king in check."""

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
    """A move that was played, as people write it, with the number that stands before it: none where chess has none."""

    number: str
    move: str


class Position(Record, frozen=True):
    """A position as the Play page shows it. `board` where the game describes one; else `picture` (its own SVG) where it
    draws itself; `text` always. `moves` are all legal moves; those without a cell of the board are shown as buttons."""

    game: str
    player: int
    """Whose turn it is; -1 is chance (the page asks for a throw with Think and the player "chance")."""
    moves: tuple[str, ...]
    names: tuple[str, ...]
    """Each of these moves as people write it, such as Nf3."""
    written: tuple[Written, ...]
    """The moves of the source, likewise."""
    board: Board | None
    picture: str | None
    text: str
    notation: str
    """The position as text that `GameSource.position` takes back, or the moves where a game has no notation of its own."""
    record: str
    """The whole game so far in the game's usual format: what Save writes and Load reads."""
    over: bool
    verdict: str
    """Who won and by how much, once it is over."""
    value: float | None = None


class Load(Record, frozen=True):
    game: str
    text: str


class Loaded(Record, frozen=True):
    source: GameSource
    position: Position


# ---- Inside: POST /api/inside/boards -> Pictures (little pictures of the states at some nodes of a search tree)


class Boards(Record, frozen=True):
    """`paths` are moves from the source's position, as texts. A path that cannot be played has no picture."""

    source: GameSource
    paths: tuple[tuple[str, ...], ...]


class Pictures(Record, frozen=True):
    """For each path an SVG drawing, or None."""

    pictures: tuple[str | None, ...]


# ---- Live: what a page sends over the WebSocket


class Watch(Record, frozen=True, tag="watch"):
    """Run a textbook search and send its steps. `id` is the page's own number for it, from 1 up, and comes back in every
    answer; it can be used again once the search has ended."""

    id: int
    source: Source
    search: str
    options: SearchOptions = SearchOptions()


class Think(Record, frozen=True, tag="think"):
    """Let a player choose a move: `strength` as its PlayerInfo says, or `seconds` for a clock. `lines` root moves get values
    (0: all of them)."""

    id: int
    source: GameSource
    player: str
    strength: int | None = None
    seconds: float | None = None
    lines: int = 1


class More(Record, frozen=True, tag="more"):
    """The page is ready for so many more batches of this search. A search starts with room for a few; `Finished` comes
    after the last of them."""

    id: int
    batches: int = 1


class Cancel(Record, frozen=True, tag="cancel"):
    """The search is not wanted any more. It is answered by `Cancelled`, or by nothing if the search was over already."""

    id: int


Sent: TypeAlias = Watch | Think | More | Cancel


# ---- Live: what the server sends back


class Step(Record, frozen=True):
    event: Event
    says: str


class Steps(Record, frozen=True, tag="steps"):
    """Some steps of a search, in order; `first` is the number of the first of them, from 0."""

    id: int
    first: int
    steps: tuple[Step, ...]


class Finished(Record, frozen=True, tag="finished"):
    """A watched search is over: `report` is what `zermelo tree --json` prints; `steps` how many there were."""

    id: int
    steps: int
    report: dict[str, Any]


class Mate(Record, frozen=True):
    """A win that was seen to its end: in so many moves, negative where MIN wins; `says` has who wins, in words."""

    moves: int
    says: str


class MoveValue(Record, frozen=True):
    """A root move with its value for MAX."""

    move: str
    value: float | None
    bound: Literal["exact", "lower", "upper", "estimate"]
    line: tuple[str, ...] = ()
    mate: Mate | None = None


class Progress(Record, frozen=True, tag="progress"):
    """How far a player has thought: the latest only."""

    id: int
    depth: int | None
    value: float | None
    bound: Literal["exact", "lower", "upper", "estimate"]
    line: tuple[str, ...]
    written: tuple[str, ...]
    """The line as people write it."""
    mate: Mate | None
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]


class Chosen(Record, frozen=True, tag="chosen"):
    """A player has decided. `sure` is True where the value is proven."""

    id: int
    move: str | None
    sure: bool
    depth: int | None
    value: float | None
    bound: Literal["exact", "lower", "upper", "estimate"]
    line: tuple[str, ...]
    written: tuple[str, ...]
    """The line as people write it."""
    mate: Mate | None
    nodes: int
    seconds: float
    moves: tuple[MoveValue, ...]


class Cancelled(Record, frozen=True, tag="cancelled"):
    id: int


class Refused(Record, frozen=True, tag="refused"):
    """A request that was not carried out, or not to its end; id 0 where the message could not be read at all."""

    id: int
    error: str
    retry_after: float | None = None


Received: TypeAlias = Steps | Finished | Progress | Chosen | Cancelled | Refused
