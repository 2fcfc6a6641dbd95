"""zermelo iterated: a tournament of ways to play a dilemma again and again."""

from __future__ import annotations

import sys
from typing import Any

import click

from zermelo.cli.matrix import GAME_HELP, MINUS_BEGINS_A_TABLE, read_matrix
from zermelo.cli.sources import print_json
from zermelo.equilibrium.iterated import Tournament, tournament
from zermelo.equilibrium.numbers import plain
from zermelo.equilibrium.reading import to_json
from zermelo.equilibrium.strategies import STRATEGIES
from zermelo.state import format_count


@click.command(epilog=GAME_HELP, context_settings=MINUS_BEGINS_A_TABLE)
@click.argument("source", metavar="[GAME]", default="prisoners", type=click.UNPROCESSED)
@click.option(
    "--strategies", help=f"Who enters, with commas between them; everybody unless said. {', '.join(STRATEGIES)}."
)
@click.option("--rounds", type=int, default=200, show_default=True, help="Rounds of an encounter.")
@click.option("--repeats", type=int, default=5, show_default=True, help="Encounters of each pair.")
@click.option(
    "--noise", type=float, default=0.0, show_default=True, help="How often a move comes out as the other one."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def iterated(source: str, strategies: str | None, rounds: int, repeats: int, noise: float, seed: int,
             as_json: bool) -> None:  # fmt: skip
    """Everybody meets everybody, as in Axelrod's tournament; the first action of GAME counts as cooperation."""
    game = read_matrix(source)
    entrants = None if strategies is None else [name.strip() for name in strategies.split(",")]
    wishes: dict[str, Any] = {"rounds": rounds, "repeats": repeats, "noise": noise, "seed": seed}
    if as_json or not sys.stderr.isatty():
        found = tournament(game, entrants, **wishes)
    else:
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task("encounters")
            found = tournament(
                game,
                entrants,
                **wishes,
                on_progress=lambda over, total: progress.update(task, completed=over, total=total),
            )
    if as_json:
        print_json({"game": to_json(game), **_document(found)})
        return
    width = max(len(each.name) for each in found.standings)
    click.echo(f"{'':4}{'strategy':<{width}}   mean payoff   cooperates")
    for place, each in enumerate(found.standings, 1):
        click.echo(f"{place:>2}  {each.name:<{width}}   {float(each.mean):>11.3f}   {float(each.cooperation):>10.1%}")
    by_chance = f", {noise:.1%} noise" if noise else ""
    click.echo(
        f"\n{format_count(rounds, 'round')}, {format_count(repeats, 'encounter')} of each pair{by_chance}, seed {seed}"
    )


def _document(found: Tournament) -> dict[str, Any]:
    return {
        "rounds": found.rounds,
        "repeats": found.repeats,
        "noise": found.noise,
        "seed": found.seed,
        "standings": [
            {
                "strategy": each.name,
                "says": STRATEGIES[each.name].says,
                "mean": plain(each.mean),
                "cooperation": plain(each.cooperation),
                "against": {name: plain(mean) for name, mean in each.against.items()},
            }
            for each in found.standings
        ],
    }
