"""The options of commands that can run in several processes or on a cluster."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeVar

import click

from zermelo.cluster import MOST_JOBS, Executor, open_executor

Command = TypeVar("Command", bound=Callable[..., Any])


def cluster_options(command: Command) -> Command:
    """Give a command --jobs and --ray; it passes them to `zermelo.cluster.open_executor` as they are."""
    command = click.option(
        "--ray",
        metavar="auto|local|ADDRESS",
        help="Run on a Ray cluster: the one on this machine, one started for this, or that at HOST:PORT.",
    )(command)
    return click.option(
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes at the same time.",
    )(command)


def optional_executor(jobs: int, ray: str | None) -> AbstractContextManager[Executor | None]:
    """Return the executor of --jobs and --ray, or None if neither is given: for work that needs no tasks in one process."""
    return nullcontext() if jobs == 1 and ray is None else open_executor(jobs, ray)
