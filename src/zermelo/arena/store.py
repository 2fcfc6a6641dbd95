"""The store of games: one sqlite file for any number of events, which several runs may write to at the same time.

A game is written as soon as it is over, so a run that is killed loses none, and one that is started again finds what is done.
Each run claims the games it plays, and shows now and then that it lives; the claims of one that does not are void.
"""

from __future__ import annotations

import os
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import time
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec

from zermelo.arena.games import PlayedGame, points_of
from zermelo.state import ZermeloError

_APPLICATION, _VERSION = 0x5A45524D, 1
"""How a file says that it is a store, and of which version."""
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
    PRIMARY KEY (event, key)
);
CREATE TABLE runs (id INTEGER PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, seen REAL NOT NULL);
CREATE TABLE claims (event INTEGER NOT NULL, key TEXT NOT NULL, run INTEGER NOT NULL, PRIMARY KEY (event, key));
"""


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

    Raises
    ------
    ZermeloError
        If the file is not a store, or cannot be read or written.
    """

    def __init__(self, path: str | Path | None = None, *, writes: bool = True) -> None:
        if path is not None and not str(path):
            raise ZermeloError("a store has a file, and '' is the name of none")
        self.path = ":memory:" if path is None else os.path.abspath(path)
        self._closed = threading.Event()
        if path is not None and not writes and not Path(path).is_file():
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

    def _open(self, writes: bool) -> None:
        base = self._base
        tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        marks = [base.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        if tables and marks[0] != _APPLICATION:
            raise ZermeloError(f"{self.path} is not a store of games")
        if tables and marks[1] != _VERSION:
            raise ZermeloError(
                f"{self.path} is a store of version {marks[1]}, and this program reads version {_VERSION}"
            )
        self.run = 0
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
        fingerprint = sha256(msgspec.json.encode(settings, order="sorted")).hexdigest()
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
                "SELECT id, settings, (SELECT count(*) FROM games WHERE event = id) FROM events ORDER BY id"
            ).fetchall()
        return [StoredEvent(number, _read_settings(settings), games) for number, settings, games in rows]

    # ---- games

    def claim(self, event: int, key: str) -> bool:
        """Claim a game for this run; False if it has a result, or another run that lives is at it."""
        with self._explained(), self._transaction():
            done = self._base.execute(
                "SELECT 1 FROM games WHERE event = ? AND key = ? AND points != '[]'", (event, key)
            )
            if done.fetchone():
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
            game.seconds,
            msgspec.json.encode(game),
        )
        with self._explained(), self._transaction():
            self._base.execute("DELETE FROM games WHERE event = ? AND key = ? AND points = '[]'", (event, game.key))
            added = self._base.execute("INSERT OR IGNORE INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row).rowcount
            self._base.execute("DELETE FROM claims WHERE event = ? AND key = ?", (event, game.key))
        return added == 1

    def games(self, event: int) -> Iterator[PlayedGame]:
        """Yield the games of an event in the order of their keys."""
        with self._explained():
            rows = self._base.execute("SELECT record FROM games WHERE event = ? ORDER BY round, key", (event,))
            for (record,) in rows:
                yield _read_game(record)

    def game(self, event: int, key: str) -> PlayedGame:
        """Return a game that is there."""
        with self._explained():
            return _read_game(
                self._base.execute("SELECT record FROM games WHERE event = ? AND key = ?", (event, key)).fetchone()[0]
            )

    def results(self, event: int) -> dict[str, tuple[float, ...]]:
        """Return the points of every game by its key."""
        with self._explained():
            rows = self._base.execute("SELECT key, points FROM games WHERE event = ?", (event,)).fetchall()
            return {key: msgspec.json.decode(points, type=tuple[float, ...]) for key, points in rows}

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


def _read_settings(text: object) -> dict[str, object]:
    try:
        return _settings.decode(str(text))
    except msgspec.MsgspecError:
        return {}


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
