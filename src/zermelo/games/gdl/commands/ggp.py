"""zermelo ggp: play rule sheets against other programs, as a player that a game manager asks, or as the manager."""

from __future__ import annotations

import json
from contextlib import ExitStack, suppress
from typing import TextIO

import click

from zermelo.state import ZermeloError, format_count, format_number
from zermelo.terminal.completion import complete_sheets
from zermelo.terminal.sources import OUTPUT_FILE, FiniteRange, print_note

PLAYER = "engine:3600s"
"""The player of `serve`: it thinks as long as the play clock allows."""


@click.group()
def ggp() -> None:
    """Play rule sheets over the protocol of the General Game Playing competitions."""


@ggp.command()
@click.option("--port", type=click.IntRange(0, 65535), default=9147, show_default=True, help="The port to listen on.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--player",
    default=PLAYER,
    show_default=True,
    metavar="SPEC",
    help="The player that chooses the moves; the play clock limits its seconds.",
)
@click.option("--name", default="zermelo", show_default=True, help="The name of the player.")
@click.option(
    "--margin",
    type=FiniteRange(0, 60),
    default=0.5,
    show_default=True,
    help="Seconds of every clock to keep for the way of the answer.",
)
def serve(port: int, host: str, player: str, name: str, margin: float) -> None:
    """Answer a game manager: INFO, START, PREVIEW, PLAY, STOP and ABORT, as HTTP POST."""
    import socket

    from zermelo.games.gdl.ggp.http import make_server
    from zermelo.games.gdl.ggp.server import GgpServer
    from zermelo.players import PlayerSpec

    if not name or any(letter in "()" or letter.isspace() for letter in name):
        raise ZermeloError(f"--name must be one word without parentheses, not {name[:40]!r}")
    server = GgpServer(PlayerSpec.parse(player), name=name, margin=margin)
    try:
        listening = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        raise ZermeloError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None
    click.echo(f"Waiting for a game manager at http://{host}:{listening.getsockname()[1]}/ (Ctrl-C ends it).")
    with suppress(KeyboardInterrupt):
        make_server(server).run(sockets=[listening])
    server.close()


@ggp.command()
@click.argument("sheet", shell_complete=complete_sheets)
@click.option(
    "--players",
    required=True,
    metavar="SPEC,SPEC...",
    help="A player for each role: its address, as in http://127.0.0.1:9147, or a local one, as in engine or mcts:1000.",
)
@click.option("--start-clock", type=FiniteRange(0.1, 3600), default=10.0, show_default=True, help="Seconds to prepare.")
@click.option("--play-clock", type=FiniteRange(0.1, 3600), default=5.0, show_default=True, help="Seconds for a move.")
@click.option("--seed", type=int, default=0, show_default=True, help="For random moves.")
@click.option("--log", type=OUTPUT_FILE, help="Append every step to this file as JSON lines.")
@click.option(
    "--max-steps",
    type=click.IntRange(1, 100_000),
    default=2_000,
    show_default=True,
    help="End a match that is not over after this many steps.",
)
def match(
    sheet: str, players: str, start_clock: float, play_clock: float, seed: int, log: str | None, max_steps: int
) -> None:
    """Let players play a match of a rule sheet.

    SHEET is a file, or the name of a sheet that comes with Zermelo (`zermelo rules list`). A player that does not answer in time,
    or not with a legal move, gets a random one.
    """
    from zermelo.games.gdl.game import load_sheet
    from zermelo.games.gdl.ggp.match import play_match
    from zermelo.players import PlayerSpec

    start = load_sheet(sheet)
    print_note(sheet, start)
    words = [word.strip() for word in players.split(",")]
    if len(words) != len(start.seats):
        raise ZermeloError(f"{sheet} has the roles {', '.join(start.seats)}: name a player for each, not {len(words)}")
    specs = [PlayerSpec.parse(f"ggp:{word}" if "://" in word else word) for word in words]
    with ExitStack() as stack:
        seated = [spec.create(seed=seed + seat) for seat, spec in enumerate(specs)]
        for player in seated:
            stack.callback(player.close)
        file = stack.enter_context(_open_log(log)) if log is not None else None
        state = start
        clocks = {"start_clock": start_clock, "play_clock": play_clock}
        for number, step in enumerate(play_match(start, seated, **clocks, seed=seed, max_steps=max_steps), 1):
            state = step.state
            click.echo(f"{number:4}  " + "  ".join(step.moves))
            for each in step.substitutions:
                click.echo(f"      {start.seats[each.seat]} gets {each.move} at random: {each.reason}")
            if file is not None:
                record = {
                    "sheet": sheet,
                    "step": number,
                    "moves": step.moves,
                    "substitutions": [each._asdict() for each in step.substitutions],
                    "seconds": round(step.seconds, 3),
                    "goals": state.goals() if state.utility() is not None else None,
                }
                print(json.dumps(record), file=file, flush=True)
    if state.utility() is None:
        click.echo(f"The match ends without goals: it is not over after {format_count(max_steps, 'step')}.")
        return
    for role, spec, goal in zip(start.seats, specs, state.goals(), strict=True):
        click.echo(f"{role} ({spec}): {format_number(goal)}")


def _open_log(path: str) -> TextIO:
    try:
        return open(path, "a", encoding="utf-8")
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror or error}") from None
