"""The players that search: the engine at a level or by the clock, by deepening or by random games, and textbook searches at a
depth."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from zermelo.engine import rollouts, search
from zermelo.limits import Limits
from zermelo.players.choice import Choice, from_pass, from_result
from zermelo.players.request import Request
from zermelo.result import Result
from zermelo.textbook import alpha_beta, expectiminimax, minimax

LEVELS: dict[int, dict[str, Any]] = {
    **{level: {"depth": depth} for level, depth in enumerate((1, 2, 4, 6, 9), 1)},
    **{level: {"seconds": seconds} for level, seconds in enumerate((0.5, 1.0, 3.0, 10.0), 6)},
}
"""What each level of the engine may spend."""
MAX_DEPTH = 40
MOMENT = 0.001
TABLE = 32
"""Megabytes; a player thinks for seconds, not for hours."""
MOST_ROUNDS = 1_000_000
"""Random games where the clock decides: the engine's tree grows to about so many positions and no further."""


def engine(request: Request) -> Choice:
    """The native engine: at a level, or for so many seconds."""
    spends = {} if request.by_clock else dict(LEVELS[request.strength])
    seconds = min((each for each in (request.seconds, spends.pop("seconds", None)) if each is not None), default=None)
    tell = request.on_progress

    def on_depth(each: Any) -> None:
        if tell is not None:
            tell(from_pass(each))

    lines = request.lines or len(request.state.moves())
    result = search(
        request.state,
        seconds=seconds,
        lines=lines,
        table=TABLE,
        past=request.past,
        cancel=request.cancel,
        on_depth=on_depth,
        **spends,
    )
    choice = from_result(result)
    # Where there is a payoff for each player, the engine's value is that of the one to move, and a choice speaks of MAX.
    return choice if result.method == "engine" else replace(choice, value=None, moves=())


def textbook(search: Callable[..., Result]) -> Callable[[Request], Choice]:
    """A textbook search that looks so many moves ahead, or by the clock one move further each time. A game without static
    values of its own is taken to be even at the horizon."""

    def choose(request: Request) -> Choice:
        static = None if hasattr(request.state, "evaluate") else _even
        if not request.by_clock or request.seconds is None:
            limits = Limits(seconds=request.seconds, cancel=request.cancel)
            return from_result(search(request.state, depth=request.strength, evaluate=static, limits=limits))
        end = perf_counter() + request.seconds
        best = Choice(move=None)
        for depth in range(1, MAX_DEPTH + 1):
            limits = Limits(seconds=max(end - perf_counter(), MOMENT), cancel=request.cancel)
            result = search(request.state, depth=depth, evaluate=static, limits=limits)
            if result.stopped == "complete" and result.nodes == best.nodes:
                return replace(best, sure=True)  # there is nothing further down
            if best.move is None or result.stopped == "complete":
                best = from_result(result)
            if result.stopped != "complete":
                break
            if request.on_progress is not None:
                request.on_progress(best)
        return best

    return choose


def playouts(request: Request) -> Choice:
    """Monte-Carlo tree search with so many random games, or as many as the clock allows."""
    rounds = MOST_ROUNDS if request.by_clock else request.strength
    found = rollouts(
        request.state, rounds=rounds, plies=None, seed=request.seed, seconds=request.seconds, cancel=request.cancel
    )
    return from_result(found)


def _even(_: object) -> int:
    return 0


MINIMAX, ALPHA_BETA, EXPECTIMINIMAX = textbook(minimax), textbook(alpha_beta), textbook(expectiminimax)
