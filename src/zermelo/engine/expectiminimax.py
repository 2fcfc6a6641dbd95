"""Expectiminimax with progressive deepening, and the fixed-depth searches of the textbook at native speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, cast, get_args

from zermelo._core import SearchOutcome
from zermelo.engine.backends import backend_of
from zermelo.engine.method import Call
from zermelo.engine.request import Evaluation, check_bounds, make_request
from zermelo.kinds.kind import refusal, unsuited
from zermelo.registry import TWO_PLAYERS, WITH_CHANCE, Declaration, Option, unknown_name
from zermelo.result import Result
from zermelo.state import State, ZermeloError, format_number

METHOD = Declaration(
    "expectiminimax",
    "Expectiminimax",
    "Expectiminimax with progressive deepening; with bounds on the values it prunes by Star1.",
    WITH_CHANCE,
    (Option("bounds", "range", "The least and the largest value of any state, which lets Star1 prune."),),
)

FixedDepth: TypeAlias = Literal["minimax", "alpha_beta", "expectiminimax", "star1", "star2"]
_PRUNING = {"minimax": "none", "expectiminimax": "none", "alpha_beta": "alpha_beta", "star1": "star1", "star2": "star2"}
_FIXED = tuple(
    Declaration(name, name, "", TWO_PLAYERS if name in ("minimax", "alpha_beta") else WITH_CHANCE) for name in _PRUNING
)


def expectiminimax(call: Call, *, bounds: tuple[float, float] | None = None) -> Result[Any]:
    """Search a game of two players with chance."""
    request = call.request
    if bounds is not None:
        request.bounds, request.pruning = check_bounds(bounds), "star1"
    result, outcome = call.run("expectiminimax", name=METHOD.name)
    check_outside(outcome, bounds)
    return result


def search_fixed_depth(
    state: State,
    search: FixedDepth,
    *,
    depth: int,
    bounds: tuple[float, float] | None = None,
    evaluate: Evaluation | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result[Any]:
    """Run a textbook search at native speed: the same values, moves and node counts as in `zermelo.textbook`.

    Parameters
    ----------
    state : State
        A state of Pac-Man, or of a compiled game or one from a shared library.
    search
        minimax, alpha_beta, expectiminimax, star1 or star2.
    depth : int
        How many moves of single players to look ahead.
    bounds : tuple of float, optional
        The least and the largest value of any state; star1 and star2 need it.
    evaluate, nodes, seconds, cancel
        As for `zermelo.search`.

    Raises
    ------
    ZermeloError
        If the game has no native form of these searches, or the search does not suit it.

    >>> from zermelo.games.pacman import Pacman
    >>> from zermelo.textbook import alpha_beta
    >>> state = Pacman("trap")
    >>> search_fixed_depth(state, "alpha_beta", depth=6).nodes == alpha_beta(state, depth=6).nodes
    True
    """
    if search not in _PRUNING:
        raise unknown_name("search", search, get_args(FixedDepth))
    backend = backend_of(state)
    if backend.key is None or not backend.has("expectiminimax"):
        raise ZermeloError(f"{type(state).__name__} has no native form of {search}: use zermelo.textbook.{search}")
    if state.utility() is not None:
        raise ZermeloError("the game is over: there is nothing to search")
    declaration = next(each for each in _FIXED if each.name == search)
    if unsuited(declaration.suits, backend.kind) is not None:
        raise refusal(declaration, backend.kind, _FIXED)
    pruned = search in ("star1", "star2")
    if pruned and bounds is None:
        raise ZermeloError(f"{search} needs bounds: the least and the largest value of any state")
    if not pruned and bounds is not None:
        raise ZermeloError(f"{search} takes no bounds: star1 and star2 do")
    request = make_request(depth=depth, nodes=nodes, seconds=seconds)
    request.deepening = False
    request.pruning = _PRUNING[search]
    if bounds is not None:
        request.bounds = check_bounds(bounds)
    call = Call(backend=backend, request=request, evaluate=evaluate, cancel=cancel)
    result, outcome = call.run("expectiminimax", name=search)
    check_outside(outcome, bounds)
    return result


def check_outside(outcome: SearchOutcome, bounds: tuple[float, float] | None) -> None:
    """Raise ZermeloError if a leaf was outside the bounds: then there is no answer."""
    if bounds is not None and outcome.outside is not None:
        value, low, high = map(format_number, (cast("float", outcome.outside), *bounds))
        raise ZermeloError(f"a leaf has the value {value}, outside the bounds {low} to {high}")
