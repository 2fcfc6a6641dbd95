"""zermelo suite: how many problems of a collection the engine solves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.sources import print_json
from zermelo.state import ZermeloError

if TYPE_CHECKING:
    from zermelo.games.records.epd import Problem


@click.command()
@click.argument("file")
@click.option("--game", type=click.Choice(["chess", "antichess"]), default="chess", show_default=True)
@click.option("--seconds", type=float, help="How long to think about each; 1 if nothing else limits it.")
@click.option("--nodes", type=int, help="Stop after so many nodes.")
@click.option("--depth", type=int, help="Stop after so many moves.")
@click.option("--threads", type=int, default=1, show_default=True)
@click.option(
    "--table", type=click.IntRange(1, 1 << 20), default=64, show_default=True, help="Size of the table in MB."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def suite(file: str, game: str, as_json: bool, **limits: Any) -> None:
    """Search every position of an EPD file and compare with its best moves (bm) and those to avoid (am)."""
    from zermelo.engine import search
    from zermelo.games import game_class
    from zermelo.games.records.epd import read_epd

    if all(limits[name] is None for name in ("seconds", "nodes", "depth")):
        limits["seconds"] = 1.0
    problems = list(read_epd(file, game_class(game)))
    asking = [problem for problem in problems if problem.best or problem.avoid]
    if not asking:
        raise ZermeloError(f"no position of {file} names best moves (bm) or moves to avoid (am)")
    rows: list[dict[str, Any]] = []
    for number, problem in enumerate(asking, 1):
        result = search(problem.state, **limits)
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
            instead = "" if solved else f"  instead of {_wanted(problem)}"
            click.echo(f"{number:4}  {'+' if solved else '-'}  {rows[-1]['name'][:30]:30}  {rows[-1]['move']}{instead}")
    solved_all = sum(row["solved"] for row in rows)
    if as_json:
        print_json({"solved": solved_all, "of": len(rows), "problems": rows})
    else:
        click.echo(f"{solved_all} of {len(rows)} solved")


def _wanted(problem: Problem) -> str:
    return " ".join([*problem.operations.get("bm", ()), *(f"not {move}" for move in problem.operations.get("am", ()))])
