"""zermelo gtp: the engine for programs that play Go or Hex."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Any

import click

from zermelo.state import ZermeloError
from zermelo.terminal.sources import FiniteRange

RULES = ("chinese", "tromp-taylor", "aga", "new-zealand")


@click.command()
@click.option("--game", type=click.Choice(("go", "hex")), default="go", show_default=True, help="The game to play.")
@click.option("--size", type=click.IntRange(2, 19), help="The size of the first board; 19 for Go and 11 for Hex.")
@click.option("--komi", type=float, help="Go: the points that White gets in addition; 7.5 by default.")
@click.option("--rules", type=click.Choice(RULES), help="Go: the rules of the game; chinese by default.")
@click.option("--seconds", type=FiniteRange(0.001, 3600), help="Think this long about each move; 2 by default.")
@click.option("--simulations", type=click.IntRange(1, 10**12), help="Play this many simulations for each move.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads to use.")
@click.option(
    "--resign",
    type=FiniteRange(0, 0.5),
    default=0.05,
    show_default=True,
    help="Resign if the expected score is below this; 0 is never.",
)
def gtp(game: str, size: int | None, komi: float | None, rules: str | None, **limits: Any) -> None:
    """Speak the Go Text Protocol on standard input and output."""
    from zermelo.protocols.gtp import LONGEST_LINE, Gtp, Options

    given: dict[str, Any] = {name: value for name, value in (("size", size), ("komi", komi)) if value is not None}
    engine: Gtp
    if game == "hex":
        from zermelo.games.hex import SIZE
        from zermelo.games.hex.gtp import HexGtp

        if komi is not None or rules is not None:
            raise ZermeloError("Hex has neither --komi nor --rules")
        engine = HexGtp(options=Options(**{"size": SIZE, **given, **limits}))
    else:
        from zermelo.games.go.gtp.board import RULES as GO_RULES
        from zermelo.games.go.gtp.commands import GoGtp, GoOptions

        engine = GoGtp(options=GoOptions(rules=GO_RULES[rules or "chinese"], **given, **limits))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # nonsense is answered, whatever its bytes are
    engine.run(iter(lambda: sys.stdin.readline(LONGEST_LINE + 1), ""))
