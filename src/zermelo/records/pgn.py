"""Read and write PGN, and PDN, which is the same for another game.

>>> [game] = read_pgn('[White "Paul"] 1. e4 e5 (1... c5 {the Sicilian}) 2. Nf3!? *')
>>> game.tags["White"], game.moves
('Paul', ['e2e4', 'e7e5', 'g1f3'])
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from zermelo.catalogue import FILES, game_class
from zermelo.files import Readable
from zermelo.records.turns import MOST_NESTED, Line, Turn
from zermelo.state import ZermeloError

Recorded: TypeAlias = Any
"""A state of a game whose `record_format` is pgn or pdn; its native class reads and writes records."""
CHUNK, LONGEST = 2**20, 8 * 2**20
"""Bytes read at a time, and the most that one game may have."""
SEVEN_TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
"""The Seven Tag Roster: the tags that every game has."""
LAST_GLYPH = 255
_RESULTS = ("1-0", "1/2-1/2", "0-1", "*")
_BLANK = re.compile(rb"\s*")
_IN_GAME = re.compile(r" of the text, in the game that begins in line \d+")
_TAG_NAME = re.compile(r"\w+", re.ASCII)


@dataclass(frozen=True)
class Game:
    """A game with its tags; `str` gives PGN, with the Seven Tag Roster first.

    >>> from zermelo.games.chess import Chess
    >>> print(str(Game.from_moves(Chess(), ["e2e4"])).splitlines()[0])
    [Event "?"]
    """

    tags: dict[str, str] = field(default_factory=dict)
    start: Recorded = field(default_factory=lambda: _usual_game()())
    line: Line = field(default_factory=Line)
    result: str = "*"
    line_number: int = field(default=1, compare=False)
    """Where the game begins in the text that it was read from."""

    @property
    def moves(self) -> list[str]:
        """The moves of the main line."""
        return self.line.moves

    @property
    def outcome(self) -> int | None:
        """1 if MAX won, 0 for a draw, -1 if MIN won, None if the result is unknown.

        >>> Game(result="0-1").outcome
        -1
        """
        return next((value for value in (1, 0, -1) if result_of(self.start, value) == self.result), None)

    @classmethod
    def from_moves(cls, start: Recorded, moves: Sequence[str], **tags: str) -> Game:
        """Return the game with these moves from `start`; its result is `*` unless it has ended.

        >>> from zermelo.games.chess import Chess
        >>> print(str(Game.from_moves(Chess(), ["f2f3", "e7e5", "g2g4", "d8h4"], White="Fool")).splitlines()[-1])
        1. f3 e5 2. g4 Qh4# 0-1
        """
        return cls.from_line(start, Line.of(moves), tags)

    @classmethod
    def from_line(cls, start: Recorded, line: Line, tags: Mapping[str, str]) -> Game:
        """Return the game with this line from `start`. The tag Result counts where the moves do not end the game."""
        past: list[Recorded] = []
        state = start
        for move in line.moves:
            past.append(state)
            state = state.play(move)
        outcome = state.outcome(past)
        result = tags.get("Result", "*") if outcome is None else result_of(start, outcome.value)
        return cls({**tags, **start.record_tags}, start, line, result)

    def __str__(self) -> str:
        if self.result not in _RESULTS:
            raise ZermeloError(f"the result must be 1-0, 0-1, 1/2-1/2 or *, not {self.result[:40]!r}")
        for name in self.tags:
            if not _TAG_NAME.fullmatch(name):
                raise ZermeloError(f"a tag has a name of letters, digits and underscores, not {name[:40]!r}")
        native = self.start.native
        try:
            text: str = native.write_pgn(list(self.tags.items()), native, _to_native(self.line), self.result)
        except ValueError as error:
            raise ZermeloError(str(error)) from None
        return text


def _usual_game() -> Any:
    """Return the class of the game that PGN is about unless something else is said."""
    return game_class(FILES[".pgn"][1])


def result_of(state: Recorded, value: Any) -> str:
    """Return the result of a game with this utility for MAX: 1-0 if White has won, who is not MAX in checkers."""
    sign = int(value > 0) - int(value < 0)
    return _RESULTS[1 - sign if state.seats[0] == "White" else 1 + sign]


def read_pgn(
    source: str | bytes | Readable,
    game: type[Recorded] | None = None,
    *,
    skip: bool | Callable[[str], object] = False,
) -> Iterator[Game]:
    """Read the games of a PGN or PDN text or file one by one.

    Parameters
    ----------
    source
        PGN text, or a file opened in binary mode, which is read in chunks.
    game
        The class of the game; by default chess.
    skip
        Skip games that cannot be read instead of raising; a function is called with each error message.

    Raises
    ------
    ZermeloError
        At the first game that cannot be read, unless `skip` is given.
    """
    content = source.encode() if isinstance(source, str) else source
    game = game or _usual_game()
    read = game.native_class.read_pgn
    games = _numbered(content, read(content)) if isinstance(content, bytes) else _read_chunks(content, read)
    for tags, start, line, result, error, _, line_number in games:
        if not error:
            tag_pairs = {_decode(name): _decode(value) for name, value in tags}
            yield Game(tag_pairs, game.of(start), _from_native(line), result, line_number)
        elif not skip:
            raise ZermeloError(_decode(error))
        elif callable(skip):
            skip(_decode(error))


def _read_chunks(file: Readable, read: Any) -> Iterator[Any]:
    """Read the games of a file; the last game of a chunk may continue in the next and is read again with it."""
    held, number = b"", 1
    while more := file.read(min(max(CHUNK, len(held)), LONGEST + 1 - len(held))):
        held += more
        games = read(held, number)
        yield from _numbered(held, games[:-1])
        error = b""
        if games:
            error, place, number = games[-1][-3:]
            held = held[place:]
        if len(held) > LONGEST:
            why = f" ({_IN_GAME.sub('', _decode(error))})" if error else ""
            line = _first_line(held, 0, number)
            raise ZermeloError(f"line {line} of the text: a game of more than {LONGEST // 2**20} MB begins there{why}")
    yield from _numbered(held, read(held, number))


def _numbered(text: bytes, games: Sequence[Any]) -> Iterator[Any]:
    """Yield games with the number of the line in which each begins; the core gives that in which the one before ends."""
    for *facts, place, number in games:
        yield (*facts, place, _first_line(text, place, number))


def _first_line(text: bytes, place: int, number: int) -> int:
    """Return the number of the first line that is not blank, from a place in line `number` on."""
    blank = _BLANK.match(text, place)
    return number + (blank[0].count(b"\n") if blank else 0)


def _decode(text: bytes) -> str:
    """Decode UTF-8, or Latin-1 as in many old files."""
    try:
        return text.decode()
    except UnicodeDecodeError:
        return text.decode("latin-1")


def _from_native(line: Any) -> Line:
    comment, moves = line
    turns = tuple(
        Turn(move, annotations, _decode(comment_after), tuple(map(_from_native, variations)))
        for move, annotations, comment_after, variations in moves
    )
    return Line(turns, _decode(comment))


def _to_native(line: Line, nested: int = 0) -> tuple[str, list[Any]]:
    if nested > MOST_NESTED:
        raise ZermeloError(f"variations are nested more than {MOST_NESTED} deep")
    turns = list[Any]()
    for turn in line.turns:
        if not all(0 <= glyph <= LAST_GLYPH for glyph in turn.annotations):
            raise ZermeloError(
                f"a numeric annotation glyph is from 0 to {LAST_GLYPH}, not {max(turn.annotations, key=abs)}"
            )
        variations = [_to_native(variation, nested + 1) for variation in turn.variations]
        turns.append((turn.move, list(turn.annotations), turn.comment, variations))
    return line.comment, turns
