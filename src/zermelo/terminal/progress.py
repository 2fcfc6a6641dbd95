"""Progress of long commands, on standard error of a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import click

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

DELAY = 1.0
"""Seconds before anything is shown."""
INTERVAL = 0.1
BuildBar: TypeAlias = tuple[Callable[[Any, str], None] | None, Callable[[str], None]]
"""To call with the build of a table under way and its name, if there is a bar; and to print a line with."""


@contextmanager
def show_progress(what: str, *, quiet: bool = False) -> Iterator[Callable[[str], bool]]:
    """Show what is going on and for how long; yield a function to call from time to time with the progress.

    The function returns False, so that it can serve as a `cancel` that never cancels.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _: False
        return
    start = perf_counter()
    last = start + DELAY - INTERVAL
    shown = False

    def tell(detail: str) -> bool:
        nonlocal last, shown
        now = perf_counter()
        if now - last >= INTERVAL:
            last, shown = now, True
            sys.stderr.write(f"\r\x1b[K{what}: {now - start:.1f} s{', ' + detail if detail else ''}")
            sys.stderr.flush()
        return False

    try:
        yield tell
    finally:
        if shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


@contextmanager
def progress_bar(title: str, total: int | None, *, shown: bool = True) -> Iterator[Callable[[int], None]]:
    """Show a bar on a terminal while the block runs, and yield a function to call with the number of steps done."""
    if not shown or not sys.stderr.isatty():
        yield lambda _: None
        return
    with _bar(title, total) as (progress, task):
        yield lambda done: progress.update(task, completed=done)


@contextmanager
def _bar(title: str, total: int | None) -> Iterator[tuple[Progress, TaskID]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield progress, progress.add_task(title, total=total)


def echo_above(progress: Progress, line: str) -> None:
    """Print a line on standard output where a bar is shown, and the bar again below it."""
    progress.stop()
    click.echo(line)
    progress.start()


@contextmanager
def lines_bar(title: str, total: int, *, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Yield a function that prints a line for each step; on a terminal a bar below the lines shows how many are done."""
    if not sys.stderr.isatty():
        yield (lambda _: None) if quiet else click.echo
        return
    with _bar(title, total) as (progress, task):

        def echo(line: str) -> None:
            if not quiet:
                echo_above(progress, line)
            progress.advance(task)

        yield echo


@contextmanager
def tables_bar(total: int, as_json: bool) -> Iterator[BuildBar]:
    """Show on a terminal how many tables are there while an executor builds them: one for each line printed."""
    if as_json:
        yield None, click.echo
        return
    with lines_bar("tables", total) as echo:
        yield None, echo
