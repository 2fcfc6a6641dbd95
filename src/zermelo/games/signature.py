"""The node-count signature: a fixed set of searches whose nodes change only when the engine does, on purpose."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from zermelo.catalogue import game_class
from zermelo.engine.alpha_beta import alpha_beta
from zermelo.engine.backends import backend_of
from zermelo.engine.method import Call
from zermelo.engine.request import make_request
from zermelo.engine.solve import solve

POSITIONS = {
    "connect_four": ["", "4444", "32164625", "274552224131661"],
    "othello": ["f5d6c3", "f5d6c3d3c4f4f6"],
    "chess": [
        "e2e4",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    ],
    "antichess": ["e2e3"],
    "checkers": ["11-15 23-19 8-11", "B:W18,21,27,28,K30:B5,9,12,13,K22"],
}
DEPTH = {"connect_four": 12, "othello": 7, "chess": 11, "antichess": 6, "checkers": 13}
WITHOUT = {"chess": ("knowledge",), "checkers": ("knowledge",)}
"""The signature must not depend on the endgame tables that are installed."""
SOLVED = {"connect_four": ["2252576253462244111563365343671351441", "5554224333234511764415115"]}


class Row(NamedTuple):
    game: str
    position: str
    nodes: int
    seconds: float


def measure(games: Collection[str] = tuple(POSITIONS)) -> list[Row]:
    """Search every position on one thread with a fresh table."""
    rows = []
    for game in games:
        face = game_class(game)
        for position in POSITIONS[game]:
            call = Call(backend=backend_of(face(position)), request=make_request(depth=DEPTH[game]), table=16)
            result = alpha_beta(call, without=WITHOUT.get(game, ()))
            rows.append(Row(game, f"search {position or 'start'}", result.nodes, result.seconds))
        for position in SOLVED.get(game, []):
            result = solve(face(position), table=16)
            rows.append(Row(game, f"solve {position}", result.nodes, result.seconds))
    return rows
