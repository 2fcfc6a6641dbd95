"""The player that asks Monte-Carlo tree search: a number of simulations, or as many as the clock allows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import perf_counter

from msgspec.structs import replace

from zermelo.engine import Table
from zermelo.methods import search
from zermelo.players.choice import Choice, for_max, to_choice
from zermelo.players.clock import Reserve
from zermelo.players.player import BasePlayer, PlayerKind, Request, Settings
from zermelo.players.random import draw_strategy, move_seed
from zermelo.registry import ANY_GAME, Option
from zermelo.result import Pass, Result, RootMove
from zermelo.state import MIN

DRAWN_PLIES = 30
"""Moves of the game that are drawn where there is a temperature, as in AlphaGo Zero (Silver and others 2017)."""


class MctsPlayer(BasePlayer):
    """Plays the move that Monte-Carlo tree search visits most, and keeps the tree below it for the next one. Where players move at
    the same time, it draws a move by the strategy that the search has found."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        temperature, resign = (*settings.values[1:], 0, 0)[:2]
        self._temperature, self._resign = float(temperature), float(resign)
        self._was_lost = False
        self._simulations = None if settings.seconds is not None else int(settings.values[0])
        self._table = Table(1)
        self._reserve = Reserve()

    def answer(self, request: Request) -> Choice:
        state, past, clock, on_progress, cancel, seat = request
        began = perf_counter()
        allowed = self._reserve.allow(clock.left[request.mover], clock.increment).enough if clock.left else None
        limits = (self._settings.seconds, clock.seconds, allowed)

        def report(so_far: Pass) -> None:
            if on_progress is not None and seat is None:
                on_progress(to_choice(so_far))

        seed = move_seed(self._settings.seed, len(past), seat)
        result = search(
            state,
            method="mcts",
            simulations=self._simulations,
            rewards="win" if self._resign and seat is None else None,
            seed=seed,
            evaluate=self._settings.evaluate,
            seconds=min((each for each in limits if each is not None), default=None),
            table=self._table,
            on_depth=report,
            cancel=cancel,
        )
        if allowed is not None:
            self._reserve.spend(allowed, perf_counter() - began)
        if seat is not None:
            return draw_strategy(result, seat, seed)
        choice = to_choice(result)
        if self._temperature and len(past) < DRAWN_PLIES and result.bound == "estimate" and result.moves:
            drawn = draw_by_visits(result.moves, self._temperature, seed)
            choice = replace(choice, move=drawn.move, line=drawn.line, value=for_max(drawn.value))
        # One search may be unlucky.
        was_lost, self._was_lost = self._was_lost, is_lost(result, state.player, self._resign)
        return replace(choice, resigns=True) if was_lost and self._was_lost else choice


def draw_by_visits(moves: Sequence[RootMove], temperature: float, seed: int) -> RootMove:
    """Draw a move with a probability in proportion to visits ** (1 / temperature)."""
    most = max(move.visits or 0 for move in moves)
    weights = [((move.visits or 0) / most) ** (1 / temperature) for move in moves]
    return Random(seed).choices(moves, weights)[0]


def is_lost(result: Result, player: int, threshold: float) -> bool:
    """Return whether the expected score of the player to move is below a threshold from 0 to 1, where wins were counted."""
    if not result.moves or result.moves[0].win_rate is None:
        return False
    score = result.moves[0].win_rate
    return (1 - score if player == MIN else score) < threshold


MCTS = PlayerKind(
    name="mcts",
    title="Monte-Carlo tree search",
    summary="The move that random games from here favour.",
    suits=ANY_GAME,
    create=MctsPlayer,
    options=(
        Option("simulations", "integer", "Random games for every move.", 1_000, least=10, most=100_000),
        Option(
            "temperature", "number", "Draw the first moves by their visits; 0 is the best move.", 0, least=0, most=10
        ),
        Option("resign", "number", "Resign if the expected score stays below this; 0 is never.", 0, least=0, most=1),
    ),
    timed=True,
)
