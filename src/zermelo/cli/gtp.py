"""zermelo gtp: the engine for programs that play Go."""

from __future__ import annotations

import sys
from io import TextIOWrapper

import click

RULES = ("chinese", "tromp-taylor", "aga", "new-zealand")


@click.command()
@click.option("--size", type=click.IntRange(2, 19), default=19, show_default=True, help="The size of the first board.")
@click.option("--komi", type=float, default=7.5, show_default=True, help="The points that White gets in addition.")
@click.option("--rules", type=click.Choice(RULES), default="chinese", show_default=True, help="The rules of the game.")
@click.option("--seconds", type=click.FloatRange(0.001, 3600), help="Think this long about each move; 2 by default.")
@click.option("--simulations", type=click.IntRange(1, 10**12), help="Play this many simulations for each move.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
@click.option(
    "--resign",
    type=click.FloatRange(0, 0.5),
    default=0.05,
    show_default=True,
    help="Resign if the expected score is below this; 0 is never.",
)
def gtp(
    size: int,
    komi: float,
    rules: str,
    seconds: float | None,
    simulations: int | None,
    threads: int,
    resign: float,
) -> None:
    """Speak the Go Text Protocol on standard input and output."""
    from zermelo.protocols import go_board
    from zermelo.protocols.gtp import LONGEST_LINE, Gtp, Options

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # nonsense is answered, whatever its bytes are
    options = Options(size, komi, go_board.RULES[rules], seconds, simulations, threads, resign)
    Gtp(options=options).run(iter(lambda: sys.stdin.readline(LONGEST_LINE + 1), ""))
