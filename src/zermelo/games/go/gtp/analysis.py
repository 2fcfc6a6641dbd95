"""What a search of a Go position found, as the analysis commands of Leela Zero and KataGo write it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from zermelo.games.go.rules import Go
from zermelo.players.choice import for_max
from zermelo.protocols.gtp import root_moves, win_rate
from zermelo.result import Pass, Result, RootMove
from zermelo.state import ZermeloError

Style = Literal["lz", "kata"]
_SURE = 1.96
_SKIPPED = {"avoid": 3, "allow": 3}
"""Words of the analysis commands that are understood and left out, with the number of words after them; others have one."""


@dataclass
class Asked:
    """The arguments of an analysis command: whose turn it is, the seconds between reports, and how many moves to report."""

    player: int | None = None
    interval: float = 1.0
    most: int = 361


def read_arguments(words: Sequence[str], colours: dict[str, int]) -> Asked:
    """Read the arguments of an analysis command: a colour, centiseconds, and pairs of a word and its value.

    >>> read_arguments("b interval 50 maxmoves 3".split(), {"b": 0})
    Asked(player=0, interval=0.5, most=3)
    """
    asked, rest = Asked(), list(words)
    if rest and rest[0].lower() in colours:
        asked.player = colours[rest.pop(0).lower()]
    if rest and rest[0].isdecimal():
        rest.insert(0, "interval")
    while rest:
        name = rest.pop(0).lower()
        count = _SKIPPED.get(name, 1)
        values, rest = rest[:count], rest[count:]
        if len(values) < count:
            raise ZermeloError("syntax error")
        if name in ("interval", "maxmoves"):
            if not (values[0].isascii() and values[0].isdecimal() and len(values[0]) <= 6):
                raise ZermeloError("syntax error")
            number = int(values[0])
            if name == "interval":
                asked.interval = max(number / 100, 0.01)
            else:
                asked.most = max(number, 1)
    return asked


def info_line(state: Go, found: Pass[Any] | Result[Any], style: Style, most: int) -> str:
    """Return one line with all moves: visits, win rates of the player to move, and the lines that they begin."""
    moves = [each for each in root_moves(found) if each.visits or each.move == found.move]
    priors: dict[str, float] = state.native.priors()
    return " ".join(
        _info(state, each, order, priors.get(each.move, 0.0), style) for order, each in enumerate(moves[:most])
    )


def _info(state: Go, move: RootMove[Any], order: int, prior: float, style: Style) -> str:
    rate, visits = win_rate(state, move), move.visits or 1
    lower = max(rate - _SURE * sqrt(max(rate * (1 - rate), 0.0) / visits), 0.0)
    line = " ".join(move.line or (move.move,))
    if style == "lz":
        numbers = f"winrate {_share(rate)} prior {_share(prior)} lcb {_share(lower)}"
    else:
        points = (for_max(move.value) or 0.0) * (1 if state.player == 0 else -1) + 0.0  # no minus before a zero
        numbers = f"winrate {rate:.4f} scoreMean {points:.2f} scoreLead {points:.2f} prior {prior:.4f} lcb {lower:.4f}"
    return f"info move {move.move} visits {visits} {numbers} order {order} pv {line}"


def _share(number: float) -> int:
    return round(10_000 * number)
