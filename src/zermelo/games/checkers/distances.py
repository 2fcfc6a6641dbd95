"""Distances of checkers endgames in a second file: plies to the end of the game, without draws by rule.

The files have the format of packed.hpp and are named after the endgame and the game: KKvK.checkers-distances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter

import msgspec

from zermelo._core import build_checkers_distances as build_natively
from zermelo._core import checkers_endgame_needs, load_checkers_distances, probe_checkers_distance
from zermelo.cluster import Executor
from zermelo.files import read_file
from zermelo.games.checkers.endgames import GAMES, LARGEST, checkers_build_order, endgames
from zermelo.games.checkers.rules import Checkers
from zermelo.state import ZermeloError
from zermelo.tables.build_graph import absent, build_graph
from zermelo.tables.endgame_files import pack, prepare_folder, table_folder, write_table

MOST_PIECES = 5
_loaded: set[tuple[Path, str]] = set()


class DistancesBuilt(msgspec.Struct, frozen=True, kw_only=True):
    """Distances that were built, or that were there already (`seconds` is then None)."""

    name: str
    path: Path
    positions: int | None
    """None if they were there already, as is `longest`."""
    longest: int | None
    """Plies of the longest win or loss."""
    size: int
    """Of the file, in bytes."""
    seconds: float | None


def distances_order(names: Sequence[str]) -> list[str]:
    """List the endgames whose distances to build for these; raise ZermeloError if one has more than five pieces."""
    order = checkers_build_order(names)
    if len(order[-1]) - 1 > MOST_PIECES:
        raise ZermeloError(f"distances are for endgames of up to {MOST_PIECES} pieces, not for {order[-1]}")
    return order


def distances_file(name: str, game: str = "checkers", folder: Path | None = None) -> Path:
    """Return the place of an endgame's distances, which may not exist."""
    return (folder or table_folder()) / f"{name}.{game}-distances"


def build_checkers_distances(
    names: Sequence[str],
    *,
    game: str = "checkers",
    folder: Path | None = None,
    threads: int = 1,
    watch: Callable[[str], bool | None] | None = None,
    executor: Executor | None = None,
) -> Iterator[DistancesBuilt]:
    """Build the distances of these endgames and of all they lead to, unless they are there and undamaged.

    Parameters
    ----------
    names : sequence of str
        Endgames of two to five pieces, such as "KKvKM".
    game, folder, threads, executor
        As for `build_checkers_tables`.
    watch : callable, optional
        Called before each endgame and many times a second with its name. If it returns True, the build stops. Not called with
        an executor.

    Yields
    ------
    DistancesBuilt
        Each file as soon as it is there.

    Raises
    ------
    ZermeloError
        If a name is not an endgame of two to five pieces, or a file cannot be written.
    """
    folder = folder or table_folder()
    order = distances_order(names)
    present = partial(_present, game, folder)
    if executor is not None:
        for name in order:
            prepare_folder(distances_file(name, game, folder))
        task = partial(_build_in_worker, game, folder.resolve(), threads)
        yield from build_graph(executor, task, {name: checkers_endgame_needs(name) for name in order}, present)
        return
    for name in order:
        built = present(name) or _build(name, game, folder, threads, watch)
        if built is None:
            return
        yield built


def _build_in_worker(game: str, folder: Path, threads: int, name: str) -> DistancesBuilt:
    """Build distances from those in the folder, unless a worker that died had finished them."""
    for needed in distances_order([name])[:-1]:
        if _present(game, folder, needed) is None:
            raise absent(f"distances of {needed}", folder)
    built = _present(game, folder, name) or _build(name, game, folder, threads, None)
    assert built is not None, "nothing stops it"
    return built


def _present(game: str, folder: Path, name: str) -> DistancesBuilt | None:
    """Load the undamaged distances of an endgame, if there are some."""
    path = distances_file(name, game, folder)
    if not path.is_file():
        return None
    try:
        read_distances(name, game, path)
    except ZermeloError:
        return None  # damaged: build it again
    return DistancesBuilt(name=name, path=path, positions=None, longest=None, size=path.stat().st_size, seconds=None)


def _build(
    name: str, game: str, folder: Path, threads: int, watch: Callable[[str], bool | None] | None
) -> DistancesBuilt | None:
    """Build the distances of one endgame; None if it was stopped."""
    path = distances_file(name, game, folder)
    prepare_folder(path)
    start = perf_counter()
    stopped = False

    def cancel() -> bool:
        nonlocal stopped
        stopped = watch is not None and bool(watch(name))
        return stopped

    try:
        values = None if cancel() else build_natively(name, GAMES[game].size, cancel, threads)
    except (ValueError, OverflowError, RuntimeError) as error:
        raise ZermeloError(str(error)) from None
    if values is None:
        if stopped:
            return None
        raise KeyboardInterrupt
    content = pack(name, values)
    write_table(path, content)
    load_checkers_distances(name, GAMES[game].size, content)
    return DistancesBuilt(
        name=name,
        path=path,
        positions=len(values),
        longest=max(max(set(values)) - 1, 0),  # a byte is 1 + the plies, or 0 for a draw
        size=len(content),
        seconds=perf_counter() - start,
    )


def read_distances(name: str, game: str, path: Path) -> None:
    """Load the distances of an endgame and check every byte of the file; raise ZermeloError for a damaged one."""
    content = read_file(path, LARGEST)
    try:
        load_checkers_distances(name, GAMES[game].size, content)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None


def probe_distance(state: Checkers) -> int | None:
    """Return the plies to the end of the game, 0 for a draw; None without distances of the endgame.

    Raise ZermeloError if a file in `table_folder()` is damaged.
    """
    game = next(name for name, board in GAMES.items() if type(state) is board)
    place = table_folder(), game
    if place not in _loaded:
        for name in endgames(*range(2, MOST_PIECES + 1)):
            path = distances_file(name, game)
            if path.is_file():
                read_distances(name, game, path)
        _loaded.add(place)
    return probe_checkers_distance(state.native)
