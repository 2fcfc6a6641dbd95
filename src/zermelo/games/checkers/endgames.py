"""Checkers endgame tables: win, loss or draw of every position with few pieces, without draws by rule.

core/zermelo/games/checkers/endgame_tables.hpp describes the format of the files. A file under construction ends in
".part"; its finished slices are kept, so a build goes on where it was stopped, however that was.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Literal, TypeAlias

import msgspec

from zermelo._core import (
    CheckersEndgameBuild,
    CheckersEndgameTable,
    checkers_endgame_name,
    checkers_endgame_names,
    checkers_endgame_needs,
    checkers_positions,
    probe_checkers_endgame,
)
from zermelo.cluster import Executor
from zermelo.files import read_file
from zermelo.games.checkers.rules import Checkers, Checkers4, Checkers6
from zermelo.state import ZermeloError
from zermelo.tables.build_graph import absent, build_graph
from zermelo.tables.endgame_files import find_in_folders, prepare_folder, shipped_folder, table_folder
from zermelo.tables.files import appended_alone
from zermelo.tables.probed import ProbedTables

SHIPPED = shipped_folder("checkers")
GAMES: dict[str, type[Checkers]] = {"checkers": Checkers, "checkers6": Checkers6, "checkers4": Checkers4}
"""The games that have tables. Each is the suffix of its files."""
MOST_PIECES = 6
LARGEST = 256 * 2**20
"""Bytes in a file."""
Outcome: TypeAlias = Literal["win", "draw", "loss"]
_OUTCOMES: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}
_lock = threading.Lock()
_loaded: set[tuple[Path, str]] = set()


class CheckersBuilt(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was built, or one that was there already (`seconds` is then None).

    `wins`, `losses` and `draws` count positions by the result for the player to move.
    """

    name: str
    path: Path
    positions: int
    size: int
    """Of the file, in bytes."""
    wins: int
    losses: int
    draws: int
    seconds: float | None = None


class CheckersMoveValue(msgspec.Struct, frozen=True, kw_only=True):
    """A move and its outcome for the player who makes it."""

    move: str
    outcome: Outcome


