"""The players that ask a textbook search: to a depth, or one move deeper each time while the clock allows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import perf_counter

from msgspec.structs import replace

from zermelo.players.choice import Choice, to_choice
from zermelo.players.player import BasePlayer, Cancel, PlayerKind, PlayerOption, Request, Settings
from zermelo.registry import TWO_PLAYERS, WITH_CHANCE, Suits
from zermelo.result import Result
from zermelo.state import State
from zermelo.textbook import alpha_beta, expectiminimax, minimax

MAX_DEPTH = 40
_LEAST_SECONDS = 0.001


class TextbookPlayer(BasePlayer):
    """Plays by a textbook search. A game without static values counts as even at the horizon."""

    def __init__(self, search: Callable[..., Result], settings: Settings) -> None:
        self._search, self._settings = search, settings

    def answer(self, request: Request) -> Choice:
        state, _, clock, on_progress, cancel, _ = request
        if self._settings.seconds is None:
            depth = min(int(self._settings.values[0]), clock.depth or MAX_DEPTH)
            return to_choice(self._look(state, depth, clock.seconds, cancel))
        end = perf_counter() + min(self._settings.seconds, clock.seconds or self._settings.seconds)
        best = Choice(move=None)
        for depth in range(1, min(MAX_DEPTH, clock.depth or MAX_DEPTH) + 1):
            result = self._look(state, depth, max(end - perf_counter(), _LEAST_SECONDS), cancel)
            if result.stopped == "complete" and result.nodes == best.nodes:
                return replace(best, sure=True)  # there is nothing further down
            if best.move is None or result.stopped == "complete":
                best = to_choice(result)
            if result.stopped != "complete":
                break
            if on_progress is not None:
                on_progress(best)
        return best

    def _look(self, state: State, depth: int, seconds: float | None, cancel: Cancel | None) -> Result:
        evaluate = self._settings.evaluate or (None if hasattr(state, "evaluate") else _even)
        return self._search(state, depth=depth, evaluate=evaluate, seconds=seconds, cancel=cancel)


def _even(_: object) -> int:
    return 0


def _declare(
    search: Callable[..., Result], title: str, summary: str, suits: Suits, depth: int, most: int
) -> PlayerKind:
    return PlayerKind(
        name=search.__name__,
        title=title,
        summary=summary,
        create=partial(TextbookPlayer, search),
        suits=suits,
        options=(PlayerOption("depth", "integer", "Moves to look ahead.", depth, least=1, most=most),),
        timed=True,
    )


MINIMAX = _declare(minimax, "Minimax", "Looks at every line of play to a depth.", TWO_PLAYERS, 3, 12)
ALPHA_BETA = _declare(alpha_beta, "Alpha-beta", "Looks to a depth, and prunes.", TWO_PLAYERS, 4, 16)
EXPECTIMINIMAX = _declare(
    expectiminimax, "Expectiminimax", "Looks to a depth, and averages over chance.", WITH_CHANCE, 3, 12
)
