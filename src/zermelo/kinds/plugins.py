"""What a game brings beside its rules, such as endgame tables or a notation of whole games, loaded when it is asked for.

A class names the places in `plugins`, as "module:name":

    plugins = {"ballots": "zermelo.games.checkers.ballots:ballots_of"}

These are asked for:

    tables        `EndgameTables`: exact values of positions with few pieces, which `zermelo table` builds and searches probe
    proof         a `FileProofs`: proofs of exact values in files
    ballots       a function of the first state: the openings that tournaments draw from, as moves
    preparation   a function of the first state, seconds and cancel: what to do before the first move; returns moves by state
    epd, obf      a function of a line of that format and the class: the position, its name, the best moves, those to avoid
    sgf           `SgfGames`: how game trees are read as games and written
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any


def plugin(game: Any, name: str) -> Any:
    """Return what the class of a state, or a class, brings under a name; None if it brings nothing.

    >>> from zermelo.games.checkers import Checkers
    >>> len(plugin(Checkers(), "ballots")(Checkers())), plugin(Checkers(), "sgf")
    (156, None)
    """
    places = getattr(game, "plugins", None)
    place = places.get(name) if isinstance(places, Mapping) else None
    return _load(place) if isinstance(place, str) else None


@cache
def _load(place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)
