"""zermelo prove: a yes-or-no question about a position, answered by proof-number search."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli.engine import GAME_HELP
from zermelo.cli.sources import print_json
from zermelo.engine import prove as engine_prove
from zermelo.games.records.positions import parse_position

_ANSWERS = {True: "yes", False: "no", None: "unknown"}


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="The position to ask about; the start of the game by default.")
@click.option("--goal", type=int, default=1, show_default=True, help="What the player to move wants at least.")
@click.option("--seconds", type=float, help="Give up after so many seconds; 60 if nothing else stops it.")
@click.option("--nodes", type=int, help="Give up after so many nodes.")
@click.option(
    "--table", type=click.IntRange(1, 1 << 20), default=64, show_default=True, help="Size of the table in MB."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def prove(
    game: str, position: str | None, goal: int, seconds: float | None, nodes: int | None, table: int, as_json: bool
) -> None:
    """Prove or refute that the player to move can win (or get at least --goal).

    A yes comes with the move that does it and a line of play; unknown means that the limits were reached first.
    """
    state: Any = parse_position(game, position)
    if seconds is None and nodes is None:
        seconds = 60.0
    proof = engine_prove(state, goal=goal, seconds=seconds, nodes=nodes, table=table)
    if as_json:
        print_json(
            {
                "answer": _ANSWERS[proof.answer],
                "move": None if proof.move is None else str(proof.move),
                "line": list(map(str, proof.line)),
                "nodes": proof.nodes,
                "seconds": round(proof.seconds, 6),
                "stopped": proof.stopped,
            }
        )
        return
    click.echo(str(state))
    click.echo()
    by = f" by {' '.join(map(str, proof.line))}" if proof.line else ""
    why = f" ({proof.stopped})" if proof.answer is None else ""
    click.echo(f"{_ANSWERS[proof.answer]}{by}{why}, {proof.nodes:,} nodes, {proof.seconds:.2f} s")
