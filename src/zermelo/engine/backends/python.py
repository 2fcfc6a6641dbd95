"""States written in Python: the core calls their methods."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any

from zermelo._core import (
    SearchOutcome,
    StateNumbers,
    alpha_beta_python,
    expectiminimax_python,
    max_n_python,
    mcts_python,
    mcts_python_two_player,
    simultaneous_mcts_python,
)
from zermelo.engine.backends.core import check_weights, partners_value, run_interruptible
from zermelo.game_errors import explain_game_errors, find_game_error
from zermelo.kinds.coalition import CoalitionView
from zermelo.kinds.kind import Kind
from zermelo.kinds.survey import quick_kind
from zermelo.state import CHANCE, MIN, SIMULTANEOUS, State, ZermeloError, count_moves
from zermelo.trees import Tree

if TYPE_CHECKING:
    from zermelo.engine.backends import Question

FIRST_MOVES = 8
"""How far the kind of a game is looked for before a search."""

_RUNS: dict[str, Any] = {
    "alpha_beta": alpha_beta_python,
    "expectiminimax": expectiminimax_python,
    "max_n": max_n_python,
    "mcts": mcts_python,
    "simultaneous_mcts": simultaneous_mcts_python,
}


class PythonBackend:
    """The core calling the methods of a Python state."""

    table_megabytes = 16
    solves_by_search = True

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def kind(self) -> Kind:
        """Follow the first moves: enough to see chance at the start, payoffs and a third player, not what comes later."""
        state, players, chance = self.state, 1, False
        for _ in range(FIRST_MOVES):
            utility = state.utility()
            if utility is not None:
                payoffs = isinstance(utility, tuple)
                return Kind(chance, max(players, len(utility) if isinstance(utility, tuple) else 2), payoffs)
            if state.player == SIMULTANEOUS:
                return quick_kind(self.state, (SIMULTANEOUS, None))
            chance = chance or state.player == CHANCE
            players = max(players, state.player + 1)
            moves = state.moves()
            if not count_moves(moves):
                break
            state = state.play(moves[0])
        return Kind(chance, max(players, 2), players > 2)

    @property
    def evaluates(self) -> bool:
        state = self.state
        if isinstance(state, Tree):
            return all(node.value is not None for node in state.nodes)
        return hasattr(state, "evaluate")

    @property
    def key(self) -> None:
        return None

    @property
    def tree_key(self) -> type | None:
        """The class, if its states are equal when they are the same position."""
        kind = type(self.state)
        return None if kind.__eq__ is object.__eq__ else kind

    def has(self, method: str) -> bool:
        return method in _RUNS

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Explain errors: a promise that the game breaks, or what the core cannot take."""
        state = self.state
        try:
            with explain_game_errors(state):
                if not isinstance(state.player, int):
                    raise TypeError(f"{state.player!r} is not a player")
                if state.utility() is None and state.player != SIMULTANEOUS:
                    count_moves(state.moves())
                yield
        except ValueError as error:
            if type(error) is not ValueError:
                raise
            raise find_game_error(state) or ZermeloError(str(error)) from None

    def check_threads(self, threads: int) -> None:
        if threads > 1:
            raise ZermeloError("a game written in Python is searched on one thread: Python runs one at a time")

    def run(self, method: str, question: Question, table: Any = None) -> SearchOutcome:
        request, evaluate = question.request, question.evaluate
        if isinstance(evaluate, Mapping):
            check_weights(evaluate, [], type(self.state).__name__)
        request.evaluates = evaluate is not None or self.evaluates
        if not request.evaluates and method in ("mcts", "simultaneous_mcts"):
            request.plies = -1
        if method in ("max_n", "expectiminimax"):
            request.deepening = request.deepening and request.evaluates
        state: State = self.state
        if question.partners:
            state, evaluate = _coalition(state, question.partners, evaluate, request.evaluates)
        elif method == "alpha_beta" and evaluate is None and not request.depth and isinstance(state, Tree):
            evaluate = _tree_value
        tables: tuple[Any, ...] = (table,) if method == "mcts" else ()
        if method == "alpha_beta":
            tables = (table, question.numbers or StateNumbers())
        if method == "simultaneous_mcts":
            tables = (self.kind.players, table)
        moves = (list(question.moves),) if method not in ("mcts", "simultaneous_mcts") else ()

        def run(core: Any) -> SearchOutcome:
            return run_interruptible(
                lambda cancel: core(state, *tables, request, evaluate, *moves, question.on_pass, cancel),
                question.cancel,
            )

        if method == "mcts" and self._is_plain_game():
            try:
                return run(mcts_python_two_player)
            except ValueError as error:
                # Chance, payoffs of each player or fractions, which have no solver, may come later than the first moves show.
                if type(error) is not ValueError:
                    raise
        return run(_RUNS[method])

    def _is_plain_game(self) -> bool:
        """Whether it looks like a game of two players without chance, with one number as its utility."""
        kind = self.kind
        return kind.players == MIN + 1 and not kind.chance and not kind.payoffs


def _coalition(state: State, partners: tuple[int, ...], evaluate: Any, evaluates: bool) -> tuple[State, Any]:
    """The game as a coalition sees it, with its static values."""
    view = CoalitionView(state, partners)
    if callable(evaluate):
        function = evaluate
        return view, lambda seen: partners_value(function(seen.state), partners)
    return view, None if evaluates else _zero


def _zero(_: object) -> float:
    return 0.0


def _tree_value(state: Any) -> float:
    """The static value of a node, or 0 where it has none: good enough to order the moves on the way to the end."""
    return state.value if state.value is not None else 0.0
