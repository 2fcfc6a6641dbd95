"""zermelo perft: count lines of play, the test of a game's rules."""

from __future__ import annotations

from time import perf_counter

import click

from zermelo.analysis.perft import divide as count_each
from zermelo.analysis.perft import perft as count
from zermelo.cli.search import GAME_HELP
from zermelo.records.positions import parse_position
from zermelo.terminal.completion import complete_games
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import print_json


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.argument("depth", type=click.IntRange(0, 100))
@click.option("--position", help="The position to count from; the start of the game by default.")
@click.option("--divide", is_flag=True, help="Count for each move of the position.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def perft(game: str, depth: int, position: str | None, divide: bool, as_json: bool) -> None:
    """Count the lines of play of DEPTH moves."""
    state = parse_position(game, position)
    start = perf_counter()
    parts: dict[str, int] = {}
    if depth > 0 and state.utility() is None:
        so_far = 0

        def on_count(lines: int) -> None:
            nonlocal so_far
            so_far += lines
            tell(f"move {len(parts) + 1}, {so_far:,} so far")

        with show_progress("counting", quiet=as_json) as tell:
            parts.update(count_each(state, depth, on_count))
        total = sum(parts.values())
    else:
        total = count(state, depth)
    seconds = perf_counter() - start
    if as_json:
        document = {"depth": depth, "leaves": total, "seconds": round(seconds, 6)}
        print_json(document | ({"moves": parts} if divide else {}))
        return
    for move, leaves in parts.items() if divide else ():
        click.echo(f"{move:>6}  {leaves:,}")
    click.echo(f"{total:,} {'leaf' if total == 1 else 'leaves'} at depth {depth} in {seconds:.2f} s")
