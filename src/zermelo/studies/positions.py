"""Positions of the games that come with Zermelo, drawn at random from a seed."""

from __future__ import annotations

from random import Random
from typing import Any

from zermelo.catalogue import game_class, load_game
from zermelo.kinds.profile import game_profile

GAMES = ("connect_four", "othello", "checkers", "breakthrough", "chess")
"""The five games of the studies: two players, native, with static values."""
WITHOUT = {"checkers": ("knowledge",), "chess": ("knowledge",)}
"""Parts of the engine that are switched off: results must not depend on the endgame tables that are installed."""
SELECTIVE = ("extensions", "reductions", "null_move", "futility", "probcut")
"""Parts that make some lines longer or shorter than the depth; without them a depth means what it says, quiescence apart."""


def title_of(game: str) -> str:
    """Return the name of a game as people write it.

    >>> title_of("connect_four")
    'Connect Four'
    """
    return game_profile(game_class(game)).title


def random_positions(game: str, seed: int, count: int, plies: int) -> list[Any]:
    """Return positions after so many random moves, none of them an end of the game."""
    return [_random_position(game, Random(f"{seed} {game} {number}"), plies) for number in range(count)]


def _random_position(game: str, random: Random, plies: int) -> Any:
    while True:
        state: Any = load_game(game)
        for _ in range(plies):
            state = state.play(random.choice(list(state.moves())))
            if state.utility() is not None:
                break
        else:
            return state
