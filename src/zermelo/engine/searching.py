"""`search`: checks what is asked, hands it to the native engine, and makes a `Result` of what comes back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from itertools import count
from typing import Any, TypeVar, cast
from zlib import crc32

from zermelo._core import Chess as NativeChess
from zermelo._core import Table, search_python
from zermelo.engine.allies import explaining, name_of, own, seen_by
from zermelo.engine.declarations import ENGINE, METHODS
from zermelo.engine.everyone import search_everyone
from zermelo.engine.expecting import check_outside, expected_pass, expected_result
from zermelo.engine.request import Evaluation, check_function, interrupted_softly, make_request, native_evaluation
from zermelo.game_errors import explain_game_errors
from zermelo.games.coalition import CoalitionView
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.survey import refusal
from zermelo.result import Mate, Pass, Result, RootMove, Statistics
from zermelo.state import CHANCE, MAX, MIN, SIMULTANEOUS, Number, Payoff, State, ZermeloError, count_moves, plain_payoff

__all__ = ["Table", "search"]

DEFAULT_MEGABYTES = 64
_numbers = count(1)
PYTHON_MEGABYTES = 16
"""For states of Python, of which not so many are met that a larger table would be worth the time it takes to clear."""
_Search = TypeVar("_Search", bound=Callable[..., Result])


def _looking_first(search: _Search) -> _Search:
    """Around a search: what is wrong with somebody's own game is told in the auditor's words, and where a game is over there
    is nothing to search."""

    @wraps(search)
    def look_and_search(state: State, **options: Any) -> Result:
        if isinstance(state, NativeState):
            worth = state.utility() if isinstance(state, ForeignState) else None
            return search(state, **options) if worth is None else _ended(worth)
        with explain_game_errors(state):
            if not isinstance(state.player, int):
                raise TypeError(f"{state.player!r} is not a player")
            worth = state.utility()
            if worth is None:
                count_moves(state.moves())
                return search(state, **options)
            if isinstance(worth, bool):
                raise TypeError(f"{worth} is not what an end is worth")
        return _ended(worth)

    return cast("_Search", look_and_search)


def _ended(worth: Payoff) -> Result:
    return Result(method="engine", value=plain_payoff(worth), move=None, proven=True)


@_looking_first
def search(
    state: State,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    lines: int = 1,
    evaluate: Evaluation | None = None,
    exact: bool = False,
    moves: Sequence[Any] | None = None,
    past: Sequence[State] = (),
    table: Table | int | None = None,
    without: Sequence[str] = (),
    coalition: Collection[int] | None = None,
    max_n: bool = False,
    total: Number | None = None,
    least: Number = 0,
    bounds: tuple[float, float] | None = None,
    on_depth: Callable[[Pass], bool | None] | None = None,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """Searches by principal-variation alpha-beta with progressive deepening, until a limit or the end of the game; by max^n
    where it is asked for.

    evaluate   static values: weights by the names of features (a linear scoring polynomial), or a function of a state,
               which is slow, being Python; the game's own evaluation without it
    exact      only what cannot overlook anything: no extensions, no reductions, no null move, no futility, no ProbCut
    lines      how many root moves to give full values and lines
    moves      look only at these moves at the root
    past       the positions of the game before this one, for games in which a repetition is a draw
    table      the table to use and keep, or its size in megabytes; searches that judge differently do not disturb each other
               (of a game written in Python nothing is kept: each search begins anew)
    without    parts to switch off, of `SWITCHES`
    coalition  where there is a payoff for each player: those to play for, counted from 0, against all the others; the one to
               move alone if nobody is named (paranoid search). The value is then the sum of their payoffs
    max_n      everybody plays for themselves, in a game of one's own of any number of players, also with chance: max^n
               instead of alpha-beta. The value is then one payoff per player, and all moves at the root have theirs
    total, least   for max_n: payoffs are at least `least` and add up to no more than `total`, which lets it prune
    bounds     where chance moves in a native game: the least and the most that any state can be worth, which lets Star1 prune
    on_depth   called after every depth; returning False stops the search
    """
    if max_n and (coalition is not None or bounds is not None):
        raise ZermeloError(
            "max_n has no use for coalition and bounds: everybody plays for themselves; it takes total and least"
        )
    if not max_n and (total is not None or least != 0):
        raise ZermeloError("total and least are for max_n=True")
    if not max_n:
        state, evaluate = seen_by(coalition, state, evaluate)
    request = make_request(
        depth=depth,
        nodes=nodes,
        seconds=seconds,
        threads=threads,
        lines=lines,
        exact=exact,
        salt=_salt(state, evaluate, table),
        past=past,
        bounds=bounds,
        cancel=cancel,
        on_depth=_pass_report(state, on_depth),
        without=without,
    )
    check_threads(state, threads)
    only = list(moves or ())
    for move in only:
        if move not in state.moves():
            raise ZermeloError(f"{move} is not a move here")
    if max_n:
        return search_everyone(state, request, total, least, evaluate, only)
    if isinstance(game := own(state), ForeignState) and game.rules.pays and game.rules.by_chance:
        raise refusal(ENGINE, game, (CHANCE, None), among=METHODS)
    if isinstance(state, NativeState) and state.player == CHANCE:
        raise ZermeloError("it is chance's turn, and there is nothing to choose: search from a turn of MAX or MIN")
    if state.player in (CHANCE, SIMULTANEOUS):
        raise refusal(ENGINE, own(state), (state.player, None), among=METHODS)
    if bounds is not None and not (isinstance(state, NativeState) and getattr(state.native, "by_chance", False)):
        raise ZermeloError("bounds are for native games with chance moves, and this is none")
    usual = DEFAULT_MEGABYTES if isinstance(game, NativeState) else PYTHON_MEGABYTES
    known = table if isinstance(table, Table) else Table(usual if table is None else table)
    with explaining(state):
        if isinstance(state, NativeState):
            weights, function = native_evaluation(state, evaluate, state.native.unit)
            with _endings(state, exact, without):
                found = state.native.search(known, request, weights, function, only)
        elif isinstance(state, CoalitionView) and isinstance(game, ForeignState):
            found = _search_alliance(game, state.partners, known, request, evaluate, only)
        else:
            check_function(evaluate)
            judged = depth is not None and hasattr(own(state), "evaluate")
            if evaluate is None and not judged and hasattr(state, "evaluate"):
                evaluate = _own_judgement
            with interrupted_softly(request) as told:
                found = told(search_python(state, known, request, evaluate, only))
    if "moves" not in found:
        return _result(state, found)
    check_outside(found, bounds)
    return expected_result(state, found, "engine")


def _search_alliance(
    game: ForeignState,
    partners: tuple[int, ...],
    table: Table,
    request: dict[str, Any],
    evaluate: Evaluation | None,
    moves: Sequence[Any],
) -> dict[str, Any]:
    """Alpha-beta for partners in a game from outside, or compiled, that has a payoff for each player."""
    check_function(evaluate)
    face = type(game)

    def judge(native: Any) -> Payoff:
        assert callable(evaluate)
        return evaluate(CoalitionView(face.of(native), partners))

    mask = sum(1 << partner for partner in partners)
    function = None if evaluate is None else judge
    found: dict[str, Any] = game.native.search_alliance(table, request, mask, function, list(moves))
    return found


@contextmanager
def _endings(state: NativeState, exact: bool, without: Sequence[str]) -> Iterator[None]:
    """Tables of chess endings for a search that asks them; a damaged one is an error, never a value."""
    if state.native_class is not NativeChess or exact or "knowledge" in without:
        yield
        return
    from zermelo.tables.endings.loading import check_endings, load_endings

    load_endings()
    yield
    check_endings()


def _own_judgement(state: Any) -> float:
    """The state's own static value, or 0 where it has none: good enough to order the moves on the way to the end."""
    try:
        worth: float = state.evaluate()
    except (AttributeError, ZermeloError):
        return 0.0
    return worth


