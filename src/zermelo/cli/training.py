"""zermelo train: learn the weights of a game's static evaluation, or of Go's priors, by self-play."""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import msgspec

from zermelo.files import read_file
from zermelo.learning.training import NODES, TRAINABLE, Training
from zermelo.state import ZermeloError
from zermelo.tables.files import check_writable
from zermelo.terminal.cluster_options import cluster_options, optional_executor
from zermelo.terminal.progress import progress_bar
from zermelo.terminal.sources import OUTPUT_FILE, Name, print_json, write_file


@click.command()
@click.argument("game", type=Name(TRAINABLE), metavar=f"[{'|'.join(TRAINABLE)}]")
@click.option("--out", required=True, type=OUTPUT_FILE, help="File for the weights, written after every generation.")
@click.option("--generations", type=click.IntRange(1, 1000), default=4, show_default=True)
@click.option("--games", type=int, default=5000, show_default=True, help="Games of self-play in each generation.")
@click.option(
    "--nodes", type=int, help=f"Positions searched for a move, for go simulations; {NODES} by default. Not for othello."
)
@click.option(
    "--match",
    type=int,
    default=200,
    show_default=True,
    help="Games against the weights before; 0 for none.",
)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--threads", type=int, default=1, show_default=True, help="Threads of each process; they change the time only."
)
@cluster_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def train(game: str, out: str, generations: int, jobs: int, ray: str | None, as_json: bool, **options: Any) -> None:
    """Learn the weights of GAME's static evaluation, or of Go's priors, by self-play.

    After Ctrl-C the same command resumes after the last finished generation, which is kept in FILE.partial. With --jobs or --ray
    other processes play the games; the weights are the same.
    """
    Training(game, **options)  # refuses wrong options before workers start
    check_writable(f"{out}.partial")
    with optional_executor(jobs, ray) as executor:
        _train(Training(game, **options, executor=executor), out, generations, as_json, options)


def _train(training: Training, out: str, generations: int, as_json: bool, options: dict[str, Any]) -> None:
    partial = Path(f"{out}.partial")
    _resume(training, partial)
    if training.generation > generations:
        raise ZermeloError(f"{partial} holds {training.generation} generations already, more than {generations}")
    echo = (lambda _: None) if as_json else click.echo
    if training.generation:
        echo(f"resuming after generation {training.generation}")
    start, rows = perf_counter(), []
    while training.generation < generations:
        row = _generation(training, options)
        write_file(str(partial), training.pack())
        write_file(out, training.weights)
        rows.append(row | _match_fields(training, options))
        echo(_summary(rows[-1], options["match"]))
    final = _match(training, options, with_start=True)
    write_file(out, training.weights)
    partial.unlink(missing_ok=True)
    if as_json:
        print_json(
            {
                "game": training.game,
                "out": out,
                "generations": rows,
                "against_start": final,
                "seconds": round(perf_counter() - start, 3),
            }
        )
        return
    if final:
        echo(f"against the initial weights: {_percent(final)} of {options['match']} games")
    echo(f"{out} holds the weights of generation {training.generation}")


def _resume(training: Training, partial: Path) -> None:
    if not os.path.exists(partial):
        return
    data = read_file(partial)
    try:
        training.unpack(data)
    except ZermeloError as error:
        raise ZermeloError(f"{partial} cannot be resumed: {error}; delete it to start again") from None


def _generation(training: Training, options: dict[str, Any]) -> dict[str, Any]:
    start = perf_counter()
    with progress_bar(f"generation {training.generation + 1}", options["games"]) as watch:
        generation = training.learn(watch)
    if generation is None:
        raise KeyboardInterrupt
    return msgspec.structs.asdict(generation) | {"seconds": round(perf_counter() - start, 3)}


def _match_fields(training: Training, options: dict[str, Any]) -> dict[str, Any]:
    score = _match(training, options, with_start=False)
    return {"match": score} if score else {}


def _match(training: Training, options: dict[str, Any], with_start: bool) -> dict[str, float] | None:
    pairs = options["match"] // 2
    if not pairs:
        return None
    with progress_bar("match against the start" if with_start else "match", pairs) as watch:
        score = training.match(with_start=with_start, watch=watch)
    if score is None:
        raise KeyboardInterrupt
    return msgspec.structs.asdict(score)


def _summary(row: dict[str, Any], games: int) -> str:
    text = (
        f"generation {row['number']}: {row['positions']:,} positions, error on unseen ones {row['before']:.5f} before, "
        f"{row['after']:.5f} after, {row['seconds']:.0f} s"
    )
    return (
        f"{text}; {_percent(row['match'])} of {games} games against the generation before" if "match" in row else text
    )


def _percent(score: dict[str, float]) -> str:
    return f"{100 * score['share']:.1f} % +- {100 * score['error']:.1f}"
