"""zermelo analyse: search every position of files, and review every game, as one JSON record a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from itertools import islice

import click

from zermelo.analysis import Limits, Record, analyse, open_inputs, read_entries
from zermelo.analysis.formats import FORMATS, Entry
from zermelo.analysis.records import encode
from zermelo.analysis.resume import Output, Settings
from zermelo.analysis.tally import Tally
from zermelo.cli import INTERRUPTED
from zermelo.cluster import open_executor
from zermelo.engine.request import make_request
from zermelo.terminal.cluster_options import cluster_options
from zermelo.terminal.completion import complete_files
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import Name


@click.command("analyse")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_files)
@click.option("--game", help="The game; by default that of the format, as chess of FEN, EPD and PGN.")
@click.option(
    "--format", "format_name", type=Name(list(FORMATS)), metavar="NAME", help=f"One of: {', '.join(FORMATS)}."
)
@click.option("--depth", type=int, help="Search each position this many moves deep.")
@click.option("--seconds", type=float, help="Search each position for this many seconds.")
@click.option("--nodes", type=int, help="Search this many nodes of each position; 100,000 if there is no other limit.")
@click.option("--lines", type=int, default=1, show_default=True, help="Best moves of each position to give values for.")
@click.option(
    "--out",
    metavar="FILE",
    shell_complete=complete_files,
    help="Append to this file, and go on where it ends if it is there already.",
)
@click.option("--limit", type=click.IntRange(1), help="Stop after this many positions or games.")
@cluster_options
def analyse_command(
    files: tuple[str, ...],
    game: str | None,
    format_name: str | None,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    lines: int,
    out: str | None,
    limit: int | None,
    jobs: int,
    ray: str | None,
) -> int:
    """Search every position and review every game of files, and write one JSON record a line.

    Each FILE has one position a line (FEN, EPD, OBF or the game's own notation) or games (PGN, PDN, SGF, or moves, one game a
    line); it may be compressed by gzip, bzip2 or xz; - is standard input. Equal positions are searched once. With --out, an
    analysis that was stopped goes on when the same command runs again.
    """
    limits = Limits(depth=depth, seconds=seconds, nodes=nodes, lines=lines)
    make_request(**limits.arguments(), threads=1, lines=lines)  # refuses wrong limits before the work
    inputs = open_inputs(files, game=game, format_name=format_name)
    with ExitStack() as stack:
        entries: Iterator[Entry] = stack.enter_context(closing(read_entries(inputs)))
        output, done, seen, tally = None, 0, None, Tally()
        if out is not None:
            output = stack.enter_context(Output(out, Settings.of(inputs, limits), entries))
            entries, done, seen, tally = output.entries, output.done, output.seen, output.tally
        executor = stack.enter_context(open_executor(jobs, ray))
        if limit is not None:
            entries = islice(entries, max(0, limit - done))
        try:
            with show_progress("analysing", quiet=output is None and sys.stdout.isatty()) as tell:
                for number, records in enumerate(analyse(entries, limits, executor=executor, seen=seen), done + 1):
                    _print(records, tally) if output is None else output.write(records)
                    tell(f"{number:,} done")
            stopped = ""
        except KeyboardInterrupt:
            stopped = "stopped: " if output is None else "stopped, to go on run the same command again: "
        if output is not None and not stopped and limit is None:
            output.finish()
    click.echo(f"{stopped}{tally}", err=output is None or bool(stopped))
    return INTERRUPTED if stopped else 1 if tally.errors else 0


def _print(records: tuple[Record, ...], tally: Tally) -> None:
    sys.stdout.buffer.write(b"".join(map(encode, records)))
    sys.stdout.buffer.flush()
    for record in records:
        tally.add(record)
