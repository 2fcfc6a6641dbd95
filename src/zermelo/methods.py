"""The front door: `search` takes the method that suits the game, `solve` finds exact values, `prove` answers yes or no."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from zermelo.engine import METHODS, Call, Method, Proof, Table, prove, solve
from zermelo.engine.backends import Backend, backend_of
from zermelo.engine.request import Evaluation, make_request
from zermelo.engine.solve import SOLVE
from zermelo.game_errors import explain_game_errors
from zermelo.games.kinds import Kind, unsuited
from zermelo.games.survey import quick_kind, refusal
from zermelo.registry import Declaration, Suits, unknown_name
from zermelo.result import Pass, Result, RootMove
from zermelo.state import CHANCE, MIN, SIMULTANEOUS, State, ZermeloError, plain_payoff

__all__ = ["METHOD_NAMES", "Proof", "Table", "prove", "search", "search_async", "solve"]

STAGE_GAME = Declaration(
    "stage_game",
    "Stage game",
    "Games with simultaneous moves, solved from the end backwards as matrix games.",
    Suits(chance=True, simultaneous=True),
)
METHOD_NAMES = ("auto", *(method.name for method in METHODS), SOLVE.name, STAGE_GAME.name)
"""What `search` takes as its method."""

SOLVER_NODES_PER_SECOND = 5e6
"""A cautious guess, for deciding whether the exact solver fits into the time."""
SOLVER_SHARE = 0.75
"""The share of the budget that the exact solver may spend before alpha-beta takes over."""
SIMULATION_SHARE = 0.5
"""The share of the budget that goes to alpha-beta where only simulations can judge."""


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
    **options: Any,
) -> Result[Any]:
    """Search a position until a limit or the end of the game.

    Parameters
    ----------
    state : State
        The position to search.
    method : str
        alpha_beta, expectiminimax, max_n, paranoid, coalition, mcts, solve, stage_game, or auto, which takes what suits the game:
        alpha-beta for two players, the exact solver where it is likely to fit the budget, expectiminimax where chance moves,
        max^n where there is a payoff for each player, simulations where nothing else can judge, stage games where players
        move at the same time. `Result.method` says which.
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
        Called with every pass; returning False stops the search. The last call, with `finished` False, comes where an unfinished pass
        has changed the move.
    cancel : callable, optional
        Called about every two milliseconds; returning True stops the search.
    **options
        Options of the method: exact and without (alpha_beta, paranoid, coalition), partners (coalition), bounds (expectiminimax),
        total and least (max_n), simulations, plies, exploration and seed (mcts), weak (solve).

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
    chosen = _method(method)
    _check_options(method, chosen, options)
    utility = _utility(state)
    request = make_request(depth=depth, nodes=nodes, seconds=seconds, threads=threads, lines=lines)
    if utility is not None:
        return Result(method=ALPHA_BETA.name if method == "auto" else method, value=plain_payoff(utility), move=None, proven=True)
    backend = backend_of(state)
    backend.check_threads(threads)
    call = Call(
        backend=backend,
        request=request,
        evaluate=evaluate,
        moves=_check_moves(state, moves),
        table=table,
        on_depth=on_depth,
        cancel=cancel,
    )
    if past:
        request.past = [position.native.key() for position in past if hasattr(position, "native")]
    if method == STAGE_GAME.name or state.player == SIMULTANEOUS:
        return _stage_game(call, method)
    if method == SOLVE.name:
        return _solve(call, **options)
    if chosen is None:
        return _auto(call, options)
    _check_suits(chosen, call)
    return chosen.run(call, **options)


ALPHA_BETA, EXPECTIMINIMAX, MAX_N, PARANOID, COALITION, MCTS = METHODS
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
            owners = [each.name for each in METHODS if each.declaration.has_option(option)]
            if owners:
                raise ZermeloError(f"{name} has no option {option}: {', '.join(owners)} has")
            raise TypeError(f"search() got an unexpected keyword argument {option!r}")


def _utility(state: State) -> Any:
    """The payoff of a game that is over; errors of the game are explained."""
    if hasattr(state, "native"):
        return state.utility()
    with explain_game_errors(state):
        utility = state.utility()
        if isinstance(utility, bool):
            raise TypeError(f"{utility} is not a payoff")
    return utility


