"""zermelo lab: start the server of the lab's pages, and open a browser if there is one."""

from __future__ import annotations

import os
import re
import sys
import threading
import webbrowser
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import click

from zermelo.arena.store import Store
from zermelo.cli.sources import print_warning
from zermelo.games import TURN_GAMES, load_game
from zermelo.gdl.sheets import SIMULTANEOUS_SHEETS, sheet_names
from zermelo.lab.server.guard import LOOPBACK
from zermelo.lab.server.serve import bind, make_server
from zermelo.players import PlayerSpec, survey
from zermelo.players.suitability import PATIENCE
from zermelo.state import ZermeloError


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SPEC",
    help="A player to offer, as in bots.py:Clever or uci:stockfish; may be given several times.",
)
@click.option(
    "--store", metavar="FILE", help="A file of games of zermelo arena, whose tournaments the Arena page opens."
)
@click.option("--port", type=click.IntRange(1, 65535), help="The port to listen on; a free one by default.")
@click.option("--host", default=LOOPBACK[0], show_default=True, help="The address to listen on; others need a token.")
@click.option("--token", help="A password that visitors need: at least eight letters and digits.")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def lab(
    games: tuple[str, ...],
    players: tuple[str, ...],
    store: str | None,
    port: int | None,
    host: str,
    token: str | None,
    no_browser: bool,
) -> None:
    """Open the lab: see the search, play the games, in a browser.

    GAME is a game of your own as module:Class (found in the current directory too) or file.py:Class, to offer beside those of
    Zermelo. Programs and Python code run only if they are named here: pages cannot start others.
    """
    if token is not None and not re.fullmatch(r"[A-Za-z0-9_-]{8,200}", token):
        raise ZermeloError("--token must have at least eight characters, all of them letters, digits, - or _")
    own = {name: name for name in games if name not in TURN_GAMES}
    for name in own:
        start = load_game(name)
        survey(start).in_turns(start)
    for spec in players:
        PlayerSpec.parse(spec).create(patience=PATIENCE).close()
    if store is not None:
        Store(store, writes=False, on_damage=print_warning).close()
        store = str(Path(store).resolve())
    offered = {**TURN_GAMES, **own, **_sheets()}
    server = make_server(offered, players=players, host=host, token=token, store=store)
    listening = bind(host, port)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listening.getsockname()[1]}/" + (f"?token={token}" if token else "")
    click.echo(f"The lab is open at {address} (Ctrl-C closes it).")
    if not no_browser and _has_browser():
        # Starting a browser may take a while, and it may ask for the page before the call returns.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])
    click.echo("The lab is closed.")


def _sheets() -> dict[str, str]:
    """Return the rule sheets in which roles take turns, if they can be played here."""
    if find_spec("clingo") is None:
        return {}
    return {f"{name}.kif": f"{name}.kif" for name in sheet_names() if name not in SIMULTANEOUS_SHEETS}


def _has_browser() -> bool:
    """Whether a browser window can be opened; browsers in the terminal do not count."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True