def _salt(state: State, evaluate: Evaluation | None, table: Table | int | None) -> int:
    """A number for each evaluation, so that what one of them put into a table that is kept does not mislead another. States of
    Python are numbered anew in every search, so that no other search may know them by these numbers."""
    if not isinstance(table, Table):
        return 0
    if not isinstance(state, NativeState):
        return next(_numbers)
    if evaluate is None:
        return 0
    if callable(evaluate):
        return id(evaluate)
    return crc32(repr(sorted(evaluate.items())).encode()) + 1


def check_threads(state: State, threads: int) -> None:
    if not isinstance(threads, int) or isinstance(threads, bool) or not 1 <= threads <= 256:
        raise ZermeloError(f"threads must be a whole number from 1 to 256, not {threads}")
    if threads > 1 and not isinstance(own(state), NativeState):
        raise ZermeloError("a game written in Python is searched on one thread: Python runs one at a time")


def _pass_report(
    state: State, on_depth: Callable[[Pass], bool | None] | None
) -> Callable[[dict[str, Any]], Any] | None:
    if on_depth is None:
        return None
    return lambda each: on_depth(expected_pass(state, each) if "moves" in each else _pass(state, each))


def _for_max(state: State, value: float) -> Payoff:
    worth = value if state.player == MAX else -value
    return int(worth) if worth == int(worth) else worth


