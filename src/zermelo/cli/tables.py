"""zermelo table: build, probe, verify and list endgame tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from typing import Any

import click

from zermelo.catalogue import game_class, games_with
from zermelo.cluster import Executor
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import table_folder
from zermelo.tables.endgames import EndgameTables, endgame_tables
from zermelo.terminal.cluster_options import cluster_options, optional_executor
from zermelo.terminal.progress import BuildBar, echo_above, tables_bar
from zermelo.terminal.sources import print_json

GAMES = {game: endgame_tables(game) for game in games_with("tables")}
PIECES = [pieces for tables in GAMES.values() for pieces in tables.pieces]
_game = click.option("--game", type=click.Choice([*GAMES]), default=next(iter(GAMES)), show_default=True)


def _first(ability: str) -> str:
    """Return the first game whose tables can do something."""
    return next(game for game, tables in GAMES.items() if getattr(tables, ability))


@click.group()
def table() -> None:
    """Endgame tables of chess and checkers: exact values of all positions with few pieces.

    The tables of chess know the distance to mate with three and four pieces, those of checkers who wins with two to
    six. Chess's KQK, KRK and KPK and checkers' tables of two to four pieces ship with Zermelo. The others are built on
    demand and kept in the folder named by ZERMELO_TABLES, or else in the place for a program's data on this system.
    """


@table.command()
@click.argument("endgames", nargs=-1, metavar="[ENDGAME]...")
@_game
@click.option(
    "--pieces", type=click.IntRange(min(PIECES), max(PIECES)), help="Build all endgames with this many pieces."
)
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Folder for all the tables asked for, created if missing.",
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads of each process.")
@click.option(
    "--memory",
    type=click.IntRange(1),
    default=1024,
    show_default=True,
    help=f"MB that each process may take for a table of {_first('limits_memory')}.",
)
@click.option(
    "--distances",
    is_flag=True,
    help=f"{game_class(_first('distances')).title}, up to {max(GAMES[_first('distances')].distances.pieces)} pieces: also the "
    "plies to the end, in a second file.",
)
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document per table and nothing else.")
def build(
    endgames: tuple[str, ...],
    game: str,
    pieces: int | None,
    folder: Path | None,
    threads: int,
    memory: int,
    distances: bool,
    jobs: int,
    ray: str | None,
    as_json: bool,
) -> None:
    """Build the tables of ENDGAMEs such as KQKR, or KKvKM in checkers, and of those they lead to.

    Tables that exist are checked and kept, so an interrupted build goes on where it stopped. With --jobs or --ray each process
    builds one table at a time from those it leads to; on a cluster all machines must share the folder.
    """
    tables: EndgameTables[Any, Any] = GAMES[game]
    kinds = [tables]
    if distances:
        if tables.distances is None:
            raise ZermeloError(f"{game} tables hold distances already: leave out --distances")
        kinds.append(tables.distances)
    if pieces is not None and pieces not in tables.pieces:
        raise ZermeloError(f"{game} has tables of {' and '.join(map(str, tables.pieces))} pieces, not of {pieces}")
    names = [*endgames, *(tables.endgames.of_pieces(pieces) if pieces is not None else ())]
    if not names:
        raise ZermeloError(tables.hint)
    orders = [kind.order(names) for kind in kinds]  # before the work, since one may refuse an endgame
    with optional_executor(jobs, ray) as executor:
        for kind, order in zip(kinds, orders, strict=True):
            with _progress_bar(tables, order, executor, as_json) as (watch, echo):
                for built in kind.build(
                    names, folder=folder, threads=threads, memory=memory, watch=watch, executor=executor
                ):
                    if as_json:
                        print_json(kind.fields(built))
                    else:
                        echo(kind.line(built))


@contextmanager
def _progress_bar(
    tables: EndgameTables[Any, Any], order: list[str], executor: Executor | None, as_json: bool
) -> Iterator[BuildBar]:
    """Show on a terminal which of the endgames is being built and how far it is; or all of them are, if their sizes are known."""
    if executor is not None:
        with tables_bar(len(order), as_json) as bar:
            yield bar
        return
    if as_json or not sys.stderr.isatty():
        yield None, click.echo
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    sizes = [tables.size(name) or 0 for name in order]
    before, total = dict(zip(order, accumulate(sizes, initial=0), strict=False)), sum(sizes)
    elapsed, stage = TimeElapsedColumn(), TextColumn("{task.fields[stage]}")
    times = (elapsed, TextColumn("time left"), TimeRemainingColumn()) if total else (stage, elapsed)
    columns = TextColumn("{task.description}"), BarColumn(), *times
    shown = ""
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total or 1, stage="")

        def watch(running: Any, name: str) -> None:
            nonlocal shown
            place = f"{name}, {order.index(name) + 1} of {len(order)}"
            if total:  # of distances only the finished endgames are known
                done = before[name] + (running.initialised if running is not None else 0)
                progress.update(task, description=place, completed=done)
                return
            if name != shown:
                shown = name
                progress.reset(task, description=place, total=running.positions)
            progress.update(task, completed=min(running.initialised, running.positions), stage=tables.stage(running))

        yield watch, partial(echo_above, progress)


@table.command()
@click.argument("fen")
@_game
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def probe(fen: str, game: str, as_json: bool) -> None:
    """Look a position up: win, draw or loss, in chess the distance to mate, and the value of every move."""
    state = game_class(game)(fen)
    found = GAMES[game].report(state)
    if as_json:
        print_json(found.fields)
        return
    click.echo("\n".join([f"{state}\n\n{found.summary}", *found.lines]))


@table.command()
@click.argument("paths", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@_game
@click.option(
    "--successors",
    is_flag=True,
    help=f"Also compare each value with those its moves lead to ({_first('has_contradictions')}).",
)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="For --successors.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document per file and nothing else.")
def verify(paths: tuple[Path, ...], game: str, successors: bool, threads: int, as_json: bool) -> int:
    """Check every byte of FILEs, or of all tables found. The exit code is 1 if one is damaged."""
    tables: EndgameTables[Any, Any] = GAMES[game]
    if successors and not tables.has_contradictions:
        other = _first("has_contradictions")
        raise ZermeloError(f"--successors is for tables of {other}: add --game {other}")
    kinds = [tables, tables.distances] if tables.distances is not None else [tables]
    found = (kind.find(name) for name in tables.names for kind in kinds)
    files = paths or tuple(path for path in found if path is not None)
    if not files and not as_json:
        click.echo(f"there are no tables of {game} yet")
    if successors:
        with suppress(ZermeloError):  # a damaged table is reported below
            tables.load()
    wrong = 0
    for path in files:
        if not os.path.isfile(path):
            raise ZermeloError(f"there is no file {path}")
        kind = next((kind for kind in kinds if path.suffix == kind.suffix), tables)
        name, error, said = "", None, ""
        try:
            checked = kind.verify(path)
            name = checked.name
            said = f"the {kind.what}{name} are undamaged" if kind.what else f"{name} is undamaged"
            if successors and kind is tables:
                wrong_at = tables.contradiction(checked, threads)
                said += " and agrees with its successors"
                error = wrong_at and f"{path}: the value of {wrong_at} contradicts those of its successors"
        except ZermeloError as damage:
            error = str(damage)
        except ValueError as damage:
            error = f"{path}: {damage}"
        wrong += error is not None
        if as_json:
            print_json({"file": str(path), "name": name or None, "error": error})
        else:
            click.echo(error or f"{path}: {said}")
    return 1 if wrong else 0


@table.command(name="list")
@_game
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def list_tables(game: str, as_json: bool) -> None:
    """List all endgames that can have a table, and which of them have one."""
    tables: EndgameTables[Any, Any] = GAMES[game]
    found = {name: tables.find(name) for name in tables.names}
    sizes = {name: path.stat().st_size for name, path in found.items() if path is not None}
    distances = {name: tables.distances and tables.distances.find(name) for name in found}
    counts = {pieces: known for pieces in tables.pieces if (known := tables.counts(pieces)) is not None}
    if as_json:
        rows = [
            {
                "name": name,
                "file": path and str(path),
                "bytes": sizes.get(name),
                "shipped": tables.is_shipped(path),
                **({"distances": distances[name] and str(distances[name])} if tables.distances else {}),
            }
            for name, path in found.items()
        ]
        positions = [{"pieces": pieces, "all": all_, "in_tables": held} for pieces, (all_, held) in counts.items()]
        print_json({"folder": str(table_folder()), "endgames": rows, **({"positions": positions} if positions else {})})
        return
    for pieces in tables.pieces:
        if indent := "  " if pieces in counts else "":
            all_, held = counts[pieces]
            click.echo(f"{pieces} pieces: {all_:,} positions; {held:,} with both colours and one side to move")
        for name in tables.endgames.of_pieces(pieces):
            path = found[name]
            place = "" if path is None else "ships with Zermelo" if tables.is_shipped(path) else str(path.parent)
            place += "  with distances" if distances[name] else ""
            size = f"{sizes[name]:>10,} bytes  " if path else "no table yet"
            click.echo(f"{indent}{name:{tables.widths[0]}} {size}{place}")
    click.echo(f"{len(sizes)} of {len(found)} endgames, {sum(sizes.values()):,} bytes")
