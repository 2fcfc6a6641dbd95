"""What an analysis has found so far, counted: for its last line, also after it was stopped and went on."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

import msgspec

from zermelo.analysis.records import Record
from zermelo.state import format_count

UNDECODABLE = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
"""What msgspec raises for bytes that it cannot decode."""
_JUDGEMENTS = ("inaccuracy", "mistake", "blunder")


class RecordLine(msgspec.Struct):
    """A record as far as it is counted, and the place that it names."""

    kind: Literal["position", "move", "game", "error"]
    file: str
    line_number: int
    ply: int = 0
    error: str | None = None
    solved: bool | None = None
    judgement: str = ""


_LINES = msgspec.json.Decoder(RecordLine)


class Tally:
    """Counts of records."""

    def __init__(self) -> None:
        self.counts = Counter[str]()
        self.first_error = ""

    @property
    def errors(self) -> int:
        """How many lines or games could not be analysed."""
        return self.counts["error"]

    @property
    def solved(self) -> tuple[int, int]:
        """How many problems were solved, and of how many."""
        return self.counts["solved"], self.counts["solved"] + self.counts["unsolved"]

    def add(self, record: Record) -> None:
        """Count a record."""
        self._count(record.__struct_config__.tag, record)

    def add_line(self, line: bytes) -> RecordLine:
        """Count a record that is a line of JSON, and return it; raise one of `UNDECODABLE` if it is none."""
        record = _LINES.decode(line)
        self._count(record.kind, record)
        return record

    def _count(self, kind: Any, record: Any) -> None:
        self.counts[kind] += 1
        solved = getattr(record, "solved", None)
        if solved is not None:
            self.counts["solved" if solved else "unsolved"] += 1
        if judgement := getattr(record, "judgement", ""):
            self.counts[judgement] += 1
        self.first_error = self.first_error or record.error or ""

    def merge(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.counts.update(other.counts)
        self.first_error = self.first_error or other.first_error

    def __str__(self) -> str:
        parts = []
        if self.counts["position"] or not self.counts:
            parts.append(_several(self.counts["position"], "position"))
        if self.counts["game"]:
            judged = ", ".join(_several(self.counts[each], each) for each in _JUDGEMENTS)
            games, moves = _several(self.counts["game"], "game"), _several(self.counts["move"], "move")
            parts.append(f"{games} of {moves} with {judged}")
        solved, problems = self.solved
        if problems:
            parts.append(f"{solved:,} of {problems:,} solved")
        if self.errors:
            parts.append(f"{_several(self.errors, 'error')}, the first: {self.first_error}")
        return "; ".join(parts)


def _several(number: int, noun: str) -> str:
    return f"{number:,} inaccuracies" if noun == "inaccuracy" and number != 1 else format_count(number, noun)
