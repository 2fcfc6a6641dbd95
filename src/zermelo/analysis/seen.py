"""The positions that have been searched, with what was found: a table on disk, so that memory does not grow with it.

It saves searches and is never needed: one that is lost or damaged costs time. Each answer ends in a checksum.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Self
from zlib import crc32

from zermelo.state import ZermeloError

COMMIT_SECONDS = 2.0
_PAGES = -16 * 1024  # 16 MB of the table in memory
_SETTINGS = ("journal_mode = WAL", "synchronous = OFF", f"cache_size = {_PAGES}", "temp_store = FILE")
_CREATE = "CREATE TABLE IF NOT EXISTS seen (key BLOB PRIMARY KEY, answer BLOB NOT NULL) WITHOUT ROWID"

_CHECKSUM = 4
"""Bytes."""
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class Seen:
    """Answers by position.

    Parameters
    ----------
    path
        Where to keep it; by default in a temporary file that vanishes at the end.

    >>> with Seen() as seen:
    ...     seen.put("a position", b"its answer")
    ...     seen.get("a position"), seen.get("another")
    (b'its answer', None)
    """

    def __init__(self, path: str = "") -> None:
        self._path = path
        self._table: Any = None
        try:
            self._open()
        except sqlite3.DatabaseError:  # damaged, or of something else
            self.remove()
            try:
                self._open()
            except sqlite3.Error as error:
                self.close()
                raise self._unwritable(error) from None

    def _open(self) -> None:
        self._table = table = sqlite3.connect(self._path)
        for setting in _SETTINGS:
            table.execute(f"PRAGMA {setting}")
        table.execute(_CREATE)
        table.execute("SELECT key, answer FROM seen LIMIT 1").fetchone()
        self._committed = monotonic()

    def _unwritable(self, error: sqlite3.Error) -> ZermeloError:
        return ZermeloError(f"{self._path or 'a temporary file'} cannot be written: {error}")

    def get(self, key: str) -> bytes | None:
        """Return the answer to a position; None if it has not been seen."""
        name = _hash(key)
        try:
            row = self._table.execute("SELECT answer FROM seen WHERE key = ?", (name,)).fetchone()
        except sqlite3.DatabaseError:
            return None
        if row is None or not isinstance(row[0], bytes):
            return None
        answer = row[0][:-_CHECKSUM]
        return answer if row[0] == _with_checksum(name, answer) else None

    def put(self, key: str, answer: bytes) -> None:
        """Keep the answer to a position, in a new table if this one turns out to be damaged."""
        try:
            try:
                self._insert(key, answer)
            except sqlite3.DatabaseError as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _DAMAGE:
                    raise
                self.remove()
                self._open()
                self._insert(key, answer)
        except sqlite3.Error as error:
            raise self._unwritable(error) from None

    def _insert(self, key: str, answer: bytes) -> None:
        name = _hash(key)
        self._table.execute("INSERT OR REPLACE INTO seen VALUES (?, ?)", (name, _with_checksum(name, answer)))
        if monotonic() - self._committed > COMMIT_SECONDS:
            self._table.commit()
            self._committed = monotonic()

    def remove(self) -> None:
        """Close the table and delete its file."""
        self.close()
        for suffix in ("", "-wal", "-shm"):
            if self._path:
                Path(self._path + suffix).unlink(missing_ok=True)

    def close(self) -> None:
        """Close the table and keep its file."""
        table, self._table = self._table, None
        if table is not None:
            with suppress(sqlite3.Error):
                table.commit()
            with suppress(sqlite3.Error):
                table.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _with_checksum(name: bytes, answer: bytes) -> bytes:
    return answer + crc32(name + answer).to_bytes(_CHECKSUM)


def _hash(key: str) -> bytes:
    return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).digest()
