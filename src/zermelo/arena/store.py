"""The store of games: one sqlite file for any number of events, which several runs may write to at the same time.

A game is written as soon as it is over, so a run that is killed loses none, and one that is started again finds what is done.
Each run claims the games it plays, and shows now and then that it lives; the claims of one that does not are void.

Every game has a checksum, and the fingerprint of an event is that of its settings. What does not match is named and skipped, and
a damaged game is played again. Stores of version 1 have no checksums: they are read as they are, and get them from the first run
that writes.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from time import time
from types import TracebackType
from typing import Any, NamedTuple, Self
from zlib import crc32

import msgspec

from zermelo.arena.games import PlayedGame, points_of
from zermelo.state import ZermeloError

_APPLICATION, _VERSION, _WITHOUT_CHECKSUMS = 0x5A45524D, 2, 1
"""The application number and the versions that SQLite keeps in the header of a store."""
SILENT = 60.0
"""Seconds without a sign of life after which a run counts as dead."""
_PATIENCE = 30.0
_SCHEMA = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    fingerprint TEXT NOT NULL UNIQUE,
    settings TEXT NOT NULL
);
CREATE TABLE games (
    event INTEGER NOT NULL REFERENCES events,
    key TEXT NOT NULL,
    round INTEGER NOT NULL,
    players TEXT NOT NULL,
    points TEXT NOT NULL,
    reason TEXT NOT NULL,
    seconds REAL NOT NULL,
    record BLOB NOT NULL,
    checksum INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (event, key)
);
CREATE TABLE runs (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, seen REAL NOT NULL);
CREATE TABLE claims (event INTEGER NOT NULL, key TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (event, key));
"""


_TABLES = ("events", "runs", "claims", "games")
_COLUMNS = "event, key, round, players, points, reason, seconds, record"
_MOST_PROBLEMS = 100
_settings = msgspec.json.Decoder(dict[str, Any])


class StoredEvent(NamedTuple):
    """An event in the store: its number, its settings, and how many games it has."""

    number: int
    settings: dict[str, object]
    games: int


