"""The endgame tables of a game: found in files, loaded for searches, built one after the other or several at a time.

A game declares an `EndgameTables` under the name `tables`. It says which endgames there are and where their moves lead, how one is
built, how its file is read, and how it is shown; the rest is the same for all games. Each table is written as soon as it is
finished, so an interruption loses at most the one under way.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Container, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from zermelo.catalogue import game_class
from zermelo.cluster import Executor
from zermelo.files import read_file
from zermelo.kinds.plugins import plugin
from zermelo.state import State, ZermeloError
from zermelo.tables.build_graph import build_graph
from zermelo.tables.endgame_files import pack, prepare_folder, table_folder, write_table

Outcome: TypeAlias = Literal["win", "draw", "loss"]
Watch: TypeAlias = Callable[[Any, str], bool | None]
_OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}


class Value(NamedTuple):
    """What a position is worth to the player to move: 1 for a win, 0 or -1; and the plies to the end, if they are known."""

    sign: int
    plies: int | None = None

    @property
    def outcome(self) -> Outcome:
        return _OUTCOMES[self.sign]

    def before(self) -> Value:
        """Return the value of the move that leads here, for the player who makes it."""
        return Value(-self.sign, None if self.plies is None else self.plies + 1)

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key: quick wins, then draws, then slow losses."""
        return -self.sign, self.sign * (self.plies or 0)


