"""The exact value of a position, played out to the end of the game, and yes-or-no questions about it."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import perf_counter
from typing import Any

import msgspec

from zermelo.engine.backends import Backend, Question, backend_of
from zermelo.engine.endless import MOST_STATES, goes_on_for_ever
from zermelo.engine.method import Call
from zermelo.engine.refuted import begins_anew
from zermelo.engine.request import make_request
from zermelo.engine.result import ended_result, to_result
from zermelo.engine.table import check_megabytes
from zermelo.kinds.kind import unsuited
from zermelo.kinds.survey import refusal
from zermelo.limits import check_flag, check_function, is_finite, shorten
from zermelo.registry import Declaration, Option
from zermelo.result import Result, SearchInterrupted
from zermelo.state import MAX, Number, State, ZermeloError

DEFAULT_MEGABYTES, PROOF_MEGABYTES = 16, 64
"""Sizes of the tables of `solve` and of `prove`, unless others are given."""
SOLVE = Declaration(
    "solve",
    "Exact solver",
    "The exact value of a position, played out to the end of the game.",
    options=(Option("weak", "flag", "Only who wins, not by how much."),),
)
PROVE = Declaration("prove", "Proof-number search", "Whether the player to move can get at least a goal.")


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a yes-or-no question about a position.

    answer   whether the player to move can get at least the goal; None if it was not known in time
    move     of a yes, the move that gets it
    line     how the game may go on: the replies are those that took the most work to refute, and the line ends where the
             table has lost the rest
    """

    answer: bool | None
    move: Any = None
    line: tuple[Any, ...] = ()
    nodes: int
    seconds: float
    stopped: str


@begins_anew
def solve(
    state: State,
    *,
    weak: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    table: int = DEFAULT_MEGABYTES,
    cancel: Callable[[], bool] | None = None,
) -> Result[Any]:
    """Find the exact value of a position and a best move.

    Parameters
    ----------
    state : State
        Of a game of two players, zero-sum, without chance. Of the native games, Connect Four and Othello have a solver.
    weak : bool
        Only find out who wins: 1, 0 or -1 for MAX.
    seconds, nodes, cancel
        Limits; if one stops the search before the value is known, the result has no value and no move. Nor has it if
        the game is too long for the search ("depth"), or has too many states for the table ("memory"), or if neither
        player can end it without loss, so that it goes on for ever ("endless"): `stopped` says which.
    threads : int
        Threads to use.
    table : int
        Size of the table in megabytes.

    Returns
    -------
    Result
        The value is MAX's.

    Raises
    ------
    ZermeloError
        If the game does not suit the solver.
    SearchInterrupted
        After Ctrl-C.

    >>> from zermelo.games.connect_four import ConnectFour
    >>> solve(ConnectFour("32164625")).value
    11
    """
    backend = backend_of(state)
    request = make_request(nodes=nodes, seconds=seconds, threads=threads)
    check_flag("weak", weak)
    check_function("cancel", cancel)
    backend.check_threads(threads)
    check_megabytes(table)
    with backend.explained():
        if unsuited(SOLVE.suits, backend.kind) is not None:
            raise refusal(SOLVE, state, *_facts(backend))
        if (utility := state.utility()) is not None:
            return _weaken(ended_result(SOLVE.name, utility), weak)
        if not backend.has("solve"):
            if not backend.solves_by_search:
                other = "search or prove" if backend.has(PROVE.name) else "search"
                raise ZermeloError(f"{type(state).__name__} has no exact solver: use {other}")
            return _solve_by_search(backend, request, weak, table, cancel)
    outcome = backend.run(SOLVE.name, Question(request, cancel=cancel, goal=weak), table)
    result = to_result(state, outcome, SOLVE.name, best_first=True, to_a_depth=False)
    if result.stopped == "interrupted":
        raise SearchInterrupted(result)
    return result


def _facts(backend: Backend) -> list[tuple[int, Any]]:
    """What is known of the kind of the game, as the states that show it."""
    kind = backend.kind
    return [(MAX, (0,) * kind.players)] if kind.payoffs else []


