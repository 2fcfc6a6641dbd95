"""The command `zermelo check`."""

from __future__ import annotations

import click

from zermelo.audit import check as audit
from zermelo.terminal.completion import complete_games
from zermelo.terminal.sources import FiniteRange, print_json, read_position


@click.command()
@click.argument("game", metavar="MODULE:CLASS", shell_complete=complete_games)
@click.option("--games", type=click.IntRange(1), default=50, show_default=True, help="Random games to play.")
@click.option(
    "--plies", type=click.IntRange(1), default=2000, show_default=True, help="A game must end within this many moves."
)
@click.option("--seconds", type=FiniteRange(0.01), default=5.0, show_default=True, help="The time limit.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def check(game: str, games: int, plies: int, seconds: float, seed: int, as_json: bool) -> int:
    """Audit a game and report what is wrong with it. The exit code is 0 if it keeps every promise, otherwise 1.

    MODULE:CLASS is a class whose instances are states (also in the current directory), one of Zermelo's games, or a tree.
    """
    report = audit(read_position(game), games=games, plies=plies, seconds=seconds, seed=seed)
    if as_json:
        print_json(
            {
                "ok": report.ok,
                "problems": list(report.problems),
                "notes": list(report.notes),
                "states": report.states,
                "games": report.games,
                "longest": report.longest,
            }
        )
    else:
        click.echo(str(report))
    return 0 if report.ok else 1
