"""A small store of games, as `zermelo arena --store` writes it, without playing long."""

from __future__ import annotations

from pathlib import Path

from zermelo.arena.games import PlayedGame
from zermelo.arena.schedule import RoundRobin
from zermelo.arena.store import Store
from zermelo.arena.tournament import Event, run_event
from zermelo.games import load_game
from zermelo.players import PlayerSpec

EVENT = 1
GAMES = 120


def write_store(path: Path) -> None:
    """Write an event of tic-tac-toe, and one of a game that no lab has."""
    players = tuple(map(PlayerSpec.parse, ("reflex", "mcts:10", "random")))
    with Store(path) as store:
        run_event(
            Event(load_game("tic_tac_toe"), players, RoundRobin(GAMES // 3), game="tic_tac_toe", seed=1), store=store
        )
        number = store.event({"game": "nowhere:Game", "start": ""})
        store.add(number, PlayedGame(key="1", round=1, number=1, players=("a", "b"), points=(1.0, 0.0)))
