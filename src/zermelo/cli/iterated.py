"""zermelo iterated: a tournament of strategies for a repeated game."""

from __future__ import annotations

import sys
from typing import Any

import click

from zermelo.cli.matrix import GAME_HELP, TABLE_MAY_START_WITH_MINUS, read_matrix
from zermelo.equilibrium.iterated import Tournament, tournament
from zermelo.equilibrium.notation import to_json
from zermelo.equilibrium.numbers import to_json_number
from zermelo.equilibrium.strategies import STRATEGIES
from zermelo.state import format_count
from zermelo.terminal.completion import complete_matrix_games
from zermelo.terminal.sources import print_json


@click.command(epilog=GAME_HELP, context_settings=TABLE_MAY_START_WITH_MINUS)
@click.argument(
    "source", metavar="[GAME]", shell_complete=complete_matrix_games, default="prisoners", type=click.UNPROCESSED
)
@click.option("--strategies", help=f"The entrants, separated by commas; all by default: {', '.join(STRATEGIES)}.")
@click.option("--rounds", type=int, default=200, show_default=True, help="Rounds of a match.")
@click.option("--repeats", type=int, default=5, show_default=True, help="Matches of each pair.")
@click.option("--noise", type=float, default=0.0, show_default=True, help="The probability that a move is flipped.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def iterated(source: str, strategies: str | None, rounds: int, repeats: int, noise: float, seed: int,
             as_json: bool) -> None:  # fmt: skip
    """Play a round-robin tournament like Axelrod's; the first action of GAME counts as cooperation."""
    game = read_matrix(source)
    entrants = None if strategies is None else [name.strip() for name in strategies.split(",")]
    options: dict[str, Any] = {"rounds": rounds, "repeats": repeats, "noise": noise, "seed": seed}
    if as_json or not sys.stderr.isatty():
        result = tournament(game, entrants, **options)
    else:
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("matches")
            result = tournament(
                game,
                entrants,
                **options,
                on_progress=lambda finished, total: progress.update(task, completed=finished, total=total),
            )
    if as_json:
        print_json({"game": to_json(game), **_document(result)})
        return
    width = max(len(standing.name) for standing in result.standings)
    click.echo(f"{'':4}{'strategy':<{width}}   mean payoff   cooperates")
    for place, standing in enumerate(result.standings, 1):
        click.echo(
            f"{place:>2}  {standing.name:<{width}}   {float(standing.mean):>11.3f}   {float(standing.cooperation):>10.1%}"
        )
    noise_text = f", {noise:.1%} noise" if noise else ""
    matches = "1 match" if repeats == 1 else f"{repeats:,} matches"
    click.echo(f"\n{format_count(rounds, 'round')}, {matches} of each pair{noise_text}, seed {seed}")


def _document(result: Tournament) -> dict[str, Any]:
    return {
        "rounds": result.rounds,
        "repeats": result.repeats,
        "noise": result.noise,
        "seed": result.seed,
        "standings": [
            {
                "strategy": standing.name,
                "description": STRATEGIES[standing.name].description,
                "mean": to_json_number(standing.mean),
                "cooperation": to_json_number(standing.cooperation),
                "against": {name: to_json_number(mean) for name, mean in standing.against.items()},
            }
            for standing in result.standings
        ],
    }