def _turned(state: State, bound: str) -> Any:
    """A bound seen by MAX: what is at least so much for MIN is at most so much for MAX."""
    return {"lower": "upper", "upper": "lower"}.get(bound, bound) if state.player == MIN else bound


def _mate(state: State, value: Any, bound: str) -> Mate | None:
    """The win that a value speaks of, unless the bound leaves open whether it is one."""
    own = getattr(state, "mate", None)
    found: Mate | None = own(value) if callable(own) and value is not None else None
    return None if found is None or bound == ("upper" if found.moves > 0 else "lower") else found


def _pass(state: State, each: dict[str, Any]) -> Pass:
    value, bound, line = each["lines"][0]
    return Pass(
        depth=each["depth"],
        value=_for_max(state, value),
        bound=_turned(state, bound),
        move=line[0] if line else None,
        line=tuple(line),
        nodes=each["nodes"],
        evaluations=each["evaluations"],
        cached=0,
        seconds=each["seconds"],
        moves=_root_moves(state, each["lines"]),
        mate=_mate(state, _for_max(state, value), _turned(state, bound)),
    )


def _root_moves(state: State, lines: Sequence[tuple[float, str, Sequence[Any]]]) -> tuple[RootMove, ...]:
    return tuple(
        RootMove(
            move=line[0],
            value=_for_max(state, value),
            bound=_turned(state, bound),
            line=tuple(line),
            mate=_mate(state, _for_max(state, value), _turned(state, bound)),
        )
        for value, bound, line in lines
        if line
    )


def _result(state: State, found: dict[str, Any]) -> Result:
    lines = found["lines"]
    best = lines[0]
    worth = _for_max(state, best[0])
    return Result(
        method=name_of(state),
        value=worth,
        bound=_turned(state, best[1]),
        move=best[2][0] if best[2] else None,
        line=tuple(best[2]),
        moves=_root_moves(state, lines),
        depth=found["depth"],
        mate=_mate(state, worth, _turned(state, best[1])),
        proven=found["proven"],
        history=tuple(_pass(state, each) for each in found["history"]),
        nodes=found["nodes"],
        evaluations=found["evaluations"],
        seconds=found["seconds"],
        stopped=found["stopped"],
        statistics=Statistics(
            table_probes=found["table_probes"],
            table_hits=found["table_hits"],
            cutoffs=found["cutoffs"],
            first_move_cutoffs=found["first_move_cutoffs"],
        ),
    )
