"""What the methods of the engine have in common: one call, with the limits and callbacks that every search has."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec.structs import replace

from zermelo._core import SearchOutcome, SearchRequest, SearchTree
from zermelo.engine.backends import Backend, Question
from zermelo.engine.leaves import LeafEvaluator
from zermelo.engine.request import Evaluation
from zermelo.engine.result import to_pass, to_result
from zermelo.engine.table import Table, evaluation_key, make_core_table, make_core_tree, tree_megabytes
from zermelo.registry import Declaration
from zermelo.result import Pass, Result, SearchInterrupted
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError


@dataclass(slots=True, kw_only=True)
class Call:
    """A search that was asked for, checked and ready to run."""

    backend: Backend
    request: SearchRequest
    evaluate: Evaluation | None = None
    moves: Sequence[Any] = ()
    table: Table | int | None = None
    on_depth: Callable[[Pass[Any]], bool | None] | None = None
    cancel: Callable[[], bool] | None = None

    @property
    def state(self) -> State:
        return self.backend.state

    def run(self, core_method: str, *, name: str, partners: tuple[int, ...] = ()) -> tuple[Result[Any], SearchOutcome]:
        """Run a method of the core; return the result under its own name, and the core's outcome.

        A search that was stopped before it had searched any move has the first one, without a value.

        Raises
        ------
        SearchInterrupted
            After Ctrl-C, with the result so far.
        """
        if isinstance(self.evaluate, LeafEvaluator) and not callable(self.evaluate):
            raise ZermeloError(
                f"evaluate_batch is for mcts, and this is {name}: pass a function of a state as evaluate="
            )
        best_first = core_method == "alpha_beta"
        table: Any = None
        if best_first:
            table = self._table(partners)
        elif core_method == "mcts":
            table = self._tree()
        elif core_method == "simultaneous_mcts":
            table = self.table if isinstance(self.table, int) else tree_megabytes()
        question = Question(
            self.request, self.evaluate, self.moves, partners, self._on_pass(name, best_first), self.cancel
        )
        outcome = self.backend.run(core_method, question, table)
        result = to_result(self.state, outcome, name, best_first=best_first)
        if result.move is None and result.stopped != "complete" and self.state.player != CHANCE:
            move = (self.moves or first_moves(self.state))[0]
            result = replace(result, move=move, line=(move,), bound="estimate")
        if result.stopped == "interrupted":
            raise SearchInterrupted(result)
        return result, outcome

    def _on_pass(self, name: str, best_first: bool) -> Callable[[Any], Any] | None:
        on_depth, state = self.on_depth, self.state
        if on_depth is None:
            return None
        return lambda report: on_depth(to_pass(state, report, name, best_first=best_first))

    def tell(self, result: Result[Any]) -> None:
        """Tell `on_depth` an answer that was not found by passes."""
        if self.on_depth is not None:
            self.on_depth(
                Pass(
                    depth=result.depth,
                    value=result.value,
                    bound=result.bound,
                    move=result.move,
                    line=result.line,
                    nodes=result.nodes,
                    evaluations=result.evaluations,
                    cached=0,
                    seconds=result.seconds,
                    moves=result.moves,
                    mate=result.mate,
                    in_tables=result.in_tables,
                    strategies=result.strategies,
                )
            )

    def _table(self, partners: tuple[int, ...]) -> Any:
        """The core's table: fresh, or a kept one with the salt of searches like this."""
        table = self.table
        if not isinstance(table, Table):
            return make_core_table(self.backend.table_megabytes if table is None else table)
        game, request = self.backend.key, self.request
        switches = tuple(getattr(request, switch) for switch in SearchRequest.switches)
        key = None if game is None else (game, evaluation_key(self.evaluate), request.exact, switches, partners)
        request.salt = table.salt(key)
        return table.core

    def _tree(self) -> SearchTree:
        """The core's tree: fresh, or a kept one with the salt of simulations that count like these."""
        table = self.table
        if not isinstance(table, Table):
            return make_core_tree(tree_megabytes() if table is None else table)
        game, request = self.backend.tree_key, self.request
        counts = ("mcts", request.wins, request.plies, request.playouts)
        request.salt = table.salt(None if game is None else (game, evaluation_key(self.evaluate), counts))
        return table.tree


def first_moves(state: State) -> Sequence[Any]:
    """Return the moves of a state; where players move at the same time, the first joint move alone."""
    moves = state.moves()
    return [tuple(each[0] for each in moves)] if state.player == SIMULTANEOUS else moves


class Method(NamedTuple):
    """A method of the engine: what it declares, and the function that runs it."""

    declaration: Declaration
    run: Callable[..., Result[Any]]
    """Takes the call, and the options of the method as keywords."""
    core_method: str
    """The name of the core's method that it runs on."""

    @property
    def name(self) -> str:
        return self.declaration.name
