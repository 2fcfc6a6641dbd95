"""zermelo estimate: how large a game is."""

from __future__ import annotations

from dataclasses import asdict

import click

from zermelo.cli.search import GAME_HELP
from zermelo.kinds.estimate import GAMES
from zermelo.kinds.estimate import estimate as estimate_size
from zermelo.records.positions import parse_position
from zermelo.terminal.completion import complete_games
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import print_json


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.argument("position", required=False)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    default=GAMES,
    show_default=True,
    help="How many random games to play.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The same seed draws the same games.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def estimate(game: str, position: str | None, games: int, seed: int, as_json: bool) -> None:
    """Estimate the branching factor, the length and the size of a game from random games.

    POSITION is where they begin; the start of the game by default.
    """
    state = parse_position(game, position)
    with show_progress("playing", quiet=as_json) as tell:
        found = estimate_size(state, games=games, seed=seed, cancel=lambda: tell(""))
    if as_json:
        powers = {name: round(getattr(found, name), 4) for name in ("log_size", "log_seconds", "log_ages")}
        print_json({"game": game, **asdict(found), **powers})
    else:
        click.echo(str(found))
