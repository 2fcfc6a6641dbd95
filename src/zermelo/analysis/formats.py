"""The formats of files: each is a function that reads entries, positions or games with their places, from a stream of bytes.

Lines are positions, in FEN, EPD, OBF or the game's own notation, or games as moves; PGN, PDN and SGF hold games. Empty lines
and lines that begin with # are skipped. What cannot be read is an entry with an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from zermelo.analysis.tasks import position_text, start_of
from zermelo.files import Readable
from zermelo.game_errors import explain_game_errors
from zermelo.kinds.plugins import plugin
from zermelo.native.faces import ForeignState, NativeState
from zermelo.records.moves import play_through, record_format
from zermelo.records.pgn import read_pgn
from zermelo.records.positions import parse_moves, read_position
from zermelo.records.sgf import read_sgf
from zermelo.state import State, ZermeloError

STANDARD_INPUT = "-"
CHUNK = 1 << 16
"""Bytes read at a time."""
LONGEST_LINE = 1 << 20
"""The most bytes of a line."""
_PLACE = re.compile(r"line (\d+)")
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Entry:
    """A position or a game of a file, with its place.

    Attributes
    ----------
    file, line_number, game
        Where it begins, and the game by name.
    position
        In the game's notation; of a game, where it began, None for the start.
    keys
        What tells positions apart: one for a position; for a game, one for each of its positions in order.
    moves
        The moves of a game; None for a position.
    name, best, avoid
        What the file calls a position, the moves it calls best, and those it says to avoid.
    tags
        The tags of a game.
    error
        Why it could not be read, in one sentence; empty if it could.
    """

    file: str
    line_number: int
    game: str
    position: str | None = None
    keys: tuple[str, ...] = ()
    moves: tuple[str, ...] | None = None
    name: str = ""
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    error: str = ""


ParseLine: TypeAlias = Callable[[State, str], dict[str, Any]]
"""Takes the first state of the game and a line, and returns the fields of an entry."""


def check_game(format_name: str, game: str) -> None:
    """Raise ZermeloError if a format does not hold positions or games of a game."""
    start: Any = start_of(game)
    wanted = _RECORDS.get(format_name)
    fits = wanted is None or wanted == record_format(start)
    if format_name in _PROBLEMS:
        fits = plugin(start, format_name) is not None
    if not fits:
        raise ZermeloError(f"{format_name} files do not hold {game}")


# ---- one position a line


def _read_lines(parse: ParseLine, *comments: str) -> Callable[[str, str, Readable], Iterator[Entry]]:
    def read(file: str, game: str, content: Readable) -> Iterator[Entry]:
        start = start_of(game)
        for number, line in lines_of(content):
            if line is None:
                yield _bad(file, number, game, f"a line of more than {LONGEST_LINE // 2**20} MB is too long")
                continue
            text = decode(line).strip()
            if text and not text.startswith(("#", *comments)):
                try:
                    with explain_game_errors(start):
                        entry = Entry(file, number, game, **parse(start, text))
                except ZermeloError as error:
                    entry = _bad(file, number, game, str(error))
                yield entry

    return read


def lines_of(content: Readable) -> Iterator[tuple[int, bytes | None]]:
    """Yield the lines with their numbers, counted from 1; None stands for a line that is too long.

    They end in LF, CR LF or CR.
    """
    number, held, skipping, returned = 1, b"", False, False
    while piece := content.read(CHUNK):
        text = piece.removeprefix(b"\n") if returned else piece
        returned = piece.endswith(b"\r")
        *ended, held = (held + text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")).split(b"\n")
        for line in ended:
            yield number, None if skipping or len(line) > LONGEST_LINE else line
            skipping = False
            number += 1
        if len(held) > LONGEST_LINE:
            skipping, held = True, b""
    if held or skipping:
        yield number, None if skipping else held


def decode(line: bytes) -> str:
    """Decode UTF-8, or else Latin-1, as in many old files."""
    try:
        return line.decode("utf-8-sig")
    except UnicodeDecodeError:
        return line.decode("latin-1")


def _parse_position(start: State, line: str) -> dict[str, Any]:
    return _position(start, start.position_in(line) if isinstance(start, NativeState) else line)


def _position(start: State, text: str) -> dict[str, Any]:
    state = read_position(start, text)
    position = position_text(state, text)
    return {"position": position, "keys": (position_key(state, position),)}


def _parse_fen(start: State, line: str) -> dict[str, Any]:
    """Parse a position; operations may follow the four fields of an EPD, but nothing the six of a FEN."""
    words = line.partition(";")[0].split()
    if words[6:] and words[4].isdecimal() and words[5].isdecimal():
        raise ZermeloError(f"a FEN has six fields: {words[6][:40]!r} follows them")
    return _parse_position(start, line)


def _parse_problem(format_name: str) -> ParseLine:
    """Return how lines of a format are parsed that only some games bring."""

    def parse(start: State, line: str) -> dict[str, Any]:
        position, name, best, avoid = plugin(start, format_name)(line, type(start))
        return _position(start, position) | {"name": name, "best": best, "avoid": avoid}

    return parse


def _parse_game(start: State, line: str) -> dict[str, Any]:
    record = None
    if hasattr(start, "parse_san"):
        with suppress(ZermeloError):
            record = next(read_pgn(line, type(start)), None)
    if record is not None:
        if record.tags and not record.moves:
            raise ZermeloError("a line has the moves of a game, not its tags: --format pgn reads them")
        return _game(start, None, record.moves, {})
    return _game(start, None, parse_moves(start, line), {})


# ---- games


def _game(start: State, position: str | None, moves: list[str], tags: Mapping[str, str]) -> dict[str, Any]:
    first = start if position is None else read_position(start, position)
    states = play_through(first, moves)
    return {"position": position, "moves": tuple(moves), "keys": tuple(game_keys(states, moves)), "tags": dict(tags)}


def _read_pgn(file: str, game: str, content: Readable) -> Iterator[Entry]:
    start: Any = start_of(game)
    errors = list[str]()
    games = read_pgn(content, type(start), skip=errors.append)
    while True:
        try:
            record = next(games, None)
        except ZermeloError as error:
            record = None
            errors.append(str(error))
        yield from (_bad(file, _line_number(each), game, each) for each in errors)
        errors.clear()
        if record is None:
            return
        position = None if record.start == start else record.start.fen
        yield _entry(file, record.line_number, game, start, position, record.moves, record.tags)


def _read_sgf(file: str, game: str, content: Readable) -> Iterator[Entry]:
    start = start_of(game)
    trees = read_sgf(content)
    while True:
        number = 1
        try:
            tree = next(trees, None)
            if tree is None:
                return
            number = _line_number(tree.place(0))
            record = plugin(start, "sgf").parse(tree)
        except ZermeloError as error:
            yield _bad(file, _line_number(str(error), number), game, str(error))
            continue
        yield _entry(file, number, game, start, record.start, record.line.moves, record.tags)


def _entry(
    file: str, number: int, game: str, start: State, position: str | None, moves: list[str], tags: Mapping[str, str]
) -> Entry:
    try:
        return Entry(file, number, game, **_game(start, position, moves, tags))
    except ZermeloError as error:
        return _bad(file, number, game, str(error))


def _line_number(error: str, otherwise: int = 1) -> int:
    found = _PLACE.search(error)
    return int(found[1]) if found else otherwise


def _bad(file: str, number: int, game: str, error: str) -> Entry:
    sentence = " ".join(error.split())
    shown = sentence if len(sentence) <= _SHOWN else f"{sentence[:_SHOWN]}..."
    column = ""
    if place := _PLACE_PREFIX.match(shown):
        shown, column = shown[place.end() :], place[1] or ""
    return Entry(file, number, game, error=f"{called(file)}, line {number}{column}: {shown}")


def called(file: str) -> str:
    """Return what sentences call a file; - is standard input."""
    return "standard input" if file == STANDARD_INPUT else file


_PLACE_PREFIX = re.compile(r"line \d+(?: of the text(?:, in the game that begins in line \d+)?|(, column \d+)): ")

FORMATS: dict[str, Callable[[str, str, Readable], Iterator[Entry]]] = {
    "positions": _read_lines(_parse_position),
    "fen": _read_lines(_parse_fen),
    "epd": _read_lines(_parse_problem("epd")),
    "obf": _read_lines(_parse_problem("obf"), "%"),
    "moves": _read_lines(_parse_game),
    "pgn": _read_pgn,
    "pdn": _read_pgn,
    "sgf": _read_sgf,
}
"""How each format is read."""
_RECORDS = {"pgn": "pgn", "pdn": "pdn", "sgf": "sgf"}
_PROBLEMS = ("epd", "obf")


# ---- equal positions


def position_key(state: State, text: str) -> str:
    """Return a key that only equal positions share: the notation, the board or the fields, or else the text.

    Parameters
    ----------
    state, text
        The position, and what `position_text` returns for it.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> position_key(ConnectFour("123"), "123") == position_key(ConnectFour("321"), "321")
    True
    """
    if hasattr(state, "notation"):
        # The number of the move, the last field of a FEN, does not matter.
        return text.rpartition(" ")[0] if hasattr(state, "move_number") else text
    if isinstance(state, NativeState) and not isinstance(state, ForeignState):
        return str(state)
    return repr(tuple(state)) if isinstance(state, tuple) else text


def game_keys(states: Sequence[State], moves: Sequence[str]) -> Iterator[str]:
    """Yield the keys of the positions of a game.

    In games in which a repetition matters, positions are equal if those before them are, back to the last move that cannot be
    taken back.
    """
    texts = (position_text(state, " ".join(moves[:at])) for at, state in enumerate(states))
    keys = [position_key(state, text) for state, text in zip(states, texts, strict=True)]
    for at, state in enumerate(states):
        past = ""
        if callable(getattr(state, "outcome", None)):
            clock = getattr(getattr(state, "native", None), "clock", at)
            past = f" {clock} {' '.join(keys[max(0, at - clock) : at])}"
        yield f"game {keys[at]}{past}"
