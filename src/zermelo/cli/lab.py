"""zermelo lab: start the server of the lab's pages, and open a browser if there is one."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import click

from zermelo.arena.store import Store
from zermelo.catalogue import TURN_GAMES, load_game
from zermelo.games.gdl.sheets import SIMULTANEOUS_SHEETS, sheet_names
from zermelo.kinds.kind import Unsuitable
from zermelo.lab.catalogue import SURVEY_SECONDS
from zermelo.lab.server.guard import LOOPBACK
from zermelo.lab.server.serve import bind, make_server
from zermelo.players import PlayerSpec, survey
from zermelo.players.suitability import PATIENCE
from zermelo.state import ZermeloError
from zermelo.terminal.completion import complete_files, complete_players
from zermelo.terminal.sources import print_warning

GAME_SECONDS = 10.0
"""Seconds after which a game that does not answer is not offered."""


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_files)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="SPEC",
    shell_complete=complete_players,
    help="A player to offer, as in bots.py:Clever or uci:stockfish; may be given several times.",
)
@click.option(
    "--store",
    metavar="FILE",
    shell_complete=complete_files,
    help="A file of games of zermelo arena, whose tournaments the Arena page opens.",
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
    own = {name: name for name in playable(name for name in games if name not in TURN_GAMES)}
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


def playable(names: Iterable[str]) -> Iterator[str]:
    """Yield the games that can be played on the pages, and print why the others cannot; raise if one breaks."""
    for name in names:
        try:
            with _time_limit(GAME_SECONDS):
                start = load_game(name)
                survey(start, seconds=SURVEY_SECONDS).in_turns(start)
        except Unsuitable as reason:
            print_warning(f"{name} is not offered: {reason}")
        except _Hang:
            print_warning(
                f"{name} is not offered: it does not answer within {GAME_SECONDS:g} seconds when it is played at random"
            )
        else:
            yield name


class _Hang(BaseException):
    """The time is up. No code of a game that catches its own errors catches this."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raise _Hang in the block after this time, where the platform has alarms."""

    def ring(*_: object) -> None:
        raise _Hang

    if not hasattr(signal, "setitimer"):
        yield
        return
    usual = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, usual)


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
