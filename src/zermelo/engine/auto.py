"""The methods of the engine, and the choice among them: which one suits a game and a budget."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from zermelo.engine import alpha_beta, expectiminimax, max_n, mcts
from zermelo.engine.backends import Backend, backend_of
from zermelo.engine.method import Call, Method
from zermelo.engine.request import LEAST_SECONDS, make_request
from zermelo.engine.result import value_for
from zermelo.engine.solve import SOLVE, solve
from zermelo.kinds.kind import Kind, unsuited
from zermelo.kinds.survey import quick_kind, refusal
from zermelo.registry import Declaration
from zermelo.result import Result, RootMove, SearchInterrupted
from zermelo.state import CHANCE, MIN, State, ZermeloError

ALPHA_BETA = Method(alpha_beta.METHOD, alpha_beta.alpha_beta, "alpha_beta")
EXPECTIMINIMAX = Method(expectiminimax.METHOD, expectiminimax.expectiminimax, "expectiminimax")
MAX_N = Method(max_n.METHOD, max_n.max_n, "max_n")
PARANOID = Method(alpha_beta.PARANOID, alpha_beta.paranoid, "alpha_beta")
COALITION = Method(alpha_beta.COALITION, alpha_beta.coalition, "alpha_beta")
MCTS = Method(mcts.METHOD, mcts.mcts, "mcts")

METHODS: tuple[Method, ...] = (ALPHA_BETA, EXPECTIMINIMAX, MAX_N, PARANOID, COALITION, MCTS)
"""The methods of `zermelo.search`, beside the exact solver and stage games."""

SOLVER_NODES_PER_SECOND = 5e6
"""A cautious guess, for deciding whether the exact solver fits into the time."""
SOLVER_SHARE = 0.75
"""The share of the budget that the exact solver may spend before alpha-beta takes over."""
TRIAL_SHARE = 0.125
"""The share where it is not likely to suffice, though some positions are solved at once."""
TRIAL_LUCK = 100
"""How many times less than expected a position must take for a trial to be worth it at all."""
UNLIMITED_SOLVER_NODES = 2e7
"""The largest estimate at which the exact solver is taken without a limit: some seconds."""
QUICK_DEPTH = 4
"""How deep a move is searched for before the exact solver has one."""
QUICK_NODES = 1e5
"""The estimate up to which the exact solver itself is quick."""
ALPHA_BETA_SHARE = 0.5
"""The share of the budget that goes to alpha-beta where only simulations can judge."""
EXHAUSTIVE_SHARE = 0.125
"""The share of expectiminimax and max^n there, which do not deepen without static values: all of the game, or nothing."""
PUZZLE_NODES = 2_000_000
"""How long the shortest solution of a puzzle is looked for where nothing limits the search: a few seconds."""
REPORTS = ("record",)
"""Options that change what a search tells, not what it does: `auto` drops them where a method has none."""


def run_method(method: Method, call: Call, options: dict[str, Any]) -> Result[Any]:
    """Run one method; raise Unsuitable if it is not for the game, as far as that is known before the search."""
    backend = call.backend
    if unsuited(method.declaration.suits, backend.kind) is not None or not backend.has(method.core_method):
        raise _refusal(method.declaration, backend)
    return method.run(call, **options)


def run_auto(call: Call, options: dict[str, Any]) -> Result[Any]:
    """Run the method that suits the game and the budget."""
    method = _suitable(call.backend.kind, options)
    if method is ALPHA_BETA and _prefers_mcts(call, options):
        return run_method(MCTS, call, {})
    if method is ALPHA_BETA and _is_puzzle(call, options):
        return _solve_puzzle(call)
    if method is ALPHA_BETA and (solution := _try_solver(call, options)):
        return solution
    if method is not MCTS and _is_plain(options) and _only_simulations_judge(method, call):
        return _search_and_simulate(method, call, options)
    try:
        return _run_checked(method, call, options)
    except ValueError:
        if method is MCTS:
            raise
        # Chance, payoffs, a third player or simultaneous moves may come later in the game than the first moves show. The kind of a
        # game given by rules changes once a search has met them.
        later = _suitable(call.backend.kind if call.backend.key is not None else quick_kind(call.state), options)
        if later is method:
            raise
        method = later
    return _run_checked(method, call, options)


def suitable_methods(state: State, kind: Kind) -> tuple[str, ...]:
    """Return the names of the methods that suit games of a kind, the one that `auto` takes first."""
    backend = backend_of(state)
    names = [
        method.name
        for method in METHODS
        if unsuited(method.declaration.suits, kind) is None and backend.has(method.core_method)
    ]
    if unsuited(SOLVE.suits, kind) is None and backend.has(SOLVE.name):
        names.append(SOLVE.name)
    first = MCTS if getattr(state, "prefers_mcts", False) else _by_kind(kind)
    return tuple(sorted(names, key=lambda name: name != first.name))


def _by_kind(kind: Kind) -> Method:
    if kind.simultaneous:
        return MCTS
    return MAX_N if kind.payoffs or kind.players > MIN + 1 else EXPECTIMINIMAX if kind.chance else ALPHA_BETA


def _suitable(kind: Kind, options: dict[str, Any]) -> Method:
    for method in METHODS:  # an option that only one method has asks for it
        if any(method.declaration.has_option(name) and not ALPHA_BETA.declaration.has_option(name) for name in options):
            return method
    return _by_kind(kind)


def _prefers_mcts(call: Call, options: dict[str, Any]) -> bool:
    """Whether simulations judge a game best where time or nodes are limited, and nothing asked for speaks against them."""
    request = call.request
    asked = request.depth or request.lines > 1 or call.moves or call.evaluate is not None
    limited = bool(request.nodes or request.seconds)
    return limited and getattr(call.state, "prefers_mcts", False) and not asked and _is_plain(options)


def _run_checked(method: Method, call: Call, options: dict[str, Any]) -> Result[Any]:
    has_option = method.declaration.has_option
    for name in options:
        if not has_option(name) and name not in REPORTS:
            raise ZermeloError(f"{method.name}, which suits this game, has no option {name}")
    return run_method(method, call, {name: value for name, value in options.items() if has_option(name)})


def _is_plain(options: dict[str, Any]) -> bool:
    return options.keys() <= set(REPORTS)


def _refusal(declaration: Declaration, backend: Backend) -> ZermeloError:
    kind = backend.kind
    if unsuited(declaration.suits, kind) is None:
        return ZermeloError(f'{declaration.name} does not take {type(backend.state).__name__}: use method="auto"')
    facts: list[Any] = [(CHANCE, None)] if kind.chance else []
    if kind.payoffs:
        facts.append((0, (0,) * kind.players))
    return refusal(declaration, backend.state, *facts, among=[method.declaration for method in METHODS])


# ---- games without static values


def _only_simulations_judge(method: Method, call: Call) -> bool:
    """Whether time or nodes will stop the search of a game without static values."""
    request = call.request
    limited = bool(request.nodes or request.seconds) and not (request.depth and method is ALPHA_BETA)
    judged = call.evaluate is not None or call.backend.evaluates
    return limited and not judged and not call.moves and call.backend.has("mcts")


def _search_and_simulate(method: Method, call: Call, options: dict[str, Any]) -> Result[Any]:
    """Try to search to the end with part of the budget, and spend the rest on simulations."""
    request = call.request
    nodes, seconds = request.nodes, request.seconds
    share = ALPHA_BETA_SHARE if method is ALPHA_BETA else EXHAUSTIVE_SHARE
    request.nodes = max(int(nodes * share), 1) if nodes else 0
    request.seconds = seconds * share
    started = perf_counter()
    try:
        searched = _run_checked(method, call, options)
    except ValueError:  # the end is too far, or the method does not suit what comes later in the game
        searched = Result(method=method.name, value=None, bound="estimate", move=None, seconds=perf_counter() - started)
    if searched.proven or searched.stopped == "cancelled":
        return searched
    _take_off(call, nodes, seconds, searched)
    request.depth = 0
    simulated = MCTS.run(call)
    if simulated.value is None and searched.move is not None:
        return searched
    return replace(simulated, nodes=simulated.nodes + searched.nodes, seconds=simulated.seconds + searched.seconds)


def _take_off(call: Call, nodes: int, seconds: float, spent: Result[Any]) -> None:
    """Leave the rest of the budget in the request."""
    call.request.nodes = max(nodes - spent.nodes, 1) if nodes else 0
    call.request.seconds = max(seconds - spent.seconds, LEAST_SECONDS) if seconds else 0.0


# ---- puzzles


def _is_puzzle(call: Call, options: dict[str, Any]) -> bool:
    """Whether a game of one player can be solved, and nothing asked for speaks against it."""
    asked = call.request.depth or call.request.lines > 1 or call.moves or call.evaluate is not None
    return call.backend.kind.players == 1 and call.backend.has(SOLVE.name) and not asked and _is_plain(options)


def _solve_puzzle(call: Call) -> Result[Any]:
    """Look for the shortest solution with part of the budget, then for any solution; simulate with the rest."""
    request = call.request
    nodes, seconds = request.nodes, request.seconds
    limited = bool(nodes or seconds)
    request.nodes = max(int(nodes * ALPHA_BETA_SHARE), 1) if nodes else 0 if seconds else PUZZLE_NODES
    request.seconds = seconds * ALPHA_BETA_SHARE
    searched = ALPHA_BETA.run(call)
    if searched.proven or searched.stopped == "cancelled":
        return searched
    _take_off(call, nodes, seconds, searched)
    solved = solve_moves(call, share=SOLVER_SHARE if limited else 1.0)
    spent = replace(solved, nodes=solved.nodes + searched.nodes, seconds=solved.seconds + searched.seconds)
    if solved.value is not None:
        return spent
    if solved.stopped == "cancelled":
        return replace(searched, nodes=spent.nodes, seconds=spent.seconds, stopped=solved.stopped)
    _take_off(call, nodes, seconds, spent)
    simulated = MCTS.run(call)
    if simulated.value is None:
        return searched
    return replace(simulated, nodes=simulated.nodes + spent.nodes, seconds=simulated.seconds + spent.seconds)


# ---- the exact solver


def _try_solver(call: Call, options: dict[str, Any]) -> Result[Any] | None:
    """Solve the position where the solver is likely to fit the budget; None where it is not, or did not.

    What it has spent is taken off the limits of the call.
    """
    estimate = getattr(call.state, "solver_nodes", lambda: None)()
    request = call.request
    if estimate is None or call.evaluate is not None or call.moves or request.depth or not _is_plain(options):
        return None
    nodes, seconds = request.nodes, request.seconds
    if nodes and not getattr(call.state, "solver_counts_nodes", True):
        return None
    if not (nodes or seconds) and estimate > UNLIMITED_SOLVER_NODES:
        return None
    # Where positions differ much, most take far fewer nodes than estimated: the solver is tried where that would fit.
    luck, budget = getattr(call.state, "solver_luck", 1), min(nodes or inf, seconds * SOLVER_NODES_PER_SECOND or inf)
    if estimate > (luck * TRIAL_LUCK if luck > 1 else SOLVER_SHARE) * budget:
        return None
    share = SOLVER_SHARE if estimate <= luck * budget else TRIAL_SHARE
    try:
        if call.on_depth is not None and estimate > QUICK_NODES:
            _search_quickly(call)
        threads = request.threads if getattr(call.state, "solver_threads", True) else 1
        solved = solve_moves(call, share=share, threads=threads)
    except SearchInterrupted as stop:
        if stop.result.move is not None:
            raise
        raise SearchInterrupted(_with_move(call, stop.result)) from None
    if solved.value is not None:
        return solved
    if solved.stopped == "cancelled":
        return _with_move(call, solved)
    _take_off(call, nodes, seconds, solved)
    return None


def _search_quickly(call: Call) -> Result[Any]:
    """Find a move in a moment, for those who watch, and for a solver that is stopped before it has one.

    A table of its own keeps the search that may follow the same, whether or not somebody watches.
    """
    request = make_request(depth=QUICK_DEPTH)
    return ALPHA_BETA.run(Call(backend=call.backend, request=request, table=1, on_depth=call.on_depth))


def _with_move(call: Call, stopped: Result[Any]) -> Result[Any]:
    """Give a move to the result of a solver that was stopped before it had one."""
    quick = _search_quickly(call)
    return replace(
        quick,
        nodes=quick.nodes + stopped.nodes,
        seconds=quick.seconds + stopped.seconds,
        stopped=stopped.stopped,
    )


def solve_moves(call: Call, *, weak: bool = False, share: float = 1.0, threads: int | None = None) -> Result[Any]:
    """Solve a position within a share of the limits, and with several lines also its other moves, as far as the rest allows.

    The threads are those of the request if None.
    """
    request, state = call.request, call.state
    for name, given in (("depth", request.depth), ("evaluate", call.evaluate), ("moves", call.moves)):
        if given:
            raise ZermeloError(f"solve takes no {name}: it plays every move to the end of the game")
    start = perf_counter()

    def solve_within(position: State, nodes: int, seconds: float) -> Result[Any]:
        return solve(
            position,
            weak=weak,
            nodes=nodes or None,
            seconds=seconds or None,
            threads=threads or request.threads,
            cancel=call.cancel,
        )

    best = solve_within(state, max(int(request.nodes * share), 1) if request.nodes else 0, request.seconds * share)
    if best.value is None or best.move is None or request.lines < 2:
        if best.move is not None:
            call.tell(best)
        return best
    others: list[RootMove[Any]] = []
    spent, stopped = best.nodes, best.stopped
    for move in state.moves():
        if move == best.move:
            continue
        child = state.play(move)
        value, line = child.utility(), (move,)
        if value is None:
            nodes, seconds = request.nodes - spent, request.seconds - (perf_counter() - start)
            if (request.nodes and nodes < 1) or (request.seconds and seconds <= 0):
                break
            try:
                solved = solve_within(child, nodes if request.nodes else 0, seconds if request.seconds else 0.0)
            except SearchInterrupted as stop:
                solved = stop.result
            spent += solved.nodes
            value, line = solved.value, (move, *solved.line)
        if value is None:
            stopped = solved.stopped
            break
        others.append(RootMove(move=move, value=value, line=line))
    others.sort(key=lambda other: value_for(state.player, other.value), reverse=True)
    first = RootMove(move=best.move, value=best.value, line=best.line)
    moves = (first, *others[: request.lines - 1])
    result = replace(best, moves=moves, nodes=spent, seconds=perf_counter() - start)
    call.tell(result)
    if stopped == "interrupted":
        raise SearchInterrupted(replace(result, stopped=stopped))
    return result
