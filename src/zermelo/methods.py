"""The front door: `search` takes the method that suits the game, `solve` finds exact values, `prove` answers yes or no."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from itertools import count
from math import inf
from time import perf_counter
from typing import Any, Unpack

from zermelo.engine import METHODS, Call, Method, Proof, Table, prove, solve
from zermelo.engine.auto import MCTS, run_auto, run_method, solve_moves, suitable_methods
from zermelo.engine.backends import backend_of
from zermelo.engine.options import Arguments, Options
from zermelo.engine.refuted import begins_anew
from zermelo.engine.request import LEAST_SECONDS, Evaluation, check_evaluation, make_request
from zermelo.engine.result import ended_result, likeliest_move
from zermelo.engine.solve import SOLVE
from zermelo.engine.table import check_megabytes
from zermelo.kinds.survey import refusal
from zermelo.limits import check_function, check_items
from zermelo.registry import Declaration, Suits, unknown_name
from zermelo.result import Pass, Result, StrategyMove
from zermelo.state import SIMULTANEOUS, State, ZermeloError, illegal_move, plain_payoff

__all__ = ["METHOD_NAMES", "Proof", "Table", "prove", "search", "search_async", "solve", "suitable_methods"]

STAGE_GAME = Declaration(
    "stage_game",
    "Stage game",
    "Games with simultaneous moves, solved from the end backwards as matrix games.",
    Suits(chance=True, simultaneous=True),
)
METHOD_NAMES = ("auto", *(method.name for method in METHODS), SOLVE.name, STAGE_GAME.name)
"""What `search` takes as its method."""


@begins_anew
def search(
    state: State,
    *,
    method: str = "auto",
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    lines: int = 1,
    evaluate: Evaluation | None = None,
    moves: Sequence[Any] | None = None,
    past: Sequence[State] = (),
    table: Table | int | None = None,
    on_depth: Callable[[Pass[Any]], bool | None] | None = None,
    cancel: Callable[[], bool] | None = None,
    **options: Unpack[Options],
) -> Result[Any]:
    """Search a position until a limit or the end of the game.

    Parameters
    ----------
    state : State
        The position to search.
    method : str
        alpha_beta, expectiminimax, max_n, paranoid, coalition, mcts, solve, stage_game, or auto, which takes what suits the game:
        alpha-beta for two players, the exact solver where it is likely to fit the budget, expectiminimax where chance moves,
        max^n where there is a payoff for each player, simulations where nothing else can judge; where players move at the same
        time, stage games if the game is small and zero-sum, else simulations. `Result.method` says which.
    depth, seconds, nodes
        Limits; without any, the search goes on to the end of the game.
    threads : int
        Threads to use. With one, the same call gives the same answer and the same nodes every time.
    lines : int
        How many root moves get full values and lines.
    evaluate : mapping or callable, optional
        Static values instead of the game's own: weights by the names of features, or a function of a state that gives MAX's
        value or one per player.
    moves : sequence, optional
        Search only these moves at the root.
    past : sequence of State
        The positions of the game before this one, for games in which a repetition is a draw.
    table : Table or int, optional
        A transposition table to use and keep, or the size of a fresh one in megabytes.
    on_depth : callable, optional
        Called with every pass; returning False stops the search. A last call with `finished` False comes where an unfinished
        pass has changed the move. The answers of mcts and of the exact solver count as one pass.
    cancel : callable, optional
        Called about every two milliseconds; returning True stops the search.
    **options
        Options of the method: exact, without and record (alpha_beta, paranoid, coalition), partners (coalition), bounds
        (expectiminimax), total and least (max_n), simulations, plies, selection, exploration and seed (mcts), weak (solve).

    Returns
    -------
    Result
        Values are MAX's, or one per player; a coalition's value is the sum of its payoffs. A search that stops early with nothing
        to judge by has a move and no value.

    Raises
    ------
    ZermeloError
        If an argument is wrong, or the method does not suit the game; the message names those that do.
    SearchInterrupted
        After Ctrl-C, a KeyboardInterrupt with the result so far.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> found = search(TicTacToe())
    >>> found.method, found.value
    ('alpha_beta', 0)
    """
    chosen, given = _method(method), dict[str, Any](options)
    _check_options(method, chosen, given)
    request = make_request(depth=depth, nodes=nodes, seconds=seconds, threads=threads, lines=lines)
    check_evaluation(evaluate)
    for name, function in (("on_depth", on_depth), ("cancel", cancel)):
        check_function(name, function)
    if table is not None and not isinstance(table, Table):
        check_megabytes(table)
    backend = backend_of(state)
    backend.check_threads(threads)
    with backend.explained():
        utility = state.utility()
        if utility is not None:
            return ended_result(METHODS[0].name if method == "auto" else method, utility)
        call = Call(
            backend=backend,
            request=request,
            evaluate=evaluate,
            moves=_check_moves(state, moves),
            table=table,
            on_depth=on_depth,
            cancel=cancel,
        )
        if past != ():
            before = check_items("past", past)
            request.past = [position.native.key() for position in before if hasattr(position, "native")]
        if method == STAGE_GAME.name or (state.player == SIMULTANEOUS and _takes_stages(call, method, given)):
            solved = _stage_game(call, method == STAGE_GAME.name)
            if solved is not None:
                return solved
        if method == SOLVE.name:
            return solve_moves(call, **given)
        return run_auto(call, given) if chosen is None else run_method(chosen, call, given)


_BY_NAME = {method.name: method for method in METHODS}


def _method(name: str) -> Method | None:
    if name not in METHOD_NAMES:
        raise unknown_name("method", name, METHOD_NAMES)
    return _BY_NAME.get(name)


def _check_options(name: str, method: Method | None, options: dict[str, Any]) -> None:
    if name == "auto":
        declarations = [each.declaration for each in METHODS]
    else:
        declarations = [method.declaration if method else SOLVE if name == SOLVE.name else STAGE_GAME]
    known = {option.name for each in declarations for option in each.options}
    for option in options:
        if option not in known:
            everything = (*(each.declaration for each in METHODS), SOLVE, STAGE_GAME)
            owners = [each.name for each in everything if each.has_option(option)]
            if owners:
                raise ZermeloError(f"{name} has no option {option}: {', '.join(owners)} has")
            raise TypeError(f"search() got an unexpected keyword argument {option!r}")


def _check_moves(state: State, moves: Sequence[Any] | None) -> list[Any]:
    chosen = check_items("moves", moves) if moves is not None else []
    if chosen:
        legal = list(state.moves())
        for move in chosen:
            if move not in legal:
                raise illegal_move(move)
    return chosen


# ---- simultaneous moves


STAGE_STATES, STAGE_WORK = 20_000, 2_000_000
"""The largest game that `auto` solves exactly without a limit, in a few seconds; see `has_small_stages` for the work."""
STAGE_WORK_PER_SECOND = 500_000
"""A cautious guess, for deciding whether stage games fit into the time."""
STAGE_SHARE = 0.5
"""The share of the time that stage games may take before simulations take over."""


def _takes_stages(call: Call, method: str, options: dict[str, Any]) -> bool:
    """Whether `auto` solves a state with simultaneous moves exactly; raise Unsuitable for a method that takes none."""
    if method not in ("auto", MCTS.name):
        declaration = _BY_NAME[method].declaration if method in _BY_NAME else SOLVE
        raise refusal(declaration, call.state, (SIMULTANEOUS, None), among=(MCTS.declaration, STAGE_GAME))
    if method != "auto" or options:
        return False
    from zermelo.equilibrium.stages import has_small_stages

    seconds = call.request.seconds
    states = min(STAGE_STATES, call.request.nodes or STAGE_STATES)
    work = seconds * STAGE_SHARE * STAGE_WORK_PER_SECOND if seconds else STAGE_WORK
    return bool(call.request.depth) or has_small_stages(
        call.state, states=states, work=work, stop=_stop(call, STAGE_SHARE / 2)
    )


def _stop(call: Call, share: float) -> Callable[[], bool]:
    """Return a function to ask at every state: whether a call is cancelled, or its nodes or a share of its time are used up."""
    nodes, seconds, visited = call.request.nodes, call.request.seconds, count(1)
    end = perf_counter() + seconds * share if seconds else inf
    return lambda: 0 < nodes < next(visited) or perf_counter() >= end or (call.cancel is not None and call.cancel())


def _stage_game(call: Call, asked: bool) -> Result[Any] | None:
    """Solve stage games. Where nobody `asked` for them, leave time for simulations, and return None if that was not enough."""
    from zermelo.equilibrium import solve_zero_sum
    from zermelo.equilibrium.numbers import dot
    from zermelo.equilibrium.stages import StagesStopped, solve_stages

    state = call.state
    if state.player != SIMULTANEOUS:
        raise ZermeloError("stage_game takes a state in which players move at the same time: use auto")
    start = perf_counter()
    try:
        game, exact = solve_stages(
            state, depth=call.request.depth or None, stop=_stop(call, 1.0 if asked else STAGE_SHARE)
        )
    except StagesStopped:
        if asked:
            raise
        call.request.depth = 0  # which simulations do not take
        if call.request.seconds:
            call.request.seconds = max(call.request.seconds - (perf_counter() - start), LEAST_SECONDS)
        return None
    solution = solve_zero_sum(game)
    strategies = []
    for player, mix in enumerate(solution.mixes):
        table, other = game.payoff_table(player), solution.mixes[1 - player]
        strategies.append(
            tuple(
                StrategyMove(move=move, probability=probability, mean=dot(row, other))
                for move, probability, row in zip(state.moves()[player], mix, table, strict=True)
            )
        )
    move = likeliest_move(state, tuple(strategies))
    result: Result[Any] = Result(
        method=STAGE_GAME.name,
        value=plain_payoff(solution.value),
        move=move,
        line=(move,),
        depth=call.request.depth or None,
        bound="exact" if exact and solution.exact else "estimate",
        proven=exact and solution.exact and not call.request.depth,
        seconds=perf_counter() - start,
        strategies=tuple(strategies),
    )
    call.tell(result)
    return result


# ---- asyncio


async def search_async(state: State, **arguments: Unpack[Arguments]) -> Result[Any]:
    """Search in a thread, so that an event loop goes on; takes what `search` takes.

    Cancelling the task stops the search at once.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> asyncio.run(search_async(TicTacToe())).value
    0
    """
    stop = threading.Event()
    cancel = arguments.get("cancel")

    def stopped() -> bool:
        return stop.is_set() or (cancel is not None and cancel())

    arguments["cancel"] = stopped
    work = asyncio.get_running_loop().run_in_executor(None, lambda: search(state, **arguments))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([work])
        raise
