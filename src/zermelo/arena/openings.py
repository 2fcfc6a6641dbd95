"""Openings for pairs of games: random moves, the ballots of checkers, or the positions of a file."""

from __future__ import annotations

import os
from pathlib import Path

from zermelo.arena.games import Opening
from zermelo.catalogue import games_with
from zermelo.files import read_text_file
from zermelo.kinds.plugins import plugin
from zermelo.records.positions import parse_position, position_in_line
from zermelo.registry import format_choice
from zermelo.state import State, ZermeloError

MOST_OPENINGS = 1_000_000


def read_openings(game: str, start: State, text: str) -> int | tuple[Opening, ...]:
    """Return the openings that a text names.

    Parameters
    ----------
    game
        The name of the game, as `zermelo.games.load_game` takes it.
    start
        Where games begin if the openings are moves.
    text
        How many random moves, as in "2"; "ballots", the three-move openings of checkers; or a file with a position in each line
        (EPD, FEN or the game's own notation; empty lines and lines that begin with # do not count).

    Raises
    ------
    ZermeloError
        If the text is none of these, or a line is not a position; the error names the line.

    >>> from zermelo.games.nim import Nim
    >>> read_openings("nim", Nim(), "3")
    3
    """
    if text == "ballots":
        ballots_of = plugin(start, "ballots")
        if ballots_of is None:
            raise ZermeloError(
                f"ballots are openings of {format_choice(games_with('ballots'))}, not of {type(start).__name__}"
            )
        return tuple(Opening(None, moves) for moves in ballots_of(start))
    if text.removeprefix("-").isdecimal() and len(text) < 10:
        return int(text)
    path = Path(text)
    if not os.path.isfile(path):
        raise ZermeloError(f"an opening is a number of random moves, ballots or a file of positions, not {text[:40]!r}")
    openings = []
    for number, line in enumerate(read_text_file(path).splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            openings.append(_opening(game, line.strip(), f"{path}, line {number}"))
        if len(openings) > MOST_OPENINGS:
            raise ZermeloError(f"{path} has more than {MOST_OPENINGS:,} openings")
    if not openings:
        raise ZermeloError(f"{path} has no position in it")
    return tuple(openings)


def _opening(game: str, line: str, place: str) -> Opening:
    try:
        position = position_in_line(game, line)
        over = parse_position(game, position).utility() is not None
    except ZermeloError as error:
        raise ZermeloError(f"{place}: {error}") from None
    if over:
        raise ZermeloError(f"{place}: the game is over in this position")
    return Opening(position)