def _check_moves(state: State, moves: Sequence[Any] | None) -> list[Any]:
    chosen = list(moves or ())
    if chosen:
        legal = list(state.moves())
        for move in chosen:
            if move not in legal:
                raise ZermeloError(f"{move} is not a legal move here")
    return chosen


def _check_suits(method: Method, call: Call) -> None:
    """Raise Unsuitable if a method is not for the game, as far as that is known before the search."""
    backend = call.backend
    if unsuited(method.declaration.suits, backend.kind) is not None or not backend.has(_core_method(method)):
        raise _refusal(method.declaration, call.state, backend)


def _core_method(method: Method) -> str:
    return "alpha_beta" if method in (PARANOID, COALITION) else method.name


def _refusal(declaration: Declaration, state: State, backend: Backend) -> ZermeloError:
    kind = backend.kind
    facts: list[Any] = [(CHANCE, None)] if kind.chance else []
    if kind.payoffs:
        facts.append((0, (0,) * kind.players))
    if unsuited(declaration.suits, kind) is None:
        return ZermeloError(f"{declaration.name} does not take {type(state).__name__}: use auto")
    return refusal(declaration, state, *facts, among=[method.declaration for method in METHODS])


# ---- auto


def _auto(call: Call, options: dict[str, Any]) -> Result[Any]:
    """Run the method that suits the game."""
    kind = call.backend.kind
    method = _suitable(kind, call, options)
    if method is not ALPHA_BETA:
        return _run(method, call, options)
    if solution := _try_solver(call, options):
        return solution
    if _only_simulations_judge(call):
        return _search_and_simulate(call, options)
    try:
        return _run(ALPHA_BETA, call, options)
    except ZermeloError as error:
        # Chance, payoffs or a third player may come later in the game than the first moves show.
        later = quick_kind(call.state)
        method = _suitable(later, call, options)
        if method is ALPHA_BETA or call.backend.key is not None:
            raise
        del error
        return _run(method, call, options)


def _suitable(kind: Kind, call: Call, options: dict[str, Any]) -> Method:
    for method in METHODS:  # an option of one method asks for it
        if any(method.declaration.has_option(option) and not ALPHA_BETA.declaration.has_option(option) for option in options):
            return method
    if kind.payoffs or kind.players > MIN + 1:
        return MAX_N
    if kind.chance:
        judged = call.evaluate is not None or call.backend.evaluates
        return EXPECTIMINIMAX if judged or _unlimited(call) else MCTS
    return ALPHA_BETA


def _run(method: Method, call: Call, options: dict[str, Any]) -> Result[Any]:
    for option in options:
        if not method.declaration.has_option(option):
            raise ZermeloError(f"{method.name}, which suits this game, has no option {option}")
    _check_suits(method, call)
    return method.run(call, **options)


def _unlimited(call: Call) -> bool:
    request = call.request
    return not (request.depth or request.nodes or request.seconds)


def _only_simulations_judge(call: Call) -> bool:
    """Whether time or nodes will stop the search of a game without static values."""
    request = call.request
    judged = call.evaluate is not None or call.backend.evaluates
    return not judged and not request.depth and bool(request.nodes or request.seconds) and call.backend.has("mcts")


def _search_and_simulate(call: Call, options: dict[str, Any]) -> Result[Any]:
    """Try to search to the end with part of the budget, and spend the rest on simulations."""
    request = call.request
    nodes, seconds = request.nodes, request.seconds
    request.nodes = int(nodes * SIMULATION_SHARE) if nodes > 1 else nodes
    request.seconds = seconds * SIMULATION_SHARE
    found = _run(ALPHA_BETA, call, options)
    if found.proven or found.stopped == "cancelled" or call.moves or options:
        return found
    request.nodes = max(nodes - found.nodes, 1) if nodes else 0
    request.seconds = max(seconds - found.seconds, 0.001) if seconds else 0.0
    simulated = MCTS.run(call)
    if simulated.move is None:
        return found
    return replace(simulated, nodes=simulated.nodes + found.nodes, seconds=simulated.seconds + found.seconds)


# ---- the exact solver


