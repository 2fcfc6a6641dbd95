"""Messages between the lab's pages and its server that several pages share; each page has its own in its folder.

These records are the contract: the server decodes and encodes nothing else, and the pages' TypeScript types are written
from them (`zermelo.lab.typescript`).

Short questions go over HTTP (POST /api/...: one record in, one record out, or `Problem` with a 4xx status). Searches run
over one WebSocket (/api/live): a page sends `Watch`, `Think`, `Cancel` and `More`, and receives batches. The server sends a
batch only when the page has room for it, so nothing queues up for a slow page; of a player's progress it sends the latest
only.

A state of a game is always described, never sent: the game's name, the text of the position where play began, and the
moves since then as the game writes them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from zermelo.events import Event
from zermelo.registry import OptionKind

BoundName: TypeAlias = Literal["exact", "lower", "upper", "estimate"]


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message or a part of one."""


# ---- What the lab offers: GET /api/about -> About


class OptionInfo(Record, frozen=True):
    """An option of a textbook search as `zermelo.registry.Option` declares it; `default` is text, empty for none."""

    name: str
    kind: OptionKind
    help: str
    default: str
    choices: tuple[str, ...]
    required: bool


class PseudocodeInfo(Record, frozen=True):
    """The pseudocode of a search; `running` has the number of the line that runs at each event, counted from 0. An event is
    named as in JSON, with its role, kind or bound after it where these have lines of their own."""

    lines: tuple[str, ...]
    running: dict[str, int]


class SearchInfo(Record, frozen=True):
    """A search that pages watch; `summary` is one sentence."""

    name: str
    title: str
    summary: str
    options: tuple[OptionInfo, ...]
    chance: bool
    """Whether it can search trees and games with chance nodes."""
    pseudocode: PseudocodeInfo | None


class ExampleInfo(Record, frozen=True):
    """A classroom tree; `text` is in the format of `TreeReply.text`."""

    name: str
    text: str
    description: str


class PlayerInfo(Record, frozen=True):
    """A way of playing, for the menus of the Play page; `strength` says what `Think.strength` means for it, if anything."""

    name: str
    title: str
    strength: str
    least: int
    most: int
    usual: int
    clock: bool
    """Whether it uses `Think.seconds`."""


class PieceShape(Record, frozen=True):
    """A chess piece as SVG paths, centred in a square of 60 by 60; `lines` are drawn over the body."""

    body: str
    lines: str


class SetUpChoice(Record, frozen=True):
    """Something to choose when a position is set up, such as castling rights; the first choice is the usual one."""

    name: str
    title: str
    choices: tuple[str, ...]


class SetUpInfo(Record, frozen=True):
    """How positions are set up by hand: the pieces to place, named as in `Cell.piece`, and what else there is to choose."""

    pieces: tuple[str, ...]
    options: tuple[SetUpChoice, ...] = ()


class GameInfo(Record, frozen=True):
    slug: str
    title: str
    players: tuple[str, ...]
    """Names of the players that can play it."""
    searches: tuple[str, ...]
    """Names of the searches that can search it."""
    seats: tuple[str, ...]
    """Names of the sides, as in Black and White."""
    position_help: str
    """How to write a position: one sentence with an example."""
    values_help: str
    """What values mean and whose they are."""
    chance: bool
    decided: float | None
    """A value of this size or more is a proven win at a distance, in games that count so; the value graph ends here."""
    symmetric: bool = False
    """Whether symmetric positions can be merged."""
    setup: SetUpInfo | None = None
    """None where positions are not set up by hand."""
    headers: tuple[str, ...] = ()
    """The headers that a file of the game begins with, such as White; none where its format has no headers."""
    expected_scale: float | None = None
    """The expected score of MAX is 1 / (1 + exp(-value / expected_scale)) until the result is proven."""
    simulated: bool = False
    """Whether an analysis plays simulations, which value all moves at no cost."""
    ownership: bool = False
    """Whether `AskOwnership` is answered."""


class KindInfo(Record, frozen=True):
    slug: str
    title: str
    description: str
    points: int
    options: tuple[str, ...]
    """Names that `Ask.options` may hold."""


class Caps(Record, frozen=True):
    """The most that a visitor may ask for: characters of a text, nodes and seconds of a search, searches at once."""

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
    """The chess pieces by letter."""
    caps: Caps


class Problem(Record, frozen=True):
    """Why a request was refused, in one sentence. `line` and `column` (from 1) give the place in a text."""

    error: str
    line: int | None = None
    column: int | None = None
    retry_after: float | None = None


class Text(Record, frozen=True):
    text: str


# ---- Trees, positions and searches


