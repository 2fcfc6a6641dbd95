"""The player that asks Monte-Carlo tree search: a number of simulations, or as many as the clock allows."""

from __future__ import annotations

from zermelo.engine import Table
from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.clock import allow
from zermelo.players.player import BasePlayer, PlayerKind, PlayerOption, Request, Settings
from zermelo.players.random import move_seed
from zermelo.result import Pass


class MctsPlayer(BasePlayer):
    """Plays the move that Monte-Carlo tree search visits most, and keeps the tree below it for the next one."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._simulations = None if settings.seconds is not None else int(settings.values[0])
        self._table = Table(1)

    def answer(self, request: Request) -> Choice:
        state, past, clock, on_progress, cancel = request
        allowed = allow(clock.left[state.player], clock.increment).enough if clock.left else None
        limits = (self._settings.seconds, clock.seconds, allowed)

        def report(so_far: Pass) -> None:
            if on_progress is not None:
                on_progress(to_choice(so_far))

        result = search(
            state,
            method="mcts",
            simulations=self._simulations,
            seed=move_seed(self._settings.seed, len(past)),
            evaluate=self._settings.evaluate,
            seconds=min((each for each in limits if each is not None), default=None),
            table=self._table,
            on_depth=report,
            cancel=cancel,
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
