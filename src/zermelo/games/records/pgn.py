"""Games of chess in files: PGN, read and written.

>>> [game] = read_pgn('[White "Paul"] 1. e4 e5 (1... c5 {the Sicilian}) 2. Nf3!? *')
>>> game.tags["White"], game.moves
('Paul', ['e2e4', 'e7e5', 'g1f3'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from zermelo.games.chess import Chess
from zermelo.state import ZermeloError

PIECE, LONGEST = 2**20, 64 * 2**20
"""Bytes of a file that are read at once, and the most that one game may have."""


@dataclass(frozen=True)
class Turn:
    """A move, the numeric annotations it got ($1 is a good move), what is said after it, and what else could be played."""

    move: str
    annotations: tuple[int, ...] = ()
    comment: str = ""
    variations: tuple[Line, ...] = ()


@dataclass(frozen=True)
class Line:
    """Moves one after the other, with what is said before the first."""

    turns: tuple[Turn, ...] = ()
    comment: str = ""


@dataclass(frozen=True)
class Game:
    """A game of a file; str() writes it as PGN, with the seven tags first."""

    tags: dict[str, str] = field(default_factory=dict)
    start: Chess = field(default_factory=Chess)
    line: Line = Line()
    result: str = "*"

    @property
    def moves(self) -> list[str]:
        """The moves played, without variations."""
        return [turn.move for turn in self.line.turns]

    @classmethod
    def from_moves(cls, start: Chess, moves: Sequence[str], **tags: str) -> Game:
        """Return the game with these moves from `start`; its result is `*` unless it has ended.

        >>> print(str(Game.from_moves(Chess(), ["f2f3", "e7e5", "g2g4", "d8h4"], White="Fool")).splitlines()[-1])
        1. f3 e5 2. g4 Qh4# 0-1
        """
        past: list[Chess] = []
        state = start
        for move in moves:
            past.append(state)
            state = state.play(move)
        outcome = state.outcome(past)
        result = "*" if outcome is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[_sign(outcome.value)]
        variant = {} if type(start) is Chess else {"Variant": start.title.replace("-", "")}
        return cls({**tags, **variant}, start, Line(tuple(map(Turn, moves))), result)

    def __str__(self) -> str:
        if self.result not in ("1-0", "0-1", "1/2-1/2", "*"):
            raise ZermeloError(f"the result of a game is 1-0, 0-1, 1/2-1/2 or *, not {self.result!r}")
        native = self.start.native
        try:
            text: str = native.write_pgn(list(self.tags.items()), native, _to_native(self.line), self.result)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return text


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def read_pgn(
    source: str | bytes | BinaryIO,
    game: type[Chess] = Chess,
    *,
    skip: bool | Callable[[str], object] = False,
) -> Iterator[Game]:
    """The games of a text, of chess or of anti-chess; an open file is read piece by piece, however long it is.

    A game that cannot be read is an error, or is left out with `skip`, which may be a function that is told why.
    """
    given = source.encode() if isinstance(source, str) else source
    read = game.native_class.read_pgn
    for tags, start, line, result, error, *_ in read(given) if isinstance(given, bytes) else _pieces(given, read):
        if not error:
            named = {_words(name): _words(value) for name, value in tags}
            yield Game(named, game.of(start), _from_native(line), result)
        elif not skip:
            raise ZermeloError(_words(error))
        elif callable(skip):
            skip(_words(error))


def _pieces(file: BinaryIO, read: Any) -> Iterator[Any]:
    """The games of a file. The last one of each piece may go on in the next, and is read again with it."""
    held, number = b"", 1
    while more := file.read(max(PIECE, len(held))):
        held += more
        games = read(held, number)
        yield from games[:-1]
        if games:
            place, number = games[-1][-2:]
            held = held[place:]
        if len(held) > LONGEST:
            raise ZermeloError(f"line {number} of the text: a game of more than {LONGEST // 2**20} MB begins there")
    yield from read(held, number)


def _words(text: bytes) -> str:
    """Old files are not always UTF-8."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def _from_native(line: Any) -> Line:
    comment, moves = line
    turns = tuple(
        Turn(move, annotations, _words(said), tuple(map(_from_native, variations)))
        for move, annotations, said, variations in moves
    )
    return Line(turns, _words(comment))


def _to_native(line: Line) -> tuple[str, list[Any]]:
    turns = [
        (turn.move, list(turn.annotations), turn.comment, list(map(_to_native, turn.variations))) for turn in line.turns
    ]
    return line.comment, turns
