"""zermelo prove: a yes-or-no question about a position, answered by proof-number search."""

from __future__ import annotations

from typing import Any

import click

from zermelo.cli import exit_code
from zermelo.cli.progress import show_progress
from zermelo.cli.search import GAME_HELP, TABLE
from zermelo.cli.sources import print_json
from zermelo.games.records.positions import parse_position
from zermelo.methods import Proof
from zermelo.methods import prove as prove_position
from zermelo.result import SearchInterrupted

_ANSWERS = {True: "yes", False: "no", None: "unknown"}


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="The position to ask about; the start of the game by default.")
@click.option("--goal", type=int, default=1, show_default=True, help="What the player to move wants at least.")
@click.option("--seconds", type=float, help="Give up after this many seconds; 60 if there is no other limit.")
@click.option("--nodes", type=int, help="Give up after this many nodes.")
@click.option("--table", type=TABLE, default=64, show_default=True, help="Size of the table in MB.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def prove(
    game: str, position: str | None, goal: int, seconds: float | None, nodes: int | None, table: int, as_json: bool
) -> int:
    """Prove or refute that the player to move can win (or get at least --goal).

    A yes comes with the move that does it and a line of play; unknown means that the limits were reached first.
    """
    state: Any = parse_position(game, position)
    if seconds is None and nodes is None:
        seconds = 60.0
    try:
        with show_progress("proving", quiet=as_json) as tell:
            proof = prove_position(state, goal=goal, seconds=seconds, nodes=nodes, table=table, cancel=lambda: tell(""))
    except SearchInterrupted as stop:
        proof = Proof(answer=None, nodes=stop.result.nodes, seconds=stop.result.seconds, stopped=stop.result.stopped)
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
        return exit_code(proof.stopped)
    click.echo(str(state))
    click.echo()
    by = f" by {' '.join(map(str, proof.line))}" if proof.line else ""
    why = f" ({proof.stopped})" if proof.answer is None else ""
    click.echo(f"{_ANSWERS[proof.answer]}{by}{why}, {proof.nodes:,} nodes, {proof.seconds:.2f} s")
    return exit_code(proof.stopped)