class Store:
    """A file of games; use it in a `with` block.

    Parameters
    ----------
    path
        The file, made if it is missing; None keeps the games in memory.
    writes
        False only reads: the file must exist, and nothing is claimed.
    on_damage
        Called with one sentence for each damaged game or event, the first time it is met and skipped; by default a warning.

    Raises
    ------
    ZermeloError
        If the file is not a store, or cannot be read or written, or is damaged as a whole.
    """

    def __init__(
        self,
        path: str | Path | None = None,
        *,
        writes: bool = True,
        on_damage: Callable[[str], object] = warnings.warn,
    ) -> None:
        if path is not None and not str(path):
            raise ZermeloError("a store has a file, and '' is the name of none")
        self.path = ":memory:" if path is None else os.path.abspath(path)
        self._closed = threading.Event()
        self._on_damage, self._named = on_damage, set[str]()
        if path is not None and not writes and not os.path.isfile(path):
            raise ZermeloError(f"there is no store called {path}")
        with self._explained():
            self._base = self._connect(writes)
            try:
                self._open(writes)
            except BaseException:
                self._base.close()
                raise

    def _connect(self, writes: bool) -> sqlite3.Connection:
        connect = partial(sqlite3.connect, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        if not writes and not os.access(os.path.dirname(self.path), os.W_OK) and not os.path.exists(f"{self.path}-wal"):
            # Where nothing can be written nothing changes, and sqlite needs none of the files that it would make.
            return connect(f"{Path(self.path).as_uri()}?mode=ro&immutable=1", uri=True)
        return connect(self.path)

    def _skip(self, what: str) -> None:
        """Name something damaged, once."""
        if what not in self._named:
            self._named.add(what)
            self._on_damage(f"the store {self.path} is damaged: {what}")

    def _open(self, writes: bool) -> None:
        base = self._base
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        marks = [base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        if tables and marks[0] != _APPLICATION:
            raise ZermeloError(f"{self.path} is not a store of games")
        if tables and marks[1] not in (_WITHOUT_CHECKSUMS, _VERSION):
            raise ZermeloError(
                f"{self.path} is a store of version {marks[1]}, and this program reads version {_VERSION}"
            )
        base.text_factory = _decode
        self._checks = not tables or marks[1] == _VERSION
        self.run = 0
        if tables:
            self._check_structure(writes)
            base = self._base
        if not writes:
            if not tables:
                raise ZermeloError(f"{self.path} is not a store of games")
            return
        base.execute("PRAGMA journal_mode = WAL")
        base.execute(
            "PRAGMA synchronous = NORMAL"
        )  # survives a killed process; a power failure may cost the last games
        if not tables:
            with self._transaction():
                if not base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                    for statement in _SCHEMA.split(";\n"):
                        base.execute(statement)
                    base.execute(f"PRAGMA application_id = {_APPLICATION}")
                    base.execute(f"PRAGMA user_version = {_VERSION}")
        if not self._checks:
            self._add_checksums()
        with self._transaction():
            self.run = (
                base.execute(
                    "INSERT INTO runs (host, process, seen) VALUES (?, ?, ?)",
                    (socket.gethostname(), os.getpid(), time()),
                ).lastrowid
                or 0
            )
        if self.path != ":memory:":
            threading.Thread(target=self._show_life, daemon=True).start()

    def _check_structure(self, writes: bool) -> None:
        """Raise ZermeloError if sqlite finds the file damaged; only an index can be made anew, in memory if nothing is written."""
        expected = _expected_columns()
        if _columns(self._base) != (expected if self._checks else expected[:-1]):
            raise ZermeloError(f"the store {self.path} is damaged: its tables are not those of a store")
        problems = self._problems()
        if not problems:
            return
        if not writes:
            memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
            memory.text_factory = _decode
            self._base.backup(memory)
            self._base.close()
            self._base = memory
        with self._transaction():
            for table in ("games", "claims"):  # of events, the index may be right and the table wrong
                self._base.execute(f"REINDEX {table}")
            if self._problems():
                raise ZermeloError(f"the store {self.path} is damaged: {' '.join(problems[0].split())}")
        self._skip("its index does not match its games, and is made anew")

    def _problems(self) -> list[str]:
        """Return what sqlite finds wrong, except for values, which the checksums tell more of."""
        found = self._base.execute(f"PRAGMA integrity_check({_MOST_PROBLEMS})").fetchall()
        return [text for (text,) in found if text != "ok" and " value in " not in text]

    def _add_checksums(self) -> None:
        with self._transaction():
            if self._base.execute("PRAGMA user_version").fetchone()[0] == _WITHOUT_CHECKSUMS:
                self._base.execute("ALTER TABLE games ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0")
                self._base.create_function("checksum", 8, lambda *row: _checksum(row), deterministic=True)
                self._base.execute(f"UPDATE games SET checksum = checksum({_COLUMNS})")
                self._base.execute(f"PRAGMA user_version = {_VERSION}")
        self._checks = True

    def _show_life(self) -> None:
        """Say now and then that this run lives, however long its games take."""
        while not self._closed.wait(SILENT / 4):
            with suppress(sqlite3.Error), closing(sqlite3.connect(self.path, timeout=_PATIENCE)) as base, base:
                base.execute("UPDATE runs SET seen = ? WHERE id = ?", (time(), self.run))

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise ZermeloError(f"the store {self.path} fails: {error}") from None
        except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
            raise ZermeloError(f"the store {self.path} is damaged: {error}") from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._base.in_transaction:  # sqlite itself ends it when the disk is full
                self._base.execute("ROLLBACK")
            raise
        self._base.execute("COMMIT")

    # ---- events

    def event(self, settings: dict[str, Any]) -> int:
        """Return the number of the event with these settings, which is added if it is new."""
        fingerprint = _fingerprint(settings)
        with self._explained(), self._transaction():
            self._base.execute(
                "INSERT OR IGNORE INTO events (fingerprint, settings) VALUES (?, ?)",
                (fingerprint, msgspec.json.encode(settings).decode()),
            )
            row = self._base.execute("SELECT id FROM events WHERE fingerprint = ?", (fingerprint,)).fetchone()
        return int(row[0])

    def events(self) -> list[StoredEvent]:
        """Return the events, the oldest first; damaged settings are empty, since the games may be well."""
        with self._explained():
            rows = self._base.execute(
                "SELECT id, fingerprint, settings, (SELECT count(*) FROM games WHERE event = id) FROM events ORDER BY id"
            ).fetchall()
            lost = self._base.execute("SELECT DISTINCT event FROM games WHERE event NOT IN (SELECT id FROM events)")
            for (number,) in lost.fetchall():
                self._skip(f"it has games of event {number}, which is not there")
        return [StoredEvent(number, self._read_settings(number, *texts), games) for number, *texts, games in rows]

    def _read_settings(self, number: int, fingerprint: str, text: str) -> dict[str, object]:
        with suppress(msgspec.MsgspecError):
            settings = _settings.decode(str(text))
            if _fingerprint(settings) == fingerprint:
                return settings
        self._skip(f"the settings of event {number} do not match their checksum")
        return {}

    # ---- games

    def claim(self, event: int, key: str) -> bool:
        """Claim a game for this run; False if it has a result, or another run that lives is at it."""
        with self._explained(), self._transaction():
            if self._result(event, key):
                return False
            holder = self._base.execute(
                "SELECT run, host, process, seen FROM claims JOIN runs ON runs.id = run WHERE event = ? AND key = ?",
                (event, key),
            ).fetchone()
            if holder is not None and holder[0] != self.run and _lives(*holder[1:]):
                return False
            self._base.execute("INSERT OR REPLACE INTO claims VALUES (?, ?, ?)", (event, key, self.run))
        return True

    def add(self, event: int, game: PlayedGame) -> bool:
        """Write a game, also in place of one without a result; False if it has one already."""
        row = (
            event,
            game.key,
            game.round,
            msgspec.json.encode(game.players).decode(),
            msgspec.json.encode(game.points).decode(),
            game.reason,
            float(game.seconds),
            msgspec.json.encode(game),
        )
        with self._explained(), self._transaction():
            added = not self._result(event, game.key)
            if added:
                self._base.execute("DELETE FROM games WHERE event = ? AND key = ?", (event, game.key))
                self._base.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, _checksum(row)))
            self._base.execute("DELETE FROM claims WHERE event = ? AND key = ?", (event, game.key))
        return added

    def games(self, event: int) -> Iterator[PlayedGame]:
        """Yield the games of an event in the order of their keys; damaged ones are skipped."""
        with self._explained():
            for _, read in self._read("event = ? ORDER BY round, key", event):
                yield read

    def game(self, event: int, key: str) -> PlayedGame:
        """Return a game that is there; ZermeloError if it is damaged."""
        with self._explained():
            for _, read in self._read("event = ? AND key = ?", event, key):
                return read
        raise ZermeloError(f"game {key} of event {event} cannot be read from {self.path}")

    def results(self, event: int) -> dict[str, tuple[float, ...]]:
        """Return the points of every game by its key."""
        with self._explained():
            return {key: game.points for key, game in self._read("event = ?", event)}

    def _result(self, event: int, key: str) -> tuple[float, ...]:
        """Return the points of a game; empty if it is not there, has no result or is damaged."""
        return next((read.points for _, read in self._read("event = ? AND key = ?", event, key)), ())

    def _read(self, where: str, *values: object) -> Iterator[tuple[str, PlayedGame]]:
        """Yield games with their keys; name the damaged ones."""
        checksum = "checksum" if self._checks else "NULL"
        for *row, given in self._base.execute(f"SELECT {_COLUMNS}, {checksum} FROM games WHERE {where}", values):
            number, key, *_, record = row
            if self._checks and given != _checksum(row):
                self._skip(f"game {str(key)[:80]} of event {number} does not match its checksum, and is skipped")
                continue
            try:
                yield key, _read_game(record)
            except (msgspec.MsgspecError, TypeError, UnicodeDecodeError) as error:
                self._skip(f"game {str(key)[:80]} of event {number} is skipped: {error}")

    def close(self) -> None:
        """Give up the claims, and close the file."""
        self._closed.set()
        if self.run:
            with self._explained(), self._transaction():
                self._base.execute("DELETE FROM claims WHERE run = ?", (self.run,))
                self._base.execute("DELETE FROM runs WHERE id = ?", (self.run,))
        self._base.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.close()
        except ZermeloError:
            if kind is None:
                raise