class Report(NamedTuple):
    """What `zermelo table probe` prints of a position: as JSON; or a sentence, and a line for each move."""

    fields: dict[str, Any]
    summary: str
    lines: list[str]


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was built, or one that was there already (`seconds` is then None)."""

    name: str
    path: Path
    positions: int | None
    size: int
    """Of the file, in bytes."""
    seconds: float | None = None


class PackedBuilt(Built, frozen=True, kw_only=True):
    """One with distances. Of a table that was there already, `longest` is None."""

    longest: int | None = None
    """The longest way to the end."""


class Table(Protocol):
    """The table of one endgame, from the bytes of its file."""

    @property
    def name(self) -> str: ...
    @property
    def positions(self) -> int | None: ...
    def load(self) -> None: ...


class Endgames(NamedTuple):
    """Which endgames a game has, and where their moves lead."""

    of_pieces: Callable[[int], list[str]]
    name: Callable[[str], str]
    """Returns the usual name of an endgame; raises ValueError if it is none."""
    needs: Callable[[str], Sequence[str]]
    """Returns those that captures and promotions lead to."""


T = TypeVar("T", bound=Table)
B = TypeVar("B", bound=Built)


def endgame_tables(game: str) -> Any:
    """Return the endgame tables of a game or a small board of the catalogue."""
    return plugin(game_class(game), "tables")


class EndgameTables(ABC, Generic[T, B]):
    """The endgame tables of a game on one board; `suffix` is that of their files.

    A game sets the attributes, and overrides the methods from `open` to `command` that it needs.
    """

    endgames: Endgames
    pieces: tuple[int, ...]
    """Endgames have so many."""
    largest: int
    """Bytes in a file."""
    exact = False
    """Exact searches may probe the tables: they hold what a game is worth, and not how long it takes."""
    hint: str
    """What to ask for, if nothing was."""
    widths = 7, 13
    """Of the columns of names and of numbers of positions."""
    built: type[B]
    in_listed_order = False
    """Whether builds follow the list of endgames: then each stands in it after those its moves lead to."""
    limits_memory = False
    """Whether builds are large, so that `memory` says how many bytes they need."""
    has_contradictions = False
    """Whether values can be compared with those of their successors, by `contradiction`."""
    what = ""
    """What else than values the tables hold, as in "distances of "."""

    def __init__(self, game: str, suffix: str) -> None:
        self.game, self.suffix = game, suffix
        self._loaded_folders: set[Path] = set()
        self._lock = Lock()

    def __reduce__(self) -> Any:
        return endgame_tables, (self.game,)

    # ---- what differs between games

    @abstractmethod
    def open(self, content: bytes, path: Path) -> T:
        """Read the content of a file; raise ValueError if it is damaged."""

    @abstractmethod
    def construct(self, name: str, path: Path, threads: int, cancel: Callable[[Any], bool]) -> B | None:
        """Build and write a table; None if `cancel`, which takes the build under way, or Ctrl-C has stopped it."""

    def special(self, table: T) -> dict[str, Any]:
        """Return the fields of `built` that only this game has."""
        return {}

    @property
    def shipped(self) -> Path | None:
        """The folder of the tables that ship with the game."""
        return None

    @property
    def distances(self) -> EndgameTables[Any, Any] | None:
        """Those of the distances, if they are in files of their own."""
        return None

    def names_itself(self, path: Path) -> bool:
        """Return whether the name of a file says which endgame it holds."""
        return path.suffix == self.suffix

    def verify(self, path: Path) -> T:
        """Read a table and check every byte of it; raise ZermeloError if it is damaged."""
        return self.read(path)

    def loaded(self) -> Collection[str]:
        """Return the endgames whose tables are in the core, and need not be loaded again."""
        return ()

    def check(self) -> None:
        """Raise ZermeloError if a search or a probe has met a damaged block of a table, and so went on without the table."""

    def contradiction(self, table: Any, threads: int) -> str | None:
        """Return a position in a table whose value contradicts those its moves lead to."""
        raise NotImplementedError

    def memory(self, name: str) -> int:
        """Return how many bytes a build needs."""
        return 0

    def size(self, name: str) -> int | None:
        """Count the positions in a table; None if that is known only when it is built."""
        return None

    def counts(self, pieces: int) -> tuple[int, int] | None:
        """Count the positions with so many pieces: all, and those in tables."""
        return None

    def stage(self, running: Any) -> str:
        """Say what a build is doing."""
        return ""

    def facts(self, built: B) -> str:
        """Say in a line what is special about a table."""
        return ""

    def value(self, state: Any) -> Value:
        """Look a position up; raise ZermeloError if no table holds it."""
        raise NotImplementedError

    def report(self, state: Any) -> Report:
        """Look a position and its moves up, for people."""
        raise NotImplementedError

    def remedy(self, name: str) -> str:
        """Say how to build a table again."""
        return f" ({self.command(name)} builds it again)"

    def command(self, name: str) -> str:
        return f"zermelo table build --game {self.game} {name}"

    # ---- files

    @property
    def names(self) -> list[str]:
        """All endgames."""
        return [name for count in self.pieces for name in self.endgames.of_pieces(count)]

    def order(self, names: Sequence[str]) -> list[str]:
        """List the endgames to build for these, each after those its captures and promotions lead to."""
        order: list[str] = []

        def add(name: str) -> None:
            if name in order:
                return
            for needed in self.endgames.needs(name):
                add(needed)
            order.append(name)

        for name in names:
            try:
                add(self.endgames.name(name))
            except ValueError as error:
                raise ZermeloError(str(error)) from None
        return sorted(order, key=self.names.index) if self.in_listed_order else order

    def file(self, name: str, folder: Path | None = None) -> Path:
        """Return the place of a table in `folder` (`table_folder()` by default), which may not exist."""
        return (folder or table_folder()) / f"{name}{self.suffix}"

    def find(self, name: str, folder: Path | None = None, *, shipped: bool = True) -> Path | None:
        """Find a table in `folder` (`table_folder()` by default) or, if `shipped`, among those that ship."""
        places = self.file(name, folder), self.shipped and shipped and self.shipped / f"{name}{self.suffix}"
        return next((path for path in places if path and os.path.isfile(path)), None)  # Path.is_file may raise

    def is_shipped(self, path: Path | None) -> bool:
        return path is not None and path.parent == self.shipped

    def describe(self, table: T, path: Path) -> B:
        """Say what there is to say of the table in a file."""
        facts = self.special(table)
        return self.built(name=table.name, path=path, positions=table.positions, size=path.stat().st_size, **facts)

    def read(self, path: Path) -> T:
        """Read a table; raise ZermeloError for a file that is not one, or that holds another than its name says."""
        content = read_file(path, self.largest)
        try:
            table = self.open(content, path)
        except ValueError as error:
            raise ZermeloError(f"{path}: {error}") from None
        if self.names_itself(path) and table.name != path.stem:
            raise ZermeloError(f"{path}: it holds {table.name}, not {path.stem}")
        return table

    def load(self) -> None:
        """Load the tables that ship with Zermelo and those in `table_folder()`; later calls cost next to nothing.

        A table stays loaded until the process ends. Raise ZermeloError for a damaged file.
        """
        folder = table_folder()
        if folder in self._loaded_folders:
            return
        with self._lock:
            if folder in self._loaded_folders:
                return
            loaded = set(self.loaded())
            for name in self.names:
                if name not in loaded and (path := self.find(name, folder)) is not None:
                    try:
                        self.read(path).load()
                    except ZermeloError as error:
                        raise ZermeloError(f"{error}{self.remedy(name)}") from None
            self._loaded_folders.add(folder)

    # ---- builds

    def build(
        self,
        names: Sequence[str],
        *,
        folder: Path | None = None,
        threads: int = 1,
        memory: int = 1024,
        watch: Watch | None = None,
        executor: Executor | None = None,
    ) -> Iterator[B]:
        """Build the tables of these endgames and of all they lead to, unless they are there and undamaged.

        A folder that is given gets the tables of all these endgames, also of those that ship with Zermelo.

        Parameters
        ----------
        names : sequence of str
            Endgames such as "KQKR" in chess, "KKvKM" in checkers.
        folder : Path, optional
            Where tables are looked for and written, created if missing; `table_folder()` by default.
        threads : int
            From 1 to 256, for each table that is being built; they change the time, not the tables.
        memory : int
            The most that a process may take, in MB.
        watch : callable, optional
            Called many times a second with the build under way and the endgame's name. If it returns True, the build stops. Not
            called with an executor.
        executor : Executor, optional
            Builds several tables at the same time, in workers that all see the folder; the tables are the same.

        Yields
        ------
        Built
            Each table as soon as it is there.

        Raises
        ------
        ZermeloError
            If a name is not an endgame, a table cannot be written, or one needs more memory; the latter before they are built.
        """
        if not 1 <= threads <= 256:
            raise ZermeloError(f"threads must be a whole number from 1 to 256, not {threads}")
        order = self.order(names)
        own = set() if folder is None else set(map(self.endgames.name, names))
        folder = folder or table_folder()
        for name in order:
            if self.find(name, folder, shipped=name not in own) is None:
                self._check_memory(name, memory)
                prepare_folder(self.file(name, folder))
        present = partial(self._present, folder, own=own)
        if executor is not None:
            task = partial(self._build_in_worker, folder.resolve(), threads, memory)
            yield from build_graph(executor, task, {name: self.endgames.needs(name) for name in order}, present)
            return
        for name in order:
            built = present(name) or self._build(folder, threads, memory, name, watch)
            if built is None:
                return
            yield built

    def _check_memory(self, name: str, memory: int) -> None:
        needed = -(-self.memory(name) // 2**20)
        if needed > memory:
            raise ZermeloError(f"{name} needs {needed} MB to build, more than the {memory} MB of --memory")

    def _present(self, folder: Path, name: str, own: Container[str] = ()) -> B | None:
        """Load the undamaged table of an endgame, if there is one; those of `own` must be in the folder."""
        path = self.find(name, folder, shipped=name not in own)
        if path is None:
            return None
        try:
            table = self.verify(path)
        except ZermeloError:
            return None  # damaged: build it again
        if name not in self.loaded():
            table.load()
        return self.describe(table, path)

    def _build_in_worker(self, folder: Path, threads: int, memory: int, name: str) -> B:
        """Build a table from those in the folder, unless a worker that died had finished it."""
        for needed in self.order([name])[:-1]:
            if needed not in self.loaded() and self._present(folder, needed) is None:
                raise ZermeloError(
                    f"there is no undamaged file of {self.what}{needed} in {folder}, which all workers must share"
                )
        built = self._present(folder, name, own=[name]) or self._build(folder, threads, memory, name, None)
        assert built is not None, "nothing stops it"
        return built

    def _build(self, folder: Path, threads: int, memory: int, name: str, watch: Watch | None) -> B | None:
        """Build one table; None if it was stopped."""
        path, start, stopped = self.file(name, folder), perf_counter(), False
        prepare_folder(path)
        self._check_memory(name, memory)

        def cancel(running: Any) -> bool:
            nonlocal stopped
            stopped = watch is not None and bool(watch(running, name))
            return stopped

        try:
            built = self.construct(name, path, threads, cancel)
        except (ValueError, OverflowError, RuntimeError) as error:
            raise ZermeloError(str(error)) from None
        if built is not None:
            return msgspec.structs.replace(built, seconds=perf_counter() - start)
        if stopped:
            return None
        raise KeyboardInterrupt

    # ---- for people

    def ranked(self, state: State) -> tuple[Value, list[tuple[str, Value]], tuple[str, ...]]:
        """Look a position up: its value, every move with its value, the best first, and the moves that are best."""
        value = self.value(state)
        moves = [(str(move), self.value(state.play(move)).before()) for move in state.moves()]
        moves.sort(key=lambda move: move[1].rank)
        return value, moves, tuple(move for move, found in moves if found.rank == moves[0][1].rank)

    def fields(self, built: B) -> dict[str, Any]:
        """Return what `zermelo table build` prints of a table as JSON."""
        special = built.__struct_fields__[len(Built.__struct_fields__) :]
        return {
            "name": built.name,
            "file": str(built.path),
            "positions": built.positions,
            "bytes": built.size,
            **{field: getattr(built, field) for field in special},
            "seconds": None if built.seconds is None else round(built.seconds, 3),
        }

    def line(self, built: B) -> str:
        """Return what `zermelo table build` prints of a table."""
        name, positions = self.widths
        line = f"{built.name:{name}} {built.positions:>{positions},} positions {built.size:>10,} bytes"
        there = "ships with Zermelo" if self.is_shipped(built.path) else "exists already"
        how = there if built.seconds is None else f"{built.seconds:.1f} s"
        return "  ".join(filter(None, (line, self.facts(built), how)))


class PackedTables(EndgameTables[T, PackedBuilt]):
    """Tables with a byte for each position, in the format of core/zermelo/tables/packed.hpp."""

    built = PackedBuilt

    @abstractmethod
    def values(self, name: str, threads: int, cancel: Callable[[Any], bool]) -> bytes | None:
        """Compute the values of all positions; None if that was stopped."""

    @abstractmethod
    def longest(self, byte: int) -> int:
        """Return the longest way to the end in a table with values up to `byte`."""

    def construct(self, name: str, path: Path, threads: int, cancel: Callable[[Any], bool]) -> PackedBuilt | None:
        values = self.values(name, threads, cancel)
        if values is None:
            return None
        content = pack(name, values)
        write_table(path, content)
        self.open(content, path).load()
        longest = self.longest(max(set(values)))
        return PackedBuilt(name=name, path=path, positions=len(values), size=len(content), longest=longest)
