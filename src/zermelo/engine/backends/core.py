"""States with a native part: native games, games from shared libraries, compiled classes. They differ in C++, not here."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from zermelo._core import SearchOutcome
from zermelo.engine.leaves import Leaves
from zermelo.engine.refuted import KindRefuted
from zermelo.engine.request import check_finite
from zermelo.engine.table import too_large
from zermelo.kinds.coalition import coalition_payoff
from zermelo.kinds.kind import Kind
from zermelo.kinds.plugins import plugin
from zermelo.limits import interruptible, is_finite
from zermelo.native.faces import NativeState
from zermelo.registry import unknown_name
from zermelo.state import ZermeloError

if TYPE_CHECKING:
    from zermelo.engine.backends import Question


class CoreBackend:
    """The core over the native part of a state."""

    table_megabytes = 64

    def __init__(self, state: NativeState) -> None:
        self.state = state

    @property
    def kind(self) -> Kind:
        return self.state.kind

    @property
    def evaluates(self) -> bool:
        return self.state.evaluates

    @property
    def key(self) -> Hashable:
        return self.state.rules_key

    @property
    def tree_key(self) -> Hashable:
        return self.key

    def has(self, method: str) -> bool:
        return hasattr(self.state.native, method)

    def explained(self) -> AbstractContextManager[None]:
        return nullcontext()

    @property
    def solves_by_search(self) -> bool:
        return self.state.solves_by_search

    def check_threads(self, threads: int) -> None:
        pass

    def run(self, method: str, question: Question, table: Any = None) -> SearchOutcome:
        if question.on_pass is None and question.cancel is None and not callable(question.evaluate):
            return self._run(method, question, table)
        return run_interruptible(
            lambda cancel: self._run(method, question._replace(cancel=cancel), table), question.cancel
        )

    def _run(self, method: str, question: Question, table: Any) -> SearchOutcome:
        native, request, kind = self.state.native, question.request, self.kind
        try:
            if method in ("solve", "prove"):
                return self._decide(method, question, table)
            evaluation = self._evaluation(question)
            request.evaluates = self.state.evaluates or evaluation is not None
            if method == "alpha_beta":
                with _endgame_tables(self.state, question):
                    found: SearchOutcome = native.alpha_beta(
                        table, request, evaluation, list(question.moves), question.on_pass, question.cancel
                    )
                return found
            if method in ("mcts", "simultaneous_mcts"):
                if not request.evaluates:
                    request.plies = -1
                simulate: Callable[..., SearchOutcome] = getattr(native, method)
                return simulate(table, request, evaluation, question.on_pass, question.cancel)
            # Without static values deepening would stop at the first horizon.
            request.deepening = request.deepening and request.evaluates
            run: Callable[..., SearchOutcome] = getattr(native, method)
            return run(request, evaluation, list(question.moves), question.on_pass, question.cancel)
        except ValueError as error:
            if type(error) is not ValueError:
                raise
            raise (ZermeloError if self.kind == kind else KindRefuted)(str(error)) from None

    def _decide(self, method: str, question: Question, megabytes: int) -> SearchOutcome:
        run: Callable[..., SearchOutcome] = getattr(self.state.native, method)
        try:
            return run(question.request, question.goal, megabytes, question.cancel)
        except MemoryError:
            raise too_large(megabytes) from None

    def _evaluation(self, question: Question) -> list[float] | Callable[[Any], Any] | None:
        """Weights in the order of the native features or a function of native states; None for the game's own evaluation."""
        state, evaluate, partners = self.state, question.evaluate, question.partners
        if evaluate is None:
            if state.native.has_evaluation:
                return None
            evaluate = state.weights()
        if isinstance(evaluate, Leaves):
            leaves, of = evaluate, type(state).of
            return lambda natives: leaves([of(native) for native in natives])
        if callable(evaluate):
            function, face = evaluate, type(state)
            if partners:
                return lambda native: partners_value(function(face.of(native)), partners)
            return lambda native: function(face.of(native))
        assert isinstance(evaluate, Mapping)
        names = list(state.features())
        check_weights(evaluate, names, type(state).__name__)
        return [float(evaluate.get(name, 0.0)) for name in names]


def run_interruptible(
    run: Callable[[Callable[[], bool]], SearchOutcome], cancel: Callable[[], bool] | None
) -> SearchOutcome:
    """Run a search that calls Python, with the `cancel` to give it, so that Ctrl-C within a callback does not lose its result."""
    with interruptible() as pressed:
        outcome = run(lambda: pressed.is_set() or (cancel is not None and cancel()))
        if pressed.is_set():
            outcome.interrupt()
    return outcome


def partners_value(payoff: Any, partners: tuple[int, ...]) -> float:
    """Return what a static payoff is worth for a coalition; raise ZermeloError unless it is made of numbers."""
    if not all(map(is_finite, payoff if isinstance(payoff, tuple) else (payoff,))):
        raise ZermeloError("evaluate must return finite numbers")
    return float(coalition_payoff(payoff, partners))


def check_weights(evaluate: Mapping[str, float], names: list[str], game: str) -> None:
    """Raise ZermeloError if a game has no features, or none of a name, or if a weight is not a finite number."""
    if not names:
        raise ZermeloError(f"{game} has no named features: pass a function of a state as evaluate=")
    known = set(names)
    for name, weight in evaluate.items():
        if name not in known:
            raise unknown_name(f"feature of {game}", name, names)
        check_finite(f"the weight of {name}", weight)


@contextmanager
def _endgame_tables(state: NativeState, question: Question) -> Iterator[None]:
    """Load the endgame tables of a game for a search that probes them; a damaged one raises, and never gives a value."""
    request = question.request
    tables = plugin(state, "tables") if request.knowledge else None
    if tables is None or (request.exact and not tables.exact):
        yield
        return
    tables.load()
    yield
    tables.check()
