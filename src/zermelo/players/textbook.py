"""The players that ask a textbook search: to a depth, or one move deeper each time while the clock allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from zermelo.players.choice import Choice, to_choice
from zermelo.players.player import BasePlayer, Cancel, PlayerKind, Request, Settings
from zermelo.players.random import move_seed
from zermelo.registry import TWO_PLAYERS, WITH_CHANCE, Option, Suits
from zermelo.result import Result
from zermelo.state import MIN, State
from zermelo.textbook import alpha_beta, expectiminimax, minimax

MAX_DEPTH = 40
_LEAST_SECONDS = 0.001


class TextbookPlayer(BasePlayer):
    """Plays by a textbook search. A game without static values counts as even at the horizon.

    The search takes the moves at the root in an order that the seed draws, so that the first of several best moves is any of them.
    """

    def __init__(self, search: Callable[..., Result], settings: Settings) -> None:
        self._search, self._settings = search, settings

    def answer(self, request: Request) -> Choice:
        state, past, clock, on_progress, cancel, _ = request
        look = partial(self._look, state, _in_random_order(state, move_seed(self._settings.seed, len(past))))
        if self._settings.seconds is None:
            depth = min(int(self._settings.values[0]), clock.depth or MAX_DEPTH)
            return to_choice(look(depth, clock.seconds, cancel))
        end = perf_counter() + min(self._settings.seconds, clock.seconds or self._settings.seconds)
        best = Choice(move=None)
        for depth in range(1, min(MAX_DEPTH, clock.depth or MAX_DEPTH) + 1):
            result = look(depth, max(end - perf_counter(), _LEAST_SECONDS), cancel)
            if result.stopped == "complete" and result.nodes == best.nodes:
                return replace(best, sure=True)  # there is nothing further down
            if best.move is None or result.stopped == "complete":
                best = to_choice(result)
            if result.stopped != "complete":
                break
            if on_progress is not None:
                on_progress(best)
        return best

    def _look(self, state: State, moves: list[Any], depth: int, seconds: float | None, cancel: Cancel | None) -> Result:
        evaluate = self._settings.evaluate or (None if hasattr(state, "evaluate") else _even)

        def order(at: State) -> Sequence[Any]:
            return moves if at is state else at.moves()

        return self._search(state, depth=depth, order=order, evaluate=evaluate, seconds=seconds, cancel=cancel)


def _even(_: object) -> int:
    return 0


def _in_random_order(state: Any, seed: int) -> list[Any]:
    """Return the moves in an order drawn by the seed, those that win at once first, and last those that let the other player do so.

    A static value may be as large as a payoff, but is only a guess.
    """
    player, moves = state.player, list(state.moves())
    Random(seed).shuffle(moves)

    def worth(at: Any) -> Any:
        payoff = at.utility()
        if isinstance(payoff, tuple):
            return payoff[player]
        return 0 if payoff is None else -payoff if player == MIN else payoff

    def urgency(move: Any) -> int:
        child = state.play(move)
        if child.utility() is not None:
            return 1 if worth(child) > 0 else 0
        return -1 if child.player == 1 - player and any(worth(child.play(reply)) < 0 for reply in child.moves()) else 0

    return sorted(moves, key=urgency, reverse=True)


def _declare(
    search: Callable[..., Result], title: str, summary: str, suits: Suits, depth: int, most: int
) -> PlayerKind:
    return PlayerKind(
        name=search.__name__,
        title=title,
        summary=summary,
        create=partial(TextbookPlayer, search),
        suits=suits,
        options=(Option("depth", "integer", "Moves to look ahead.", depth, least=1, most=most),),
        timed=True,
    )


MINIMAX = _declare(minimax, "Minimax", "Looks at every line of play to a depth.", TWO_PLAYERS, 3, 12)
ALPHA_BETA = _declare(alpha_beta, "Alpha-beta", "Looks to a depth, and prunes.", TWO_PLAYERS, 4, 16)
EXPECTIMINIMAX = _declare(
    expectiminimax, "Expectiminimax", "Looks to a depth, and averages over chance.", WITH_CHANCE, 3, 12
)
