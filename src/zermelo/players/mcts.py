"""The player that asks Monte-Carlo tree search: a number of simulations, or as many as the clock allows."""

from __future__ import annotations

from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.player import BasePlayer, PlayerKind, PlayerOption, Request, Settings
from zermelo.players.random import move_seed

MOST_SIMULATIONS = 1_000_000
"""Simulations where the clock decides: the tree grows to about this many states and no further."""


class MctsPlayer(BasePlayer):
    """Plays the move that Monte-Carlo tree search visits most; simulations go on to the end of the game."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        by_clock = settings.seconds is not None
        self._simulations = MOST_SIMULATIONS if by_clock else int(settings.values[0])

    def answer(self, request: Request) -> Choice:
        seconds = min(
            (each for each in (self._settings.seconds, request.clock.seconds) if each is not None), default=None
        )
        result = search(
            request.state,
            method="mcts",
            simulations=self._simulations,
            plies=None,
            seed=move_seed(self._settings.seed, len(request.past)),
            evaluate=self._settings.evaluate,
            seconds=seconds,
            cancel=request.cancel,
        )
        return to_choice(result)


MCTS = PlayerKind(
    name="mcts",
    title="Monte-Carlo tree search",
    summary="The move that random games from here favour.",
    create=MctsPlayer,
    options=(PlayerOption("simulations", "integer", "Random games for every move.", 1_000, least=10, most=100_000),),
    timed=True,
)
