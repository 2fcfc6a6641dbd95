"""zermelo uci: the engine for chess programs."""

from __future__ import annotations

import sys

import click


@click.command()
def uci() -> None:
    """Speak the Universal Chess Interface on standard input and output."""
    from zermelo.games.chess.uci.engine import Uci

    Uci().run(iter(sys.stdin.readline, ""))