def _columns(base: sqlite3.Connection) -> list[tuple[object, ...]]:
    """Return the columns of all tables, the checksum of games last."""
    return [each for name in _TABLES for each in base.execute(f"PRAGMA table_info({name})")]


@cache
def _expected_columns() -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(_SCHEMA)
        return _columns(fresh)


def _decode(text: bytes) -> str:
    """Decode a text of the store: a damaged one must not keep the others from being read."""
    return text.decode(errors="replace")


def _fingerprint(settings: dict[str, Any]) -> str:
    return sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()


def _checksum(row: Sequence[object]) -> int:
    """Return the checksum of a game: of its columns, the record last."""
    *columns, record = row
    return crc32(record if isinstance(record, bytes) else b"", crc32(repr(columns).encode()))


def _read_game(record: bytes) -> PlayedGame:
    """Read a game; raise MsgspecError if its players and points cannot belong to one."""
    game = msgspec.json.decode(record, type=PlayedGame)
    seats = len(game.players)
    if seats < 2 or len(set(game.players)) < 2:
        raise msgspec.ValidationError(f"game {game.key} has no two players")
    if game.points and (len(game.points) != seats or game.points != points_of(game.points)):
        raise msgspec.ValidationError(f"game {game.key} has impossible points")
    return game


def _lives(host: str, process: int, seen: float) -> bool:
    """Return whether a run is alive: by its last sign of life, since another process may have its number by now."""
    if abs(time() - seen) >= SILENT:
        return False
    if host != socket.gethostname():
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
