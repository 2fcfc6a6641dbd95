"""The file that an analysis writes: whole lines, appended in order, so that an analysis that was stopped can go on.

Beside `games.jsonl` stands `games.jsonl.settings`, which says what was analysed and how, so that only the same analysis goes on;
and while it runs `games.jsonl.seen`, the positions that were searched. The records alone tell how far it got: a line that was
cut off, and a game that is not complete, are removed and analysed again.
"""

from __future__ import annotations

import fcntl
import os
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self

import msgspec

from zermelo.analysis.formats import called
from zermelo.analysis.inputs import Input
from zermelo.analysis.records import Record, encode
from zermelo.analysis.seen import Seen
from zermelo.analysis.tally import Tally
from zermelo.analysis.tasks import Limits
from zermelo.state import ZermeloError, format_count
from zermelo.tables.files import written_whole

SYNC_SECONDS = 2.0
_CHUNK = 1 << 20
_LONGEST = 64 << 20
"""No line of an output is longer."""


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


class Output:
    """The file of an analysis, opened to go on where it ends. `done` entries are complete, and `tally` counts them.

    Raises
    ------
    ZermeloError
        If the file is not one of this analysis, is being written by another one, or cannot be written.
    """

    def __init__(self, path: str, settings: Settings) -> None:
        self.path, self.tally, self.done = path, Tally(), 0
        self._whole = 0
        """The bytes of the entries that are complete."""
        self._file, self._ours = -1, False
        try:
            if os.path.exists(path) and not os.path.isfile(path):
                raise ZermeloError(f"{path} cannot be written: it is not a regular file")
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
            self._lock()
            self._check(settings)
            self._scan()
            self._ours = True
            os.ftruncate(self._file, self._whole)
            self.seen = Seen(f"{path}.seen")
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
        beside, other = Path(f"{self.path}.settings"), "remove it or choose another --out"
        if os.fstat(self._file).st_size == 0:
            for suffix in (".seen", ".seen-wal", ".seen-shm"):
                Path(f"{self.path}{suffix}").unlink(missing_ok=True)
            with written_whole(beside) as file:
                file.write(msgspec.json.format(msgspec.json.encode(settings)) + b"\n")
            return
        try:
            earlier = msgspec.json.decode(beside.read_bytes(), type=Settings)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            raise ZermeloError(f"{self.path} has content that no analysis wrote: {other}") from None
        if difference := earlier.difference(settings):
            raise ZermeloError(f"{self.path} was begun {difference}: {other}")

    def _scan(self) -> None:
        """Count the records and find the end of the last complete entry."""
        at, held, number, pending = 0, b"", 0, Tally()
        while piece := os.pread(self._file, _CHUNK, at):
            at += len(piece)
            *lines, held = (held + piece).split(b"\n")
            if len(held) > _LONGEST:
                raise ZermeloError(f"line {number + 1} of {self.path} is too long for a record")
            end = at - len(held) - sum(map(len, lines)) - len(lines)
            for line in lines:
                number += 1
                end += len(line) + 1
                try:
                    ended = pending.add_line(line)
                except msgspec.MsgspecError:
                    raise ZermeloError(f"line {number} of {self.path} is not a record of an analysis") from None
                if ended:
                    self.tally.merge(pending)
                    pending, self._whole = Tally(), end
                    self.done += 1

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
