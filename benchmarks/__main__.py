"""Run the benchmarks and write benchmarks/RESULTS.md and benchmarks/results.json.

Each result records its date and machine, so that one benchmark can be rerun without the others.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import click

from benchmarks import (
    arena,
    checkers,
    chess,
    cluster,
    foreign,
    gdl,
    lab_fairness,
    lab_pages,
    mcts,
    native,
    pacman,
    players,
    ratings,
    scale,
    textbook,
)
from benchmarks.table import Table

HERE = Path(__file__).parent
FIGURES, TABLES = HERE / "results.json", HERE / "tables.json"


def machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = f"{len(models)} x {models[0]}" if models else model
    return f"{model}, Python {platform.python_version()}"


def measures(data: Path | None, long: bool) -> dict[str, Callable[[], Table]]:
    """Return every benchmark by its name; those that need data, or much time, only when asked for."""
    found: dict[str, Callable[[], Table]] = {
        "tic_tac_toe": textbook.tic_tac_toe,
        "large_tree": textbook.large_tree,
        "leaves": textbook.leaves,
        "plain": native.plain_alpha_beta,
        "othello": native.othello_endgames,
        "promises": native.promises,
        "short_searches": native.short_searches,
        "pacman_speed": pacman.speed,
        "pacman_games": pacman.strength,
        "foreign_speed": foreign.speed,
        "tuples": foreign.tuples,
        "arrays": foreign.arrays,
        "chance_and_players": foreign.many,
        "python_states": foreign.python_states,
        "many_players": players.speed,
        "lab_fairness": lab_fairness.fairness,
        "lab_pages": lab_pages.pages,
        "chess_counting": chess.counting,
        "chess_depth": chess.depth,
        "checkers": checkers.speed,
        "gdl": gdl.rates,
        "mcts_rates": mcts.rates,
        "mcts_variants": mcts.variants,
        "cluster": cluster.overhead,
        "arena": arena.short_games,
        "rating_intervals": ratings.intervals,
        "sequential_tests": ratings.sequential_tests,
        "rating_speed": ratings.speed,
        "scale": scale.scale,
    }
    if data is not None:
        found["connect_four"] = lambda: native.connect_four_sets(data / "connect_four")
        found["chess_problems"] = lambda: chess.problems(data / "chess")
        found["gdl_sancho"] = lambda: gdl.against_sancho(data / "gdl")
        found["gdl_replays"] = lambda: gdl.replays(data / "gdl")
    if long:
        found["empty_board"] = native.empty_board
        found["mcts_connect_four"] = mcts.solved_positions
    return found


def as_markdown(tables: list[dict[str, Any]]) -> str:
    parts = [
        "# Benchmarks",
        "Written by `make bench`. Times are the best of several runs; ratios compare runs made within a minute on the same "
        "machine.",
    ]
    for table in tables:
        rows = [table["columns"], ["---"] * len(table["columns"]), *table["rows"]]
        about = f"{table['about']} Measured on {table['day']}; {table['machine']}."
        parts += [f"## {table['title']}", about, "\n".join("| " + " | ".join(row) + " |" for row in rows)]
    return "\n\n".join(parts) + "\n"


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="Folder with known answers: connect_four (begin-easy.txt, ...), chess (wac-first-150.epd, ...) and gdl (hex.kif, "
    "hex.jsonl, ...).",
)
@click.option(
    "--long", is_flag=True, help="Also run the slow benchmarks: Connect Four from the empty board, and by simulation."
)
@click.option("--only", multiple=True, help="Rerun only this benchmark, by its name in tables.json.")
def main(data: Path | None, long: bool, only: tuple[str, ...]) -> None:
    """Run all benchmarks, or some of them again, and write the results."""
    work = measures(data, long)
    for name in only:
        if name not in work:
            raise click.UsageError(f"no benchmark is called {name}: choose among {', '.join(work)}")
    write_results({name: _run(work[name]) for name in only or work})


def _run(measure: Callable[[], Table]) -> Table:
    table = measure()
    click.echo(f"{table.title}: {table.figures}")
    return table


def write_results(measured: dict[str, Table]) -> None:
    """Write new tables beside those that are there."""
    tables: dict[str, Any] = json.loads(TABLES.read_text(encoding="utf-8"))
    figures: dict[str, float] = json.loads(FIGURES.read_text(encoding="utf-8"))
    for name, table in measured.items():
        tables[name] = {
            "title": table.title,
            "about": table.about,
            "columns": table.columns,
            "rows": table.rows,
            "day": date.today().isoformat(),
            "machine": machine(),
        }
        figures |= table.figures
    TABLES.write_text(json.dumps(tables, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    FIGURES.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    (HERE / "RESULTS.md").write_text(as_markdown(list(tables.values())), encoding="utf-8")


if __name__ == "__main__":
    main()
