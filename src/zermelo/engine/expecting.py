"""The textbook's minimax, alpha-beta, expectiminimax, Star1 and Star2, run natively over native games that have moves of chance,
or may have them: Pac-Man, and whatever was compiled or comes from outside. Values, moves and nodes are the textbook's; only the
time is not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias, get_args

from zermelo.engine.allies import explaining
from zermelo.engine.declarations import METHODS, REFERENCE
from zermelo.engine.request import Evaluation, make_request, native_evaluation
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.kinds import Kind, refusal, unsuited
from zermelo.games.payoffs import weighted
from zermelo.registry import format_choice
from zermelo.result import Pass, Result, RootMove
from zermelo.state import CHANCE, MIN, Number, Payoff, State, ZermeloError, format_number

Search: TypeAlias = Literal["minimax", "alpha_beta", "expectiminimax", "star1", "star2"]


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
    """A textbook search at native speed, for games that have it (Pac-Man, compiled ones and those of libraries): `depth` counts
    the moves of single players.
    `bounds`, which Star1 and Star2 need, are the least and the most that any state can be worth.

    >>> from zermelo.games.pacman import Pacman
    >>> from zermelo.textbook import alpha_beta
    >>> start = Pacman("trap")
    >>> plain(start, "alpha_beta", depth=6).nodes == alpha_beta(start, depth=6).nodes
    True
    """
    if search not in get_args(Search):
        raise ZermeloError(f"{search!r} is not one of {format_choice(get_args(Search))}")
    game = native_form(state, "textbook")
    kind = Kind(chance=game.native.by_chance)
    if isinstance(game, ForeignState):
        kind = kind._replace(players=game.rules.players, payoffs=game.rules.pays)
    if unsuited(REFERENCE[search].suits, kind) is not None:
        raise refusal(REFERENCE[search], kind, METHODS if kind.payoffs else REFERENCE.values())
    if search in ("star1", "star2") and bounds is None:
        raise ZermeloError(f"{search} needs bounds: the least and the most that any state can be worth")
    if search not in ("star1", "star2") and bounds is not None:
        raise ZermeloError(f"{search} has no use for bounds; star1 and star2 have")
    weights, function = native_evaluation(game, evaluate, 1)
    request = make_request(depth=depth, nodes=nodes, seconds=seconds, bounds=bounds, cancel=cancel)
    with explaining(game, REFERENCE[search]):
        found = game.native.textbook(request, search, weights, function)
    check_outside(found, bounds)
    return expected_result(state, found, search)


def check_outside(found: dict[str, Any], bounds: tuple[float, float] | None) -> None:
    """A leaf beyond the bounds leaves no answer."""
    if bounds is not None and found["outside"] is not None:
        worth, low, high = map(format_number, (found["outside"], *bounds))
        raise ZermeloError(f"a leaf is worth {worth}, outside the bounds {low} to {high}")


def native_form(state: State, ability: str) -> NativeState:
    """The state, if its game has a native form of a search."""
    if not isinstance(state, NativeState) or not hasattr(state.native, ability):
        raise ZermeloError(f"{type(state).__name__} has no native form of this search: use the one of zermelo.textbook")
    if state.utility() is not None:
        raise ZermeloError("the game is over, and there is nothing to search")
    return state


def expected_result(state: State, found: dict[str, Any], search: str) -> Result:
    """A `Result` of what the core found; a search that was stopped answers with the moves it had finished."""
    last = expected_pass(state, found)
    finished = found["stopped"] == "complete" or bool(found["history"])
    return Result(
        method=search,
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
    moves: tuple[Any, ...] = tuple(
        RootMove(move=line[0], value=plain_worth(value), bound=bound, line=tuple(line))
        for value, bound, line in found["moves"]
    )
    value, line = None, ()
    if moves and state.player == CHANCE:
        chances = dict(state.chances())
        value = mean_worth([(chances[each.move], each.value) for each in moves])
    elif moves:
        best = max(moves, key=lambda each: worth_to(state.player, each.value))
        value, line = best.value, best.line
    return Pass(
        depth=found["depth"] or None,
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


def worth_to(player: int, worth: Payoff) -> Number:
    """What a value is worth to one player: MAX's number, or one payoff per player."""
    if isinstance(worth, tuple):
        return worth[player]
    return -worth if player == MIN else worth


def mean_worth(parts: Sequence[tuple[Number, Payoff]]) -> Payoff:
    """The average of values by their probabilities."""
    sums = None
    for probability, worth in parts:
        sums = weighted(sums, probability, worth if isinstance(worth, tuple) else (worth,))
    assert sums is not None
    return tuple(map(float, sums)) if isinstance(parts[0][1], tuple) else float(sums[0])


def plain_worth(worth: Any) -> Any:
    """Whole numbers as people write them."""
    if isinstance(worth, tuple):
        return tuple(map(plain_worth, worth))
    return int(worth) if worth == int(worth) else worth