class TreeNode(Record, frozen=True):
    """A node of an explicit tree. Nodes come breadth-first, children in order; the first is the root."""

    name: str
    parent: int
    role: str
    """MAX, MIN, CHANCE, LEAF, or P1, P2, ... in trees with one payoff per player."""
    value: str | None = None
    """A leaf's payoff, or the static value of an inner node, as text."""
    odds: str | None = None
    """The probability of the branch from a chance node to this node."""
    action: str | None = None
    """The name of that branch, where the format names branches."""
    noisy: bool = False


class Stakes(Record, frozen=True):
    """The range of a tree's payoffs, written as trees write numbers: `total` is the largest sum over all players, `least`
    the smallest payoff of any player; where payoffs are MAX's alone, they lie from `low` to `high`."""

    players: int
    total: str
    least: str
    low: str | None
    high: str | None


class FileSearch(Record, frozen=True):
    """The search that a course's test file asks for, and the sentence that says so."""

    search: str
    options: dict[str, str]
    says: str


class TreeReply(Record, frozen=True):
    text: str
    """The tree in the names format, which reads back as the same tree."""
    nodes: tuple[TreeNode, ...]
    leaves: int
    least: int | None
    """The fewest leaves alpha-beta must evaluate, b^ceil(d/2) + b^floor(d/2) - 1, where the tree is uniform."""
    unsuitable: dict[str, str]
    """The searches that cannot search the tree, each with the reason."""
    stakes: Stakes
    test: FileSearch | None = None
    """Where the text was a CS188 test file of a known agent."""


class TreeSource(Record, frozen=True, tag="tree"):
    """An explicit tree, as text; `root` is the player at its root, where the text does not say."""

    text: str
    root: Literal["max", "min", "chance"] = "max"


class GameSource(Record, frozen=True, tag="game"):
    """A position of a game: `position` is where play began (None: the start of the game), `moves` the moves since. A search
    of it counts moves to symmetric positions as one if they are `merged`."""

    game: str
    position: str | None = None
    moves: tuple[str, ...] = ()
    merged: bool = False


Source: TypeAlias = TreeSource | GameSource


SearchOptions: TypeAlias = dict[str, str | int | float | bool]
"""Options of a textbook search by name, as `OptionInfo` declares them and as the command line writes them: "2", "strict",
"p1,p3" for players, "-1,5/2" for a range. What is left out has its default."""


class FactGrid(Record, frozen=True):
    """The board in the facts of a rule sheet: what is in each cell, row by row from the top, the rows named from the top too.
    `marks` has a short text for each content, empty for those that mean an empty cell; `changed` are the cells that the last move
    has changed."""

    relation: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[str, ...]
    marks: dict[str, str]
    changed: tuple[int, ...]


class FactTable(Record, frozen=True):
    """The facts of a state of a rule sheet: a board if there is one in them, the `facts` that are not on it, and those of these
    that the last move has made true."""

    grid: FactGrid | None
    facts: tuple[str, ...]
    changed: tuple[str, ...]


class Step(Record, frozen=True):
    """A search event and its sentence."""

    event: Event
    says: str


class Mate(Record, frozen=True):
    """A proven win in `moves` moves, negative where MIN wins; `says` names the winner."""

    moves: int
    says: str


class MoveValue(Record, frozen=True):
    """A root move with its value for MAX."""

    move: str
    value: float | None
    bound: BoundName
    line: tuple[str, ...] = ()
    mate: Mate | None = None
    written: tuple[str, ...] = ()
    """The line in the game's usual notation."""
    in_tables: bool = False
    """An endgame table knows the position at the end of the line."""
    visits: int | None = None
    """The simulations of the move in Monte-Carlo tree search."""
    win_rate: float | None = None
    """The share of them that MAX won, from 0 to 1, where they count wins."""


# ---- The WebSocket


class LiveRequest(Record, frozen=True):
    """Starts a search. `id` is the page's own number for it, from 1 up, and comes back in every answer; the page may use it
    again once the search has ended."""

    id: int

    def time_limit(self) -> float | None:
        """Seconds that the request itself allows, if it says so."""
        return None


class More(Record, frozen=True, tag="more"):
    """The page has room for `batches` more batches of this search. A search starts with room for a few; the last message
    comes after all batches."""

    id: int
    batches: int = 1


class Cancel(Record, frozen=True, tag="cancel"):
    """Stop the search. The server answers `Cancelled`, or nothing if the search was over already."""

    id: int


class Cancelled(Record, frozen=True, tag="cancelled"):
    id: int


class Refused(Record, frozen=True, tag="refused"):
    """A request that was refused or stopped before its end; `id` is 0 where the message could not be read."""

    id: int
    error: str
    retry_after: float | None = None
