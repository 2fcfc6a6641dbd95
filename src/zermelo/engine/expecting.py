"""The textbook's minimax, alpha-beta, expectiminimax, Star1, Star2 and Monte-Carlo tree search, run natively over native games
that have moves of chance, or may have them. Values, moves and nodes are the textbook's; only the time is not."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Literal, TypeAlias, get_args

from zermelo.engine.request import Evaluation, make_request, native_evaluation
from zermelo.games.kinds import Kind, format_choice, refusal, unsuited
from zermelo.games.native import NativeState
from zermelo.result import Pass, Result, RootMove
from zermelo.state import CHANCE, MIN, State, ZermeloError, format_number

Search: TypeAlias = Literal["minimax", "alpha_beta", "expectiminimax", "star1", "star2"]
PLIES = 60
"""After so many moves a random game is judged: a whole game of Pac-Man played at random nearly always ends badly."""


def plain(
    state: State,
    search: Search,
    *,
    depth: int,
    bounds: tuple[float, float] | None = None,
    evaluate: Evaluation | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """A textbook search at native speed, for games that have it (Pac-Man): `depth` counts the moves of single players.
    `bounds`, which Star1 and Star2 need, are the least and the most that any state can be worth.

    >>> from zermelo.games.pacman import Pacman
    >>> from zermelo.textbook import alpha_beta
    >>> start = Pacman("trap")
    >>> plain(start, "alpha_beta", depth=6).nodes == alpha_beta(start, depth=6).nodes
    True
    """
    if search not in get_args(Search):
        raise ZermeloError(f"{search!r} is not one of {format_choice(get_args(Search))}")
    game = _native(state, "plain")
    kind = Kind(chance=game.native.by_chance)
    if unsuited(search, kind) is not None:
        raise refusal(search, kind, get_args(Search))
    if search in ("star1", "star2") and bounds is None:
        raise ZermeloError(f"{search} needs bounds: the least and the most that any state can be worth")
    if search not in ("star1", "star2") and bounds is not None:
        raise ZermeloError(f"{search} has no use for bounds; star1 and star2 have")
    weights, function = native_evaluation(game, evaluate, 1)
    request = make_request(depth=depth, nodes=nodes, seconds=seconds, bounds=bounds, cancel=cancel)
    found = _ask(lambda: game.native.plain(request, search, weights, function))
    check_outside(found, bounds)
    return expected_result(state, found, search)


def check_outside(found: dict[str, Any], bounds: tuple[float, float] | None) -> None:
    """A leaf beyond the bounds leaves no answer."""
    if bounds is not None and found["outside"] is not None:
        worth, low, high = map(format_number, (found["outside"], *bounds))
        raise ZermeloError(f"a leaf is worth {worth}, outside the bounds {low} to {high}")


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
    its end if `plies` is None."""
    for name, number in (("rounds", rounds), ("plies", plies)):
        if number is not None and (not isinstance(number, int) or isinstance(number, bool) or number < 1):
            raise ZermeloError(f"{name} must be a whole number from 1 up, not {number}")
    game = _native(state, "playouts")
    weights, function = native_evaluation(game, evaluate, 1)
    request = make_request(seconds=seconds, cancel=cancel)
    drawn = seed & (2**64 - 1)
    found = _ask(lambda: game.native.playouts(request, rounds, plies or 0, exploration, drawn, weights, function))
    moves = tuple(
        RootMove(move=move, value=mean, bound="estimate", visits=visits) for move, mean, visits in found["moves"]
    )
    best = max(moves, key=lambda each: each.visits or 0, default=None)
    return Result(
        search="mcts",
        value=best.value if best else None,
        bound="estimate",
        move=best.move if best else None,
        line=(best.move,) if best else (),
        moves=moves,
        nodes=found["nodes"],
        evaluations=found["evaluations"],
        seconds=found["seconds"],
        stopped=found["stopped"],
    )


def _native(state: State, ability: str) -> NativeState:
    if not isinstance(state, NativeState) or not hasattr(state.native, ability):
        raise ZermeloError(f"{type(state).__name__} has no native form of this search: use the one of zermelo.textbook")
    if state.utility() is not None:
        raise ZermeloError("the game is over, and there is nothing to search")
    return state


def _ask(question: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        return question()
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise ZermeloError(str(error)) from None


def expected_result(state: State, found: dict[str, Any], search: str) -> Result:
    """A `Result` of what the core found; a search that was stopped answers with the moves it had finished."""
    last = expected_pass(state, found)
    finished = found["stopped"] == "complete" or bool(found["history"])
    return Result(
        search=search,
        value=last.value,
        bound=last.bound if finished else "upper" if state.player == MIN else "lower",
        move=last.move,
        line=last.line,
        moves=last.moves,
        depth=last.depth,
        history=tuple(expected_pass(state, each) for each in found["history"]),
        nodes=found["nodes"],
        evaluations=found["evaluations"],
        seconds=found["seconds"],
        stopped=found["stopped"],
        proven=found["proven"],
    )


def expected_pass(state: Any, found: dict[str, Any]) -> Pass:
    """One finished depth. Where chance moves at the root, its value is the average, and there is nothing to choose."""
    moves = tuple(
        RootMove(move=line[0], value=_number(value), bound=bound, line=tuple(line))
        for value, bound, line in found["moves"]
    )
    value, line = None, ()
    if state.player == CHANCE:
        chances = dict(state.chances())
        value = float(sum(chances[each.move] * each.value for each in moves))
    elif moves:
        best = (min if state.player == MIN else max)(moves, key=lambda each: each.value)
        value, line = best.value, best.line
    return Pass(
        depth=found["depth"],
        value=value,
        bound="exact",
        move=line[0] if line else None,
        line=line,
        nodes=found["nodes"],
        evaluations=found["evaluations"],
        cached=0,
        seconds=found["seconds"],
        moves=moves,
    )


def _number(value: float) -> float:
    """Whole numbers as people write them."""
    return int(value) if value == int(value) else value
