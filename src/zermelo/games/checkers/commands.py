"""zermelo table --game checkers: what differs from the tables of chess."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from zermelo.cluster import Executor
from zermelo.games.checkers.distances import (
    DistancesBuilt,
    build_checkers_distances,
    distances_file,
    distances_order,
    probe_distance,
    read_distances,
)
from zermelo.games.checkers.endgames import (
    GAMES,
    MOST_PIECES,
    SHIPPED,
    CheckersBuilt,
    build_checkers_tables,
    checkers_build_order,
    count_positions,
    endgame_size,
    endgames,
    find_checkers_file,
    load_checkers_tables,
    probe_checkers_tables,
    read_checkers_table,
)
from zermelo.state import ZermeloError
from zermelo.tables.endgame_files import table_folder
from zermelo.terminal.cluster_options import optional_executor
from zermelo.terminal.progress import BuildBar, echo_above, tables_bar
from zermelo.terminal.sources import print_json


def build(
    game: str,
    names: tuple[str, ...],
    pieces: int | None,
    folder: Path | None,
    threads: int,
    memory: int,
    distances: bool,
    jobs: int,
    ray: str | None,
    as_json: bool,
) -> None:
    """Build tables and print a line or a JSON document for each."""
    asked = [*names, *(endgames(pieces) if pieces is not None else ())]
    if not asked:
        raise ZermeloError(f"name an endgame such as KKvKM, or give --pieces from 2 to {MOST_PIECES}")
    if distances:
        distances_order(asked)  # refuses endgames with too many pieces
    order = checkers_build_order(asked)
    with optional_executor(jobs, ray) as executor:
        with _progress_bar(game, order, executor, as_json) as (watch, echo):
            for built in build_checkers_tables(
                asked, game=game, folder=folder, threads=threads, memory=memory, watch=watch, executor=executor
            ):
                if as_json:
                    print_json(_built_fields(built))
                else:
                    echo(_built_line(built))
        if not distances:
            return
        with _progress_bar(game, order, executor, as_json) as (watch, echo):
            named = watch and partial(watch, None)
            for found in build_checkers_distances(
                asked, game=game, folder=folder, threads=threads, watch=named, executor=executor
            ):
                if as_json:
                    print_json(msgspec.to_builtins(found, enc_hook=str))
                else:
                    echo(_distances_line(found))


def _distances_line(built: DistancesBuilt) -> str:
    how = "exists already" if built.seconds is None else f"{built.longest} plies at most  {built.seconds:.1f} s"
    return f"{built.name:7} distances {built.size:>10,} bytes  {how}"


def _built_fields(built: CheckersBuilt) -> dict[str, Any]:
    return {
        "name": built.name,
        "file": str(built.path),
        "positions": built.positions,
        "bytes": built.size,
        "wins": built.wins,
        "losses": built.losses,
        "draws": built.draws,
        "seconds": None if built.seconds is None else round(built.seconds, 3),
    }


def _built_line(built: CheckersBuilt) -> str:
    facts = f"{built.name:7} {built.positions:>13,} positions {built.size:>10,} bytes"
    results = f"{built.wins:,} won, {built.losses:,} lost, {built.draws:,} drawn"
    exists = "ships with Zermelo" if _is_shipped(built.path) else "exists already"
    return f"{facts}  {results}  {exists if built.seconds is None else f'{built.seconds:.1f} s'}"


@contextmanager
def _progress_bar(game: str, order: list[str], executor: Executor | None, as_json: bool) -> Iterator[BuildBar]:
    """Show on a terminal which of the endgames is being built, how far all of them are, and the time left."""
    if executor is not None:
        with tables_bar(len(order), as_json) as bar:
            yield bar
        return
    if as_json or not sys.stderr.isatty():
        yield None, click.echo
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    before, total = {}, 0
    for name in order:
        before[name] = total
        total += endgame_size(name, game)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn("time left"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)

        def watch(running: Any, name: str) -> None:
            place = f"{name}, {order.index(name) + 1} of {len(order)}"
            done = (
                running.initialised if running is not None else 0
            )  # of distances only the finished endgames are known
            progress.update(task, description=place, completed=before[name] + done)

        yield watch, partial(echo_above, progress)


def probe(game: str, position: str, as_json: bool) -> None:
    """Print the outcome of a position and of every move."""
    state = GAMES[game](position)
    found = probe_checkers_tables(state)
    plies = None if found.outcome == "draw" else probe_distance(state)
    if as_json:
        moves = [{"move": value.move, "outcome": value.outcome} for value in found.moves]
        print_json({"outcome": found.outcome, "plies": plies, "best": list(found.best), "moves": moves})
        return
    own, other = state.seats[state.player], state.seats[1 - state.player]
    outcome = {"win": f"{own} wins", "draw": "a draw", "loss": f"{other} wins"}[found.outcome]
    outcome += "" if plies is None else f" in {plies} {'ply' if plies == 1 else 'plies'}"
    click.echo(f"{state}\n\n{outcome}, if no rule makes the game a draw before")
    for value in found.moves:
        click.echo(f"{value.move:>11}  {value.outcome}")


def verify(game: str, paths: tuple[Path, ...], successors: bool, threads: int, as_json: bool) -> int:
    """Check files, and with `successors` every value in them; return 1 if one is wrong."""
    files = paths or tuple(_files(game))
    if not files and not as_json:
        click.echo(f"there are no tables of {game} yet")
    if successors:
        with suppress(ZermeloError):  # a damaged table is reported below
            load_checkers_tables(game)
    wrong = 0
    for path in files:
        if not os.path.isfile(path):
            raise ZermeloError(f"there is no file {path}")
        name, error, found = "", None, ""
        try:
            if path.suffix == f".{game}-distances":
                read_distances(path.stem, game, path)
                name, found = path.stem, f"the distances of {path.stem} are undamaged"
            else:
                table = read_checkers_table(path, game)
                name, found = table.name, f"{table.name} is undamaged"
                if successors:
                    error = _contradiction(table, path, threads)
                    found += " and agrees with its successors"
        except ZermeloError as damage:
            error = str(damage)
        wrong += error is not None
        if as_json:
            print_json({"file": str(path), "name": name or None, "error": error})
        else:
            click.echo(error or f"{path}: {found}")
    return 1 if wrong else 0


def _files(game: str) -> Iterator[Path]:
    """Yield the files of all tables found, and those of distances."""
    for name in endgames(*range(2, MOST_PIECES + 1)):
        if (table := find_checkers_file(name, game)) is not None:
            yield table
        if (distances := distances_file(name, game)).is_file():
            yield distances


def _contradiction(table: Any, path: Path, threads: int) -> str | None:
    try:
        fen = table.contradiction(None, threads)
    except ValueError as error:
        raise ZermeloError(f"{path}: {error}") from None
    return None if fen is None else f"{path}: the value of {fen} contradicts those of its successors"


def list_tables(game: str, as_json: bool) -> None:
    """Print all endgames with their files, and how many positions there are."""
    found = {name: find_checkers_file(name, game) for name in endgames(*range(2, MOST_PIECES + 1))}
    sizes = {name: path.stat().st_size for name, path in found.items() if path is not None}
    distances = {name: file for name in found if (file := distances_file(name, game)).is_file()}
    counts = {pieces: count_positions(pieces, game) for pieces in range(2, MOST_PIECES + 1)}
    if as_json:
        rows = [
            {
                "name": name,
                "file": path and str(path),
                "bytes": sizes.get(name),
                "shipped": _is_shipped(path),
                "distances": str(distances[name]) if name in distances else None,
            }
            for name, path in found.items()
        ]
        positions = [{"pieces": pieces, "all": all_, "in_tables": held} for pieces, (all_, held) in counts.items()]
        print_json({"folder": str(table_folder()), "endgames": rows, "positions": positions})
        return
    for pieces, (all_, held) in counts.items():
        click.echo(f"{pieces} pieces: {all_:,} positions; {held:,} with both colours and one side to move")
        for name in endgames(pieces):
            path = found[name]
            place = "" if path is None else "ships with Zermelo" if _is_shipped(path) else str(path.parent)
            place += "  with distances" if name in distances else ""
            click.echo(f"  {name:7} " + (f"{sizes[name]:>10,} bytes  {place}" if path else f"no table yet{place}"))
    click.echo(f"{len(sizes)} of {len(found)} endgames, {sum(sizes.values()):,} bytes")


def _is_shipped(path: Path | None) -> bool:
    return path is not None and path.parent == SHIPPED
