"""How much each search looks at: nodes, static values and the events over fixed random trees.

The counts show what a right value hides: a cutoff that is missing, a window that is too wide, a limit that is off by one. They
change only when a search changes on purpose; `python -m tests.textbook.test_node_counts` prints them.
"""

from __future__ import annotations

from typing import Any
from zlib import crc32

import pytest

from zermelo.events import Event, encode
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.textbook import DECLARATIONS, SEARCHES
from zermelo.trees.generate import random_tree

CHANCE = {"chance": True}
THREE_PLAYERS = {"players": 3, "values": (0, 9)}
TREES = {"expectiminimax": CHANCE, "star1": CHANCE, "star2": CHANCE, "max_n": THREE_PLAYERS, "paranoid": THREE_PLAYERS}
TREES |= {"coalition": THREE_PLAYERS, "backward_induction": THREE_PLAYERS}
OPTIONS: dict[str, dict[str, Any]] = {
    "star1": {"bounds": (-9, 9)},
    "star2": {"bounds": (-9, 9)},
    "expectimax": {"opponent": "random"},
    "coalition": {"partners": (0, 2)},
    "mcts": {"simulations": 40, "seed": 1},
    "decoupled_uct": {"simulations": 40, "seed": 1},
    "regret_matching": {"simulations": 40, "seed": 1},
}
COUNTS = {
    "minimax": (556, 279, 1951528537),
    "alpha_beta": (629, 272, 2424699179),
    "negamax": (629, 272, 2670389291),
    "scout": (855, 366, 683982326),
    "aspiration": (432, 176, 1428313065),
    "deepening": (1357, 644, 3682136089),
    "sss_star": (276, 116, 1261548522),
    "mtdf": (396, 136, 1033506602),
    "transpositions": (618, 261, 835380410),
    "quiescence": (629, 272, 2424699179),
    "minimax_open": (556, 279, 4156302436),
    "expectimax": (556, 279, 477315974),
    "expectiminimax": (401, 201, 4012174214),
    "star1": (289, 128, 3434280730),
    "star2": (412, 194, 136007179),
    "max_n": (341, 165, 2637470376),
    "paranoid": (556, 251, 3632223142),
    "coalition": (510, 219, 4116627853),
    "backward_induction": (341, 165, 1210265284),
    "mcts": (147, 360, 2904),
    "decoupled_uct": (147, 360, 3042),
    "regret_matching": (118, 360, 3137),
}
"""Nodes, static values, and the checksum of the events."""


def counts(search: str) -> tuple[int, int, int]:
    """Search eight trees to the end and to depth 3, under both tie rules where there are two, and a game with transpositions."""
    names = {option.name for option in DECLARATIONS[search].options}
    states: list[Any] = [
        random_tree(seed, branching=(1, 3), depth=6, ragged=True, statics=True, **TREES.get(search, {}))  # type: ignore[arg-type]
        for seed in range(8)
    ]
    states.append(TicTacToe().play(4).play(0).play(8).play(2) if search not in TREES else states[0])
    limits: list[dict[str, Any]] = [{}, {"depth": 3}] if "depth" in names else [{}]
    rules: list[dict[str, Any]] = [{"ties": "equal"}, {"ties": "strict"}] if "ties" in names else [{}]
    events: list[Event] = []
    results = [
        SEARCHES[search](state, watch=events.append, **OPTIONS.get(search, {}), **limit, **rule)
        for state in states
        for limit in limits
        for rule in rules
    ]
    # The events of MCTS and its kin hold logarithms, whose last digit may differ between machines.
    checksum = len(events) if search in ("mcts", "decoupled_uct", "regret_matching") else crc32(encode(events))
    return sum(result.nodes for result in results), sum(result.evaluations for result in results), checksum


@pytest.mark.parametrize("search", SEARCHES)
def test_a_search_looks_at_as_much_as_before(search: str) -> None:
    assert counts(search) == COUNTS[search]


if __name__ == "__main__":
    print(*(f'    "{search}": {counts(search)},' for search in SEARCHES), sep="\n")