def _solve_by_search(backend: Backend, request: Any, weak: bool, megabytes: int, cancel: Any) -> Result[Any]:
    request.exact = True
    call = Call(
        backend=backend, request=request, table=megabytes, cancel=cancel,
        evaluate=None if backend.key is not None else _zero,
    )  # fmt: skip
    try:
        result, _ = call.run("alpha_beta", name=SOLVE.name)
    except SearchInterrupted as stop:
        raise SearchInterrupted(_without_value(stop.result)) from None
    if result.stopped == "complete" and result.value is not None and result.bound == "estimate":
        raise ZermeloError(
            f"some payoffs of {type(backend.state).__name__} are too close together beside the largest for the engine: use "
            "zermelo.textbook"
        )
    if result.proven:
        return _weaken(msgspec.structs.replace(result, depth=None), weak)
    unsolved = _without_value(result)
    if result.stopped != "depth" or (request.nodes and result.nodes >= request.nodes):
        return unsolved
    try:
        endless, states = _is_endless(backend, request, result, cancel)
    except KeyboardInterrupt:
        raise SearchInterrupted(msgspec.structs.replace(unsolved, stopped="interrupted")) from None
    return msgspec.structs.replace(
        unsolved, stopped="endless" if endless else unsolved.stopped, nodes=unsolved.nodes + states
    )


def _is_endless(backend: Backend, request: Any, result: Result[Any], cancel: Any) -> tuple[bool, int]:
    """Whether the players can go on for ever, as far as what is left of the limits shows, and the states visited to find out."""
    end = perf_counter() + request.seconds - result.seconds if request.seconds else inf
    most = min(MOST_STATES, request.nodes - result.nodes) if request.nodes else MOST_STATES
    return goes_on_for_ever(backend.state, most, lambda: perf_counter() > end or (cancel is not None and cancel()))


def _without_value(result: Result[Any]) -> Result[Any]:
    return msgspec.structs.replace(result, value=None, move=None, line=(), moves=(), bound="estimate", depth=None)


def _weaken(result: Result[Any], weak: bool) -> Result[Any]:
    value: Any = result.value
    return msgspec.structs.replace(result, value=(value > 0) - (value < 0)) if weak else result


def _zero(_: object) -> float:
    return 0.0


@begins_anew
def prove(
    state: State,
    *,
    goal: Number = 1,
    seconds: float | None = None,
    nodes: int | None = None,
    table: int = PROOF_MEGABYTES,
    cancel: Callable[[], bool] | None = None,
) -> Proof:
    """Find out whether the player to move can get at least `goal`, by proof-number search, which suits long forced lines.

    Parameters
    ----------
    state : State
        Of a native, compiled or foreign game of two players without chance.
    goal : float
        A payoff for the player to move, in the game's own points: of a game that ends with a win, a draw or a loss, 1 is a win
        and 0 a draw. Go has half points.
    seconds, nodes, cancel
        Limits.
    table : int
        Size of the table in megabytes.

    Returns
    -------
    Proof
        A yes holds against every defence; a no means that no play forces the goal.
    """
    backend = backend_of(state)
    if isinstance(goal, bool) or not is_finite(goal):
        raise ZermeloError(f"goal must be a number of points, not {shorten(goal)}")
    request = make_request(nodes=nodes, seconds=seconds)
    check_function("cancel", cancel)
    check_megabytes(table)
    with backend.explained():
        if unsuited(PROVE.suits, backend.kind) is not None:
            raise refusal(PROVE, state, *_facts(backend))
    if not backend.has("prove"):
        raise ZermeloError(
            f"{type(state).__name__} has no proof-number search: it takes a native game without chance, or a compiled one"
        )
    outcome = backend.run(PROVE.name, Question(request, cancel=cancel, goal=float(goal)), table)
    answer = {"exact": True, "upper": False}.get(outcome.moves[0].bound)
    line, nodes, seconds = outcome.moves[0].line, outcome.counts.nodes, outcome.seconds
    if answer is None and outcome.stopped == "interrupted":
        raise SearchInterrupted(
            Result(method=PROVE.name, value=None, move=None, nodes=nodes, seconds=seconds, stopped="interrupted")
        )
    return Proof(
        answer=answer,
        move=line[0] if line else None,
        line=line,
        nodes=nodes,
        seconds=seconds,
        stopped="complete" if answer is not None else outcome.stopped,
    )
