"""The calling conventions ("shapes") of searches in different courses: how the function is called, and how its result is read.

plain    a function of a `zermelo.State` that returns a value, a move, a pair of both, or a `Result`; it may take depth,
         alpha, beta, and whether the player to move maximizes (or, as negamax does, the sign of that player), under any of
         the usual names
mit      a function of a state with generate_next_states(), is_game_over() and get_endgame_score(); it takes maximize,
         optionally heuristic_fn and depth_limit, and returns the path, the score and the number of evaluations
mit_functions  the older form of that course: a function of a board, a depth, and the game's functions eval_fn(board) for
         the player to move, get_next_moves_fn(board) and is_terminal_fn(depth, board); it returns a move
cs188    an agent class with getAction(gameState), where a state has getLegalActions(agent), generateSuccessor(agent,
         action), isWin(), isLose(), getNumAgents() and getScore(), the value of evaluationFunction
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from itertools import pairwise
from math import inf, isnan
from typing import Any, ClassVar, NamedTuple

from zermelo.exercises.grading.cases import KNOWN_KINDS, Case
from zermelo.exercises.grading.course_states import (
    AgentState,
    CourseState,
    RecordedState,
    evaluate,
    is_terminal,
    next_moves,
    scoreEvaluationFunction,
)
from zermelo.state import MAX, ZermeloError, is_real
from zermelo.trees import Node


class Answer(NamedTuple):
    """What the student's search returned; None for what its shape does not return."""

    value: float | None = None
    move: str | None = None
    evaluations: int | None = None


class InvalidAnswer(Exception):
    """A result that cannot be read; the message says what was returned and what is required."""


_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_SIDES = ("maximizing", "maximising", "maximizing_player", "maximizingPlayer", "maximize", "is_max", "is_maximizing")
"""Usual names of the parameter that says whether MAX is to move; it is passed even if it has a default."""
_SIGNS = ("color", "colour", "sign")
"""Usual names of negamax's parameter that is 1 where MAX is to move and -1 where MIN is; passed even if it has a default."""
_ARGUMENTS: dict[str, Callable[[Case], Any]] = {
    "depth": lambda case: _height(case.tree) if case.depth is None else case.depth,
    "alpha": lambda _: -inf,
    "beta": lambda _: inf,
    **dict.fromkeys(_SIDES, lambda case: case.tree.player == MAX),
    **dict.fromkeys(_SIGNS, lambda case: 1 if case.tree.player == MAX else -1),
}
"""Arguments for the usual parameters beside the state."""


_MIT_ARGUMENTS = {"maximize", "heuristic_fn", "depth_limit"}
_MIT_METHODS = {"generate_next_states", "is_game_over", "get_endgame_score"}


class Shape(ABC):
    """A calling convention, applied to one function or class."""

    name: ClassVar[str]

    def __init__(self, search: Callable[..., Any]) -> None:
        self.search = search
        parameters = inspect.signature(search).parameters
        self.takes = set(parameters)
        self.needs = [
            name
            for name, parameter in parameters.items()
            if parameter.default is parameter.empty and parameter.kind not in _VARIADIC
        ]
        self.check()

    def check(self) -> None:
        """Raise ZermeloError if the function cannot be called in this shape."""
        if not self.needs:
            raise ZermeloError("it takes no argument for the state")

    @property
    def depths(self) -> bool:
        """Whether it takes a depth limit."""
        return "depth" in self.takes

    @abstractmethod
    def run(self, case: Case, evaluated: list[str]) -> Answer:
        """Call the function on a tree and read its result; `evaluated` receives the names of evaluated leaves."""


class Plain(Shape):
    name = "plain"

    def check(self) -> None:
        super().check()
        _check_arguments(self.needs[1:], _ARGUMENTS)

    def run(self, case: Case, evaluated: list[str]) -> Answer:
        passed = [*self.needs[1:], *self.takes.intersection(_SIDES + _SIGNS)]
        options = {name: _ARGUMENTS[name](case) for name in passed} | (
            {} if case.depth is None else {"depth": case.depth}
        )
        result = self.search(RecordedState(case.tree, evaluated), **options)
        if hasattr(result, "value") and hasattr(result, "move"):
            result = (result.value, result.move)
        parts = list(result) if isinstance(result, tuple | list) else [result]
        invalid = InvalidAnswer(f"it returned {show(result)} instead of a value, a move, or both")
        if not 1 <= len(parts) <= 2 or result is None:
            raise invalid
        value: float | None = None
        move: str | None = None
        for part in parts:
            if is_real(part):
                value = number(part)
            elif isinstance(part, RecordedState):
                move = part.name
            elif isinstance(part, str):
                move = part
            elif part is not None:
                raise invalid
        return Answer(value, move)


