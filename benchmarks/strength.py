"""Check the scale of UCI_Elo: each level should score three in four against the level 200 points below.

python -m benchmarks.strength OPENINGS.epd [--games 100]
"""

from __future__ import annotations

import sys

import click

from zermelo.games.records.epd import read_epd
from zermelo.players.clock import TimeControl
from zermelo.players.program_match import play_match
from zermelo.programs.uci import UciProgram
from zermelo.protocols.strength import LEAST, MOST, Handicap

STEP = 200
NO_CLOCK = TimeControl(nodes=1_000_000_000)


def program(elo: int) -> UciProgram:
    return UciProgram([sys.executable, "-m", "zermelo", "uci"], {"UCI_LimitStrength": "true", "UCI_Elo": elo})


@click.command()
@click.argument("openings")
@click.option("--games", type=int, default=100, show_default=True)
@click.option("--at-once", type=int, default=1, show_default=True)
def main(openings: str, games: int, at_once: int) -> None:
    starts = [problem.state for problem in read_epd(openings)]
    for elo in range(LEAST + STEP, MOST + 1, STEP):

        def stronger(elo: int = elo) -> UciProgram:
            return program(elo)

        def weaker(elo: int = elo) -> UciProgram:
            return program(elo - STEP)

        score = play_match(stronger, weaker, starts, NO_CLOCK, pairs=games // 2, at_once=at_once)
        click.echo(f"{elo:5} ({Handicap.of(elo).nodes:,} nodes) against {elo - STEP}: {score}")


if __name__ == "__main__":
    main()
