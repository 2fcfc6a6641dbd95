"""The player that asks Monte-Carlo tree search: so many simulations, or as many as the clock allows."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.methods import search
from zermelo.players.choice import Choice, from_result
from zermelo.players.clock import UNLIMITED, Clock
from zermelo.players.player import BasePlayer, Cancel, OnProgress, Option, PlayerKind, Settings
from zermelo.players.random import move_seed
from zermelo.state import State

MOST_SIMULATIONS = 1_000_000
"""Simulations where the clock decides: the tree grows to about so many states and no further."""


class MctsPlayer(BasePlayer):
    """Plays the move that Monte-Carlo tree search visits most; simulations go on to the end of the game."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        by_clock = settings.seconds is not None
        self._simulations = MOST_SIMULATIONS if by_clock else int(settings.values[0])

    def choose(
        self,
        state: State,
        past: Sequence[State] = (),
        clock: Clock = UNLIMITED,
        on_progress: OnProgress | None = None,
        cancel: Cancel | None = None,
    ) -> Choice:
        seconds = min((each for each in (self._settings.seconds, clock.seconds) if each is not None), default=None)
        result = search(
            state,
            method="mcts",
            simulations=self._simulations,
            plies=None,
            seed=move_seed(self._settings.seed, len(past)),
            evaluate=self._settings.evaluate,
            seconds=seconds,
            cancel=cancel,
        )
        return from_result(result)


MCTS = PlayerKind(
    name="mcts",
    title="Monte-Carlo tree search",
    summary="The move that random games from here favour.",
    create=MctsPlayer,
    options=(Option("simulations", 1_000, 10, 100_000),),
    timed=True,
)
