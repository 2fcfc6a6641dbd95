"""The player that asks the engine: at a level, or for some seconds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from zermelo.engine import Table
from zermelo.engine.backends import backend_of
from zermelo.kinds.plugins import plugin
from zermelo.methods import search
from zermelo.players.choice import Choice, to_choice
from zermelo.players.clock import Allowance, Reserve
from zermelo.players.player import BasePlayer, Cancel, OnProgress, PlayerKind, Request, Settings
from zermelo.players.random import draw_equal, draw_strategy, move_seed
from zermelo.registry import ANY_GAME, Option
from zermelo.result import Pass, Result, RootMove
from zermelo.state import CHANCE, State, ZermeloError

LEVELS: dict[int, dict[str, Any]] = {
    **{level: {"depth": depth} for level, depth in enumerate((1, 2, 4, 6, 9), 1)},
    **{level: {"seconds": seconds} for level, seconds in enumerate((0.5, 1.0, 3.0, 10.0), 6)},
}
"""The limits of each level."""
NODES = {1: 300, 2: 1_000, 3: 3_000, 4: 10_000, 5: 30_000}
"""The limits of the levels with a depth in games without static values, where a search to a depth would know nothing."""
SIMULATIONS = {1: 30, 2: 100, 3: 300, 4: 1_000, 5: 4_000}
"""The same in games that simulations judge best."""
TABLE = 32
"""Megabytes of the table that is kept from move to move."""
_FOR_THE_BEST = 0.75
"""The share of the time and nodes that goes to the best move where other moves are to have values too."""
_LEAST_SECONDS = 0.001
_FIRST_SECONDS = 1.0
"""How long an analysis searches before it tries to solve the position."""


class EnginePlayer(BasePlayer):
    """Plays by the search that suits the game, and keeps its table from move to move.

    Where other moves are to have values, the best move is searched for first, as if it were asked for alone; the others get
    their values from what is left of the limits, and do not change it. Among moves that this search has shown to be worth exactly
    the same, the seed draws.
    """

    def __init__(self, settings: Settings) -> None:
        level = int(settings.values[0]) if settings.values else 0
        self._limits = {"seconds": settings.seconds} if settings.seconds is not None else LEVELS[level]
        self._nodes = NODES.get(level) if settings.seconds is None else None
        self._simulations = SIMULATIONS.get(level) if settings.seconds is None else None
        self._lines, self._evaluate, self._record = settings.lines, settings.evaluate, settings.record
        self._table = Table(TABLE)
        self._reserve = Reserve()
        self._seed = settings.seed
        self._solution: Mapping[Any, Any] = {}

    def prepare(self, state: State, seconds: float, cancel: Cancel | None = None) -> None:
        """Use the start clock of a rule sheet: solve a puzzle, or learn how to play a game of two."""
        if (prepare := plugin(state, "preparation")) is not None:
            self._solution = prepare(state, seconds, cancel)

    def answer(self, request: Request) -> Choice:
        if request.seat is None and request.state in self._solution:
            move = self._solution[request.state]
            return Choice(move=move, line=(move,), why="which is on the way to the highest goal")
        if request.seat is not None:
            return self._draw(request, request.seat)
        best, result = self._search(request)
        seed = move_seed(self._seed, len(request.past))
        choice = draw_equal(to_choice(result), best.moves, request.state.player, seed)
        if self._record:
            choice = replace(choice, search=replace(best, moves=result.moves))
        return _for_max(choice, result)

    def _draw(self, request: Request, seat: int) -> Choice:
        """Draw a move by the strategy of the seat, where players move at the same time."""
        clock, began = request.clock, perf_counter()
        most = self._reserve.allow(clock.left[seat], clock.increment).enough if clock.left else None
        limits = (self._limits.get("seconds"), clock.seconds, most)
        nodes = [each for each in (self._nodes, clock.nodes) if each]
        result = search(
            request.state,
            seconds=min((each for each in limits if each), default=None),
            nodes=min(nodes, default=None),
            evaluate=self._evaluate,
            cancel=request.cancel,
        )
        if most is not None:
            self._reserve.spend(most, perf_counter() - began)
        return draw_strategy(result, seat, move_seed(self._seed, len(request.past), seat))

    def search(self, request: Request) -> Result:
        """Search for a move: `choose` makes a `Choice` of the result."""
        return self._search(request)[1]

    def _search(self, request: Request) -> tuple[Result, Result]:
        """Search for the best move; return that search, and the same with the values of other moves."""
        clock, start = request.clock, perf_counter()
        if not clock.left:
            return self._search_for(request, None, start)
        allowance = self._reserve.allow(clock.left[request.state.player], clock.increment)
        found = self._search_for(request, allowance, start)
        self._reserve.spend(allowance.most, perf_counter() - start)
        return found

    def _search_for(self, request: Request, allowance: Allowance | None, start: float) -> tuple[Result, Result]:
        state, past, clock, on_progress, cancel, _ = request
        most = allowance.most if allowance is not None else None
        seconds = min((each for each in (self._limits.get("seconds"), clock.seconds, most) if each), default=None)
        nodes = clock.nodes
        limits: dict[str, Any] = {**self._limits, "seconds": seconds}
        if clock.depth is not None:
            limits["depth"] = min(clock.depth, limits.get("depth", clock.depth))
        if self._simulations is not None and self._evaluate is None and getattr(state, "prefers_mcts", False):
            limits |= {"depth": None, "method": "mcts", "simulations": self._simulations}
        elif self._nodes is not None and self._evaluate is None and not backend_of(state).evaluates:
            nodes = min(self._nodes, nodes or self._nodes)
            limits["depth"] = None
        asked: dict[str, Any] = {"evaluate": self._evaluate, "table": self._table, "past": past, "cancel": cancel}
        lines = min(self._lines or len(state.moves()), len(state.moves()))

        def on_depth(finished: Pass) -> bool:
            if on_progress is not None:
                on_progress(to_choice(finished))
            return allowance is None or perf_counter() - start < allowance.enough

        share = _FOR_THE_BEST if lines > 1 else 1.0
        limits["seconds"] = None if seconds is None else share * seconds
        limits["nodes"] = None if nodes is None else max(int(share * nodes), 1)
        keeps = self._record and limits.get("method") != "mcts"  # which keeps no record
        record: dict[str, Any] = {"record": self._record} if keeps else {}
        best = search(state, on_depth=on_depth, **asked, **limits, **record)
        enough = best.method == "mcts" or len(best.moves) >= lines  # simulations value every move
        if lines == 1 or best.move is None or enough or (cancel is not None and cancel()):
            return best, best
        if seconds is not None:
            limits["seconds"] = max(seconds - (perf_counter() - start), _LEAST_SECONDS)
        if nodes is not None:
            limits["nodes"] = max(nodes - best.nodes, 1)

        def on_values(finished: Pass) -> None:
            if on_progress is not None:
                on_progress(replace(to_choice(best), moves=_merge(best, finished)))

        others = search(state, method=best.method, lines=lines, on_depth=on_values, **asked, **limits)
        spent = {"nodes": best.nodes + others.nodes, "seconds": best.seconds + others.seconds}
        return best, replace(best, moves=_merge(best, others), **spent)


def analyse(
    state: State,
    *,
    lines: int,
    seconds: float,
    past: Sequence[State] = (),
    on_progress: OnProgress | None = None,
    cancel: Cancel | None = None,
) -> Choice:
    """Search the best `lines` moves of a position side by side, all of them for 0.

    Every depth gives each of them a value and a line, where a player searches for the best move first. Games that prefer
    simulations are searched by Monte-Carlo tree search, which counts the visits of every move.

    >>> from zermelo.games.nim import Nim
    >>> [str(each.move) for each in analyse(Nim((1, 2)), lines=2, seconds=5).moves]
    ['1 from heap 2', '1 from heap 1']
    """
    if state.utility() is not None:
        raise ZermeloError("the game is over: there is nothing to analyse")
    if state.player == CHANCE:
        raise ZermeloError("it is chance's turn: there is no move to analyse")
    deepest, table, count = 0, Table(TABLE), len(state.moves())
    lines = min(lines or count, count)

    def on_depth(finished: Pass) -> None:
        nonlocal deepest
        if on_progress is not None and (finished.depth or 0) >= deepest:
            deepest = finished.depth or 0
            on_progress(to_choice(replace(finished, moves=finished.moves[:lines])))

    asked: dict[str, Any] = {"table": table, "past": past, "on_depth": on_depth, "cancel": cancel}
    if getattr(state, "prefers_mcts", False):
        simulated = search(state, method="mcts", seconds=seconds, **asked)
        return to_choice(replace(simulated, moves=simulated.moves[:lines]))

    def search_for(seconds: float) -> Result:
        return search(state, lines=lines, seconds=seconds, **asked)

    # With much time a solver comes first, which says nothing until it has the answer.
    result = search_for(min(seconds, _FIRST_SECONDS))
    if not result.proven and seconds > _FIRST_SECONDS and not (cancel is not None and cancel()):
        later = search_for(seconds - _FIRST_SECONDS)
        result = later if later.proven or (later.depth or 0) >= (result.depth or 0) else result
    return _for_max(to_choice(result), result)


def _for_max(choice: Choice, result: Result) -> Choice:
    """The value of a coalition is its own, and a choice speaks of MAX."""
    return replace(choice, value=None, moves=()) if result.method in ("paranoid", "coalition") else choice


def _merge(best: Result, others: Pass | Result) -> tuple[RootMove, ...]:
    """The root moves of two searches, the best move of the first one first."""
    first = [each for each in (*best.moves, *others.moves) if each.move == best.move][:1]
    return (*first, *(each for each in others.moves if each.move != best.move))


ENGINE = PlayerKind(
    name="engine",
    title="Engine",
    summary="The search that suits the game, at a level or by the clock.",
    suits=ANY_GAME,
    create=EnginePlayer,
    options=(Option("level", "integer", "How well it plays.", 5, least=1, most=max(LEVELS)),),
    timed=True,
)
