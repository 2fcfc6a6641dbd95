"""What runs a search: the core over a state's native part, or the core calling the methods of a Python state."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from zermelo._core import SearchOutcome, SearchRequest, StateNumbers
from zermelo.engine.backends.core import CoreBackend
from zermelo.engine.backends.python import PythonBackend
from zermelo.engine.request import Evaluation
from zermelo.kinds.kind import Kind, check_information
from zermelo.native.faces import NativeState
from zermelo.state import State

__all__ = ["Backend", "Question", "backend_of"]


class Question(NamedTuple):
    """What a backend is asked to search: the request, and the Python objects that go with it."""

    request: SearchRequest
    evaluate: Evaluation | None = None
    moves: Sequence[Any] = ()
    partners: tuple[int, ...] = ()
    on_pass: Callable[[Any], Any] | None = None
    cancel: Callable[[], bool] | None = None
    numbers: StateNumbers | None = None
    """What the states of a game written in Python are known by in a table that is kept."""
    goal: float = 0
    """The points that `prove` has to reach; for `solve`, whether only the winner is wanted."""


class Backend(Protocol):
    """A state with the searches that it has."""

    table_megabytes: int

    @property
    def state(self) -> State:
        """The state to search."""

    @property
    def kind(self) -> Kind:
        """What is known of the game without a search."""

    @property
    def evaluates(self) -> bool:
        """Whether every state has a static value of its own."""

    @property
    def key(self) -> Hashable | None:
        """What tells the game from others in a kept table; None if its entries cannot be kept."""

    @property
    def tree_key(self) -> Hashable | None:
        """The same for a kept tree of Monte-Carlo search, which compares states."""

    @property
    def solves_by_search(self) -> bool:
        """Whether an exact search to the end is a sensible way to solve it."""

    def explained(self) -> AbstractContextManager[None]:
        """Enter a context that explains errors of the game's own code."""

    def has(self, method: str) -> bool:
        """Return whether it can run a method."""

    def check_threads(self, threads: int) -> None:
        """Raise ZermeloError if it cannot use this many threads."""

    def run(self, method: str, question: Question, table: Any = None) -> SearchOutcome:
        """Run a method; `table` is the core's, or the size in megabytes for `solve` and `prove`."""


def backend_of(state: State) -> Backend:
    """Return what runs the searches of a state; raise Unsuitable if players do not see all of it."""
    check_information(state)
    if isinstance(state, NativeState) and not (
        state.kind.simultaneous and not hasattr(state.native, "simultaneous_mcts")
    ):
        return CoreBackend(state)
    return PythonBackend(state)
