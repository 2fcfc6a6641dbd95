"""zermelo prove: a yes-or-no question about a position, answered by proof-number search, or a proof kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from zermelo.catalogue import GAMES, SMALL_BOARDS, game_class, games_with
from zermelo.cli import exit_code
from zermelo.cli.search import GAME_HELP, TABLE
from zermelo.engine.solve import PROOF_MEGABYTES
from zermelo.kinds.plugins import plugin
from zermelo.methods import Proof
from zermelo.methods import prove as prove_position
from zermelo.records.positions import parse_position
from zermelo.result import SearchInterrupted
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_games
from zermelo.terminal.progress import show_progress
from zermelo.terminal.sources import print_json

FILE_MEGABYTES = 256
"""Size of the tables for proofs in files, unless another is given."""
_ANSWERS = {True: "yes", False: "no", None: "unknown"}


@click.command(epilog=GAME_HELP)
@click.argument("game", shell_complete=complete_games)
@click.option("--position", help="The position to ask about; the start of the game by default.")
@click.option(
    "--goal", type=float, default=1, show_default=True, help="The points that the player to move wants at least."
)
@click.option("--seconds", type=float, help="Give up after this many seconds; 60 if there is no other limit.")
@click.option("--nodes", type=int, help="Give up after this many nodes.")
@click.option(
    "--table", type=TABLE, help=f"Size of the table in MB; {PROOF_MEGABYTES} by default, {FILE_MEGABYTES} with --proof."
)
@click.option("--proof", type=click.Path(path_type=Path), help="Checkers: keep a proof of all values in this file.")
@click.option("--pieces", type=int, default=4, show_default=True, help="With --proof: the most pieces of the tables.")
@click.option("--value-only", is_flag=True, help="With --proof: not the value of each move.")
@click.option("--check", is_flag=True, help="Only check the proof in the file of --proof.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def prove(
    game: str,
    position: str | None,
    goal: float,
    seconds: float | None,
    nodes: int | None,
    table: int | None,
    proof: Path | None,
    pieces: int,
    value_only: bool,
    check: bool,
    as_json: bool,
) -> int:
    """Prove or refute that the player to move can win (or get at least --goal).

    A yes comes with the move that does it and a line of play; unknown means that the limits were reached first.

    With --proof FILE, prove the value of a checkers position and of each move instead (games checkers, checkers6 and
    checkers4), without draws by rule. The proof can be stopped at any time; the same command goes on with it. It is
    checked at the end, and by --check, by the rules and the endgame tables alone.
    """
    if proof is not None:
        return _prove_in_file(game, position, proof, pieces, value_only, seconds, nodes, table, check, as_json)
    if check:
        raise ZermeloError("--check needs the file of a proof: --proof FILE")
    state: Any = parse_position(game, position)
    if seconds is None and nodes is None:
        seconds = 60.0
    try:
        with show_progress("proving", quiet=as_json) as tell:
            answer = prove_position(
                state, goal=goal, seconds=seconds, nodes=nodes, table=table or PROOF_MEGABYTES, cancel=lambda: tell("")
            )
    except SearchInterrupted as stop:
        answer = Proof(answer=None, nodes=stop.result.nodes, seconds=stop.result.seconds, stopped=stop.result.stopped)
    if as_json:
        print_json(
            {
                "answer": _ANSWERS[answer.answer],
                "move": None if answer.move is None else str(answer.move),
                "line": list(map(str, answer.line)),
                "nodes": answer.nodes,
                "seconds": round(answer.seconds, 6),
                "stopped": answer.stopped,
            }
        )
        return exit_code(answer.stopped)
    click.echo(str(state))
    click.echo()
    by = f" by {' '.join(map(str, answer.line))}" if answer.line else ""
    why = f" ({answer.stopped})" if answer.answer is None else ""
    click.echo(f"{_ANSWERS[answer.answer]}{by}{why}, {answer.nodes:,} nodes, {answer.seconds:.2f} s")
    return exit_code(answer.stopped)


def _prove_in_file(
    game: str,
    position: str | None,
    path: Path,
    pieces: int,
    value_only: bool,
    seconds: float | None,
    nodes: int | None,
    table: int | None,
    check: bool,
    as_json: bool,
) -> int:
    proofs = plugin(game_class(game), "proof") if game in (*GAMES, *SMALL_BOARDS) else None
    if proofs is None:
        raise ZermeloError(f"--proof suits {', '.join(games_with('proof'))}, not {game}")
    if (seconds is not None and not seconds > 0) or (nodes is not None and nodes < 1):
        raise ZermeloError("seconds and nodes must be above 0")
    with show_progress("checking" if check else "proving", quiet=as_json) as tell:

        def tell_table(name: str) -> None:
            tell(f"building the endgame table {name}")

        if check:
            proof = proofs.check(path, game, watch_tables=tell_table)
        else:
            proof = proofs.prove(
                game_class(game)(position),
                path,
                pieces=pieces,
                moves=not value_only,
                nodes=nodes,
                seconds=seconds,
                table=table or FILE_MEGABYTES,
                watch=lambda nodes, positions: tell(f"{nodes:,} nodes, {positions:,} positions in the proof"),
                watch_tables=tell_table,
            )
    if as_json:
        print_json(msgspec.to_builtins(proof))
        return exit_code(proof.stopped)
    size = f"{proof.positions:,} positions in the proof, {proof.nodes:,} nodes, {proof.seconds:.2f} s"
    if proof.value is None:
        click.echo(f"{proof.fen}: not proven yet ({proof.stopped}), shown so far: {proof.shown}; {size}")
        click.echo(f"The same command goes on with {path}.")
        return exit_code(proof.stopped)
    click.echo(f"{proof.fen}: {proof.value}, proven and checked with tables of {proof.pieces} pieces; {size}")
    for move in proof.moves:
        click.echo(f"{move.move:>11}  {move.value}")
    if proof.stopped != "complete" and not proof.moves:
        click.echo(
            f"The values of the moves are not proven yet ({proof.stopped}). The same command goes on with {path}."
        )
    return exit_code(proof.stopped)
