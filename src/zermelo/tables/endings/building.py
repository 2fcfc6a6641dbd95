"""Makes tables of endings: those an ending leads to come first, and each is a file as soon as it is finished, so that an
interruption loses no more than the one under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import perf_counter

import msgspec

from zermelo._core import EndingBuild, EndingTable, ending_name, ending_needs, loaded_endings
from zermelo.state import ZermeloError
from zermelo.tables.endings.files import SUFFIX, check_table, find_file, pack, prepare_folder, table_folder, write_table


class Built(msgspec.Struct, frozen=True, kw_only=True):
    """A table that has been made, or was there already (`seconds` is then None)."""

    name: str
    path: Path
    positions: int
    size: int
    longest: int | None = None
    """The moves of the longest mate; None for a table that was there, 0 where nobody can win."""
    seconds: float | None = None


def plan(names: Sequence[str]) -> list[str]:
    """The endings to make for these, each after those it leads to.

    >>> plan(["KPK"])
    ['KQK', 'KRK', 'KPK']
    """
    order: list[str] = []

    def add(name: str) -> None:
        if name in order:
            return
        for other in ending_needs(name):
            add(other)
        order.append(name)

    for name in names:
        try:
            add(ending_name(name))
        except ValueError as error:
            raise ZermeloError(str(error)) from None
    return order


def build(
    names: Sequence[str],
    *,
    folder: Path | None = None,
    threads: int = 1,
    watch: Callable[[EndingBuild, str], bool | None] | None = None,
) -> Iterator[Built]:
    """Makes the tables of these endings and of all they lead to, where they are not there yet or are damaged.

    `watch` is called many times a second with the ending in the making and its name, and stops everything by returning
    True; nothing more is then made.
    """
    if not 1 <= threads <= 256:
        raise ZermeloError(f"threads must be a whole number from 1 to 256, not {threads}")
    for name in plan(names):
        there = _there(name, folder)
        if there is not None:
            yield there
            continue
        path = (folder or table_folder()) / f"{name}{SUFFIX}"
        prepare_folder(path)
        start = perf_counter()
        making = EndingBuild(name)
        stopped = False

        def cancel(making: EndingBuild = making, name: str = name) -> bool:
            nonlocal stopped
            stopped = watch is not None and bool(watch(making, name))
            return stopped

        try:
            values = making.run({"seconds": 0.0, "nodes": 0, "cancel": cancel}, threads)
        except (ValueError, RuntimeError) as error:
            raise ZermeloError(str(error)) from None
        if values is None:
            if stopped:
                return
            raise KeyboardInterrupt
        content = pack(name, values)
        write_table(path, content)
        EndingTable(content).load()
        yield Built(
            name=name,
            path=path,
            positions=len(values),
            size=len(content),
            longest=max(set(values)) // 2,  # a byte is the plies and one, and 0 for a draw
            seconds=perf_counter() - start,
        )


def _there(name: str, folder: Path | None) -> Built | None:
    """A table that is there and whole, loaded for those that come after it."""
    path = find_file(name, folder)
    if path is None:
        return None
    try:
        table = check_table(path)
    except ZermeloError:
        return None  # it is made anew
    if name not in loaded_endings():
        table.load()
    return Built(name=name, path=path, positions=table.positions, size=path.stat().st_size)
