"""`solve`: the exact value of a position, played out to the end of the game; `prove`: a yes-or-no question about it."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite
from typing import Any

import msgspec

from zermelo.engine.allies import shares_payoffs
from zermelo.engine.declarations import METHODS, SOLVE
from zermelo.engine.searching import check_threads, search
from zermelo.game_errors import explain_game_errors
from zermelo.games.faces import ForeignState, NativeState
from zermelo.games.survey import refusal
from zermelo.result import Result
from zermelo.state import CHANCE, MAX, State, ZermeloError, as_number

DEFAULT_MEGABYTES = 16


class Proof(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to "can the player to move get at least so much?"; None if it was not known in time.

    Of a yes, `move` gets it, and `line` shows how the game may go on: the other side's replies are those that took the most
    work to answer, and it ends where the table has forgotten the rest.
    """

    answer: bool | None
    move: Any = None
    line: tuple[Any, ...] = ()
    nodes: int
    seconds: float
    stopped: str


def _limits(seconds: float | None, nodes: int | None, cancel: Callable[[], bool] | None) -> dict[str, Any]:
    if seconds is not None and not (isfinite(seconds) and seconds > 0):
        raise ZermeloError(f"seconds must be a positive number, not {seconds}")
    if nodes is not None and nodes < 1:
        raise ZermeloError(f"nodes must be at least 1, not {nodes}")
    return {"seconds": float(seconds or 0), "nodes": nodes or 0, "cancel": cancel}


def solve(
    state: State,
    *,
    weak: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    table: int = DEFAULT_MEGABYTES,
    cancel: Callable[[], bool] | None = None,
) -> Result:
    """The exact value of `state` and a best move; with `weak` only who wins: 1, 0 or -1 for MAX.

    If it is stopped before it knows, `value` is None.
    """
    limits = _limits(seconds, nodes, cancel)
    check_threads(state, threads)
    if not isinstance(state, NativeState) or isinstance(state, ForeignState):
        return _solve_by_search(state, weak, seconds, nodes, threads, table, cancel)
    try:
        found = state.native.solve(limits, weak, table, threads)
    except ValueError as error:
        raise ZermeloError(str(error)) from None
    score = found["score"]
    value = None if score is None else score if state.player == MAX else -score
    line = tuple(found["line"])
    return Result(
        method="solve",
        value=value,
        move=line[0] if line else None,
        line=line,
        proven=value is not None,
        nodes=found["nodes"],
        seconds=found["seconds"],
        stopped=found["stopped"],
    )


def _solve_by_search(
    state: State,
    weak: bool,
    seconds: float | None,
    nodes: int | None,
    threads: int,
    megabytes: int,
    cancel: Callable[[], bool] | None,
) -> Result:
    with explain_game_errors(state):
        shared = shares_payoffs(state)
    if shared:
        raise refusal(SOLVE, state, (MAX, (0, 0)), among=METHODS)
    if isinstance(state, ForeignState) and state.rules.by_chance:
        raise refusal(SOLVE, state, (CHANCE, None), among=METHODS)
    result = search(
        state, exact=True, seconds=seconds, nodes=nodes, threads=threads, table=megabytes, cancel=cancel,
        evaluate=None if isinstance(state, ForeignState) else lambda _: 0.0,
    )  # fmt: skip
    value = result.value
    if not result.proven:
        return msgspec.structs.replace(result, method="solve", value=None, move=None, line=())
    if weak and value is not None:
        value = (as_number(value) > 0) - (as_number(value) < 0)
    return msgspec.structs.replace(result, method="solve", value=value, depth=None)


def prove(
    state: NativeState,
    *,
    goal: int = 1,
    seconds: float | None = None,
    nodes: int | None = None,
    table: int = DEFAULT_MEGABYTES,
    cancel: Callable[[], bool] | None = None,
) -> Proof:
    """Can the player to move get at least `goal`? By proof-number search, which suits long forced lines.

    `goal` is a payoff as the core counts it: 1 a win and 0 a draw in chess and anti-chess, points or discs elsewhere. A yes
    holds against every defence; a no means that no play forces it. `table` is its size in megabytes.
    """
    if not isinstance(state, NativeState):
        raise ZermeloError("proof-number search takes a native game")
    if isinstance(state, ForeignState) and (state.rules.pays or state.rules.by_chance):
        raise ZermeloError(
            "proof-number search takes a game of two without chance, in which one wins what the other loses"
        )
    if not isinstance(goal, int) or isinstance(goal, bool) or abs(goal) > 1000:
        raise ZermeloError(f"goal must be a whole number from -1000 to 1000, not {goal}")
    found = state.native.prove(_limits(seconds, nodes, cancel), goal, table)
    line = tuple(found["line"])
    return Proof(
        answer=found["answer"],
        move=line[0] if line else None,
        line=line,
        nodes=found["nodes"],
        seconds=found["seconds"],
        stopped=found["stopped"],
    )
