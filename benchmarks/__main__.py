"""Runs every measurement and writes benchmarks/RESULTS.md and benchmarks/results.json."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable
from datetime import date
from pathlib import Path

import click

from benchmarks import chess, foreign, native, pacman, textbook
from benchmarks.table import Table

HERE = Path(__file__).parent


def machine() -> str:
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [
            line.partition(":")[2].strip() for line in cpuinfo.read_text().splitlines() if line.startswith("model name")
        ]
        model = f"{len(models)} x {models[0]}" if models else model
    return f"{model}, Python {platform.python_version()}"


def as_markdown(tables: list[Table]) -> str:
    parts = [
        "# Measured",
        f"Written by `make bench` on {date.today().isoformat()}; {machine()}. Times are the best of several runs; "
        "ratios compare runs of the same minute on the same machine.",
    ]
    for table in tables:
        rows = [table.columns, ["---"] * len(table.columns), *table.rows]
        parts += [f"## {table.title}", table.about, "\n".join("| " + " | ".join(row) + " |" for row in rows)]
    return "\n\n".join(parts) + "\n"


@click.command()
@click.option(
    "--data",
    type=click.Path(path_type=Path),
    help="A folder with known answers: connect_four (begin-easy.txt, ...) and chess (wac-first-150.epd, ...).",
)
@click.option("--long", is_flag=True, help="Also what takes long: the empty board of Connect Four.")
def main(data: Path | None, long: bool) -> None:
    """Measures everything and writes the results."""
    work: list[Callable[[], Table]] = [
        textbook.tic_tac_toe,
        textbook.large_tree,
        textbook.leaves,
        native.plain_alpha_beta,
    ]
    work += [lambda: native.connect_four_sets(data and data / "connect_four"), native.othello_endgames, native.promises]
    work += [pacman.speed, pacman.strength, foreign.speed, foreign.python_states]
    work += [chess.counting, chess.depth]
    if data is not None:
        work.append(lambda: chess.problems(data / "chess"))
    if long:
        work.append(native.empty_board)
    tables, figures = [], {}
    for measure in work:
        table = measure()
        click.echo(f"{table.title}: {table.figures}")
        tables.append(table)
        figures.update(table.figures)
    (HERE / "RESULTS.md").write_text(as_markdown(tables), encoding="utf-8")
    (HERE / "results.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
