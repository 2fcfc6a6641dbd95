"""Check the scale of UCI_Elo: each level should score three in four against the level 200 points below.

python -m benchmarks.strength OPENINGS.epd [--games 100]
"""

from __future__ import annotations

import click

from benchmarks.matches import ZERMELO, play_match
from zermelo.games.chess.uci.strength import LEAST, MOST, Handicap
from zermelo.players import TimeControl

STEP = 200
NO_CLOCK = TimeControl(nodes=1_000_000_000)


def limited(elo: int) -> str:
    """The spec of the engine at a strength."""
    return f"{ZERMELO}; UCI_LimitStrength=true; UCI_Elo={elo}"


@click.command()
@click.argument("openings")
@click.option("--games", type=int, default=100, show_default=True)
def main(openings: str, games: int) -> None:
    for elo in range(LEAST + STEP, MOST + 1, STEP):
        score = play_match(limited(elo), limited(elo - STEP), openings, games, NO_CLOCK)
        share, margin = 100 * score["share"], 100 * score["margin"]
        click.echo(
            f"{elo:5} ({Handicap.of(elo).nodes:,} nodes) against {elo - STEP}: {share:.1f} % +- {margin:.1f} "
            f"(Elo {score['elo']:+.0f})"
        )


if __name__ == "__main__":
    main()