class CheckersProbe(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of a position for the player to move, the moves that keep it, and every move, the best first."""

    outcome: Outcome
    best: tuple[str, ...]
    moves: tuple[CheckersMoveValue, ...]


def endgames(*pieces: int) -> list[str]:
    """List the endgames with this many pieces, from 2 to 6, each after those it leads to.

    >>> endgames(2)
    ['KvK', 'KvM', 'MvM']
    """
    return [name for count in pieces for name in checkers_endgame_names(count)]


def count_positions(pieces: int, game: str = "checkers") -> tuple[int, int]:
    """Count the positions with this many pieces: all, and those with both colours and one side to move, as in the tables.

    >>> count_positions(5)
    (148688232, 139450808)
    """
    return checkers_positions(pieces, GAMES[game].size)


def endgame_size(name: str, game: str = "checkers") -> int:
    """Count the positions in the table of an endgame.

    >>> endgame_size("KvK")
    992
    """
    return CheckersEndgameBuild(name, GAMES[game].size, b"").positions


def checkers_build_order(names: Sequence[str]) -> list[str]:
    """List the endgames to build for these, each after those its captures and promotions lead to.

    >>> checkers_build_order(["MMvK"])
    ['KvK', 'KvM', 'KKvK', 'KMvK', 'MMvK']
    """
    needed: set[str] = set()

    def add(name: str) -> None:
        if name not in needed:
            needed.add(name)
            for other in checkers_endgame_needs(name):
                add(other)

    for name in names:
        try:
            add(checkers_endgame_name(name))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
    return [name for name in endgames(*range(2, MOST_PIECES + 1)) if name in needed]


def find_checkers_file(
    name: str, game: str = "checkers", folder: Path | None = None, *, shipped: bool = True
) -> Path | None:
    """Find the table of an endgame in `folder` (`table_folder()` by default) or, if `shipped`, among those that ship."""
    return find_in_folders(f"{name}.{game}", folder, SHIPPED if shipped else None)


def read_checkers_table(path: Path, game: str = "checkers") -> CheckersEndgameTable:
    """Read a table and check every byte of it; raise ZermeloError for a damaged file."""
    content = read_file(path, LARGEST)
    try:
        table = CheckersEndgameTable(content, GAMES[game].size)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None
    if path.suffix == f".{game}" and table.name != path.stem:
        raise ZermeloError(f"{path}: it holds {table.name}, not {path.stem}")
    return table


def load_checkers_tables(game: str = "checkers") -> None:
    """Load the tables that ship with Zermelo and those in `table_folder()`; later calls cost next to nothing.

    A table stays loaded until the process ends. Raise ZermeloError for a damaged file.
    """
    place = table_folder(), game
    with _lock:
        if place in _loaded:
            return
        for name in endgames(*range(2, MOST_PIECES + 1)):
            if (path := find_checkers_file(name, game)) is not None:
                try:
                    read_checkers_table(path, game).load()
                except ZermeloError as error:
                    again = f"zermelo table build --game {game} {name}"
                    raise ZermeloError(f"{error} ({again} builds it again)") from None
        _loaded.add(place)


def load_tables_of(state: Checkers) -> None:
    """Load the tables of the board of a state, as `load_checkers_tables` does."""
    for game, face in GAMES.items():
        if face.size == state.size:
            load_checkers_tables(game)


def build_checkers_tables(
    names: Sequence[str],
    *,
    game: str = "checkers",
    folder: Path | None = None,
    threads: int = 1,
    memory: int = 1024,
    watch: Callable[[CheckersEndgameBuild, str], bool | None] | None = None,
    executor: Executor | None = None,
) -> Iterator[CheckersBuilt]:
    """Build the tables of these endgames and of all they lead to, unless they are there and undamaged.

    A folder that is given gets the tables of all these endgames, also of those that ship with Zermelo.

    Parameters
    ----------
    names : sequence of str
        Endgames such as "KKvKM": kings and men of the stronger side, then of the other.
    game : {"checkers", "checkers6", "checkers4"}
        The board.
    folder : Path, optional
        Where tables are looked for and written, created if missing; `table_folder()` by default.
    threads : int
        From 1 to 256, for each table that is being built; they change the time, not the tables.
    memory : int
        The most that a process may take, in MB.
    watch : callable, optional
        Called before each build and many times a second with the build under way and the endgame's name. If it returns
        True, the build stops. Not called with an executor.
    executor : Executor, optional
        Builds several tables at the same time, in workers that all see the folder; the tables are the same.

    Yields
    ------
    CheckersBuilt
        Each table as soon as it is there.

    Raises
    ------
    ZermeloError
        If a name is not an endgame of two to six pieces, a table cannot be written, or one needs more memory.
    """
    if not 1 <= threads <= 256:
        raise ZermeloError(f"threads must be a whole number from 1 to 256, not {threads}")
    order = checkers_build_order(names)
    own = set() if folder is None else set(map(checkers_endgame_name, names))
    folder = folder or table_folder()
    for name in order:
        if find_checkers_file(name, game, folder, shipped=name not in own) is None:
            _check_memory(CheckersEndgameBuild(name, GAMES[game].size, b""), name, memory)
            prepare_folder(folder / f"{name}.{game}")
    present = partial(_present, game, folder, own=own)
    if executor is not None:
        task = partial(_build_in_worker, game, folder.resolve(), threads, memory)
        yield from build_graph(executor, task, {name: checkers_endgame_needs(name) for name in order}, present)
        return
    for name in order:
        built = present(name) or _build(name, game, folder / f"{name}.{game}", threads, memory, watch)
        if built is None:
            return
        yield built


def _build_in_worker(game: str, folder: Path, threads: int, memory: int, name: str) -> CheckersBuilt:
    """Build a table from those in the folder, unless a worker that died had finished it."""
    for needed in checkers_build_order([name])[:-1]:
        if _present(game, folder, needed) is None:
            raise absent(needed, folder)
    path = folder / f"{name}.{game}"
    built = _load(game, path) or _build(name, game, path, threads, memory, None)
    assert built is not None, "nothing stops it"
    return built


def probe_checkers_tables(state: Checkers) -> CheckersProbe:
    """Look a checkers position up in the endgame tables, which know neither of the rules by which a game is drawn.

    Raises
    ------
    ZermeloError
        If no table holds the position, with the reason; or if a table is damaged.

    >>> found = probe_checkers_tables(Checkers("B:WK32:BK1,K2"))
    >>> found.outcome, len(found.moves)
    ('win', 4)
    """
    game = next((name for name, board in GAMES.items() if type(state) is board), None)
    if game is None:
        raise ZermeloError(f"these endgame tables are of checkers, not of {type(state).__name__}")
    load_checkers_tables(game)
    state = type(state)(state.fen, repetition=False, forty_moves=False)
    result = _probe(state, game)
    values = [(-_probe(state.play(move), game), move) for move in state.moves()]
    values.sort(key=lambda value: -value[0])
    return CheckersProbe(
        outcome=_OUTCOMES[result],
        best=tuple(move for value, move in values if value == values[0][0]),
        moves=tuple(CheckersMoveValue(move=move, outcome=_OUTCOMES[value]) for value, move in values),
    )


def _probe(state: Checkers, game: str) -> int:
    result = probe_checkers_endgame(state.native)
    if result is not None:
        return result
    black, white = ("".join(row[letter] for row in _letters(state)) for letter in ("black", "white"))
    if len(black + white) > MOST_PIECES:
        raise ZermeloError(
            f"the position has {len(black + white)} pieces, and the endgame tables at most {MOST_PIECES}"
        )
    if not black or not white:
        raise ZermeloError("the endgame tables hold no positions with pieces of one colour only")
    name = checkers_endgame_name(f"{black}v{white}")
    raise ZermeloError(f"no table of {name}, or of an endgame it leads to: zermelo table build --game {game} {name}")


def _letters(state: Checkers) -> Iterator[dict[str, str]]:
    """Yield the pieces of both sides row by row, as K and M."""
    names = {"b": ("M", ""), "B": ("K", ""), "w": ("", "M"), "W": ("", "K"), ".": ("", "")}
    for row in state.rows():
        black, white = zip(*(names[letter] for letter in row), strict=True)
        yield {"black": "".join(black), "white": "".join(white)}


def _present(game: str, folder: Path, name: str, own: Container[str] = ()) -> CheckersBuilt | None:
    """Load the undamaged table of an endgame, if there is one; those of `own` must be in the folder."""
    path = find_checkers_file(name, game, folder, shipped=name not in own)
    return None if path is None else _load(game, path)


def _load(game: str, path: Path) -> CheckersBuilt | None:
    if not path.is_file():
        return None
    try:
        table = read_checkers_table(path, game)
    except ZermeloError:
        return None  # damaged: build it again
    table.load()
    return _describe(table, path, None)


def _build(
    name: str,
    game: str,
    path: Path,
    threads: int,
    memory: int,
    watch: Callable[[CheckersEndgameBuild, str], bool | None] | None,
) -> CheckersBuilt | None:
    """Build one table slice by slice; None if it was stopped."""
    prepare_folder(path)
    start = perf_counter()
    part = path.with_name(f"{path.name}.part")
    build = CheckersEndgameBuild(name, GAMES[game].size, b"")
    _check_memory(build, name, memory)
    stopped = False

    def cancel() -> bool:
        nonlocal stopped
        stopped = watch is not None and bool(watch(build, name))
        return stopped

    if cancel():
        return None
    try:
        with appended_alone(part) as file:
            build = CheckersEndgameBuild(name, GAMES[game].size, read_file(part, LARGEST))
            file.truncate(build.kept)
            if build.kept == 0:
                _append(file.fileno(), build.header)
            while not build.complete:
                piece = build.run(cancel, threads)
                if piece is None:
                    if stopped:
                        return None
                    raise KeyboardInterrupt
                _append(file.fileno(), piece)
        table = read_checkers_table(part, game)
        os.replace(part, path)
    except OSError as error:
        raise ZermeloError(f"{part} cannot be written: {error.strerror}") from None
    except (ValueError, RuntimeError) as error:
        raise ZermeloError(str(error)) from None
    return _describe(table, path, perf_counter() - start)


def _check_memory(build: CheckersEndgameBuild, name: str, memory: int) -> None:
    needed = -(-build.memory // 2**20)
    if needed > memory:
        raise ZermeloError(f"{name} needs {needed} MB to build, more than the {memory} MB of --memory")


def _describe(table: CheckersEndgameTable, path: Path, seconds: float | None) -> CheckersBuilt:
    wins, losses, draws = (sum(row[at] + row[at + 3] for row in table.totals) for at in (2, 3, 4))
    return CheckersBuilt(
        name=table.name,
        path=path,
        positions=table.positions,
        size=path.stat().st_size,
        wins=wins,
        losses=losses,
        draws=draws,
        seconds=seconds,
    )


def _append(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]
    os.fsync(file)


TABLES = ProbedTables(load_tables_of, lambda: None, exact=True)
