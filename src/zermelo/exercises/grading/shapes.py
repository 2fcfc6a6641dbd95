"""The shapes in which courses ask for a search, each a thin adapter: how a tree looks to the function, how it is called, and
what its answer means.

    plain    a function of a `zermelo.State`, which returns a value, a move, a pair of both, or a `Result`; it may take depth,
             alpha, beta, and whether the player to move maximizes, under any of the names that are usual for it
    mit      a function of a state with generate_next_states(), is_game_over() and get_endgame_score(), which takes maximize,
             and where it can heuristic_fn and depth_limit, and returns the path, the score and the number of evaluations
    mit_functions  the same course some years earlier: a function of a board, a depth and the game's own functions eval_fn(board)
             for whoever is to move, get_next_moves_fn(board) and is_terminal_fn(depth, board), which returns a move
    cs188    an agent's class with getAction(gameState), where a state has getLegalActions(agent), generateSuccessor(agent,
             action), isWin(), isLose(), getNumAgents() and getScore(), which evaluationFunction returns
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection
from itertools import pairwise
from math import inf, isnan
from numbers import Real
from typing import Any, ClassVar, NamedTuple

from zermelo.exercises.grading.cases import Case
from zermelo.exercises.grading.states import AgentState, CourseState, Watched, evaluate, is_terminal, next_moves
from zermelo.games.tree import Node
from zermelo.state import MAX, ZermeloError


class Answer(NamedTuple):
    """What the student's search said: None where its shape does not tell."""

    value: float | None = None
    move: str | None = None
    evaluations: int | None = None


class Nonsense(Exception):
    """An answer that cannot be read; its text says what was given and what is wanted."""


_OPEN = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_SIDES = ("maximizing", "maximising", "maximizing_player", "maximizingPlayer", "maximize", "is_max", "is_maximizing")
"""What functions call the question whether it is MAX's turn. It is answered also where it has a default."""
_FILLED: dict[str, Callable[[Case], Any]] = {
    "depth": lambda case: _height(case.tree) if case.depth is None else case.depth,
    "alpha": lambda _: -inf,
    "beta": lambda _: inf,
    **dict.fromkeys(_SIDES, lambda case: case.tree.player == MAX),
}
"""What is handed to a function that needs more than a state, by the usual names."""


class Shape(ABC):
    """A way in which a search can be asked for."""

    name: ClassVar[str]

    def __init__(self, found: Callable[..., Any]) -> None:
        self.found = found
        parameters = inspect.signature(found).parameters
        self.takes = set(parameters)
        self.needs = [
            name for name, each in parameters.items() if each.default is each.empty and each.kind not in _OPEN
        ]
        self.check()

    def check(self) -> None:
        """Refuses what cannot be called in this shape."""
        if not self.needs:
            raise ZermeloError("it takes no state to search from")

    @property
    def depths(self) -> bool:
        """Whether it can be told to stop at a depth."""
        return "depth" in self.takes

    @abstractmethod
    def ask(self, case: Case, seen: list[str]) -> Answer:
        """Calls the function on a tree, and reads its answer."""


class Plain(Shape):
    name = "plain"

    def check(self) -> None:
        super().check()
        _check_filled(self.needs[1:], _FILLED)

    def ask(self, case: Case, seen: list[str]) -> Answer:
        known = {name: fill(case) for name, fill in _FILLED.items()}
        asked = [*self.needs[1:], *self.takes.intersection(_SIDES)]
        options = {name: known[name] for name in asked} | ({} if case.depth is None else {"depth": case.depth})
        given = self.found(Watched(case.tree, seen), **options)
        if hasattr(given, "value") and hasattr(given, "move"):
            given = (given.value, given.move)
        parts = list(given) if isinstance(given, tuple | list) else [given]
        if not 1 <= len(parts) <= 2 or given is None:
            raise Nonsense(f"it returned {show(given)}, and an answer is a value, a move, or both")
        value: float | None = None
        move: str | None = None
        for part in parts:
            if isinstance(part, Real) and not isinstance(part, bool):
                value = number(part)
            elif isinstance(part, Watched):
                move = part.name
            elif isinstance(part, str):
                move = part
            elif part is not None:
                raise Nonsense(f"it returned {show(given)}, and an answer is a value, a move, or both")
        return Answer(value, move)


