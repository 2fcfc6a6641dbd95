"""zermelo train: the weights of a game's scoring polynomial from self-play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import msgspec

from zermelo.cli.sources import print_json, write_file
from zermelo.engine.training import NODES, TRAINABLE, Training
from zermelo.state import ZermeloError
from zermelo.tables.files import check_writable

Watch = Callable[[int], None] | None


@click.command()
@click.argument("game", type=click.Choice(TRAINABLE), metavar=f"[{'|'.join(TRAINABLE)}]")
@click.option("--out", required=True, metavar="FILE", help="Where the weights go, after every generation.")
@click.option("--generations", type=click.IntRange(1, 1000), default=4, show_default=True)
@click.option("--games", type=int, default=5000, show_default=True, help="Games of self-play a generation.")
@click.option("--nodes", type=int, help=f"Positions searched for a move; {NODES} by default. Not for othello.")
@click.option("--match", type=int, default=200, show_default=True, help="Games against the last weights; 0 for none.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--threads", type=int, default=1, show_default=True, help="They change the time, not the weights.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def train(game: str, out: str, generations: int, as_json: bool, **effort: Any) -> None:
    """Learn the weights of GAME's static value from games against itself.

    Stopped with Ctrl-C it keeps what the last finished generation needs in FILE.partial, and the same command goes on from
    there.
    """
    training = Training(game, **effort)
    partial = Path(f"{out}.partial")
    for path in (out, partial):
        check_writable(path)
    _take_up(training, partial)
    if training.generation > generations:
        raise ZermeloError(f"{partial} has {training.generation} generations already, more than {generations}")
    say = (lambda _: None) if as_json else click.echo
    if training.generation:
        say(f"going on after generation {training.generation}")
    start, rows = perf_counter(), []
    while training.generation < generations:
        row = _generation(training, effort, as_json)
        write_file(str(partial), training.pack())
        write_file(out, training.weights)
        rows.append(row | _compared(training, effort, as_json))
        say(_sentence(rows[-1], effort["match"]))
    final = _matched(training, effort, as_json, with_start=True)
    write_file(out, training.weights)
    partial.unlink(missing_ok=True)
    if as_json:
        print_json(
            {
                "game": game,
                "out": out,
                "generations": rows,
                "against_start": final,
                "seconds": round(perf_counter() - start, 3),
            }
        )
        return
    if final:
        say(f"against the weights it began with: {_percent(final)} of {effort['match']} games")
    say(f"{out} has the weights of generation {training.generation}")


def _take_up(training: Training, partial: Path) -> None:
    try:
        data = partial.read_bytes()
    except FileNotFoundError:
        return
    except OSError as error:
        raise ZermeloError(f"{partial} cannot be read: {error.strerror}") from None
    try:
        training.unpack(data)
    except ZermeloError as error:
        raise ZermeloError(f"{partial} cannot be gone on with: {error}; delete it to begin anew") from None


def _generation(training: Training, effort: dict[str, Any], quiet: bool) -> dict[str, Any]:
    start = perf_counter()
    with _bar(f"generation {training.generation + 1}", effort["games"], quiet) as watch:
        told = training.learn(watch)
    if told is None:
        raise KeyboardInterrupt
    return msgspec.structs.asdict(told) | {"seconds": round(perf_counter() - start, 3)}


def _compared(training: Training, effort: dict[str, Any], quiet: bool) -> dict[str, Any]:
    score = _matched(training, effort, quiet, with_start=False)
    return {"match": score} if score else {}


def _matched(training: Training, effort: dict[str, Any], quiet: bool, with_start: bool) -> dict[str, float] | None:
    pairs = effort["match"] // 2
    if not pairs:
        return None
    with _bar("match against the start" if with_start else "match", pairs, quiet) as watch:
        score = training.match(with_start=with_start, watch=watch)
    if score is None:
        raise KeyboardInterrupt
    return msgspec.structs.asdict(score)


def _sentence(row: dict[str, Any], games: int) -> str:
    text = (
        f"generation {row['number']}: {row['positions']:,} positions, error on those not seen {row['before']:.5f} before, "
        f"{row['after']:.5f} after, {row['seconds']:.0f} s"
    )
    return f"{text}; {_percent(row['match'])} of {games} games against the last" if "match" in row else text


def _percent(score: dict[str, float]) -> str:
    return f"{100 * score['share']:.1f} % +- {100 * score['error']:.1f}"


@contextmanager
def _bar(title: str, total: int, quiet: bool) -> Iterator[Watch]:
    """A bar while somebody is looking; it is told how much is done."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=total)
        yield lambda done: progress.update(task, completed=done)