class Mit(Shape):
    name = "mit"

    def check(self) -> None:
        super().check()
        if not self.takes & _MIT_ARGUMENTS:
            raise ZermeloError(f"it does not take maximize, which says who moves. {KNOWN_KINDS}")

    @property
    def depths(self) -> bool:
        return {"heuristic_fn", "depth_limit"} <= self.takes

    def run(self, case: Case, evaluated: list[str]) -> Answer:
        options: dict[str, Any] = {"maximize": case.tree.player == MAX} if "maximize" in self.takes else {}
        if case.depth is not None:
            options |= {"heuristic_fn": lambda state, _=True: state.evaluate(), "depth_limit": case.depth}
        result = self.search(CourseState(RecordedState(case.tree, evaluated)), **options)
        if not isinstance(result, tuple | list) or len(result) != 3:
            raise InvalidAnswer(f"it returned {show(result)} instead of a path, a score and a number of evaluations")
        path, score, count = result
        states = list(path) if isinstance(path, tuple | list) else []
        if not states or not all(isinstance(state, CourseState) for state in states):
            raise InvalidAnswer(
                f"the path it returned is {show(path)} instead of a list of states from the root to a leaf"
            )
        names = [state.snapshot.name for state in states]
        steps = pairwise(names)
        if names[0] != case.tree.name or any(below not in case.tree[above].moves() for above, below in steps):
            raise InvalidAnswer(f"the path it returned, {' '.join(names)}, does not lead down from {case.tree.name}")
        if not isinstance(count, int) or isinstance(count, bool):
            raise InvalidAnswer(f"the number of evaluations it returned is {show(count)}, which is not a whole number")
        value, end = number(score), case.tree[names[-1]].value
        if end is not None and value != number(end):
            raise InvalidAnswer(
                f"the path it returned ends at {names[-1]}, which is worth {end}, but its score is {show(score)}"
            )
        return Answer(value, names[1] if len(names) > 1 else None, min(max(count, -1), 10**9))


class MitFunctions(Shape):
    name = "mit_functions"
    functions: ClassVar[dict[str, Any]] = {
        "eval_fn": evaluate,
        "get_next_moves_fn": next_moves,
        "is_terminal_fn": is_terminal,
        "verbose": False,
    }

    def check(self) -> None:
        super().check()
        for name in ("depth", *self.functions):
            if name not in self.takes and name != "verbose":
                raise ZermeloError(
                    f"it takes no {name}: it must take depth, eval_fn, get_next_moves_fn and is_terminal_fn"
                )
        _check_arguments(self.needs[1:], {**self.functions, **_ARGUMENTS})

    def run(self, case: Case, evaluated: list[str]) -> Answer:
        known = {name: value(case) for name, value in _ARGUMENTS.items()} | self.functions
        passed = {"depth", *self.needs[1:], *self.takes.intersection(self.functions)}
        board = CourseState(RecordedState(case.tree, evaluated))
        move = self.search(board, **{name: known[name] for name in passed})
        if not isinstance(move, str):
            raise InvalidAnswer(f"it returned {show(move)} instead of a move from get_next_moves_fn")
        return Answer(move=move)


class Cs188(Shape):
    name = "cs188"

    def check(self) -> None:
        if not callable(getattr(self.search, "getAction", None)):
            raise ZermeloError("it is not an agent class: it has no getAction(gameState)")

    @property
    def depths(self) -> bool:
        return True

    def run(self, case: Case, evaluated: list[str]) -> Answer:
        plies = _height(case.tree) if case.depth is None else case.depth
        depth = max(1, -(-plies // case.agents))
        agent = self.search(**({"depth": str(depth)} if "depth" in self.takes or "kwargs" in self.takes else {}))
        agent.index, agent.depth, agent.evaluationFunction = 0, depth, scoreEvaluationFunction
        action = agent.getAction(AgentState(RecordedState(case.tree, evaluated), case.agents))
        if action not in case.tree.moves():
            raise InvalidAnswer(f"getAction() returned {show(action)}, which is not a legal action at {case.tree.name}")
        return Answer(move=action)


SHAPES: dict[str, type[Shape]] = {shape.name: shape for shape in (Plain, Mit, MitFunctions, Cs188)}


def detect_shape(search: Any) -> str:
    """Guess the shape of a function or class from its signature."""
    if inspect.isclass(search) and callable(getattr(search, "getAction", None)):
        return "cs188"
    takes = set(inspect.signature(search).parameters)
    if takes & {"get_next_moves_fn", "is_terminal_fn"}:
        return "mit_functions"
    calls = set(getattr(getattr(search, "__code__", None), "co_names", ()))
    return "mit" if takes & _MIT_ARGUMENTS or calls & _MIT_METHODS else "plain"


def number(result: Any) -> float:
    """Convert a returned value to a float; raise InvalidAnswer if it is not a number."""
    if not is_real(result):
        raise InvalidAnswer(f"the value it returned is {show(result)}, which is not a number")
    try:
        value = float(result)
    except OverflowError:
        raise InvalidAnswer("the value it returned is too large to be right") from None
    if isnan(value):
        raise InvalidAnswer("the value it returned is not a number (nan)")
    return value


def show(result: Any) -> str:
    """Return a short repr of anything."""
    try:
        text = " ".join(repr(result).split())
    except Exception:
        return f"a {type(result).__name__} whose repr() fails"
    return text if len(text) <= 60 else text[:57] + "..."


def _check_arguments(needs: Collection[str], known: Collection[str]) -> None:
    for name in needs:
        if name not in known:
            raise ZermeloError(f"it needs an argument {name}, but only these can be passed: {', '.join(known)}")


def _height(node: Node) -> int:
    return 1 + max(map(_height, node.children)) if node.children else 0
