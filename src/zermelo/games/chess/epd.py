"""Read and write EPD, the format of test suites: a position and its operations on one line.

Four FEN fields are followed by operations, each an opcode, its operands and a semicolon: `bm Qg6; id "WAC.001";`.
Moves are in SAN; `bm` gives the best moves and `am` those to avoid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.files import read_text_file
from zermelo.games.chess.rules import Chess
from zermelo.state import ZermeloError

_OPERAND = re.compile(r'"([^"]*)"|([^\s";]+)|(;)')
_UNQUOTED = re.compile(r"[^\s\";]+")


@dataclass(frozen=True)
class Problem:
    """A position with its operations.

    Attributes
    ----------
    state
        The position.
    operations
        Opcode -> operands, as written but without quotes.
    best, avoid
        The best moves and those to avoid, in UCI notation.
    """

    state: Chess
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The operation `id`, or an empty text."""
        return " ".join(self.operations.get("id", ()))

    def solved_by(self, move: str) -> bool:
        """Return whether a move, in UCI notation, is among the best and not among those to avoid."""
        return (not self.best or move in self.best) and move not in self.avoid


def parse_epd(line: str, game: type[Chess] = Chess) -> Problem:
    """Parse a line of an EPD file.

    >>> problem = parse_epd('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";')
    >>> problem.name, problem.best
    ('back rank', ('d1d8',))
    """
    position = game.position_in(line)
    rest = line.split(None, len(position.split()))[len(position.split()) :]
    state, operations = game(position), _parse_operations(rest[0] if rest else "")
    best, avoid = (tuple(map(state.parse_san, operations.get(name, ()))) for name in ("bm", "am"))
    return Problem(state, operations, best, avoid)


def read_problem(line: str, game: type[Chess]) -> tuple[str, str, tuple[str, ...], tuple[str, ...]]:
    """Return the position of a line, its name, the best moves and those to avoid."""
    problem = parse_epd(line, game)
    for name in ("bm", "am"):
        if problem.operations.get(name) == ():
            raise ZermeloError(f"{name} names no move")
    return problem.state.fen, problem.name, problem.best, problem.avoid


def _parse_operations(text: str) -> dict[str, tuple[str, ...]]:
    operations: dict[str, tuple[str, ...]] = {}
    words: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        match = _OPERAND.match(text, at)
        if match is None:
            raise ZermeloError(f"a closing quotation mark is missing in {text!r}")
        if match[3]:
            if words:
                operations[words[0]] = tuple(words[1:])
            words = []
        else:
            words.append(match[1] if match[2] is None else match[2])
        at = match.end()
        while at < len(text) and text[at].isspace():
            at += 1
    if words:
        operations[words[0]] = tuple(words[1:])
    return operations


def format_epd(state: Chess, operations: Mapping[str, Sequence[str]]) -> str:
    """Return a line of an EPD file.

    >>> format_epd(Chess(), {"bm": ["e4", "d4"], "id": ["the start"]})
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "the start";'
    """
    written = [" ".join(state.fen.split()[:4])]
    for operation, operands in operations.items():
        if any('"' in operand or "\n" in operand for operand in operands):
            raise ZermeloError(
                f"an operand of {operation} contains a quotation mark or a line break, which EPD cannot express"
            )
        quoted = [word if _UNQUOTED.fullmatch(word) and operation != "id" else f'"{word}"' for word in operands]
        written.append(" ".join([operation, *quoted]) + ";")
    return " ".join(written)


def read_epd(path: str | Path, game: type[Chess] = Chess) -> Iterator[Problem]:
    """Read the problems of a file; empty lines and lines that begin with # are skipped."""
    for number, line in enumerate(read_text_file(path).splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield parse_epd(line, game)
            except ZermeloError as error:
                raise ZermeloError(f"{path}, line {number}: {error}") from None
