"""Build tables with an executor: each as soon as those it leads to are finished, several at the same time.

A worker reads finished tables from the folder and writes its own there, so all workers must share the folder: on a cluster it is
on a disk that every machine sees under the same path.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

from zermelo.cluster import Executor
from zermelo.cluster.graph import run_graph
from zermelo.state import ZermeloError, format_count

Table = TypeVar("Table")


def build_graph(
    executor: Executor,
    task: Callable[[str], Table],
    needs: Mapping[str, Collection[str]],
    present: Callable[[str], Table | None],
) -> Iterator[Table]:
    """Yield the tables that are there, then those that the executor builds, as they are finished.

    Parameters
    ----------
    executor
        Its workers build.
    task
        Builds the table of an endgame from those in the folder.
    needs
        The endgames, each with those that its moves lead to.
    present
        Loads an undamaged table; None if there is none. Also called for each table that a worker has built.

    Raises
    ------
    ZermeloError
        After everything that could be built, if a table could not; or at once, if the folder is not shared.
    """
    missing: dict[str, Collection[str]] = {}
    for name, needed in needs.items():
        table = present(name)
        if table is None:
            missing[name] = needed
        else:
            yield table
    failures: list[str] = []
    built = 0
    for done in run_graph(executor, task, missing):
        if done.value is None:
            failures.append(f"{done.item} could not be built: {done.error}")
            continue
        if present(done.item) is None:
            raise ZermeloError(f"{done.item} was built, but is not in the folder here: all workers must share it")
        built += 1
        yield done.value
    if failures:
        others = len(missing) - built - 1
        rest = f"; {format_count(others, 'other table')} not built either" if others else ""
        raise ZermeloError(failures[0] + rest)