class Mit(Shape):
    name = "mit"

    @property
    def depths(self) -> bool:
        return {"heuristic_fn", "depth_limit"} <= self.takes

    def ask(self, case: Case, seen: list[str]) -> Answer:
        options: dict[str, Any] = {"maximize": case.tree.player == MAX} if "maximize" in self.takes else {}
        if case.depth is not None:
            options |= {"heuristic_fn": lambda inner, _=True: inner.evaluate(), "depth_limit": case.depth}
        given = self.found(CourseState(Watched(case.tree, seen)), **options)
        if not isinstance(given, tuple | list) or len(given) != 3:
            raise Nonsense(f"it returned {show(given)}, and an answer is a path, a score and a number of evaluations")
        path, score, count = given
        states = list(path) if isinstance(path, tuple | list) else []
        if not states or not all(isinstance(each, CourseState) for each in states):
            raise Nonsense(
                f"the path it returned is {show(path)}, and a path is a list of states from the root to a leaf"
            )
        names = [each.snapshot.name for each in states]
        steps = pairwise(names)
        if names[0] != case.tree.name or any(below not in case.tree[above].moves() for above, below in steps):
            raise Nonsense(f"the path it returned, {' '.join(names)}, does not lead from {case.tree.name} downwards")
        if not isinstance(count, int) or isinstance(count, bool):
            raise Nonsense(f"the number of evaluations it returned is {show(count)}, and not a whole number")
        value, end = number(score), case.tree[names[-1]].value
        if end is not None and value != number(end):
            raise Nonsense(
                f"the path it returned ends at {names[-1]}, which is worth {end}, but its score is {show(score)}"
            )
        return Answer(value, names[1] if len(names) > 1 else None, min(max(count, -1), 10**9))


class MitFunctions(Shape):
    name = "mit_functions"
    given: ClassVar[dict[str, Any]] = {
        "eval_fn": evaluate,
        "get_next_moves_fn": next_moves,
        "is_terminal_fn": is_terminal,
        "verbose": False,
    }

    def check(self) -> None:
        super().check()
        for name in ("depth", *self.given):
            if name not in self.takes and name != "verbose":
                raise ZermeloError(
                    f"it takes no {name}, and must be given depth, eval_fn, get_next_moves_fn, is_terminal_fn"
                )
        _check_filled(self.needs[1:], {**self.given, **_FILLED})

    def ask(self, case: Case, seen: list[str]) -> Answer:
        known = {name: fill(case) for name, fill in _FILLED.items()} | self.given
        asked = {"depth", *self.needs[1:], *self.takes.intersection(self.given)}
        given = self.found(CourseState(Watched(case.tree, seen)), **{name: known[name] for name in asked})
        if not isinstance(given, str):
            raise Nonsense(f"it returned {show(given)}, and an answer is a move, as get_next_moves_fn names it")
        return Answer(move=given)


class Cs188(Shape):
    name = "cs188"

    def check(self) -> None:
        if not callable(getattr(self.found, "getAction", None)):
            raise ZermeloError("it is no class of agents: it has no getAction(gameState)")

    @property
    def depths(self) -> bool:
        return True

    def ask(self, case: Case, seen: list[str]) -> Answer:
        plies = _height(case.tree) if case.depth is None else case.depth
        depth = max(1, -(-plies // case.agents))
        agent = self.found(**({"depth": str(depth)} if "depth" in self.takes or "kwargs" in self.takes else {}))
        agent.index, agent.depth, agent.evaluationFunction = 0, depth, AgentState.getScore
        action = agent.getAction(AgentState(Watched(case.tree, seen), case.agents))
        if action not in case.tree.moves():
            raise Nonsense(f"getAction() returned {show(action)}, which is no legal action of {case.tree.name}")
        return Answer(move=action)


SHAPES: dict[str, type[Shape]] = {shape.name: shape for shape in (Plain, Mit, MitFunctions, Cs188)}


def shape_of(found: Any) -> str:
    """The shape that something has by its looks."""
    if inspect.isclass(found) and callable(getattr(found, "getAction", None)):
        return "cs188"
    takes = set(inspect.signature(found).parameters)
    if takes & {"get_next_moves_fn", "is_terminal_fn"}:
        return "mit_functions"
    return "mit" if takes & {"maximize", "heuristic_fn", "depth_limit"} else "plain"


def number(given: Any) -> float:
    if not isinstance(given, Real) or isinstance(given, bool):
        raise Nonsense(f"the value it returned is {show(given)}, and not a number")
    try:
        plain = float(given)
    except OverflowError:
        raise Nonsense("the value it returned is too large to be right") from None
    if isnan(plain):
        raise Nonsense("the value it returned is not a number (nan)")
    return plain


def show(given: Any) -> str:
    """Whatever was returned, in a few words."""
    try:
        text = " ".join(repr(given).split())
    except Exception:
        return f"a {type(given).__name__} that cannot be shown"
    return text if len(text) <= 60 else text[:57] + "..."


def _check_filled(needs: Collection[str], known: Collection[str]) -> None:
    for name in needs:
        if name not in known:
            raise ZermeloError(f"it needs an argument {name}, and only these can be filled: {', '.join(known)}")


def _height(node: Node) -> int:
    return 1 + max(map(_height, node.children)) if node.children else 0
