"""EPD: a position on one line with what is known about it, as collections of problems write it.

Four fields of a FEN are followed by operations, each a word, its operands and a semicolon: `bm Qg6; id "WAC.001";`.
Moves are written as people write them; `bm` names the best moves and `am` those to avoid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.games.chess import Chess
from zermelo.state import ZermeloError

_OPERAND = re.compile(r'"([^"]*)"|([^\s";]+)|(;)')
_PLAIN = re.compile(r"[^\s\";]+")


@dataclass(frozen=True)
class Problem:
    """A position and its operations; each has its operands as they are written, without quotes.

    best, avoid   the best moves and those to avoid, as UCI writes them
    """

    state: Chess
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    best: tuple[str, ...] = ()
    avoid: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return " ".join(self.operations.get("id", ()))

    def solved_by(self, move: str) -> bool:
        return (not self.best or move in self.best) and move not in self.avoid


def parse_epd(line: str, game: type[Chess] = Chess) -> Problem:
    """A line of an EPD file.

    >>> problem = parse_epd('6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";')
    >>> problem.name, problem.best
    ('back rank', ('d1d8',))
    """
    position = game.position_in(line)
    rest = line.split(None, len(position.split()))[len(position.split()) :]
    state, operations = game(position), _parse_operations(rest[0] if rest else "")
    best, avoid = (tuple(map(state.parse_san, operations.get(name, ()))) for name in ("bm", "am"))
    return Problem(state, operations, best, avoid)


def _parse_operations(text: str) -> dict[str, tuple[str, ...]]:
    operations: dict[str, tuple[str, ...]] = {}
    words: list[str] = []
    at = 0
    text = text.strip()
    while at < len(text):
        found = _OPERAND.match(text, at)
        if found is None:
            raise ZermeloError(f"a quotation has no end in {text!r}")
        if found[3]:
            if words:
                operations[words[0]] = tuple(words[1:])
            words = []
        else:
            words.append(found[1] if found[2] is None else found[2])
        at = found.end()
        while at < len(text) and text[at].isspace():
            at += 1
    if words:
        operations[words[0]] = tuple(words[1:])
    return operations


def format_epd(state: Chess, operations: Mapping[str, Sequence[str]]) -> str:
    """A line of an EPD file.

    >>> format_epd(Chess(), {"bm": ["e4", "d4"], "id": ["the start"]})
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; id "the start";'
    """
    written = [" ".join(state.fen.split()[:4])]
    for operation, operands in operations.items():
        if any('"' in each or "\n" in each for each in operands):
            raise ZermeloError(
                f"an operand of {operation} holds a quotation mark or a new line, which EPD cannot write"
            )
        quoted = [each if _PLAIN.fullmatch(each) and operation != "id" else f'"{each}"' for each in operands]
        written.append(" ".join([operation, *quoted]) + ";")
    return " ".join(written)


def read_epd(path: str | Path, game: type[Chess] = Chess) -> Iterator[Problem]:
    """The problems of a file; empty lines and those that begin with # are passed over."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ZermeloError(f"{path} is not a text file") from None
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield parse_epd(line, game)
            except ZermeloError as error:
                raise ZermeloError(f"{path}, line {number}: {error}") from None
