"""What the methods of the engine have in common: one call, with the limits and callbacks that every search has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from msgspec.structs import replace

from zermelo._core import SearchOutcome, SearchRequest, StateNumbers
from zermelo.engine.backends import Backend, Question
from zermelo.engine.leaves import LeafEvaluator
from zermelo.engine.request import Evaluation
from zermelo.engine.result import to_pass, to_result
from zermelo.engine.table import Table, check_megabytes, evaluation_key, make_core_table, make_core_tree, tree_megabytes
from zermelo.registry import Declaration
from zermelo.result import Pass, Result, SearchInterrupted
from zermelo.state import CHANCE, SIMULTANEOUS, State, ZermeloError


class _Kept(NamedTuple):
    """What a search keeps: the core's table or tree, or the megabytes of one; the numbers that its states have in the table."""

    table: Any
    numbers: StateNumbers | None = None


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
        on_pass = self._on_pass(name, best_first)
        question = Question(self.request, self.evaluate, self.moves, partners, on_pass, self.cancel)
        with self._kept(core_method, partners) as kept:
            outcome = self.backend.run(core_method, question._replace(numbers=kept.numbers), kept.table)
        result = to_result(self.state, outcome, name, best_first=best_first)
        if result.stopped == "depth" and (result.depth or 0) >= (self.request.depth or inf):
            result = replace(result, stopped="complete")  # as deep as asked
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

    @contextmanager
    def _kept(self, core_method: str, partners: tuple[int, ...]) -> Iterator[_Kept]:
        """Give what a search keeps for others: fresh, or what a table lends, with the salt of searches like this. Nothing else that
        searches share changes while they run."""
        table, request, backend = self.table, self.request, self.backend
        if core_method not in ("alpha_beta", "mcts"):
            yield _Kept(tree_megabytes() if table is None or isinstance(table, Table) else check_megabytes(table))
        elif not isinstance(table, Table):
            if core_method == "mcts":
                yield _Kept(make_core_tree(tree_megabytes() if table is None else table))
            else:
                yield _Kept(make_core_table(backend.table_megabytes if table is None else table))
        elif core_method == "mcts":
            shapes = (request.selection, request.solver, request.bias > 0, request.widening > 0, request.batch > 0)
            counts = ("mcts", request.wins, request.plies, request.playouts, *shapes)
            key = None if backend.tree_key is None else (backend.tree_key, evaluation_key(self.evaluate), counts)
            with table.borrow_tree() as tree, table.salted(key) as request.salt:
                yield _Kept(tree)
        else:
            switches = tuple(getattr(request, switch) for switch in SearchRequest.switches)
            how = (evaluation_key(self.evaluate), request.exact, switches, partners)
            if backend.key is not None or backend.tree_key is None:
                with table.salted(None if backend.key is None else (backend.key, *how)) as request.salt:
                    yield _Kept(table.core)
            else:  # states written in Python are known by numbers
                with (
                    table.borrow_numbers(type(self.state)) as states,
                    table.salted((states.name, *how, request.depth > 0)) as request.salt,
                ):
                    yield _Kept(table.core, states.numbers)


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
