"""zermelo table: build, probe, verify and list endgame tables."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click

from zermelo.games.checkers import commands as checkers_tables
from zermelo.games.checkers.endgames import GAMES
from zermelo.games.chess import Chess
from zermelo.games.chess.endgames import Built, MoveValue, Probe, build_order, build_tables, probe_tables
from zermelo.games.chess.endgames.files import ENDGAMES, SHIPPED, check_table, find_file
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import table_folder
from zermelo.terminal.cluster_options import cluster_options, optional_executor
from zermelo.terminal.progress import BuildBar, echo_above, tables_bar
from zermelo.terminal.sources import print_json

_game = click.option("--game", type=click.Choice(["chess", *GAMES]), default="chess", show_default=True)


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
@click.option("--pieces", type=click.IntRange(2, 6), help="Build all endgames with this many pieces.")
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
    help="MB that each process may take for a table of checkers.",
)
@click.option(
    "--distances", is_flag=True, help="Checkers, up to 5 pieces: also the plies to the end, in a second file."
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
    if game != "chess":
        checkers_tables.build(game, endgames, pieces, folder, threads, memory, distances, jobs, ray, as_json)
        return
    if distances:
        raise ZermeloError("chess tables hold distances already: leave out --distances")
    if pieces not in (None, 3, 4):
        raise ZermeloError(f"chess has tables of 3 and 4 pieces, not of {pieces}")
    names = [*endgames, *(name for name in ENDGAMES if pieces is not None and len(name) == pieces)]
    if not names:
        raise ZermeloError("name an endgame such as KQKR, or give --pieces 3 or --pieces 4")
    order = build_order(names)
    with (
        optional_executor(jobs, ray) as executor,
        _progress_bar(order, as_json) if executor is None else tables_bar(len(order), as_json) as (watch, echo),
    ):
        for built in build_tables(names, folder=folder, threads=threads, watch=watch, executor=executor):
            if as_json:
                print_json(_built_fields(built))
            else:
                echo(_built_line(built))


def _built_fields(built: Built) -> dict[str, Any]:
    return {
        "name": built.name,
        "file": str(built.path),
        "positions": built.positions,
        "bytes": built.size,
        "longest": built.longest,
        "seconds": None if built.seconds is None else round(built.seconds, 3),
    }


def _built_line(built: Built) -> str:
    facts = f"{built.name:5} {built.positions:>11,} positions {built.size:>10,} bytes"
    if built.seconds is None:
        return f"{facts}  {'ships with Zermelo' if _is_shipped(built.path) else 'exists already'}"
    longest = f"mate in {built.longest} at most" if built.longest else "never won"
    return f"{facts}  {longest}  {built.seconds:.1f} s"


@contextmanager
def _progress_bar(order: list[str], as_json: bool) -> Iterator[BuildBar]:
    """Show on a terminal which of the endgames is being built, and how far it is."""
    if as_json or not sys.stderr.isatty():
        yield None, click.echo
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[stage]}"), TimeElapsedColumn())
    shown = ""
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=1, stage="")

        def watch(running: Any, name: str) -> None:
            nonlocal shown
            if name != shown:
                shown = name
                place = f"{order.index(name) + 1} of {len(order)}"
                progress.reset(task, description=f"{name}, {place}", total=running.positions)
            stage = "moves" if running.ply < 0 else f"mates in {running.ply // 2 + 1}"
            progress.update(task, completed=min(running.initialised, running.positions), stage=stage)

        yield watch, partial(echo_above, progress)


@table.command()
@click.argument("fen")
@_game
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def probe(fen: str, game: str, as_json: bool) -> None:
    """Look a position up: win, draw or loss, in chess the distance to mate, and the value of every move."""
    if game != "chess":
        checkers_tables.probe(game, fen, as_json)
        return
    state = Chess(fen)
    found = probe_tables(state)
    if as_json:
        moves = [
            {"move": value.move, "san": value.san, "outcome": value.outcome, "plies": value.plies}
            for value in found.moves
        ]
        print_json(
            {
                "outcome": found.outcome,
                "mate": found.mate,
                "plies": found.plies,
                "best": list(found.best),
                "in_time": found.in_time,
                "moves": moves,
            }
        )
        return
    click.echo(str(state))
    click.echo()
    click.echo(_summary(state, found))
    for value in found.moves:
        click.echo(f"{value.san:>7}  {_describe(value)}")


def _summary(state: Chess, found: Probe) -> str:
    own, other = ("Black", "White") if state.player else ("White", "Black")
    if found.mate is None:
        return "a draw"
    if found.mate == 0:
        return f"{own} is mated"
    winner = own if found.mate > 0 else other
    late = "" if found.in_time else ", unless the fifty-move rule, which tables ignore, makes it a draw before"
    return f"{winner} mates in {abs(found.mate)}{late}"


def _describe(value: MoveValue) -> str:
    if value.plies is None:
        return "draw"
    return f"win, mate in {(value.plies + 1) // 2}" if value.outcome == "win" else f"loss, mated in {value.plies // 2}"


@table.command()
@click.argument("paths", nargs=-1, metavar="[FILE]...", type=click.Path(path_type=Path))
@_game
@click.option("--successors", is_flag=True, help="Also compare each value with those its moves lead to (checkers).")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="For --successors.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document per file and nothing else.")
def verify(paths: tuple[Path, ...], game: str, successors: bool, threads: int, as_json: bool) -> int:
    """Check every byte of FILEs, or of all tables found. The exit code is 1 if one is damaged."""
    if game != "chess":
        return checkers_tables.verify(game, paths, successors, threads, as_json)
    if successors:
        raise ZermeloError("--successors is for tables of checkers: add --game checkers")
    files = paths or tuple(path for name in ENDGAMES if (path := find_file(name)) is not None)
    wrong = 0
    for path in files:
        if not os.path.isfile(path):
            raise ZermeloError(f"there is no file {path}")
        name, error = "", None
        try:
            name = check_table(path).name
        except ZermeloError as damage:
            error = str(damage)
            wrong += 1
        if as_json:
            print_json({"file": str(path), "name": name or None, "error": error})
        else:
            click.echo(error or f"{path}: {name} is undamaged")
    return 1 if wrong else 0


@table.command(name="list")
@_game
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def list_tables(game: str, as_json: bool) -> None:
    """List all endgames that can have a table, and which of them have one."""
    if game != "chess":
        checkers_tables.list_tables(game, as_json)
        return
    found = {name: find_file(name) for name in ENDGAMES}
    sizes = {name: path.stat().st_size for name, path in found.items() if path is not None}
    if as_json:
        rows = [
            {"name": name, "file": path and str(path), "bytes": sizes.get(name), "shipped": _is_shipped(path)}
            for name, path in found.items()
        ]
        print_json({"folder": str(table_folder()), "endgames": rows})
        return
    for name, path in found.items():
        if path is None:
            click.echo(f"{name:5} no table yet")
        else:
            click.echo(
                f"{name:5} {sizes[name]:>10,} bytes  {'ships with Zermelo' if _is_shipped(path) else path.parent}"
            )
    click.echo(f"{len(sizes)} of {len(found)} endgames, {sum(sizes.values()):,} bytes")


def _is_shipped(path: Path | None) -> bool:
    return path is not None and path.parent == SHIPPED
