"""The file that an analysis writes: whole lines, appended in order, so that an analysis that was stopped can go on.

Beside `games.jsonl` stands `games.jsonl.settings`, which says what was analysed and how, so that only the same analysis goes on;
and while it runs `games.jsonl.seen`, the positions that were searched. The records alone tell how far it got: a line that was
cut off, and a game that is not complete, are removed and analysed again. All others must be those of the entries of the input, one
by one; a file that was edited is refused.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

import msgspec

from zermelo.analysis.formats import Entry, called
from zermelo.analysis.inputs import Input
from zermelo.analysis.records import Record, encode
from zermelo.analysis.seen import Seen
from zermelo.analysis.tally import UNDECODABLE, RecordLine, Tally
from zermelo.analysis.tasks import Limits
from zermelo.files import read_file
from zermelo.state import ZermeloError, format_count
from zermelo.tables.files import written_whole

SYNC_SECONDS = 2.0
_CHUNK = 1 << 20
_LONGEST = 64 << 20
"""No line of an output is longer."""
_SETTINGS, _SEEN = ".settings", (".seen", ".seen-wal", ".seen-shm")
"""How the names of the files beside an output end."""
_OTHER = "remove it or choose another --out"


class Settings(msgspec.Struct, frozen=True):
    """What decides about the records: the version, the limits, and each file with its format, its game and its hash.

    The hash is empty for standard input and pipes, which cannot be read again.
    """

    version: str
    limits: Limits
    inputs: tuple[tuple[str, str, str, str], ...]

    @classmethod
    def of(cls, inputs: tuple[Input, ...], limits: Limits) -> Settings:
        """Return the settings of an analysis; reads the files to hash them."""
        return cls(
            version("zermelo"), limits, tuple((*each, each.digest() if each.repeatable else "") for each in inputs)
        )

    def difference(self, other: Settings) -> str:
        """Return in words how an analysis differs from an earlier one; empty if it does not."""
        for (name, *_, digest), (other_name, *_, other_digest) in zip(self.inputs, other.inputs, strict=False):
            if name != other_name:
                return f"with {called(name)}, not {called(other_name)}"
            if digest != other_digest:
                return f"when {called(name)} had another content"
            if not digest:
                return f"from {called(name)}, which cannot be read again"
        if len(self.inputs) != len(other.inputs):
            return f"with {format_count(len(self.inputs), 'file')}, not {len(other.inputs)}"
        for one, two in zip(self.inputs, other.inputs, strict=True):
            if one != two:
                return f"with {one[0]} as {one[1]} of {one[2]}, not as {two[1]} of {two[2]}"
        for name in self.limits.__struct_fields__:
            mine, others = getattr(self.limits, name), getattr(other.limits, name)
            if mine != others:
                return f"with {name} {_word(mine)}, not {_word(others)}"
        return "" if self.version == other.version else f"by version {self.version}, not {other.version}"


def _word(value: Any) -> str:
    return "unlimited" if value is None else str(value)


def _misplaced(record: RecordLine, entry: Entry | None, moves: int) -> str:
    """Return why a record does not follow so many moves of an entry, the next one of the input; empty if it does."""
    if entry is None:
        return "is one too many"
    here, there = (f"line {each.line_number} of {called(each.file)}" for each in (record, entry))
    if here != there:
        return f"is about {here}, where {there} is next"
    follows = {"move": record.ply == moves + 1, "game": moves == len(entry.moves or ())}.get(record.kind, not moves)
    return "" if follows else f"is not about move {moves + 1} of the game in {there}"


class Output:
    """The file of an analysis, opened to go on where it ends.

    Parameters
    ----------
    path
        The file.
    settings
        Those of the analysis.
    entries
        All entries of its input.

    Attributes
    ----------
    done, tally
        How many entries are complete, and their counts.
    entries
        The entries that follow.

    Raises
    ------
    ZermeloError
        If the file is not one of this analysis, is being written by another one, or cannot be written.
    """

    def __init__(self, path: str, settings: Settings, entries: Iterator[Entry]) -> None:
        self.path, self.tally, self.done, self.entries = path, Tally(), 0, entries
        self._whole = 0
        """The bytes of the entries that are complete."""
        self._file, self._ours = -1, False
        try:
            if not path:
                raise ZermeloError("--out needs the name of a file")
            for each in (path, *map(path.__add__, (_SETTINGS, *_SEEN))):
                if os.path.exists(each) and not os.path.isfile(each):
                    raise ZermeloError(f"{each} cannot be written: it is not a regular file")
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
            self._lock()
            self._check(settings)
            self._scan()
            self._ours = True
            os.ftruncate(self._file, self._whole)
            self.seen = Seen(path + _SEEN[0])
        except OSError as error:
            self.close()
            raise ZermeloError(f"{path} cannot be written: {error.strerror or error}") from None
        except BaseException:
            self.close()
            raise
        self._synced = monotonic()

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ZermeloError(f"{self.path} is being written by another process") from None

    def _check(self, settings: Settings) -> None:
        """Compare the settings with those of the records that are there; keep them if there are none."""
        beside = Path(self.path + _SETTINGS)
        if os.fstat(self._file).st_size == 0:
            for suffix in _SEEN:
                Path(self.path + suffix).unlink(missing_ok=True)
            with written_whole(beside) as file:
                file.write(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
            return
        try:
            earlier = msgspec.json.decode(read_file(beside), type=Settings)
        except (ZermeloError, *UNDECODABLE):
            raise ZermeloError(f"{self.path} has content that no analysis wrote: {_OTHER}") from None
        if difference := earlier.difference(settings):
            raise ZermeloError(f"{self.path} was begun {difference}: {_OTHER}")

    def _scan(self) -> None:
        """Count the records, find the end of the last complete entry, and pass the entries up to there."""
        entry, pending, moves = None, Tally(), 0
        for number, (line, end) in enumerate(self._lines(), 1):
            entry = entry or next(self.entries, None)
            try:
                record = pending.add_line(line)
                wrong = _misplaced(record, entry, moves)
            except UNDECODABLE:
                wrong = "is not a record of an analysis"
            if wrong:
                raise ZermeloError(f"{self.path} cannot be continued, its line {number} {wrong}: {_OTHER}")
            if record.kind == "move":
                moves += 1
            else:
                self.tally.merge(pending)
                self._whole = end
                self.done += 1
                entry, pending, moves = None, Tally(), 0
        if entry is not None:
            self.entries = chain([entry], self.entries)

    def _lines(self) -> Iterator[tuple[bytes, int]]:
        """Yield each line that has an end, and the place after it."""
        at, held, end, number = 0, b"", 0, 0
        while piece := os.pread(self._file, _CHUNK, at):
            at += len(piece)
            *lines, held = (held + piece).split(b"\n")
            if len(held) > _LONGEST:
                raise ZermeloError(f"line {number + 1} of {self.path} is too long for a record")
            for line in lines:
                number += 1
                end += len(line) + 1
                yield line, end

    def write(self, records: tuple[Record, ...]) -> None:
        """Append the records of an entry."""
        data = b"".join(map(encode, records))
        try:
            at = 0
            while at < len(data):
                at += os.write(self._file, data[at:] if at else data)
            if monotonic() - self._synced > SYNC_SECONDS:
                os.fsync(self._file)
                self._synced = monotonic()
        except OSError as error:
            raise ZermeloError(f"{self.path} cannot be written: {error.strerror}") from None
        self._whole += len(data)
        for record in records:
            self.tally.add(record)

    def finish(self) -> None:
        """Close the file of a complete analysis, and remove what only helps to go on."""
        self.seen.remove()
        self.close()

    def close(self) -> None:
        """Close the file, without the part of an entry that may be at its end."""
        if self._file < 0:
            return
        file, self._file = self._file, -1
        try:
            if self._ours:
                os.ftruncate(file, self._whole)
                os.fsync(file)
        except OSError:
            pass  # the next analysis removes the rest
        finally:
            os.close(file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.seen.close()
        self.close()
