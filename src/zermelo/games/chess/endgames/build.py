"""Build endgame tables. Each is written as soon as it is finished, so an interruption loses at most the one under way."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

import msgspec

from zermelo._core import EndgameBuild, EndgameTable, endgame_name, endgame_needs, loaded_endgames
from zermelo.cluster import Executor
from zermelo.games.chess.endgames.files import SUFFIX, check_table, find_file
from zermelo.state import ZermeloError
from zermelo.tables.build_graph import absent, build_graph
from zermelo.tables.endgame_files import pack, prepare_folder, table_folder, write_table


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A table that was built, or one that was there already (`seconds` is then None)."""

    name: str
    path: Path
    positions: int
    size: int
    """Of the file, in bytes."""
    longest: int | None = None
    """Moves of the longest mate: 0 if neither side can win, None for a table that was there already."""
    seconds: float | None = None


def build_order(names: Sequence[str]) -> list[str]:
    """List the endgames to build for these, each after those its captures and promotions lead to.

    >>> build_order(["KPK"])
    ['KQK', 'KRK', 'KPK']
    """
    order: list[str] = []

    def add(name: str) -> None:
        if name in order:
            return
        for needed in endgame_needs(name):
            add(needed)
        order.append(name)

    for name in names:
        try:
            add(endgame_name(name))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
    return order


def build_tables(
    names: Sequence[str],
    *,
    folder: Path | None = None,
    threads: int = 1,
    watch: Callable[[EndgameBuild, str], bool | None] | None = None,
    executor: Executor | None = None,
) -> Iterator[Built]:
    """Build the tables of these endgames and of all they lead to, unless they are there and undamaged.

    A folder that is given gets the tables of all these endgames, also of those that ship with Zermelo.

    Parameters
    ----------
    names : sequence of str
        Endgames such as "KQKR".
    folder : Path, optional
        Where tables are looked for and written, created if missing; `table_folder()` by default.
    threads : int
        From 1 to 256, for each table that is being built; they change the time, not the tables.
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
        If a name is not an endgame of three or four pieces, or a table cannot be written; the latter before it is built.
    """
    if not 1 <= threads <= 256:
        raise ZermeloError(f"threads must be a whole number from 1 to 256, not {threads}")
    order = build_order(names)
    own = set() if folder is None else set(map(endgame_name, names))
    folder = folder or table_folder()
    present = partial(_present, folder, own=own)
    if executor is not None:
        for name in order:
            if find_file(name, folder, shipped=name not in own) is None:
                prepare_folder(folder / f"{name}{SUFFIX}")
        task = partial(_build_in_worker, folder.resolve(), threads)
        yield from build_graph(executor, task, {name: endgame_needs(name) for name in order}, present)
        return
    for name in order:
        built = present(name) or _build(name, folder / f"{name}{SUFFIX}", threads, watch)
        if built is None:
            return
        yield built


def _build_in_worker(folder: Path, threads: int, name: str) -> Built:
    """Build a table from those in the folder, unless a worker that died had finished it."""
    for needed in build_order([name])[:-1]:
        if needed not in loaded_endgames() and _present(folder, needed) is None:
            raise absent(needed, folder)
    path = folder / f"{name}{SUFFIX}"
    built = _load(name, path) or _build(name, path, threads, None)
    assert built is not None, "nothing stops it"
    return built


def _build(
    name: str, path: Path, threads: int, watch: Callable[[EndgameBuild, str], bool | None] | None
) -> Built | None:
    """Build one table; None if it was stopped."""
    prepare_folder(path)
    start = perf_counter()
    running = EndgameBuild(name)
    stopped = False

    def cancel() -> bool:
        nonlocal stopped
        stopped = watch is not None and bool(watch(running, name))
        return stopped

    try:
        values = running.run(cancel, threads)
    except (ValueError, RuntimeError) as error:
        raise ZermeloError(str(error)) from None
    if values is None:
        if stopped:
            return None
        raise KeyboardInterrupt
    content = pack(name, values)
    write_table(path, content)
    EndgameTable(content).load()
    return Built(
        name=name,
        path=path,
        positions=len(values),
        size=len(content),
        longest=max(set(values)) // 2,  # a byte is 1 + the plies to mate, or 0 for a draw
        seconds=perf_counter() - start,
    )


def _present(folder: Path, name: str, own: Container[str] = ()) -> Built | None:
    """Load the undamaged table of an endgame, if there is one; those of `own` must be in the folder."""
    path = find_file(name, folder, shipped=name not in own)
    return None if path is None else _load(name, path)


def _load(name: str, path: Path) -> Built | None:
    if not path.is_file():
        return None
    try:
        table = check_table(path)
    except ZermeloError:
        return None  # damaged: build it again
    if name not in loaded_endgames():
        table.load()
    return Built(name=name, path=path, positions=table.positions, size=path.stat().st_size)
