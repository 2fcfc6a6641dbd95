"""The node-count signature: a fixed set of searches whose nodes change only when the engine does, on purpose."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.engine.searching import Table, search
from zermelo.engine.solving import solve
from zermelo.games import load

POSITIONS = {
    "connect_four": ["", "4444", "32164625", "274552224131661"],
    "othello": ["f5d6c3", "f5d6c3d3c4f4f6"],
}
DEPTH = {"connect_four": 12, "othello": 7}
SOLVED = {"connect_four": ["2252576253462244111563365343671351441", "5554224333234511764415115"]}


class Row(NamedTuple):
    game: str
    position: str
    nodes: int
    seconds: float


def measure() -> list[Row]:
    """Searches every position anew, on one thread with a table of its own."""
    rows = []
    for game, positions in POSITIONS.items():
        face = load(game)
        for position in positions:
            result = search(face(position), depth=DEPTH[game], table=Table(16))
            rows.append(Row(game, f"search {position or 'start'}", result.nodes, result.seconds))
        for position in SOLVED.get(game, []):
            result = solve(face(position), table=16)
            rows.append(Row(game, f"solve {position}", result.nodes, result.seconds))
    return rows
