"""The shapes in which courses ask for a search, each a thin adapter: how a tree looks to the function, how it is called, and
what its answer means.

    plain    a function of a `zermelo.State`, which returns a value, a move, a pair of both, or a `Result`; it may take depth,
             alpha, beta, and whether the player to move maximizes, under any of the names that are usual for it
    mit      a function of a state with generate_next_states(), is_game_over() and get_endgame_score(), which takes maximize,
             and where it can heuristic_fn and depth_limit, and returns the path, the score and the number of evaluations
    cs188    an agent's class with getAction(gameState), where a state has getLegalActions(agent), generateSuccessor(agent,
             action), isWin(), isLose(), getNumAgents() and getScore(), which evaluationFunction returns

Every shape looks at the same `Watched` nodes, which write down the leaves whose value was asked for.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import pairwise
from math import inf, isnan
from numbers import Real
from typing import Any, ClassVar, NamedTuple

from zermelo.exercises.grading.cases import Case
from zermelo.games.tree import Node
from zermelo.state import MAX, ZermeloError


class Answer(NamedTuple):
    """What the student's search said: None where its shape does not tell."""

    value: float | None = None
    move: str | None = None
    evaluations: int | None = None


class Nonsense(Exception):
    """An answer that cannot be read; its text says what was given and what is wanted."""


class Watched:
    """A node of a tree as a state, which writes down in `seen` whose value was asked for; twice running counts once, since
    many ask a leaf first whether it is one."""

    __slots__ = ("_node", "_seen")

    def __init__(self, node: Node, seen: list[str]) -> None:
        self._node, self._seen = node, seen

    @property
    def name(self) -> str:
        return self._node.name

    @property
    def player(self) -> int:
        return self._node.player

    def moves(self) -> list[str]:
        return list(self._node.moves())

    def play(self, move: str) -> Watched:
        return type(self)(self._node.play(move), self._seen)

    def chances(self) -> list[tuple[str, Any]]:
        return list(self._node.chances())

    def utility(self) -> Any:
        return None if self._node.children else self._look()

    def evaluate(self) -> Any:
        return self._look()

    def _look(self) -> Any:
        worth = self._node.value
        if worth is None:
            raise ZermeloError(f"the value of {self._node.name} was asked for, where the game goes on")
        if self._seen[-1:] != [self._node.name]:
            self._seen.append(self._node.name)
        return worth

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Watched) and other._node is self._node

    def __hash__(self) -> int:
        return hash(self._node.name)

    def __repr__(self) -> str:
        return self._node.name


class CourseState:
    """A node as the functions of MIT's course see it; `snapshot` is the state within, which heuristics get."""

    def __init__(self, inner: Watched) -> None:
        self.snapshot = inner

    def get_snapshot(self) -> Watched:
        return self.snapshot

    def is_game_over(self) -> bool:
        return not self.snapshot.moves()

    def generate_next_states(self) -> list[CourseState]:
        return [CourseState(self.snapshot.play(move)) for move in self.snapshot.moves()]

    get_next_states = generate_next_states

    def get_endgame_score(self, is_current_player_maximizer: bool = True) -> Any:
        if not self.is_game_over():
            raise ZermeloError(f"get_endgame_score() was asked of {self}, where the game is not over")
        return self.snapshot.evaluate()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CourseState) and other.snapshot == self.snapshot

    def __hash__(self) -> int:
        return hash(self.snapshot)

    def __repr__(self) -> str:
        return repr(self.snapshot)


class AgentState:
    """A state as the agents of Berkeley's CS188 see it: of a tree, or of any game whose moves are actions.

    The agents move one after another, and each is asked by its number; 0 is the one whose agent this is.
    """

    def __init__(self, inner: Any, agents: int = 2) -> None:
        self.inner, self.agents = inner, agents

    def getNumAgents(self) -> int:
        return self.agents

    def getLegalActions(self, agentIndex: int = 0) -> list[Any]:
        return list(self.inner.moves())

    def generateSuccessor(self, agentIndex: int, action: Any) -> AgentState:
        return AgentState(self.inner.play(action), self.agents)

    def generatePacmanSuccessor(self, action: Any) -> AgentState:
        return self.generateSuccessor(0, action)

    def getLegalPacmanActions(self) -> list[Any]:
        return self.getLegalActions(0)

    def isWin(self) -> bool:
        return self._over() and bool(getattr(self.inner, "won", True))

    def isLose(self) -> bool:
        return self._over() and bool(getattr(self.inner, "lost", False))

    def getScore(self) -> float:
        score = getattr(self.inner, "score", None)
        return float(self.inner.evaluate() if score is None else score)

    def _over(self) -> bool:
        return not self.inner.moves() if isinstance(self.inner, Watched) else self.inner.utility() is not None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AgentState) and other.inner == self.inner

    def __hash__(self) -> int:
        return hash(self.inner)

    def __repr__(self) -> str:
        return str(self.inner)


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
        for name in self.needs[1:]:
            if name not in _FILLED:
                raise ZermeloError(f"it needs an argument {name}, and only these can be filled: {', '.join(_FILLED)}")

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


SHAPES: dict[str, type[Shape]] = {shape.name: shape for shape in (Plain, Mit, Cs188)}


def shape_of(found: Any) -> str:
    """The shape that something has by its looks."""
    if inspect.isclass(found) and callable(getattr(found, "getAction", None)):
        return "cs188"
    return "mit" if {"maximize", "heuristic_fn", "depth_limit"} & set(inspect.signature(found).parameters) else "plain"


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


def _height(node: Node) -> int:
    return 1 + max(map(_height, node.children)) if node.children else 0
