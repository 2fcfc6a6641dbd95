"""What an analysis writes: one record a line, of four kinds, told apart by `kind`.

Every record names its file and the line in it, and has `error`, so that a table made of all of them has the column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from zermelo.result import Bound
from zermelo.review import Judgement, ReviewedPlayer

PlainValue: TypeAlias = int | float | tuple[int | float | None, ...] | None
"""MAX's value, or one payoff per player."""


class RankedMove(msgspec.Struct, frozen=True, kw_only=True):
    """One of the best moves of a position, where several lines were asked for."""

    move: str
    written: str
    value: PlainValue
    mate: int | None
    line: tuple[str, ...]


class PositionRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="position"):
    """A position and what a search found about it. Equal positions have equal records but for where they stand.

    Attributes
    ----------
    file, line_number
        Where it stands.
    game, position
        The game, and the position in its notation.
    name
        What the file calls it: the operation `id` of EPD.
    player
        Who is to move: 0 is MAX.
    value
        MAX's value, or one payoff per player; None if nothing gave a value.
    bound, proven
        What the value says, and whether it is that of the game, played out to its end.
    mate
        The moves to a forced win, negative if MIN wins.
    best, best_written
        The best move as the game's `str` writes it, and in the notation that people use, such as SAN; None and empty where
        the game is over.
    line, line_written
        The best line of play, in both notations.
    moves
        The best moves with their values, if more than one line was asked for.
    method, depth, nodes
        Which search it was, how deep it went (None is to the end of the game), and what it cost.
    solved
        Whether the best move is one that the file calls best; None if the file does not say.
    error
        Always None.
    """

    file: str = ""
    line_number: int = 0
    game: str = ""
    position: str = ""
    name: str = ""
    player: int
    value: PlainValue
    bound: Bound = "exact"
    proven: bool = False
    mate: int | None = None
    best: str | None = None
    best_written: str = ""
    line: tuple[str, ...] = ()
    line_written: tuple[str, ...] = ()
    moves: tuple[RankedMove, ...] = ()
    method: str = ""
    depth: int | None = None
    nodes: int = 0
    solved: bool | None = None
    error: None = None


class MoveRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="move"):
    """A move of a game and what it cost; the attributes after `position` are those of `zermelo.review.ReviewedMove`.

    `line_number` is where its game begins, `ply` counts the moves of the game from 1, and `position` is the one before the move.
    """

    file: str
    line_number: int
    game: str
    ply: int
    position: str
    player: int
    move: str
    written: str
    best: str | None
    best_written: str
    line: tuple[str, ...]
    line_written: tuple[str, ...]
    value: float | None
    after: float | None
    mate: int | None
    expected: float | None
    loss: float | None
    given_away: float | None
    judgement: Judgement
    says: str
    error: None = None


class GameSummary(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="game"):
    """A game, after its moves: its tags, and how each player has played."""

    file: str
    line_number: int
    game: str
    plies: int
    tags: Mapping[str, str]
    players: tuple[ReviewedPlayer, ...]
    error: None = None


class ErrorRecord(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="error"):
    """A line or a game that could not be analysed, and why, in one sentence that names the place."""

    file: str
    line_number: int
    error: str


Record: TypeAlias = PositionRecord | MoveRecord | GameSummary | ErrorRecord
_ENCODER = msgspec.json.Encoder()


def encode(record: Record) -> bytes:
    """Return a record as a line of JSON.

    >>> encode(ErrorRecord(file="a.fen", line_number=3, error="a.fen, line 3: a FEN has eight ranks"))
    b'{"kind":"error","file":"a.fen","line_number":3,"error":"a.fen, line 3: a FEN has eight ranks"}\\n'
    """
    return _ENCODER.encode(record) + b"\n"
