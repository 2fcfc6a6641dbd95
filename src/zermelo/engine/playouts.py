"""`rollouts`: Monte-Carlo tree search at native speed, of any number of players: natively throughout over games that have it
(Pac-Man, compiled ones and those of libraries), over the states as Python sees them in any other game."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, sqrt
from typing import Any

from zermelo._core import playouts_python
from zermelo.engine.allies import explaining
from zermelo.engine.declarations import MCTS
from zermelo.engine.expecting import mean_worth, native_form
from zermelo.engine.request import (
    Evaluation,
    check_function,
    interrupted_softly,
    is_judged,
    make_request,
    native_evaluation,
)
from zermelo.game_errors import explain_game_errors
from zermelo.games.faces import NativeState
from zermelo.limits import MAX_PLIES
from zermelo.result import Result, RootMove
from zermelo.state import CHANCE, Payoff, State, ZermeloError, count_moves, format_number

PLIES = 60
"""After so many moves a random game is judged: a whole game of Pac-Man played at random nearly always ends badly."""


def rollouts(
    state: State,
    *,
    rounds: int = 1000,
    plies: int | None = PLIES,
    exploration: float = sqrt(2),
    seed: int = 0,
    evaluate: Evaluation | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """Monte-Carlo tree search: the most visited move after `rounds` random games, each judged after `plies` moves, or at
    its end if `plies` is None or there are no static values. `value` is what the move brings on average: MAX's number, or one
    payoff per player.

    >>> from zermelo.games.coins import Coins
    >>> found = rollouts(Coins((2, 1, 9)), rounds=50)
    >>> found.move, round(sum(found.value))
    ('last', 12)
    """
    for name, number in (("rounds", rounds), ("plies", plies)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise ZermeloError(f"{name} must be a whole number from 1 up, not {number}")
    if not (isfinite(exploration) and exploration >= 0):
        raise ZermeloError(f"exploration must be a number from 0 up, not {format_number(exploration)}")
    request = make_request(seconds=seconds, cancel=cancel)
    drawn = seed & (2**64 - 1)
    if isinstance(state, NativeState) and hasattr(state.native, "playouts"):
        game = native_form(state, "playouts")
        weights, function = native_evaluation(game, evaluate, 1)
        with explaining(game, MCTS):
            found = game.native.playouts(request, rounds, plies or 0, exploration, drawn, weights, function)
    else:
        found = _over_python(state, request, rounds, plies, exploration, drawn, evaluate)
    if found["endless"]:
        raise ZermeloError(f"a random game had not ended after {MAX_PLIES:,} moves; ask zermelo.check")
    return _result(state, found)


def _over_python(
    state: State,
    request: dict[str, Any],
    rounds: int,
    plies: int | None,
    exploration: float,
    seed: int,
    evaluate: Evaluation | None,
) -> dict[str, Any]:
    check_function(evaluate)
    with explain_game_errors(state):
        if state.utility() is not None:
            raise ZermeloError("the game is over, and there is nothing to search")
        count_moves(state.moves())
        judged = (plies or 0) if is_judged(state, evaluate) else 0
        with explaining(state, MCTS), interrupted_softly(request) as told:
            return told(playouts_python(state, request, rounds, judged, exploration, seed, evaluate))


def _result(state: State, found: dict[str, Any]) -> Result:
    moves = tuple(
        RootMove(move=move, value=_mean(mean), bound="estimate", visits=visits) for move, mean, visits in found["moves"]
    )
    value: Payoff | None = None
    line: tuple[Any, ...] = ()
    if moves and state.player == CHANCE:
        rounds = sum(visits for _, _, visits in found["moves"])
        value = _mean(mean_worth([(visits / rounds, mean) for _, mean, visits in found["moves"]]))
    elif moves:
        best = max(moves, key=lambda each: each.visits or 0)
        value, line = best.value, (best.move,)
    return Result(
        method="mcts",
        value=value,
        bound="estimate",
        move=line[0] if line else None,
        line=line,
        moves=moves,
        nodes=found["nodes"],
        evaluations=found["evaluations"],
        seconds=found["seconds"],
        stopped=found["stopped"],
    )


def _mean(worth: Payoff) -> Payoff:
    """MAX's mean payoff of two players whose payoffs cancel out, else everybody's."""
    return worth[0] if isinstance(worth, tuple) and len(worth) == 2 and worth[0] == -worth[1] else worth
