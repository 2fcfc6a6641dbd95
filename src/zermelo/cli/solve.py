"""zermelo solve: find the exact value of positions."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from zermelo.cli import INTERRUPTED
from zermelo.cli.search import GAME_HELP, TABLE, facts
from zermelo.engine.solve import DEFAULT_MEGABYTES
from zermelo.files import read_text_file
from zermelo.methods import solve as solve_position
from zermelo.records.positions import parse_position, position_in_line
from zermelo.result import SearchInterrupted, format_line
from zermelo.state import ZermeloError, format_number
from zermelo.terminal.completion import complete_files, complete_games
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import print_json


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.option("--position", help="The position to solve; the start of the game by default.")
@click.option(
    "--positions", metavar="FILE", shell_complete=complete_files, help="A file with one position on each line."
)
@click.option("--weak", is_flag=True, help="Only who wins, not by how much.")
@click.option("--seconds", type=float, help="Give up on a position after this many seconds.")
@click.option("--nodes", type=int, help="Give up on a position after this many nodes.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to use.")
@click.option("--table", type=TABLE, default=DEFAULT_MEGABYTES, show_default=True, help="Size of the table in MB.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document per position and nothing else.")
def solve(game: str, position: str | None, positions: str | None, as_json: bool, **options: Any) -> int:
    """Find the exact value of a position, played out to the end of the game."""
    if position is not None and positions is not None:
        raise ZermeloError("--position and --positions do not go together")
    texts = [position] if positions is None else [position_in_line(game, line) for line in _lines(positions)]
    states = [parse_position(game, text) for text in texts]
    with show_progress("solving", quiet=as_json) as tell:
        for number, (text, state) in enumerate(zip(texts, states, strict=True), 1):
            place = f"position {number} of {len(texts)}" if len(texts) > 1 else ""
            try:
                result = solve_position(state, cancel=partial(tell, place), **options)
            except SearchInterrupted as stop:
                result = stop.result
            if as_json:
                print_json(({} if positions is None else {"position": text}) | facts(state, result))
            elif result.value is None:
                click.echo(f"{text or 'start'}  not solved ({result.stopped}) after {result.nodes:,} nodes")
            else:
                score = facts(state, result)["score"]
                signed = f"{'' if score < 0 else '+'}{format_number(score)}"
                moves = format_line(result.line) or "nothing"
                click.echo(f"{text or 'start'}  {signed}  by {moves}  ({result.nodes:,} nodes, {result.seconds:.3f} s)")
            if result.stopped == "interrupted":
                return INTERRUPTED
    return 0


def _lines(path: str) -> Iterator[str]:
    for line in read_text_file(path).splitlines():
        if line.strip() and not line.startswith(("#", "%")):
            yield line.strip()
