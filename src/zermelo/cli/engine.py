"""zermelo search, solve, perft, explain and bench: the engine from the command line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.options import read_partners
from zermelo.cli.sources import print_json
from zermelo.engine import search as engine_search
from zermelo.engine import solve as engine_solve
from zermelo.games.records.positions import parse_position, position_in_line
from zermelo.result import Result, format_bounded, format_line, plain_move, plain_value
from zermelo.state import MAX, State, ZermeloError

if TYPE_CHECKING:
    from zermelo.evaluation import Part

GAME_HELP = """GAME is one of Zermelo's games (connect_four, othello, tic_tac_toe, nim, ...) or your own, as module:Class, as
file.py:Class or as a shared library (./mygame.so). A position is written as the game writes it: columns for Connect Four
(4455), moves (f5d6c3) or a board for Othello, a FEN or moves (1. e4 e5) for chess and anti-chess, and for any other game the
moves from its start with spaces between them, and _ for a space within one."""


def facts(state: State, result: Result) -> dict[str, Any]:
    """What `search` and `solve` print as JSON: `value` and `mate` are MAX's, `score` that of the player to move; where there is
    a payoff for each player, both are what those get together that the engine plays for, or `value` is everybody's (max^n)."""
    value = plain_value(result.value)
    allied = result.method in ("paranoid", "coalition")
    if isinstance(value, list):
        score = value[state.player] if state.player >= MAX else None
    else:
        score = value if value is None or allied or state.player == MAX else -value
    return {
        "value": value,
        "score": score,
        "bound": result.bound,
        "mate": None if result.mate is None else result.mate.moves,
        "move": None if result.move is None else plain_move(result.move),
        "line": list(map(plain_move, result.line)),
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 6),
        "stopped": result.stopped,
    }


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="Where to search from; the start of the game by default.")
@click.option("--depth", type=int, help="Stop after so many moves.")
@click.option("--seconds", type=float, help="Stop after so many seconds; 5 if nothing else stops it.")
@click.option("--nodes", type=int, help="Stop after so many nodes.")
@click.option("--threads", type=int, default=1, show_default=True)
@click.option(
    "--lines", type=int, default=1, show_default=True, help="How many of the best moves to show with their lines."
)
@click.option("--exact", is_flag=True, help="Only what cannot overlook anything.")
@click.option("--partners", help="Where there are many players: who plays together against the rest, as in p1,p3.")
@click.option("--max-n", is_flag=True, help="Where there are many players: each plays for itself.")
@click.option("--total", type=float, help="With --max-n: payoffs add up to no more than this, which lets it prune.")
@click.option("--least", type=float, default=0, help="With --total: no payoff is less than this; 0 by default.")
@click.option(
    "--table", type=click.IntRange(1, 1 << 20), default=64, show_default=True, help="Size of the table in MB."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def search(
    game: str,
    position: str | None,
    depth: int | None,
    seconds: float | None,
    nodes: int | None,
    lines: int,
    partners: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Search a position with the engine, as deep as the limits allow."""
    options["coalition"] = read_partners(partners)
    state = parse_position(game, position)
    if depth is None and seconds is None and nodes is None:
        seconds = 5.0
    on_depth = None if as_json or not sys.stdout.isatty() else _print_pass
    result = engine_search(state, depth=depth, seconds=seconds, nodes=nodes, lines=lines, on_depth=on_depth, **options)
    if as_json:
        document = facts(state, result)
        document["proven"] = result.proven
        document["lines"] = [
            {
                "move": str(each.move),
                "value": plain_value(each.value),
                "bound": each.bound,
                "mate": None if each.mate is None else each.mate.moves,
                "line": list(map(str, each.line)),
            }
            for each in result.moves
        ]
        print_json(document)
        return
    click.echo(str(state))
    click.echo()
    if result.move is None and result.value is not None:
        click.echo(f"{format_bounded(result.value, result.bound, result.mate):>8}  the game is over")
    for each in result.moves or ():
        click.echo(f"{format_bounded(each.value, each.bound, each.mate):>8}  {format_line(each.line)}")
    sure = "proven" if result.proven else f"depth {result.depth}"
    speed = result.nodes / max(result.seconds, 1e-9)
    click.echo(
        f"{sure}, {result.nodes:,} nodes, {result.seconds:.2f} s, {speed:,.0f} nodes/s, branching {result.branching:.2f}"
    )


def _print_pass(each: Any) -> None:
    worth = format_bounded(each.value, each.bound, each.mate)
    click.echo(f"depth {each.depth:3}  {worth:>8}  {format_line(each.line)}", err=True)


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.option("--position", help="The position to solve; the start of the game by default.")
@click.option(
    "--positions",
    metavar="FILE",
    help="A file with one position a line.",
)
@click.option("--weak", is_flag=True, help="Only who wins, not by how much.")
@click.option("--seconds", type=float, help="Give up on a position after so many seconds.")
@click.option("--nodes", type=int, help="Give up on a position after so many nodes.")
@click.option("--threads", type=int, default=1, show_default=True, help="How many threads work at it.")
@click.option(
    "--table", type=click.IntRange(1, 1 << 20), default=16, show_default=True, help="Size of the table in MB."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a position and nothing else.")
def solve(game: str, position: str | None, positions: str | None, as_json: bool, **options: Any) -> None:
    """Find the exact value of a position: played out to the end of the game."""
    if position is not None and positions is not None:
        raise ZermeloError("--position and --positions do not go together")
    texts = [position] if positions is None else [position_in_line(game, line) for line in _lines(positions)]
    for text in _progress(texts, as_json):
        state = parse_position(game, text)
        result = engine_solve(state, **options)
        if as_json:
            print_json(({} if positions is None else {"position": text}) | facts(state, result))
        elif result.value is None:
            click.echo(f"{text or 'start'}  not solved ({result.stopped}) after {result.nodes:,} nodes")
        else:
            score = facts(state, result)["score"]
            moves = format_line(result.line)
            click.echo(
                f"{text or 'start'}  {score:+}  by {moves or 'nothing'}  ({result.nodes:,} nodes, {result.seconds:.3f} s)"
            )


def _lines(path: str) -> Iterator[str]:
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ZermeloError(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or 'it is not UTF-8 text'}"
        ) from None
    for line in lines:
        if line.strip() and not line.startswith(("#", "%")):
            yield line.strip()


def _progress(items: list[Any], as_json: bool) -> Iterator[Any]:
    """The items one by one, with a bar where there are many and somebody is looking."""
    if len(items) < 2 or not sys.stderr.isatty() or as_json:
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, description="solving", console=Console(stderr=True))


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 100))
@click.option("--position", help="Where to count from; the start of the game by default.")
@click.option("--divide", is_flag=True, help="Count for each move of the position.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def perft(game: str, depth: int, position: str | None, divide: bool, as_json: bool) -> None:
    """Count the lines of play of DEPTH moves: the test of a game's rules."""
    from time import perf_counter

    from zermelo.games.perft import divide as count_each
    from zermelo.games.perft import perft as count

    state = parse_position(game, position)
    start = perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0 and state.utility() is None:
        parts = count_each(state, depth)
        total = sum(parts.values())
    else:
        total = count(state, depth)
    seconds = perf_counter() - start
    if as_json:
        print_json(
            {"depth": depth, "leaves": total, "seconds": round(seconds, 6), **({"moves": parts} if divide else {})}
        )
        return
    for move, leaves in parts.items():
        click.echo(f"{move:>6}  {leaves:,}")
    click.echo(f"{total:,} leaves at depth {depth} in {seconds:.2f} s")


@click.command(epilog=GAME_HELP)
@click.argument("game")
@click.argument("position", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def explain(game: str, position: str | None, as_json: bool) -> None:
    """Print the static value of a position part by part: each feature, its weight, what it adds."""
    from zermelo.evaluation import explain as explain_position

    state = parse_position(game, position)
    parts = explain_position(state)
    total = sum(part.contribution for part in parts)
    if as_json:
        print_json({"features": [_part_fields(part) for part in parts], "total": total})
        return
    click.echo(str(state))
    click.echo()
    width = max(len(part.name) for part in parts)
    halves = parts[0].halves is not None
    more = f"{'middle':>8}  {'end':>8}  " if halves else ""
    click.echo(f"{'feature':{width}}  {'value':>8}  {more}{'weight':>8}  {'adds':>8}")
    for part in parts:
        more = "".join(f"{half:8g}  " for half in part.halves or ())
        click.echo(f"{part.name:{width}}  {part.value:8}  {more}{part.weight:8g}  {part.contribution:+8.3f}")
    click.echo(f"{'sum, for the player to move':{width + (40 if halves else 20)}}  {total:+8.3f}")


def _part_fields(part: Part) -> dict[str, Any]:
    fields = {"name": part.name, "value": part.value, "weight": part.weight, "contribution": part.contribution}
    return fields if part.halves is None else fields | {"middlegame": part.halves[0], "endgame": part.halves[1]}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def bench(as_json: bool) -> None:
    """Search a fixed set of positions of every native game and print the node-count signature.

    The same code gives the same signature on every machine and run; it changes only when the search does.
    """
    from zermelo.engine.signature import measure

    rows = measure()
    signature = sum(row.nodes for row in rows)
    if as_json:
        print_json(
            {
                "signature": signature,
                "rows": [{"game": row.game, "position": row.position, "nodes": row.nodes} for row in rows],
            }
        )
        return
    seconds = sum(row.seconds for row in rows)
    for row in rows:
        click.echo(f"{row.game:13} {row.position[:40]:40} {row.nodes:>12,}")
    click.echo(f"signature {signature}  ({signature / max(seconds, 1e-9):,.0f} nodes/s)")
