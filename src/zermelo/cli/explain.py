"""zermelo explain: show a static value part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.search import GAME_HELP
from zermelo.records.positions import parse_position
from zermelo.terminal.completion import complete_games
from zermelo.terminal.sources import print_json

if TYPE_CHECKING:
    from zermelo.learning import Part


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.argument("position", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def explain(game: str, position: str | None, as_json: bool) -> None:
    """Print the static value of a position part by part: each feature, its weight, what it adds.

    A rule sheet learns its weights first, from games that it plays with itself.
    """
    from zermelo.learning import explain as explain_position

    state: Any = parse_position(game, position)
    if hasattr(state, "learn") and not state.evaluates:
        state.learn()
    parts = explain_position(state)
    total = sum(part.contribution for part in parts)
    if as_json:
        print_json({"features": [_part_fields(part) for part in parts], "total": total})
        return
    click.echo(str(state))
    click.echo()
    width = max(len(part.name) for part in parts)
    halves = parts[0].halves is not None
    more = f"{'middle':>8}  {'end':>8}  " if halves else ""
    click.echo(f"{'feature':{width}}  {'value':>8}  {more}{'weight':>8}  {'adds':>8}")
    for part in parts:
        more = "".join(f"{half:8g}  " for half in part.halves or ())
        click.echo(f"{part.name:{width}}  {part.value:8}  {more}{part.weight:8g}  {part.contribution:+8.3f}")
    click.echo(f"{'sum, for the player to move':{width + (40 if halves else 20)}}  {total:+8.3f}")


def _part_fields(part: Part) -> dict[str, Any]:
    fields = {"name": part.name, "value": part.value, "weight": part.weight, "contribution": part.contribution}
    return fields if part.halves is None else fields | {"middlegame": part.halves[0], "endgame": part.halves[1]}
