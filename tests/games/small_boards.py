"""Boards that tests of many positions play on."""

from __future__ import annotations

from zermelo.games import load_game
from zermelo.games.go import Go
from zermelo.games.hex import Hex
from zermelo.state import State

_SMALL = {"go": Go(size=5), "hex": Hex(size=6)}


def small_board(slug: str) -> State:
    """Return the start of a game; of one with hundreds of moves in a position that on a smaller board."""
    return _SMALL.get(slug) or load_game(slug)