def _try_solver(call: Call, options: dict[str, Any]) -> Result[Any] | None:
    """Solve the position where the solver is likely to fit the budget; None where it is not, or did not.

    What it has spent is taken off the limits of the call.
    """
    estimate = getattr(call.state, "solver_nodes", lambda: None)()
    request = call.request
    if estimate is None or call.evaluate is not None or call.moves or options or request.depth:
        return None
    if request.nodes and estimate > request.nodes * SOLVER_SHARE:
        return None
    if request.seconds and estimate > request.seconds * SOLVER_SHARE * SOLVER_NODES_PER_SECOND:
        return None
    nodes, seconds = request.nodes, request.seconds
    found = _solve(call, share=SOLVER_SHARE)
    if found.value is not None or found.stopped == "cancelled":
        return found
    if nodes:
        request.nodes = max(nodes - found.nodes, 1)
    if seconds:
        request.seconds = max(seconds - found.seconds, 0.001)
    return None


def _solve(call: Call, *, weak: bool = False, share: float = 1.0) -> Result[Any]:
    """Solve a position within a share of the limits of a call; with several lines also the other moves, as far as the rest allows."""
    request, state = call.request, call.state
    start = perf_counter()
    limits = {"threads": request.threads, "cancel": call.cancel, "weak": weak}
    takes_nodes = getattr(state, "solver_takes_nodes", True)
    nodes = int(request.nodes * share) if request.nodes and takes_nodes else None
    seconds = request.seconds * share if request.seconds else None
    found = solve(state, nodes=nodes, seconds=seconds, **limits)
    if found.value is None or found.move is None or request.lines < 2:
        return found
    solved = [RootMove(move=found.move, value=found.value, line=found.line)]
    spent = found.nodes
    for move in state.moves():
        if move == found.move or len(solved) >= request.lines:
            continue
        child = state.play(move)
        estimate = getattr(child, "solver_nodes", lambda: 0)() or 0
        if nodes is not None:
            limits["nodes"] = request.nodes - spent
        if request.seconds:
            limits["seconds"] = request.seconds - (perf_counter() - start)
        if (nodes is not None and estimate > limits["nodes"]) or limits.get("seconds", 1) <= 0:
            break
        utility = child.utility()
        result = solve(child, **limits) if utility is None else None
        spent += result.nodes if result else 0
        value = utility if result is None else result.value
        if value is not None:
            solved.append(RootMove(move=move, value=value, line=(move, *(result.line if result else ()))))
    sign = -1 if state.player == MIN else 1
    solved[1:] = sorted(solved[1:], key=lambda each: -sign * each.value)  # type: ignore[operator]
    return replace(found, moves=tuple(solved), nodes=spent, seconds=perf_counter() - start)


# ---- simultaneous moves


def _stage_game(call: Call, method: str) -> Result[Any]:
    from zermelo.equilibrium import solve_zero_sum, stage_game

    state = call.state
    if method not in ("auto", STAGE_GAME.name):
        raise refusal(_BY_NAME[method].declaration if method in _BY_NAME else SOLVE, state, (SIMULTANEOUS, None))
    if state.player != SIMULTANEOUS:
        raise ZermeloError("stage_game takes a state in which players move at the same time: use auto")
    start = perf_counter()
    solution = solve_zero_sum(stage_game(state, depth=call.request.depth or None))
    return Result(
        method=STAGE_GAME.name,
        value=plain_payoff(solution.value),
        move=None,
        depth=call.request.depth or None,
        proven=not call.request.depth,
        seconds=perf_counter() - start,
    )


# ---- asyncio


async def search_async(state: State, **arguments: Any) -> Result[Any]:
    """Search in a thread, so that an event loop goes on; takes what `search` takes.

    Cancelling the task stops the search at once.

    >>> from zermelo.games.tic_tac_toe import TicTacToe
    >>> asyncio.run(search_async(TicTacToe())).value
    0
    """
    stop = threading.Event()
    cancel = arguments.pop("cancel", None)

    def stopped() -> bool:
        return stop.is_set() or (cancel is not None and cancel())

    work = asyncio.get_running_loop().run_in_executor(None, lambda: search(state, cancel=stopped, **arguments))
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        stop.set()
        await asyncio.wait([work])
        raise
