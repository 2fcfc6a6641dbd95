"""zermelo suite: run a test suite of positions and count those the engine solves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli import exit_code
from zermelo.cli.progress import progress_bar
from zermelo.cli.sources import Name, print_json
from zermelo.result import SearchInterrupted
from zermelo.state import ZermeloError

if TYPE_CHECKING:
    from zermelo.games.records.epd import Problem


@click.command()
@click.argument("file")
@click.option("--game", type=Name(["chess", "antichess"]), default="chess", show_default=True)
@click.option("--seconds", type=float, help="Seconds for each position; 1 if there is no other limit.")
@click.option("--nodes", type=int, help="Nodes for each position.")
@click.option("--depth", type=int, help="Depth for each position, in plies.")
@click.option("--threads", type=int, default=1, show_default=True)
@click.option(
    "--table", type=click.IntRange(1, 1 << 20), default=64, show_default=True, help="Size of the table in MB."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def suite(file: str, game: str, as_json: bool, **limits: Any) -> int:
    """Search every position of an EPD file and check the move against its best moves (bm) and moves to avoid (am)."""
    from zermelo.games import game_class
    from zermelo.games.records.epd import read_epd
    from zermelo.methods import search

    if all(limits[name] is None for name in ("seconds", "nodes", "depth")):
        limits["seconds"] = 1.0
    problems = list(read_epd(file, game_class(game)))
    tests = [problem for problem in problems if problem.best or problem.avoid]
    if not tests:
        raise ZermeloError(f"no position in {file} has best moves (bm) or moves to avoid (am)")
    rows: list[dict[str, Any]] = []
    stopped = "complete"
    with progress_bar("positions", len(tests), shown=as_json) as show:
        for number, problem in enumerate(tests, 1):
            try:
                result = search(problem.state, **limits)
            except SearchInterrupted:
                stopped = "interrupted"
                break
            solved = problem.solved_by(str(result.move))
            rows.append(
                {
                    "name": problem.name or problem.state.fen,
                    "solved": solved,
                    "move": problem.state.san(str(result.move)),
                    "best": list(problem.operations.get("bm", ())),
                    "avoid": list(problem.operations.get("am", ())),
                    "depth": result.depth,
                    "nodes": result.nodes,
                    "seconds": round(result.seconds, 3),
                }
            )
            if not as_json:
                instead = "" if solved else f"  instead of {_expected(problem)}"
                click.echo(
                    f"{number:4}  {'+' if solved else '-'}  {rows[-1]['name'][:30]:30}  {rows[-1]['move']}{instead}"
                )
            show(number)
    count = sum(row["solved"] for row in rows)
    if as_json:
        print_json({"solved": count, "of": len(rows), "problems": rows})
    else:
        click.echo(f"{count} of {len(rows)} solved")
    return exit_code(stopped)


def _expected(problem: Problem) -> str:
    return " ".join([*problem.operations.get("bm", ()), *(f"not {move}" for move in problem.operations.get("am", ()))])
