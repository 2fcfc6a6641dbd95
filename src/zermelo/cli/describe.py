"""zermelo describe."""

from __future__ import annotations

from dataclasses import asdict

import click

from zermelo.players.describe import describe as describe_game
from zermelo.terminal.completion import complete_trees
from zermelo.terminal.options import SOURCE_HELP
from zermelo.terminal.sources import print_json, read_position


@click.command(epilog=SOURCE_HELP)
@click.argument("game", metavar="GAME|TREE", shell_complete=complete_trees)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def describe(game: str, as_json: bool) -> None:
    """Show the kind of a game, which searches suit it, and why the others do not."""
    found = describe_game(read_position(game))
    if as_json:
        print_json({**asdict(found), "perfect_information": found.perfect_information})
    else:
        click.echo(str(found))
