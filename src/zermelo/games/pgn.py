"""Games of chess in files: PGN, read and written.

>>> [game] = read_pgn('[White "Paul"] 1. e4 e5 (1... c5 {the Sicilian}) 2. Nf3!? *')
>>> game.tags["White"], game.moves
('Paul', ['e2e4', 'e7e5', 'g1f3'])
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.games.chess import Chess
from zermelo.state import ZermeloError


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

    def __str__(self) -> str:
        if self.result not in ("1-0", "0-1", "1/2-1/2", "*"):
            raise ZermeloError(f"the result of a game is 1-0, 0-1, 1/2-1/2 or *, not {self.result!r}")
        native = self.start.native
        try:
            text: str = native.write_pgn(list(self.tags.items()), native, _to_native(self.line), self.result)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return text


def played(start: Chess, moves: Sequence[str], **tags: str) -> Game:
    """A game from its moves, with the result that its end has; that of a game which has not ended is open.

    >>> print(str(played(Chess(), ["f2f3", "e7e5", "g2g4", "d8h4"], White="Fool")).splitlines()[-1])
    1. f3 e5 2. g4 Qh4# 0-1
    """
    past: list[Chess] = []
    state = start
    for move in moves:
        past.append(state)
        state = state.play(move)
    end = state.ending(past)
    result = "*" if end is None else {1: "1-0", -1: "0-1", 0: "1/2-1/2"}[_sign(end.value)]
    variant = {} if type(start) is Chess else {"Variant": start.title.replace("-", "")}
    return Game({**tags, **variant}, start, Line(tuple(map(Turn, moves))), result)


def _sign(value: Any) -> int:
    return int(value > 0) - int(value < 0)


def read_pgn(text: str | bytes, game: type[Chess] = Chess, *, skip: bool = False) -> Iterator[Game]:
    """The games of a text, of chess or of anti-chess. One that cannot be read is an error, or is left out with `skip`."""
    given = text.encode() if isinstance(text, str) else text
    for tags, start, line, result, error in game.native_class.read_pgn(given):
        if not error:
            named = {_words(name): _words(value) for name, value in tags}
            yield Game(named, game.of(start), _from_native(line), result)
        elif not skip:
            raise ZermeloError(_words(error))


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
